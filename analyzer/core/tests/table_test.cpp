// The transposition table, and what tells its entries apart.
#include "../src/table/table.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "../src/threshold/question.hpp"
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

// Hands of so many cards with the lengths of the first ones, and any cards.
struct Shape {
  std::array<std::array<int, kSuits>, 3> length{};
  std::array<u64, 2> key{0, 1};

  Shape() {
    constexpr int kSpread[3][kSuits] = {{2, 3, 1, 0, 4}, {3, 0, 2, 2, 3}, {1, 3, 3, 1, 2}};
    for (int hand = 0; hand < 3; ++hand)
      for (int suit = 0; suit < kSuits; ++suit) {
        length[hand][suit] = kSpread[hand][suit];
        key[0] |= static_cast<u64>(length[hand][suit]) << length_shift<3>(hand, suit);
      }
  }

  Position<3> dealt(std::mt19937& random) const {
    Position<3> position;
    for (int suit = 0; suit < kSuits; ++suit) {
      std::array<u8, 21> heights{};
      for (u8 i = 0; i < 21; ++i) heights[i] = i;
      const int all = suit == kTrumps ? 21 : kTopHeight + 1;
      std::shuffle(heights.begin(), heights.begin() + all, random);
      int next = 0;
      for (int hand = 0; hand < 3; ++hand)
        for (int i = 0; i < length[hand][suit]; ++i) position.hand[hand] |= only({static_cast<u8>(suit), heights[next++]});
    }
    return position;
  }

  int cards(int hand) const { return std::accumulate(length[hand].begin(), length[hand].end(), 0); }
};

// Some comparisons that hold between cards of different hands.
Comparisons some_that_hold(std::mt19937& random, const Shape& shape, const Numbered& now) {
  const int first = shape.cards(0), second = first + shape.cards(1), cards = second + shape.cards(2);
  const auto hand = [&](u8 number) { return (number >= first) + (number >= second); };
  Comparisons all;
  const int most = 20 + static_cast<int>(random() % 24);
  for (int tries = 0; tries < 1'000 && all.count < most; ++tries) {
    const Comparison one{static_cast<u8>(random() % cards), static_cast<u8>(random() % cards)};
    if (hand(one.winner) == hand(one.loser) || now.card[one.winner] / 32 != now.card[one.loser] / 32) continue;
    if (one.holds(now)) all.add(one);
  }
  return all;
}

bool all_hold(const Comparisons& all, const Numbered& now) {
  return std::all_of(all.list.begin(), all.list.begin() + all.count, [&](Comparison one) { return one.holds(now); });
}

const Sentence kCrowds{"of two thousand proofs of one shape one is found where and only where the comparisons of one hold, with crowds or without", [] {
  for (const bool crowds : {true, false}) {
    std::mt19937 random(7);
    const Shape shape;
    Table<2> table(u64{1} << 22, crowds);
    std::vector<Comparisons> stored;
    int found = 0, missed = 0;
    for (int i = 0; i < 6'000; ++i) {
      const Position<3> position = shape.dealt(random);
      const Numbered now = numbered(position);
      Relevance relevance;
      i32 value = 0;
      const bool there = table.find(shape.key, now, 1, value, relevance);
      expect(there == std::any_of(stored.begin(), stored.end(), [&](const Comparisons& all) { return all_hold(all, now); }));
      ++(there ? found : missed);
      const Comparisons proof = some_that_hold(random, shape, now);
      if (stored.size() == 2'000 || proof.count < 20) continue;
      table.store(shape.key, proof, 1, true, 3);
      stored.push_back(proof);
      expect(table.find(shape.key, now, 1, value, relevance));
    }
    expect(stored.size() == 2'000 && found > 500 && missed > 500);
  }
}};

const Sentence kCrowdsInLittleRoom{"a table too small for its crowds forgets, but what it finds holds, and it is usable to the end", [] {
  std::mt19937 random(11);
  Shape shape;
  Table<2> table(kBytes);
  std::vector<std::vector<Comparisons>> stored(3);
  int found = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Position<3> position = shape.dealt(random);
    const Numbered now = numbered(position);
    const std::size_t which = random() % stored.size();
    shape.key[1] = which + 1;
    Relevance relevance;
    i32 value = 0;
    if (table.find(shape.key, now, 1, value, relevance)) {
      ++found;
      expect(std::any_of(stored[which].begin(), stored[which].end(), [&](const Comparisons& all) { return all_hold(all, now); }));
      continue;
    }
    const Comparisons proof = some_that_hold(random, shape, now);
    if (proof.count < 20) continue;
    table.store(shape.key, proof, 1, true, static_cast<int>(random() % 9));
    stored[which].push_back(proof);
    expect(table.find(shape.key, now, 1, value, relevance));
  }
  expect(found > 0 && stored[0].size() > 1'000);
}};

const Sentence kLanes{"a comparison tells all that follows from it in the two hands and the suit, and nothing of other hands or suits", [] {
  const Shape shape;
  const Lanes lanes(shape.key);
  int first = 0;
  for (int hand = 0; hand < 3; ++hand)
    for (int suit = 0; suit < kSuits; ++suit) {
      for (int i = 0; i < shape.length[hand][suit]; ++i)
        expect(lanes.low(static_cast<u8>(first + i)) == first && lanes.high(static_cast<u8>(first + i)) == first + shape.length[hand][suit] - 1);
      first += shape.length[hand][suit];
    }
  expect(lanes.low(Numbered::kCards) == Numbered::kCards && lanes.high(Numbered::kBars) == Numbered::kBars);
  Crowd<u32> crowd{};
  const int trumps = shape.cards(0) - shape.length[0][kTrumps], others = shape.cards(0) + shape.cards(1) - shape.length[1][kTrumps];
  for (int i = 0; i < Crowd<u32>::kAsked; ++i) crowd.ask(i, {});
  const auto told = [&](Comparison asked, Comparison one) {
    crowd.ask(5, asked);
    Asks<Crowd<u32>> asks(crowd, lanes);
    asks.add(one);
    expect((asks.bits() & ~(u64{1} << 5)) == 0);
    return asks.bits() != 0;
  };
  const auto a = static_cast<u8>(trumps), b = static_cast<u8>(others);
  expect(told({a, b}, {a, b}));
  expect(told({static_cast<u8>(a + 1), b}, {a, b}) && told({a, b}, {a, static_cast<u8>(b + 1)}));
  expect(!told({a, b}, {static_cast<u8>(a + 1), b}) && !told({a, static_cast<u8>(b + 1)}, {a, b}));
  expect(!told({static_cast<u8>(a + 4), b}, {a, b}) && !told({a, static_cast<u8>(b - 1)}, {a, b}) && !told({b, a}, {a, b}));
}};

}  // namespace
}  // namespace core::tests
