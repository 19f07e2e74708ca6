// Which cards the search for card points tries, and what their being legal rests on.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "../cards/substitution.hpp"
#include "search.hpp"

namespace core {

// One card of each group of neighbours, and every card that the question tells from others. Of a group the highest, to win
// with or to lead; the lowest where it can't win.
template <int Seats>
void SumSearch<Seats>::add_lane(Moves<Seats>& moves, int suit, u32 lane) const {
  const auto add = [&](u32 heights) {
    for (; heights; heights &= heights - 1)
      moves.add({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(heights))}, kNoSuit, 0);
  };
  if (!on_.merge) return add(lane);
  const u32 told = ask_.told.lane(suit), in_play = in_play_.lane(suit);
  const u32 ranks = static_cast<u32>(squeeze(lane & ~told, in_play));
  u32 tops = static_cast<u32>(spread(ranks & ~(ranks >> 1), in_play));
  if (now_.laid) {
    u32 bottoms = static_cast<u32>(spread(ranks & ~(ranks << 1), in_play)), all = 0;
    for (; tops; tops &= tops - 1, bottoms &= bottoms - 1) {
      const Card top{static_cast<u8>(suit), static_cast<u8>(std::countr_zero(tops))};
      all |= now_.beats(top) ? tops & (~tops + 1) : bottoms & (~bottoms + 1);
    }
    tops = all;
  }
  add(tops | (lane & told));
}

template <int Seats>
void SumSearch<Seats>::gather(Moves<Seats>& moves) const {
  const Cards legal = now_.obeying(rules_);
  for (int suit = 0; suit < kSuits; ++suit)
    if (const u32 lane = legal.lane(suit)) add_lane(moves, suit, lane);
  now_.add_excuse(rules_, moves);
}

// The mover's cards that the searched one stands for; cards/substitution.hpp says why. Among legal cards that are told apart by
// nothing but their worth. Under a duty to beat, the cards of later players that are legal because of the one searched are
// legal by comparisons of the proof, which name it.
//
// Cards of different worth stand for each other nearly. In the proof as it is carried over from card c to card d each card
// between them, and these two, has the worth of the next one. Let D be the sum of the differences from one to the next.
// What the changes add in all is what they take off in all, D at the most; so wherever the cards go, what the seats asked
// about come to have differs by D at the most, and so does what is still left to be had where the proof ends early. It is so too
// where a pile gives its least card away: what is left of it, and what is given, grow by no more than the worths do. Where only a
// card of no worth is given, the changes may put off which one goes; of two that are worth nothing it is all the same, and
// the least in the end is worth no more than the card that is not given for it. All this is said of the piles in the end, so it holds in
// each play of what is left.
// So a proof that the value of c is at most v proves for d at most v + D; `slack` is how far D may go, and `off` becomes
// the greatest D that was needed.
//
// Where a proof keeps the cards it rests on, only their places count, and only what they lose (sums/search.hpp): with a card
// of the proof its next one in the place of it, and d in this trick in the place of c. These then are what it rests on.
template <int Seats>
Cards SumSearch<Seats>::covered_by(Card card, const Cards& legal, i32 slack, i32& off, Relevance& relevance) const {
  off = 0;
  if (is_excuse(card)) return {};
  if (itself_.has(card) || !(on_.merge || on_.rank_pruning)) return only(card);
  const Cards apart = on_.quasi && (on_.merge || on_.rank_pruning) ? itself_ : ask_.told;
  if (apart.has(card)) return only(card);
  const u32 lane = legal.lane(card.suit) & ~apart.lane(card.suit);
  const u32 others = in_play_.lane(card.suit) & ~lane;
  const auto worth = [&](int height) { return measure_.value[place_of({card.suit, static_cast<u8>(height)})]; };
  const u32 rests = relevance.worths().lane(card.suit), counts = ask_.counts.lane(card.suit);
  u32 more = 0;
  i32 spent = 0;
  const auto may = [&](int last, int next) {
    if (last == card.height) spent = 0;
    i32 all = spent += !by_worth_ ? std::abs(worth(last) - worth(next)) : rests >> next & 1 ? std::max(0, worth(next) - worth(last)) : 0;
    if (by_worth_ && (rests >> card.height & 1)) all += std::max(0, worth(card.height) - worth(next));
    if (all > slack) return false;
    off = std::max(off, all);
    if (rests >> next & 1) more |= u32{1} << last;
    if (rests >> card.height & 1) more |= u32{1} << next;
    return true;
  };
  const u32 covered = Substitution(relevance, card.suit, lane, others).by(card.height, !on_.rank_pruning, may);
  if (by_worth_) relevance.rest_on_worth(of_lane(card.suit, more & counts));
  return of_lane(card.suit, covered);
}

// A duty to beat makes legality a matter of ranks, and so part of the proof. Say t are the cards on the table of the suit that
// the duty is about, L the mover's cards of it, B those of L above all of t: they are legal, or all of L where there are none.
// In a position where the comparisons below come out the same,
//  * a card of B that decides beats all of t there too, so it is legal;
//  * a card that decides where B is empty is legal there too, as the highest of L is beaten by one of t;
//  * where every card of B was searched the highest of L beats all of t there too, so that the duty binds; and the highest
//    card of L outside B is beaten by one of t, so nothing outside B is legal: all that is legal there was searched;
//  * where every card was searched and B is empty, all of L was, whatever of it is legal there.
template <int Seats>
void SumSearch<Seats>::rest_on_duty(const Card* decides, Relevance& relevance) const {
  if (rules_.beat == kBeatNothing || now_.laid == 0 || (decides && is_excuse(*decides))) return;
  const Cards& own = now_.hand[now_.holder()];
  const u8 suit = now_.suit_to_show(own);
  if (suit == kNoSuit || !now_.bound_to_beat(rules_, suit)) return;
  const u32 lane = own.lane(suit);
  const u8 best = now_.table[now_.best[now_.laid]].height;
  const u32 over = lane & (~u32{1} << best), under = lane & ~over;
  u32 table = 0;
  for (int i = 0; i < now_.laid; ++i)
    if (now_.table[i].suit == suit) table |= u32{1} << now_.table[i].height;
  const auto highest = [](u32 heights) { return std::bit_width(heights) - 1; };
  if (over == 0) {
    if (decides) relevance.add(suit, best, u32{1} << highest(lane));
    return;
  }
  relevance.add(suit, decides ? decides->height : highest(lane), table);
  if (!decides && under) relevance.add(suit, best, u32{1} << highest(under));
}

}  // namespace core
