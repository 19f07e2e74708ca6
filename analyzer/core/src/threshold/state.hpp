// Play between two cards, changed in place: laying a card and taking it back.
#pragma once

#include <array>
#include <cassert>

#include "../cards/cards.hpp"
#include "../cards/holding.hpp"
#include "question.hpp"
#include "rules.hpp"

namespace core {

template <int Seats>
struct Position : Holding<Seats> {
  using Base = Holding<Seats>;
  using Base::best, Base::excuse, Base::hand, Base::holder, Base::laid, Base::leader, Base::table, Base::tricks;

  u8 led = kNoSuit;  // suit led or named
  Progress<Seats> progress{};

  void lay(Card card, u8 named) {
    this->leave(card);
    put(card, named);
  }

  // Put a card that is in no hand on the table.
  void put(Card card, u8 named) {
    if (laid == 0) led = is_excuse(card) ? named : card.suit;
    best[laid + 1] = static_cast<std::int8_t>(beats(card) ? laid : best[laid]);
    table[laid++] = card;
  }

  bool beats(Card card) const { return this->would_be_best(card, laid == 0 ? kNoSuit : led); }

  void take_back() {
    this->come_back();
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
  u32 nameable(const Rules& rules) const { return rules.named_of(this->others_suits()); }

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
    trick.winner = seat_after<Seats>(leader, winner);
    return trick;
  }
};

}  // namespace core
