// The definitions of the search for card points, for the files that make it for a number of seats.
#pragma once

#include <algorithm>

#include "bounds.ipp"
#include "keys.ipp"
#include "moves.ipp"

namespace core {

constexpr i32 kLeastUnits = -(1 << 29);
constexpr i32 kMostUnits = 1 << 29;

// Tricks to go with which it is searched for whether another winner does as well: one who wins what was lost; and any other.
constexpr int kWonInstead = 6, kWonAsWell = 3;

template <int Seats>
i32 SumSearch<Seats>::search(const SumPlay<Seats>& start, i32 threshold) {
  now_ = start;
  now_.lengths = now_.count_lengths();
  in_play_ = now_.in_play();
  settle();
  wanted_ = measure_.window() ? threshold : 0;
  const i32 asked = measure_.window() ? 1 : threshold;
  Relevance relevance;
  Numbers numbers;
  return now_.laid ? at_card(asked, relevance) : at_trick(asked, numbers, relevance);
}

template <int Seats>
i32 SumSearch<Seats>::at_trick(i32 threshold, Numbers& numbers, Relevance& relevance) {
  i32 value;
  Limits left;
  if (decided(threshold, value, left, relevance)) return value;
  // A lead that is barred is no matter of ranks and lengths; it is met but once in a hand, so that nothing is kept of it.
  const bool kept = on_.table && now_.tricks > 1 && !now_.leads_barred(rules_);
  const typename Table::Key key = kept ? this->key() : typename Table::Key{};
  if (kept && found(key, threshold, numbers, value, left, relevance)) return value;
  if (sure_enough(threshold, value, left, relevance)) return value;
  if (!kept) return at_card(threshold, relevance);
  const u64 before = budget_.nodes();
  value = at_card(threshold, relevance);
  if (budget_.spent()) return value;
  const int work = std::bit_width(budget_.nodes() - before);
  const bool reached = value >= threshold;
  table_.store(key, listed<Seats>(now_.hand, relevance, !on_.partition, relevance.worths().without(kept_)), reached ? value : value - top(left), reached, work);
  return value;
}

// Whether the table has an entry that says on which side of the threshold the value lies.
template <int Seats>
bool SumSearch<Seats>::found(const typename Table::Key& key, i32 threshold, Numbers& numbers, i32& value, const Limits& left, Relevance& relevance) {
  if (!table_.find(key, numbers.of(now_), {threshold, top(left), ask_.worths, on_.shortfalls}, value, relevance)) return false;
  relevance.only_worths(ask_.counts);
  return true;
}

// One more card of the trick.
template <int Seats>
i32 SumSearch<Seats>::at_card(i32 threshold, Relevance& relevance) {
  if (now_.laid == Seats) return at_full_trick(threshold, relevance);
  const int seat = now_.holder();
  const bool high = ask_.high >> seat & 1;
  Moves<Seats> moves;
  gather(moves);
  if (on_.ordering && moves.count > 1) {
    SumOrder<Seats>(ask_, now_, in_play_).rate(moves);
    moves.sort();
  }
  const Cards legal = now_.obeying(rules_);
  i32 all = high ? kLeastUnits : kMostUnits;
  Relevance other;
  Cards covered{};
  for (int i = 0; i < moves.count; ++i) {
    const Move move = moves.move[i];
    if (!is_excuse(move.card) && covered.has(move.card)) continue;
    if (budget_.node()) return all;
    Relevance& below = i == 0 ? relevance : other;
    now_.lay(move.card, move.named);
    const i32 value = at_card(threshold, below);
    now_.take_back();
    if (budget_.spent()) return all;
    if (reaches(high, value, threshold)) {
      if (i) relevance = below;
      rest_on_duty(&move.card, relevance);
      return value;
    }
    // Of a window the value is only on a side.
    const i32 slack = measure_.window() ? 0 : high ? threshold - 1 - value : value - threshold;
    i32 off;
    covered |= covered_by(move.card, legal, slack, off, below);
    all = high ? std::max(all, value + off) : std::min(all, value - off);
    if (i) relevance |= below;
  }
  rest_on_duty(nullptr, relevance);
  return all;
}

// What the last trick leaves to say, if this card wins it.
template <int Seats>
i32 SumSearch<Seats>::at_end(int winning) const {
  if (measure_.last()) return ends_so(measure_.question, now_, winning);
  SumPast past = now_.past;
  i32 gain = turn(rules_, measure_, now_, now_.seat_at(winning), past);
  gain += give_up(rules_, measure_, past);
  if (measure_.margin()) gain += less_target(rules_, now_, winning, past);
  if (measure_.window()) return gain >= wanted_ && gain <= wanted_ + measure_.question.width;
  return gain;
}

// What `go` says of the position after the trick, told what is left of the threshold, and what the trick brings if this card wins it.
template <int Seats>
template <class Go>
i32 SumSearch<Seats>::after_trick(int winning, i32 threshold, Go&& go) {
  const SumPast before = now_.past;
  const i32 gain = turn(rules_, measure_, now_, now_.seat_at(winning), now_.past);
  const Cards in_play = in_play_, itself = itself_, kept = kept_;
  const bool by_worth = by_worth_;
  const auto trick = now_.next_trick(now_.seat_at(winning));
  in_play_ = now_.held();
  settle();
  wanted_ -= measure_.window() ? gain : 0;
  i32 value = go(measure_.window() ? threshold : threshold - gain);
  wanted_ += measure_.window() ? gain : 0;
  value += measure_.window() ? 0 : gain;
  now_.back_to(trick);
  in_play_ = in_play;
  by_worth_ = by_worth;
  itself_ = itself;
  kept_ = kept;
  now_.past = before;
  return value;
}

// The trick is complete. Its winner beat the other cards of its suit in it, unless it is told by the cards themselves who won.
template <int Seats>
i32 SumSearch<Seats>::at_full_trick(i32 threshold, Relevance& relevance) {
  bool told;
  const int winning = now_.winning_place(rules_, told);
  const bool last = now_.tricks == 1;
  Numbers numbers;
  if (last) relevance.clear();
  i32 value = last ? at_end(winning) : after_trick(winning, threshold, [&](i32 left) { return at_trick(left, numbers, relevance); });
  const u32 others = told ? 0 : either_way(winning, threshold, numbers, value, relevance);
  rest_on_trick(winning, value >= threshold, relevance);
  if (!told) rest_on_winner(winning, others, relevance);
  return value;
}

// If the trick goes to those whom the proof is for it rests on what its cards are worth.
template <int Seats>
void SumSearch<Seats>::rest_on_trick(int winning, bool reached, Relevance& relevance) const {
  if (!by_worth_ || is_for(now_.seat_at(winning)) != reached) return;
  Cards won;
  for (const Card each : now_.table)
    if (!is_excuse(each)) won |= only(each);
  relevance.rest_on_worth(won & ask_.counts);
}

// The winner beat those of its suit, but the others that might as well have won.
template <int Seats>
void SumSearch<Seats>::rest_on_winner(int winning, u32 others, Relevance& relevance) const {
  const Card card = now_.table[winning];
  for (int place = 0; place < Seats; ++place)
    if (const Card other = now_.table[place]; other.suit == card.suit && place != winning && !(others >> place & 1))
      relevance.add(card.suit, card.height, u32{1} << other.height);
}

// Who wins often does not matter: threshold/search.ipp has the argument. Here a trick is worth something to who wins it, and what
// lies in the piles may change what is to come. So the trick is turned for each of the others as if he had won it, and then looked up with
// what is left of the threshold: the answer is a bound of the whole that holds where his card is the highest, and rests on the
// worth of the cards where the trick is for the proof. It is asked of those who are for the same as the winner, and of those for whom
// the proof is, who have more with the trick; the trick lost is hardly ever as good. Where it is not known it is searched for, with few
// tricks to go.
template <int Seats>
u32 SumSearch<Seats>::either_way(int winning, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance) {
  if (!on_.either || !on_.table || budget_.spent()) return 0;
  const bool reached = value >= threshold, of = is_for(now_.seat_at(winning));
  const Card card = now_.table[winning];
  u32 others = 0;
  i32 counts = 0;
  for (const Card each : now_.table) counts += measure_.value[place_of(each)] - measure_.each;
  Relevance other;
  for (int place = 0; place < Seats; ++place) {
    if (place == winning || now_.table[place].suit != card.suit) continue;
    const bool as_well = is_for(now_.seat_at(place));
    const bool more = as_well != of && as_well == reached && on_.lost && !measure_.window();
    if (as_well != of && !measure_.last() && !more) continue;
    bool known = now_.tricks == 1;
    if (known) other.clear();
    const i32 bound = known ? at_end(place) : after_trick(place, threshold, [&](i32 wanted) {
      i32 value;
      known = now_.tricks <= (more ? kWonInstead : kWonAsWell);
      if (known) return at_trick(wanted, numbers, other);
      Limits left;
      known = decided(wanted, value, left, other) || found(key(), wanted, numbers, value, left, other) || sure_enough(wanted, value, left, other);
      return value;
    });
    if (budget_.spent()) return others;
    if (!known || (bound >= threshold) != reached) continue;
    if (std::abs(bound - value) < counts || (bound > value) != reached) rest_on_trick(place, reached, other);
    others |= u32{1} << place;
    value = reached ? std::min(value, bound) : std::max(value, bound);
    relevance |= other;
  }
  return others;
}

}  // namespace core
