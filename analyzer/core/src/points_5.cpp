// The search for card points, for 5 seats.
#include "point_search.ipp"

namespace core {

template class PointSearch<5>;

}  // namespace core
