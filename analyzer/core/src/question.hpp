// What is asked of a position.
#pragma once

#include <cassert>

#include "cards.hpp"

namespace core {

// What a seat can do in the last trick; a goal is a set of these.
enum LastClass : u8 { kLosesPlain = 0, kLosesPrize = 1, kWinsPlain = 2, kWinsTop = 3, kWinsLowTrump = 4 };
constexpr int kClasses = 5;
constexpr int kMostSeats = 5;

struct Question {
  int seat = 0;
  u8 side = 0;          // bit s: seat s wants the value high
  bool tokens = false;  // the seat's tokens, or a goal
  u8 classes = 0;       // the wanted classes of a goal, bit = LastClass
};

// The whole question as a number, different for different questions and never 0: entries of several questions lie in
// one table, and this is what tells them apart. Six bits for what is wanted (1 and up: a set of classes, last: the
// tokens), three for the seat, and one for each seat that may be in the side.
constexpr int kWantedBits = 6, kSeatBits = 3;
constexpr int kIdentityBits = kWantedBits + kSeatBits + kMostSeats;
constexpr u64 kWantsTokens = (u64{1} << kClasses) + 1;
static_assert(kWantsTokens < u64{1} << kWantedBits && kMostSeats <= 1 << kSeatBits);

constexpr u64 identity(const Question& question) {
  assert(question.seat >= 0 && question.seat < kMostSeats);
  assert(question.side >> kMostSeats == 0 && question.classes >> kClasses == 0);
  const u64 wanted = question.tokens ? kWantsTokens : u64{question.classes} + 1;
  return wanted | static_cast<u64>(question.seat) << kWantedBits | static_cast<u64>(question.side) << (kWantedBits + kSeatBits);
}

}  // namespace core
