// What the table is told of a position of a game of card points.
#pragma once

#include "comparisons.hpp"
#include "point_search.hpp"

namespace core {

// Where the flags lie.
constexpr int kPointIdBits = 16;
constexpr int kPointLeaderAt = kPointIdBits, kPointExcuseAt = kPointLeaderAt + 3, kPointSweptAt = kPointExcuseAt + 3;
constexpr int kPointTrumpLedAt = kPointSweptAt + 1, kPointTakenAt = kPointTrumpLedAt + 1, kPointLeastAt = kPointTakenAt + 1;
constexpr int kPointOwedAt = kPointLeastAt + 5, kPointHeldAt = kPointOwedAt + 6, kPointWantedAt = kPointHeldAt + 3;
static_assert(kPointWantedAt + 16 <= 64 && kMostHandedOver + 1 < 1 << (kPointOwedAt - kPointLeastAt));
static_assert(kToldCards * kOwnerBits <= 64);

// Whether an excuse may yet be led to the last trick as the highest trump.
template <int Seats>
bool PointSearch<Seats>::may_be_on_top() const {
  if (!rules_.top_when_swept || now_.excuse == kGone) return false;
  return now_.past.swept == rules_.side[now_.excuse] || now_.past.swept == PointPast::kNothingYet;
}

// Everything the value rests on beside comparisons and lengths: question, leader, owners of the excuse and of the cards that
// the question tells from others; and of the past what can still make a difference. Whether the side of the excuse has won
// every trick; whether trumps were led; and as long as a card may be given for the excuse, whether its side has a trick,
// what is the least it can give, and who owes it to whom.
template <int Seats>
u64 PointSearch<Seats>::flags() const {
  const PointPast& past = now_.past;
  u64 flags = ask_.id | static_cast<u64>(now_.leader) << kPointLeaderAt | static_cast<u64>(now_.excuse) << kPointExcuseAt;
  flags |= static_cast<u64>(may_be_on_top()) << kPointSweptAt;
  if (rules_.colour_side >= 0 && rules_.colour_for_good) flags |= static_cast<u64>(past.trump_led) << kPointTrumpLedAt;
  const int gives = now_.excuse != kGone ? rules_.side[now_.excuse] : past.owed_by;
  if (rules_.exchange && measure_.piles && gives >= 0) {
    const i32 least = past.least[gives];
    flags |= static_cast<u64>(past.taken >> gives & 1) << kPointTakenAt;
    flags |= static_cast<u64>(least < 0 ? 0 : measure_.pays ? least + 1 : 1) << kPointLeastAt;
    if (past.owed_by >= 0) flags |= static_cast<u64>((past.owed_by + 1) | (past.owed_to + 1) << 3) << kPointOwedAt;
  }
  if (measure_.margin()) flags |= static_cast<u64>(past.held) << kPointHeldAt;
  if (measure_.window()) flags |= static_cast<u64>(static_cast<u16>(wanted_)) << kPointWantedAt;
  return flags;
}

// Which of the cards whose owners can be told are in a set, a bit for each: the courts, then the trumps.
inline u64 told_bits(const Cards& cards) {
  constexpr u64 courts = kLaneLow * 0x3c00;
  const u32 trumps = cards.trumps;
  return squeeze(cards.plain, courts) | u64{(trumps & 1) | (trumps >> 20 & 1) << 1 | (trumps >> kXXII & 1) << 2} << 16;
}

// Owners lie in the last word, one plane of bits for each bit of the owner's number; who is gone has all of them.
template <int Seats>
PointSearch<Seats>::Table::Key PointSearch<Seats>::key() const {
  typename Table::Key key{};
  for (int word = 0; word < kLengthWords<Seats>; ++word) key[word] = now_.lengths[word];
  key[Table::kFirstFlags] = flags();
  if (ask_.told.empty()) return key;
  std::array<u64, Seats> told;
  u64 gone = told_bits(ask_.told);
  for (int seat = 0; seat < Seats; ++seat) gone &= ~(told[seat] = told_bits(now_.hand[seat] & ask_.told));
  for (int plane = 0; plane < kOwnerBits; ++plane) {
    u64 bits = gone;
    for (int seat = 0; seat < Seats; ++seat)
      if (seat >> plane & 1) bits |= told[seat];
    key.back() |= bits << (plane * kToldCards);
  }
  return key;
}

}  // namespace core
