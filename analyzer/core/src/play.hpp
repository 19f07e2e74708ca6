// Play between two cards in a game of card points, changed in place: laying a card and taking it back.
#pragma once

#include <array>
#include <cassert>

#include "point_rules.hpp"
#include "state.hpp"

namespace core {

template <int Seats>
struct Play {
  static_assert(Seats >= 2 && Seats <= kMostSeats);

  std::array<Cards, Seats> hand{};
  u8 excuse = kGone;                // its owner
  int leader = 0;
  int tricks = 0;                   // still to be won, the present one included
  int laid = 0;                     // cards on the table
  std::array<Card, Seats> table{};  // in order of play
  // The suit led, and the place of the best card (-1: none), after so many cards were laid. Of the best by the usual order: that is
  // what a card may have to beat, and who wins may hang on more.
  std::array<u8, Seats + 1> led = nothing<u8>(kNoSuit);
  std::array<std::int8_t, Seats + 1> best = nothing<std::int8_t>(-1);
  Lengths<Seats> lengths{};         // kept by lay and take_back
  PointPast past{};

  int seat_at(int place) const { return (leader + place) % Seats; }
  int holder() const { return seat_at(laid); }
  Cards held() const {
    Cards cards = hand[0];
    for (int seat = 1; seat < Seats; ++seat) cards |= hand[seat];
    return cards;
  }

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
      lengths[length_word<Seats>(seat)] -= u64{1} << length_shift<Seats>(seat, card.suit);
    }
    put(card, named);
  }

  // Put a card that is in no hand on the table. An excuse that names nothing leaves it to the next card what is led.
  void put(Card card, u8 named) {
    led[laid + 1] = led[laid] != kNoSuit ? led[laid] : is_excuse(card) ? named : card.suit;
    best[laid + 1] = static_cast<std::int8_t>(beats(card) ? laid : best[laid]);
    table[laid++] = card;
  }

  void take_back() {
    const Card card = table[--laid];
    const int seat = holder();
    if (is_excuse(card)) {
      excuse = static_cast<u8>(seat);
    } else {
      hand[seat] |= only(card);
      lengths[length_word<Seats>(seat)] += u64{1} << length_shift<Seats>(seat, card.suit);
    }
  }

  // Whether the card would be the best on the table by the usual order.
  bool beats(Card card) const {
    if (is_excuse(card)) return false;
    if (card.suit != kTrumps && led[laid] != kNoSuit && card.suit != led[laid]) return false;
    if (best[laid] < 0) return true;
    const Card other = table[best[laid]];
    return card.suit == other.suit ? card.height > other.height : card.suit == kTrumps;
  }

  // Of the holder's cards of one suit, which obey the suit led, those above the table, where a duty to beat asks for one of them.
  // Where the best card is of another suit either all of them beat it or none, and any may be played.
  bool bound_to_beat(const PointRules& rules, int suit) const {
    if (rules.beat == kBeatNothing || (rules.beat == kBeatTrumps && suit != kTrumps)) return false;
    return best[laid] >= 0 && table[best[laid]].suit == suit;
  }
  u32 beating(const PointRules& rules, int suit, u32 lane) const {
    if (!bound_to_beat(rules, suit)) return lane;
    const u32 over = lane & (~u32{1} << table[best[laid]].height);
    return over ? over : lane;
  }

  // What the holder may play apart from the excuse: follow, else trump, else anything.
  Cards obeying(const PointRules& rules) const {
    const Cards& own = hand[holder()];
    const u8 suit = led[laid];
    if (suit == kNoSuit) return own;
    if (const u32 lane = own.lane(suit)) return of_lane(suit, beating(rules, suit, lane));
    if (own.trumps) return {0, beating(rules, kTrumps, own.trumps)};
    return own;
  }

  bool may_lay_excuse(const PointRules& rules) const { return excuse == holder() && tricks != rules.banned_trick; }

  // Suits that a leader of the excuse may name: of those somebody else can follow.
  u32 nameable(const PointRules& rules) const {
    u32 suits = 0;
    for (int seat = 0; seat < Seats; ++seat)
      if (seat != leader)
        for (int suit = 0; suit < kSuits; ++suit)
          if (hand[seat].lane(suit)) suits |= u32{1} << suit;
    return suits & rules.excuse_names ? suits & rules.excuse_names : suits;
  }

  // Whether the plain suit led beats the trumps in this trick.
  bool colour_beats(const PointRules& rules) const {
    if (rules.colour_side < 0 || table[0].suit >= kPlainSuits) return false;
    if (rules.colour_for_good && past.trump_led) return false;
    return rules.colour_anybody || rules.side[leader] == rules.colour_side;
  }

  // The place of a card in the trick, -1 where it is not there.
  int place_in_trick(Card card) const {
    for (int i = 0; i < laid; ++i)
      if (table[i] == card) return i;
    return -1;
  }

  // The place of the lowest trump where it wins with the two highest beside it, else -1.
  int three_trumps(const PointRules& rules) const {
    if (rules.three == kThreeNever) return -1;
    const int fool = place_in_trick(rules.fool_is_trump ? Card{kTrumps, kXXII} : kExcuse);
    const int below = place_in_trick({kTrumps, 20}), lowest = place_in_trick({kTrumps, 0});
    if (fool < 0 || below < 0 || lowest < 0) return -1;
    return rules.three == kThreeAnyOrder || (fool < below && below < lowest) ? lowest : -1;
  }

  // Who wins a complete trick: the place of his card. `told` becomes whether that is so whatever beats what.
  int winning_place(const PointRules& rules, bool& told) const {
    assert(laid == Seats);
    told = true;
    if (rules.top_when_swept && tricks == 1 && is_fool(table[0]) && past.swept == rules.side[leader]) return 0;
    if (colour_beats(rules)) {
      told = false;
      int winner = 0;
      for (int i = 1; i < Seats; ++i)
        if (table[i].suit == table[winner].suit && table[i].height > table[winner].height) winner = i;
      return winner;
    }
    if (const int place = three_trumps(rules); place >= 0) return place;
    told = false;
    return best[Seats] < 0 ? 0 : best[Seats];
  }

  static bool is_fool(Card card) { return is_excuse(card) || (card.suit == kTrumps && card.height == kXXII); }

 private:
  template <class T>
  static constexpr std::array<T, Seats + 1> nothing(T value) {
    std::array<T, Seats + 1> all{};
    for (auto& each : all) each = value;
    return all;
  }
};

}  // namespace core
