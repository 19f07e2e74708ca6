// What a search does as one of several threads over one table; threshold/together.hpp tells how they share the work.
#pragma once

#include "search.hpp"

namespace core {

// Whether the search goes back: its budget is spent, or a trick on the way was answered by another thread.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::stopped() const {
  if constexpr (Table::kShared) return budget_.spent() || with_.answered != Shared::kNone;
  else return budget_.spent();
}

// The threads tell where they are in the first tricks of the search only: below, a search costs less than to look.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::shares() const {
  if constexpr (Table::kShared) return now_.tricks >= with_.last;
  else return false;
}

// A number for the position, never 0.
template <int Seats, class TableOf>
u64 ThresholdSearch<Seats, TableOf>::present() const {
  u64 x = static_cast<u64>(now_.leader) << 3 | now_.excuse;
  const auto mix = [&x](u64 each) {
    x = (x ^ each) * 0x9E3779B97F4A7C15u;
    x ^= x >> 29;
  };
  for (const Cards& hand : now_.hand) mix(hand.plain), mix(hand.trumps);
  for (int i = 0; i < now_.laid; ++i) mix(static_cast<u64>(now_.table[i].suit << 5 | now_.table[i].height));
  return x | 1;
}

// Whether another thread is where the move of a player who wants the value high, or low, leads, and this one may do another move first.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::others_at([[maybe_unused]] const Move& move, [[maybe_unused]] bool high) {
  bool found = false;
  if constexpr (Table::kShared) {
    if (!shares() || !with_.all->shares(high)) return false;
    now_.lay(move.card, move.named);
    found = with_.all->others_at(with_.me, ply(), present());
    now_.take_back();
  }
  return found;
}

// Tell the others that this thread is where it is now, or is there no more.
template <int Seats, class TableOf>
void ThresholdSearch<Seats, TableOf>::tell_where([[maybe_unused]] bool here) {
  if constexpr (Table::kShared)
    if (shares()) with_.all->tell(with_.me, ply(), here ? present() : 0);
}

// Whether another thread has answered a trick that this one is in the middle of: the first of them is gone back to.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::answered() {
  if constexpr (Table::kShared) {
    constexpr u64 kLook = 1 << 10;  // nodes
    if (budget_.nodes() % kLook != 0) return false;
    Relevance relevance;
    i32 value;
    for (int i = 0; i < with_.count; ++i) {
      const Trick& trick = with_.tricks[i];
      if (!table_.find(trick.key, *trick.now, trick.threshold, value, relevance)) continue;
      with_.answered = i;
      return true;
    }
  }
  return false;
}

// Search what follows from the start of a trick. False where that is no new proof: it was stopped, or the table has one by now.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::at_new_trick([[maybe_unused]] const typename Table::Key& key, i32 threshold, [[maybe_unused]] Numbers& numbers,
                                                   i32& value, Relevance& relevance) {
  if constexpr (Table::kShared) {
    while (shares()) {
      const int mine = with_.count++;
      with_.tricks[mine] = {key, &numbers.of(now_), threshold};
      value = at_card<0>(threshold, false, relevance);
      with_.count = mine;
      if (with_.answered != mine) return !stopped();
      with_.answered = Shared::kNone;
      // It may have been given up again since: then once more.
      if (table_.find(key, numbers.of(now_), threshold, value, relevance)) return false;
    }
  }
  value = at_card<0>(threshold, false, relevance);
  return !stopped();
}

}  // namespace core
