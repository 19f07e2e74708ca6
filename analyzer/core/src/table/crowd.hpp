// Many proofs of one shape, looked at together.
//
// A shape may have thousands of entries, and a position that none of them answers must pass over all of them. So a head with
// many rows has crowds of 128: a list of comparisons that tell its entries apart, and for each of these the rows whose entries ask for
// it, as bits. The comparisons of the list that fail in a position are found once, and one `or` for each of them leaves the rows of which
// nothing on the list fails. An entry also asks for whatever follows from its comparisons: cards of one hand and suit are numbered from low
// to high, so x > y tells that every card from x up in the hand of x beats every card from y down in the hand of y. Only rows
// are passed over of which a comparison fails; of the others every comparison is looked at as ever.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "../cards/numbered.hpp"

namespace core {

// The first and the last number of the cards of one hand and suit, for each card; by itself where the lengths do not reach.
class Lanes {
 public:
  template <std::size_t Words>
  explicit Lanes(const std::array<u64, Words>& key) {
    std::size_t number = 0;
    for (std::size_t hand = 0; hand < kHandsInWord * (Words / 2); ++hand) {
      u64 lengths = key[hand / kHandsInWord] >> hand % kHandsInWord * kHandBits;
      for (int suit = 0; suit < kSuits; ++suit, lengths >>= 4) {
        const std::size_t end = std::min<std::size_t>(number + (lengths & (suit == kTrumps ? 31 : 15)), Numbered::kCards);
        std::fill_n(&low_[number], kLongest, static_cast<u8>(number));  // what comes after it is written over
        std::fill_n(&high_[number], kLongest, static_cast<u8>(end - 1));
        number = end;
      }
    }
    for (std::size_t i = number; i < low_.size(); ++i) low_[i] = high_[i] = static_cast<u8>(i);
  }
  u8 low(u8 number) const { return low_[number]; }
  u8 high(u8 number) const { return high_[number]; }

 private:
  static constexpr std::size_t kLongest = 32;
  std::array<u8, 128> low_, high_;
};

// So many rows of a head, in whole blocks of the table.
template <class Index>
struct Crowd {
  static constexpr int kAsked = 64, kRows = 128, kWords = kRows / 64;
  using Rows = std::array<u64, kWords>;  // a bit for each

  Index next;  // of the same head
  u32 rows;
  alignas(32) std::array<u8, kAsked> winner, loser;  // the comparisons that rows are told apart by
  alignas(64) std::array<Rows, kAsked> asking;       // the rows that ask for each
  alignas(64) std::array<Index, kRows> entry;

  void ask(int i, Comparison one) { winner[i] = one.winner, loser[i] = one.loser; }

  // A bit for each comparison that fails.
  u64 failing(const Numbered& now) const {
    u64 fails = 0;
    for (int i = 0; i < kAsked; ++i) fails |= static_cast<u64>(now.card[winner[i]] <= now.card[loser[i]]) << i;
    return fails;
  }

  // The rows that ask for none of these.
  Rows without(u64 failing) const {
    Rows gone{};
    for (; failing; failing &= failing - 1) {
      const Rows& more = asking[std::countr_zero(failing)];
      for (int i = 0; i < kWords; ++i) gone[i] |= more[i];
    }
    for (int i = 0; i < kWords; ++i) {
      const int here = std::clamp(static_cast<int>(rows) - 64 * i, 0, 64);
      gone[i] = ~gone[i] & (here == 64 ? ~u64{0} : (u64{1} << here) - 1);
    }
    return gone;
  }

  // The last of some rows, which it then is none of; -1: there is none.
  static int take_last(Rows& some) {
    for (int word = kWords; word-- > 0;)
      if (some[word]) {
        const int last = std::bit_width(some[word]) - 1;
        some[word] ^= u64{1} << last;
        return 64 * word + last;
      }
    return -1;
  }

  // A row more, which asks for these.
  void add(Index index, u64 asks) {
    const u64 bit = u64{1} << rows % 64;
    for (; asks; asks &= asks - 1) asking[std::countr_zero(asks)][rows / 64] |= bit;
    entry[rows++] = index;
  }

  // Another entry in a row.
  void put(int row, Index index, u64 asks) {
    const u64 bit = u64{1} << row % 64;
    for (Rows& each : asking) {
      each[row / 64] = (each[row / 64] & ~bit) | (asks & 1 ? bit : 0);
      asks >>= 1;
    }
    entry[row] = index;
  }

  void begin(Index before) {
    next = before;
    rows = 0;
    asking = {};
  }

  // Another one of the head, whose rows are told apart by the same.
  void follow(const Crowd& last, Index before) {
    winner = last.winner;
    loser = last.loser;
    begin(before);
  }
};

// What an entry asks for of the comparisons of a crowd: a bit for each that holds wherever one of its own does.
template <class Crowd>
class Asks {
 public:
  Asks(const Crowd& crowd, const Lanes& lanes) : crowd_(crowd), lanes_(lanes) {}

  void add(Comparison one) {
    const u8 high = lanes_.high(one.winner), low = lanes_.low(one.loser);
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const u8 winner = crowd_.winner[i], loser = crowd_.loser[i];
      asked_[i] |= static_cast<u8>((winner >= one.winner) & (winner <= high) & (loser <= one.loser) & (loser >= low));
    }
  }

  u64 bits() const {
    u64 all = 0;
    for (std::size_t i = 0; i < asked_.size(); i += 8) {  // eight bytes become eight bits by one multiplication
      u64 eight;
      std::memcpy(&eight, &asked_[i], 8);
      all |= eight * 0x0102040810204080u >> 56 << i;
    }
    return all;
  }

 private:
  const Crowd& crowd_;
  const Lanes& lanes_;
  alignas(32) std::array<u8, Crowd::kAsked> asked_{};
};

}  // namespace core
