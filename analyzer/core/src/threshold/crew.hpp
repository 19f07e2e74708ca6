// One question searched by several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

#include "search.hpp"

namespace core {

// What a search came to: its value where nothing stopped it, and the nodes of all threads.
struct TogetherFound {
  i32 value = 0;
  u64 nodes = 0;
  Stop why = Stop::none;
};

// What each thread but the first does before it searches, and at every look.
struct Helping {
  std::function<void()> begin;
  Budget::Interrupted look;
};

// What the answer is likely to be, for how the work is shared out (threshold/together.hpp): one of the helpers finds it before it
// helps, unless that takes long. The table that believes is its own and is gone afterwards.
template <int Seats, class Ask>
void guess_for(Together& together, const Rules& rules, const Stakes& stakes, Budget& budget, i32 threshold, Ask&& ask) {
  if constexpr (kGuesses<Seats>) {
    constexpr u64 kBytes = u64{1} << 24;
    typename GuessingSearch<Seats>::Table table(kBytes);
    if (!table.usable()) return;
    GuessingSearch<Seats> search(rules, stakes, table, budget, Switches{});
    const i32 value = ask(search);
    if (!budget.spent()) together.guess(value >= threshold);
    budget.count();
  }
}

constexpr u64 kWhileGuessing = u64{1} << 22;  // cards that all threads lay at most until the guess is given up

// The search of one question by so many threads over one table: does its value reach the threshold? `ask` puts it to a search.
// `limits` has the deadline, and counts what was used up before; the first thread is the present one, and hears of interrupts
// by `interrupted`.
template <int Seats, class Ask>
TogetherFound search_together(int threads, typename SharedSearch<Seats>::Table& table, const Rules& rules, const Stakes& stakes, const Switches& on,
                     const Budget& limits, u64 max_nodes, Budget::Interrupted interrupted, const Helping& helping, i32 threshold, Ask&& ask) {
  struct alignas(64) Result {
    i32 value = 0;
    Stop why = Stop::elsewhere;
  };
  const auto count = static_cast<std::size_t>(threads);
  Common common(limits.nodes());
  Together together(threads);
  std::vector<Result> results(count);
  const auto one = [&](std::size_t me) {
    const Budget::Interrupted look = me == 0 ? interrupted : helping.look;
    if (me == 1) {
      Budget guessing(limits, std::min(max_nodes, common.nodes() + kWhileGuessing), common, look);
      guess_for<Seats>(together, rules, stakes, guessing, threshold, ask);
    }
    Budget budget(limits, max_nodes, common, look);
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
  TogetherFound told{0, common.nodes(), common.why()};
  for (const Result& result : results)
    if (result.why == Stop::none) told = {result.value, common.nodes(), Stop::none};
  // The caller has been told of an interrupt, so it is one, whatever was found.
  if (results[0].why == Stop::interrupt) told.why = Stop::interrupt;
  return told;
}

}  // namespace core
