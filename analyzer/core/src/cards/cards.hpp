// Sets of cards as bits.
//
// Four plain suits lie in one 64-bit word, sixteen bits a suit: bit 16 * suit + height. Heights run from 0
// (lowest) to 13, so the two top bits of every lane are free, which `closed_upward` relies on. The trumps lie
// in a 32-bit word: bit = height, 0 to 20, or 21 where the Fool is the highest trump. An excuse belongs to no suit and is
// kept apart, as its owner.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace core {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;

constexpr int kMostSeats = 5;

constexpr int kPlainSuits = 4;
constexpr int kTrumps = 4;  // the number of the trump suit
constexpr int kSuits = 5;
constexpr int kLane = 16;
constexpr int kTopHeight = 13;
constexpr int kTrumpHeights = 22;
constexpr int kCardsInDeck = 78;
constexpr u64 kLaneLow = 0x0001'0001'0001'0001;   // bit 0 of every lane
constexpr u64 kLaneHigh = 0x8000'8000'8000'8000;  // bit 15 of every lane
constexpr u64 kTops = kLaneLow << kTopHeight;     // the highest card of every plain suit
constexpr u32 kLowestTrump = 1;
static_assert(kTopHeight < kLane - 2, "closed_upward needs two free bits on top of every lane");

// The seat so many places on, at most all the way round.
template <int Seats>
constexpr int seat_after(int seat, int places) {
  const int on = seat + places;
  assert(on < 2 * Seats);
  return on < Seats ? on : on - Seats;
}

// A card: its suit (0 to 4) and height, or the excuse.
struct Card {
  u8 suit = 0;
  u8 height = 0;
  bool operator==(const Card&) const = default;
};
constexpr u8 kExcuseSuit = 7;
constexpr Card kExcuse{kExcuseSuit, 0};
constexpr bool is_excuse(Card card) { return card.suit == kExcuseSuit; }

// A set of cards without the excuse.
struct Cards {
  u64 plain = 0;
  u32 trumps = 0;

  bool operator==(const Cards&) const = default;
  constexpr bool empty() const { return plain == 0 && trumps == 0; }
  constexpr int count() const { return std::popcount(plain) + std::popcount(trumps); }
  constexpr Cards operator|(const Cards& o) const { return {plain | o.plain, trumps | o.trumps}; }
  constexpr Cards operator&(const Cards& o) const { return {plain & o.plain, trumps & o.trumps}; }
  constexpr Cards without(const Cards& o) const { return {plain & ~o.plain, trumps & ~o.trumps}; }
  constexpr void operator|=(const Cards& o) { plain |= o.plain, trumps |= o.trumps; }

  // The cards of one suit, heights as bits.
  constexpr u32 lane(int suit) const {
    return suit == kTrumps ? trumps : static_cast<u32>(plain >> (kLane * suit)) & 0xffff;
  }
  constexpr bool has(Card card) const { return lane(card.suit) >> card.height & 1; }
};

constexpr Cards only(Card card) {
  if (card.suit == kTrumps) return {0, u32{1} << card.height};
  return {u64{1} << (kLane * card.suit + card.height), 0};
}

constexpr Cards of_lane(int suit, u32 heights) {
  if (suit == kTrumps) return {0, heights};
  return {static_cast<u64>(heights) << (kLane * suit), 0};
}

// Every bit at or above the lowest set bit of its lane, in every lane that has one; junk above the cards,
// to be masked by the caller. For a lane value r < 2^14: r | (2^15 - r) agrees with r | -r below bit 15, and
// 2^15 - r never borrows from the next lane.
constexpr Cards closed_upward(const Cards& set) {
  return {set.plain | (kLaneHigh - set.plain), set.trumps | (0u - set.trumps)};
}

#if defined(__BMI2__)
inline u64 squeeze(u64 bits, u64 mask) { return _pext_u64(bits, mask); }
inline u64 spread(u64 bits, u64 mask) { return _pdep_u64(bits, mask); }
#else
inline u64 squeeze(u64 bits, u64 mask) {
  u64 out = 0;
  for (u64 place = 1; mask; mask &= mask - 1, place <<= 1)
    if (bits & mask & (~mask + 1)) out |= place;
  return out;
}
inline u64 spread(u64 bits, u64 mask) {
  u64 out = 0;
  for (; mask; mask &= mask - 1, bits >>= 1)
    if (bits & 1) out |= mask & (~mask + 1);
  return out;
}
#endif

// Cards of one hand that lie next to `card` in rank: nothing of another hand or of the table between them, so
// that one may stand for all. `separators` are all other cards in play and whatever must stand alone.
inline Cards neighbours(Card card, const Cards& own, const Cards& separators) {
  const u32 o = own.lane(card.suit);
  const u32 s = separators.lane(card.suit);
  const u32 bit = u32{1} << card.height;
  const u32 above = s & ~((bit << 1) - 1);
  const u32 below = s & (bit - 1);
  const u32 under_next = above ? (above & (~above + 1)) - 1 : ~u32{0};
  const u32 over_last = below ? ~((std::bit_floor(below) << 1) - 1) : ~u32{0};
  return of_lane(card.suit, (o & under_next & over_last) | bit);
}

}  // namespace core
