// Puts the decision over worlds into the module.
#pragma once

#include <nanobind/nanobind.h>

namespace core {

void bind_decide(nanobind::module_& m);

}  // namespace core
