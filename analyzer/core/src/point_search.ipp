// The definitions of the search for card points, for the files that make it for a number of seats.
#pragma once

#include <algorithm>

#include "point_bounds.ipp"
#include "point_keys.ipp"
#include "point_moves.ipp"

namespace core {

constexpr i32 kLeastUnits = -(1 << 29);
constexpr i32 kMostUnits = 1 << 29;

template <int Seats>
i32 PointSearch<Seats>::search(const Play<Seats>& start, i32 threshold) {
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
i32 PointSearch<Seats>::at_trick(i32 threshold, Numbers& numbers, Relevance& relevance) {
  i32 value, top;
  in_play_ = now_.held();
  settle();
  if (decided(threshold, value, top, relevance)) return value;
  if (!on_.table || now_.tricks == 1) return at_card(threshold, relevance);
  const typename Table::Key key = this->key();
  if (table_.find(key, numbers.late(now_), threshold, value, relevance, top)) return value;
  const u64 before = budget_.nodes();
  value = at_card(threshold, relevance);
  if (budget_.spent()) return value;
  const int work = std::bit_width(budget_.nodes() - before);
  const bool reached = value >= threshold;
  table_.store(key, listed<Seats>(now_.hand, relevance, !on_.partition, relevance.worths().without(kept_)), reached ? value : value - top, reached, work);
  return value;
}

// One more card of the trick.
template <int Seats>
i32 PointSearch<Seats>::at_card(i32 threshold, Relevance& relevance) {
  if (now_.laid == Seats) return at_full_trick(threshold, relevance);
  const int seat = now_.holder();
  const bool high = ask_.high >> seat & 1;
  Moves<Seats> moves;
  gather(moves);
  if (on_.ordering && moves.count > 1) {
    PointOrder<Seats>(rules_, ask_, now_, in_play_).rate(moves);
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

// What the last trick leaves to say.
template <int Seats>
i32 PointSearch<Seats>::at_end(i32 gain, int winning, PointPast past) const {
  if (measure_.last()) return ends_so(measure_.question, now_, winning);
  gain += give_up(rules_, measure_, past);
  if (measure_.margin()) gain += less_target(rules_, now_, winning, past);
  if (measure_.window()) return gain >= wanted_ && gain <= wanted_ + measure_.question.width;
  return gain;
}

// The trick is complete. Its winner beat the other cards of its suit in it, unless it is told by the cards themselves who won.
template <int Seats>
i32 PointSearch<Seats>::at_full_trick(i32 threshold, Relevance& relevance) {
  bool told;
  const int winning = now_.winning_place(rules_, told);
  const PointPast before = now_.past;
  const i32 gain = turn(rules_, measure_, now_, now_.seat_at(winning), now_.past);
  i32 value;
  u32 others = 0;
  if (now_.tricks == 1) {
    relevance.clear();
    value = at_end(gain, winning, now_.past);
  } else {
    const Cards in_play = in_play_;
    const bool by_worth = by_worth_;
    const Cards itself = itself_, kept = kept_;
    const auto table = now_.table;
    const auto best = now_.best;
    const auto led = now_.led;
    const int leader = now_.leader;
    now_.leader = now_.seat_at(winning);
    now_.laid = 0;
    --now_.tricks;
    Numbers numbers;
    const i32 left = measure_.window() ? threshold : threshold - gain;
    wanted_ -= measure_.window() ? gain : 0;
    value = at_trick(left, numbers, relevance);
    const bool exchanged = before.owed_by >= 0 || std::find(table.begin(), table.end(), kExcuse) != table.end();
    if (!told) others = either_way(table, leader, winning, exchanged, left, numbers, value, relevance);
    wanted_ += measure_.window() ? gain : 0;
    value += measure_.window() ? 0 : gain;
    ++now_.tricks;
    now_.leader = leader;
    now_.laid = Seats;
    now_.table = table;
    now_.best = best;
    now_.led = led;
    in_play_ = in_play;
    by_worth_ = by_worth;
    itself_ = itself;
    kept_ = kept;
  }
  now_.past = before;
  if (by_worth_ && (value >= threshold) == bool(measure_.question.of >> now_.seat_at(winning) & 1)) {
    Cards won;
    for (const Card each : now_.table)
      if (!is_excuse(each)) won |= only(each);
    relevance.rest_on_worth(won & ask_.counts);
  }
  if (told) return value;
  const Card card = now_.table[winning];
  for (int place = 0; place < Seats; ++place)
    if (const Card other = now_.table[place]; other.suit == card.suit && place != winning && !(others >> place & 1))
      relevance.add(card.suit, card.height, u32{1} << other.height);
  return value;
}

// Whether it makes no difference to piles and past which of two seats won the trick. `exchanged`: an excuse lies in it, or was owed
// for. Else it makes none to an exchange whose pile has the trick, if there is none to come, or only of a card of no worth.
template <int Seats>
bool PointSearch<Seats>::alike(int winner, int other, bool exchanged) const {
  const bool same_side = rules_.side[winner] == rules_.side[other];
  if (rules_.top_when_swept && !same_side) return false;
  if (measure_.last()) return true;
  if (rules_.exchange && measure_.piles && !same_side && (exchanged || (now_.excuse != kGone && !by_worth_))) return false;
  return (measure_.question.of >> winner & 1) == (measure_.question.of >> other & 1);
}

// Whether the value is known to lie on one side of the threshold.
template <int Seats>
bool PointSearch<Seats>::also(i32 threshold, Numbers& numbers, i32& value, Relevance& relevance) {
  i32 top;
  return decided(threshold, value, top, relevance) || table_.find(key(), numbers.late(now_), threshold, value, relevance, top);
}

// Who wins often does not matter: threshold_search.ipp has the argument. Here a trick is worth something to who wins it, so
// it is told of those only whose winning comes to the same.
template <int Seats>
u32 PointSearch<Seats>::either_way(const std::array<Card, Seats>& trick, int leader, int winning, bool exchanged, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance) {
  if (!on_.either || !on_.table || now_.tricks == 1 || budget_.spent()) return 0;
  const bool reached = value >= threshold;
  const Card card = trick[winning];
  const int winner = now_.leader;
  u32 others = 0;
  Relevance other;
  for (int place = 0; place < Seats; ++place) {
    if (place == winning || trick[place].suit != card.suit) continue;
    const int seat = seat_after<Seats>(leader, place);
    if (!alike(winner, seat, exchanged)) continue;
    now_.leader = seat;
    i32 bound;
    if (!also(threshold, numbers, bound, other) || (bound >= threshold) != reached) continue;
    others |= u32{1} << place;
    value = reached ? std::min(value, bound) : std::max(value, bound);
    relevance |= other;
  }
  return others;
}

}  // namespace core
