// The definitions of the search for equilibria, for the files that make it for a number of seats.
#pragma once

#include <algorithm>
#include <climits>

#include "equilibria.hpp"

namespace core {

template <int Seats>
Equilibria<Seats>::Set Equilibria<Seats>::Sets::number(const PayoffSet& payoffs) {
  const auto [found, fresh] = numbers_.try_emplace(payoffs, static_cast<Set>(known_.size()));
  if (fresh) {
    Tokens<Seats> least;
    least.fill(INT32_MAX);
    for (const Tokens<Seats>& each : payoffs)
      for (int seat = 0; seat < Seats; ++seat) least[seat] = std::min(least[seat], each[seat]);
    known_.push_back({payoffs, least});
  }
  return found->second;
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
Equilibria<Seats>::Set Equilibria<Seats>::stand(int seat, const Set* sets, std::size_t count) {
  // Of equal sets all stands, and a second copy asks nothing new.
  if (std::all_of(sets, sets + count, [&](Set set) { return set == *sets; })) return *sets;
  i32 first = INT32_MIN, second = INT32_MIN;
  for (std::size_t i = 0; i < count; ++i) {
    const i32 low = sets_.least(sets[i], seat);
    if (low > first) second = first, first = low;
    else second = std::max(second, low);
  }
  PayoffSet all;
  for (std::size_t i = 0; i < count; ++i) {
    const i32 need = sets_.least(sets[i], seat) == first ? second : first;
    for (const Tokens<Seats>& each : sets_.of(sets[i]))
      if (each[seat] >= need) all.push_back(each);
  }
  unite(all);
  return sets_.number(all);
}

template <int Seats>
Equilibria<Seats>::Set Equilibria<Seats>::paid(Set set, const Tokens<Seats>& tokens) {
  if (tokens == Tokens<Seats>{}) return set;
  PayoffSet payoffs = sets_.of(set);
  for (Tokens<Seats>& each : payoffs) each = plus(each, tokens, 1);
  return sets_.number(payoffs);
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
  const Set set = only_excuse || now_.laid ? at_card(only_excuse) : at_trick();
  return budget_.spent() ? PayoffSet{} : sets_.of(set);
}

// Where there is no more room, what earlier questions left is forgotten first.
template <int Seats>
Equilibria<Seats>::Set Equilibria<Seats>::at_trick() {
  if (now_.tricks == 1) return at_card(false);
  Key key = this->key();
  if (only_the_winner_counts())
    key.word[Key::kRestAt + 1] = static_cast<u64>(now_.progress.pots[0] != 0) | static_cast<u64>(now_.progress.pots[1] != 0) << 1;
  auto& known = memory_.positions;
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const Set set = at_card(false);
  if (budget_.spent()) return kNone;
  if (known.size() >= room_ && !emptied_) known.clear(), emptied_ = true;
  if (known.size() >= room_) budget_.stop(Stop::memory);
  else known.emplace(key, set);
  return set;
}

// The moves of the holder. One card stands for its neighbours: their sets are equal, and a second copy of a set asks
// nothing new of a payoff in it, as no payoff is below the least of its own set.
template <int Seats>
void Equilibria<Seats>::gather(Branches& branches, bool only_excuse) const {
  const int seat = now_.holder();
  if (!only_excuse) {
    const Cards obeying = now_.obeying();
    const Cards own = now_.hand[seat].without({kTops, kLowestTrump});
    const Cards separators = now_.in_play().without(own);
    for (int suit = 0; suit < kSuits; ++suit)
      for (u32 left = obeying.lane(suit); left;) {
        const Card card{static_cast<u8>(suit), static_cast<u8>(std::bit_width(left) - 1)};
        branches.add(card, kNoSuit);
        left &= ~(u32{1} << card.height);
        if (!on_.merge || !own.has(card)) continue;
        u32 group = neighbours(card, own, separators).lane(suit);
        if (stakes_.count)
          for (u32 heights = group; heights; heights &= heights - 1) {
            const Card other{card.suit, static_cast<u8>(std::countr_zero(heights))};
            if (rules_.points(other) != rules_.points(card)) group &= ~(u32{1} << other.height);
          }
        left &= ~group;
      }
  }
  if (!only_excuse && !now_.may_lay_excuse(rules_)) return;
  if (now_.laid) branches.add(kExcuse, kNoSuit);
  else
    for (u32 suits = now_.nameable(rules_); suits; suits &= suits - 1)
      branches.add(kExcuse, static_cast<u8>(std::countr_zero(suits)));
}

template <int Seats>
bool Equilibria<Seats>::calls(bool only_excuse) const {
  return !only_excuse && now_.tricks == rules_.call_trick && now_.excuse == now_.holder();
}

template <int Seats>
Equilibria<Seats>::Set Equilibria<Seats>::below(Option option) {
  if (budget_.node()) return kNone;
  now_.lay(option.card, option.named);
  const Set set = at_card(false);
  now_.take_back();
  return set;
}

// What a card comes to that is put to the others, who may call for the excuse instead: by how many of them have let it
// stand. Each calls, or leaves it to the next, the last lets the card stand.
template <int Seats>
std::array<typename Equilibria<Seats>::Set, Seats> Equilibria<Seats>::put_to_others(Set let, Set called) {
  std::array<Set, Seats> sets;
  sets[Seats - 1] = let;
  for (int place = Seats - 1; place > 0; --place) {
    const std::array<Set, 2> chosen{called, sets[place]};
    sets[place - 1] = stand(seat_after<Seats>(now_.holder(), place), chosen.data(), 2);
  }
  return sets;
}

// What every move comes to. Where the excuse may be called for, that includes the choices of the others.
template <int Seats>
void Equilibria<Seats>::follow_up(Branches& branches, bool only_excuse) {
  for (std::size_t i = 0; i < branches.count; ++i) {
    branches.set[i] = below(branches.option[i]);
    if (budget_.spent()) return;
  }
  if (!calls(only_excuse)) return;
  const Set called = at_card(true);
  if (budget_.spent()) return;
  for (std::size_t i = 0; i < branches.count; ++i)
    if (!is_excuse(branches.option[i].card)) branches.set[i] = put_to_others(branches.set[i], called).front();
}

// Whether all that is still paid goes by who wins the last trick: no prize is left, and each has a trick.
template <int Seats>
bool Equilibria<Seats>::only_the_winner_counts() const {
  if (!on_.last_winner || stakes_.count || stakes_.announced || rules_.last_plain <= 0) return false;
  const Cards left = now_.in_play();
  return now_.progress.won == (1 << Seats) - 1 && !(left.plain & kTops) && !(left.trumps & kLowestTrump);
}

// What is paid then.
template <int Seats>
Tokens<Seats> Equilibria<Seats>::payoff_of(int winner) const {
  TrickCards<Seats> trick;  // of cards that are no prizes
  trick.card.fill({kTrumps, 1});
  trick.winner = winner;
  Progress<Seats> progress = now_.progress;
  return settle_last(rules_, stakes_, trick, progress);
}

// What stands where only the winner counts. Each wants to win, and it is all one to him who does if he does not. So by
// induction from the end: the set is one seat's winning alone if and only if the seat forces it against all others together
// (it has a move to such a set, or all moves of another lead to one); and where nobody forces it, no payoff is below
// anyone's least, so whatever stands below a move stands.
template <int Seats>
Equilibria<Seats>::Set Equilibria<Seats>::by_winner(bool only_excuse) {
  for (int seat = 0; seat < Seats; ++seat) {
    const bool wins = forced_.search(now_, {seat, static_cast<u8>(1 << seat), false, kWins}, 1, only_excuse) >= 1;
    if (budget_.spent()) return kNone;
    if (wins) return sets_.only(payoff_of(seat));
  }
  Branches branches;
  gather(branches, only_excuse);
  PayoffSet all;
  const auto add = [&](Set set) {
    all.insert(all.end(), sets_.of(set).begin(), sets_.of(set).end());
    unite(all);
  };
  if (calls(only_excuse)) {
    follow_up(branches, only_excuse);
    if (budget_.spent()) return kNone;
    for (std::size_t i = 0; i < branches.count; ++i) add(branches.set[i]);
  } else {
    for (std::size_t i = 0; i < branches.count && all.size() < Seats; ++i) {
      const Set set = below(branches.option[i]);
      if (budget_.spent()) return kNone;
      add(set);
    }
  }
  return sets_.number(all);
}

template <int Seats>
Equilibria<Seats>::Set Equilibria<Seats>::at_card(bool only_excuse) {
  if (now_.laid == Seats) return at_full_trick();
  if (only_the_winner_counts()) return by_winner(only_excuse);
  Branches branches;
  gather(branches, only_excuse);
  follow_up(branches, only_excuse);
  if (budget_.spent()) return kNone;
  return stand(now_.holder(), branches.set.data(), branches.count);
}

template <int Seats>
Equilibria<Seats>::Set Equilibria<Seats>::at_full_trick() {
  const TrickCards<Seats> trick = now_.complete();
  const Progress<Seats> before = now_.progress;
  if (now_.tricks == 1) {
    Progress<Seats> progress = before;
    return sets_.only(settle_last(rules_, stakes_, trick, progress));
  }
  const Tokens<Seats> tokens = settle_early(rules_, stakes_, trick, now_.progress);
  const auto laid = now_.next_trick(trick.winner);
  const Set set = at_trick();
  now_.back_to(laid);
  now_.progress = before;
  return budget_.spent() ? kNone : paid(set, tokens);
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
  const auto holds = [&](Set set) { return std::binary_search(sets_.of(set).begin(), sets_.of(set).end(), payoff); };
  if (now_.laid == Seats) {
    if (now_.tricks == 1) return;
    const TrickCards<Seats> trick = now_.complete();
    payoff = plus(payoff, settle_early(rules_, stakes_, trick, now_.progress), -1);
    now_.next_trick(trick.winner);
    return follow(false, payoff, steps);
  }
  const int seat = now_.holder();
  Branches branches;
  gather(branches, only_excuse);
  follow_up(branches, only_excuse);
  if (budget_.spent()) return;
  for (std::size_t i = 0; i < branches.count; ++i) {
    if (!holds(branches.set[i])) continue;
    bool stands = true;
    for (std::size_t other = 0; other < branches.count; ++other)
      stands &= other == i || payoff[seat] >= sets_.least(branches.set[other], seat);
    if (!stands) continue;
    const Option option = branches.option[i];
    steps.push_back({Act::play, static_cast<u8>(seat), option.card, option.named});
    if (calls(only_excuse) && !is_excuse(option.card)) {
      const Set called = at_card(true);
      const std::array<Set, Seats> let = put_to_others(below(option), called);
      for (int place = 1; place < Seats; ++place) {
        const int caller = seat_after<Seats>(now_.holder(), place);
        if (!holds(called) || payoff[caller] < sets_.least(let[place], caller)) continue;
        steps.push_back({Act::call, static_cast<u8>(caller), kExcuse, kNoSuit});
        return follow(true, payoff, steps);
      }
    }
    now_.lay(option.card, option.named);
    return follow(false, payoff, steps);
  }
}

}  // namespace core
