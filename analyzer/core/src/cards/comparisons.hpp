// The comparisons of a proof as the table keeps them.
#pragma once

#include "../table/table.hpp"

namespace core {

// What a proof rests on among these hands, by the numbers of the cards; or with `whole` their whole order.
template <int Seats>
Comparisons listed(const std::array<Cards, Seats>& hand, const Relevance& relevance, bool whole, const Cards& worths = {}) {
  std::array<int, Seats> first;  // the numbers of the lowest cards
  for (int seat = 0, n = 0; seat < Seats; ++seat) first[seat] = n, n += hand[seat].count();
  const auto number = [&](int seat, int suit, int height) {
    const Cards& own = hand[seat];
    if (suit != kTrumps) return static_cast<u8>(first[seat] + std::popcount(own.plain & ((u64{1} << (kLane * suit + height)) - 1)));
    return static_cast<u8>(first[seat] + std::popcount(own.plain) + std::popcount(own.trumps & ((u32{1} << height) - 1)));
  };
  Comparisons all;
  for (int suit = kTrumps; suit >= 0; --suit) {
    const u32 winners = whole ? ~u32{0} : relevance.winners().lane(suit);
    if (winners == 0) continue;
    std::array<u32, Seats> lane;
    for (int seat = 0; seat < Seats; ++seat) lane[seat] = hand[seat].lane(suit);
    for (int seat = 0; seat < Seats; ++seat) {
      std::array<u32, Seats> highest{};  // of each other hand, beaten by a lower card already
      for (u32 rest = lane[seat] & winners; rest; rest &= rest - 1) {
        const int height = std::countr_zero(rest);
        const u32 losers = whole ? (u32{1} << height) - 1 : relevance.row(suit, height);
        for (int other = 0; other < Seats; ++other) {
          const u32 beaten = other == seat ? 0 : losers & lane[other];
          if (beaten <= highest[other]) continue;
          const u32 top = std::bit_floor(beaten);
          if (top == highest[other]) continue;
          highest[other] = top;
          all.add({number(seat, suit, height), number(other, suit, std::countr_zero(top))});
        }
      }
    }
  }
  if (worths.empty()) return all;
  for (int suit = kTrumps; suit >= 0; --suit)
    for (int seat = 0; seat < Seats; ++seat)
      for (u32 rest = hand[seat].lane(suit) & worths.lane(suit); rest; rest &= rest - 1) {
        const int height = std::countr_zero(rest);
        const u8 card = number(seat, suit, height);
        const auto bar = static_cast<u8>(Numbered::bar({static_cast<u8>(suit), static_cast<u8>(height)}));
        all.add(suit == kTrumps && height == 0 ? Comparison{bar, card} : Comparison{card, bar});
      }
  return all;
}

}  // namespace core
