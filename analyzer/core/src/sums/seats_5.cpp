// The search for card points, for 5 seats.
#include "search.ipp"

namespace core {

template class SumSearch<5>;

}  // namespace core
