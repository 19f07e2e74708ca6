// One world alone: all cards are known to everybody, so one card of a hand stands for its neighbours, and positions
// that agree by relative ranks have the same value.
#pragma once

#include "decide.hpp"

namespace core::worlds {

template <int Seats>
u32 Decide<Seats>::single(const Position& now, const Tokens& paid, bool called, bool floor) {
  if (budget_->spent()) return 0;
  if (called) return single_walk(now, paid, true, floor);
  if (now.tricks == 1 && (now.laid || now.excuse != now.leader) && !named_anew(now)) return single_last(now, paid);
  if (now.laid > 1) return single_walk(now, paid, false, floor);
  single_key(now, paid);
  Memo& kept = kept_single_[floor];
  if (kept.find(key_, value_)) return value_.front();
  const std::vector<u64> key = key_;
  const u32 value = single_walk(now, paid, false, floor);
  if (!budget_->spent()) kept.put(key, {&value, 1});
  return value;
}

// The suits that the second player may name in place of one that nobody can follow.
template <int Seats>
u32 Decide<Seats>::named_anew(const Position& now) const {
  if (now.laid != 1 || !is_excuse(now.table[0])) return 0;
  const u32 suits = now.nameable(rules_);
  return unfollowed(now, suits) ? suits : 0;
}

template <int Seats>
auto Decide<Seats>::single_options(const Position& now, bool called) const -> Options {
  Options all;
  if (!called) {
    const bool led = now.laid && is_excuse(now.table[0]);
    const Cards obeying = worlds::obeying(now.hand[now.holder()], now, led && unfollowed(now, now.nameable(rules_)));
    const Cards own = now.hand[now.holder()].without({kTops, kLowestTrump});
    const Cards separators = now.in_play().without(own);
    Cards covered{};
    for (int suit = 0; suit < kSuits; ++suit)
      for (u32 heights = obeying.lane(suit); heights;) {
        const int height = 31 - std::countl_zero(heights);
        heights &= ~(u32{1} << height);
        const Card card{static_cast<u8>(suit), static_cast<u8>(height)};
        if (covered.has(card)) continue;
        all.add({card});
        if (!own.has(card)) continue;
        for (u32 group = neighbours(card, own, separators).lane(suit); group; group &= group - 1) {
          const Card other{card.suit, static_cast<u8>(std::countr_zero(group))};
          if (!stakes_.count || rules_.points(other) == rules_.points(card)) covered |= only(other);
        }
      }
  }
  for (u32 suits = named_anew(now); suits; suits &= suits - 1) all.add({kExcuse, static_cast<u8>(std::countr_zero(suits))});
  if (now.excuse != now.holder() || (!called && now.tricks == rules_.banned_trick)) return all;
  if (now.laid) all.add({kExcuse});
  else
    for (u32 suits = now.nameable(rules_); suits; suits &= suits - 1) all.add({kExcuse, static_cast<u8>(std::countr_zero(suits))});
  return all;
}

template <int Seats>
u32 Decide<Seats>::single_walk(const Position& now, const Tokens& paid, bool called, bool floor) {
  const int seat = now.holder();
  std::array<u32, kMostMoves> values;
  std::size_t size = 0;
  const bool calls = !called && now.tricks == rules_.call_trick && now.excuse == seat;
  const u32 demanded = calls ? single_walk(now, paid, true, floor) : 0;
  for (const Option option : single_options(now, called)) {
    u32 value = single_below(now, paid, option, floor);
    if (budget_->spent()) return 0;
    if (calls && !is_excuse(option.card))
      for (int place = Seats - 1; place > 0; --place) {
        const std::array<u32, 2> both{demanded, value};
        value = single_chosen(seat_after<Seats>(seat, place), both, floor);
      }
    values[size++] = value;
  }
  return single_chosen(seat, {values.data(), size}, floor);
}

template <int Seats>
u32 Decide<Seats>::single_below(const Position& now, const Tokens& paid, Option option, bool floor) {
  if (budget_->node()) return 0;
  Position next = now;
  if (is_excuse(option.card) && now.excuse == kGone) {
    next.led[next.laid] = option.named;
    return single(next, paid, false, floor);
  }
  next.lay(option.card, option.named);
  if (next.laid < Seats) return single(next, paid, false, floor);
  if (next.tricks == 1) return single_ended(next, paid);
  const TrickCards trick = next.complete();
  const Tokens now_paid = settle_early(rules_, stakes_, trick, next.progress);
  Tokens total = paid;
  for (int seat = 0; seat < Seats; ++seat) total[seat] += now_paid[seat];
  next.next_trick(trick.winner);
  return single(next, total, false, floor);
}

// The last trick, to which everybody has one card; no excuse is to be named.
template <int Seats>
u32 Decide<Seats>::single_last(const Position& now, const Tokens& paid) {
  Position next = now;
  while (next.laid < Seats) {
    const int seat = next.holder();
    const Cards& held = next.hand[seat];
    if (next.excuse == seat) next.lay(kExcuse, kNoSuit);
    else if (held.trumps) next.lay({kTrumps, static_cast<u8>(std::countr_zero(held.trumps))}, kNoSuit);
    else next.lay({static_cast<u8>(std::countr_zero(held.plain) / kLane), static_cast<u8>(std::countr_zero(held.plain) % kLane)}, kNoSuit);
  }
  budget_->node();
  return single_ended(next, paid);
}

// The last trick is complete.
template <int Seats>
u32 Decide<Seats>::single_ended(Position& now, const Tokens& paid) {
  const TrickCards trick = now.complete();
  Outcome outcome;
  outcome.tokens = settle_last(rules_, stakes_, trick, now.progress);
  for (int seat = 0; seat < Seats; ++seat) outcome.tokens[seat] += paid[seat];
  for (int place = 0; place < Seats; ++place) {
    if (prize_kind(trick.card[place]) == kNoKind) continue;
    if (trick.seat(place) == trick.winner) outcome.prize = trick.winner;
    else outcome.lost |= 1 << trick.seat(place);
  }
  return outcomes_.number(outcome);
}

}  // namespace core::worlds
