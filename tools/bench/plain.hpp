// How a plain solver tells what it found: the answer (-1 where it gave up), nodes, microseconds of the processor.
#pragma once

#include <ctime>
#include <iostream>

template <class Search>
void tell(Search& search) {
  const std::clock_t started = std::clock();
  const int answer = search.solve();
  const std::clock_t took = std::clock() - started;
  std::cout << (search.spent() ? -1 : answer) << ' ' << search.nodes() << ' '
            << static_cast<long long>(1e6 * took / CLOCKS_PER_SEC) << std::endl;
}
