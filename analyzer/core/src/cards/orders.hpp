// The orders in which the cards of some hands may lie, all lengths the same, and one of them in which given comparisons hold.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "play.hpp"
#include "numbered.hpp"

namespace core {

// Cards are numbered as in Numbered, which is the same in every order: hand by hand, suit by suit, from low to high.
//
// An order is told by heights counted from the lowest card of a suit on, as only their order matters. The cards of `staying`, which
// are the highest of a plain suit or the lowest trump, keep their heights and so are it in every order; no other card is
// given such a height, so that it is not taken for one of these.
template <int Seats>
class Orders {
 public:
  Orders(const std::array<Cards, Seats>& hand, const Cards& staying) {
    int number = 0;
    for (int seat = 0; seat < Seats; ++seat)
      for (int suit = 0; suit < kSuits; ++suit) {
        begin_[suit][seat] = static_cast<u8>(number);
        for (u32 rest = hand[seat].lane(suit); rest; rest &= rest - 1, ++number) {
          const auto height = static_cast<u8>(std::countr_zero(rest));
          height_[number] = height;
          lane_[number] = static_cast<u8>(Seats * suit + seat);
          stays_[number] = staying.has({static_cast<u8>(suit), height});
        }
        end_[suit][seat] = static_cast<u8>(number);
      }
    for (int suit = 0; suit < kSuits; ++suit) {
      int moving = 0;
      for (int seat = 0; seat < Seats; ++seat)
        for (int n = begin_[suit][seat]; n < end_[suit][seat]; ++n) moving += !stays_[n];
      if (moving > kRoom[suit == kTrumps]) room_ = false;
    }
  }

  // Whether there is room for every order.
  bool room() const { return room_; }

  // Whether one of the two cards stays where it is.
  bool stays(Comparison one) const { return stays_[one.winner] || stays_[one.loser]; }

  // Whether the comparison holds wherever `one` does.
  bool follows(Comparison it, Comparison one) const {
    return it.winner >= one.winner && it.loser <= one.loser && lane_[it.winner] == lane_[one.winner] && lane_[it.loser] == lane_[one.loser];
  }

  // Hands in an order in which all these hold, none of which has a king that stays lose or a lowest trump that stays win; false where
  // there is no order, be it one in which other cards stay. From low to high the next card is the lowest of the given order that may come.
  // So a card that stays comes first or last, as no other waits for the king and the lowest trump waits for none.
  bool arrange(const Comparison* all, int count, std::array<Cards, Seats>& hand) const {
    std::array<std::array<u8, Seats>, Numbered::kCards> after{};  // how many cards of each hand a card comes after
    for (int i = 0; i < count; ++i) {
      const int other = lane_[all[i].loser] % Seats, suit = lane_[all[i].loser] / Seats;
      u8& least = after[all[i].winner][other];
      least = std::max<u8>(least, static_cast<u8>(all[i].loser - begin_[suit][other] + 1));
    }
    hand = {};
    for (int suit = 0; suit < kSuits; ++suit) {
      std::array<u8, Seats> placed{};
      int left = 0;
      for (int seat = 0; seat < Seats; ++seat) left += end_[suit][seat] - begin_[suit][seat];
      for (int height = suit == kTrumps; left > 0; --left) {
        int lowest = -1, number = 0;
        for (int seat = 0; seat < Seats; ++seat) {
          const int next = begin_[suit][seat] + placed[seat];
          if (next == end_[suit][seat] || (lowest >= 0 && height_[next] >= height_[number])) continue;
          bool may = true;
          for (int other = 0; other < Seats; ++other) may = may && after[next][other] <= placed[other];
          if (may) lowest = seat, number = next;
        }
        if (lowest < 0) return false;
        ++placed[lowest];
        hand[lowest] |= of_lane(suit, u32{1} << (stays_[number] ? height_[number] : height++));
      }
    }
    return true;
  }

 private:
  static constexpr std::array<int, 2> kRoom{kTopHeight, 20};  // cards of a plain suit and trumps that may be given other heights

  std::array<std::array<u8, Seats>, kSuits> begin_, end_;
  std::array<u8, Numbered::kCards> height_, lane_;
  std::array<bool, Numbered::kCards> stays_;
  bool room_ = true;
};

}  // namespace core
