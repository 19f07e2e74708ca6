// Comparisons that a proof can do without.
#pragma once

#include <utility>

#include "../cards/orders.hpp"
#include "search.hpp"

namespace core {

// With so many tricks to go, or fewer, they are looked for. It costs about what it saves in hands of middling length.
constexpr int sparing_of(int tricks) { return tricks >= 24 ? 5 : tricks >= 20 ? 4 : tricks >= 16 ? 3 : 0; }

constexpr int kCases = 32;  // searched for one comparison, at most
constexpr int kWithin = 8;  // cases within cases, at most: each has a place on the stack

// A proof rests on the comparisons of the lines it happened to go through. Mostly the value is the same where one of them comes out
// the other way: then other lines bring it about, which rest on other comparisons. So positions of one shape get proofs by the
// hundred that together say little more than their value, and each that is stored makes many of the tricks before.
//
// Let E prove a side of the threshold, and x > y be one of its comparisons. "E without x > y" is a proof as well if the value lies
// on that side wherever y > x and the rest of E holds. That is shown by cases: take an order of the cards in which what is
// given holds (there is none: done) and search it; let F be the proof found, of the same side. It answers for all orders in which
// F holds too. In the others some comparison of F fails; so for each of F in turn those remain in which it fails and those
// of F before it hold. A comparison that follows from what is given fails in none.
//
// Every order asked about is that of a position with the same key. The prize cards that the key names are the highest or the
// lowest of their suit in each of them, while the entry also serves positions in which another card is taken for the prize
// (`known`). So a comparison with one of these is not spared, nor turned round; one that F rests on must be given already.
//
// A goal is reached or not: with 1 to be reached the values of one side are one. What is searched for the cases goes into the table as ever, and
// spares comparisons of its own with fewer tricks to go.
template <int Seats, class TableOf>
void ThresholdSearch<Seats, TableOf>::spare(i32 threshold, Numbers& numbers, Comparisons& proof, i32 value, Relevance& relevance) {
  if constexpr (Table::kProves) {
    if (!on_.partition || !proof.complete || proof.count == 0) return;
    const Orders<Seats> orders(now_.hand, alone(question_.seat));
    if (!orders.room()) return;
    const Position<Seats> here = now_;
    const int before = proof.count, spares = std::exchange(spares_, now_.tricks - 1);
    for (int i = before; i-- > 0 && !stopped();) {
      const Comparison one = proof.list[i];
      if (orders.stays(one)) continue;
      Comparisons given = proof;
      given.list[i] = {one.loser, one.winner};
      int cases = kCases;
      if (always(orders, given, threshold, value, cases, kWithin)) proof.list[i] = proof.list[--proof.count];
    }
    spares_ = spares;
    now_ = here;
    in_play_ = now_.held();
    if (proof.count == before) return;
    relevance.clear();
    for (int i = 0; i < proof.count; ++i) proof.list[i].tell(relevance, numbers.of(now_));
  }
}

// Whether this is the value wherever all that is given holds, as far as so many cases show.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::always(const Orders<Seats>& orders, Comparisons& given, i32 threshold, i32 value, int& cases, int within) {
  if (!orders.arrange(given.list.data(), given.count, now_.hand)) return true;
  if (cases-- == 0 || within == 0) return false;
  Relevance relevance;
  Numbers numbers;
  if (at_trick(threshold, numbers, relevance) != value || stopped()) return false;
  return but_for(orders, given, comparisons(relevance), threshold, value, cases, within);
}

// Whether this is the value wherever all that is given holds but where the proof does, which is known.
template <int Seats, class TableOf>
bool ThresholdSearch<Seats, TableOf>::but_for(const Orders<Seats>& orders, Comparisons& given, const Comparisons& proof, i32 threshold, i32 value,
                                              int& cases, int within) {
  const int before = given.count;
  for (int i = 0; i < proof.count; ++i) {
    const Comparison one = proof.list[i];
    const auto tells = [&](Comparison it) { return orders.follows(one, it); };
    if (std::any_of(given.list.begin(), given.list.begin() + given.count, tells)) continue;
    if (orders.stays(one)) return false;
    given.add({one.loser, one.winner});
    if (!given.complete || !always(orders, given, threshold, value, cases, within - 1)) return false;
    given.list[given.count - 1] = one;
  }
  given.count = before;
  return proof.complete;
}

}  // namespace core
