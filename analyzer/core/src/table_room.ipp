// The room in the table: blocks taken and given back, and what is given up when none is left.
#pragma once

#include "table.hpp"

namespace core {

constexpr u32 kReserve = 8;  // blocks one more entry may take

template <int Words>
Table<Words>::Index Table<Words>::take() {
  --spare_;
  if (free_) {
    const Index index = free_;
    free_ = blocks_[index].next_free;
    return index;
  }
  return fresh_++;
}

template <int Words>
void Table<Words>::give(Index index) {
  ++spare_;
  blocks_[index].next_free = free_;
  free_ = index;
}

template <int Words>
void Table<Words>::give_entry(Index index) {
  for (Index at = blocks_[index].entry.more; at;) {
    const Index next = blocks_[at].tail.more;
    give(at);
    at = next;
  }
  give(index);
}

// Take a head's rows away; they are handed to `keep`, which says whether the entry lives on.
template <int Words>
template <class Keep>
void Table<Words>::sift(Head& head, Keep&& keep) {
  Head old = head;
  head.rows = 0;
  head.more = 0;
  const auto each = [&](const Row& row) {
    if (keep(blocks_[row.entry].entry)) add_row(head, row);
    else give_entry(row.entry);
  };
  // Give back each chunk before its rows are added again, so that there is always a block to take.
  for (Index at = old.more; at;) {
    const Chunk chunk = blocks_[at].chunk;
    give(at);
    for (u32 i = chunk.rows; i-- > 0;) each(chunk.row[i]);
    at = chunk.more;
  }
  for (u32 i = old.rows; i-- > 0;) each(old.row[i]);
  if (head.rows == 0) head.make_empty();
}

template <int Words>
void Table<Words>::empty(Head& head) {
  sift(head, [](const Entry&) { return false; });
}

// The table is full: half of it is given up, first what cost little and was not found of late.
template <int Words>
void Table<Words>::clear_some() {
  std::array<u64, 64> having{};
  const u64 heads = (mask_ + 1) * kWays;
  const auto count = [&](auto& rows) {
    for (u32 i = 0; i < rows.rows; ++i) ++having[score(blocks_[rows.row[i].entry].entry)];
  };
  for (u64 i = 0; i < heads; ++i) {
    if (heads_[i].empty()) continue;
    count(heads_[i]);
    for (Index at = heads_[i].more; at; at = blocks_[at].chunk.more) count(blocks_[at].chunk);
  }
  u64 all = 0;
  for (const u64 each : having) all += each;
  int least = 0;
  for (u64 gone = 0; least < 63 && gone * 2 < all; ++least) gone += having[least];
  for (u64 i = 0; i < heads; ++i)
    if (!heads_[i].empty())
      sift(heads_[i], [&](Entry& entry) {
        const bool lives = score(entry) >= least;
        entry.used = 0;
        return lives;
      });
  if (spare_ < kReserve)
    for (u64 i = 0; i < heads; ++i)
      if (!heads_[i].empty()) empty(heads_[i]);
}

}  // namespace core
