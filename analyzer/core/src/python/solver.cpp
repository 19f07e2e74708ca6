// Searches of a position with all cards face up.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "../threshold/crew.hpp"
#include "../threshold/equilibria.hpp"
#include "../threshold/rows.hpp"
#include "../threshold/search.hpp"
#include "face.hpp"
#include "plan.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

using Line = std::vector<std::tuple<int, int, int, int>>;  // act, seat, card, named
using Payoffs = std::vector<std::pair<std::vector<i32>, Line>>;  // tokens by seat, and a line that pays them

// What came of each row of many: no, yes, or why not answered.
enum class Came : u8 { no, yes, nodes, time, stopped, no_position };

// By row what came of it, and the nodes it took.
struct ManyTold {
  std::vector<Came> came;
  std::vector<u64> nodes;
  std::vector<i32> sure;  // tokens, of each seat that was asked about
};

// What each of many rows may use; `sizes` are the bytes of the table by tricks to go.
struct ManyLimits {
  RowCards cards;
  std::vector<u64> sizes;
  u64 max_nodes;
  double seconds;
};

// The yes or no that is put to each of many rows.
struct Asked {
  int seat, side, classes;
};

// One solver serves one number of seats, and one set of rules and stakes.
class Solver {
 public:
  virtual ~Solver() = default;

  // The value of ThresholdSearch::search. Of several threads one searches alone for so many nodes.
  virtual Answer<i32> search(const AnyPosition& position, int seat, int side, bool tokens, int classes, i32 threshold,
                             bool only_excuse, u64 max_nodes, double seconds, int threads, u64 alone) = 0;

  // Forget what was searched, and go on with so many bytes of the table.
  virtual void forget(u64 bytes) = 0;

  // One yes or no for each row, each on an empty table. Python gets no signal here: a watch may stop it.
  virtual ManyTold forced_many(const u8* rows, std::size_t count, const ManyLimits& limits, Asked asked) = 0;

  // What some seats are sure of in each row, likewise: one seat after the other, on a table that is empty for the first.
  virtual ManyTold sure_many(const u8* rows, std::size_t count, const ManyLimits& limits, const std::vector<int>& seats) = 0;

  // Whether the goal is forced, and the moves of whoever decides next that keep it as it is.
  virtual Answer<std::pair<bool, std::vector<int>>> winning(const AnyPosition& position, const plans::Moment& moment, int seat,
                                                            int side, int classes, u64 max_nodes, double seconds) = 0;

  // A plan for the seats of `planners`, with which they bring the goal about (`side` are they then) or keep it from coming
  // about (`side` are all others).
  virtual Answer<plans::PlanTold> plan(const AnyPosition& position, const plans::Moment& moment, int seat, int side, int classes,
                                       int planners, const plans::PlanLimits& limits, u64 max_nodes, double seconds) = 0;

  // All payoffs of equilibria. The search keeps its own table of so many bytes at most.
  virtual Answer<Payoffs> equilibria(const AnyPosition& position, bool only_excuse, u64 max_nodes, double seconds, u64 bytes) = 0;
};

// Calls of one solver take turns; the interpreter is free meanwhile.
template <int Seats>
class SolverOf final : public Solver {
 public:
  SolverOf(const Rules& rules, const Stakes& stakes, u64 table_bytes, const Switches& switches)
      : rules_(rules), stakes_(stakes), bytes_(table_bytes), table_(table_bytes, switches.crowds), on_(switches) {
    if (!table_.usable()) throw std::bad_alloc();
    const bool dealer = stakes.dealer >= 0 && stakes.dealer < Seats;
    if (stakes.count && !dealer) throw std::invalid_argument("the count needs a dealer");
    if (stakes.announced && !dealer) throw std::invalid_argument("an announcement needs a dealer");
  }

  Answer<i32> search(const AnyPosition& position, int seat, int side, bool tokens, int classes, i32 threshold,
                     bool only_excuse, u64 max_nodes, double seconds, int threads, u64 alone) override {
    const Question question = make_question(Seats, seat, side, tokens, classes);
    const Position<Seats>& start = position.with<Seats>();
    if (threads < 1) throw std::invalid_argument("no thread searches");
    const auto ask = [&](auto&& search) { return search.search(start, question, threshold, only_excuse); };
    // Most questions end in the first positions: they are searched by one thread, over the table that one has. What takes
    // longer begins anew over a table that threads share, as does all that is asked after it.
    const bool several = threads > 1;
    Budget budget(several ? std::min(alone, max_nodes) : max_nodes, seconds, python_interrupted);
    TogetherFound told;
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      if (!several || !shared_) told.value = ask(ThresholdSearch<Seats>(rules_, stakes_, table_, budget, on_));
      told.nodes = budget.nodes();
      told.why = budget.why();
      if (several && (shared_ || (told.why == Stop::nodes && max_nodes > alone)))
        told = search_together<Seats>(threads, shared(), rules_, stakes_, on_, budget, max_nodes, python_interrupted,
                                      {same_watch(), helper_counted}, threshold, ask);
    }
    return finished(told.value, told.nodes, told.why);
  }

  void forget(u64 bytes) override {
    std::scoped_lock turn(turn_);
    table_.forget(bytes);
    payoffs_ = {};
    shared_.reset();
  }

  ManyTold forced_many(const u8* rows, std::size_t count, const ManyLimits& limits, Asked asked) override {
    const Question question = make_question(Seats, asked.seat, asked.side, false, asked.classes);
    ManyTold told;
    each_row(rows, count, limits, told, [&](const Position<Seats>& position, Budget& budget, std::size_t) {
      return ThresholdSearch<Seats>(rules_, stakes_, table_, budget, on_).search(position, question, 1, false) >= 1;
    });
    return told;
  }

  ManyTold sure_many(const u8* rows, std::size_t count, const ManyLimits& limits, const std::vector<int>& seats) override {
    std::vector<Question> questions;
    for (const int seat : seats) questions.push_back(make_question(Seats, seat, 1 << seat, true, 0));
    ManyTold told;
    told.sure.resize(count * seats.size());
    each_row(rows, count, limits, told, [&](const Position<Seats>& position, Budget& budget, std::size_t row) {
      for (std::size_t i = 0; i < questions.size() && !budget.spent(); ++i)
        told.sure[row * seats.size() + i] = most_sure(position, questions[i], budget);
      return true;
    });
    return told;
  }

  Answer<std::pair<bool, std::vector<int>>> winning(const AnyPosition& position, const plans::Moment& moment, int seat, int side,
                                                    int classes, u64 max_nodes, double seconds) override {
    const Question question = make_question(Seats, seat, side, false, classes);
    const Position<Seats>& start = position.with<Seats>();
    Budget budget(max_nodes, seconds, python_interrupted);
    std::pair<bool, std::vector<int>> found;
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      ThresholdSearch<Seats> search(rules_, stakes_, table_, budget, on_);
      found = plans::winning_of<Seats>(start, moment, rules_, question, search, budget);
    }
    return finished(std::move(found), budget);
  }

  Answer<plans::PlanTold> plan(const AnyPosition& position, const plans::Moment& moment, int seat, int side, int classes, int planners,
                               const plans::PlanLimits& limits, u64 max_nodes, double seconds) override {
    const Question question = make_question(Seats, seat, side, false, classes);
    const Position<Seats>& start = position.with<Seats>();
    if (planners < 0 || planners >> Seats) throw std::invalid_argument("who plans is a mask of seats");
    Budget budget(max_nodes, seconds, python_interrupted);
    plans::PlanTold found;
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      ThresholdSearch<Seats> search(rules_, stakes_, table_, budget, on_);
      found = plans::plan_of<Seats>(start, moment, rules_, question, static_cast<u8>(planners), limits, search, budget);
    }
    return finished(std::move(found), budget);
  }

  Answer<Payoffs> equilibria(const AnyPosition& position, bool only_excuse, u64 max_nodes, double seconds, u64 bytes) override {
    const Position<Seats>& start = position.with<Seats>();
    Payoffs all;
    Budget budget(max_nodes, seconds, python_interrupted);
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      Equilibria<Seats> search(rules_, stakes_, table_, payoffs_, budget, bytes, on_);
      for (const Tokens<Seats>& payoff : search.solve(start, only_excuse)) {
        Line line;
        for (const Step& step : search.line(start, only_excuse, payoff))
          line.emplace_back(static_cast<int>(step.act), step.seat, number_of(step.card), step.named == kNoSuit ? -1 : step.named);
        if (budget.spent()) break;
        all.emplace_back(std::vector<i32>(payoff.begin(), payoff.end()), std::move(line));
      }
    }
    return finished(std::move(all), budget);
  }

 private:
  // Ask something of each row, each on an empty table, as long as nobody stops it.
  template <class Ask>
  void each_row(const u8* rows, std::size_t count, const ManyLimits& limits, ManyTold& told, Ask&& ask) {
    told.came.assign(count, Came::stopped);
    told.nodes.assign(count, 0);
    nb::gil_scoped_release free;
    std::scoped_lock turn(turn_);
    u64 untold = 0;  // nodes of the row before
    for (std::size_t i = 0; i < count && !watch_stopped(std::exchange(untold, 0)); ++i) {
      Position<Seats> position;
      if (!read_row(rows + i * kRow, limits.cards, position)) {
        told.came[i] = Came::no_position;
        continue;
      }
      position.progress.pots = stakes_.pots;
      position.progress.won = (1 << Seats) - 1;
      table_.forget(limits.sizes[std::min<std::size_t>(position.tricks, limits.sizes.size() - 1)]);
      Budget budget(limits.max_nodes, limits.seconds, watch_stopped);
      const bool reached = ask(position, budget, i);
      told.came[i] = came(budget.why(), reached);
      told.nodes[i] = budget.nodes();
      untold = budget.untold();
    }
    watch_stopped(untold);
  }

  // The most tokens that the question's side is sure of: bounds, each of which the next one starts from.
  i32 most_sure(const Position<Seats>& position, const Question& question, Budget& budget) {
    i32 low = -(1 << 29), high = 1 << 29, guess = 0;
    while (low < high) {
      const i32 value = ThresholdSearch<Seats>(rules_, stakes_, table_, budget, on_).search(position, question, guess, false);
      if (budget.spent()) break;
      if (value >= guess) {
        low = value;
        guess = value + 1;
      } else {
        guess = high = value;
      }
    }
    return low;
  }

  static Came came(Stop why, bool reached) {
    switch (why) {
      case Stop::none: return reached ? Came::yes : Came::no;
      case Stop::nodes: return Came::nodes;
      case Stop::time: return Came::time;
      default: return Came::stopped;
    }
  }

  // The table for several threads takes the place of most of the other one.
  typename SharedSearch<Seats>::Table& shared() {
    if (shared_) return *shared_;
    const u64 rest = bytes_ / 16;
    typename ThresholdSearch<Seats>::Table left(rest, on_.crowds);
    auto made = std::make_unique<typename SharedSearch<Seats>::Table>(bytes_ - rest, on_.crowds);
    if (!left.usable() || !made->usable()) throw std::bad_alloc();
    table_ = std::move(left);
    shared_ = std::move(made);
    return *shared_;
  }

  Rules rules_;
  Stakes stakes_;
  u64 bytes_;
  typename ThresholdSearch<Seats>::Table table_;
  std::unique_ptr<typename SharedSearch<Seats>::Table> shared_;
  typename Equilibria<Seats>::Memory payoffs_;
  Switches on_;
  std::mutex turn_;
};

std::unique_ptr<Solver> make_solver(const Rules& rules, const Stakes& stakes, u64 table_bytes, const Switches& switches, int seats) {
  switch (seats) {
    case 2: return std::make_unique<SolverOf<2>>(rules, stakes, table_bytes, switches);
    case 3: return std::make_unique<SolverOf<3>>(rules, stakes, table_bytes, switches);
    case 4: return std::make_unique<SolverOf<4>>(rules, stakes, table_bytes, switches);
    case 5: return std::make_unique<SolverOf<5>>(rules, stakes, table_bytes, switches);
    default: throw std::invalid_argument("two to five play");
  }
}

std::size_t rows_of(const nb::bytes& rows) {
  if (rows.size() % kRow != 0) throw std::invalid_argument("rows of 79 bytes");
  return rows.size() / kRow;
}

// `numbers` has the core's number of the card that each byte of a row stands for.
ManyLimits limits_of(const std::vector<int>& numbers, const std::vector<u64>& sizes, u64 max_nodes, double seconds) {
  if (numbers.size() != kCardsInDeck) throw std::invalid_argument("a row has a byte for each of 78 cards");
  if (sizes.empty()) throw std::invalid_argument("no size of a table");
  ManyLimits limits{{}, sizes, max_nodes, seconds};
  std::transform(numbers.begin(), numbers.end(), limits.cards.begin(), card_of);
  return limits;
}

template <class Number>
nb::bytes bytes_of(const std::vector<Number>& all) {
  return nb::bytes(all.data(), all.size() * sizeof(Number));
}

nb::tuple forced_many(Solver& solver, const nb::bytes& rows, const std::vector<int>& numbers, int seat, int side, int classes,
                      const std::vector<u64>& sizes, u64 max_nodes, double seconds) {
  const ManyTold told = solver.forced_many(reinterpret_cast<const u8*>(rows.c_str()), rows_of(rows),
                                           limits_of(numbers, sizes, max_nodes, seconds), {seat, side, classes});
  return nb::make_tuple(bytes_of(told.came), bytes_of(told.nodes));
}

nb::tuple sure_many(Solver& solver, const nb::bytes& rows, const std::vector<int>& numbers, const std::vector<int>& seats,
                    const std::vector<u64>& sizes, u64 max_nodes, double seconds) {
  const ManyTold told = solver.sure_many(reinterpret_cast<const u8*>(rows.c_str()), rows_of(rows),
                                         limits_of(numbers, sizes, max_nodes, seconds), seats);
  return nb::make_tuple(bytes_of(told.came), bytes_of(told.nodes), bytes_of(told.sure));
}

}  // namespace

void bind_solver(nb::module_& m) {
  nb::class_<plans::Moment>(m, "Moment")
      .def(nb::init<>())
      .def_rw("picked", &plans::Moment::picked)
      .def_rw("passed", &plans::Moment::passed)
      .def_rw("called", &plans::Moment::called);

  nb::class_<plans::PlanLimits>(m, "PlanLimits")
      .def(nb::init<>())
      .def_rw("states", &plans::PlanLimits::states)
      .def_rw("all", &plans::PlanLimits::all)
      .def_rw("shrink", &plans::PlanLimits::shrink)
      .def_rw("need", &plans::PlanLimits::need)
      .def_rw("enough", &plans::PlanLimits::enough);

  nb::class_<Switches>(m, "Switches")
      .def(nb::init<>())
      .def_rw("table", &Switches::table)
      .def_rw("partition", &Switches::partition)
      .def_rw("merge", &Switches::merge)
      .def_rw("rank_pruning", &Switches::rank_pruning)
      .def_rw("bounds", &Switches::bounds)
      .def_rw("lone_pagat", &Switches::lone_pagat)
      .def_rw("forced_out", &Switches::forced_out)
      .def_rw("spoils", &Switches::spoils)
      .def_rw("sure_prizes", &Switches::sure_prizes)
      .def_rw("dominance", &Switches::dominance)
      .def_rw("either", &Switches::either)
      .def_rw("resolution", &Switches::resolution)
      .def_rw("sparing", &Switches::sparing)
      .def_rw("near_misses", &Switches::near_misses)
      .def_rw("ordering", &Switches::ordering)
      .def_rw("last_winner", &Switches::last_winner)
      .def_rw("crowds", &Switches::crowds);

  nb::class_<Solver>(m, "Solver")
      .def(nb::new_(&make_solver), "rules"_a, "stakes"_a, "table_bytes"_a, "switches"_a, "seats"_a)
      .def("search", &Solver::search, "position"_a, "seat"_a, "side"_a, "tokens"_a, "classes"_a, "threshold"_a,
           "only_excuse"_a, "max_nodes"_a, "seconds"_a, "threads"_a = 1, "alone"_a = 0)
      .def("forget", &Solver::forget, "table_bytes"_a)
      .def("forced_many", &forced_many, "rows"_a, "numbers"_a, "seat"_a, "side"_a, "classes"_a, "sizes"_a, "max_nodes"_a, "seconds"_a)
      .def("sure_many", &sure_many, "rows"_a, "numbers"_a, "seats"_a, "sizes"_a, "max_nodes"_a, "seconds"_a)
      .def("winning", &Solver::winning, "position"_a, "moment"_a, "seat"_a, "side"_a, "classes"_a, "max_nodes"_a, "seconds"_a)
      .def("plan", &Solver::plan, "position"_a, "moment"_a, "seat"_a, "side"_a, "classes"_a, "planners"_a, "limits"_a,
           "max_nodes"_a, "seconds"_a)
      .def("equilibria", &Solver::equilibria, "position"_a, "only_excuse"_a, "max_nodes"_a, "seconds"_a, "bytes"_a);
}

}  // namespace core
