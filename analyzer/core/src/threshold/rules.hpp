// What a trick pays, as integers.
//
// Two kinds of prize cards: kind 0 are the tops of the plain suits, kind 1 is the lowest trump. Each kind has
// its pot. Amounts are what each opponent pays or receives, unless the name says pot.
#pragma once

#include <array>

#include "../cards/cards.hpp"

namespace core {

constexpr int kKinds = 2;
constexpr int kNoKind = -1;

constexpr int prize_kind(Card card) {
  if (card.suit < kPlainSuits) return card.height == kTopHeight ? 0 : kNoKind;
  return card.suit == kTrumps && card.height == 0 ? 1 : kNoKind;
}

struct Rules {
  std::array<i32, kKinds> lost_early{};      // a prize card that does not win a trick before the last
  std::array<i32, kKinds> lost_early_pot{};  // the same, into its pot
  std::array<i32, kKinds> won_early{};       // a prize card that wins such a trick
  std::array<i32, kKinds> last{};            // won or lost in the last trick
  i32 last_plain = 0;                        // the last trick won without a prize card won or lost
  i32 sweep = 0;                             // all tricks to one seat
  std::array<bool, kKinds> sweep_takes{};    // and these pots
  i32 blank = 0;                             // no trick to one seat
  i32 failed_sweep = 0;                      // an announced sweep that failed
  bool failed_sweep_doubles = false;
  bool failed_sweep_pays_prize = false;      // the last trick won with a prize card is paid all the same
  std::array<i32, kKinds> refill{};          // from each, into a pot found empty after the last trick
  int banned_trick = 0;                      // the excuse may not be played here; counted from the end, 0: none
  int call_trick = 0;                        // here the excuse may be called for; 0: nowhere
  bool excuse_home = true;                   // the excuse lies in its player's pile, for the count
  int excuse_lost = 1;                       // but in so many last tricks in the winner's
  // The count.
  std::array<i32, 4> court_points{};         // heights 13, 12, 11, 10 of a plain suit
  i32 top_trump_points = 0;
  i32 low_trump_points = 0;
  i32 excuse_points = 0;
  i32 trick_points = 0;
  i32 par = 0;
  i32 rounding = 5;
  bool count_after_sweep = true;
  bool count_after_blank = false;
  bool count_own = false;                    // each gains or loses by his own pile, nobody pays; else the next dealer settles
  int next_dealer = 1;                       // so many seats after the dealer
  u32 excuse_names = 0x1f;                   // bit s: a leader of the excuse may name suit s; else only where he must

  // Of the suits that somebody else can follow those a leader of the excuse names.
  u32 named_of(u32 followed) const { return followed & excuse_names ? followed & excuse_names : followed; }

  i32 points(Card card) const {
    if (is_excuse(card)) return excuse_points;
    if (card.suit == kTrumps) return card.height == 20 ? top_trump_points : card.height == 0 ? low_trump_points : 0;
    return card.height >= 10 ? court_points[kTopHeight - card.height] : 0;
  }
};

// What the whole question is about beside the cards.
struct Stakes {
  int dealer = -1;         // for the count and an announced sweep
  bool count = false;      // the count is settled too
  bool announced = false;  // the dealer announced a sweep
  bool absent = false;     // one more at the table, who pays refills only
  std::array<i32, kKinds> pots{};  // what the pots held where the whole question began
};

// What the future depends on beside the cards still held.
template <int Seats>
struct Progress {
  std::array<i32, kKinds> pots{};
  u8 won = (1 << Seats) - 1;              // bit s: seat s has won a trick, or is taken to have
  std::array<i32, Seats> points{};        // only kept where the count is settled
  bool operator==(const Progress&) const = default;
};

template <int Seats>
using Tokens = std::array<i32, Seats>;

template <int Seats>
struct TrickCards {
  std::array<Card, Seats> card{};  // in order of play
  int leader = 0;
  int winner = 0;
  int left = 1;                    // tricks, this one included

  int seat(int place) const { return seat_after<Seats>(leader, place); }
  int place(int seat) const { return seat_after<Seats>(seat, Seats - leader); }
  Card winning() const { return card[place(winner)]; }
};

template <int Seats>
void pay_each(Tokens<Seats>& tokens, int payer, i32 amount) {
  for (int seat = 0; seat < Seats; ++seat) tokens[seat] += seat == payer ? -(Seats - 1) * amount : amount;
}

template <int Seats>
void add_points(const Rules& rules, const TrickCards<Seats>& trick, Progress<Seats>& progress) {
  progress.points[trick.winner] += rules.trick_points;
  for (int place = 0; place < Seats; ++place) {
    const Card card = trick.card[place];
    const bool home = is_excuse(card) && rules.excuse_home && trick.left > rules.excuse_lost;
    progress.points[home ? trick.seat(place) : trick.winner] += rules.points(card);
  }
}

// The payments of a trick before the last; `progress` moves on.
template <int Seats>
Tokens<Seats> settle_early(const Rules& rules, const Stakes& stakes, const TrickCards<Seats>& trick, Progress<Seats>& progress) {
  Tokens<Seats> tokens{};
  for (int place = 0; place < Seats; ++place) {
    const int kind = prize_kind(trick.card[place]);
    if (kind == kNoKind) continue;
    const int seat = trick.seat(place);
    if (seat == trick.winner) {
      pay_each<Seats>(tokens, seat, -rules.won_early[kind]);
    } else {
      pay_each<Seats>(tokens, seat, rules.lost_early[kind]);
      tokens[seat] -= rules.lost_early_pot[kind];
      progress.pots[kind] += rules.lost_early_pot[kind];
    }
  }
  progress.won |= u8(1 << trick.winner);
  if (stakes.count) add_points(rules, trick, progress);
  return tokens;
}

template <int Seats>
void settle_count(const Rules& rules, int dealer, const Progress<Seats>& progress, Tokens<Seats>& tokens) {
  const int next = rules.count_own ? -1 : (dealer + rules.next_dealer) % Seats;
  for (int seat = 0; seat < Seats; ++seat) {
    if (seat == next) continue;
    const i32 off = progress.points[seat] - rules.par;
    const i32 size = ((off < 0 ? -off : off) + rules.rounding / 2) / rules.rounding * rules.rounding;
    tokens[seat] += off < 0 ? -size : size;
    if (next >= 0) tokens[next] -= off < 0 ? -size : size;
  }
}

// The payments of the last trick: what was in each pot is counted first, the winner is paid, then every losing
// prize card pays the amount counted. Empty pots are refilled, and the count is settled last.
template <int Seats>
Tokens<Seats> settle_last(const Rules& rules, const Stakes& stakes, const TrickCards<Seats>& trick, Progress<Seats>& progress) {
  Tokens<Seats> tokens{};
  const auto counted = progress.pots;
  auto& pots = progress.pots;
  const int winner = trick.winner;
  progress.won |= u8(1 << winner);
  if (stakes.count) add_points(rules, trick, progress);
  const bool sweep = std::popcount(unsigned{progress.won}) == 1;
  const bool blank = !sweep && std::popcount(unsigned{progress.won}) < Seats;
  const bool failed = stakes.announced && !(sweep && winner == stakes.dealer);
  int winning_kind = kNoKind;
  bool any_lost = false;
  for (int place = 0; place < Seats; ++place) {
    const int kind = prize_kind(trick.card[place]);
    if (kind == kNoKind) continue;
    if (trick.seat(place) == winner) winning_kind = kind;
    else any_lost = true;
  }
  if (sweep) {
    pay_each<Seats>(tokens, winner, -rules.sweep);
    for (int kind = 0; kind < kKinds; ++kind)
      if (rules.sweep_takes[kind]) tokens[winner] += counted[kind], pots[kind] -= counted[kind];
  } else if (blank) {
    for (int seat = 0; seat < Seats; ++seat)
      if (!(progress.won >> seat & 1)) pay_each<Seats>(tokens, seat, -rules.blank);
  } else if (winning_kind == kNoKind) {
    if (!any_lost) pay_each<Seats>(tokens, winner, -rules.last_plain);
  } else if (!failed || rules.failed_sweep_pays_prize) {
    pay_each<Seats>(tokens, winner, -rules.last[winning_kind]);
    tokens[winner] += counted[winning_kind];
    pots[winning_kind] -= counted[winning_kind];
  }
  if (failed) {
    pay_each<Seats>(tokens, stakes.dealer, rules.failed_sweep);
    if (rules.failed_sweep_doubles)
      for (int kind = 0; kind < kKinds; ++kind) tokens[stakes.dealer] -= counted[kind], pots[kind] += counted[kind];
  }
  for (int place = 0; place < Seats; ++place) {
    const int kind = prize_kind(trick.card[place]);
    const int seat = trick.seat(place);
    if (kind == kNoKind || seat == winner) continue;
    pay_each<Seats>(tokens, seat, rules.last[kind]);
    tokens[seat] -= counted[kind];
    pots[kind] += counted[kind];
  }
  for (int kind = 0; kind < kKinds; ++kind) {
    if (pots[kind] != 0) continue;
    for (auto& each : tokens) each -= rules.refill[kind];
    pots[kind] = rules.refill[kind] * (Seats + (stakes.absent ? 1 : 0));
  }
  const bool counts = sweep ? rules.count_after_sweep : blank ? rules.count_after_blank : true;
  if (stakes.count && counts) settle_count<Seats>(rules, stakes.dealer, progress, tokens);
  return tokens;
}

}  // namespace core
