// The cards that decided, by position: for measuring how much a better order of cards could spare.
#pragma once

#include <array>
#include <unordered_map>

#include "ordering.hpp"
#include "state.hpp"

namespace core {

template <int Seats>
class Refutations {
 public:
  void note(const Position<Seats>& at, const Move& move) { moves_[identity(at)] = move; }

  // The move that decided at this very position, rated above all others.
  void put_first(const Position<Seats>& at, Moves<Seats>& moves) const {
    const auto found = moves_.find(identity(at));
    if (found == moves_.end()) return;
    for (int i = 0; i < moves.count; ++i)
      if (Move& move = moves.move[i]; move.card == found->second.card && move.named == found->second.named) move.rating = kFirst;
  }

 private:
  static constexpr i32 kFirst = 1 << 30;
  static constexpr int kTrumpWords = (Seats + 1) / 2;
  using Identity = std::array<u64, Seats + kTrumpWords + 1>;

  struct Hash {
    std::size_t operator()(const Identity& identity) const {
      u64 x = 0;
      for (const u64 each : identity) x = (x ^ each) * 0x9E3779B97F4A7C15u, x ^= x >> 29;
      return x;
    }
  };

  static Identity identity(const Position<Seats>& at) {
    Identity all{};
    for (int seat = 0; seat < Seats; ++seat) {
      all[seat] = at.hand[seat].plain;
      all[Seats + seat / 2] |= static_cast<u64>(at.hand[seat].trumps) << (32 * (seat % 2));
    }
    u64 rest = static_cast<u64>(at.leader) | static_cast<u64>(at.excuse) << 3 | static_cast<u64>(at.laid) << 6 | static_cast<u64>(at.led) << 9;
    for (int i = 0; i < at.laid; ++i) rest |= static_cast<u64>(at.table[i].suit << 5 | at.table[i].height) << (13 + 8 * i);
    all.back() = rest;
    return all;
  }

  std::unordered_map<Identity, Move, Hash> moves_;
};

}  // namespace core
