// By what a value is kept: relative ranks. Ranks keep their order when cards that are in play in no world are left out,
// and nothing else about a card matters but its prize and, with the count, its points, for which the courts still in
// play are told apart.
#pragma once

#include <algorithm>

#include "decide.hpp"

namespace core::worlds {

inline u64 two(i32 a, i32 b) { return static_cast<u32>(a) | static_cast<u64>(static_cast<u32>(b)) << 32; }

// The open play: who leads, the cards on the table, what was won and paid; and which cards `in_play` are. What the last
// seat was paid follows: tokens and pots add up to nothing new.
template <int Seats>
void Decide<Seats>::put_open(const Position& now, const Tokens& paid, const Cards& in_play) {
  constexpr int kWonAt = kOwnerBits, kTopsAt = kWonAt + Seats, kLowestAt = kTopsAt + kPlainSuits, kCountsAt = kLowestAt + 1;
  constexpr int kLedAt = kCountsAt + 4 * kPlainSuits + 5, kLaidAt = kLedAt + 4, kTricksAt = kLaidAt + kOwnerBits;
  static_assert(kTricksAt + 6 <= kMoreAt && 7 * (Seats - 1) <= 64);
  const int plain = std::popcount(in_play.plain);
  const auto place = [&](Card card) -> u64 {
    if (is_excuse(card)) return 127;
    const Cards one = only(card);
    return card.suit == kTrumps ? plain + std::popcount(in_play.trumps & (one.trumps - 1))
                                : std::popcount(in_play.plain & (one.plain - 1));
  };
  u64 rest = static_cast<u64>(now.leader) | static_cast<u64>(now.progress.won) << kWonAt;
  for (int suit = 0; suit < kPlainSuits; ++suit)
    rest |= static_cast<u64>(in_play.lane(suit) >> kTopHeight & 1) << (kTopsAt + suit);
  rest |= static_cast<u64>(in_play.trumps & 1) << kLowestAt;
  for (int suit = 0; suit < kSuits; ++suit)
    rest |= static_cast<u64>(std::popcount(in_play.lane(suit))) << (kCountsAt + 4 * suit);
  rest |= static_cast<u64>(now.suit_led()) << kLedAt | static_cast<u64>(now.laid) << kLaidAt;
  rest |= static_cast<u64>(now.tricks) << kTricksAt;
  key_ = {rest, two(now.progress.pots[0], now.progress.pots[1])};
  put_numbers(paid);
  if (now.laid) {
    u64 table = 0;
    for (int i = 0; i < now.laid; ++i) table |= place(now.table[i]) << (7 * i);
    key_.push_back(table);
  }
  if (!stakes_.count) return;
  u64 courts = static_cast<u64>(in_play.trumps >> 20 & 1) << 12;
  for (int suit = 0; suit < kPlainSuits; ++suit) courts |= static_cast<u64>(in_play.lane(suit) >> 10 & 7) << (3 * suit);
  key_.push_back(courts);
  put_numbers(now.progress.points);
}

// A number of every seat but the last.
template <int Seats>
void Decide<Seats>::put_numbers(const std::array<i32, Seats>& numbers) {
  for (int seat = 0; seat < Seats - 1; seat += 2) key_.push_back(two(numbers[seat], seat + 1 < Seats - 1 ? numbers[seat + 1] : 0));
}

// The cards of some seats by relative ranks, two after two.
template <int Seats>
void Decide<Seats>::put_hands(std::span<const Cards> hands, const Cards& in_play, std::vector<u64>& words) const {
  const int plain = std::popcount(in_play.plain);
  const bool few = in_play.count() <= 32;
  for (std::size_t i = 0; i < hands.size(); i += 2) {
    const Cards one = hands[i], other = i + 1 < hands.size() ? hands[i + 1] : Cards{};
    const u64 low = squeeze(one.plain, in_play.plain), next = squeeze(other.plain, in_play.plain);
    const u64 high = squeeze(one.trumps, in_play.trumps), above = squeeze(other.trumps, in_play.trumps);
    if (few) {
      words.push_back((low | high << plain) | (next | above << plain) << 32);
      continue;
    }
    words.push_back(low);
    words.push_back(next);
    words.push_back(high | above << 32);
  }
}

// One world alone: the last hand has the rest.
template <int Seats>
void Decide<Seats>::single_key(const Position& now, const Tokens& paid) {
  const Cards in_play = now.in_play();
  put_open(now, paid, in_play);
  key_[0] |= static_cast<u64>(now.excuse) << kMoreAt;
  put_hands({now.hand.data(), Seats - 1}, in_play, key_);
}

// Several worlds, which stand in the order of their hands; `order_` has their places. A world is its weight, the owner
// of the excuse, and the cards of the others.
template <int Seats>
void Decide<Seats>::information_set_key(const Open& open, const Worlds& worlds, bool called) {
  Cards in_play{};
  for (int i = 0; i < open.table.laid; ++i)
    if (!is_excuse(open.table.table[i])) in_play |= only(open.table.table[i]);
  for (const u16 world : worlds)
    for (int seat = 0; seat < Seats; ++seat) in_play |= hand(open, world, seat);
  put_open(open.table, open.paid, in_play);
  key_[0] |= static_cast<u64>(called) << kMoreAt;
  const Cards mine = hand(open, worlds.front(), player_);
  put_hands({&mine, 1}, in_play, key_);
  blocks_.clear();
  std::array<Cards, Seats - 1> others;
  for (const u16 world : worlds) {
    for (int place = 1; place < Seats; ++place) others[place - 1] = hand(open, world, seat_after<Seats>(player_, place));
    put_hands(others, in_play, blocks_);
    blocks_.push_back(static_cast<u64>(worlds_[world].weight) << kOwnerBits | (open.excuse_played ? kGone : worlds_[world].excuse));
  }
  const std::size_t words = blocks_.size() / worlds.size();
  const auto block = [&](u16 place) { return blocks_.begin() + static_cast<std::ptrdiff_t>(place * words); };
  order_.resize(worlds.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<u16>(i);
  std::sort(order_.begin(), order_.end(), [&](u16 a, u16 b) {
    return std::lexicographical_compare(block(a), block(a + 1), block(b), block(b + 1));
  });
  for (const u16 place : order_) key_.insert(key_.end(), block(place), block(place + 1));
}

}  // namespace core::worlds
