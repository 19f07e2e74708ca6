// What hands of card points pay, from outside: the ends are scored by the caller.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "../sums/pay.ipp"
#include "face.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

using AnyPlay = AnySeats<SumPlay>;
using Early = std::vector<std::tuple<int, int, int, Amounts>>;
using Talon = std::vector<std::pair<int, int>>;

// Of each marked card in whose pile it lies, -1: in none.
std::vector<int> owners(const Settled& settled, int marks) {
  std::vector<int> all;
  for (int mark = 0; mark < marks; ++mark) {
    const u64 side = settled.lies >> (mark * kMarkBits) & 7;
    all.push_back(side == kNowhere ? -1 : static_cast<int>(side));
  }
  return all;
}

PayRules pay_rules(const SumRules& play, const std::vector<int>& marks, const Early& early, const Talon& talon, bool mond_told, bool mond_to_partner) {
  if (marks.size() > kMostMarks) throw std::invalid_argument("so many cards are not marked");
  PayRules rules;
  rules.play = play;
  rules.mond_told = mond_told;
  rules.mond_to_partner = mond_to_partner;
  const auto card = [](int number) {
    if (number < 0 || number >= kCardsInDeck) throw std::invalid_argument("a card is a number from 0 to 77");
    return number;
  };
  for (const int number : marks) rules.mark[card(number)] = static_cast<std::int8_t>(rules.marks++);
  for (int suit = 0; suit < kSuits; ++suit)
    for (int height = 0; height < (suit == kTrumps ? kTrumpHeights : kTopHeight + 1); ++height) {
      const Card each{static_cast<u8>(suit), static_cast<u8>(height)};
      if (rules.mark[place_of(each)] >= 0 || play.worth[place_of(each)]) rules.apart |= only(each);
    }
  rules.early.resize(marks.size());
  for (const auto& [number, seat, winner, amounts] : early) {
    const int mark = rules.mark[card(number)];
    if (mark < 0 || seat < 0 || seat >= play.seats || winner < 0 || winner >= play.seats) throw std::invalid_argument("no such card or seat is paid");
    rules.early[mark][seat][winner] = amounts;
  }
  for (const auto& [left, number] : talon) {
    if (left < 0 || left > kMostTricks) throw std::invalid_argument("no such trick");
    rules.talon[left] = static_cast<std::int8_t>(card(number));
  }
  return rules;
}

// One serves one hand: a number of seats, a set of rules, and what its ends pay.
class SumPayer {
 public:
  virtual ~SumPayer() = default;
  virtual Answer<i32> sure(const AnyPlay& play, const Settled& settled, int sides, u64 max_nodes, double seconds) = 0;
  virtual Answer<SidePayoffs> equilibria(const AnyPlay& play, const Settled& settled, u64 max_nodes, double seconds) = 0;
};

// Calls of one take turns; the interpreter is free meanwhile, but while it scores an end.
template <int Seats>
class SumPayerOf final : public SumPayer {
 public:
  SumPayerOf(PayRules rules, nb::callable ends, u64 bytes)
      : rules_(std::move(rules)), asked_(std::move(ends)), ends_([this](const HandEnd& end) { return scored(end); }), search_(rules_, ends_, bytes) {}

  Answer<i32> sure(const AnyPlay& play, const Settled& settled, int sides, u64 max_nodes, double seconds) override {
    if (sides < 0 || sides >> kMostSeats) throw std::invalid_argument("no such side");
    return searched<i32>(play, max_nodes, seconds, [&](const SumPlay<Seats>& start, Budget& budget) {
      return search_.sure(start, settled, static_cast<u8>(sides), budget);
    });
  }

  Answer<SidePayoffs> equilibria(const AnyPlay& play, const Settled& settled, u64 max_nodes, double seconds) override {
    return searched<SidePayoffs>(play, max_nodes, seconds, [&](const SumPlay<Seats>& start, Budget& budget) {
      return search_.equilibria(start, settled, budget);
    });
  }

 private:
  template <class Value, class Ask>
  Answer<Value> searched(const AnyPlay& play, u64 max_nodes, double seconds, Ask&& answer) {
    const SumPlay<Seats>& start = play.with<Seats>();
    if (start.tricks == 0) throw std::invalid_argument("the hand is over");
    Value value{};
    Budget budget(max_nodes, seconds, python_interrupted);
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      value = answer(start, budget);
    }
    return finished(std::move(value), budget);
  }

  Amounts scored(const HandEnd& end) const {
    nb::gil_scoped_acquire taken;
    const Settled& settled = end.settled;
    return nb::cast<Amounts>(
        asked_(settled.units, owners(settled, rules_.marks), static_cast<int>(settled.won), static_cast<int>(settled.mond), end.table, end.leader, end.winner));
  }

  PayRules rules_;
  nb::callable asked_;
  Ends ends_;
  PaySearch<Seats> search_;
  std::mutex turn_;
};

std::unique_ptr<SumPayer> make_payer(const SumRules& play, const std::vector<int>& marks, const Early& early, const Talon& talon, bool mond_told, bool mond_to_partner, nb::callable ends, u64 bytes) {
  PayRules rules = pay_rules(play, marks, early, talon, mond_told, mond_to_partner);
  switch (play.seats) {
    case 2: return std::make_unique<SumPayerOf<2>>(std::move(rules), std::move(ends), bytes);
    case 3: return std::make_unique<SumPayerOf<3>>(std::move(rules), std::move(ends), bytes);
    case 4: return std::make_unique<SumPayerOf<4>>(std::move(rules), std::move(ends), bytes);
    case 5: return std::make_unique<SumPayerOf<5>>(std::move(rules), std::move(ends), bytes);
    default: throw std::invalid_argument("two to five play");
  }
}

Settled settled_of(const std::array<i32, kMostSeats>& units, const std::vector<int>& lies, int won, int mond) {
  if (lies.size() > kMostMarks || won < 0 || won >> kMostSeats || mond < kNobodyLost || mond >= kMostSeats) throw std::invalid_argument("nothing like this is settled");
  Settled settled;
  settled.units = units;
  settled.won = static_cast<u8>(won);
  settled.mond = static_cast<std::int8_t>(mond);
  for (std::size_t mark = 0; mark < lies.size(); ++mark) {
    if (lies[mark] >= kMostSeats) throw std::invalid_argument("no such side");
    if (lies[mark] >= 0) settled.lie(static_cast<int>(mark), lies[mark]);
  }
  return settled;
}

}  // namespace

void bind_payer(nb::module_& m) {
  nb::class_<Settled>(m, "SumSettled").def(nb::new_(&settled_of), "units"_a, "lies"_a, "won"_a, "mond"_a);
  nb::class_<SumPayer>(m, "SumPayer")
      .def(nb::new_(&make_payer), "rules"_a, "marks"_a, "early"_a, "talon"_a, "mond_told"_a, "mond_to_partner"_a, "ends"_a, "bytes"_a)
      .def("sure", &SumPayer::sure, "play"_a, "settled"_a, "sides"_a, "max_nodes"_a, "seconds"_a)
      .def("equilibria", &SumPayer::equilibria, "play"_a, "settled"_a, "max_nodes"_a, "seconds"_a);
}

}  // namespace core
