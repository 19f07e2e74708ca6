// Play between two cards, changed in place: laying a card and taking it back.
#pragma once

#include <array>
#include <cassert>

#include "cards.hpp"
#include "question.hpp"
#include "rules.hpp"

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
struct Position {
  static_assert(Seats >= 2 && Seats <= kMostSeats);
  static constexpr auto kNothingBest = [] {
    std::array<std::int8_t, Seats + 1> places{};
    for (auto& place : places) place = -1;
    return places;
  }();

  std::array<Cards, Seats> hand{};
  u8 excuse = kGone;   // its owner
  int leader = 0;
  int tricks = 0;      // tricks still to be won, the present one included
  int laid = 0;        // cards on the table
  std::array<Card, Seats> table{};  // in order of play
  u8 led = kNoSuit;    // suit led or named
  std::array<std::int8_t, Seats + 1> best = kNothingBest;  // place of the best card after so many were laid; -1: none
  Progress<Seats> progress{};
  Lengths<Seats> lengths{};  // kept by lay and take_back

  int seat_at(int place) const { return (leader + place) % Seats; }
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

  // Put a card that is in no hand on the table.
  void put(Card card, u8 named) {
    if (laid == 0) led = is_excuse(card) ? named : card.suit;
    best[laid + 1] = static_cast<std::int8_t>(beats(card) ? laid : best[laid]);
    table[laid++] = card;
  }

  // Whether the card would be the best on the table.
  bool beats(Card card) const {
    if (is_excuse(card)) return false;
    if (laid == 0) return true;
    if (card.suit != kTrumps && card.suit != led) return false;
    if (best[laid] < 0) return true;
    const Card other = table[best[laid]];
    return card.suit == other.suit ? card.height > other.height : card.suit == kTrumps;
  }

  void take_back() {
    const Card card = table[--laid];
    const int seat = holder();
    if (is_excuse(card)) {
      excuse = static_cast<u8>(seat);
    } else {
      hand[seat] |= only(card);
      length_of(seat) += one_card(seat, card.suit);
    }
    if (laid == 0) led = kNoSuit;
  }

  // What the holder may play apart from the excuse: follow, else trump, else anything.
  Cards obeying() const {
    const Cards& own = hand[holder()];
    if (laid == 0) return own;
    if (const u32 lane = own.lane(led)) return of_lane(led, lane);
    if (own.trumps) return {0, own.trumps};
    return own;
  }

  bool may_lay_excuse(const Rules& rules) const { return excuse == holder() && tricks != rules.banned_trick; }

  // Suits a leader of the excuse may name: of those somebody else can follow.
  u32 nameable(const Rules& rules) const {
    u32 suits = 0;
    for (int seat = 0; seat < Seats; ++seat)
      if (seat != leader)
        for (int suit = 0; suit < kSuits; ++suit)
          if (hand[seat].lane(suit)) suits |= u32{1} << suit;
    return rules.named_of(suits);
  }

  // The complete trick on the table. The highest trump wins, else the highest card of the suit led. Where nobody shows
  // that suit or a trump, the suit of the first real card counts as led.
  TrickCards<Seats> complete() const {
    assert(laid == Seats);
    TrickCards<Seats> trick;
    trick.card = table;
    trick.leader = leader;
    trick.left = tricks;
    int winner = best[Seats];
    if (winner < 0) {
      winner = is_excuse(table[0]) ? 1 : 0;
      for (int i = winner + 1; i < Seats; ++i)
        if (table[i].suit == table[winner].suit && table[i].height > table[winner].height) winner = i;
    }
    trick.winner = (leader + winner) % Seats;
    return trick;
  }

 private:
  u64& length_of(int seat) { return lengths[length_word<Seats>(seat)]; }
  static u64 one_card(int seat, int suit) { return u64{1} << length_shift<Seats>(seat, suit); }
};

// Cards of one hand that lie next to `card` in rank: nothing of another hand or of the table between them, so
// that one may stand for all. `separators` are all other cards in play and whatever must stand alone.
inline Cards neighbours(Card card, const Cards& own, const Cards& separators) {
  const u32 o = own.lane(card.suit);
  const u32 s = separators.lane(card.suit);
  const u32 bit = u32{1} << card.height;
  const u32 above = s & ~((bit << 1) - 1);
  const u32 below = s & (bit - 1);
  const u32 under_next = above ? (above & (~above + 1)) - 1 : ~u32{0};
  const u32 over_last = below ? ~((std::bit_floor(below) << 1) - 1) : ~u32{0};
  return of_lane(card.suit, (o & under_next & over_last) | bit);
}

}  // namespace core
