// One question searched by several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

#include "threshold_search.hpp"

namespace core {

// What a search came to: its value where nothing stopped it, and the nodes of all threads.
struct Told {
  i32 value = 0;
  u64 nodes = 0;
  Stop why = Stop::none;
};

// What each thread but the first does before it searches, and at every look.
struct Helping {
  std::function<void()> begin;
  Budget::Interrupted look;
};

// The search of one question by so many threads over one table. `limits` has the deadline, and counts what was used up before;
// the first thread is the present one, and hears of interrupts by `interrupted`.
template <int Seats, class Ask>
Told search_together(int threads, typename SharedSearch<Seats>::Table& table, const Rules& rules, const Stakes& stakes, const Switches& on,
                     const Budget& limits, u64 max_nodes, Budget::Interrupted interrupted, const Helping& helping, Ask&& ask) {
  struct alignas(64) Result {
    i32 value = 0;
    Stop why = Stop::elsewhere;
  };
  const auto count = static_cast<std::size_t>(threads);
  Common common(limits.nodes());
  Together together(threads);
  std::vector<Result> results(count);
  const auto one = [&](std::size_t me) {
    Budget budget(limits, max_nodes, common, me == 0 ? interrupted : helping.look);
    SharedSearch<Seats> search(rules, stakes, table, budget, on);
    search.join(together, me);
    const i32 value = ask(search);
    budget.leave();
    results[me] = {value, budget.why()};
  };
  std::vector<std::thread> helpers;
  // Where the system gives no more threads those there are do it.
  try {
    helpers.reserve(count);
    for (std::size_t me = 1; me < count; ++me)
      helpers.emplace_back([&, me] {
        helping.begin();
        one(me);
      });
  } catch (const std::system_error&) {
  }
  one(0);
  for (std::thread& helper : helpers) helper.join();
  Told told{0, common.nodes(), common.why()};
  for (const Result& result : results)
    if (result.why == Stop::none) told = {result.value, common.nodes(), Stop::none};
  // The caller has been told of an interrupt, so it is one, whatever was found.
  if (results[0].why == Stop::interrupt) told.why = Stop::interrupt;
  return told;
}

}  // namespace core
