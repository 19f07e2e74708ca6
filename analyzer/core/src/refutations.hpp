// The cards that decided, by position: for measuring how much a better order of cards could spare.
#pragma once

#include <array>
#include <unordered_map>

#include "ordering.hpp"
#include "state.hpp"

namespace core {

class Refutations {
 public:
  void note(const Position& at, const Move& move) { moves_[identity(at)] = move; }

  // The move that decided at this very position, rated above all others.
  void put_first(const Position& at, Moves& moves) const {
    const auto found = moves_.find(identity(at));
    if (found == moves_.end()) return;
    for (int i = 0; i < moves.count; ++i)
      if (Move& move = moves.move[i]; move.card == found->second.card && move.named == found->second.named) move.rating = kFirst;
  }

 private:
  static constexpr i32 kFirst = 1 << 30;
  using Identity = std::array<u64, 6>;

  struct Hash {
    std::size_t operator()(const Identity& identity) const {
      u64 x = 0;
      for (const u64 each : identity) x = (x ^ each) * 0x9E3779B97F4A7C15u, x ^= x >> 29;
      return x;
    }
  };

  static Identity identity(const Position& at) {
    Identity all{};
    for (int seat = 0; seat < kSeats; ++seat) {
      all[seat] = at.hand[seat].plain;
      all[3 + seat / 2] |= static_cast<u64>(at.hand[seat].trumps) << (32 * (seat % 2));
    }
    u64 rest = static_cast<u64>(at.leader) | static_cast<u64>(at.excuse) << 2 | static_cast<u64>(at.laid) << 5 | static_cast<u64>(at.led) << 7;
    for (int i = 0; i < at.laid; ++i) rest |= static_cast<u64>(at.table[i].suit << 5 | at.table[i].height) << (11 + 8 * i);
    all[5] = rest;
    return all;
  }

  std::unordered_map<Identity, Move, Hash> moves_;
};

}  // namespace core
