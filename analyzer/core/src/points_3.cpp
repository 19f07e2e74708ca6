// The search for card points, for 3 seats.
#include "point_search.ipp"

namespace core {

template class PointSearch<3>;

}  // namespace core
