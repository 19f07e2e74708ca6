// Positions as rows of bytes, for many questions at once.
//
// A row has a byte for each card of the deck, the seat that holds it or anything else where nobody does, and one more for
// the seat that leads. The trick on the table is empty. Which card a byte stands for is told beside the rows, as the core
// numbers cards.
#pragma once

#include <array>

#include "state.hpp"

namespace core {

constexpr int kRow = kCardsInDeck + 1;
using RowCards = std::array<Card, kCardsInDeck>;

// The position of a row; false where the hands are of different sizes, empty, or nobody leads.
template <int Seats>
bool read_row(const u8* row, const RowCards& cards, Position<Seats>& position) {
  std::array<int, Seats> size{};
  for (int i = 0; i < kCardsInDeck; ++i) {
    const u8 seat = row[i];
    if (seat >= Seats) continue;
    ++size[seat];
    if (is_excuse(cards[i])) position.excuse = seat;
    else position.hand[seat] |= only(cards[i]);
  }
  if (row[kCardsInDeck] >= Seats) return false;
  position.leader = row[kCardsInDeck];
  position.tricks = size[0];
  for (const int each : size)
    if (each != size[0] || each == 0) return false;
  return true;
}

}  // namespace core
