// Positions and questions come in as integers.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <utility>
#include <vector>

#include "face.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

constexpr int kExcuseNumber = 77;
constexpr int kFirstTrump = 56;

using Hands = std::vector<std::vector<int>>;
using Laid = std::vector<std::pair<int, int>>;

template <int Seats>
void hold(Position<Seats>& position, int seat, Card card) {
  if (is_excuse(card)) {
    if (position.excuse != kGone) throw std::invalid_argument("the excuse is held twice");
    position.excuse = static_cast<u8>(seat);
    return;
  }
  if (position.held().has(card)) throw std::invalid_argument("a card is held twice");
  position.hand[seat] |= only(card);
}

template <int Seats>
Position<Seats> position_with(const Hands& hands, int leader, const Laid& table, std::array<i32, 2> pots, int won,
                              const std::vector<i32>& points) {
  if (leader < 0 || leader >= Seats) throw std::invalid_argument("no such seat leads");
  if (table.size() >= static_cast<std::size_t>(Seats)) throw std::invalid_argument("the trick on the table is complete");
  if (won < 0 || won >> Seats) throw std::invalid_argument("who has won is a mask of seats");
  if (points.size() != static_cast<std::size_t>(Seats)) throw std::invalid_argument("every seat has points");
  Position<Seats> position;
  position.leader = leader;
  std::array<int, Seats> size{};
  for (int seat = 0; seat < Seats; ++seat)
    for (const int number : hands[seat]) {
      ++size[seat];
      hold(position, seat, card_of(number));
    }
  for (const auto& [number, named] : table) {
    const Card card = card_of(number);
    if (is_excuse(card) && position.laid == 0 && (named < 0 || named >= kSuits))
      throw std::invalid_argument("a led excuse names a suit");
    ++size[position.holder()];
    position.put(card, static_cast<u8>(named));
  }
  position.tricks = size[0];
  for (const int each : size)
    if (each != size[0] || each == 0) throw std::invalid_argument("the hands do not fit the trick");
  position.progress.pots = pots;
  position.progress.won = static_cast<u8>(won);
  for (int seat = 0; seat < Seats; ++seat) position.progress.points[seat] = points[seat];
  return position;
}

AnyPosition make_position(const Hands& hands, int leader, const Laid& table, std::array<i32, 2> pots, int won,
                          const std::vector<i32>& points) {
  switch (hands.size()) {
    case 2: return {position_with<2>(hands, leader, table, pots, won, points)};
    case 3: return {position_with<3>(hands, leader, table, pots, won, points)};
    case 4: return {position_with<4>(hands, leader, table, pots, won, points)};
    case 5: return {position_with<5>(hands, leader, table, pots, won, points)};
    default: throw std::invalid_argument("two to five play");
  }
}

u64 identity_of(int seats, int seat, int side, bool tokens, int classes) {
  if (seats < 2 || seats > kMostSeats) throw std::invalid_argument("two to five play");
  return identity(make_question(seats, seat, side, tokens, classes), seats);
}

}  // namespace

Card card_of(int number) {
  if (number < 0 || number > kExcuseNumber) throw std::invalid_argument("a card is a number from 0 to 77");
  if (number == kExcuseNumber) return kExcuse;
  if (number >= kFirstTrump) return {kTrumps, static_cast<u8>(20 - (number - kFirstTrump))};
  return {static_cast<u8>(number / 14), static_cast<u8>(kTopHeight - number % 14)};
}

int number_of(Card card) {
  if (is_excuse(card)) return kExcuseNumber;
  if (card.suit == kTrumps) return kFirstTrump + 20 - card.height;
  return card.suit * 14 + kTopHeight - card.height;
}

Question make_question(int seats, int seat, int side, bool tokens, int classes) {
  if (seat < 0 || seat >= seats) throw std::invalid_argument("no such seat is asked about");
  if (side < 0 || side >> seats) throw std::invalid_argument("a side is a mask of seats");
  if (classes < 0 || classes >> kClasses) throw std::invalid_argument("a goal is a mask of five classes");
  return {seat, static_cast<u8>(side), tokens, static_cast<u8>(classes)};
}

void bind_positions(nb::module_& m) {
  nb::class_<AnyPosition>(m, "Position");
  m.def("position", &make_position, "hands"_a, "leader"_a, "table"_a, "pots"_a, "won"_a, "points"_a);
  m.def("identity", &identity_of, "seats"_a, "seat"_a, "side"_a, "tokens"_a, "classes"_a);
}

}  // namespace core
