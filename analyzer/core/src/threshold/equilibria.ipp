// The definitions of the search for equilibria, for the files that make it for a number of seats.
#pragma once

#include <algorithm>
#include <climits>
#include <initializer_list>

#include "equilibria.hpp"

namespace core {

template <int Seats>
i32 Equilibria<Seats>::least(const PayoffSet& payoffs, int seat) {
  i32 low = INT32_MAX;
  for (const Tokens<Seats>& each : payoffs) low = std::min(low, each[seat]);
  return low;
}

template <int Seats>
void Equilibria<Seats>::unite(PayoffSet& payoffs) {
  std::sort(payoffs.begin(), payoffs.end());
  payoffs.erase(std::unique(payoffs.begin(), payoffs.end()), payoffs.end());
}

template <int Seats>
Tokens<Seats> Equilibria<Seats>::plus(Tokens<Seats> a, const Tokens<Seats>& b, i32 sign) {
  for (int seat = 0; seat < Seats; ++seat) a[seat] += sign * b[seat];
  return a;
}

template <int Seats>
PayoffSet<Seats> Equilibria<Seats>::stand(int seat, std::initializer_list<const PayoffSet*> sets) {
  i32 first = INT32_MIN, second = INT32_MIN;
  for (const PayoffSet* set : sets) {
    const i32 low = least(*set, seat);
    if (low > first) second = first, first = low;
    else second = std::max(second, low);
  }
  PayoffSet all;
  for (const PayoffSet* set : sets) {
    const i32 need = least(*set, seat) == first ? second : first;
    for (const Tokens<Seats>& each : *set)
      if (each[seat] >= need) all.push_back(each);
  }
  unite(all);
  return all;
}

template <int Seats>
std::size_t Equilibria<Seats>::Hash::operator()(const Key& key) const {
  u64 x = 0x9E3779B97F4A7C15u;
  for (const u64 word : key.word) {
    x ^= word;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 29;
  }
  return x;
}

// The whole position by relative ranks: lengths, owners of all ranks, which prize cards are held, and what the
// payments still to come rest on. Positions of one key have the same payoffs to come: ranks keep their order when
// cards that are gone are left out, and nothing else about a card matters but its prize and, with the count, its
// points, for which the courts still held are told apart.
template <int Seats>
Equilibria<Seats>::Key Equilibria<Seats>::key() const {
  const Cards held = now_.held();
  constexpr int kWonAt = 2 * kOwnerBits, kTopsAt = kWonAt + Seats, kEndsAt = kTopsAt + kPlainSuits;
  constexpr int kCourtsAt = kEndsAt + 2, kPointsAt = kCourtsAt + 3 * kPlainSuits;
  static_assert(kPointsAt + 8 * (Seats - 1) <= 64);
  u64 rest = static_cast<u64>(now_.leader) | static_cast<u64>(now_.excuse) << kOwnerBits | static_cast<u64>(now_.progress.won) << kWonAt;
  for (int suit = 0; suit < kPlainSuits; ++suit) rest |= static_cast<u64>(held.lane(suit) >> kTopHeight & 1) << (kTopsAt + suit);
  rest |= static_cast<u64>(held.trumps & 1) << kEndsAt;
  if (stakes_.count) {
    for (int suit = 0; suit < kPlainSuits; ++suit) rest |= static_cast<u64>(held.lane(suit) >> 10 & 7) << (kCourtsAt + 3 * suit);
    rest |= static_cast<u64>(held.trumps >> 20 & 1) << (kEndsAt + 1);
    for (int seat = 0; seat < Seats - 1; ++seat) rest |= static_cast<u64>(now_.progress.points[seat] & 0xff) << (kPointsAt + 8 * seat);
  }
  Key key;
  for (int word = 0; word < kLengthWords<Seats>; ++word) key.word[word] = now_.lengths[word];
  for (int seat = 0; seat < Seats - 1; ++seat) {
    key.word[kLengthWords<Seats> + seat] = squeeze(now_.hand[seat].plain, held.plain);
    key.word[Key::kTrumpsAt + seat / 2] |= squeeze(now_.hand[seat].trumps, held.trumps) << (32 * (seat % 2));
  }
  key.word[Key::kRestAt] = rest;
  key.word[Key::kRestAt + 1] = static_cast<u32>(now_.progress.pots[0]) | static_cast<u64>(static_cast<u32>(now_.progress.pots[1])) << 32;
  return key;
}

template <int Seats>
PayoffSet<Seats> Equilibria<Seats>::solve(const Position<Seats>& position, bool only_excuse) {
  now_ = position;
  now_.lengths = now_.count_lengths();
  return only_excuse || now_.laid ? at_card(only_excuse) : at_trick();
}

template <int Seats>
PayoffSet<Seats> Equilibria<Seats>::at_trick() {
  if (now_.tricks == 1) return at_card(false);
  const Key key = this->key();
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  PayoffSet payoffs = at_card(false);
  if (budget_.spent()) return payoffs;
  used_ += sizeof(Key) + sizeof(PayoffSet) + 4 * sizeof(void*) + payoffs.size() * sizeof(Tokens<Seats>);
  if (used_ > bytes_) budget_.stop(Stop::memory);
  else known_.emplace(key, payoffs);
  return payoffs;
}

// The moves of the holder. One card stands for its neighbours: their sets are equal, and a second copy of a set asks
// nothing new of a payoff in it, as no payoff is below the least of its own set.
template <int Seats>
std::vector<typename Equilibria<Seats>::Option> Equilibria<Seats>::options(bool only_excuse) const {
  std::vector<Option> all;
  const int seat = now_.holder();
  if (!only_excuse) {
    const Cards obeying = now_.obeying();
    const Cards own = now_.hand[seat].without({kTops, kLowestTrump});
    const Cards separators = now_.in_play().without(own);
    Cards covered{};
    for (int suit = 0; suit < kSuits; ++suit)
      for (int height = kTrumpHeights - 1; height >= 0; --height) {
        const Card card{static_cast<u8>(suit), static_cast<u8>(height)};
        if (!obeying.has(card) || covered.has(card)) continue;
        all.push_back({card, kNoSuit});
        if (!merge_ || !own.has(card)) continue;
        Cards group = neighbours(card, own, separators);
        if (stakes_.count)
          for (u32 heights = group.lane(suit); heights; heights &= heights - 1) {
            const Card other{card.suit, static_cast<u8>(std::countr_zero(heights))};
            if (rules_.points(other) != rules_.points(card)) group = group.without(only(other));
          }
        covered |= group;
      }
  }
  if (!only_excuse && !now_.may_lay_excuse(rules_)) return all;
  if (now_.laid) all.push_back({kExcuse, kNoSuit});
  else
    for (u32 suits = now_.nameable(rules_); suits; suits &= suits - 1)
      all.push_back({kExcuse, static_cast<u8>(std::countr_zero(suits))});
  return all;
}

template <int Seats>
bool Equilibria<Seats>::calls(bool only_excuse) const {
  return !only_excuse && now_.tricks == rules_.call_trick && now_.excuse == now_.holder();
}

template <int Seats>
PayoffSet<Seats> Equilibria<Seats>::below(Option option) {
  if (budget_.node()) return {};
  now_.lay(option.card, option.named);
  PayoffSet payoffs = at_card(false);
  now_.take_back();
  return payoffs;
}

// What a card comes to that is put to the others, who may call for the excuse instead: by how many of them have let it
// stand. Each calls, or leaves it to the next, the last lets the card stand.
template <int Seats>
std::array<PayoffSet<Seats>, Seats> Equilibria<Seats>::put_to_others(const PayoffSet& let, const PayoffSet& called) const {
  std::array<PayoffSet, Seats> sets;
  sets[Seats - 1] = let;
  for (int place = Seats - 1; place > 0; --place) sets[place - 1] = stand(seat_after<Seats>(now_.holder(), place), {&called, &sets[place]});
  return sets;
}

// Every option with its payoffs. Where the excuse may be called for, what a card comes to includes the choices of the
// others.
template <int Seats>
std::vector<typename Equilibria<Seats>::Branch> Equilibria<Seats>::branches(bool only_excuse) {
  std::vector<Branch> all;
  for (const Option option : options(only_excuse)) {
    all.push_back({option, below(option)});
    if (budget_.spent()) return all;
  }
  if (!calls(only_excuse)) return all;
  const PayoffSet called = at_card(true);
  for (Branch& branch : all)
    if (!is_excuse(branch.option.card)) branch.payoffs = put_to_others(branch.payoffs, called).front();
  return all;
}

template <int Seats>
PayoffSet<Seats> Equilibria<Seats>::at_card(bool only_excuse) {
  if (now_.laid == Seats) return at_full_trick();
  const int seat = now_.holder();
  const std::vector<Branch> all = branches(only_excuse);
  if (budget_.spent()) return {};
  i32 first = INT32_MIN, second = INT32_MIN;
  for (const Branch& branch : all) {
    const i32 low = least(branch.payoffs, seat);
    if (low > first) second = first, first = low;
    else second = std::max(second, low);
  }
  PayoffSet payoffs;
  for (const Branch& branch : all) {
    const i32 need = least(branch.payoffs, seat) == first ? second : first;
    for (const Tokens<Seats>& each : branch.payoffs)
      if (each[seat] >= need) payoffs.push_back(each);
  }
  unite(payoffs);
  return payoffs;
}

template <int Seats>
PayoffSet<Seats> Equilibria<Seats>::at_full_trick() {
  const TrickCards<Seats> trick = now_.complete();
  const Progress<Seats> before = now_.progress;
  if (now_.tricks == 1) {
    Progress<Seats> progress = before;
    return {settle_last(rules_, stakes_, trick, progress)};
  }
  const Tokens<Seats> paid = settle_early(rules_, stakes_, trick, now_.progress);
  const auto laid = now_.next_trick(trick.winner);
  PayoffSet payoffs = at_trick();
  now_.back_to(laid);
  now_.progress = before;
  for (Tokens<Seats>& each : payoffs) each = plus(each, paid, 1);
  return payoffs;
}

template <int Seats>
std::vector<Step> Equilibria<Seats>::line(const Position<Seats>& position, bool only_excuse, Tokens<Seats> payoff) {
  now_ = position;
  now_.lengths = now_.count_lengths();
  std::vector<Step> steps;
  follow(only_excuse, payoff, steps);
  return steps;
}

// Walk down to the payoff: the first option whose set holds it and for which it stands.
template <int Seats>
void Equilibria<Seats>::follow(bool only_excuse, Tokens<Seats> payoff, std::vector<Step>& steps) {
  const auto holds = [&](const PayoffSet& set) { return std::binary_search(set.begin(), set.end(), payoff); };
  if (now_.laid == Seats) {
    if (now_.tricks == 1) return;
    const TrickCards<Seats> trick = now_.complete();
    payoff = plus(payoff, settle_early(rules_, stakes_, trick, now_.progress), -1);
    now_.next_trick(trick.winner);
    return follow(false, payoff, steps);
  }
  const int seat = now_.holder();
  const std::vector<Branch> all = branches(only_excuse);
  if (budget_.spent()) return;
  for (const Branch& branch : all) {
    if (!holds(branch.payoffs)) continue;
    bool stands = true;
    for (const Branch& other : all)
      stands &= &other == &branch || payoff[seat] >= least(other.payoffs, seat);
    if (!stands) continue;
    steps.push_back({Act::play, static_cast<u8>(seat), branch.option.card, branch.option.named});
    if (calls(only_excuse) && !is_excuse(branch.option.card)) {
      const PayoffSet called = at_card(true);
      const std::array<PayoffSet, Seats> let = put_to_others(below(branch.option), called);
      for (int place = 1; place < Seats; ++place) {
        const int caller = seat_after<Seats>(now_.holder(), place);
        if (!holds(called) || payoff[caller] < least(let[place], caller)) continue;
        steps.push_back({Act::call, static_cast<u8>(caller), kExcuse, kNoSuit});
        return follow(true, payoff, steps);
      }
    }
    now_.lay(branch.option.card, branch.option.named);
    return follow(false, payoff, steps);
  }
}

}  // namespace core
