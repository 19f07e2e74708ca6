// The transposition table of the threshold search.
//
// An entry is a proved bound for every position of one key in which every comparison it lists comes out as listed;
// relevance.hpp says why. The key is the lengths of suits and the flags: question, leader, owner of the excuse, special
// cards, progress. All of it is stored and looked at whole; the hash only finds the cluster.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "relevance.hpp"
#include "state.hpp"

namespace core {

// All cards held, numbered hand by hand, and in a hand suit by suit and from low to high. Positions with the same
// lengths number alike, and the numbers are how one position's cards are mapped to another's. A card is
// given as 32 * suit + height: cards of one suit compare as their ranks do.
//
// Behind them lie bars: a number for each card that can be worth more than others, which a card beats if it is that one or,
// among the courts and the highest trumps, a higher one; the bar of the lowest trump beats that card alone.
struct Numbered {
  static constexpr int kCards = 77, kBars = kCards + 3, kCourts = 4, kTrumpBars = kBars + kPlainSuits * kCourts;
  static constexpr int kFirstCourt = kTopHeight + 1 - kCourts;
  std::array<u8, kTrumpBars + 3> card;

  static constexpr int code(Card of) { return 32 * of.suit + of.height; }
  static constexpr int bar(Card of) {
    if (of.suit != kTrumps) return kBars + of.suit * kCourts + of.height - kFirstCourt;
    return kTrumpBars + (of.height ? of.height - 19 : 0);
  }

  template <class Held>
  void number(const Held& at) {
    int n = 0;
    for (const Cards& hand : at.hand) {
      for (u64 rest = hand.plain; rest; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        card[n++] = static_cast<u8>(bit + (bit & ~(kLane - 1)));
      }
      for (u32 rest = hand.trumps; rest; rest &= rest - 1) card[n++] = static_cast<u8>(32 * kTrumps + std::countr_zero(rest));
    }
    card[kCards] = 1;  // for Comparison::none
    card[kCards + 1] = 0;
    std::copy(kBarHeights.begin(), kBarHeights.end(), card.begin() + kBars);
  }

 private:
  static constexpr auto kBarHeights = [] {
    std::array<u8, kPlainSuits * kCourts + 3> all{};
    for (int i = 0; i < kPlainSuits * kCourts; ++i) all[i] = static_cast<u8>(32 * (i / kCourts) + kFirstCourt + i % kCourts - 1);
    const int first = kPlainSuits * kCourts;
    all[first] = 32 * kTrumps + 1;
    all[first + 1] = 32 * kTrumps + 19;
    all[first + 2] = 32 * kTrumps + 20;
    return all;
  }();
};

// The numbering of one position, made when it is first asked for.
class Numbers {
 public:
  // To be asked for where the key has entries.
  template <class Held>
  struct Late {
    Numbers& numbers;
    const Held& at;
    explicit operator const Numbered&() const { return numbers.of(at); }
  };
  template <class Held>
  Late<Held> late(const Held& at) { return {*this, at}; }

  template <class Held>
  const Numbered& of(const Held& at) {
    if (!made_) numbered_.number(at);
    made_ = true;
    return numbered_;
  }

 private:
  Numbered numbered_;
  bool made_ = false;
};
static_assert(kLane == 16 && kTopHeight < 32 && kTrumpHeights <= 32 && 32 * kTrumps + 31 < 256);

// Two cards of one suit in different hands, by number: the first beats the second.
struct Comparison {
  u8 winner = Numbered::kCards;
  u8 loser = Numbered::kCards + 1;

  bool holds(const Numbered& now) const { return now.card[winner] > now.card[loser]; }
  bool none() const { return winner == Numbered::kCards; }  // it always holds
  void tell(Relevance& relevance, const Numbered& now) const {
    if (winner >= Numbered::kBars || loser >= Numbered::kBars) [[unlikely]] {
      const u8 card = now.card[std::min(winner, loser)];
      return relevance.rest_on_worth(only({static_cast<u8>(card / 32), static_cast<u8>(card % 32)}));
    }
    const u8 high = now.card[winner];
    relevance.add(high / 32, high % 32, u32{1} << now.card[loser] % 32);
  }
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

// Where a key belongs.
template <std::size_t Words>
u64 hash(const std::array<u64, Words>& key) {
  constexpr std::array<u64, 4> odd{0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu, 0xD6E8FEB86659FD93u, 0xA0761D6478BD642Fu};
  u64 x = 0;
  for (std::size_t i = 0; i < Words; ++i) x ^= key[i] * odd[i];
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9u;
  return x ^ x >> 32;
}

// The table, of fixed size. It consists of blocks of one cache line: heads, which are found by a hash of lengths and
// flags, and a pool that holds everything else. Positions of one shape may have hundreds of entries, and most
// looks at the table find one, so a head keeps its entries as rows, the lately useful ones in front, and each row
// holds the two comparisons that fail most often, so that most entries are passed over without being read.
//
// Half of a key's words are lengths, half are flags. The flags begin with the identity of the question, so that their
// first word is never 0.
template <int Words>
class Table {
 public:
  using Key = std::array<u64, Words>;
  static constexpr int kFirstFlags = Words / 2;
  static constexpr bool kProves = true;
  static constexpr bool kShared = false;

  explicit Table(u64 bytes);

  // A table in one of so many parts, a power of two, of the memory of another one that nothing was stored in.
  Table(Table& whole, u64 part, u64 parts);

  bool usable() const { return heads_ && blocks_; }

  // As it was when it was made; of a table made with so many bytes, where they are fewer. It costs what was in use.
  void forget(u64 bytes);

  // An entry that says on which side of the threshold the value lies; `relevance` becomes what it rests on.
  template <class Now>
  bool find(const Key& key, const Now& now, i32 threshold, i32& value, Relevance& relevance) {
    Head* const head = head_of(key);
    return head && find(*head, static_cast<const Numbered&>(now), threshold, value, relevance);
  }

  void store(Key key, const Comparisons& all, i32 value, bool lower, int work);

  // What lies at the key is wanted soon.
  void fetch(const Key& key) const { __builtin_prefetch(cluster(key)), __builtin_prefetch(cluster(key) + 1); }

  // Hand the comparisons of the first entries of the key that prove the same side of the threshold to `use`, which says
  // whether they were of use; the value then becomes the weaker bound. Entries of which a comparison at hand is of no use
  // (`use.may`) are not read.
  template <class Use>
  void same_side(const Key& key, i32 threshold, i32& value, Use&& use) const;

 protected:
  using Index = u32;  // of a block; 0: none
  static constexpr int kWays = 4;
  static constexpr int kInHead = 7 - Words, kInChunk = 7, kInEntry = 26, kInTail = 30;

  struct Row {
    Index entry;
    std::array<Comparison, 2> first;
  };
  struct Head {
    Key key;  // without flags the head is empty
    Index more;
    u32 rows;
    std::array<Row, kInHead> row;

    bool empty() const { return key[kFirstFlags] == 0; }
    bool is_of(const Key& other) const {  // word by word: a call of memcmp costs more
      for (int word = Words - 1; word >= 0; --word)
        if (key[word] != other[word]) return false;
      return true;
    }
    void make_empty() { key[kFirstFlags] = 0; }
  };
  struct Chunk {
    Index more;
    u32 rows : 3;
    u32 ahead : 29;  // the chunk some way on, to be fetched in time
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

  void arrange(u64 bytes);
  void arrange(u64 clusters, u64 blocks);
  Head* cluster(const Key& key) const { return heads_.get() + (hash(key) & mask_) * kWays; }

  // The head of the key's rows, null where it has none.
  Head* head_of(const Key& key) const {
    Head* const heads = cluster(key);
    for (int way = 0; way < kWays; ++way)
      if (heads[way].is_of(key)) return &heads[way];
    return nullptr;
  }

  bool find(Head& head, const Numbered& now, i32 threshold, i32& value, Relevance& relevance);
  Head& head_for(const Key& key);
  void grow();
  // The first row of a head that answers, null where none does. It changes places with one before it, the further in front the
  // further it was.
  template <class Answers>
  Row* first_that(Head& head, Answers&& answers);
  bool holds(Row& row, const Numbered& now);
  void tell(const Row& row, const Numbered& now, i32& value, Relevance& relevance);
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
    bool mine = true;
    void operator()(void* memory) const {
      if (mine) std::free(memory);
    }
  };
  std::unique_ptr<Head[], Free> heads_;
  std::unique_ptr<Block[], Free> blocks_;
  u64 bytes_ = 0;      // it was made with
  u64 mask_ = 0;       // clusters of heads in use, less one
  u64 most_ = 0;       // and at most
  Index size_ = 0;     // blocks
  Index fresh_ = 1;    // the first block never used
  Index free_ = 0;     // the first block given back
  Index spare_ = 0;    // blocks left
};

template <int Words>
template <class Answers>
Table<Words>::Row* Table<Words>::first_that(Head& head, Answers&& answers) {
  Row* front = &head.row[0];
  u32 in_front = head.rows;
  const auto look = [&](Row* row, u32 rows) -> Row* {
    for (u32 i = 0; i < rows; ++i) {
      if (!answers(row[i])) continue;
      Row& better = front[std::min(i / 2, in_front - 1)];
      std::swap(row[i], better);
      return &better;
    }
    front = row;
    in_front = rows;
    return nullptr;
  };
  if (Row* const row = look(&head.row[0], head.rows)) return row;
  for (Index at = head.more; at; at = blocks_[at].chunk.more) {
    Chunk& chunk = blocks_[at].chunk;
    __builtin_prefetch(&blocks_[chunk.more]);
    __builtin_prefetch(&blocks_[chunk.ahead]);
    if (Row* const row = look(&chunk.row[0], chunk.rows)) return row;
  }
  return nullptr;
}

template <int Words>
template <class Use>
void Table<Words>::same_side(const Key& key, i32 threshold, i32& value, Use&& use) const {
  constexpr int kChunks = 2;  // looked at; more find little
  const Head* const head = head_of(key);
  if (!head) return;
  const bool reached = value >= threshold;
  const auto each = [&](const auto& rows) {
    for (u32 i = 0; i < rows.rows; ++i) {
      const Row& row = rows.row[i];
      if (!use.may(row.first[0]) || !use.may(row.first[1])) continue;
      const Entry& entry = blocks_[row.entry].entry;
      if (entry.count > kInEntry || bool(entry.lower) != reached || (entry.value >= threshold) != reached) continue;
      std::array<Comparison, kInEntry + 2> all;
      int count = 0;
      for (const Comparison one : row.first)
        if (!one.none()) all[count++] = one;
      for (int k = 0; k < entry.count; ++k) all[count++] = entry.list[k];
      if (use(all.data(), count)) value = reached ? std::min(value, entry.value) : std::max(value, entry.value);
    }
  };
  each(*head);
  Index at = head->more;
  for (int chunk = 0; chunk < kChunks && at; ++chunk, at = blocks_[at].chunk.more) each(blocks_[at].chunk);
}

// A table that believes: the first entry of a key is taken for the answer, whether its comparisons hold or not. It is of
// another type than the table of proofs, and no search with the one can be given the other.
template <int Words>
class BelievingTable : private Table<Words> {
 public:
  using Base = Table<Words>;
  using typename Base::Key;
  using Base::Base, Base::fetch, Base::kFirstFlags, Base::store, Base::usable;
  static constexpr bool kProves = false;
  static constexpr bool kShared = false;

  template <class Now>
  bool find(const Key& key, const Now& now, i32 threshold, i32& value, Relevance& relevance) {
    typename Base::Head* const head = this->head_of(key);
    return head && believe(*head, static_cast<const Numbered&>(now), threshold, value, relevance);
  }

 private:
  bool believe(const typename Base::Head& head, const Numbered& now, i32 threshold, i32& value, Relevance& relevance);
};

// Words of a key for so many seats.
template <int Seats>
constexpr int kKeyWords = 2 * kLengthWords<Seats>;

extern template class BelievingTable<2>;
extern template class Table<2>;
extern template class Table<3>;
extern template class Table<4>;

}  // namespace core
