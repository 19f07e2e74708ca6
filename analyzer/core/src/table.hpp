// The transposition table of the two-sided search.
//
// An entry is a proved bound for every position with the same lengths of suits, the same flags (leader, owner
// of the excuse, prize cards, progress, question) and the same owners of the ranks that mattered. All of that is
// stored and compared whole; the hash only finds the cluster.
#pragma once

#include <cstdlib>
#include <memory>

#include "cards.hpp"

namespace core {

// The owners of the cards still in play, by relative rank: bit i of `first` (`second`) says that seat 0 (1) owns
// the i-th lowest card in play of all plain suits, lanes packed one after the other; the lengths, which are part
// of every key, say where a lane begins. Likewise the trumps.
struct Owners {
  u64 first = 0, second = 0;
  u32 first_trumps = 0, second_trumps = 0;
};

struct Entry {
  u64 lengths = 0;
  u64 flags = 0;   // 0: the entry is empty
  u64 first = 0, second = 0, mattered = 0;
  u32 first_trumps = 0, second_trumps = 0, mattered_trumps = 0;
  i32 value = 0;
  u8 lower = 0;    // value is a lower bound (1) or an upper one (0)
  u8 work = 0;     // about log2 of the nodes it cost
  u8 suit = 0, height = 0;  // the move that decided

  bool covers(u64 lengths_now, u64 flags_now, const Owners& now) const {
    return lengths == lengths_now && flags == flags_now &&
           (((first ^ now.first) | (second ^ now.second)) & mattered) == 0 &&
           (((first_trumps ^ now.first_trumps) | (second_trumps ^ now.second_trumps)) & mattered_trumps) == 0;
  }
};
static_assert(sizeof(Entry) == 64, "an entry is one cache line");

class Table {
 public:
  static constexpr int kWays = 8;

  explicit Table(u64 bytes) {
    u64 clusters = 1;
    while (clusters * 2 * kWays * sizeof(Entry) <= bytes) clusters *= 2;
    mask_ = clusters - 1;
    // calloc: pages nobody touches cost nothing.
    entries_.reset(static_cast<Entry*>(std::calloc(clusters * kWays, sizeof(Entry))));
  }

  bool usable() const { return entries_ != nullptr; }
  u64 bytes() const { return (mask_ + 1) * kWays * sizeof(Entry); }

  Entry* cluster(u64 lengths, u64 flags) const {
    u64 x = lengths * 0x9E3779B97F4A7C15u ^ flags * 0xC2B2AE3D27D4EB4Fu;
    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 32;
    return entries_.get() + (x & mask_) * kWays;
  }

  // Where a new entry goes: an empty place, one of another question, or the cheapest.
  static Entry* victim(Entry* cluster, u64 question_mask, u64 question) {
    Entry* worst = cluster;
    int least = 1 << 20;
    for (int way = 0; way < kWays; ++way) {
      Entry& entry = cluster[way];
      if (entry.flags == 0) return &entry;
      const int worth = (entry.flags & question_mask) == question ? 256 + entry.work : entry.work;
      if (worth < least) least = worth, worst = &entry;
    }
    return worst;
  }

 private:
  struct Free {
    void operator()(Entry* entries) const { std::free(entries); }
  };
  std::unique_ptr<Entry, Free> entries_;
  u64 mask_ = 0;
};

}  // namespace core
