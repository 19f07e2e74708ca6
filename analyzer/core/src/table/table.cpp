#include "table.hpp"

#include <cassert>
#include <tuple>

#include "room.ipp"
#include "shared.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace core {

namespace {

constexpr u64 kFirstClusters = 64;
constexpr int kAhead = 4;

void large_pages([[maybe_unused]] void* memory, [[maybe_unused]] u64 bytes) {
#if defined(__linux__)
  constexpr u64 page = u64{1} << 21, first = u64{4} << 20;
  const u64 begin = (reinterpret_cast<u64>(memory) + first + page - 1) & ~(page - 1);
  const u64 end = (reinterpret_cast<u64>(memory) + bytes) & ~(page - 1);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace

template <int Words>
template <class Line>
std::unique_ptr<Line[], typename Table<Words>::Free> Table<Words>::lines(u64 count) {
  constexpr u64 line = 64;
  void* const memory = std::calloc(count + 1, line);
  const u64 begin = (reinterpret_cast<u64>(memory) + line - 1) & ~(line - 1);
  return {memory ? reinterpret_cast<Line*>(begin) : nullptr, Free{memory}};
}

// A quarter of the bytes, about, is for heads; they are taken into use as needed, so that small searches stay within few
// pages. calloc: pages nobody touches cost nothing. Beyond the first megabytes large pages spare misses.
template <int Words>
Table<Words>::Table(u64 bytes, bool crowds) : bytes_(bytes), has_crowds_(crowds) {
  arrange(bytes);
  const u64 heads = (most_ + 1) * kWays;
  heads_ = lines<Head>(heads);
  blocks_ = lines<Block>(size_);
  if (!usable()) return;
  large_pages(heads_.get(), heads * sizeof(Head));
  large_pages(blocks_.get(), size_ * sizeof(Block));
}

// How many heads and blocks so many bytes are, none of them in use.
template <int Words>
void Table<Words>::arrange(u64 bytes) {
  u64 clusters = kFirstClusters;
  while (clusters * 4 * kWays * sizeof(Head) <= bytes) clusters *= 2;
  const u64 heads = clusters * kWays * sizeof(Head);
  arrange(clusters, std::clamp<u64>((std::max(bytes, heads) - heads) / sizeof(Block), 256, u64{1} << 28));
}

template <int Words>
void Table<Words>::arrange(u64 clusters, u64 blocks) {
  mask_ = kFirstClusters - 1;
  most_ = clusters - 1;
  size_ = static_cast<Index>(blocks);
  spare_ = size_ - 1;
  fresh_ = 1;
  free_ = free_crowd_ = 0;
  crowds_ = size_;
}

template <int Words>
Table<Words>::Table(Table& whole, u64 part, u64 parts) : bytes_(whole.bytes_ / parts), has_crowds_(whole.has_crowds_) {
  const u64 clusters = (whole.most_ + 1) / parts, blocks = whole.size_ / parts;
  assert(clusters >= kFirstClusters && blocks > kReserve);
  arrange(clusters, blocks);
  heads_ = {whole.heads_.get() + part * clusters * kWays, Free{}};
  blocks_ = {whole.blocks_.get() + part * blocks, Free{}};
}

// Only heads are looked for, and a block that is taken is written before it is read.
template <int Words>
void Table<Words>::forget(u64 bytes) {
  std::fill_n(heads_.get(), (mask_ + 1) * kWays, Head{});
  arrange(std::min(bytes, bytes_));
}

// Whether the comparisons of the row's entry hold, of which the first in the row does. One that fails moves forward, to fail
// sooner the next time.
template <int Words>
bool Table<Words>::holds(Row& row, const Numbered& now) {
  if (!row.first[1].holds(now)) {
    std::swap(row.first[0], row.first[1]);
    return false;
  }
  Entry& entry = blocks_[row.entry].entry;
  const auto fails = [&](Comparison& one) {
    row.first[1] = one;
    std::swap(entry.list[0], one);
    return false;
  };
  int left = entry.count;
  for (int i = 0; i < kInEntry && left; ++i, --left)
    if (!entry.list[i].holds(now)) return fails(entry.list[i]);
  for (Index at = entry.more; at; at = blocks_[at].tail.more) {
    Tail& tail = blocks_[at].tail;
    for (int i = 0; i < kInTail && left; ++i, --left)
      if (!tail.list[i].holds(now)) return fails(tail.list[i]);
  }
  return true;
}

template <int Words>
void Table<Words>::tell(Index index, const Numbered& now, i32& value, Relevance& relevance) {
  Entry& entry = blocks_[index].entry;
  entry.used = 1;
  value = entry.value;
  relevance.clear();
  each_of(index, [&](Comparison one) { one.tell(relevance, now); });
}

template <int Words>
bool Table<Words>::find(Head& head, const Numbered& now, i32 threshold, i32& value, Relevance& relevance) {
  const auto answers = [&](Row& row) {
    if (!row.first[0].holds(now) || !holds(row, now)) return false;
    const Entry& entry = blocks_[row.entry].entry;
    return entry.lower ? entry.value >= threshold : entry.value < threshold;
  };
  const Index found = first_that(head, now, answers);
  if (!found) return false;
  tell(found, now, value, relevance);
  return true;
}

template <int Words>
bool BelievingTable<Words>::believe(const typename Base::Head& head, const Numbered& now, i32 threshold, i32& value,
                                    Relevance& relevance) {
  const auto index = head.row[0].entry;
  const typename Base::Entry& entry = this->blocks_[index].entry;
  if (entry.lower ? entry.value < threshold : entry.value >= threshold) return false;
  this->tell(index, now, value, relevance);
  return true;
}

// A new row goes to the front; the last row of a full head moves to the chunks behind it.
template <int Words>
void Table<Words>::add_row(Head& head, Row row) {
  if (head.rows < kInHead) {
    head.row[head.rows++] = head.row[0];
    head.row[0] = row;
    return;
  }
  const Row moved = head.row[kInHead - 1];
  head.row[kInHead - 1] = head.row[0];
  head.row[0] = row;
  if (!head.crowd && (head.more == 0 || blocks_[head.more].chunk.rows == kInChunk)) add_chunk(head);
  if (head.crowd) return add_to_crowd(head, moved.entry);
  Chunk& chunk = blocks_[head.more].chunk;
  chunk.row[chunk.rows++] = moved;
}

// An empty chunk in front of the others; or crowds in their place, where they are many.
template <int Words>
void Table<Words>::add_chunk(Head& head) {
  Index ahead = head.more;
  for (int i = 1; i < kAhead && ahead; ++i) ahead = blocks_[ahead].chunk.more;
  if (ahead && has_crowds_ && make_crowds(head)) return;
  const Index index = take();
  Chunk& chunk = blocks_[index].chunk;
  chunk.more = head.more;
  chunk.rows = 0;
  chunk.ahead = ahead;
  head.more = index;
}

template <int Words>
template <class Use>
void Table<Words>::each_beyond(const Head& head, Use&& use) const {
  for (Index at = head.more; at; at = blocks_[at].chunk.more)
    for (u32 i = 0; i < blocks_[at].chunk.rows; ++i) use(blocks_[at].chunk.row[i].entry);
  for (Index at = head.crowd; at; at = crowd(at).next)
    for (u32 i = 0; i < crowd(at).rows; ++i) use(crowd(at).entry[i]);
}

// The rows in the chunks of a head go into crowds; false where there is no room for one. They are told apart by comparisons
// that many of them ask for, and the opposite of which many others do.
template <int Words>
bool Table<Words>::make_crowds(Head& head) {
  const Index first = take_crowd();
  if (!first) return false;
  std::array<u16, 1 << 14> often{};
  std::array<Comparison, 512> seen;
  u32 count = 0;
  const auto of = [&](Comparison one) -> u16& { return often[one.winner << 7 | one.loser]; };
  each_beyond(head, [&](Index entry) {
    each_of(entry, [&](Comparison one) {
      if (std::max(one.winner, one.loser) >= Numbered::kCards || (of(one) == 0 && count == seen.size())) return;
      if (of(one)++ == 0) seen[count++] = one;
    });
  });
  const int most = static_cast<int>(std::min<u32>(count, Crowd::kAsked));
  const auto tells = [&](Comparison one) {
    const float holds = of(one), fails = of({one.loser, one.winner});
    return holds * (fails + 2) / (holds + fails + 4);
  };
  const auto better = [&](Comparison a, Comparison b) {
    return std::make_tuple(tells(b), a.winner, a.loser) < std::make_tuple(tells(a), b.winner, b.loser);
  };
  std::partial_sort(seen.begin(), seen.begin() + most, seen.begin() + count, better);
  Crowd& some = crowd(first);
  some.begin(0);
  for (int i = 0; i < Crowd::kAsked; ++i) some.ask(i, i < most ? seen[i] : Comparison{});
  Head old = head;
  head.crowd = first;
  head.more = 0;
  each_beyond(old, [&](Index entry) { add_to_crowd(head, entry); });
  for (Index at = old.more; at;) {
    const Index next = blocks_[at].chunk.more;
    give(at);
    at = next;
  }
  return true;
}

template <int Words>
u64 Table<Words>::asks(Index entry, const Head& head) const {
  const Lanes lanes(head.key);
  Asks<Crowd> asks(crowd(head.crowd), lanes);
  each_of(entry, [&](Comparison one) { asks.add(one); });
  return asks.bits();
}

// A row more in the crowds of a head. Where there is no room for another crowd it is given up.
template <int Words>
void Table<Words>::add_to_crowd(Head& head, Index entry) {
  const u64 asked = asks(entry, head);
  if (crowd(head.crowd).rows == Crowd::kRows) {
    const Index more = take_crowd();
    if (!more) return give_entry(entry);
    crowd(more).follow(crowd(head.crowd), head.crowd);
    head.crowd = more;
  }
  crowd(head.crowd).add(entry, asked);
}

// The head of these positions, an empty one if there is none yet; where its cluster is full, another is given up.
template <int Words>
Table<Words>::Head& Table<Words>::head_for(const Key& key) {
  for (;;) {
    Head* const heads = cluster(key);
    Head* empty_one = nullptr;
    for (int way = 0; way < kWays; ++way) {
      if (heads[way].is_of(key)) return heads[way];
      if (heads[way].empty()) empty_one = &heads[way];
    }
    if (!empty_one && mask_ < most_) {
      grow();
      continue;
    }
    if (!empty_one) {
      empty_one = std::min_element(heads, heads + kWays, [](const Head& a, const Head& b) { return (a.more != 0) < (b.more != 0); });
      empty(*empty_one);
    }
    empty_one->key = key;
    return *empty_one;
  }
}

// Twice as many clusters: what lay in cluster c belongs to c or to its twin in the new half.
template <int Words>
void Table<Words>::grow() {
  const u64 clusters = mask_ + 1;
  mask_ = mask_ * 2 + 1;
  for (u64 i = 0; i < clusters * kWays; ++i) {
    Head& head = heads_[i];
    if (head.empty() || (hash(head.key) & mask_) < clusters) continue;
    heads_[i + clusters * kWays] = head;
    head = {};
  }
}

template <int Words>
void Table<Words>::store(Key key, const Comparisons& all, i32 value, bool lower, int work) {
  if (!all.complete) return;
  if (spare_ < kReserve) clear_some();
  Head& head = head_for(key);
  const Index index = take();
  Entry& entry = blocks_[index].entry;
  entry.value = value;
  entry.lower = lower;
  entry.work = static_cast<u8>(work);
  entry.used = 0;
  entry.more = 0;
  entry.count = static_cast<u8>(all.count);
  int i = 0;
  for (; i < kInEntry && i < all.count; ++i) entry.list[i] = all.list[i];
  for (int k = i; k < 2; ++k) entry.list[k] = {};
  Index* link = &entry.more;
  while (i < all.count) {
    *link = take();
    Tail& tail = blocks_[*link].tail;
    tail.more = 0;
    for (int k = 0; k < kInTail && i < all.count; ++k) tail.list[k] = all.list[i++];
    link = &tail.more;
  }
  add_row(head, row_of(index));
}

template <int Words>
SharedTable<Words>::SharedTable(u64 bytes, bool crowds) : whole_(std::max(bytes, 2 * kLeast), crowds) {
  if (!usable()) return;
  while (parts_.size() < parts_of(bytes)) parts_.push_back(std::make_unique<Part>(whole_, parts_.size(), parts_of(bytes)));
  shift_ = 64 - std::countr_zero(parts_.size());
}

template class Table<2>;
template class BelievingTable<2>;
template class Table<3>;
template class Table<4>;
template class SharedTable<2>;
template class SharedTable<4>;

}  // namespace core
