// Which cards the threshold search tries: those that stand for others, and those that another has answered for.
#pragma once

#include "../cards/substitution.hpp"
#include "search.hpp"

namespace core {

// Whether a call for the excuse changes nothing: all seats want the same.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::exempt_from_call() const { return question_.side == 0 || question_.side == (1 << Seats) - 1; }

// One card of each group of neighbours in `own`, and each card of `single`. Of a group the highest, to win with or to
// lead; the lowest where it can't win, so that the better one is kept: proofs then need the weaker comparisons. Here
// the cards are of one suit.
template <int Seats, class TableOf>
void ThresholdSearch<Seats, TableOf>::add_lane(Moves<Seats>& moves, int suit, u32 own, u32 single) const {
  const auto add = [&](u32 heights) {
    for (; heights; heights &= heights - 1)
      moves.add({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(heights))}, kNoSuit, 0);
  };
  if (!on_.merge || counted() || (own & (own - 1)) == 0) return add(own | single);
  const u32 in_play = in_play_.lane(suit);
  const u32 ranks = static_cast<u32>(squeeze(own, in_play));
  u32 tops = static_cast<u32>(spread(ranks & ~(ranks >> 1), in_play));
  if (now_.laid) {
    u32 bottoms = static_cast<u32>(spread(ranks & ~(ranks << 1), in_play));
    u32 all = 0;
    for (; tops; tops &= tops - 1, bottoms &= bottoms - 1) {
      const Card top{static_cast<u8>(suit), static_cast<u8>(std::countr_zero(tops))};
      all |= now_.beats(top) ? tops & (~tops + 1) : bottoms & (~bottoms + 1);
    }
    tops = all;
  }
  add(tops | single);
}

// The same of all plain suits, of which none can win: they are led, or thrown off.
template <int Seats, class TableOf>
void ThresholdSearch<Seats, TableOf>::add_plain(Moves<Seats>& moves, u64 own, u64 single) const {
  u64 chosen = own;
  if (on_.merge && !counted()) {
    const u64 in_play = in_play_.plain;
    const u64 ranks = squeeze(own, in_play);
    const u64 lowest = squeeze(in_play & ~(closed_upward({in_play, 0}).plain << 1 & ~kLaneLow), in_play);
    const u64 beside = now_.laid ? ranks << 1 & ~lowest : (ranks & ~lowest) >> 1;  // a card of the hand is next, below or above
    chosen = spread(ranks & ~beside, in_play);
  }
  for (u64 rest = chosen | single; rest; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    moves.add({static_cast<u8>(bit / kLane), static_cast<u8>(bit % kLane)}, kNoSuit, 0);
  }
}

template <int Seats, class TableOf>
template <int Laid>
void ThresholdSearch<Seats, TableOf>::gather(Moves<Seats>& moves, bool only_excuse, const Cards& prizes) const {
  if (now_.laid != Laid) __builtin_unreachable();
  const bool excuse = now_.may_lay_excuse(rules_);
  // A call for the excuse: at this trick every card other than the excuse is put to the others in turn, who may each
  // insist on the excuse. Let F be the value of playing the excuse. An opponent of the holder may always call, which
  // makes F of the card, and so may a friend. If there is an opponent, the card is therefore worth F or less to the
  // holder, and playing the excuse at once is best. With all on one side nobody gains by calling what the holder could
  // have played.
  const bool called = excuse && now_.tricks == rules_.call_trick && !exempt_from_call();
  if (!(only_excuse || called)) {
    const Cards obeying = now_.obeying();
    const Cards single = obeying & prizes, own = obeying.without(single);
    const u8 suit = now_.suit_led();
    if (suit < kPlainSuits && obeying.lane(suit)) {
      add_lane(moves, suit, own.lane(suit), single.lane(suit));
    } else {
      if (obeying.plain) add_plain(moves, own.plain, single.plain);
      if (obeying.trumps) add_lane(moves, kTrumps, own.trumps, single.trumps);
    }
  }
  if (!(excuse || only_excuse)) return;
  if (now_.laid) return moves.add(kExcuse, kNoSuit, 0);
  for (u32 suits = now_.nameable(rules_); suits; suits &= suits - 1)
    moves.add(kExcuse, static_cast<u8>(std::countr_zero(suits)), 0);
}

// The mover's cards that the searched one stands for; cards/substitution.hpp says why. With the count only cards of equal worth.
template <int Seats, class TableOf>
Cards ThresholdSearch<Seats, TableOf>::covered_by(Card card, const Cards& own, Relevance& relevance) const {
  if (!own.has(card) || !(on_.merge || on_.rank_pruning)) return only(card);
  u32 lane = own.lane(card.suit);
  if (counted())
    for (u32 rest = lane; rest; rest &= rest - 1)
      if (const u8 height = static_cast<u8>(std::countr_zero(rest)); rules_.points({card.suit, height}) != rules_.points(card))
        lane &= ~(u32{1} << height);
  const u32 others = in_play_.lane(card.suit) & ~lane;
  return of_lane(card.suit, Substitution(relevance, card.suit, lane, others).by(card.height, !on_.rank_pruning));
}

}  // namespace core
