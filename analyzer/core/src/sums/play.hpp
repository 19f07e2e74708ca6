// Play between two cards in a game of card points: what may be played, and who wins a trick.
#pragma once

#include <array>
#include <cassert>

#include "../cards/play.hpp"
#include "rules.hpp"

namespace core {

template <int Seats>
struct SumPlay : Play<Seats> {
  using Play<Seats>::best, Play<Seats>::excuse, Play<Seats>::hand, Play<Seats>::holder, Play<Seats>::laid,
      Play<Seats>::leader, Play<Seats>::table, Play<Seats>::tricks;

  SumPast past{};  // `best` is by the usual order: that is what a card may have to beat, and who wins may hang on more

  // Of the holder's cards of one suit, which obey the suit led, those above the table, where a duty to beat asks for one of them.
  // Where the best card is of another suit either all of them beat it or none, and any may be played.
  bool bound_to_beat(const SumRules& rules, int suit) const {
    if (rules.beat == kBeatNothing || (rules.beat == kBeatTrumps && suit != kTrumps)) return false;
    return best[laid] >= 0 && table[best[laid]].suit == suit;
  }
  u32 beating(const SumRules& rules, int suit, u32 lane) const {
    if (!bound_to_beat(rules, suit)) return lane;
    const u32 over = lane & (~u32{1} << table[best[laid]].height);
    return over ? over : lane;
  }

  // Whether some cards may not be led now.
  bool leads_barred(const SumRules& rules) const { return laid == 0 && tricks == rules.barred_trick; }

  // What the holder may play apart from the excuse: follow, else trump, else anything; or lead.
  Cards obeying(const SumRules& rules) const {
    const Cards& own = hand[holder()];
    if (leads_barred(rules)) {
      const Cards free = own.without(rules.barred);
      return free.empty() && excuse != holder() ? own : free;
    }
    const u8 suit = this->suit_to_show(own);
    return suit == kNoSuit ? own : of_lane(suit, beating(rules, suit, own.lane(suit)));
  }

  bool may_lay_excuse(const SumRules& rules) const { return excuse == holder() && tricks != rules.banned_trick; }

  // Suits that a leader of the excuse may name: of those somebody else can follow.
  u32 nameable(const SumRules& rules) const {
    const u32 suits = this->others_suits();
    return suits & rules.excuse_names ? suits & rules.excuse_names : suits;
  }

  // The excuse as a move of the holder, if it may be played: with each suit that can be named where it is led and names one.
  template <class Moves>
  void add_excuse(const SumRules& rules, Moves& moves) const {
    if (!may_lay_excuse(rules)) return;
    if (laid || !rules.fool_names) return moves.add(kExcuse, kNoSuit, 0);
    for (u32 suits = nameable(rules); suits; suits &= suits - 1) moves.add(kExcuse, static_cast<u8>(std::countr_zero(suits)), 0);
  }

  // Whether the plain suit led beats the trumps in this trick.
  bool colour_beats(const SumRules& rules) const {
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
  int three_trumps(const SumRules& rules) const {
    if (rules.three == kThreeNever) return -1;
    const int fool = place_in_trick(rules.fool_is_trump ? Card{kTrumps, kXXII} : kExcuse);
    const int below = place_in_trick({kTrumps, 20}), lowest = place_in_trick({kTrumps, 0});
    if (fool < 0 || below < 0 || lowest < 0) return -1;
    return rules.three == kThreeAnyOrder || (fool < below && below < lowest) ? lowest : -1;
  }

  // Who wins a complete trick: the place of his card. `told` becomes whether that is so whatever beats what.
  int winning_place(const SumRules& rules, bool& told) const {
    assert(laid == Seats);
    told = true;
    if (rules.top_when_swept && tricks == 1 && is_fool(table[0]) && past.swept == rules.side[leader]) return 0;
    if (colour_beats(rules)) {
      told = false;
      return this->highest_of_suit_at(0);
    }
    if (const int place = three_trumps(rules); place >= 0) return place;
    told = false;
    return best[Seats] < 0 ? 0 : best[Seats];
  }

  static bool is_fool(Card card) { return is_excuse(card) || (card.suit == kTrumps && card.height == kXXII); }
};

}  // namespace core
