// Who holds what, and what lies on the table: what play has in common in every game, changed in place.
#pragma once

#include <array>

#include "cards.hpp"

namespace core {

constexpr int kOwnerBits = 3;
constexpr u8 kGone = 7;      // owner of a card no longer held: no seat
constexpr u8 kNoSuit = 15;   // nothing is led yet

// Lengths of all suits in all hands, as numbers: four bits for a plain suit, five for the trumps. Up to three hands fit
// one word, of more hands each three have a word.
constexpr int kHandsInWord = 3;
constexpr int kHandBits = 4 * kPlainSuits + 5;
static_assert(kHandsInWord * kHandBits <= 64 && kTopHeight + 1 < 1 << 4 && kTrumpHeights < 1 << 5);

template <int Seats>
constexpr int kLengthWords = (Seats + kHandsInWord - 1) / kHandsInWord;
template <int Seats>
using Lengths = std::array<u64, kLengthWords<Seats>>;

template <int Seats>
constexpr int length_word(int seat) {
  return kLengthWords<Seats> == 1 ? 0 : seat / kHandsInWord;
}
template <int Seats>
constexpr int length_shift(int seat, int suit) {
  return (kLengthWords<Seats> == 1 ? seat : seat % kHandsInWord) * kHandBits + suit * 4;
}

template <int Seats>
struct Holding {
  static_assert(Seats >= 2 && Seats <= kMostSeats);
  template <class T>
  static constexpr std::array<T, Seats + 1> nothing(T value) {
    std::array<T, Seats + 1> all{};
    for (auto& each : all) each = value;
    return all;
  }

  std::array<Cards, Seats> hand{};
  u8 excuse = kGone;                // its owner
  int leader = 0;
  int tricks = 0;                   // still to be won, the present one included
  int laid = 0;                     // cards on the table
  std::array<Card, Seats> table{};  // in order of play
  // The place of the best card by the usual order after so many were laid; -1: none.
  std::array<std::int8_t, Seats + 1> best = nothing<std::int8_t>(-1);
  Lengths<Seats> lengths{};         // kept by leave and come_back

  int seat_at(int place) const { return seat_after<Seats>(leader, place); }
  int holder() const { return seat_at(laid); }
  Cards held() const {
    Cards cards = hand[0];
    for (int seat = 1; seat < Seats; ++seat) cards |= hand[seat];
    return cards;
  }

  // Cards still in this trick's play: held or on the table.
  Cards in_play() const {
    Cards cards = held();
    for (int i = 0; i < laid; ++i)
      if (!is_excuse(table[i])) cards |= only(table[i]);
    return cards;
  }

  Lengths<Seats> count_lengths() const {
    Lengths<Seats> all{};
    for (int seat = 0; seat < Seats; ++seat)
      for (int suit = 0; suit < kSuits; ++suit)
        all[length_word<Seats>(seat)] += static_cast<u64>(std::popcount(hand[seat].lane(suit))) << length_shift<Seats>(seat, suit);
    return all;
  }

  // Suits of which somebody beside the leader has a card.
  u32 others_suits() const {
    u32 suits = 0;
    for (int seat = 0; seat < Seats; ++seat)
      if (seat != leader)
        for (int suit = 0; suit < kSuits; ++suit)
          if (hand[seat].lane(suit)) suits |= u32{1} << suit;
    return suits;
  }

 protected:
  // The card goes from the hand of the holder.
  void leave(Card card) {
    const int seat = holder();
    if (is_excuse(card)) {
      excuse = kGone;
    } else {
      hand[seat] = hand[seat].without(only(card));
      length_of(seat) -= one_card(seat, card.suit);
    }
  }

  // The last card on the table goes back into the hand it came from.
  void come_back() {
    const Card card = table[--laid];
    const int seat = holder();
    if (is_excuse(card)) {
      excuse = static_cast<u8>(seat);
    } else {
      hand[seat] |= only(card);
      length_of(seat) += one_card(seat, card.suit);
    }
  }

  // Whether the card would be the best on the table by the usual order, where this suit is led.
  bool would_be_best(Card card, u8 suit_led) const {
    if (is_excuse(card)) return false;
    if (card.suit != kTrumps && suit_led != kNoSuit && card.suit != suit_led) return false;
    if (best[laid] < 0) return true;
    const Card other = table[best[laid]];
    return card.suit == other.suit ? card.height > other.height : card.suit == kTrumps;
  }

 private:
  u64& length_of(int seat) { return lengths[length_word<Seats>(seat)]; }
  static u64 one_card(int seat, int suit) { return u64{1} << length_shift<Seats>(seat, suit); }
};

}  // namespace core
