// The searches for five seats.
#include "../worlds/decide.ipp"
#include "equilibria.ipp"
#include "search.ipp"

namespace core {

template class Equilibria<5>;
template class ThresholdSearch<5>;
template class ThresholdSearch<5, SharedTable<kKeyWords<5>>>;
template class worlds::Decide<5>;

}  // namespace core
