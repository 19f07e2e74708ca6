// The searches for four seats.
#include "decide.ipp"
#include "equilibria.ipp"
#include "threshold_search.ipp"

namespace core {

template class Equilibria<4>;
template class ThresholdSearch<4>;
template class ThresholdSearch<4, SharedTable<kKeyWords<4>>>;
template class worlds::Decide<4>;

}  // namespace core
