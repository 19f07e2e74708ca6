// The searches for two seats.
#include "equilibria.ipp"
#include "threshold_search.ipp"

namespace core {

template class Equilibria<2>;
template class ThresholdSearch<2>;

}  // namespace core
