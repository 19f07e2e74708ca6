// The transposition table, and what tells its entries apart.
#include "../src/table.hpp"

#include <random>

#include "../src/question.hpp"
#include "check.hpp"
#include "hands.hpp"

namespace core::tests {
namespace {

constexpr u64 kBytes = 1 << 16;

template <int Seats>
Numbered numbered(const Position<Seats>& position) {
  Numbered numbers;
  numbers.number(position);
  return numbers;
}

const auto kFour = [] { return dealt<4>({"h9 T3", "h5 T1", "h12 d0", "c4 s4"}); };

const Sentence kIdentities{"no two questions of up to five seats have one identity, and none has 0", [] {
  static_assert(identities_differ(2));
  static_assert(identities_differ(3));
  for (int seats = 2; seats <= kMostSeats; ++seats) expect(identities_differ(seats));
}};

template <int Words>
void whole_key() {
  using Key = Table<Words>::Key;
  Table<Words> table(kBytes);
  Relevance relevance;
  const Numbered now = numbered(kFour());
  Key key{};
  key[Table<Words>::kFirstFlags] = 1;
  table.store(key, {}, 7, true, 3);
  i32 value = 0;
  expect(table.find(key, now, 7, value, relevance) && value == 7);
  for (int word = 0; word < Words; ++word)
    for (int bit = 0; bit < 64; ++bit) {
      Key other = key;
      other[word] ^= u64{1} << bit;
      if (other[Table<Words>::kFirstFlags] != 0) expect(!table.find(other, now, 7, value, relevance));
    }
}

const Sentence kWholeKey{"an entry is found by its whole key: with any other bit it is not", [] {
  whole_key<2>();
  whole_key<4>();
}};

const Sentence kBounds{"a lower bound answers thresholds up to it, an upper bound those above it", [] {
  Table<2> table(kBytes);
  Relevance relevance;
  const Numbered now = numbered(kFour());
  i32 value = 0;
  table.store({1, 1}, {}, 5, true, 1);
  expect(table.find({1, 1}, now, 5, value, relevance) && table.find({1, 1}, now, -3, value, relevance));
  expect(!table.find({1, 1}, now, 6, value, relevance));
  table.store({1, 2}, {}, 5, false, 1);
  expect(table.find({1, 2}, now, 6, value, relevance));
  expect(!table.find({1, 2}, now, 5, value, relevance));
}};

const Sentence kCompared{"an entry serves where its comparisons come out as listed, and tells which cards they are of", [] {
  Table<4> table(kBytes);
  Relevance relevance;
  const auto here = kFour(), swapped = dealt<4>({"h5 T3", "h9 T1", "h12 d0", "c4 s4"});
  Comparisons all;
  all.add({0, 2});  // the first hand's heart beats the second's
  table.store({1, 2, 3, 4}, all, 1, true, 1);
  i32 value = 0;
  expect(table.find({1, 2, 3, 4}, numbered(here), 1, value, relevance));
  expect(relevance.row(0, 9) == 1u << 5 && relevance.row(0, 12) == 0);
  expect(!table.find({1, 2, 3, 4}, numbered(swapped), 1, value, relevance));
}};

const Sentence kLongEntries{"an entry of many comparisons is compared to the last of them", [] {
  Table<2> table(kBytes);
  Relevance relevance;
  const Numbered now = numbered(kFour());
  i32 value = 0;
  Comparisons all;
  while (all.count < Comparisons::kMost - 1) all.add({0, 2});
  table.store({5, 1}, all, 1, true, 1);
  expect(table.find({5, 1}, now, 1, value, relevance));
  all.add({2, 0});
  table.store({6, 1}, all, 1, true, 1);
  expect(!table.find({6, 1}, now, 1, value, relevance));
  all.add({0, 2});
  expect(!all.complete);
  table.store({7, 1}, all, 1, true, 1);
  expect(!table.find({7, 1}, now, 1, value, relevance));
}};

const Sentence kNumbers{"cards are numbered hand by hand, suit by suit, from low to high", [] {
  const Numbered now = numbered(dealt<2>({"T21 h3 h1 d0", "c13 T0"}));
  const std::array<int, 6> cards{1, 3, 32, 32 * kTrumps + 21, 32 * 3 + 13, 32 * kTrumps};
  for (std::size_t i = 0; i < cards.size(); ++i) expect(now.card[i] == cards[i]);
  expect(Comparison{}.none() && Comparison{}.holds(now));
}};

// Of many more entries than there is room for, each that is found says what was stored under its key.
template <int Words>
void full() {
  Table<Words> table(kBytes);
  expect(table.usable());
  Relevance relevance;
  const Numbered now = numbered(kFour());
  std::mt19937_64 random(1);
  std::vector<std::pair<typename Table<Words>::Key, i32>> stored;
  Comparisons all;
  for (int i = 0; i < 40; ++i) all.add({0, 2});
  for (int i = 0; i < 20'000; ++i) {
    typename Table<Words>::Key key{};
    for (u64& word : key) word = random() % 40;
    key[Table<Words>::kFirstFlags] |= 64;
    const i32 value = static_cast<i32>(key[0] * 1000 + key[Words - 1]);
    table.store(key, i % 3 ? all : Comparisons{}, value, true, i % 20);
    stored.emplace_back(key, value);
    i32 found = 0;
    expect(table.find(key, now, value, found, relevance) && found == value);
  }
  std::size_t known = 0;
  for (const auto& [key, value] : stored) {
    i32 found = 0;
    if (!table.find(key, now, value, found, relevance)) continue;
    ++known;
    expect(found == value);
  }
  expect(known > 0 && known < stored.size());
}

const Sentence kFull{"a full table forgets, but never says what was not stored", [] {
  full<2>();
  full<4>();
}};

}  // namespace
}  // namespace core::tests
