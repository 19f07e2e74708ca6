// Games of card points from outside: rules, positions and questions come in as integers, answers go out as integers.
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

#include "../sums/search.hpp"
#include "face.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

using Hands = std::vector<std::vector<int>>;
using Laid = std::vector<std::pair<int, int>>;

using AnyPlay = AnySeats<SumPlay>;

Card numbered_card(const SumRules& rules, int number) {
  if (number < 0 || number >= kCardsInDeck) throw std::invalid_argument("a card is a number from 0 to 77");
  if (number == kCardsInDeck - 1) return rules.fool_is_trump ? Card{kTrumps, kXXII} : kExcuse;
  if (number >= kPlainSuits * 14) return {kTrumps, static_cast<u8>(20 - (number - kPlainSuits * 14))};
  return {static_cast<u8>(number / 14), static_cast<u8>(kTopHeight - number % 14)};
}

template <int Seats>
SumPlay<Seats> play_with(const SumRules& rules, const Hands& hands, int leader, const Laid& table, const SumPast& past) {
  if (leader < 0 || leader >= Seats) throw std::invalid_argument("no such seat leads");
  if (table.size() >= static_cast<std::size_t>(Seats)) throw std::invalid_argument("the trick on the table is complete");
  SumPlay<Seats> play;
  play.leader = leader;
  play.past = past;
  std::array<bool, kCardsInDeck> seen{};
  std::array<int, Seats> size{};
  const auto once = [&](int number) {
    const Card card = numbered_card(rules, number);
    if (seen[place_of(card)]) throw std::invalid_argument("a card is there twice");
    seen[place_of(card)] = true;
    return card;
  };
  for (int seat = 0; seat < Seats; ++seat)
    for (const int number : hands[seat]) {
      const Card card = once(number);
      ++size[seat];
      if (is_excuse(card)) play.excuse = static_cast<u8>(seat);
      else play.hand[seat] |= only(card);
    }
  for (const auto& [number, named] : table) {
    const Card card = once(number);
    const bool names = is_excuse(card) && play.laid == 0 && rules.fool_names;
    if (names && (named < 0 || named >= kSuits)) throw std::invalid_argument("a led excuse names a suit");
    ++size[play.holder()];
    play.put(card, names ? static_cast<u8>(named) : kNoSuit);
  }
  play.tricks = size[0];
  for (const int each : size)
    if (each != size[0] || each == 0 || each > kMostTricks) throw std::invalid_argument("the hands do not fit the trick");
  play.lengths = play.count_lengths();
  return play;
}

void check_past(const SumRules& rules, const SumPast& past) {
  const auto side = [&](int which) { return which >= SumPast::kNothingYet && which < rules.seats; };
  if (!side(past.owed_by) || !side(past.owed_to) || !side(past.swept) || (past.owed_by < 0) != (past.owed_to < 0))
    throw std::invalid_argument("no such side");
  for (const int least : past.least)
    if (least < -1 || least > kWorthless || least == kCardsInDeck - 1) throw std::invalid_argument("no such card can be given");
  if (past.held > 7) throw std::invalid_argument("so many cards are not counted");
}

AnyPlay make_play(const SumRules& rules, const Hands& hands, int leader, const Laid& table, const SumPast& past) {
  if (hands.size() != static_cast<std::size_t>(rules.seats)) throw std::invalid_argument("every seat has a hand");
  check_past(rules, past);
  switch (rules.seats) {
    case 2: return {play_with<2>(rules, hands, leader, table, past)};
    case 3: return {play_with<3>(rules, hands, leader, table, past)};
    case 4: return {play_with<4>(rules, hands, leader, table, past)};
    case 5: return {play_with<5>(rules, hands, leader, table, past)};
    default: throw std::invalid_argument("two to five play");
  }
}

void check_rules(const SumRules& rules) {
  for (int seat = 0; seat < rules.seats; ++seat)
    if (rules.side[seat] < 0 || rules.side[seat] >= rules.seats) throw std::invalid_argument("no such side");
  for (const i32 worth : rules.worth)
    if (worth < 0 || worth > kMostHandedOver) throw std::invalid_argument("a card is worth too little or too much");
  if (rules.colour_side >= rules.seats || rules.declarer_side < 0 || rules.declarer_side >= rules.seats) throw std::invalid_argument("no such side");
}

// One solver serves one number of seats and one set of rules.
class SumSolver {
 public:
  virtual ~SumSolver() = default;
  virtual Answer<i32> search(const AnyPlay& play, const SumQuestion& question, int high, i32 threshold, u64 max_nodes, double seconds) = 0;
  virtual Answer<i32> exact(const AnyPlay& play, const SumQuestion& question, int high, u64 max_nodes, double seconds) = 0;
  virtual std::vector<int> legal(const AnyPlay& play) const = 0;
  virtual std::vector<int> nameable(const AnyPlay& play) const = 0;
  virtual std::tuple<AnyPlay, int, i32> after(const AnyPlay& play, const SumQuestion& question, int card, int named) const = 0;
};

// Calls of one solver take turns; the interpreter is free meanwhile.
template <int Seats>
class SumSolverOf final : public SumSolver {
 public:
  SumSolverOf(const SumRules& rules, u64 table_bytes, const SumSwitches& switches)
      : rules_(rules), table_(table_bytes, switches.crowds), on_(switches) {
    if (!table_.usable()) throw std::bad_alloc();
  }

  Answer<i32> search(const AnyPlay& play, const SumQuestion& question, int high, i32 threshold, u64 max_nodes, double seconds) override {
    return searched(play, question, high, max_nodes, seconds, [&](auto& search, const SumPlay<Seats>& start, const Budget&) {
      return search.search(start, threshold);
    });
  }

  // The value that the seats who want it high are sure of, by null windows: in growing steps until it lies between two, and
  // then in the middle between them.
  Answer<i32> exact(const AnyPlay& play, const SumQuestion& question, int high, u64 max_nodes, double seconds) override {
    if (question.width >= 0) throw std::invalid_argument("a window has no value");
    return searched(play, question, high, max_nodes, seconds, [&](auto& search, const SumPlay<Seats>& start, const Budget& budget) {
      i32 low = -kBeyond, up = kBeyond, guess = 1, step = kFirstStep;
      while (low < up && !budget.spent()) {
        const i32 value = search.search(start, guess);
        (value >= guess ? low : up) = value;
        if (low > -kBeyond && up < kBeyond) {
          guess = low + (up - low + 1) / 2;
        } else {
          guess = value >= guess ? value + step : value + 1 - step;
          step *= 2;
        }
      }
      return low;
    });
  }

  std::vector<int> legal(const AnyPlay& any) const override {
    const SumPlay<Seats>& play = any.with<Seats>();
    std::vector<int> all;
    const Cards cards = play.obeying(rules_);
    for (int suit = 0; suit < kSuits; ++suit)
      for (u32 lane = cards.lane(suit); lane; lane &= lane - 1)
        all.push_back(place_of({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(lane))}));
    if (play.may_lay_excuse(rules_)) all.push_back(place_of(kExcuse));
    return all;
  }

  std::vector<int> nameable(const AnyPlay& any) const override {
    std::vector<int> all;
    for (u32 suits = any.with<Seats>().nameable(rules_); suits; suits &= suits - 1) all.push_back(std::countr_zero(suits));
    return all;
  }

  // The position after a card, who won a trick with it or -1, and what came of it for the question.
  std::tuple<AnyPlay, int, i32> after(const AnyPlay& any, const SumQuestion& question, int number, int named) const override {
    SumPlay<Seats> play = any.with<Seats>();
    const Card card = numbered_card(rules_, number);
    const int seat = play.holder();
    if (is_excuse(card) ? play.excuse != seat : !play.hand[seat].has(card)) throw std::invalid_argument("the seat has no such card");
    const bool names = is_excuse(card) && play.laid == 0 && rules_.fool_names;
    if (names && (named < 0 || named >= kSuits)) throw std::invalid_argument("a led excuse names a suit");
    play.lay(card, names ? static_cast<u8>(named) : kNoSuit);
    if (play.laid < Seats) return {AnyPlay{play}, -1, 0};
    const SumAsk ask(rules_, question, 0, 1);
    bool told;
    const int winning = play.winning_place(rules_, told), winner = play.seat_at(winning);
    i32 gain = turn(rules_, ask.measure, play, winner, play.past);
    if (play.tricks == 1) {
      if (ask.measure.last()) gain = ends_so(question, play, winning);
      else gain += give_up(rules_, ask.measure, play.past);
      if (ask.measure.margin()) gain += less_target(rules_, play, winning, play.past);
    }
    play.next_trick(winner);
    return {AnyPlay{play}, winner, gain};
  }

 private:
  static constexpr i32 kBeyond = 1 << 20, kFirstStep = 8;

  // The question as it is known in this solver; the table keeps it by its number.
  const SumAsk& asked(const SumQuestion& question, int high) {
    if (question.of >> Seats || question.by >> Seats || high < 0 || high >> Seats) throw std::invalid_argument("no such seat");
    if (question.kind < kPoints || question.kind > kLast || question.how < 0 || question.how > 2) throw std::invalid_argument("no such question");
    for (const auto& each : asks_)
      if (each->high == high && each->measure.question == question) return *each;
    if (asks_.size() + 1 >= 1u << 16) throw std::invalid_argument("too many questions");
    asks_.push_back(std::make_unique<SumAsk>(rules_, question, static_cast<u8>(high), asks_.size() + 1));
    return *asks_.back();
  }

  template <class Ask>
  Answer<i32> searched(const AnyPlay& play, const SumQuestion& question, int high, u64 max_nodes, double seconds, Ask&& answer) {
    const SumPlay<Seats>& start = play.with<Seats>();
    if (start.tricks == 0) throw std::invalid_argument("the hand is over");
    i32 value = 0;
    Budget budget(max_nodes, seconds, python_interrupted);
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      SumSearch<Seats> search(rules_, asked(question, high), table_, budget, on_);
      value = answer(search, start, budget);
    }
    return finished(value, budget);
  }

  SumRules rules_;
  typename SumSearch<Seats>::Table table_;
  SumSwitches on_;
  std::vector<std::unique_ptr<SumAsk>> asks_;
  std::mutex turn_;
};

std::unique_ptr<SumSolver> make_sum_solver(const SumRules& rules, u64 table_bytes, const SumSwitches& switches) {
  check_rules(rules);
  switch (rules.seats) {
    case 2: return std::make_unique<SumSolverOf<2>>(rules, table_bytes, switches);
    case 3: return std::make_unique<SumSolverOf<3>>(rules, table_bytes, switches);
    case 4: return std::make_unique<SumSolverOf<4>>(rules, table_bytes, switches);
    case 5: return std::make_unique<SumSolverOf<5>>(rules, table_bytes, switches);
    default: throw std::invalid_argument("two to five play");
  }
}

void bind_sum_rules(nb::module_& m) {
  nb::class_<SumRules>(m, "SumRules")
      .def(nb::init<>())
      .def_rw("seats", &SumRules::seats)
      .def_rw("side", &SumRules::side)
      .def_rw("fool_is_trump", &SumRules::fool_is_trump)
      .def_rw("fool_names", &SumRules::fool_names)
      .def_rw("excuse_names", &SumRules::excuse_names)
      .def_rw("banned_trick", &SumRules::banned_trick)
      .def_rw("exchange", &SumRules::exchange)
      .def_rw("worthless", &SumRules::worthless)
      .def_rw("surrender", &SumRules::surrender)
      .def_rw("lost_last", &SumRules::lost_last)
      .def_rw("lost_to_others", &SumRules::lost_to_others)
      .def_rw("top_when_swept", &SumRules::top_when_swept)
      .def_rw("beat", &SumRules::beat)
      .def_rw("colour_side", &SumRules::colour_side)
      .def_rw("colour_for_good", &SumRules::colour_for_good)
      .def_rw("colour_anybody", &SumRules::colour_anybody)
      .def_prop_rw(
          "barred",
          [](const SumRules& rules) {
            std::vector<int> all;
            for (int i = 0; i + 1 < kCardsInDeck; ++i)
              if (rules.barred.has(numbered_card(rules, i))) all.push_back(i);
            return all;
          },
          [](SumRules& rules, const std::vector<int>& cards) {
            rules.barred = {};
            for (const int card : cards) {
              if (card == kCardsInDeck - 1) throw std::invalid_argument("the Fool may be led");
              rules.barred |= only(numbered_card(rules, card));
            }
          })
      .def_rw("barred_trick", &SumRules::barred_trick)
      .def_rw("three", &SumRules::three)
      .def_rw("worth", &SumRules::worth)
      .def_rw("each", &SumRules::each)
      .def_rw("trick", &SumRules::trick)
      .def_rw("extra", &SumRules::extra)
      .def_rw("declarer_side", &SumRules::declarer_side)
      .def_rw("target", &SumRules::target)
      .def_rw("pagat_shift", &SumRules::pagat_shift)
      .def_rw("pagat_by_partner", &SumRules::pagat_by_partner);

  nb::class_<SumPast>(m, "SumPast")
      .def(nb::init<>())
      .def_rw("taken", &SumPast::taken)
      .def_rw("least", &SumPast::least)
      .def_rw("owed_by", &SumPast::owed_by)
      .def_rw("owed_to", &SumPast::owed_to)
      .def_rw("swept", &SumPast::swept)
      .def_rw("trump_led", &SumPast::trump_led)
      .def_rw("held", &SumPast::held);

  nb::class_<SumQuestion>(m, "SumQuestion")
      .def(nb::init<>())
      .def_rw("kind", &SumQuestion::kind)
      .def_rw("of", &SumQuestion::of)
      .def_rw("by", &SumQuestion::by)
      .def_rw("how", &SumQuestion::how)
      .def_rw("width", &SumQuestion::width)
      .def_prop_rw(
          "cards",
          [](const SumQuestion& question) {
            std::vector<int> all;
            for (int i = 0; i < kCardsInDeck; ++i)
              if (question.cards[i]) all.push_back(i);
            return all;
          },
          [](SumQuestion& question, const std::vector<int>& cards) {
            question.cards = {};
            for (const int card : cards) {
              if (card < 0 || card >= kCardsInDeck) throw std::invalid_argument("a card is a number from 0 to 77");
              question.cards[card] = true;
            }
          });
}

}  // namespace

void bind_points(nb::module_& m) {
  bind_sum_rules(m);
  nb::class_<SumSwitches>(m, "SumSwitches")
      .def(nb::init<>())
      .def_rw("table", &SumSwitches::table)
      .def_rw("partition", &SumSwitches::partition)
      .def_rw("merge", &SumSwitches::merge)
      .def_rw("rank_pruning", &SumSwitches::rank_pruning)
      .def_rw("bounds", &SumSwitches::bounds)
      .def_rw("sure", &SumSwitches::sure)
      .def_rw("either", &SumSwitches::either)
      .def_rw("lost", &SumSwitches::lost)
      .def_rw("quasi", &SumSwitches::quasi)
      .def_rw("worths", &SumSwitches::worths)
      .def_rw("shortfalls", &SumSwitches::shortfalls)
      .def_rw("ordering", &SumSwitches::ordering)
      .def_rw("crowds", &SumSwitches::crowds);
  nb::class_<AnyPlay>(m, "SumPlay")
      .def_prop_ro("past", [](const AnyPlay& any) { return std::visit([](const auto& play) { return play.past; }, any.of); })
      .def_prop_ro("over", [](const AnyPlay& any) { return std::visit([](const auto& play) { return play.tricks == 0; }, any.of); });
  m.def("sum_play", &make_play, "rules"_a, "hands"_a, "leader"_a, "table"_a, "past"_a);
  nb::class_<SumSolver>(m, "SumSolver")
      .def(nb::new_(&make_sum_solver), "rules"_a, "table_bytes"_a, "switches"_a)
      .def("search", &SumSolver::search, "play"_a, "question"_a, "high"_a, "threshold"_a, "max_nodes"_a, "seconds"_a)
      .def("exact", &SumSolver::exact, "play"_a, "question"_a, "high"_a, "max_nodes"_a, "seconds"_a)
      .def("legal", &SumSolver::legal, "play"_a)
      .def("nameable", &SumSolver::nameable, "play"_a)
      .def("after", &SumSolver::after, "play"_a, "question"_a, "card"_a, "named"_a);
}

}  // namespace core
