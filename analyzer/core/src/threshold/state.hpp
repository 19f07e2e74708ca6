// Play between two cards in a game of tricks and pots: what may be played, and who wins a trick.
#pragma once

#include <array>
#include <cassert>

#include "../cards/cards.hpp"
#include "../cards/play.hpp"
#include "question.hpp"
#include "rules.hpp"

namespace core {

template <int Seats>
struct Position : Play<Seats> {
  using Play<Seats>::best, Play<Seats>::excuse, Play<Seats>::hand, Play<Seats>::holder, Play<Seats>::laid,
      Play<Seats>::leader, Play<Seats>::table, Play<Seats>::tricks;

  Progress<Seats> progress{};

  // What the holder may play apart from the excuse.
  Cards obeying() const {
    const Cards& own = hand[holder()];
    const u8 suit = this->suit_to_show(own);
    return suit == kNoSuit ? own : of_lane(suit, own.lane(suit));
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
    if (winner < 0) winner = this->highest_of_suit_at(is_excuse(table[0]) ? 1 : 0);
    trick.winner = seat_after<Seats>(leader, winner);
    return trick;
  }
};

}  // namespace core
