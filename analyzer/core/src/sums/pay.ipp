// The definitions of the search for what a hand pays.
#pragma once

#include <algorithm>

#include "pay.hpp"

namespace core {

constexpr i32 kMostPaid = 1 << 28;

inline u64 stirred(u64 hash, u64 word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

inline u64 hash_of(const Settled& settled) {
  u64 hash = stirred(settled.lies, static_cast<u64>(settled.won) | static_cast<u64>(static_cast<u8>(settled.mond)) << 8);
  for (const i32 units : settled.units) hash = stirred(hash, static_cast<u64>(static_cast<u32>(units)));
  return hash;
}

inline std::size_t Ends::Hash::operator()(const Key& key) const { return stirred(hash_of(key.settled), key.last); }

template <int Seats>
std::size_t PaySearch<Seats>::Hash::operator()(const Key& key) const {
  u64 hash = stirred(hash_of(key.settled), key.flags);
  for (int seat = 0; seat < Seats; ++seat) hash = stirred(stirred(hash, key.plain[seat]), key.trumps[seat]);
  return hash;
}

template <int Seats>
i32 PaySearch<Seats>::sure(const SumPlay<Seats>& start, const Settled& settled, u8 sides, Budget& budget) {
  begin(start, settled, budget);
  sides_ = sides;
  return now_.laid ? at_card(-kMostPaid, kMostPaid) : at_trick(-kMostPaid, kMostPaid);
}

template <int Seats>
SidePayoffs PaySearch<Seats>::equilibria(const SumPlay<Seats>& start, const Settled& settled, Budget& budget) {
  begin(start, settled, budget);
  return now_.laid ? all_at_card() : all_at_trick();
}

template <int Seats>
void PaySearch<Seats>::begin(const SumPlay<Seats>& start, const Settled& settled, Budget& budget) {
  if (kept_ > bytes_) {
    for (auto& known : sure_) known.clear();
    all_.clear();
    kept_ = 0;
  }
  now_ = start;
  settled_ = settled;
  budget_ = &budget;
}

// Of what is past, only what the rules of play and the piles may still ask for.
template <int Seats>
PaySearch<Seats>::Key PaySearch<Seats>::key() const {
  Key key{};
  for (int seat = 0; seat < Seats; ++seat) key.plain[seat] = now_.hand[seat].plain, key.trumps[seat] = now_.hand[seat].trumps;
  key.settled = settled_;
  const SumPast& past = now_.past;
  const SumRules& rules = rules_.play;
  u64 flags = static_cast<u64>(now_.leader) | static_cast<u64>(now_.excuse) << 3;
  if (rules.top_when_swept) flags |= static_cast<u64>(past.swept + 2) << 6;
  if (rules.colour_side >= 0 && rules.colour_for_good) flags |= static_cast<u64>(past.trump_led) << 10;
  const int gives = now_.excuse != kGone ? rules.side[now_.excuse] : past.owed_by;
  if (rules.exchange && gives >= 0) {
    flags |= static_cast<u64>(past.taken >> gives & 1) << 11 | static_cast<u64>(past.least[gives] + 1) << 12;
    flags |= static_cast<u64>(past.owed_by + 1) << 20 | static_cast<u64>(past.owed_to + 1) << 24;
  }
  key.flags = flags;
  return key;
}

// One card of each group of neighbours that are worth nothing and not marked: nothing in play lies between them, so each of
// them wins and loses, is legal and counts, as the others do; and a pile may give any of them.
template <int Seats>
void PaySearch<Seats>::gather(Moves<Seats>& moves) const {
  const Cards legal = now_.obeying(rules_.play), separators = now_.in_play().without(legal) | rules_.apart;
  Cards left = legal;
  for (int suit = 0; suit < kSuits; ++suit)
    while (const u32 lane = left.lane(suit)) {
      const Card top{static_cast<u8>(suit), static_cast<u8>(std::bit_width(lane) - 1)};
      moves.add(top, kNoSuit, 0);
      left = left.without(rules_.apart.has(top) ? only(top) : neighbours(top, legal, separators));
    }
  now_.add_excuse(rules_.play, moves);
}

// The complete trick goes to its piles, and what its cards pay is told; of the last one also what the end pays. Else its
// winner leads.
template <int Seats>
Amounts PaySearch<Seats>::turn_over() {
  const SumRules& rules = rules_.play;
  bool told;
  const int winning = now_.winning_place(rules, told), winner = now_.seat_at(winning), won = rules.side[winner];
  const bool last = now_.tricks == 1;
  Amounts paid{};
  const auto lies = [&](int number, int side) {
    settled_.units[side] += rules.worth_given(number) + rules.each;
    if (const int mark = number == kWorthless ? -1 : rules_.mark[number]; mark >= 0) settled_.lie(mark, side);
  };
  const auto given = [&](int number, int by, int to) {
    settled_.units[by] -= rules.worth_given(number) + rules.each;
    lies(number, to);
  };
  settled_.units[won] += rules.trick + rules.extra[now_.tricks];
  if (const int number = rules_.talon[now_.tricks]; number >= 0 && rules_.mark[number] >= 0) settled_.lie(rules_.mark[number], won);
  settled_.won |= u8(1 << winner);
  to_piles(
      rules, now_, winner, now_.past, [&](Card card, int side, bool) { lies(place_of(card), side); }, given);
  if (last) {
    surrender(rules, now_.past, given);
    return ends_.of(rules_, settled_, now_, winning);
  }
  for (int place = 0; place < Seats; ++place) {
    const int number = place_of(now_.table[place]), mark = rules_.mark[number], seat = now_.seat_at(place);
    if (mark < 0) continue;
    for (int side = 0; side < kMostSeats; ++side) paid[side] += rules_.early[mark][seat][winner][side];
    const bool lost = number == kMondPlace && seat != winner && rules_.mond_told;
    if (lost && (rules_.mond_to_partner || rules.side[seat] != won)) settled_.mond = static_cast<std::int8_t>(seat);
  }
  now_.next_trick(winner);
  return paid;
}

template <int Seats>
i32 PaySearch<Seats>::own(const Amounts& amounts) const {
  i32 sum = 0;
  for (int side = 0; side < kMostSeats; ++side)
    if (sides_ >> side & 1) sum += amounts[side];
  return sum;
}

// Alpha-beta, fail-soft: a value of at least beta is a lower bound, one of at most alpha an upper one. Entries are of this
// very position with all that is settled, so that they hold whatever else was asked.
template <int Seats>
i32 PaySearch<Seats>::at_trick(i32 alpha, i32 beta) {
  auto& known = sure_[sides_];
  const Key key = this->key();
  if (const auto found = known.find(key); found != known.end()) {
    const Bounds& bounds = found->second;
    if (bounds.low >= beta || bounds.low == bounds.high) return bounds.low;
    if (bounds.high <= alpha) return bounds.high;
    alpha = std::max(alpha, bounds.low), beta = std::min(beta, bounds.high);
  }
  const i32 value = at_card(alpha, beta);
  if (budget_->spent()) return value;
  const auto [at, fresh] = known.try_emplace(key, Bounds{-kMostPaid, kMostPaid});
  if (fresh && (kept_ += sizeof(Key) + sizeof(Bounds) + 4 * sizeof(void*)) > bytes_) budget_->stop(Stop::memory);
  if (value > alpha) at->second.low = std::max(at->second.low, value);
  if (value < beta) at->second.high = std::min(at->second.high, value);
  return value;
}

template <int Seats>
i32 PaySearch<Seats>::at_card(i32 alpha, i32 beta) {
  if (now_.laid == Seats) {
    const Before before{now_, settled_};
    i32 value = own(turn_over());
    if (before.play.tricks > 1) value += at_trick(alpha - value, beta - value);
    now_ = before.play;
    settled_ = before.settled;
    return value;
  }
  const bool high = sides_ >> rules_.play.side[now_.holder()] & 1;
  Moves<Seats> moves;
  gather(moves);
  i32 best = high ? -kMostPaid : kMostPaid;
  for (int i = 0; i < moves.count; ++i) {
    if (budget_->node()) return best;
    now_.lay(moves.move[i].card, moves.move[i].named);
    const i32 value = at_card(alpha, beta);
    now_.take_back();
    if (budget_->spent()) return best;
    best = high ? std::max(best, value) : std::min(best, value);
    (high ? alpha : beta) = high ? std::max(alpha, best) : std::min(beta, best);
    if (alpha >= beta) break;
  }
  return best;
}

template <int Seats>
SidePayoffs PaySearch<Seats>::all_at_trick() {
  const Key key = this->key();
  if (const auto found = all_.find(key); found != all_.end()) return found->second;
  SidePayoffs payoffs = all_at_card();
  if (budget_->spent()) return payoffs;
  kept_ += sizeof(Key) + sizeof(SidePayoffs) + payoffs.size() * sizeof(Amounts) + 4 * sizeof(void*);
  if (kept_ > bytes_) budget_->stop(Stop::memory);
  return all_.emplace(key, std::move(payoffs)).first->second;
}

// A payoff below a card stands where its player gets no less than the least he can be left with by every other card
// (threshold/equilibria.hpp). Of neighbours one is enough: the sets below them are the same.
template <int Seats>
SidePayoffs PaySearch<Seats>::all_at_card() {
  if (now_.laid == Seats) {
    const Before before{now_, settled_};
    const Amounts paid = turn_over();
    SidePayoffs payoffs = before.play.tricks > 1 ? all_at_trick() : SidePayoffs{Amounts{}};
    for (Amounts& each : payoffs)
      for (int one = 0; one < kMostSeats; ++one) each[one] += paid[one];
    now_ = before.play;
    settled_ = before.settled;
    return payoffs;
  }
  const int side = rules_.play.side[now_.holder()];
  Moves<Seats> moves;
  gather(moves);
  std::vector<SidePayoffs> below;
  std::vector<i32> least;
  for (int i = 0; i < moves.count; ++i) {
    if (budget_->node()) return {};
    now_.lay(moves.move[i].card, moves.move[i].named);
    below.push_back(all_at_card());
    now_.take_back();
    if (budget_->spent()) return {};
    i32 worst = kMostPaid;
    for (const Amounts& each : below.back()) worst = std::min(worst, each[side]);
    least.push_back(worst);
  }
  SidePayoffs standing;
  for (std::size_t i = 0; i < below.size(); ++i) {
    i32 needed = -kMostPaid;
    for (std::size_t other = 0; other < below.size(); ++other)
      if (other != i) needed = std::max(needed, least[other]);
    for (const Amounts& each : below[i])
      if (each[side] >= needed && std::find(standing.begin(), standing.end(), each) == standing.end()) standing.push_back(each);
  }
  return standing;
}

}  // namespace core
