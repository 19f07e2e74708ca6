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
inline void trull_goes_over(const PointRules& rules, PointPast& past) {
  past.held += static_cast<u8>((past.owed_to == rules.declarer_side) - (past.owed_by == rules.declarer_side));
}

// The gain of those asked about from a complete trick that `winner` wins; the past moves on. A margin gains points, and
// `past.held` counts the Trull for it. A goal about the last trick gains nothing here.
template <int Seats>
i32 turn(const PointRules& rules, const Measure& measure, const Play<Seats>& play, int winner, PointPast& past) {
  const int won = rules.side[winner];
  const bool mine = measure.question.of >> winner & 1;
  i32 in_trick = measure.trick[play.tricks], gain = 0;
  int trull = 0, least = -1;
  for (int place = 0; place < Seats; ++place) {
    const Card card = play.table[place];
    const i32 counts = measure.value[place_of(card)];
    if (!is_excuse(card)) {
      in_trick += counts;
      trull += card.suit == kTrumps && (card.height == 0 || card.height >= 20);
      if (rules.gives_before(place_of(card), least)) least = place_of(card);
      continue;
    }
    const int home = rules.side[play.seat_at(place)];
    if (!rules.exchange || play.tricks <= rules.lost_last || home == won) {
      in_trick += counts;
      ++trull;
      continue;
    }
    if (measure.of_side >> home & 1) gain += counts;
    if (measure.margin()) past.held += home == rules.declarer_side;
    past.owed_by = static_cast<std::int8_t>(home);
    past.owed_to = static_cast<std::int8_t>(won);
  }
  if (mine) gain += in_trick;
  if (measure.margin() && mine) past.held += static_cast<u8>(trull);
  past.taken |= u8(1 << won);
  if (rules.gives_before(least, past.least[won])) past.least[won] = static_cast<std::int8_t>(least);
  if (past.swept != won) past.swept = past.swept == PointPast::kNothingYet ? static_cast<std::int8_t>(won) : PointPast::kNobody;
  past.trump_led |= play.table[0].suit == kTrumps || is_excuse(play.table[0]);
  if (const int by = past.owed_by; by >= 0 && (past.taken >> by & 1) && past.least[by] >= 0) {
    gain += handed_over(measure, by, past.owed_to, measure.counts_given(past.least[by]));
    if (measure.margin() && in_trull(past.least[by])) trull_goes_over(rules, past);
    past.owed_by = past.owed_to = PointPast::kNobody;
  }
  return gain;
}

// What an excuse comes to that is still owed for after the last trick.
inline i32 give_up(const PointRules& rules, const Measure& measure, PointPast& past) {
  if (past.owed_by < 0 || !rules.surrender) return 0;
  const i32 gain = handed_over(measure, past.owed_by, past.owed_to, measure.value[kCardsInDeck - 1]);
  if (measure.margin()) trull_goes_over(rules, past);
  past.owed_by = past.owed_to = PointPast::kNobody;
  return gain;
}

// Whether the last trick is as asked.
template <int Seats>
bool ends_so(const PointQuestion& question, const Play<Seats>& play, int winning) {
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
i32 less_target(const PointRules& rules, const Play<Seats>& play, int winning, const PointPast& past) {
  const i32 target = rules.target[std::min<int>(past.held, kTrullCards)];
  const int lowest = play.place_in_trick({kTrumps, 0});
  if (lowest < 0) return -target;
  const int won = rules.side[play.seat_at(winning)];
  const bool to_own = lowest != winning && rules.side[play.seat_at(lowest)] == won;
  if (to_own && !rules.pagat_by_partner) return -target;
  return -target + (won == rules.declarer_side ? rules.pagat_shift : -rules.pagat_shift);
}

}  // namespace core
