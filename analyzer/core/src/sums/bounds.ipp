// What the value must lie between, whatever is played or as far as the leader can see to it.
#pragma once

#include <algorithm>

#include "search.hpp"

namespace core {

// So many of the highest.
inline u32 highest_of(u32 lane, int count) {
  for (int more = std::popcount(lane) - count; more > 0 && lane; --more) lane &= lane - 1;
  return lane;
}

// A goal about a card in the last trick is out of reach when none of those can lay one any more.
template <int Seats>
bool SumSearch<Seats>::hopeless() const {
  const SumQuestion& question = measure_.question;
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
void SumSearch<Seats>::limits_of_target(i32& least, i32& most) const {
  const SumPast& past = now_.past;
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
void SumSearch<Seats>::limits(i32& least, i32& most) const {
  least = 0;
  most = ask_.counted(now_.held()) + ask_.tricks_left[now_.tricks];
  if (now_.excuse != kGone) most += measure_.value[kCardsInDeck - 1];
  const SumPast& past = now_.past;
  const int gives = now_.excuse != kGone ? rules_.side[now_.excuse] : past.owed_by;
  if (rules_.exchange && measure_.piles && gives >= 0) {
    i32 from_pile = past.least[gives] >= 0 ? measure_.counts_given(past.least[gives]) : 0;
    if (rules_.surrender && past.owed_by >= 0) from_pile = std::max(from_pile, measure_.value[kCardsInDeck - 1]);
    (measure_.of_side >> gives & 1 ? least : most) += measure_.of_side >> gives & 1 ? -from_pile : from_pile;
  }
  if (measure_.margin()) limits_of_target(least, most);
}

// Whether the lowest trump may yet win a trick with the two highest in it.
template <int Seats>
bool SumSearch<Seats>::three_may_meet(const Cards& held) const {
  constexpr u32 three = u32{1} | u32{1} << 20 | u32{1} << kXXII;
  return rules_.three != kThreeNever && (held.trumps & three) == three;
}

// Tricks that a camp, the seats of a mask, wins with the trumps of one of its seats, however it is played.
//
// The seat's trumps come to as many tricks. Of its k highest each trick is won by the camp unless a trump of the rest above that
// trump lies in it, and each of these lies in one trick only. So with `lost` trumps of the rest above the k-th they win k - lost
// tricks at least. Where the lowest trump may win over all, and the rest has it, it is one more that may beat a trump.
// This rests on the k-th being above the others of the rest.
template <int Seats>
int SumSearch<Seats>::trump_tricks(u8 camp, u32 rest, bool lowest_may_win, Relevance& relevance) const {
  int tricks = 0, at = -1;
  for (int seat = 0; seat < Seats; ++seat) {
    if (!(camp >> seat & 1)) continue;
    int k = 0;
    for (u32 left = now_.hand[seat].trumps; left;) {
      const int height = std::bit_width(left) - 1;
      left ^= u32{1} << height;
      const int lost = std::popcount(rest >> height) + (lowest_may_win && height > 0);
      if (++k - lost <= tricks) continue;
      tricks = k - lost;
      at = height;
    }
  }
  if (at < 0) return 0;
  if (const u32 below = rest & ((u32{1} << at) - 1)) relevance.add(kTrumps, at, below);
  return tricks;
}

// What the seats asked about, or all the others, are sure of; `cashing` tells that the leader is one of those it is for and leads as
// suits them.
//
// Their trumps above all trumps of the rest win each trick they are laid to, or lose it among themselves: so do all these
// cards. How many tricks trumps win is told above; what the leader cashes beside is led with plain cards, so that these are other
// tricks, and a trump that falls in one is drawn, in a trick counted above, or stays; and what a friend wins by itself it
// keeps. What else such tricks hold is counted as little as may be. One such share is lost where an excuse goes home and nothing is given for
// it, and one of the cards won goes where an excuse is owed for; or will be, which is worth no less itself unless it
// is asked which cards they are.
template <int Seats>
i32 SumSearch<Seats>::sure(bool of, bool cashing, Relevance& relevance) const {
  relevance.clear();
  if (rules_.colour_side >= 0) return 0;
  const u8 camp = of ? measure_.question.of : static_cast<u8>(~measure_.question.of & ((1 << Seats) - 1));
  u32 own = 0, rest = 0;
  for (int seat = 0; seat < Seats; ++seat) (camp >> seat & 1 ? own : rest) |= now_.hand[seat].trumps;
  const bool three = three_may_meet(in_play_), highest = !may_be_on_top(), lowest_may_win = three && (rest & kLowestTrump);
  const int by_trumps = highest && own ? trump_tricks(camp, rest, lowest_may_win, relevance) : 0;
  Cards won;
  if (highest && !lowest_may_win) won.trumps = rest ? own & (~u32{0} << std::bit_width(rest)) : own;
  for (int seat = 0; seat < Seats && rest && won.trumps; ++seat)
    if (const u32 mine = won.trumps & now_.hand[seat].trumps) relevance.add(kTrumps, std::countr_zero(mine), rest);
  int tricks = std::max(by_trumps, runs(camp & wish(of), won, relevance));
  if (cashing && (camp >> now_.leader & 1)) {
    tricks += cash(camp & wish(ask_.high >> now_.leader & 1), highest && !three, won, relevance);
  }
  if (by_worth_) relevance.rest_on_worth(won & ask_.counts);
  i32 units = ask_.more(won) + falling(tricks, won, relevance) + tricks * (ask_.least_trick + Seats * measure_.each);
  const SumPast& past = now_.past;
  if (tricks && (now_.excuse != kGone || past.owed_by >= 0)) units -= measure_.each;
  if (rules_.exchange && measure_.question.kind == kHolds && now_.excuse != kGone) units -= ask_.top;
  if (past.owed_by >= 0 && bool(measure_.of_side >> past.owed_by & 1) == of) units -= ask_.top + measure_.each;
  return std::max(0, units);
}

// Tricks that a seat wins that has all trumps there are, whoever leads, if it wants to; its winners are added to what is won.
//
// It lays its cards above all others of a suit where they are led and follows with others where it has none such. Void, it
// trumps. So each of these wins, and none is thrown away, until it leads; then it leads all of them, the trumps last.
template <int Seats>
int SumSearch<Seats>::runs(u8 seats, Cards& won, Relevance& relevance) const {
  for (int seat = 0; seat < Seats; ++seat) {
    const Cards& own = now_.hand[seat];
    if (own.trumps == 0 || own.trumps != in_play_.trumps) continue;
    if (!(seats >> seat & 1) || seat == now_.leader || may_be_on_top()) return 0;
    won.trumps |= own.trumps;
    int tricks = std::popcount(own.trumps);
    for (int suit = 0; suit < kPlainSuits; ++suit) {
      const u32 others = in_play_.lane(suit) & ~own.lane(suit), top = own.lane(suit) & (~u32{0} << std::bit_width(others));
      if (top && others) relevance.add(suit, std::countr_zero(top), others);
      won |= of_lane(suit, top);
      tricks += std::popcount(top);
    }
    return tricks;
  }
  return 0;
}

// What falls in so many tricks at least, beside what is won: of each hand as many cards, and so of those that count all but the
// cards that may be kept for other tricks; the least of them.
template <int Seats>
i32 SumSearch<Seats>::falling(int tricks, const Cards& won, Relevance& relevance) const {
  i32 sum = 0;
  for (int seat = 0; seat < Seats; ++seat) {
    const Cards counting = now_.hand[seat] & ask_.counts;
    int must = tricks - (now_.tricks - counting.count());
    if (must <= 0) continue;
    i32 least = -ask_.more(won & now_.hand[seat]);
    for (const SumAsk::Group& group : ask_.groups) {  // from the least on
      const int cards = std::min(must, (counting & group.cards).count());
      least += cards * group.value;
      must -= cards;
    }
    if (least <= 0) continue;
    sum += least;
    if (by_worth_) relevance.rest_on_worth(counting);
  }
  return sum;
}

// The leader draws trumps with those above all others', if that may be counted on; so many of each other hand are left behind.
// Where they are all that a hand has they fall in tricks of the leader's, and so does the lowest of a friend's, who wants the
// same and has his tricks counted with the leader's. Who holds the excuse may lay it once in place of a trump.
template <int Seats>
std::array<int, Seats> SumSearch<Seats>::draw(u8 friends, bool may, Cards& won, Relevance& relevance) const {
  const u32 own = now_.hand[now_.leader].trumps, others = in_play_.trumps & ~own;
  const u32 top = !may ? 0 : others ? own & (~u32{0} << std::bit_width(others)) : own;
  if (top && others) relevance.add(kTrumps, std::countr_zero(top), others);
  std::array<int, Seats> left{};
  for (int seat = 0; seat < Seats; ++seat) {
    if (seat == now_.leader) continue;
    const u32 lane = now_.hand[seat].trumps;
    const int rounds = std::popcount(top) - (now_.excuse == seat);
    if (std::popcount(lane) <= rounds) won.trumps |= lane;
    else left[seat] = std::popcount(lane);
    if (rounds > 0 && (friends >> seat & 1)) won.trumps |= lane & kLowestTrump;
  }
  return left;
}

// Tricks that the leader wins with plain cards, which with what falls in them go to what is won.
//
// After drawing trumps it leads its cards above all others of a suit. They win one after the other while everybody who has a
// trump yet has a card of the suit to follow with; until then such a hand has followed to every trick, with trumps or
// the suit led, and has discarded none. A hand with no more cards of a suit than are led of it lays them to
// these tricks, or has discarded them in others of them; a friend lays the highest he has, or as good. Whoever
// holds the excuse may lay it in place of one card.
template <int Seats>
int SumSearch<Seats>::cash(u8 friends, bool may_draw, Cards& won, Relevance& relevance) const {
  const std::array<int, Seats> trumps = draw(friends, may_draw, won, relevance);
  const Cards& own = now_.hand[now_.leader];
  int tricks = 0;
  for (int suit = 0; suit < kPlainSuits; ++suit) {
    const u32 others = in_play_.lane(suit) & ~own.lane(suit);
    u32 top = own.lane(suit) & (~u32{0} << std::bit_width(others));
    int rounds = std::popcount(top);
    for (int seat = 0; seat < Seats && rounds; ++seat)
      if (seat != now_.leader && trumps[seat]) rounds = std::min(rounds, std::popcount(now_.hand[seat].lane(suit)));
    if (rounds == 0) continue;
    top = highest_of(top, rounds);
    if (others) relevance.add(suit, std::countr_zero(top), others);
    tricks += rounds;
    for (int seat = 0; seat < Seats; ++seat) {
      const u32 lane = seat == now_.leader ? 0 : now_.hand[seat].lane(suit);
      const int falling = rounds - (now_.excuse == seat);
      if (friends >> seat & 1) top |= highest_of(lane, falling);
      else if (std::popcount(lane) <= falling) top |= lane;
    }
    won |= of_lane(suit, top);
  }
  return tricks;
}

// What is decided already by what is left, which the key of the table tells.
template <int Seats>
bool SumSearch<Seats>::decided(i32 threshold, i32& value, Limits& left, Relevance& relevance) const {
  relevance.clear();
  left = {};
  if (measure_.last()) return value = 0, on_.bounds && hopeless();
  auto& [least, most] = left;
  limits(least, most);
  if (!on_.bounds) return false;
  if (measure_.window()) {
    const i32 up_to = wanted_ + measure_.question.width;
    value = least >= wanted_ && most <= up_to;
    return value || most < wanted_ || least > up_to;
  }
  value = most < threshold ? most : least;
  return most < threshold || least >= threshold;
}

// What is decided by what either part is sure of. That costs more than to look into the table, and so is asked where it says nothing.
template <int Seats>
bool SumSearch<Seats>::sure_enough(i32 threshold, i32& value, const Limits& left, Relevance& relevance) const {
  if (!on_.sure || !on_.bounds || measure_.last() || measure_.window() || now_.leads_barred(rules_)) return false;
  const bool high = ask_.high >> now_.leader & 1;
  value = left.most - sure(false, !high, relevance);
  if (value < threshold) return true;
  value = left.least + sure(true, high, relevance);
  return value >= threshold;
}

}  // namespace core
