// The room in the table: blocks taken and given back, and what is given up when none is left.
#pragma once

#include "table.hpp"

namespace core {

constexpr u32 kReserve = 8;  // blocks one more entry may take

// There is a block where `spare_` says so: given back, never used, or part of a crowd that was given back.
template <int Words>
Table<Words>::Index Table<Words>::take() {
  --spare_;
  if (!free_) {
    if (fresh_ < crowds_) return fresh_++;
    const Index crowd = free_crowd_;
    free_crowd_ = this->crowd(crowd).next;
    for (Index index = crowd + kCrowd; index-- > crowd;) {
      blocks_[index].next_free = free_;
      free_ = index;
    }
  }
  const Index index = free_;
  free_ = blocks_[index].next_free;
  return index;
}

template <int Words>
void Table<Words>::give(Index index) {
  ++spare_;
  blocks_[index].next_free = free_;
  free_ = index;
}

// Crowds are taken from the far end of the blocks; 0 where none is left.
template <int Words>
Table<Words>::Index Table<Words>::take_crowd() {
  if (spare_ < kCrowd + kReserve) return 0;
  Index index = free_crowd_;
  if (index) {
    free_crowd_ = crowd(index).next;
  } else {
    if (crowds_ - fresh_ < kCrowd) return 0;
    index = crowds_ -= kCrowd;
  }
  spare_ -= kCrowd;
  return index;
}

template <int Words>
void Table<Words>::give_crowd(Index index) {
  spare_ += kCrowd;
  crowd(index).next = free_crowd_;
  free_crowd_ = index;
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
  head.crowd = 0;
  const auto each = [&](Index entry) {
    if (keep(blocks_[entry].entry)) add_row(head, row_of(entry));
    else give_entry(entry);
  };
  // Give back each chunk or crowd before its rows are added again, so that there is always a block to take.
  for (Index at = old.more; at;) {
    const Chunk chunk = blocks_[at].chunk;
    give(at);
    for (u32 i = chunk.rows; i-- > 0;) each(chunk.row[i].entry);
    at = chunk.more;
  }
  for (Index at = old.crowd; at;) {
    const Crowd some = crowd(at);
    give_crowd(at);
    for (u32 i = some.rows; i-- > 0;) each(some.entry[i]);
    at = some.next;
  }
  for (u32 i = old.rows; i-- > 0;) each(old.row[i].entry);
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
  const auto count = [&](Index entry) { ++having[score(blocks_[entry].entry)]; };
  for (u64 i = 0; i < heads; ++i) {
    if (heads_[i].empty()) continue;
    for (u32 k = 0; k < heads_[i].rows; ++k) count(heads_[i].row[k].entry);
    each_beyond(heads_[i], count);
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
