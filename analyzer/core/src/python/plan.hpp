// Plans as integers, as they go out.
#pragma once

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "../plans/search.hpp"
#include "../plans/truth.ipp"
#include "face.hpp"

namespace core::plans {

// Where play stands between two cards, beside what a position says.
struct Moment {
  int picked = -1;  // a card in place of the excuse, by number
  int passed = 0;   // how many have let it pass
  bool called = false;
};

// An item: a card by number, the excuse led under the name of suit s as kLedExcuse + s, a call, letting a card pass.
constexpr int kLedExcuse = 100, kToldCall = 200, kToldPass = 201;

using ToldEvent = std::tuple<int, bool, int, int>;  // kind, negated, who, what (a card by number, a suit or how many)
using ToldLine = std::tuple<int, std::vector<ToldEvent>, std::vector<std::vector<int>>>;  // seat, events, groups of items
using ToldPairs = std::vector<std::pair<int, int>>;

// The plan, what mattered, and whether no plan of one line for each seat exists.
using PlanTold = std::tuple<std::optional<std::vector<ToldLine>>, std::optional<ToldPairs>, bool>;

PlanTold told(const Deal& deal, const Found& found);
std::vector<int> told_items(const Deal& deal, int seat, Items items);
// Set where play stands. Throws std::invalid_argument for a card its holder does not hold.
void stand(Deal& deal, const Moment& moment);

template <int Seats>
PlanTold plan_of(const Position<Seats>& start, const Moment& moment, const Rules& rules, const Question& question, u8 planners,
                 const PlanLimits& limits, ThresholdSearch<Seats>& search, Budget& budget) {
  Deal deal;
  if (!deal_of(start, rules, question, planners, planners == question.side, deal)) return {};
  stand(deal, moment);
  TruthOf<Seats> truth(deal, start, search);
  Judge judge(deal, truth, budget);
  return told(deal, find_plan(deal, judge, limits));
}

template <int Seats>
std::pair<bool, std::vector<int>> winning_of(const Position<Seats>& start, const Moment& moment, const Rules& rules,
                                             const Question& question, ThresholdSearch<Seats>& search, Budget& budget) {
  constexpr u8 kEverybody = (1 << Seats) - 1;
  Deal deal;
  if (!deal_of(start, rules, question, question.side, true, deal)) throw std::invalid_argument("too many cards");
  stand(deal, moment);
  TruthOf<Seats> truth(deal, start, search);
  bool holds;
  {
    Judge judge(deal, truth, budget);
    Step now;
    now.next = deal.start;
    holds = judge.wins(now);
  }
  const Items allowed = deal.allowed(deal.start);
  const int seat = deal.mover(deal.start);
  if (!holds) deal.planners = kEverybody & ~question.side, deal.holds = false;
  if (!deal.plans(seat)) return {holds, told_items(deal, seat, allowed)};
  Judge judge(deal, truth, budget);
  return {holds, told_items(deal, seat, judge.good(deal.start, allowed))};
}

}  // namespace core::plans
