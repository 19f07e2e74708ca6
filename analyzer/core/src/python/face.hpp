// What the files of the binding share.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>

#include "../cards/budget.hpp"
#include "../threshold/question.hpp"
#include "../threshold/state.hpp"

namespace core {

void bind_positions(nanobind::module_& m);
void bind_watch(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_guess(nanobind::module_& m);
void bind_decide(nanobind::module_& m);
void bind_points(nanobind::module_& m);
void bind_payer(nanobind::module_& m);

// A moment of play, of two to five seats.
template <template <int> class Of>
struct AnySeats {
  std::variant<Of<2>, Of<3>, Of<4>, Of<5>> of;

  template <int Seats>
  const Of<Seats>& with() const {
    if (const auto* one = std::get_if<Of<Seats>>(&of)) return *one;
    throw std::invalid_argument("the position has another number of seats");
  }
};
using AnyPosition = AnySeats<Position>;

// What is asked of a position of so many seats. Throws std::invalid_argument.
Question make_question(int seats, int seat, int side, bool tokens, int classes);

// Cards outside are numbered 0 to 77: four plain suits of fourteen from high to low, the trumps from high to low,
// the excuse. A named suit is 0 to 4, or -1.
int number_of(Card card);
Card card_of(int number);

// To be asked at every look of a budget. An interrupt, or a watch that stops this thread, leaves a Python error.
bool python_interrupted(u64 nodes);

// The same for a thread that Python sends no signals to: only whether a watch stops it, and the interpreter is left alone.
bool watch_stopped(u64 nodes);

// For a thread that helps this one: makes whoever watches this thread see its nodes as well. Such a thread is stopped by the
// one it helps, so `helper_counted` is never an interrupt.
std::function<void()> same_watch();
bool helper_counted(u64 nodes);

// Why a search stopped: nothing if it did not.
const char* reason(Stop stop);

// What a search found, its nodes, and the reason of a stop or "".
template <class Value>
using Answer = std::tuple<Value, u64, const char*>;

// The answer of a search that has ended. Throws the Python error of an interrupt.
template <class Value>
Answer<Value> finished(Value value, u64 nodes, Stop why) {
  if (why == Stop::interrupt) throw nanobind::python_error();
  return {std::move(value), nodes, reason(why)};
}
template <class Value>
Answer<Value> finished(Value value, const Budget& budget) {
  return finished(std::move(value), budget.nodes(), budget.why());
}

}  // namespace core
