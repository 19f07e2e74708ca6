// A deal as the search for plans sees it: its cards numbered from 0 by suit and from low to high, so that a state of play
// is a set of numbers and what lies on the table.
#pragma once

#include <array>
#include <bit>
#include <cassert>

#include "../cards/cards.hpp"
#include "../threshold/question.hpp"
#include "../threshold/rules.hpp"
#include "../threshold/state.hpp"

namespace core::plans {

constexpr int kMostDealt = 64;
constexpr u8 kNothing = 255;

// What one seat may do, as bits: its own cards in their order, the excuse led under the name of each suit, a call for the
// excuse, and letting a card pass.
using Items = u32;
constexpr int kOwnCards = 25;
constexpr int kFirstName = kOwnCards;
constexpr int kCall = kFirstName + kSuits;
constexpr int kPass = kCall + 1;
constexpr int kItems = kPass + 1;
static_assert(kItems == 32);
constexpr Items item(int number) { return Items{1} << number; }
constexpr Items kNames = ((Items{1} << kSuits) - 1) << kFirstName;

constexpr Items kAnswers = item(kCall) | item(kPass);

constexpr u64 one(int card) { return u64{1} << card; }

// Play between two cards. A card picked in place of the excuse is still held.
struct State {
  u64 held = 0;
  std::array<u8, kMostSeats> table{};  // in order of play; zero behind what lies there
  u8 leader = 0;
  u8 laid = 0;
  u8 led = kNoSuit;
  u8 picked = kNothing;  // an item of the holder
  u8 passed = 0;
  bool called = false;

  struct Key {
    u64 held, rest;
    bool operator==(const Key&) const = default;
  };
  static_assert(kMostSeats <= 5 && kMostDealt <= 1 << 8);
  Key key() const {
    u64 rest = leader | u64{laid} << 3 | u64{led} << 6 | u64{picked} << 10 | u64{passed} << 18 | u64{called} << 21;
    for (int place = 0; place + 1 < kMostSeats; ++place) rest |= u64{table[place]} << (24 + 8 * place);
    return {held, rest};
  }
};

// What a move leads to.
struct Step {
  State next;
  bool over = false;
  bool reached = false;  // the goal, where it is over
};

struct Deal {
  int seats = 0;
  int cards = 0;
  Rules rules;
  Question question;
  u8 planners = 0;     // seats that follow the plan
  bool holds = true;   // they bring the goal about; else they keep it from coming about
  std::array<Card, kMostDealt> card{};
  std::array<u8, kMostDealt> owner{};
  std::array<u8, kMostDealt> item_of{};  // the number of a card among its owner's
  std::array<std::array<u8, kOwnCards>, kMostSeats> card_of{};
  std::array<std::array<u8, kItems>, kMostSeats> order{};  // items as they are written: suit by suit, high to low
  std::array<u64, kSuits> suit{};
  std::array<u64, kMostSeats> hand{};
  u64 prizes = 0;
  u64 wanted = 0;  // cards without which the goal's seat cannot reach it; none where any card will do
  u64 excuse = 0;
  State start;

  bool plans(int seat) const { return planners >> seat & 1; }
  bool all_plan() const { return planners == (1 << seats) - 1; }
  int seat_at(const State& state, int place) const { return (state.leader + place) % seats; }
  int holder(const State& state) const { return seat_at(state, state.laid); }
  // Who decides next: the holder, or one who may call for the excuse.
  int mover(const State& state) const {
    return state.picked == kNothing ? holder(state) : seat_at(state, state.laid + 1 + state.passed);
  }
  int tricks(const State& state) const { return std::popcount(state.held & hand[holder(state)]); }
  u64 on_table(const State& state) const {
    u64 all = 0;
    for (int place = 0; place < state.laid; ++place) all |= one(state.table[place]);
    return all;
  }
  u64 in_play(const State& state) const { return state.held | on_table(state); }

  Items items(int seat, u64 own) const { return static_cast<Items>(squeeze(own, hand[seat])); }
  int lead_suit(int number) const { return number - kFirstName; }

  // Deal the next card, by suit and from low to high; `arrange` when all are dealt.
  void deal(Card next, int seat);
  void arrange();

  // Whether nothing played from here on can change the answer, as far as that is seen without a search: the goal's seat has
  // no card left to reach it with, or no player has a choice.
  bool decided(const State& state) const;

  // A state between two tricks with other cards in place of some, that goes on alike: of the cards that are neither
  // `distinct` nor prizes only the owner and the order count, so each is taken for the lowest card that leaves these as they
  // are. Any other state comes back as it is.
  State folded(const State& state, u64 distinct) const;

  // Everything the mover may do.
  Items allowed(const State& state) const;
  // Of some moves those that are not equal to another of them. Cards are equal that lie next to each other in one hand;
  // prize cards, and cards that are `named`, stand alone.
  Items distinct(const State& state, Items moves, u64 named) const;
  // Of two items that `distinct` does not tell apart the one that stands for them is the lower.
  Step after(const State& state, int number) const;
  // The same, with the winner of a trick given by its place; for where it is not known.
  Step won_by(const State& full, int place) const;
  // A state with the holder's card on the table, where the trick may be complete.
  State lay(const State& state, int number) const;
  // Where a complete trick has its winner.
  int winning_place(const State& full) const;
  // The suit whose highest card takes what lies on the table; kNoSuit where nothing lies there that can.
  int taking_suit(const State& state) const;
  // The best card on the table; kNothing where none can win yet.
  u8 best(const State& state) const;

 private:
  bool may_be_called(const State& state, int number) const;
  Items excuses(const State& state, int seat) const;
};

}  // namespace core::plans
