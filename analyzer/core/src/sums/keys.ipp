// What the table is told of a position of a game of card points.
#pragma once

#include "../cards/comparisons.hpp"
#include "search.hpp"

namespace core {

// Where the flags lie.
constexpr int kSumIdBits = 16;
constexpr int kGivesTrull = 32;
constexpr int kSumLeaderAt = kSumIdBits, kSumExcuseAt = kSumLeaderAt + 3, kSumSweptAt = kSumExcuseAt + 3;
constexpr int kSumTrumpLedAt = kSumSweptAt + 1, kSumTakenAt = kSumTrumpLedAt + 1, kSumLeastAt = kSumTakenAt + 1;
constexpr int kSumOwedAt = kSumLeastAt + 6, kSumHeldAt = kSumOwedAt + 6, kSumWantedAt = kSumHeldAt + 3;
static_assert(kSumWantedAt + 16 <= 64 && kMostHandedOver + 1 < kGivesTrull && 2 * kGivesTrull <= 1 << (kSumOwedAt - kSumLeastAt));
static_assert(kToldCards * kOwnerBits <= 64);

// Whether an excuse may yet be led to the last trick as the highest trump.
template <int Seats>
bool SumSearch<Seats>::may_be_on_top() const {
  if (!rules_.top_when_swept || now_.excuse == kGone) return false;
  return now_.past.swept == rules_.side[now_.excuse] || now_.past.swept == SumPast::kNothingYet;
}

// What there is to know of the card that a pile would give for an excuse: what it is worth, and for a margin whether it is one of
// the Trull; or which card it is, where cards that count are told by their number. 0 where there is none.
template <int Seats>
int SumSearch<Seats>::given(int number) const {
  if (number < 0) return 0;
  const int worth = static_cast<int>(rules_.worth_given(number));
  if (measure_.question.kind == kHolds && !measure_.given) return 1;
  if (!measure_.given) return worth + 1 + (measure_.margin() && in_trull(number) ? kGivesTrull : 0);
  return worth == 0 ? 1 : 2 + (number < kMondPlace ? number / 14 * 4 + number % 14 : number == kMondPlace ? 17 : 16);
}

// Everything the value rests on beside comparisons and lengths: question, leader, owners of the excuse and of the cards that
// the question tells from others; and of the past what can still make a difference. Whether the side of the excuse has won
// every trick; whether trumps were led; and as long as a card may be given for the excuse, whether its side has a trick,
// what is the least it can give, and who owes it to whom.
template <int Seats>
u64 SumSearch<Seats>::flags() const {
  const SumPast& past = now_.past;
  u64 flags = ask_.id | static_cast<u64>(now_.leader) << kSumLeaderAt | static_cast<u64>(now_.excuse) << kSumExcuseAt;
  flags |= static_cast<u64>(may_be_on_top()) << kSumSweptAt;
  if (rules_.colour_side >= 0 && rules_.colour_for_good) flags |= static_cast<u64>(past.trump_led) << kSumTrumpLedAt;
  const int gives = now_.excuse != kGone ? rules_.side[now_.excuse] : past.owed_by;
  if (rules_.exchange && measure_.piles && gives >= 0) {
    flags |= static_cast<u64>(past.taken >> gives & 1) << kSumTakenAt;
    flags |= static_cast<u64>(given(past.least[gives])) << kSumLeastAt;
    if (past.owed_by >= 0) flags |= static_cast<u64>((past.owed_by + 1) | (past.owed_to + 1) << 3) << kSumOwedAt;
  }
  if (measure_.margin()) flags |= static_cast<u64>(past.held) << kSumHeldAt;
  if (measure_.window()) flags |= static_cast<u64>(static_cast<u16>(wanted_)) << kSumWantedAt;
  return flags;
}

// Whether a proof of what is to come may keep which of the counting cards it rests on, in the place of who owns them all. Not as
// long as a card goes for an excuse whose worth may yet become less: which one that is hangs on what all cards are worth.
template <int Seats>
void SumSearch<Seats>::settle() {
  by_worth_ = by_worth();
  const bool loose = by_worth_ && ask_.only_three && !three_may_meet(in_play_);
  itself_ = loose ? Cards{} : ask_.itself;
  kept_ = !by_worth_ ? ask_.told : loose ? Cards{} : ask_.kept;
}

template <int Seats>
bool SumSearch<Seats>::by_worth() const {
  if (!on_.worths || !ask_.by_worth) return false;
  if (!rules_.exchange) return true;
  const SumPast& past = now_.past;
  int gives = now_.excuse != kGone ? rules_.side[now_.excuse] : past.owed_by;
  for (int place = 0; place < now_.laid; ++place)
    if (is_excuse(now_.table[place])) gives = rules_.side[now_.seat_at(place)];
  return gives < 0 || (past.least[gives] >= 0 && rules_.worth_given(past.least[gives]) == 0);
}

// Which of the cards whose owners can be told are in a set, a bit for each: the courts, then the trumps.
inline u64 told_bits(const Cards& cards) {
  constexpr u64 courts = kLaneLow * 0x3c00;
  const u32 trumps = cards.trumps;
  return squeeze(cards.plain, courts) | u64{(trumps & 1) | (trumps >> 20 & 1) << 1 | (trumps >> kXXII & 1) << 2} << 16;
}

// Owners lie in the last word, one plane of bits for each bit of the owner's number; who is gone has all of them.
template <int Seats>
SumSearch<Seats>::Table::Key SumSearch<Seats>::key() const {
  typename Table::Key key{};
  for (int word = 0; word < kLengthWords<Seats>; ++word) key[word] = now_.lengths[word];
  key[Table::kFirstFlags] = flags();
  const Cards& kept = by_worth_ ? ask_.kept : ask_.told;
  if (kept.empty()) return key;
  std::array<u64, Seats> told;
  u64 gone = told_bits(kept);
  for (int seat = 0; seat < Seats; ++seat) gone &= ~(told[seat] = told_bits(now_.hand[seat] & kept_));
  for (int plane = 0; plane < kOwnerBits; ++plane) {
    u64 bits = gone;
    for (int seat = 0; seat < Seats; ++seat)
      if (seat >> plane & 1) bits |= told[seat];
    key.back() |= bits << (plane * kToldCards);
  }
  return key;
}

}  // namespace core
