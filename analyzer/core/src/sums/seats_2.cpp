// The search for card points, for 2 seats.
#include "search.ipp"

namespace core {

template class SumSearch<2>;

}  // namespace core
