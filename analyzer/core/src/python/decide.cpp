// The face of the decision over worlds: positions and weights come in, outcomes go out, all as integers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <variant>
#include <vector>

#include "../worlds/decide.hpp"
#include "face.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

using worlds::Aim;
using worlds::Decide;
using worlds::i64;

// Whether the search of the present thread was told to stop; only the main thread hears signals itself.
thread_local const std::atomic<bool>* stopped = nullptr;

// An interrupt leaves a Python error.
bool told_to_stop(u64) {
  nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) return true;
  if (!stopped || !stopped->load(std::memory_order_relaxed)) return false;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  return true;
}

using Told = std::vector<std::tuple<std::vector<i32>, i32, i32>>;  // tokens, winner of a prize or -1, mask of those who lost one

template <int Seats>
Told told(const std::vector<worlds::Outcome<Seats>>& outcomes) {
  Told all;
  for (const auto& outcome : outcomes)
    all.emplace_back(std::vector<i32>(outcome.tokens.begin(), outcome.tokens.end()), outcome.prize, outcome.lost);
  return all;
}

// (worst outcomes, best outcomes, least value, greatest value, nodes, reason of a stop or "")
using Decided = std::tuple<Told, Told, i64, i64, u64, const char*>;

// One decider serves one case: the positions are its worlds.
class Decider {
 public:
  virtual ~Decider() = default;

  // The card is a suit (7: the excuse) and a height, `named` a suit or -1.
  virtual Decided card(int suit, int height, int named, bool least, u64 max_nodes, double seconds) = 0;

  // End the call under way, and all to come, as an interrupt does; from any thread.
  void stop() { stopped_.store(true, std::memory_order_relaxed); }

 protected:
  std::atomic<bool> stopped_ = false;
};

// Its calls take turns; the interpreter is free meanwhile.
template <int Seats>
class DeciderOf final : public Decider {
 public:
  DeciderOf(const Rules& rules, const Stakes& stakes, const std::vector<AnyPosition>& worlds, const std::vector<i64>& weights,
            bool selfish, u64 bytes, bool cuts)
      : rules_(rules), stakes_(stakes), selfish_(selfish),
        decide_(rules_, stakes_, positions(worlds), weights, bytes, cuts) {}

  Decided card(int suit, int height, int named, bool least, u64 max_nodes, double seconds) override {
    Budget budget(max_nodes, seconds, told_to_stop);
    typename Decide<Seats>::Answer answer;
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      stopped = &stopped_;
      answer = decide_.card(Card{static_cast<u8>(suit), static_cast<u8>(height)}, named < 0 ? kNoSuit : static_cast<u8>(named), aim(least), budget);
      stopped = nullptr;
    }
    if (budget.why() == Stop::interrupt) throw nb::python_error();
    return {told<Seats>(answer.worst), told<Seats>(answer.best), answer.least, answer.most, budget.nodes(), reason(budget.why())};
  }

 private:
  static std::vector<Position<Seats>> positions(const std::vector<AnyPosition>& worlds) {
    std::vector<Position<Seats>> all;
    for (const AnyPosition& world : worlds) all.push_back(world.with<Seats>());
    return all;
  }
  Aim aim(bool least) const {
    if (selfish_) return least ? Aim::selfish_least : Aim::selfish_average;
    return least ? Aim::against_least : Aim::against_average;
  }

  Rules rules_;
  Stakes stakes_;
  bool selfish_;
  Decide<Seats> decide_;
  std::mutex turn_;
};

std::unique_ptr<Decider> make_decider(const Rules& rules, const Stakes& stakes, const std::vector<AnyPosition>& worlds,
                                      const std::vector<i64>& weights, bool selfish, u64 bytes, bool cuts) {
  if (worlds.empty() || worlds.size() != weights.size() || worlds.size() > 65535)
    throw std::invalid_argument("every world has a weight, and there are at most 65535");
  const auto make = [&]<int Seats>(const Position<Seats>&) -> std::unique_ptr<Decider> {
    return std::make_unique<DeciderOf<Seats>>(rules, stakes, worlds, weights, selfish, bytes, cuts);
  };
  return std::visit(make, worlds.front().of);
}

}  // namespace

void bind_decide(nb::module_& m) {
  nb::class_<Decider>(m, "Decider")
      .def(nb::new_(&make_decider), "rules"_a, "stakes"_a, "worlds"_a, "weights"_a, "selfish"_a, "table_bytes"_a, "cuts"_a = true)
      .def("card", &Decider::card, "suit"_a, "height"_a, "named"_a, "least"_a, "max_nodes"_a, "seconds"_a)
      .def("stop", &Decider::stop);
}

}  // namespace core
