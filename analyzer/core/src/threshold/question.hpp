// What is asked of a position.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include "../cards/cards.hpp"

namespace core {

// What a seat can do in the last trick; a goal is a set of these.
enum LastClass : u8 { kLosesPlain = 0, kLosesPrize = 1, kWinsPlain = 2, kWinsTop = 3, kWinsLowTrump = 4 };
constexpr int kClasses = 5;
constexpr u8 kLoses = 1 << kLosesPlain | 1 << kLosesPrize;
constexpr u8 kWins = 1 << kWinsPlain | 1 << kWinsTop | 1 << kWinsLowTrump;

struct Question {
  int seat = 0;
  u8 side = 0;          // bit s: seat s wants the value high
  bool tokens = false;  // the seat's tokens, or a goal
  u8 classes = 0;       // the wanted classes of a goal, bit = LastClass
};

// The goals that hands are settled by: the last trick won with a prize card, with the top of a plain suit, with the
// lowest trump, with any card; a prize card lost in it.
constexpr std::array<u8, 5> kGoals{1 << kWinsTop | 1 << kWinsLowTrump, 1 << kWinsTop, 1 << kWinsLowTrump,
                                   kWins, 1 << kLosesPrize};

// The whole question as a number, different for different questions of so many seats and never 0. Entries of several
// questions lie in one table, and this is what tells them apart. The goals above come first, then what a seat is sure
// of by itself, then whatever else can be asked. The table places entries by this number, so a new order of them would
// change which are forgotten, and with it the count of nodes.
constexpr int kIdentityBits = 16;

constexpr u64 identity(const Question& question, int seats) {
  assert(question.seat >= 0 && question.seat < seats && seats <= kMostSeats);
  assert(question.side >> seats == 0 && question.classes >> kClasses == 0);
  const u64 sides = u64{1} << seats, seat = static_cast<u64>(question.seat), all = static_cast<u64>(seats);
  const u64 first_alone = 1 + all * kGoals.size() * sides;
  const u64 first_other = first_alone + all;
  const u64 goal = static_cast<u64>(std::find(kGoals.begin(), kGoals.end(), question.classes) - kGoals.begin());
  if (!question.tokens && goal < kGoals.size()) return 1 + (seat * kGoals.size() + goal) * sides + question.side;
  if (question.tokens && question.side == u64{1} << seat) return first_alone + seat;
  const u64 wanted = question.tokens ? u64{1} << kClasses : question.classes;
  return first_other + (wanted * all + seat) * sides + question.side;
}

// No two questions of so many seats have one number.
constexpr bool identities_differ(int seats) {
  std::array<bool, 1 << kIdentityBits> taken{};
  taken[0] = true;
  for (int seat = 0; seat < seats; ++seat)
    for (int side = 0; side < 1 << seats; ++side)
      for (int wanted = 0; wanted <= 1 << kClasses; ++wanted) {
        const bool tokens = wanted == 1 << kClasses;
        bool& mine = taken[identity({seat, static_cast<u8>(side), tokens, static_cast<u8>(tokens ? 0 : wanted)}, seats)];
        if (mine) return false;
        mine = true;
      }
  return true;
}

}  // namespace core
