// Cards by number, and what an entry of the table asks of them.
#pragma once

#include <algorithm>

#include "../threshold/state.hpp"
#include "relevance.hpp"

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

}  // namespace core
