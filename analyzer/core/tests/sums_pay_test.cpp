// The search for what a hand pays against all lines of play, on random endings of every kind of game.
#include "../src/sums/pay.ipp"

#include <set>

#include "check.hpp"
#include "sums_hands.hpp"

namespace core::tests {
namespace {

// Kings and the Trull are marked; in tricks before the last some of them pay.
PayRules some_pay(Random& random, const SumRules& play) {
  PayRules rules;
  rules.play = play;
  rules.early.resize(7);
  for (const int number : {0, 14, 28, 42, 56, 76, 77}) rules.mark[number] = static_cast<std::int8_t>(rules.marks++);
  for (auto& by_seat : rules.early)
    for (auto& by_winner : by_seat)
      for (Amounts& paid : by_winner) paid[below(random, kMostSeats)] = below(random, 3);
  for (int suit = 0; suit < kSuits; ++suit)
    for (int height = 0; height < (suit == kTrumps ? kTrumpHeights : kTopHeight + 1); ++height) {
      const Card card{static_cast<u8>(suit), static_cast<u8>(height)};
      if (rules.mark[place_of(card)] >= 0 || play.worth[place_of(card)] > 0) rules.apart |= only(card);
    }
  rules.mond_told = now_and_then(random, 2);
  rules.mond_to_partner = now_and_then(random, 2);
  return rules;
}

// Something that hangs on all that may be asked of an end.
Amounts pays(const PayRules& rules, int seats, const HandEnd& end) {
  Amounts paid{};
  for (int side = 0; side < kMostSeats; ++side) paid[side] = end.settled.units[side] / 3;
  for (int mark = 0; mark < rules.marks; ++mark)
    if (const u64 side = end.settled.lies >> (mark * kMarkBits) & 7; side < kMostSeats) paid[side] += 2 + mark;
  for (int seat = 0; seat < seats; ++seat)
    if (!(end.settled.won >> seat & 1)) paid[rules.play.side[seat]] -= 9;
  if (end.settled.mond != kNobodyLost) paid[rules.play.side[end.settled.mond]] -= 21;
  paid[rules.play.side[end.winner]] += 5;
  for (int place = 0; place < seats; ++place)
    if (rules.mark[end.table[static_cast<std::size_t>(place)]] >= 0) paid[rules.play.side[(end.leader + place) % seats]] += 4;
  return paid;
}

// All payoffs by all lines: for equilibria those that stand; else the one that the sides in a mask are sure of together.
template <int Seats>
struct Grown {
  const PayRules& rules;
  u8 sides = 0;
  bool standing = false;

  i32 own(const Amounts& paid) const {
    i32 sum = 0;
    for (int side = 0; side < kMostSeats; ++side) sum += sides >> side & 1 ? paid[side] : 0;
    return sum;
  }

  std::set<Amounts> of(SumPlay<Seats> play, Settled settled) const {
    if (play.laid == Seats) return after_trick(play, settled);
    const int side = rules.play.side[play.holder()];
    std::vector<std::set<Amounts>> below;
    each_card(rules.play, play, [&](Card card, u8 named) {
      SumPlay<Seats> next = play;
      next.lay(card, named);
      below.push_back(of(next, settled));
    });
    return standing ? those_that_stand(below, side) : best(below, sides >> side & 1);
  }

  std::set<Amounts> after_trick(SumPlay<Seats> play, Settled settled) const {
    bool told;
    const int winning = play.winning_place(rules.play, told), winner = play.seat_at(winning), side = rules.play.side[winner];
    const auto lie = [&](int number, int whose, int sign) {
      settled.units[whose] += sign * (rules.play.worth_given(number) + rules.play.each);
      if (sign > 0 && number != kWorthless && rules.mark[number] >= 0) settled.lie(rules.mark[number], whose);
    };
    const auto given = [&](int number, int by, int to) { lie(number, by, -1), lie(number, to, 1); };
    settled.units[side] += rules.play.trick + rules.play.extra[play.tricks];
    settled.won |= static_cast<u8>(1 << winner);
    to_piles(rules.play, play, winner, play.past, [&](Card card, int whose, bool) { lie(place_of(card), whose, 1); }, given);
    if (play.tricks == 1) {
      surrender(rules.play, play.past, given);
      HandEnd end{settled, play.leader, winner, {}};
      for (const Card card : play.table) end.table.push_back(place_of(card));
      return {pays(rules, Seats, end)};
    }
    Amounts now{};
    for (int place = 0; place < Seats; ++place) {
      const int number = place_of(play.table[place]), seat = play.seat_at(place);
      if (rules.mark[number] < 0) continue;
      for (int each = 0; each < kMostSeats; ++each) now[each] += rules.early[rules.mark[number]][seat][winner][each];
      const bool partner = rules.play.side[seat] == side;
      if (number == kMondPlace && seat != winner && rules.mond_told && (!partner || rules.mond_to_partner)) settled.mond = static_cast<std::int8_t>(seat);
    }
    play.next_trick(winner);
    std::set<Amounts> all;
    for (Amounts each : of(play, settled)) {
      for (int one = 0; one < kMostSeats; ++one) each[one] += now[one];
      all.insert(each);
    }
    return all;
  }

  std::set<Amounts> best(const std::vector<std::set<Amounts>>& below, bool high) const {
    Amounts found = *below.front().begin();
    for (const auto& one : below)
      if (high ? own(*one.begin()) > own(found) : own(*one.begin()) < own(found)) found = *one.begin();
    return {found};
  }

  static std::set<Amounts> those_that_stand(const std::vector<std::set<Amounts>>& below, int side) {
    std::set<Amounts> all;
    for (const auto& one : below)
      for (const Amounts& each : one) {
        bool stands = true;
        for (const auto& other : below) {
          i32 least = each[side] + (&other == &one ? 0 : 1);
          for (const Amounts& it : other) least = std::min(least, it[side]);
          stands = stands && each[side] >= least;
        }
        if (stands) all.insert(each);
      }
    return all;
  }
};

template <int Seats>
void pays_the_same(unsigned seed, int tricks) {
  Random random(seed);
  const PayRules rules = some_pay(random, some_rules(random, Seats));
  Ends ends([&](const HandEnd& end) { return pays(rules, Seats, end); });
  PaySearch<Seats> search(rules, ends, 1 << 24);
  const Settled settled;
  Grown<Seats> all{rules};
  for (int round = 0; round < 2; ++round) {  // the second hand meets what is kept of the first
    const SumPlay<Seats> play = some_play<Seats>(random, rules.play, tricks);
    Budget budget(~u64{0} >> 1, -1, nullptr);
    for (const u8 sides : {u8{1}, u8{2}, u8{5}}) {
      all.sides = sides;
      expect(search.sure(play, settled, sides, budget) == all.own(*all.of(play, settled).begin()));
    }
    all.standing = true;
    const SidePayoffs found = search.equilibria(play, settled, budget);
    expect(std::set<Amounts>(found.begin(), found.end()) == all.of(play, settled));
    all.standing = false;
  }
}

const Sentence kPaid{"what a side is sure to be paid, and what stands where each is for himself, are as all lines of play tell", [] {
  for (unsigned seed = 0; seed < 120; ++seed) {
    pays_the_same<2>(seed, 3);
    pays_the_same<3>(seed, 2);
    if (seed % 4 == 0) pays_the_same<4>(seed, 2);
  }
}};

}  // namespace
}  // namespace core::tests
