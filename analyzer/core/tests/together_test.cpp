// Several threads over one table: what one stores the others find whole, and the answer is that of one thread.
#include "../src/threshold/crew.hpp"

#include <algorithm>
#include <random>
#include <thread>

#include "../src/threshold/search.ipp"
#include "check.hpp"
#include "hands.hpp"

namespace core {

template class ThresholdSearch<3>;
template class ThresholdSearch<3, SharedTable<kKeyWords<3>>>;

namespace tests {
namespace {

constexpr u64 kTiny = 1 << 16;
constexpr u64 kNoEnd = u64{1} << 40;

Position<3> drawn(std::mt19937& random, int tricks) {
  std::vector<Card> deck{kExcuse};
  for (int suit = 0; suit < kSuits; ++suit)
    for (int height = 0; height < (suit == kTrumps ? 21 : kTopHeight + 1); ++height) deck.push_back({static_cast<u8>(suit), static_cast<u8>(height)});
  std::shuffle(deck.begin() + 1, deck.end(), random);
  std::swap(deck[0], deck[random() % deck.size()]);
  Position<3> position;
  position.leader = static_cast<int>(random() % 3);
  position.tricks = tricks;
  for (int i = 0; i < 3 * tricks; ++i) {
    if (is_excuse(deck[i])) position.excuse = static_cast<u8>(i % 3);
    else position.hand[i % 3] |= only(deck[i]);
  }
  return position;
}

struct Asking {
  Rules rules;
  Stakes stakes;
  Position<3> position;
  Question question;
  Switches on{};

  i32 alone() const {
    Table<2> table(kTiny);
    Budget budget(kNoEnd, -1, nullptr);
    return ThresholdSearch<3>(rules, stakes, table, budget, on).search(position, question, 1, false);
  }

  TogetherFound together(int threads, SharedTable<2>& table, u64 most = kNoEnd, Budget::Interrupted interrupted = nullptr,
                Budget::Interrupted look = nullptr) const {
    const Budget before(0, -1, nullptr);
    return search_together<3>(threads, table, rules, stakes, on, before, most, interrupted, {[] {}, look}, 1,
                              [&](auto& search) { return search.search(position, question, 1, false); });
  }
};

Asking drawn_question(unsigned seed, int tricks) {
  std::mt19937 random(seed);
  const u8 goal = kGoals[random() % kGoals.size()], side = static_cast<u8>(1 + random() % 6);
  return {{}, {}, drawn(random, tricks), {static_cast<int>(random() % 3), side, random() % 4 == 0, goal}};
}

const Sentence kSame{"two, three and four threads over a table that is much too small answer as one does", [] {
  for (unsigned seed = 0; seed < 24; ++seed) {
    Asking asking = drawn_question(seed, 7 + static_cast<int>(seed % 3));
    if (seed % 2) asking.on.sparing = 4;
    if (seed % 3) asking.on.near_misses = 9;
    const bool reached = asking.alone() >= 1;
    for (int threads = 2; threads <= 4; ++threads) {
      SharedTable<2> table(kTiny);
      for (int again = 0; again < 2; ++again) {
        const TogetherFound told = asking.together(threads, table);
        expect(told.why == Stop::none && (told.value >= 1) == reached);
      }
    }
  }
}};

const Sentence kGuessed{"whatever the answer is guessed to be, right or wrong, two threads that share out the work by it answer as one does", [] {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Asking asking = drawn_question(seed, 9);
    const bool reached = asking.alone() >= 1;
    for (const bool guess : {false, true}) {
      SharedTable<2> table(kTiny);
      Common common(0);
      Together together(2);
      together.guess(guess);
      expect(together.shares(true) != guess && together.shares(false) == guess);
      std::atomic<int> right{0}, ended{0};
      const auto one = [&](std::size_t me) {
        Budget budget(Budget(0, -1, nullptr), kNoEnd, common, nullptr);
        SharedSearch<3> search(asking.rules, asking.stakes, table, budget, Switches{});
        search.join(together, me);
        const i32 value = search.search(asking.position, asking.question, 1, false);
        if (budget.why() == Stop::none) ++ended, right += (value >= 1) == reached;
        budget.leave();
      };
      std::thread other(one, 1);
      one(0);
      other.join();
      expect(ended > 0 && right == ended);
    }
  }
}};

std::atomic<u64> watched;

// A thread tells at each look, near a limit after ever fewer nodes; of its last ones, and those of the guess, nobody is told.
const Sentence kWatched{"the nodes told of threads are those that each of them laid, none counted twice, also near a limit where they look often", [] {
  constexpr u64 kMost = 100'000, kUntold = 3 * (kMost / 64 + 2);
  for (unsigned seed = 0; seed < 8; ++seed) {
    const Asking asking = drawn_question(seed, 12);
    const Budget::Interrupted look = [](u64 nodes) { return watched += nodes, false; };
    SharedTable<2> table(kTiny);
    watched = 0;
    const TogetherFound told = asking.together(2, table, kMost, look, look);
    expect(watched.load() <= told.nodes && told.nodes < watched.load() + kUntold);
  }
}};

const Sentence kLimit{"all threads together stop soon after the limit of nodes, and so do they when one is interrupted", [] {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Asking asking = drawn_question(seed, 20);
    SharedTable<2> table(u64{1} << 22);
    const TogetherFound told = asking.together(4, table, 500);
    expect(told.why != Stop::nodes || (told.nodes > 500 && told.nodes < 700));
    SharedTable<2> other(u64{1} << 22);
    const TogetherFound cut = asking.together(2, other, kNoEnd, [](u64) { return true; });
    expect(cut.why == Stop::none || cut.why == Stop::interrupt);
    expect(cut.nodes < 64 * Budget::kLook);  // the first thread hears of it; how far the other gets till then is chance
  }
}};

struct Anything {
  bool may(Comparison) const { return true; }
  bool operator()(const Comparison*, int) const { return true; }
};

// Each thread stores what it can tell from the key, looks for all others' too, and everything found is what was stored.
const Sentence kWhole{"what one thread stores another finds under its whole key and with its own value, or not at all", [] {
  SharedTable<2> table(kTiny);
  std::atomic<int> found{0}, wrong{0};
  const auto use = [&](unsigned seed) {
    std::mt19937_64 random(seed);
    Numbered now;
    now.number(dealt<4>({"h9 T3", "h5 T1", "h12 d0", "c4 s4"}));
    Relevance relevance;
    Comparisons all;
    for (int i = 0; i < 40; ++i) all.add({0, 2});
    for (int i = 0; i < 4'000; ++i) {
      const SharedTable<2>::Key key{random() % 40, random() % 40 + 1};
      const i32 value = static_cast<i32>(key[0] * 1000 + key[1]);
      if (i % 2) table.store(key, i % 3 ? all : Comparisons{}, value, true, i % 20);
      i32 told = 0;
      if (!table.find(key, now, value, told, relevance)) continue;
      found.fetch_add(1, std::memory_order_relaxed);
      if (told != value) wrong.fetch_add(1, std::memory_order_relaxed);
      table.same_side(key, value, told, Anything{});
      if (told != value) wrong.fetch_add(1, std::memory_order_relaxed);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) threads.emplace_back(use, seed);
  for (std::thread& thread : threads) thread.join();
  expect(found > 0 && wrong == 0);
}};

}  // namespace
}  // namespace tests
}  // namespace core
