// What a proof rests on: which cards must beat which.
//
// A line of play is decided by comparisons of cards of one suit laid to the same trick. `Relevance` gathers the ones a
// proof has used: row `w` of a suit holds, as bits, the heights of the cards that w was seen to beat.
//
// Why this is enough to carry a proof over to another position. Take positions P and Q with the same lengths of
// all suits in all hands, the same seat to lead and the same special cards (see ThresholdSearch::flags). Map every
// card of P to the card of Q that lies at the same place, counted from the lowest, in the same suit of the same
// hand. Suits, lengths and so all duties agree under the map, card by card, as the play goes on. If each comparison
// of the proof in P comes out the same way between the mapped cards in Q, then each trick of the proof is won
// by the same seat in Q, and the proof is a proof of Q. Nothing is asked about cards the proof never compared: this
// covers more positions than owners of top ranks do, since friends may change places, and so may low winners that
// only had to beat still lower cards. Some entries are proofs by cases, of which each is carried over like this
// (`either_way`, table/resolution.hpp, threshold/spare.ipp).
#pragma once

#include <algorithm>
#include <array>

#include "cards.hpp"

namespace core {

class alignas(32) Relevance {
 public:
  void clear() {
    for (int i = 0; i < kWides; ++i) wide()[i] = Wide{};
  }

  void operator|=(const Relevance& o) {
    for (int i = 0; i < kWides; ++i) wide()[i] |= o.wide()[i];
  }

  // The heights the card must beat.
  u32 row(int suit, int height) const { return suit == kTrumps ? trumps_[height] : plain_[kLane * suit + height]; }

  // Those that must beat any, and perhaps others.
  const Cards& winners() const { return winners_; }

  void add(int suit, int height, u32 losers) {
    if (suit == kTrumps) {
      trumps_[height] |= losers;
      winners_.trumps |= u32{1} << height;
    } else {
      plain_[kLane * suit + height] |= static_cast<u16>(losers);
      winners_.plain |= u64{1} << (kLane * suit + height);
    }
  }

  // Cards that must be worth as much as they are, at least (sums/search.hpp).
  const Cards& worths() const { return worths_; }
  void rest_on_worth(const Cards& cards) { worths_ |= cards; }
  void only_worths(const Cards& cards) { worths_ = worths_ & cards; }

 private:
  // It is cleared and joined all the time, so it is kept in whole registers: left to itself the compiler clears it with an
  // instruction that takes long to begin.
#if defined(__GNUC__)
  typedef u64 Wide __attribute__((vector_size(32), may_alias));
#else
  using Wide = u64;
#endif
  static constexpr int kWides = 256 / sizeof(Wide);
  Wide* wide() { return reinterpret_cast<Wide*>(this); }
  const Wide* wide() const { return reinterpret_cast<const Wide*>(this); }

  std::array<u16, kLane * kPlainSuits> plain_;
  std::array<u32, 24> trumps_;
  Cards worths_, winners_;
};
static_assert(sizeof(Relevance) == 256);

}  // namespace core
