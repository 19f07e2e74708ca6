// What the value must lie between, whatever is played or as far as the leader can see to it.
#pragma once

#include <algorithm>

#include "point_search.hpp"

namespace core {

// A goal about a card in the last trick is out of reach when none of those can lay one any more.
template <int Seats>
bool PointSearch<Seats>::hopeless() const {
  const PointQuestion& question = measure_.question;
  const bool excuse = question.cards[kCardsInDeck - 1];
  if (question.how == 0 && ask_.wanted.empty() && !excuse) return false;
  const u8 by = question.how == 1 ? question.of : question.by;
  for (int seat = 0; seat < Seats; ++seat)
    if (by >> seat & 1)
      if (!(now_.hand[seat] & ask_.wanted).empty() || (excuse && now_.excuse == seat)) return false;
  return true;
}

// The target between the fewest and the most of the Trull that the declarer's side can come to have.
template <int Seats>
void PointSearch<Seats>::limits_of_target(i32& least, i32& most) const {
  const PointPast& past = now_.past;
  const Cards held = now_.held();
  const u32 trull = held.trumps & (u32{1} | u32{1} << 20 | u32{1} << kXXII);
  const int left = std::popcount(trull) + (now_.excuse != kGone);
  const int gives = !rules_.exchange ? -1 : now_.excuse != kGone ? rules_.side[now_.excuse] : past.owed_by;
  // A pile of nothing but the Trull is one that was told so, or that begins with a trick of two players.
  const bool may_go = gives >= 0 && (past.owed_by >= 0 || in_trull(past.least[gives]) || (Seats == 2 && past.least[gives] < 0));
  const int fewest = std::max(0, past.held - (may_go && gives == rules_.declarer_side));
  const int many = std::min(kTrullCards, past.held + left + (may_go && gives != rules_.declarer_side));
  const auto [low, high] = std::minmax_element(rules_.target.begin() + fewest, rules_.target.begin() + many + 1);
  const i32 shift = held.trumps & kLowestTrump ? rules_.pagat_shift : 0;
  least -= *high + shift;
  most -= *low - shift;
}

// Between what the sum of all tricks to come must lie. Every card and trick goes to somebody. Beside that a card that lies in a
// pile already may be given for an excuse, or an excuse that lies there be given up.
template <int Seats>
void PointSearch<Seats>::limits(i32& least, i32& most) const {
  least = 0;
  most = ask_.counted(now_.held()) + ask_.tricks_left[now_.tricks];
  if (now_.excuse != kGone) most += measure_.value[kCardsInDeck - 1];
  const PointPast& past = now_.past;
  const int gives = now_.excuse != kGone ? rules_.side[now_.excuse] : past.owed_by;
  if (rules_.exchange && measure_.piles && gives >= 0) {
    i32 from_pile = past.least[gives] >= 0 ? measure_.counts_given(past.least[gives]) : 0;
    if (rules_.surrender && past.owed_by >= 0) from_pile = std::max(from_pile, measure_.value[kCardsInDeck - 1]);
    (measure_.of_side >> gives & 1 ? least : most) += measure_.of_side >> gives & 1 ? -from_pile : from_pile;
  }
  if (measure_.margin()) limits_of_target(least, most);
}

// Whether the highest trump wins every trick it is laid to.
template <int Seats>
bool PointSearch<Seats>::highest_wins() const {
  constexpr u32 three = u32{1} | u32{1} << 20 | u32{1} << kXXII;
  if (rules_.three != kThreeNever && (now_.held().trumps & three) == three) return false;
  return !may_be_on_top();
}

// What the seats asked about, or all the others, are sure of; `cashing` tells that the leader is one of those it is for and leads as
// suits them.
//
// Their trumps above all trumps of the rest win each trick they are laid to, or lose it among themselves: so do all these
// cards, and one seat's are laid to as many tricks. The leader's plain cards above all others of the suit win one after the other, while
// everybody who has a trump has a card of the suit to follow with; trumps stay in the hands meanwhile. What else such tricks hold
// is counted for nothing but the share of each card. One such share is lost where an excuse goes home and nothing is given for
// it, and one of the cards won goes where an excuse is owed for.
template <int Seats>
i32 PointSearch<Seats>::sure(bool of, bool cashing, Relevance& relevance) const {
  relevance.clear();
  if (rules_.colour_side >= 0) return 0;
  const u8 camp = of ? measure_.question.of : static_cast<u8>(~measure_.question.of & ((1 << Seats) - 1));
  u32 own = 0, rest = 0;
  for (int seat = 0; seat < Seats; ++seat) (camp >> seat & 1 ? own : rest) |= now_.hand[seat].trumps;
  const u32 top = highest_wins() ? rest ? own & (~u32{0} << std::bit_width(rest)) : own : 0;
  Cards won{0, top};
  int tricks = 0;
  if (top)
    for (int seat = 0; seat < Seats; ++seat) {
      const u32 mine = top & now_.hand[seat].trumps;
      if (mine == 0) continue;
      tricks = std::max(tricks, std::popcount(mine));
      if (rest) relevance.add(kTrumps, std::countr_zero(mine), rest);
    }
  if (cashing && (camp >> now_.leader & 1))
    for (int suit = 0; suit < kPlainSuits; ++suit) {
      const u32 cashed = cashes(suit, relevance);
      won |= of_lane(suit, cashed);
      tricks += std::popcount(cashed);
    }
  i32 units = ask_.more(won) + tricks * (ask_.least_trick + Seats * measure_.each);
  const PointPast& past = now_.past;
  if (tricks && (now_.excuse != kGone || past.owed_by >= 0)) units -= measure_.each;
  if (past.owed_by >= 0 && bool(measure_.of_side >> past.owed_by & 1) == of) units -= ask_.top + measure_.each;
  return std::max(0, units);
}

// The leader's cards of a plain suit that win in turn.
template <int Seats>
u32 PointSearch<Seats>::cashes(int suit, Relevance& relevance) const {
  const u32 mine = now_.hand[now_.leader].lane(suit), rest = in_play_.lane(suit) & ~mine;
  u32 top = mine & (~u32{0} << std::bit_width(rest));
  int rounds = std::popcount(top);
  for (int seat = 0; seat < Seats && rounds; ++seat)
    if (seat != now_.leader && now_.hand[seat].trumps) rounds = std::min(rounds, std::popcount(now_.hand[seat].lane(suit)));
  while (std::popcount(top) > rounds) top &= top - 1;
  if (top && rest) relevance.add(suit, std::countr_zero(top), rest);
  return top;
}

// What is decided already: by what is left, which the key of the table tells, and by what either part is sure of.
template <int Seats>
bool PointSearch<Seats>::decided(i32 threshold, i32& value, Relevance& relevance) const {
  relevance.clear();
  if (!on_.bounds) return false;
  if (measure_.last()) return value = 0, hopeless();
  i32 least, most;
  limits(least, most);
  if (measure_.window()) {
    const i32 up_to = wanted_ + measure_.question.width;
    value = least >= wanted_ && most <= up_to;
    return value || most < wanted_ || least > up_to;
  }
  value = most < threshold ? most : least;
  if (most < threshold || least >= threshold) return true;
  if (!on_.sure) return false;
  const bool high = ask_.high >> now_.leader & 1;
  most -= sure(false, !high, relevance);
  if (most < threshold) return value = most, true;
  least += sure(true, high, relevance);
  value = least;
  return least >= threshold;
}

}  // namespace core
