// Play between two cards, changed in place, as it is alike in every game: who holds what, what is on the table, laying
// a card and taking it back, following suit, and the step from a complete trick to the next.
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
struct Play {
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
  std::array<u8, Seats + 1> led = nothing<u8>(kNoSuit);  // the suit led or named after so many were laid
  Lengths<Seats> lengths{};         // kept by lay and take_back

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

  // Suits of which somebody beside the leader has a card; `hand_of` gives the cards of a seat.
  template <class Hand>
  u32 others_suits(Hand&& hand_of) const {
    u32 suits = 0;
    for (int seat = 0; seat < Seats; ++seat) {
      if (seat == leader) continue;
      const Cards held = hand_of(seat);
      for (int suit = 0; suit < kSuits; ++suit)
        if (held.lane(suit)) suits |= u32{1} << suit;
    }
    return suits;
  }
  u32 others_suits() const {
    return others_suits([&](int seat) { return hand[seat]; });
  }

  u8 suit_led() const { return led[laid]; }

  void lay(Card card, u8 named) {
    const int seat = holder();
    if (is_excuse(card)) {
      excuse = kGone;
    } else {
      hand[seat] = hand[seat].without(only(card));
      length_of(seat) -= one_card(seat, card.suit);
    }
    put(card, named);
  }

  // Put a card that is in no hand on the table. A led excuse that names nothing leaves the suit to the next card.
  void put(Card card, u8 named) {
    led[laid + 1] = led[laid] != kNoSuit ? led[laid] : is_excuse(card) ? named : card.suit;
    best[laid + 1] = static_cast<std::int8_t>(beats(card) ? laid : best[laid]);
    table[laid++] = card;
  }

  // The last card on the table goes back into the hand it came from.
  void take_back() {
    const Card card = table[--laid];
    const int seat = holder();
    if (is_excuse(card)) {
      excuse = static_cast<u8>(seat);
    } else {
      hand[seat] |= only(card);
      length_of(seat) += one_card(seat, card.suit);
    }
  }

  // Whether the card would be the best on the table by the usual order.
  bool beats(Card card) const {
    if (is_excuse(card)) return false;
    if (card.suit != kTrumps && suit_led() != kNoSuit && card.suit != suit_led()) return false;
    if (best[laid] < 0) return true;
    const Card other = table[best[laid]];
    return card.suit == other.suit ? card.height > other.height : card.suit == kTrumps;
  }

  // The suit that a hand must show: the one led, else trumps; kNoSuit where nothing is led or it has neither.
  u8 suit_to_show(const Cards& own) const {
    const u8 suit = suit_led();
    if (suit == kNoSuit || own.lane(suit)) return suit;
    return own.trumps ? kTrumps : kNoSuit;
  }

  // The place of the highest card on the table of the suit that the card at a place has.
  int highest_of_suit_at(int place) const {
    for (int i = 0; i < laid; ++i)
      if (table[i].suit == table[place].suit && table[i].height > table[place].height) place = i;
    return place;
  }

  // A complete trick, to go back to.
  struct Trick {
    std::array<Card, Seats> table;
    std::array<std::int8_t, Seats + 1> best;
    std::array<u8, Seats + 1> led;
    int leader;
  };

  // The winner of the complete trick leads to the next.
  Trick next_trick(int winner) {
    const Trick before{table, best, led, leader};
    leader = winner;
    laid = 0;
    --tricks;
    return before;
  }

  void back_to(const Trick& before) {
    ++tricks;
    laid = Seats;
    table = before.table, best = before.best, led = before.led, leader = before.leader;
  }

 private:
  u64& length_of(int seat) { return lengths[length_word<Seats>(seat)]; }
  static u64 one_card(int seat, int suit) { return u64{1} << length_shift<Seats>(seat, suit); }
};

}  // namespace core
