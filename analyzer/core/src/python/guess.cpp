// Guesses: the threshold search on a table that believes its first proof of a shape.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <mutex>

#include "../threshold/search.hpp"
#include "face.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

// Of three seats, as no rule set plays the last trick with another number.
class Guesser {
 public:
  Guesser(const Rules& rules, const Stakes& stakes, u64 table_bytes) : rules_(rules), stakes_(stakes), table_(table_bytes) {
    if (!table_.usable()) throw std::bad_alloc();
  }

  // Whether the seats of `side` are likely to bring about the goal; not that they do.
  Answer<bool> guess(const AnyPosition& position, int seat, int side, int classes, u64 max_nodes, double seconds) {
    const Question question = make_question(3, seat, side, false, classes);
    const Position<3>& start = position.with<3>();
    Budget budget(max_nodes, seconds, python_interrupted);
    bool likely;
    {
      nb::gil_scoped_release free;
      std::scoped_lock turn(turn_);
      GuessingSearch<3> search(rules_, stakes_, table_, budget, Switches{});
      likely = search.search(start, question, 1, false) >= 1;
    }
    return finished(likely, budget);
  }

 private:
  Rules rules_;
  Stakes stakes_;
  GuessingSearch<3>::Table table_;
  std::mutex turn_;
};

}  // namespace

void bind_guess(nb::module_& m) {
  nb::class_<Guesser>(m, "Guesser")
      .def(nb::init<const Rules&, const Stakes&, u64>(), "rules"_a, "stakes"_a, "table_bytes"_a)
      .def("guess", &Guesser::guess, "position"_a, "seat"_a, "side"_a, "classes"_a, "max_nodes"_a, "seconds"_a);
}

}  // namespace core
