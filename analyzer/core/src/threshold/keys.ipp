// What the table is told of a position: the key it is found by, and what its entry keeps of a proof.
#pragma once

#include "../cards/comparisons.hpp"
#include "search.hpp"

namespace core {

// Where the flags of a key lie. A card is owned by a seat, or gone, which is written as all ones: no seat is. The points
// of the piles lie in a word of their own if there is one.
template <int Seats>
struct Flags {
  static constexpr int kPrizes = kPlainSuits + 1;
  static constexpr int kOwnerPlanes = std::bit_width(unsigned{Seats});  // bits that tell apart the seats and gone
  static constexpr int kLeaderAt = kIdentityBits;
  static constexpr int kExcuseAt = kLeaderAt + kOwnerPlanes;
  static constexpr int kPrizesAt = kExcuseAt + kOwnerPlanes;
  static constexpr int kWonAt = kPrizesAt + kPrizes * kOwnerPlanes;
  static constexpr int kPotsAt = kWonAt + Seats;
  static constexpr int kCourtsAt = kPotsAt + 4;
  static constexpr int kTopTrumpAt = kCourtsAt + 3 * kPlainSuits;
  static constexpr bool kPointsApart = kLengthWords<Seats> > 1;
  static constexpr int kPointsAt = kPointsApart ? 0 : kTopTrumpAt + 1;
  static constexpr int kPointsBits = kPointsApart ? 16 : 7;
  static_assert(Seats < 1 << kOwnerPlanes && (kGone & ((1 << kOwnerPlanes) - 1)) == (1 << kOwnerPlanes) - 1);
  static_assert(kTopTrumpAt < 64 && kPointsAt + (Seats - 1) * kPointsBits <= 64, "the flags fit their words");
};

// Prize cards this question tells from other cards: they are named in the key and never stand for another card,
// nor another for them. For a goal only those of its seat matter, and only if it tells them from others.
template <int Seats, class TableOf>
Cards ThresholdSearch<Seats, TableOf>::told_apart(const Question& question) {
  const Cards all{kTops, kLowestTrump};
  if (question.tokens || question.classes & kLoses) return all;
  if (question.classes >> kWinsPlain & 1) return question.classes == kWins ? Cards{} : all;
  return {question.classes >> kWinsTop & 1 ? kTops : 0, question.classes >> kWinsLowTrump & 1 ? kLowestTrump : 0};
}

template <int Seats, class TableOf>
Cards ThresholdSearch<Seats, TableOf>::alone(int seat) const {
  return question_.tokens || seat == question_.seat ? now_.hand[seat] & prizes_ : Cards{};
}

// The prize cards of a set as five bits.
template <int Seats, class TableOf>
u64 ThresholdSearch<Seats, TableOf>::prize_bits(const Cards& cards) {
  return squeeze(cards.plain, kTops) | static_cast<u64>(cards.trumps & kLowestTrump) << kPlainSuits;
}

// The owners of all prize cards: one plane of five bits for each bit of the owner's number. Cards that are gone are set
// in all planes, as which no seat is numbered.
template <int Seats, class TableOf>
u64 ThresholdSearch<Seats, TableOf>::prize_owners() const {
  using Flags = core::Flags<Seats>;
  const u64 gone = ~prize_bits(now_.held()) & ((1 << Flags::kPrizes) - 1);
  u64 owners = 0;
  for (int plane = 0; plane < Flags::kOwnerPlanes; ++plane) {
    u64 prizes = gone;
    for (int seat = 0; seat < Seats; ++seat)
      if (seat >> plane & 1) prizes |= prize_bits(now_.hand[seat]);
    owners |= prizes << (plane * Flags::kPrizes);
  }
  return owners;
}

// Everything the value rests on beside comparisons. These are lengths, question, leader, owner of the excuse and owners
// of the prize cards: each is the highest or lowest of its suit, so the map of cards/relevance.hpp takes it to itself. For
// tokens it is also what has been won and lost since the search began. With the count courts differ in worth: then which
// of them are still in play is told too, and the points of all piles but one, which has the rest.
template <int Seats, class TableOf>
ThresholdSearch<Seats, TableOf>::Table::Key ThresholdSearch<Seats, TableOf>::key() const {
  using Flags = core::Flags<Seats>;
  typename Table::Key key{};
  for (int word = 0; word < kLengthWords<Seats>; ++word) key[word] = now_.lengths[word];
  u64& flags = key[Table::kFirstFlags];
  flags = identity_;
  flags |= static_cast<u64>(now_.leader) << Flags::kLeaderAt | static_cast<u64>(now_.excuse & ((1 << Flags::kOwnerPlanes) - 1)) << Flags::kExcuseAt;
  if (!question_.tokens) {
    flags |= prize_bits(alone(question_.seat)) << Flags::kPrizesAt;
    return key;
  }
  flags |= prize_owners() << Flags::kPrizesAt;
  flags |= static_cast<u64>(now_.progress.won) << Flags::kWonAt;
  // Three bits for kind 0, of which four can be lost, one for kind 1; the caller minds how far apart the pots are.
  for (int kind = 0; kind < kKinds; ++kind) {
    const i32 step = rules_.lost_early_pot[kind];
    const i32 lost = step ? (now_.progress.pots[kind] - stakes_.pots[kind]) / step : 0;
    flags |= static_cast<u64>(lost) << (Flags::kPotsAt + 3 * kind);
  }
  if (!stakes_.count) return key;
  const Cards held = now_.held();
  for (int suit = 0; suit < kPlainSuits; ++suit) flags |= static_cast<u64>(held.lane(suit) >> 10 & 7) << (Flags::kCourtsAt + 3 * suit);
  flags |= static_cast<u64>(held.trumps >> 20 & 1) << Flags::kTopTrumpAt;
  for (int seat = 0; seat < Seats - 1; ++seat) {
    const u64 points = static_cast<u64>(now_.progress.points[seat]) & ((u64{1} << Flags::kPointsBits) - 1);
    key.back() |= points << (Flags::kPointsAt + seat * Flags::kPointsBits);
  }
  return key;
}

// Fewer prizes are never better. Where only a last trick with a prize of the subject is worth anything, take two positions
// alike in all that cards/relevance.hpp asks for but in which of the subject's cards are prizes: place by place those of the one, N,
// are among those of the other, M. The play is the same, and where a line of it brings the goal about in N it does in M. So
// what proves "no" of M proves it of N, and what proves "yes" of N of M, never the other way round:
//  * Each last trick, by what was just said, for its comparisons are told.
//  * Each early end: no prizes left in M, then none in N; a prize forced out of M by lengths is out of N, or none. A trump in the
//    last trick beats the lowest one, if that is a prize in N as in M, and kings. What spoils the kings of M spoils those of N.
//    A last card that in M is a trump and not the lowest is no prize in N. The only trump is never lost. Yes: a king or the lowest
//    trump of N is one in M.
//  * Cards that stand for each other are no prizes in the position of the proof: for "no" then neither in N, and for "yes" the
//    proof is one of M with the prizes of N.
// The same tells of a card that was refuted: after c, no prize, the subject has more prizes left than after its king or lowest
// trump of the suit. So if c does not bring it about, neither does that (what cards/substitution.hpp asks provided); and
// where the subject does not want it, the prize stands for c.
//
// `known` asks for entries of other prizes that the subject can have had with these lengths since the search began. Guesses keep
// to the entries of their own key.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::known(const typename Table::Key& key, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance) {
  if (table_.find(key, numbers.late(now_), threshold, value, relevance)) return true;
  if constexpr (Table::kProves) {
    if (on_.dominance && of_prizes()) return known_of_others(key, threshold, numbers, value, relevance);
  }
  return false;
}

template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::known_of_others(const typename Table::Key& key, i32 threshold, Numbers& numbers, i32& value,
                                                      Relevance& relevance) {
  const Cards& own = now_.hand[question_.seat];
  const u64 has = prize_bits(own & prizes_), had = prize_bits(began_ & prizes_);
  if (std::popcount(had) < 2) return false;
  u64 more = 0, fewer = 0;  // prizes it may have more, of suits of which it has cards, or fewer, where it has not all it began with
  for (u64 rest = had; rest; rest &= rest - 1) {
    const int suit = std::countr_zero(rest);
    const u64 bit = rest & (~rest + 1);
    if (has & bit) fewer |= own.lane(suit) != began_.lane(suit) ? bit : 0;
    else more |= own.lane(suit) ? bit : 0;
  }
  const auto ask = [&](u64 others) {
    typename Table::Key other = key;
    other[Table::kFirstFlags] ^= (has ^ others) << Flags<Seats>::kPrizesAt;
    return table_.find(other, numbers.late(now_), threshold, value, relevance);
  };
  for (u64 set = more; set; set = (set - 1) & more)
    if (ask(has | set) && value < threshold) return true;
  for (u64 set = fewer; set; set = (set - 1) & fewer)
    if (set != has && ask(has & ~set) && value >= threshold) return true;
  return false;
}

// What an entry keeps of a proof; without the partition, or with the count, where each card has its own worth, the
// whole order of the cards.
template <int Seats, class TableOf>
Comparisons ThresholdSearch<Seats, TableOf>::comparisons(const Relevance& relevance) const {
  return listed<Seats>(now_.hand, relevance, !on_.partition || counted());
}

}  // namespace core
