// The search for card points, for 2 seats.
#include "search.ipp"

namespace core {

template class PointSearch<2>;

}  // namespace core
