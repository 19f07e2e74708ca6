// The face of the core: positions and questions come in as integers, answers go out as integers.
#include <nanobind/stl/array.h>

#include "../threshold/rules.hpp"
#include "face.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace core {
namespace {

// Whether this machine runs the build for x86-64-v3.
bool has_v3() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

void bind_rules(nb::module_& m) {
  nb::class_<Rules>(m, "Rules")
      .def(nb::init<>())
      .def_rw("lost_early", &Rules::lost_early)
      .def_rw("lost_early_pot", &Rules::lost_early_pot)
      .def_rw("won_early", &Rules::won_early)
      .def_rw("last", &Rules::last)
      .def_rw("last_plain", &Rules::last_plain)
      .def_rw("sweep", &Rules::sweep)
      .def_rw("sweep_takes", &Rules::sweep_takes)
      .def_rw("blank", &Rules::blank)
      .def_rw("failed_sweep", &Rules::failed_sweep)
      .def_rw("failed_sweep_doubles", &Rules::failed_sweep_doubles)
      .def_rw("failed_sweep_pays_prize", &Rules::failed_sweep_pays_prize)
      .def_rw("refill", &Rules::refill)
      .def_rw("banned_trick", &Rules::banned_trick)
      .def_rw("call_trick", &Rules::call_trick)
      .def_rw("excuse_home", &Rules::excuse_home)
      .def_rw("excuse_lost", &Rules::excuse_lost)
      .def_rw("court_points", &Rules::court_points)
      .def_rw("top_trump_points", &Rules::top_trump_points)
      .def_rw("low_trump_points", &Rules::low_trump_points)
      .def_rw("excuse_points", &Rules::excuse_points)
      .def_rw("trick_points", &Rules::trick_points)
      .def_rw("par", &Rules::par)
      .def_rw("rounding", &Rules::rounding)
      .def_rw("count_after_sweep", &Rules::count_after_sweep)
      .def_rw("count_after_blank", &Rules::count_after_blank)
      .def_rw("count_own", &Rules::count_own)
      .def_rw("next_dealer", &Rules::next_dealer)
      .def_rw("excuse_names", &Rules::excuse_names);

  nb::class_<Stakes>(m, "Stakes")
      .def(nb::init<>())
      .def_rw("dealer", &Stakes::dealer)
      .def_rw("count", &Stakes::count)
      .def_rw("announced", &Stakes::announced)
      .def_rw("absent", &Stakes::absent)
      .def_rw("pots", &Stakes::pots);
}

}  // namespace
}  // namespace core

NB_MODULE(TAROK_MODULE, m) {
  using namespace core;
  nb::set_leak_warnings(false);  // a search may be alive when the program ends, by Ctrl-C say: nobody is to be told
  m.attr("SOURCE_HASH") = TAROK_SOURCE_HASH;
  m.def("has_v3", has_v3);
  bind_rules(m);
  bind_positions(m);
  bind_watch(m);
  bind_solver(m);
  bind_guess(m);
  bind_decide(m);
  bind_points(m);
  bind_payer(m);
}
