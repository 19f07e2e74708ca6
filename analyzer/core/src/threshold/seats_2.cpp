// The searches for two seats.
#include "../worlds/decide.ipp"
#include "equilibria.ipp"
#include "search.ipp"

namespace core {

template class Equilibria<2>;
template class ThresholdSearch<2>;
template class ThresholdSearch<2, SharedTable<kKeyWords<2>>>;
template class worlds::Decide<2>;

}  // namespace core
