// The search for card points, for 4 seats.
#include "search.ipp"

namespace core {

template class SumSearch<4>;

}  // namespace core
