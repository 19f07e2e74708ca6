// Rows of numbers, short and long; and the store of values by key.
#include "../src/cards/small_vector.hpp"

#include <vector>

#include "../src/cards/memo.hpp"
#include "check.hpp"

namespace core::tests {
namespace {

using Row = SmallVector<int, 4>;

Row counted(int size) {
  Row row;
  for (int i = 0; i < size; ++i) row.push_back(i);
  return row;
}

bool counts(const Row& row, int size) {
  bool all = row.size() == static_cast<std::size_t>(size) && row.empty() == (size == 0);
  for (int i = 0; all && i < size; ++i) all = row[i] == i;
  return all;
}

const Sentence kGrows{"a row keeps its numbers while it outgrows its place", [] {
  for (int size = 0; size < 40; ++size) expect(counts(counted(size), size));
}};

const Sentence kCopies{"a row copied or moved, short or long, is the same row; a row moved from is empty or as short as it was", [] {
  for (const int size : {0, 3, 4, 5, 33}) {
    const Row row = counted(size);
    Row copy = row;
    expect(counts(copy, size));
    copy = counted(17);
    copy = row;
    expect(counts(copy, size));
    Row moved = std::move(copy);
    expect(counts(moved, size));
    moved = counted(2);
    expect(counts(moved, 2) && counts(row, size));
    Row& itself = moved;
    moved = itself;
    expect(counts(moved, 2));
  }
}};

const Sentence kResized{"a row made longer is filled, a row made shorter keeps its beginning", [] {
  Row row(3, 8);
  row.resize(9, 1);
  expect(row.size() == 9 && row.front() == 8 && row[2] == 8 && row[3] == 1 && row[8] == 1);
  row.resize(2);
  expect(row.size() == 2 && row[1] == 8);
}};

const Sentence kMemo{"values are kept by their whole keys, of any lengths, while the store grows", [] {
  Memo memo;
  std::vector<u32> value;
  for (u64 i = 0; i < 5000; ++i) {
    const std::vector<u64> key(1 + i % 3, i);
    const std::vector<u32> kept(i % 4, static_cast<u32>(i));
    expect(!memo.find(key, value));
    memo.put(key, kept);
  }
  for (u64 i = 0; i < 5000; ++i) {
    const std::vector<u64> key(1 + i % 3, i);
    expect(memo.find(key, value) && value == std::vector<u32>(i % 4, static_cast<u32>(i)));
    expect(!memo.find(std::vector<u64>(4, i), value));
  }
  memo.clear();
  expect(!memo.find(std::vector<u64>(1, 0), value));
}};

}  // namespace
}  // namespace core::tests
