// The face of the decision over worlds: positions and weights come in, outcomes go out, all as integers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "decide.hpp"
#include "face.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

using worlds::Aim;
using worlds::Decide;
using worlds::Outcome;
using worlds::i64;

// Whether the search of the present thread was told to stop; only the main thread hears signals itself.
thread_local const std::atomic<bool>* stopped = nullptr;

// An interrupt leaves a Python error.
bool told_to_stop() {
  nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) return true;
  if (!stopped || !stopped->load(std::memory_order_relaxed)) return false;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  return true;
}

using Told = std::vector<std::tuple<worlds::Tokens, i32, i32>>;  // tokens, winner of a prize or -1, mask of those who lost one

Told told(const std::vector<Outcome>& outcomes) {
  Told all;
  for (const Outcome& outcome : outcomes) all.emplace_back(outcome.tokens, outcome.prize, outcome.lost);
  return all;
}

// One decider serves one case: the positions are its worlds. Its calls take turns; the interpreter is free meanwhile.
class Decider {
 public:
  Decider(const Rules& rules, const Stakes& stakes, const std::vector<AnyPosition>& worlds, const std::vector<i64>& weights,
          bool selfish, u64 bytes, bool cuts)
      : rules_(rules), stakes_(stakes), selfish_(selfish),
        decide_(rules_, stakes_, checked(worlds, weights), weights, bytes, cuts) {}

  // (worst outcomes, best outcomes, least value, greatest value, nodes, reason of a stop or ""). The card is a suit
  // (7: the excuse) and a height, `named` a suit or -1.
  std::tuple<Told, Told, i64, i64, u64, const char*> card(int suit, int height, int named, bool least, u64 max_nodes, double seconds) {
    Budget budget(max_nodes, seconds, told_to_stop);
    Decide::Answer answer;
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      stopped = &stopped_;
      answer = decide_.card(Card{static_cast<u8>(suit), static_cast<u8>(height)}, named < 0 ? kNoSuit : static_cast<u8>(named), aim(least), budget);
      stopped = nullptr;
    }
    if (budget.why() == Stop::interrupt) throw nb::python_error();
    return {told(answer.worst), told(answer.best), answer.least, answer.most, budget.nodes(), reason(budget.why())};
  }

  // End the call under way, and all to come, as an interrupt does; from any thread.
  void stop() { stopped_.store(true, std::memory_order_relaxed); }

 private:
  static std::vector<worlds::Position> checked(const std::vector<AnyPosition>& worlds, const std::vector<i64>& weights) {
    if (worlds.empty() || worlds.size() != weights.size() || worlds.size() > 65535)
      throw std::invalid_argument("every world has a weight, and there are at most 65535");
    std::vector<worlds::Position> positions;
    for (const AnyPosition& world : worlds) positions.push_back(world.with<worlds::kSeats>());
    return positions;
  }
  Aim aim(bool least) const {
    if (selfish_) return least ? Aim::selfish_least : Aim::selfish_average;
    return least ? Aim::against_least : Aim::against_average;
  }

  Rules rules_;
  Stakes stakes_;
  bool selfish_;
  Decide decide_;
  std::mutex turn_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace

void bind_decide(nb::module_& m) {
  nb::class_<Decider>(m, "Decider")
      .def(nb::init<const Rules&, const Stakes&, const std::vector<AnyPosition>&, const std::vector<i64>&, bool, u64, bool>(),
           "rules"_a, "stakes"_a, "worlds"_a, "weights"_a, "selfish"_a, "table_bytes"_a,
           "cuts"_a = true)
      .def("card", &Decider::card, "suit"_a, "height"_a, "named"_a, "least"_a, "max_nodes"_a, "seconds"_a)
      .def("stop", &Decider::stop);
}

}  // namespace core
