// The transposition table of the two-sided search.
//
// An entry is a proved bound for every position with the same lengths of suits, the same flags (leader, owner of the
// excuse, special cards, progress, question) in which every comparison it lists comes out as listed; need.hpp says
// why. All of that is stored and looked at whole; the hash only finds the cluster.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "need.hpp"
#include "state.hpp"

namespace core {

// The lanes of all hands, and a comparison between two of their cards: the card at place i of one hand, counted
// from the lowest of the suit, beats the card at place j of another. Packed as suit and pair of seats (5 bits), i, j.
struct Lanes {
  std::array<u32, kSuits * kSeats + 2> lane;  // the last two stand for Comparison::none

  explicit Lanes(const Position& at) {
    lane[kSuits * kSeats] = 1;
    lane[kSuits * kSeats + 1] = 0;
    for (int suit = 0; suit < kSuits; ++suit)
      for (int seat = 0; seat < kSeats; ++seat) lane[suit * kSeats + seat] = at.hand[seat].lane(suit);
  }
};

// Ordered pairs of seats, winner first, are numbered 0 to 5.
constexpr int pair_of(int winner, int loser) { return winner * 2 + (loser > winner ? loser - 1 : loser); }

// Which of the lanes hold the winner and the loser, by suit * 6 + pair.
constexpr std::array<u8, 32> compared_lanes(bool winner) {
  std::array<u8, 32> lane{};
  for (int suit = 0; suit < kSuits; ++suit)
    for (int a = 0; a < kSeats; ++a)
      for (int b = 0; b < kSeats; ++b)
        if (a != b) lane[suit * 6 + pair_of(a, b)] = static_cast<u8>(suit * kSeats + (winner ? a : b));
  lane[kSuits * 6] = static_cast<u8>(kSuits * kSeats + (winner ? 0 : 1));
  return lane;
}

struct Comparison {
  static constexpr std::array<u8, 32> kWinner = compared_lanes(true);
  static constexpr std::array<u8, 32> kLoser = compared_lanes(false);

  u16 packed;

  static Comparison of(int suit, int winner, int i, int loser, int j) {
    return {static_cast<u16>((suit * 6 + pair_of(winner, loser)) << 10 | i << 5 | j)};
  }

  // The winner and the loser in these lanes, each as the bit of its height.
  u32 winner(const Lanes& now) const { return place(now.lane[kWinner[packed >> 10]], packed >> 5 & 31); }
  u32 loser(const Lanes& now) const { return place(now.lane[kLoser[packed >> 10]], packed & 31); }
  bool holds(const Lanes& now) const { return winner(now) > loser(now); }

  // A comparison that always holds: the first lane past all suits has a card, the second none.
  static Comparison none() { return {kSuits * 6 << 10}; }
  bool always() const { return packed >> 10 == kSuits * 6; }
  int suit() const { return kWinner[packed >> 10] / kSeats; }

 private:
  static u32 place(u32 lane, int i) { return static_cast<u32>(spread(u64{1} << i, lane)); }
};

// The comparisons of a position's proof without those that follow from others: a card that beats another also
// beats all below it, and so do all cards above it in its hand.
struct Comparisons {
  static constexpr int kMost = 96;
  std::array<Comparison, kMost> list;
  int count = 0;
  bool complete = true;  // false: there were more than fit

  void add(Comparison one) {
    if (count == kMost) complete = false;
    else list[count++] = one;
  }
};

// The table, of fixed size. It consists of blocks of one cache line: heads, which are found by a hash of lengths and
// flags, and a pool that holds everything else. Positions of one shape may have hundreds of entries, and most
// looks at the table find one, so a head keeps its entries as rows, the lately useful ones in front, and each row
// holds the two comparisons that fail most often, so that most entries are passed over without being read.
class Table {
 public:
  explicit Table(u64 bytes);

  bool usable() const { return heads_ && blocks_; }

  // An entry that says on which side of the threshold the value lies; `need` becomes what it rests on.
  bool find(u64 lengths, u64 flags, const Lanes& now, i32 threshold, i32& value, Need& need);

  void store(u64 lengths, u64 flags, const Comparisons& all, i32 value, bool lower, int work);

 private:
  using Index = u32;  // of a block; 0: none
  static constexpr int kWays = 4;
  static constexpr int kInHead = 5, kInChunk = 7, kInEntry = 26, kInTail = 30;

  struct Row {
    Index entry;
    std::array<Comparison, 2> first;
  };
  struct Head {
    u64 lengths;
    u64 flags;  // 0: the head is empty
    Index more;
    u32 rows;
    std::array<Row, kInHead> row;
  };
  struct Chunk {
    Index more;
    u32 rows;
    std::array<Row, kInChunk> row;
  };
  struct Entry {
    i32 value;
    u8 lower;  // value is a lower bound (1) or an upper one (0)
    u8 work;   // about log2 of the nodes it cost
    u8 count;  // comparisons beside those in the row
    u8 used;   // found since the last clearing
    std::array<Comparison, kInEntry> list;
    Index more;
  };
  struct Tail {
    std::array<Comparison, kInTail> list;
    Index more;
  };
  union Block {
    Chunk chunk;
    Entry entry;
    Tail tail;
    Index next_free;
  };
  static_assert(sizeof(Head) == 64 && sizeof(Block) == 64, "each is one cache line");

  Head* cluster(u64 lengths, u64 flags) const;
  bool holds(Row& row, const Lanes& now);
  void tell(const Row& row, const Lanes& now, i32& value, Need& need);
  void add_row(Head& head, Row row);
  Index take();
  void give(Index index);
  void give_entry(Index index);
  template <class Keep>
  void sift(Head& head, Keep&& keep);
  void empty(Head& head);
  void clear_some();
  int score(const Entry& entry) const { return std::min(63, entry.work + (entry.used ? 8 : 0)); }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<Head[], Free> heads_;
  std::unique_ptr<Block[], Free> blocks_;
  u64 mask_ = 0;       // clusters of heads less one
  Index size_ = 0;     // blocks
  Index fresh_ = 1;    // the first block never used
  Index free_ = 0;     // the first block given back
  Index spare_ = 0;    // blocks left
};

}  // namespace core
