// A plan: for each seat that follows it lines, each with events that must hold and groups of items. Each time such a seat
// moves, the first line counts whose events all hold and which has an allowed item; in it the first group with one, and any
// item of that group is right. Where no line counts, any move is right.
#pragma once

#include <vector>

#include "deal.hpp"

namespace core::plans {

enum class EventKind : u8 {
  has,       // seat `who` holds a card of suit `what`
  held,      // card `what` is in a hand
  takes,     // the item itself leads, follows or trumps, and beats all cards of the trick so far
  to_lead,
  last,      // playing last
  led,       // suit `what`
  ruffed,    // a trump lies on a plain lead
  leader,    // of the trick is `who`
  winning,   // so far is `who`
  in_trick,  // card `what`
  left,      // `what` tricks, the present one included
};
constexpr int kEventKinds = 11;

struct Event {
  EventKind kind = EventKind::has;
  bool negated = false;
  u8 who = 0;
  u8 what = 0;
  bool operator==(const Event&) const = default;
};

struct Line {
  std::vector<Event> when;
  std::vector<Items> first;
  bool operator==(const Line&) const = default;
};

struct Plan {
  std::array<std::vector<Line>, kMostSeats> of;
  bool operator==(const Plan&) const = default;

  int lines() const {
    std::size_t all = 0;
    for (const auto& lines : of) all += lines.size();
    return static_cast<int>(all);
  }
};

// Comparisons of cards of one suit: those known to be lower than each, and those known to be higher.
struct Ranks {
  std::array<u64, kMostDealt> lower{}, higher{};

  void learn(int high, int low) { lower[high] |= one(low), higher[low] |= one(high); }
  void forget(int high, int low) { lower[high] &= ~one(low), higher[low] &= ~one(high); }
  bool beats(int high, int low) const { return lower[high] >> low & 1; }
};

// What is possible: bit 0 that something is not so, bit 1 that it is.
using Possible = u8;
constexpr Possible kNo = 1, kYes = 2, kEither = 3;

// Whether an event holds before a move of the mover. With `ranks` only those comparisons are known.
Possible possible(const Deal& deal, const State& state, const Event& event, const Ranks* ranks = nullptr);
// Of the mover's items those that take the trick so far, and with `ranks` those that may fail to.
struct Taking {
  Items can, must;
};
Taking taking(const Deal& deal, const State& state, Items items, const Ranks* ranks = nullptr);

// What a seat's lines say of the allowed items; 0 where they are silent. `place` takes the line and the group that say it.
struct Place {
  std::size_t line = 0, group = 0;
};
Items chosen(const Deal& deal, const std::vector<Line>& lines, const State& state, Items allowed, Place* place = nullptr);
// The same where only some comparisons are known: everything they may come to, of each group only the first item. Bit 1 of
// `silent` is set where the lines may be silent.
Items chosen_knowing(const Deal& deal, const std::vector<Line>& lines, const State& state, Items allowed, const Ranks& ranks,
                     bool& silent);

// Take out the groups and lines that say nothing.
void tidy(std::vector<Line>& lines);

// The cards that a plan names: as items, or in events.
u64 named_in(const Deal& deal, const Plan& plan);

}  // namespace core::plans
