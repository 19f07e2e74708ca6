// When near misses are looked for (threshold/near.ipp), and which comparisons of which shapes it has been tried to do without.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "../cards/numbered.hpp"

namespace core {

// What it is worth is seen late and in few searches: some end after half the nodes, in others nothing comes of it. So it
// takes a share of the nodes that is not missed where it is of no use, and begins where a search is one of the long ones.
class NearMisses {
 public:
  // For a search of so many tricks; `told` is the switch: with so many tricks to go or fewer from the first node on, in any share of
  // them, or a negative number for what is usual.
  void begin(int told, int tricks) {
    usual_ = told < 0;
    most_ = !usual_ ? told : tricks >= kLong ? kMostTricks : 0;
  }

  // They are looked for with so many tricks to go, or fewer; not all the time.
  int most() const { return most_; }
  bool now(u64 nodes, u64 work) const {
    if (!usual_) return true;
    return work >= kWorth && nodes >= kFrom && (inside_ || spent_ <= nodes / kShare);
  }

  // What one comparison may cost where a search of so many nodes could have been done without.
  u64 within(u64 work) const { return usual_ ? std::min(kDearest, 2 * work) : kDearest; }

  // Below a near miss only those with fewer tricks to go are looked at.
  struct Outside {
    int most;
    bool inside;
  };
  Outside enter(int tricks) {
    const Outside outside{most_, inside_};
    most_ = tricks - 1;
    inside_ = true;
    return outside;
  }
  void leave(const Outside& outside, u64 nodes) {
    most_ = outside.most;
    inside_ = outside.inside;
    if (!inside_) spent_ += nodes;
  }

  template <class Key>
  std::size_t place(const Key& key, Comparison one) const {
    u64 x = static_cast<u64>(one.winner << 8 | one.loser) * 0xD6E8FEB86659FD93u;
    for (const u64 word : key) x = (x ^ word) * 0x9E3779B97F4A7C15u, x ^= x >> 29;
    return x & (kPlaces - 1);
  }
  // What was in vain more often than not is tried one time in sixteen.
  bool worth_it(std::size_t at) {
    if (places_.empty()) places_.resize(kPlaces);
    Place& place = places_[at];
    if (place.kept < 1 + 2 * place.spared || place.kept % 16 == 0) return true;
    return ++place.kept, false;
  }
  void tell(std::size_t at, bool spared) {
    u8& count = spared ? places_[at].spared : places_[at].kept;
    if (count < kOften) ++count;
  }

 private:
  static constexpr int kLong = 24, kMostTricks = 10;
  static constexpr u64 kFrom = 1'000'000, kWorth = 8, kShare = 8, kDearest = 200;
  static constexpr std::size_t kPlaces = std::size_t{1} << 20;
  static constexpr u8 kOften = 240;
  struct Place {
    u8 spared = 0, kept = 0;
  };
  std::vector<Place> places_;
  int most_ = 0;
  bool usual_ = true, inside_ = false;
  u64 spent_ = 0;
};

}  // namespace core
