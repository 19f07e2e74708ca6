// Proofs that would have answered but for one comparison, and can do without it.
#pragma once

#include <utility>

#include "spare.ipp"

namespace core {

constexpr int kNearRows = 32, kNearTries = 2, kNearCases = 16;

// Sparing (threshold/spare.ipp) asks of every comparison of a new proof whether it matters, and most of what it searches is in vain. Here
// it is asked of those that have been in the way: a position had to be searched, although its shape has a proof E of the very side that was
// found, of which one comparison x > y fails here and no other.
//
// "E without x > y" is a proof if the value lies on that side wherever y > x and the rest of E holds. This position is one of these orders,
// and what was searched is a proof F of it: so the first case is done, and those remain in which some comparison of F fails. They
// are searched as `always` searches them, with its argument and its care for cards that stay; where all of them have the
// value the shorter E serves here and is stored. It is kept as the proof of this position if it asks no more than F does.
//
// A part of the search that is given up proves nothing: while it is stopped no entry is stored and no comparison spared, and what it
// had stored before are proofs by themselves.
template <int Seats, class TableOf>
void ThresholdSearch<Seats, TableOf>::near_misses(const typename Table::Key& key, i32 threshold, Numbers& numbers, Comparisons& proof, i32 value,
                                                  Relevance& relevance, int work) {
  if constexpr (Table::kProves) {
    const u64 worked = (u64{1} << work) / 2;
    if (!near_.now(budget_.nodes(), worked) || !on_.partition || !proof.complete || proof.count == 0 || stopped()) return;
    struct Near {
      Comparisons all;
      int failing;
    };
    std::array<Near, kNearTries> near;
    int found = 0;
    const Numbered& now = numbers.of(now_);
    const bool reached = value >= threshold;
    table_.some_of(key, threshold, reached, kNearRows, [&](const Comparison* list, int count) {
      int fails = 0;
      Near& one = near[found];
      for (int i = 0; i < count && fails < 2; ++i)
        if (!list[i].holds(now)) ++fails, one.failing = i;
      if (fails != 1) return false;
      std::copy_n(list, count, one.all.list.begin());
      one.all.count = count;
      return ++found == kNearTries;
    });
    const Orders<Seats> orders(now_.hand, alone(question_.seat));
    if (found == 0 || !orders.room()) return;
    const Position<Seats> here = now_;
    const u64 before = budget_.nodes();
    const NearMisses::Outside outside = near_.enter(now_.tricks);
    bool shorter = false;
    for (int k = 0; k < found && !stopped(); ++k) {
      Comparisons& all = near[k].all;
      Comparison& last = all.list[all.count - 1];
      std::swap(all.list[near[k].failing], last);
      const std::size_t place = near_.place(key, last);
      if (orders.stays(last) || !near_.worth_it(place)) continue;
      Comparisons given = all;
      given.list[given.count - 1] = {last.loser, last.winner};
      int cases = kNearCases;
      const Budget::Part part = budget_.within(near_.within(worked));
      const bool spared = but_for(orders, given, proof, threshold, value, cases, kWithin);
      const bool done = budget_.back(part) && spared;
      now_ = here;
      in_play_ = now_.held();
      near_.tell(place, done);
      if (!done) continue;
      --all.count;
      if (all.count <= proof.count) proof = all, shorter = true;
      else table_.store(key, all, value, reached, work);
    }
    near_.leave(outside, budget_.nodes() - before);
    if (!shorter) return;
    relevance.clear();
    for (int i = 0; i < proof.count; ++i) proof.list[i].tell(relevance, now);
  }
}

}  // namespace core
