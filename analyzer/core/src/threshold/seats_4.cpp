// The searches for four seats.
#include "../worlds/decide.ipp"
#include "equilibria.ipp"
#include "search.ipp"

namespace core {

template class Equilibria<4>;
template class ThresholdSearch<4>;
template class ThresholdSearch<4, SharedTable<kKeyWords<4>>>;
template class worlds::Decide<4>;

}  // namespace core
