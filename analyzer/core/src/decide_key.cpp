// By what a value is kept: relative ranks. Ranks keep their order when cards that are in play in no world are left out,
// and nothing else about a card matters but its prize and, with the count, its points, for which the courts still in
// play are told apart.
#include <algorithm>

#include "decide.hpp"

namespace core::worlds {

namespace {

u64 two(i32 a, i32 b) { return static_cast<u32>(a) | static_cast<u64>(static_cast<u32>(b)) << 32; }

}  // namespace

// The open play: who leads, the cards on the table, what was won and paid; and which cards `in_play` are. What the third
// seat was paid follows: tokens and pots add up to nothing new.
void Decide::put_open(const Position& now, const Tokens& paid, const Cards& in_play) {
  const int plain = std::popcount(in_play.plain);
  const auto place = [&](Card card) -> u64 {
    if (is_excuse(card)) return 127;
    const Cards one = only(card);
    return card.suit == kTrumps ? plain + std::popcount(in_play.trumps & (one.trumps - 1))
                                : std::popcount(in_play.plain & (one.plain - 1));
  };
  u64 rest = static_cast<u64>(now.leader) | static_cast<u64>(now.progress.won) << 2;
  for (int suit = 0; suit < kPlainSuits; ++suit) rest |= static_cast<u64>(in_play.lane(suit) >> kTopHeight & 1) << (5 + suit);
  rest |= static_cast<u64>(in_play.trumps & 1) << 9;
  for (int suit = 0; suit < kSuits; ++suit) rest |= static_cast<u64>(std::popcount(in_play.lane(suit))) << (10 + 4 * suit);
  rest |= static_cast<u64>(now.laid ? now.led : kNoSuit) << 31 | static_cast<u64>(now.laid) << 35;
  rest |= static_cast<u64>(now.tricks) << 37;
  for (int i = 0; i < now.laid; ++i) rest |= place(now.table[i]) << (42 + 7 * i);
  key_ = {rest, two(now.progress.pots[0], now.progress.pots[1]), two(paid[0], paid[1])};
  if (!stakes_.count) return;
  u64 courts = static_cast<u64>(in_play.trumps >> 20 & 1) << 12;
  for (int suit = 0; suit < kPlainSuits; ++suit) courts |= static_cast<u64>(in_play.lane(suit) >> 10 & 7) << (3 * suit);
  key_.push_back(courts);
  key_.push_back(two(now.progress.points[0], now.progress.points[1]));
}

// The cards of two seats by relative ranks, one after the other.
void Decide::put_hands(const Cards& one, const Cards& other, const Cards& in_play, std::vector<u64>& words) const {
  const int plain = std::popcount(in_play.plain);
  const auto low = [&](const Cards& own) { return squeeze(own.plain, in_play.plain); };
  const auto high = [&](const Cards& own) { return squeeze(own.trumps, in_play.trumps); };
  if (in_play.count() <= 32) {
    words.push_back((low(one) | high(one) << plain) | (low(other) | high(other) << plain) << 32);
    return;
  }
  words.push_back(low(one));
  words.push_back(low(other));
  words.push_back(high(one) | high(other) << 32);
}

// One world alone: the third hand has the rest.
void Decide::single_key(const Position& now, const Tokens& paid) {
  const Cards in_play = now.in_play();
  put_open(now, paid, in_play);
  key_[0] |= static_cast<u64>(now.excuse) << 57;
  put_hands(now.hand[0], now.hand[1], in_play, key_);
}

// Several worlds, which stand in the order of their hands; `order_` has their places. A world is its weight, the owner
// of the excuse, and the cards of the two others.
void Decide::information_set_key(const Open& open, const Worlds& worlds, bool called) {
  Cards in_play{};
  for (int i = 0; i < open.table.laid; ++i)
    if (!is_excuse(open.table.table[i])) in_play |= only(open.table.table[i]);
  for (const u16 world : worlds)
    for (int seat = 0; seat < kSeats; ++seat) in_play |= hand(open, world, seat);
  put_open(open.table, open.paid, in_play);
  key_[0] |= static_cast<u64>(called) << 57;
  const int one = (player_ + 1) % kSeats, other = (player_ + 2) % kSeats;
  put_hands(hand(open, worlds.front(), player_), {}, in_play, key_);
  blocks_.clear();
  for (const u16 world : worlds) {
    put_hands(hand(open, world, one), hand(open, world, other), in_play, blocks_);
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
