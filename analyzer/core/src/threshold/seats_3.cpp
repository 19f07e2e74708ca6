// The searches for three seats.
#include "../worlds/decide.ipp"
#include "equilibria.ipp"
#include "search.ipp"

namespace core {

template class Equilibria<3>;
template class ThresholdSearch<3>;
template class ThresholdSearch<3, SharedTable<kKeyWords<3>>>;
template class ThresholdSearch<3, BelievingTable<kKeyWords<3>>>;
template class worlds::Decide<3>;

}  // namespace core
