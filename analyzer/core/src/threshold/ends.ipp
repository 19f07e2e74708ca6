// Goals that are decided already, whatever is played.
#pragma once

#include "search.hpp"
#include "sure_tricks.hpp"

namespace core {

// Prizes only leave hands, so a seat without any wanted prize card can never win (or lose) the last trick with one:
// that rests on the flags alone. Else threshold/sure_tricks.hpp may tell, for one seat of the side that it suits. The last trick
// itself can be sure to be won; no use where the seat wants to win only with some cards.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::decided(i32& value, Relevance& relevance) const {
  value = 0;
  if (!on_.bounds || question_.tokens) return false;
  if (of_prizes()) {
    const Cards wanted = alone(question_.seat);
    if (wanted.empty() || forced_out(wanted)) return relevance.clear(), true;
    if (question_.classes & kLoses) return never_lost(wanted, relevance);
    if (never_won(wanted, relevance)) return true;
    value = surely_won(wanted, relevance);
    return value;
  }
  if (question_.classes & kLoses) return false;
  for (int seat = 0; seat < Seats; ++seat)
    if (seat != question_.seat && !wants(seat) && SureTricks<Seats>(now_, seat, relevance).wins_last()) return true;
  value = question_.classes == kWins && wants(question_.seat) && SureTricks<Seats>(now_, question_.seat, relevance).wins_last();
  return value;
}

// Whether a leader who wants the goal to fail makes the subject lay its only wanted prize before the last trick: by leading
// the suit of which the king is its only card there, or, where the lowest trump is its only trump, a trump or a suit it has
// none of. It has no excuse to lay in the place. A leader who holds the excuse names the suit, and does so where the excuse
// may be called for; the subject itself as the leader leads the prize. This rests on lengths and flags alone.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::forced_out(const Cards& wanted) const {
  const int subject = question_.seat, leader = now_.leader;
  if (!on_.forced_out || now_.tricks < 2 || wants(leader) || now_.excuse == subject || wanted.count() != 1) return false;
  if (leader == subject) return true;
  const Cards& own = now_.hand[subject];
  const int suit = wanted.trumps ? kTrumps : std::countr_zero(wanted.plain) / kLane;
  if (own.lane(suit) != wanted.lane(suit)) return false;
  u32 out = u32{1} << suit, led = 0;  // suits that make it lay the prize, and those that can be led
  for (int each = 0; each < kSuits; ++each) {
    if (suit == kTrumps && own.lane(each) == 0) out |= u32{1} << each;
    if (now_.hand[leader].lane(each)) led |= u32{1} << each;
  }
  if (now_.excuse == leader) {
    if (now_.tricks == rules_.call_trick) led = 0;
    if (now_.may_lay_excuse(rules_)) led |= now_.nameable(rules_);
  }
  return out & led;
}

// Whether no wanted prize is lost in the last trick. The lowest trump alone, where no other hand has a trump, is the only
// trump of the last trick if it comes there, and wins it: that rests on lengths and flags. And the subject, who wants none
// lost, may be sure that its last card wins or is a trump; that is its highest, so not the lowest of all if it has two or
// another one.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::never_lost(const Cards& wanted, Relevance& relevance) const {
  const int subject = question_.seat;
  if (question_.classes != 1 << kLosesPrize) return false;
  const u32 own = now_.hand[subject].trumps;
  if (on_.lone_pagat && wanted.plain == 0 && now_.held().trumps == own) return relevance.clear(), true;
  return !wants(subject) && own != kLowestTrump && SureTricks<Seats>(now_, subject, relevance).wins_or_trumps();
}

// Whether one of those against it keeps the subject's prizes from winning the last trick: with a trump in it, by winning
// it, or where only kings can win it by leading a suit that none of them is of.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::never_won(const Cards& wanted, Relevance& relevance) const {
  const bool only_kings = on_.spoils && wanted.trumps == 0;
  for (int seat = 0; seat < Seats; ++seat) {
    if (seat == question_.seat || wants(seat)) continue;
    SureTricks<Seats> tricks(now_, seat, relevance);
    if (only_kings ? tricks.spoils(wanted.plain) : tricks.wins_or_trumps()) return true;
  }
  return false;
}

// Whether the subject, who wants it, wins the last trick with a wanted prize: it leads nothing but winners, a king among
// them, or keeps the lowest trump when the other trumps are gone.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::surely_won(const Cards& wanted, Relevance& relevance) const {
  if (!on_.sure_prizes || !wants(question_.seat)) return false;
  SureTricks<Seats> tricks(now_, question_.seat, relevance);
  return (wanted.plain && tricks.leads_winners()) || (wanted.trumps && tricks.keeps_lowest());
}

}  // namespace core
