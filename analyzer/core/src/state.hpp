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

// Lengths of all suits in all hands, as one number: four bits for a plain suit, five for the trumps.
constexpr int length_shift(int seat, int suit) { return seat * 21 + suit * 4; }
static_assert(kGone >= kMostSeats && kGone < 1 << kOwnerBits);
static_assert(length_shift(kSeats - 1, kTrumps) + 5 <= 64, "the lengths of three hands fit one word");

struct Position {
  std::array<Cards, kSeats> hand{};
  u8 excuse = kGone;   // its owner
  int leader = 0;
  int tricks = 0;      // tricks still to be won, the present one included
  int laid = 0;        // cards on the table
  std::array<Card, kSeats> table{};  // in order of play
  u8 led = kNoSuit;    // suit led or named
  std::array<std::int8_t, kSeats + 1> best{-1, -1, -1, -1};  // place of the best card after so many were laid; -1: none
  Progress progress{};
  u64 lengths = 0;     // kept by lay and take_back

  int seat_at(int place) const { return (leader + place) % kSeats; }
  int holder() const { return seat_at(laid); }
  Cards held() const { return hand[0] | hand[1] | hand[2]; }

  // Cards still in this trick's play: held or on the table.
  Cards in_play() const {
    Cards cards = held();
    for (int i = 0; i < laid; ++i)
      if (!is_excuse(table[i])) cards |= only(table[i]);
    return cards;
  }

  u64 count_lengths() const {
    u64 all = 0;
    for (int seat = 0; seat < kSeats; ++seat)
      for (int suit = 0; suit < kSuits; ++suit)
        all += static_cast<u64>(std::popcount(hand[seat].lane(suit))) << length_shift(seat, suit);
    return all;
  }

  void lay(Card card, u8 named) {
    const int seat = holder();
    if (is_excuse(card)) {
      excuse = kGone;
    } else {
      hand[seat] = hand[seat].without(only(card));
      lengths -= u64{1} << length_shift(seat, card.suit);
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
      lengths += u64{1} << length_shift(seat, card.suit);
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

  // Suits a leader of the excuse may name: those somebody else can follow.
  u32 nameable() const {
    u32 suits = 0;
    for (int seat = 0; seat < kSeats; ++seat)
      if (seat != leader)
        for (int suit = 0; suit < kSuits; ++suit)
          if (hand[seat].lane(suit)) suits |= u32{1} << suit;
    return suits;
  }

  // The complete trick on the table. The highest trump wins, else the highest card of the suit led; where
  // nobody shows that suit or a trump, the suit of the first real card counts as led.
  TrickCards complete() const {
    assert(laid == kSeats);
    TrickCards trick;
    trick.card = table;
    trick.leader = leader;
    int winner = best[kSeats];
    if (winner < 0) {
      winner = is_excuse(table[0]) ? 1 : 0;
      for (int i = winner + 1; i < kSeats; ++i)
        if (table[i].suit == table[winner].suit && table[i].height > table[winner].height) winner = i;
    }
    trick.winner = (leader + winner) % kSeats;
    return trick;
  }
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
  return of_lane(card.suit, (o & under_next & over_last & 0x1f'ffff) | bit);
}

}  // namespace core
