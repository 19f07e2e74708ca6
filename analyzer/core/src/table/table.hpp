// The transposition table of the threshold search.
//
// An entry is a proved bound for every position of one key in which every comparison it lists comes out as listed;
// cards/relevance.hpp says why. The key is the lengths of suits and the flags: question, leader, owner of the excuse, special
// cards, progress. All of it is stored and looked at whole; the hash only finds the cluster.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "crowd.hpp"

namespace core {

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
// holds two comparisons that failed of late, so that most entries are passed over without being read. Of a head with more than
// a few dozen rows those behind it are looked at by the hundred (table/crowd.hpp).
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

  // With `crowds` heads with many rows have crowds.
  explicit Table(u64 bytes, bool crowds = true);

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

  // Hand the comparisons of the first entries of the key (in its head and one chunk if it has any; further on few are of
  // use) that prove the same side of the threshold to `use`, which says whether they were of use; the value then becomes the
  // weaker bound. Entries of which a comparison at hand is of no use (`use.may`) are not read.
  template <class Use>
  void same_side(const Key& key, i32 threshold, i32& value, Use&& use) const;

  // Hand the comparisons of the first so many entries of the key, wherever they lie, that prove this side of the threshold to
  // `use`, until it says that it has enough.
  template <class Use>
  void some_of(const Key& key, i32 threshold, bool reached, int most, Use&& use) const;

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
    u32 rows : 3;
    u32 crowd : 29;  // the first block of its crowds, which it has in the place of chunks; 0: none
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
    u8 count;  // comparisons
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
  using Crowd = core::Crowd<Index>;
  static constexpr Index kCrowd = sizeof(Crowd) / sizeof(Block);
  static_assert(sizeof(Crowd) == kCrowd * sizeof(Block));
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
  // The entry of the first row of a head that answers, 0 where none does. It changes places with one before it, the further in
  // front the further it was.
  template <class Answers>
  Index first_that(Head& head, const Numbered& now, Answers&& answers);
  // The same beyond a head that has crowds, the last stored first. One that is found again changes places with the last
  // in the head.
  template <class Answers>
  Index first_of_crowds(Head& head, const Numbered& now, Answers&& answers);
  Row row_of(Index index) const {
    const Entry& entry = blocks_[index].entry;
    return {index, {entry.list[0], entry.list[1]}};
  }
  bool holds(Row& row, const Numbered& now);
  void tell(Index index, const Numbered& now, i32& value, Relevance& relevance);
  void add_row(Head& head, Row row);
  void add_chunk(Head& head);
  void add_to_crowd(Head& head, Index entry);
  bool make_crowds(Head& head);
  // What an entry asks for of the comparisons of a head's crowds.
  u64 asks(Index entry, const Head& head) const;
  // Every entry of a head but those in itself.
  template <class Use>
  void each_beyond(const Head& head, Use&& use) const;
  Crowd& crowd(Index index) const { return *reinterpret_cast<Crowd*>(&blocks_[index]); }
  Index take_crowd();
  void give_crowd(Index index);
  // Every comparison of an entry.
  template <class Use>
  void each_of(Index index, Use&& use) const;
  Index take();
  void give(Index index);
  void give_entry(Index index);
  template <class Keep>
  void sift(Head& head, Keep&& keep);
  void empty(Head& head);
  void clear_some();
  int score(const Entry& entry) const { return std::min(63, entry.work + (entry.used ? 8 : 0)); }

  // Memory in whole cache lines; what lies in another table's has none of its own to free.
  struct Free {
    void* memory = nullptr;
    void operator()(void*) const { std::free(memory); }
  };
  template <class Line>
  static std::unique_ptr<Line[], Free> lines(u64 count);
  std::unique_ptr<Head[], Free> heads_;
  std::unique_ptr<Block[], Free> blocks_;
  u64 bytes_ = 0;      // it was made with
  u64 mask_ = 0;       // clusters of heads in use, less one
  u64 most_ = 0;       // and at most
  Index size_ = 0;     // blocks
  Index fresh_ = 1;    // the first block never used
  Index free_ = 0;     // the first block given back
  Index spare_ = 0;    // blocks left
  Index crowds_ = 0;   // the first block of those that were used for crowds
  Index free_crowd_ = 0;  // the first of the crowds given back
  bool has_crowds_;
};

template <int Words>
template <class Answers>
Table<Words>::Index Table<Words>::first_that(Head& head, const Numbered& now, Answers&& answers) {
  Row* front = &head.row[0];
  u32 in_front = head.rows;
  const auto look = [&](Row* row, u32 rows) -> Index {
    for (u32 i = 0; i < rows; ++i) {
      if (!answers(row[i])) continue;
      const Index found = row[i].entry;
      std::swap(row[i], front[std::min(i / 2, in_front - 1)]);
      return found;
    }
    front = row;
    in_front = rows;
    return 0;
  };
  if (const Index found = look(&head.row[0], head.rows)) return found;
  if (head.crowd) return first_of_crowds(head, now, answers);
  for (Index at = head.more; at; at = blocks_[at].chunk.more) {
    Chunk& chunk = blocks_[at].chunk;
    __builtin_prefetch(&blocks_[chunk.more]);
    __builtin_prefetch(&blocks_[chunk.ahead]);
    if (const Index found = look(&chunk.row[0], chunk.rows)) return found;
  }
  return 0;
}

template <int Words>
template <class Answers>
Table<Words>::Index Table<Words>::first_of_crowds(Head& head, const Numbered& now, Answers&& answers) {
  const u64 failing = crowd(head.crowd).failing(now);
  for (Index at = head.crowd; at;) {
    Crowd& some = crowd(at);
    at = some.next;
    __builtin_prefetch(&blocks_[at]);
    auto may = some.without(failing);
    for (int place; (place = Crowd::take_last(may)) >= 0;) {
      Row row = row_of(some.entry[place]);
      if (!answers(row)) continue;
      if (blocks_[row.entry].entry.used) {
        Row& other = head.row[kInHead - 1];
        some.put(place, other.entry, asks(other.entry, head));
        other = row;
      }
      return row.entry;
    }
  }
  return 0;
}

template <int Words>
template <class Use>
void Table<Words>::each_of(Index index, Use&& use) const {
  const Entry& entry = blocks_[index].entry;
  int left = entry.count;
  for (int i = 0; i < kInEntry && left; ++i, --left) use(entry.list[i]);
  for (Index at = entry.more; at; at = blocks_[at].tail.more)
    for (int i = 0; i < kInTail && left; ++i, --left) use(blocks_[at].tail.list[i]);
}

template <int Words>
template <class Use>
void Table<Words>::same_side(const Key& key, i32 threshold, i32& value, Use&& use) const {
  const Head* const head = head_of(key);
  if (!head) return;
  const bool reached = value >= threshold;
  const auto each = [&](const auto& rows) {
    for (u32 i = 0; i < rows.rows; ++i) {
      const Row& row = rows.row[i];
      if (!use.may(row.first[0]) || !use.may(row.first[1])) continue;
      const Entry& entry = blocks_[row.entry].entry;
      if (entry.count > kInEntry || bool(entry.lower) != reached || (entry.value >= threshold) != reached) continue;
      if (use(entry.list.data(), entry.count)) value = reached ? std::min(value, entry.value) : std::max(value, entry.value);
    }
  };
  each(*head);
  if (head->more && !head->crowd) each(blocks_[head->more].chunk);
}

template <int Words>
template <class Use>
void Table<Words>::some_of(const Key& key, i32 threshold, bool reached, int most, Use&& use) const {
  const Head* const head = head_of(key);
  if (!head) return;
  const auto ends = [&](Index index) {
    const Entry& entry = blocks_[index].entry;
    if (most-- == 0) return true;
    if (entry.count > kInEntry || bool(entry.lower) != reached || (entry.value >= threshold) != reached) return false;
    return use(entry.list.data(), static_cast<int>(entry.count));
  };
  for (u32 i = 0; i < head->rows; ++i)
    if (ends(head->row[i].entry)) return;
  if (head->crowd) {
    for (Index at = head->crowd; at; at = crowd(at).next)
      for (u32 i = crowd(at).rows; i-- > 0;)
        if (ends(crowd(at).entry[i])) return;
  } else {
    for (Index at = head->more; at; at = blocks_[at].chunk.more)
      for (u32 i = 0; i < blocks_[at].chunk.rows; ++i)
        if (ends(blocks_[at].chunk.row[i].entry)) return;
  }
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
