// The searches for four seats.
#include "equilibria.ipp"
#include "threshold_search.ipp"

namespace core {

template class Equilibria<4>;
template class ThresholdSearch<4>;

}  // namespace core
