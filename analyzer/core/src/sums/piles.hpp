// Where the cards of a trick go, and what that comes to for a question.
#pragma once

#include <algorithm>

#include "play.hpp"

namespace core {

// A card given for an excuse, from one side to another.
inline i32 handed_over(const Measure& measure, int by, int to, i32 counts) {
  return ((measure.of_side >> to & 1) - (measure.of_side >> by & 1)) * counts;
}

// One of the Trull is given for an excuse, or is the excuse that is given up.
inline void trull_goes_over(const SumRules& rules, SumPast& past) {
  past.held += static_cast<u8>((past.owed_to == rules.declarer_side) - (past.owed_by == rules.declarer_side));
}

// The cards of a complete trick that `winner` wins go to their piles; the past moves on. `lies` is told of each card, in whose
// pile it comes to lie, and whether that is not the pile of the trick; `given` of a card that is given for an excuse: by its number, by whom, to whom.
template <int Seats, class Lies, class Given>
void to_piles(const SumRules& rules, const SumPlay<Seats>& play, int winner, SumPast& past, Lies&& lies, Given&& given) {
  const int won = rules.side[winner];
  int least = -1;
  for (int place = 0; place < Seats; ++place) {
    const Card card = play.table[place];
    const int home = rules.side[play.seat_at(place)];
    const bool goes_home = is_excuse(card) && rules.exchange && play.tricks > rules.lost_last && home != won;
    const bool changes = is_excuse(card) && rules.lost_to_others && play.tricks <= rules.lost_last && home == won && play.seat_at(place) != winner;
    lies(card, changes ? 1 - home : goes_home ? home : won, goes_home || changes);
    if (goes_home) {
      past.owed_by = static_cast<std::int8_t>(home);
      past.owed_to = static_cast<std::int8_t>(won);
    } else if (rules.exchange && !is_excuse(card) && rules.gives_before(place_of(card), least)) {
      least = place_of(card);
    }
  }
  past.taken |= u8(1 << won);
  if (least >= 0 && rules.gives_before(least, past.least[won])) past.least[won] = static_cast<std::int8_t>(least);
  if (past.swept != won) past.swept = past.swept == SumPast::kNothingYet ? static_cast<std::int8_t>(won) : SumPast::kNobody;
  past.trump_led |= play.table[0].suit == kTrumps || is_excuse(play.table[0]);
  if (const int by = past.owed_by; by >= 0 && (past.taken >> by & 1) && rules.gives(past.least[by])) {
    given(past.least[by], by, past.owed_to);
    past.owed_by = past.owed_to = SumPast::kNobody;
  }
}

// After the last trick the least card goes for an excuse that is still owed for, or it goes over itself, where it does: `given` as above.
template <class Given>
void surrender(const SumRules& rules, SumPast& past, Given&& given) {
  if (past.owed_by < 0) return;
  const bool pays = (past.taken >> past.owed_by & 1) && past.least[past.owed_by] >= 0;
  if (!pays && !rules.surrender) return;
  given(pays ? past.least[past.owed_by] : kCardsInDeck - 1, past.owed_by, past.owed_to);
  past.owed_by = past.owed_to = SumPast::kNobody;
}

// The gain of those asked about from a complete trick that `winner` wins; the past moves on. A margin gains points, and
// `past.held` counts the Trull for it. A goal about the last trick gains nothing here.
template <int Seats>
i32 turn(const SumRules& rules, const Measure& measure, const SumPlay<Seats>& play, int winner, SumPast& past) {
  const bool mine = measure.question.of >> winner & 1;
  i32 gain = mine ? measure.trick[play.tricks] : 0;
  to_piles(
      rules, play, winner, past,
      [&](Card card, int side, bool elsewhere) {
        if (elsewhere ? !(measure.of_side >> side & 1) : !mine) return;
        gain += measure.value[place_of(card)];
        if (measure.margin()) past.held += is_excuse(card) || (card.suit == kTrumps && (card.height == 0 || card.height >= 20));
      },
      [&](int number, int by, int to) {
        gain += handed_over(measure, by, to, measure.counts_given(number));
        if (measure.margin() && in_trull(number)) trull_goes_over(rules, past);
      });
  return gain;
}

// What an excuse comes to that is still owed for after the last trick.
inline i32 give_up(const SumRules& rules, const Measure& measure, SumPast& past) {
  i32 gain = 0;
  surrender(rules, past, [&](int number, int by, int to) {
    gain = handed_over(measure, by, to, measure.counts_given(number));
    if (measure.margin() && (number == kCardsInDeck - 1 || in_trull(number))) trull_goes_over(rules, past);
  });
  return gain;
}

// Whether the last trick is as asked.
template <int Seats>
bool ends_so(const SumQuestion& question, const SumPlay<Seats>& play, int winning) {
  const int winner = play.seat_at(winning);
  if (!(question.of >> winner & 1)) return false;
  if (question.how == 1) return question.cards[place_of(play.table[winning])];
  const bool any = std::find(question.cards.begin(), question.cards.end(), true) == question.cards.end();
  if (question.how == 0 && any) return true;
  for (int place = 0; place < Seats; ++place)
    if (question.cards[place_of(play.table[place])] && (question.by >> play.seat_at(place) & 1) && (question.how == 0 || place != winning)) return true;
  return false;
}

// What the target takes off a margin: what it is, and the shift of the lowest trump in the last trick.
template <int Seats>
i32 less_target(const SumRules& rules, const SumPlay<Seats>& play, int winning, const SumPast& past) {
  const i32 target = rules.target[std::min<int>(past.held, kTrullCards)];
  const int lowest = play.place_in_trick({kTrumps, 0});
  if (lowest < 0) return -target;
  const int won = rules.side[play.seat_at(winning)];
  const bool to_own = lowest != winning && rules.side[play.seat_at(lowest)] == won;
  if (to_own && !rules.pagat_by_partner) return -target;
  return -target + (won == rules.declarer_side ? rules.pagat_shift : -rules.pagat_shift);
}

}  // namespace core
