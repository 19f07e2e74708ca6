// Values by key, in one growing store. A key is found by all of it, never by its hash alone.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "cards.hpp"

namespace core {

class Memo {
 public:
  using Key = std::span<const u64>;

  // The value of a key into `value`; false where it has none.
  bool find(Key key, std::vector<u32>& value) const {
    const u64* entry = slots_.empty() ? nullptr : at(slots_[slot(key)]);
    if (!entry) return false;
    value.resize(*entry >> 32);
    if (!value.empty()) std::memcpy(value.data(), entry + 1 + key.size(), value.size() * sizeof(u32));
    return true;
  }

  // Keep a value, instead of what the key had.
  void put(Key key, std::span<const u32> value) {
    if (2 * (entries_ + 1) > slots_.size()) grow();
    u32& place = slots_[slot(key)];
    entries_ += place == 0;
    place = static_cast<u32>(store_.size()) + 1;
    store_.push_back(key.size() | u64{value.size()} << 32);
    store_.insert(store_.end(), key.begin(), key.end());
    const std::size_t start = store_.size();
    store_.resize(start + (value.size() + 1) / 2);
    if (!value.empty()) std::memcpy(&store_[start], value.data(), value.size() * sizeof(u32));
  }

  void clear() { *this = Memo(); }
  u64 bytes() const { return store_.size() * sizeof(u64) + slots_.size() * sizeof(u32); }

 private:
  const u64* at(u32 place) const { return place ? &store_[place - 1] : nullptr; }

  static u64 hash(Key key) {
    u64 x = 0x9E3779B97F4A7C15u;
    for (const u64 word : key) {
      x = (x ^ word) * 0xBF58476D1CE4E5B9u;
      x ^= x >> 32;
    }
    return x;
  }

  // The slot of a key: its own, or the free one where it belongs.
  std::size_t slot(Key key) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash(key) & mask;; i = (i + 1) & mask) {
      const u64* entry = at(slots_[i]);
      if (!entry || (static_cast<u32>(*entry) == key.size() && std::equal(key.begin(), key.end(), entry + 1))) return i;
    }
  }

  void grow() {
    const std::vector<u32> old = std::move(slots_);
    slots_.assign(std::max<std::size_t>(1024, 2 * old.size()), 0);
    for (const u32 place : old)
      if (place) slots_[slot({at(place) + 1, static_cast<u32>(*at(place))})] = place;
  }

  std::vector<u64> store_;  // an entry: the lengths of key and value, the key, the value
  std::vector<u32> slots_;  // places in the store from 1 on; 0 is free; a power of two of them
  std::size_t entries_ = 0;
};

}  // namespace core
