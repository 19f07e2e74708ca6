// The definitions of the threshold search, for the files that make it for a number of seats.
#pragma once

#include <algorithm>

#include "../table/resolution.hpp"
#include "ends.ipp"
#include "keys.ipp"
#include "moves.ipp"
#include "near.ipp"
#include "search.hpp"
#include "together.ipp"

namespace core {

constexpr i32 kLeast = -(1 << 30);
constexpr i32 kMost = 1 << 30;
constexpr int kLookedUp = 20;  // tricks before the last few of a search, where another winner is only looked up

template <int Seats, class TableOf>
i32 ThresholdSearch<Seats, TableOf>::search(const Position<Seats>& position, const Question& question, i32 threshold, bool only_excuse) {
  now_ = position;
  now_.lengths = now_.count_lengths();
  in_play_ = now_.in_play();
  question_ = question;
  identity_ = identity(question, Seats);
  prizes_ = told_apart(question);
  asked_ = asked_of(question);
  began_ = now_.hand[question.seat];
  searched_ = std::max(0, now_.tricks - kLookedUp);
  const bool spared = !question.tokens;
  spares_ = !spared ? 0 : on_.sparing == Switches::kByLength ? sparing_of(now_.tricks) : on_.sparing;
  if (spared) near_.begin(on_.near_misses, now_.tricks);
  if constexpr (Table::kShared) with_.last = std::min(kLastTold, (now_.tricks + 1) / 2);
  Relevance relevance;
  Numbers numbers;
  return only_excuse || now_.laid ? go_on<0>(threshold, only_excuse, relevance) : at_trick(threshold, numbers, relevance);
}

// The trick goes on where so many cards are laid, or more.
template <int Seats, class TableOf>
template <int Laid>
i32 ThresholdSearch<Seats, TableOf>::go_on(i32 threshold, bool only_excuse, Relevance& relevance) {
  if constexpr (Laid == Seats) return at_full_trick(threshold, relevance);
  else return now_.laid > Laid ? go_on<Laid + 1>(threshold, only_excuse, relevance) : at_card<Laid>(threshold, only_excuse, relevance);
}

template <int Seats, class TableOf>
i32 ThresholdSearch<Seats, TableOf>::at_trick(i32 threshold, Numbers& numbers, Relevance& relevance) {
  i32 value;
  const typename Table::Key key = this->key();
  fetch(key);
  if (decided(value, relevance)) return value;
  in_play_ = now_.held();
  if (now_.tricks == 1 && now_.excuse == kGone) return at_last_trick(relevance);
  if (!on_.table || now_.tricks == 1) return at_card<0>(threshold, false, relevance);
  if (known(key, threshold, numbers, value, relevance)) return value;
  const u64 before = budget_.nodes();
  if (!at_new_trick(key, threshold, numbers, value, relevance)) return value;
  const int work = std::bit_width(budget_.nodes() - before);
  Comparisons proof = comparisons(relevance);
  resolve(key, threshold, numbers, proof, value, relevance);
  if (now_.tricks <= spares_) spare(threshold, numbers, proof, value, relevance);
  else if (now_.tricks <= near_.most()) near_misses(key, threshold, numbers, proof, value, relevance, work);
  table_.store(key, proof, value, value >= threshold, work);
  return value;
}

// With the count, or without the partition, the proof is of one order of the cards.
template <int Seats, class TableOf>
void ThresholdSearch<Seats, TableOf>::resolve(const typename Table::Key& key, i32 threshold, Numbers& numbers, Comparisons& proof,
                                              i32& value, Relevance& relevance) const {
  if constexpr (Table::kProves) {
    if (!on_.resolution || !on_.partition || counted() || !proof.complete || proof.count == 0) return;
    std::array<u8, Seats> ends;
    for (int seat = 0, end = 0; seat < Seats; ++seat) ends[seat] = static_cast<u8>(end += now_.hand[seat].count());
    const Numbered& now = numbers.of(now_);
    Resolution resolution(proof, now, ends);
    table_.same_side(key, threshold, value, resolution);
    if (!resolution.shorter()) return;
    relevance.clear();
    for (int i = 0; i < proof.count; ++i) proof.list[i].tell(relevance, now);
  }
}

// One more card of the trick, of which so many are laid: a function for each, which has less to ask.
template <int Seats, class TableOf>
template <int Laid>
i32 ThresholdSearch<Seats, TableOf>::at_card(i32 threshold, bool only_excuse, Relevance& relevance) {
  if (now_.laid != Laid) __builtin_unreachable();
  const int seat = now_.holder();
  const bool high = question_.side >> seat & 1;
  const Cards prizes = alone(seat);
  Moves<Seats> moves;
  gather<Laid>(moves, only_excuse, prizes);
  if (on_.ordering && moves.count > 1) {
    rate(now_, asked_, in_play_, moves);
    moves.sort();
  }
  const Cards plainly = now_.hand[seat].without(prizes);
  i32 all = high ? kLeast : kMost;
  Relevance other;
  Cards covered{};
  int fresh = moves.count;  // moves from here on were put off
  for (int i = 0; i < moves.count; ++i) {
    const Move move = moves.move[i];
    if (!is_excuse(move.card) && covered.has(move.card)) continue;
    if (i > 0 && i < fresh && others_at(move, high)) {
      std::rotate(moves.move.begin() + i, moves.move.begin() + i + 1, moves.move.begin() + moves.count);
      --fresh, --i;
      continue;
    }
    if (budget_.node()) return all;
    if (answered()) return all;
    // The first card's proof is gathered where the answer is wanted: mostly it decides.
    Relevance& below = i == 0 ? relevance : other;
    now_.lay(move.card, move.named);
    tell_where(true);
    if (now_.laid != Laid + 1) __builtin_unreachable();
    i32 value;
    if constexpr (Laid + 1 == Seats) value = at_full_trick(threshold, below);
    else value = at_card<Laid + 1>(threshold, false, below);
    tell_where(false);
    if (now_.laid != Laid + 1) __builtin_unreachable();
    now_.take_back();
    if (stopped()) return all;
    if (reaches(high, value, threshold)) {
      if (i) relevance = below;
      return value;
    }
    all = high ? std::max(all, value) : std::min(all, value);
    if (!is_excuse(move.card)) covered |= covered_by(move.card, covers_prizes(prizes.has(move.card), high) ? now_.hand[seat] : plainly, below);
    if (i) relevance |= below;
  }
  return all;
}

template <int Seats, class TableOf>
i32 ThresholdSearch<Seats, TableOf>::last_value(const TrickCards<Seats>& trick) const {
  if (question_.tokens) {
    Progress<Seats> progress = now_.progress;
    return settle_last(rules_, stakes_, trick, progress)[question_.seat];
  }
  const Card card = trick.card[trick.place(question_.seat)];
  const int kind = is_excuse(card) ? kNoKind : prize_kind(card);
  int what = kind == kNoKind ? kLosesPlain : kLosesPrize;
  if (trick.winner == question_.seat) what = kind == kNoKind ? kWinsPlain : kind == 0 ? kWinsTop : kWinsLowTrump;
  return question_.classes >> what & 1;
}

// Everyone has one card left, none of them the excuse: nothing to decide.
template <int Seats, class TableOf>
i32 ThresholdSearch<Seats, TableOf>::at_last_trick(Relevance& relevance) {
  for (int place = 0; place < Seats; ++place) {
    const Cards& own = now_.hand[now_.holder()];
    const int suit = own.trumps ? kTrumps : std::countr_zero(own.plain) / kLane;
    now_.lay({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(own.lane(suit)))}, kNoSuit);
  }
  const i32 value = at_full_trick(0, relevance);
  for (int place = 0; place < Seats; ++place) now_.take_back();
  return value;
}

// Whether the value is known to lie on one side of the threshold; in the last tricks of a long hand it is searched for.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::also(i32 threshold, Numbers& numbers, i32& value, Relevance& relevance) {
  if (now_.tricks <= searched_) {
    value = at_trick(threshold, numbers, relevance);
    return !stopped();
  }
  const typename Table::Key key = this->key();
  fetch(key);
  return decided(value, relevance) || known(key, threshold, numbers, value, relevance);
}

// Who wins often does not matter. The proof in `relevance` is of what follows if the winner of the trick leads on. Say
// another laid a card of the winner's suit too, and there is a proof on the same side of the threshold if he leads on.
// Then nothing needs to be said of which of the two cards is higher: in a position where they come out the other way
// round the other proof takes its place. What is still needed is that the winner's card beats those of which this is not
// known, so that the trick is won by the winner or one of these others. The hands are the same. So is what has been
// paid: where tokens are asked for, a trick with prizes in it, or one that may be somebody's first, is left alone.
// Returns the places of those others; `value` and `relevance` then hold for all.
template <int Seats, class TableOf>
u32 ThresholdSearch<Seats, TableOf>::either_way(const TrickCards<Seats>& trick, u8 won_before, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance) {
  if (!on_.either || !on_.table || now_.tricks == 1 || stopped()) return 0;
  if (question_.tokens) {
    if (counted() || won_before != (1 << Seats) - 1) return 0;
    for (const Card card : trick.card)
      if (prize_kind(card) != kNoKind) return 0;
  }
  const bool reached = value >= threshold;
  const Card winning = trick.winning();
  u32 others = 0;
  Relevance other;
  for (int place = 0; place < Seats; ++place) {
    if (trick.card[place].suit != winning.suit || trick.card[place] == winning) continue;
    now_.leader = trick.seat(place);
    i32 bound;
    if (!also(threshold, numbers, bound, other)) continue;
    if ((bound >= threshold) != reached) continue;
    others |= u32{1} << place;
    value = reached ? std::min(value, bound) : std::max(value, bound);
    relevance |= other;
  }
  return others;
}

// The trick is complete. Its winner beat the other cards of its suit in it.
template <int Seats, class TableOf>
i32 ThresholdSearch<Seats, TableOf>::at_full_trick(i32 threshold, Relevance& relevance) {
  const TrickCards<Seats> trick = now_.complete();
  i32 value;
  u32 others = 0;
  if (now_.tricks == 1) {
    relevance.clear();
    value = last_value(trick);
  } else {
    const Progress<Seats> before = now_.progress;
    const Cards in_play = in_play_;
    const i32 paid = question_.tokens ? settle_early(rules_, stakes_, trick, now_.progress)[question_.seat] : 0;
    const auto laid = now_.next_trick(trick.winner);
    Numbers numbers;
    value = at_trick(threshold - paid, numbers, relevance);
    others = either_way(trick, before.won, threshold - paid, numbers, value, relevance);
    value += paid;
    now_.back_to(laid);
    in_play_ = in_play;
    now_.progress = before;
  }
  const Card winning = trick.winning();
  for (int place = 0; place < Seats; ++place) {
    const Card card = trick.card[place];
    if (card.suit == winning.suit && card != winning && !(others >> place & 1))
      relevance.add(winning.suit, winning.height, u32{1} << card.height);
  }
  return value;
}

}  // namespace core
