// How a plain solver tells what it found: the answer (-1 where it gave up), nodes, microseconds.
#pragma once

#include <chrono>
#include <iostream>

template <class Search>
void tell(Search& search) {
  const auto started = std::chrono::steady_clock::now();
  const int answer = search.solve();
  const auto took = std::chrono::steady_clock::now() - started;
  std::cout << (search.spent() ? -1 : answer) << ' ' << search.nodes() << ' '
            << std::chrono::duration_cast<std::chrono::microseconds>(took).count() << std::endl;
}
