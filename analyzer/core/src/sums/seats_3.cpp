// The search for card points, for 3 seats.
#include "search.ipp"

namespace core {

template class SumSearch<3>;

}  // namespace core
