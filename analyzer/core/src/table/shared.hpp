// The table of proofs for several threads at once.
//
// It consists of tables, each for a part of the keys and with a lock of its own, and each is used by one thread at a time:
// every look, and every row moved or given up by it, lies between taking the lock and letting it go. So no thread sees a row
// half written, nor a block that was given back and taken again: what is found was stored under this key, whole, with
// its comparisons, and is copied out before the lock is let go. What a thread finds depends on what the others have
// stored by then, as it depends with one thread on what was stored before: either way each entry is a proof by itself.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "table.hpp"

namespace core {

// A lock for a few hundred nanoseconds. Who waits long lets others have the processor, as the holder may need it.
class ShortLock {
 public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      for (int tries = 0; taken_.load(std::memory_order_relaxed); ++tries)
        if (tries >= kTries) std::this_thread::yield();
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  static constexpr int kTries = 200;
  std::atomic<bool> taken_{false};
};

template <int Words>
class SharedTable {
 public:
  using Key = Table<Words>::Key;
  static constexpr int kFirstFlags = Table<Words>::kFirstFlags;
  static constexpr bool kProves = true;
  static constexpr bool kShared = true;

  explicit SharedTable(u64 bytes, bool crowds = true);

  bool usable() const { return whole_.usable(); }

  template <class Now>
  bool find(const Key& key, const Now& now, i32 threshold, i32& value, Relevance& relevance) {
    Part& part = part_of(key);
    std::scoped_lock alone(part.lock);
    return part.table.find(key, now, threshold, value, relevance);
  }

  void store(const Key& key, const Comparisons& all, i32 value, bool lower, int work) {
    Part& part = part_of(key);
    std::scoped_lock alone(part.lock);
    part.table.store(key, all, value, lower, work);
  }

  template <class Use>
  void same_side(const Key& key, i32 threshold, i32& value, Use&& use) {
    Part& part = part_of(key);
    std::scoped_lock alone(part.lock);
    part.table.same_side(key, threshold, value, use);
  }

  template <class Use>
  void some_of(const Key& key, i32 threshold, bool reached, int most, Use&& use) {
    Part& part = part_of(key);
    std::scoped_lock alone(part.lock);
    part.table.some_of(key, threshold, reached, most, use);
  }

 private:
  static constexpr u64 kMostParts = 512;  // what sixteen threads would wait: docs/performance.md
  static constexpr u64 kLeast = u64{1} << 15;  // bytes of a part

  struct alignas(64) Part {
    Part(Table<Words>& whole, u64 part, u64 parts) : table(whole, part, parts) {}
    ShortLock lock;
    Table<Words> table;
  };

  static u64 parts_of(u64 bytes) { return std::clamp<u64>(std::bit_floor(bytes / kLeast), 2, kMostParts); }

  // By the high bits of the hash; a part finds its place by the low ones.
  Part& part_of(const Key& key) { return *parts_[hash(key) >> shift_]; }

  Table<Words> whole_;  // nothing is stored in it: the parts lie in its memory
  std::vector<std::unique_ptr<Part>> parts_;
  int shift_ = 0;
};

extern template class SharedTable<2>;
extern template class SharedTable<4>;

}  // namespace core
