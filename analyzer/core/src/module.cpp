// The face of the core: positions and questions come in as integers, answers go out as integers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "decide_face.hpp"
#include "equilibria.hpp"
#include "threshold_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

// Cards outside are numbered 0 to 77: four plain suits of fourteen from high to low, the trumps from high to low,
// the excuse. A named suit is 0 to 4, or -1.
constexpr int kExcuseNumber = 77;
constexpr int kFirstTrump = 56;

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

using Hands = std::array<std::vector<int>, kSeats>;
using Laid = std::vector<std::pair<int, int>>;

Position make_position(const Hands& hands, int leader, const Laid& table, std::array<i32, 2> pots, int won,
                       std::array<i32, 3> points) {
  if (leader < 0 || leader >= kSeats) throw std::invalid_argument("a seat is 0, 1 or 2");
  if (table.size() >= static_cast<std::size_t>(kSeats)) throw std::invalid_argument("at most two cards lie on the table");
  Position position;
  position.leader = leader;
  std::array<int, kSeats> size{};
  for (int seat = 0; seat < kSeats; ++seat)
    for (const int number : hands[seat]) {
      const Card card = card_of(number);
      ++size[seat];
      if (is_excuse(card)) {
        if (position.excuse != kGone) throw std::invalid_argument("the excuse is held twice");
        position.excuse = static_cast<u8>(seat);
      } else {
        if (position.held().has(card)) throw std::invalid_argument("a card is held twice");
        position.hand[seat] |= only(card);
      }
    }
  for (const auto& [number, named] : table) {
    const Card card = card_of(number);
    if (is_excuse(card) && position.laid == 0 && (named < 0 || named >= kSuits))
      throw std::invalid_argument("a led excuse names a suit");
    ++size[position.holder()];
    position.put(card, static_cast<u8>(named));
  }
  position.tricks = size[0];
  if (size[1] != size[0] || size[2] != size[0] || size[0] == 0)
    throw std::invalid_argument("the hands do not fit the trick");
  position.progress.pots = pots;
  position.progress.won = static_cast<u8>(won);
  position.progress.points = points;
  return position;
}

Question make_question(int seat, int side, bool tokens, int classes) {
  if (seat < 0 || seat >= kMostSeats) throw std::invalid_argument("a seat is 0 to 4");
  if (side < 0 || side >> kMostSeats) throw std::invalid_argument("a side is a mask of seats");
  if (classes < 0 || classes >> kClasses) throw std::invalid_argument("a goal is a mask of five classes");
  return {seat, static_cast<u8>(side), tokens, static_cast<u8>(classes)};
}

u64 identity_of(int seat, int side, bool tokens, int classes) { return identity(make_question(seat, side, tokens, classes)); }

// Whether this machine runs the build for x86-64-v3.
bool has_v3() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

// How far the searches of some threads are, and whether they are to stop. No Python object: a thread may
// let go of it when there is no interpreter any more.
struct Watched {
  std::atomic<u64> laid{0};
  std::atomic<bool> stopped{false};
};

// Who watches this thread, if anybody does.
thread_local std::shared_ptr<Watched> watching;

// Sees how far the searches of the threads it watches are, and may stop them all.
class Watch {
 public:
  u64 laid() const { return watched_->laid.load(std::memory_order_relaxed); }
  void stop() { watched_->stopped.store(true, std::memory_order_relaxed); }
  void this_thread() const { watching = watched_; }

 private:
  std::shared_ptr<Watched> watched_ = std::make_shared<Watched>();
};

void unwatched() { watching.reset(); }

// Every look comes after Budget::kLook nodes, the last ones before a limit apart. An interrupt leaves a Python error.
bool python_interrupted() {
  if (watching) watching->laid.fetch_add(Budget::kLook, std::memory_order_relaxed);
  nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) return true;
  if (!watching || !watching->stopped.load(std::memory_order_relaxed)) return false;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  return true;
}

const char* reason(Stop stop) {
  switch (stop) {
    case Stop::nodes: return "nodes";
    case Stop::time: return "time";
    case Stop::interrupt: return "interrupt";
    case Stop::memory: return "memory";
    default: return "";
  }
}

// One solver serves one set of rules and stakes. Calls of one solver take turns; the interpreter is free meanwhile.
class Solver {
 public:
  Solver(const Rules& rules, const Stakes& stakes, u64 table_bytes, const Switches& switches)
      : rules_(rules), stakes_(stakes), bytes_(table_bytes), table_(table_bytes), on_(switches) {
    if (!table_.usable()) throw std::bad_alloc();
    if (stakes.count && (stakes.dealer < 0 || stakes.dealer >= kSeats)) throw std::invalid_argument("the count needs a dealer");
    if (stakes.announced && (stakes.dealer < 0 || stakes.dealer >= kSeats)) throw std::invalid_argument("an announcement needs a dealer");
  }

  // (value, nodes, reason of a stop or ""): the value of ThresholdSearch::search.
  std::tuple<i32, u64, const char*> search(const Position& position, int seat, int side, bool tokens, int classes,
                                           i32 threshold, bool only_excuse, u64 max_nodes, double seconds) {
    i32 value = 0;
    Budget budget(max_nodes, seconds, python_interrupted);
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      const Question question = make_question(seat, side, tokens, classes);
      ThresholdSearch search(rules_, stakes_, table_, budget, on_);
      value = search.search(position, question, threshold, only_excuse);
    }
    return finished(value, budget);
  }

  // Nodes of the search on an empty table, and again on an empty one with the cards that decided tried first.
  std::pair<u64, u64> search_again(const Position& position, int seat, int side, int classes) {
    nb::gil_scoped_release free;
    const Question question = make_question(seat, side, false, classes);
    Refutations refutations;
    const auto nodes = [&](auto&& prepare) {
      Table table(bytes_);
      if (!table.usable()) throw std::bad_alloc();
      Budget budget(~u64{0} >> 1, -1, nullptr);
      ThresholdSearch search(rules_, stakes_, table, budget, on_);
      prepare(search);
      search.search(position, question, 1, false);
      return budget.nodes();
    };
    const u64 before = nodes([&](ThresholdSearch& search) { search.note(refutations); });
    return {before, nodes([&](ThresholdSearch& search) { search.follow(refutations); })};
  }

  using Line = std::vector<std::tuple<int, int, int, int>>;  // act, seat, card, named

  // ([(tokens, line)], nodes, reason of a stop or ""). The search keeps its own table of so many bytes at most.
  std::tuple<std::vector<std::pair<Tokens, Line>>, u64, const char*> equilibria(const Position& position, bool only_excuse,
                                                                                 u64 max_nodes, double seconds, u64 bytes) {
    std::vector<std::pair<Tokens, Line>> all;
    Budget budget(max_nodes, seconds, python_interrupted);
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      Equilibria search(rules_, stakes_, budget, bytes, on_.merge);
      for (const Tokens& payoff : search.solve(position, only_excuse)) {
        Line line;
        for (const Step& step : search.line(position, only_excuse, payoff))
          line.emplace_back(static_cast<int>(step.act), step.seat, number_of(step.card), step.named == kNoSuit ? -1 : step.named);
        if (budget.spent()) break;
        all.emplace_back(payoff, std::move(line));
      }
    }
    return finished(std::move(all), budget);
  }

 private:
  template <class Answer>
  static std::tuple<Answer, u64, const char*> finished(Answer answer, const Budget& budget) {
    if (budget.why() == Stop::interrupt) throw nb::python_error();
    return {std::move(answer), budget.nodes(), reason(budget.why())};
  }

  Rules rules_;
  Stakes stakes_;
  u64 bytes_;
  Table table_;
  Switches on_;
  std::mutex turn_;
};

}  // namespace
}  // namespace core

NB_MODULE(TAROK_MODULE, m) {
  using namespace core;
  m.attr("SOURCE_HASH") = TAROK_SOURCE_HASH;
  m.def("has_v3", has_v3);

  nb::class_<Rules>(m, "Rules")
      .def(nb::init<>())
      .def_rw("lost_early", &Rules::lost_early)
      .def_rw("lost_early_pot", &Rules::lost_early_pot)
      .def_rw("won_early", &Rules::won_early)
      .def_rw("last", &Rules::last)
      .def_rw("last_plain", &Rules::last_plain)
      .def_rw("sweep", &Rules::sweep)
      .def_rw("sweep_takes_pots", &Rules::sweep_takes_pots)
      .def_rw("blank", &Rules::blank)
      .def_rw("failed_sweep", &Rules::failed_sweep)
      .def_rw("failed_sweep_doubles", &Rules::failed_sweep_doubles)
      .def_rw("refill", &Rules::refill)
      .def_rw("banned_trick", &Rules::banned_trick)
      .def_rw("call_trick", &Rules::call_trick)
      .def_rw("excuse_home", &Rules::excuse_home)
      .def_rw("last_excuse_to_winner", &Rules::last_excuse_to_winner)
      .def_rw("court_points", &Rules::court_points)
      .def_rw("top_trump_points", &Rules::top_trump_points)
      .def_rw("low_trump_points", &Rules::low_trump_points)
      .def_rw("excuse_points", &Rules::excuse_points)
      .def_rw("trick_points", &Rules::trick_points)
      .def_rw("par", &Rules::par)
      .def_rw("rounding", &Rules::rounding)
      .def_rw("count_after_sweep", &Rules::count_after_sweep)
      .def_rw("count_after_blank", &Rules::count_after_blank);

  nb::class_<Stakes>(m, "Stakes")
      .def(nb::init<>())
      .def_rw("dealer", &Stakes::dealer)
      .def_rw("count", &Stakes::count)
      .def_rw("announced", &Stakes::announced)
      .def_rw("absent", &Stakes::absent)
      .def_rw("pots", &Stakes::pots);

  nb::class_<Switches>(m, "Switches")
      .def(nb::init<>())
      .def_rw("table", &Switches::table)
      .def_rw("partition", &Switches::partition)
      .def_rw("merge", &Switches::merge)
      .def_rw("rank_pruning", &Switches::rank_pruning)
      .def_rw("bounds", &Switches::bounds)
      .def_rw("either", &Switches::either)
      .def_rw("ordering", &Switches::ordering);

  nb::class_<Watch>(m, "Watch")
      .def(nb::init<>())
      .def("laid", &Watch::laid)
      .def("stop", &Watch::stop)
      .def("this_thread", &Watch::this_thread);
  m.def("unwatched", &unwatched);

  m.def("identity", identity_of, "seat"_a, "side"_a, "tokens"_a, "classes"_a);
  nb::class_<Position>(m, "Position");
  m.def("position", &make_position, "hands"_a, "leader"_a, "table"_a, "pots"_a, "won"_a, "points"_a);

  nb::class_<Solver>(m, "Solver")
      .def(nb::init<const Rules&, const Stakes&, u64, const Switches&>(), "rules"_a, "stakes"_a, "table_bytes"_a, "switches"_a)
      .def("search", &Solver::search, "position"_a, "seat"_a, "side"_a, "tokens"_a, "classes"_a, "threshold"_a,
           "only_excuse"_a, "max_nodes"_a, "seconds"_a)
      .def("search_again", &Solver::search_again, "position"_a, "seat"_a, "side"_a, "classes"_a)
      .def("equilibria", &Solver::equilibria, "position"_a, "only_excuse"_a, "max_nodes"_a, "seconds"_a, "bytes"_a);

  bind_decide(m);
}
