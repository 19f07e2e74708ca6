// Where the threads are that search one question together, so that they keep out of each other's way.
//
// They all search the same tree from its root over one table. Each tells at which positions it is, from the root to where it
// lays cards now; a move that leads where another is already is put off until the other moves are done. So the first moves
// are searched by all, each finding in the table what another has proved below, and the moves after them are shared out,
// at every depth. What is told here only says which move is tried first: it may be old or wrong and no answer changes.
//
// The moves after the first are all needed where their player cannot get its way, and but one of them where it can. So
// they are shared out only where the player is on the side that is likely to be disappointed, once a guess of the answer
// is there; a player of the other side has its moves tried in their order by all. Where the guess is wrong, that too only costs time.
#pragma once

#include <array>
#include <atomic>
#include <vector>

#include "../cards/cards.hpp"

namespace core {

// With fewer tricks left nobody tells where he is.
constexpr int kLastTold = 11;

class Together {
 public:
  explicit Together(int threads) : paths_(static_cast<std::size_t>(threads)) {}

  // `ply` is a number of cards laid or to be laid, the same for all who are at that position; 0 is no position.
  void tell(std::size_t me, int ply, u64 position) { paths_[me].at[ply].store(position, std::memory_order_relaxed); }

  // What the answer is likely to be.
  void guess(bool reached) { likely_.store(reached, std::memory_order_relaxed); }

  // Whether a player who wants the value high, or low, is likely to need all its moves searched; true as long as nobody has guessed.
  bool shares(bool high) const {
    const int likely = likely_.load(std::memory_order_relaxed);
    return likely == kUnknown || high != (likely != 0);
  }

  bool others_at(std::size_t me, int ply, u64 position) const {
    for (std::size_t other = 0; other < paths_.size(); ++other)
      if (other != me && paths_[other].at[ply].load(std::memory_order_relaxed) == position) return true;
    return false;
  }

 private:
  struct alignas(64) Path {
    std::array<std::atomic<u64>, 2 * kCardsInDeck> at{};
  };
  static constexpr int kUnknown = -1;
  std::vector<Path> paths_;
  std::atomic<int> likely_{kUnknown};
};

}  // namespace core
