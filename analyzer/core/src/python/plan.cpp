#include "plan.hpp"

#include <stdexcept>

namespace core::plans {
namespace {

int told_item(const Deal& deal, int seat, int number) {
  if (number == kCall) return kToldCall;
  if (number == kPass) return kToldPass;
  if (number >= kFirstName) return kLedExcuse + deal.lead_suit(number);
  return number_of(deal.card[deal.card_of[seat][number]]);
}

ToldEvent told_event(const Deal& deal, const Event& event) {
  const bool of_card = event.kind == EventKind::held || event.kind == EventKind::in_trick;
  return {static_cast<int>(event.kind), event.negated, event.who, of_card ? number_of(deal.card[event.what]) : event.what};
}

}  // namespace

std::vector<int> told_items(const Deal& deal, int seat, Items items) {
  std::vector<int> all;
  for (const u8 number : deal.order[seat])
    if (items >> number & 1) all.push_back(told_item(deal, seat, number));
  return all;
}

PlanTold told(const Deal& deal, const Found& found) {
  PlanTold out{std::nullopt, std::nullopt, found.shortest_tried};
  if (!found.plan) return out;
  std::vector<ToldLine> lines;
  for (int seat = 0; seat < deal.seats; ++seat)
    for (const Line& line : found.plan->of[seat]) {
      std::vector<ToldEvent> when;
      for (const Event& event : line.when) when.push_back(told_event(deal, event));
      std::vector<std::vector<int>> first;
      for (const Items group : line.first) first.push_back(told_items(deal, seat, group));
      lines.emplace_back(seat, std::move(when), std::move(first));
    }
  std::get<0>(out) = std::move(lines);
  if (!found.needed) return out;
  ToldPairs pairs;
  for (const auto& [high, low] : *found.needed) pairs.emplace_back(number_of(deal.card[high]), number_of(deal.card[low]));
  std::get<1>(out) = std::move(pairs);
  return out;
}

void stand(Deal& deal, const Moment& moment) {
  deal.start.called = moment.called;
  deal.start.passed = static_cast<u8>(moment.passed);
  if (moment.picked < 0) return;
  const Card picked = card_of(moment.picked);
  const int seat = deal.holder(deal.start);
  for (int card = 0; card < deal.cards; ++card)
    if (deal.card[card] == picked && deal.start.held >> card & 1 && deal.owner[card] == seat) {
      deal.start.picked = deal.item_of[card];
      return;
    }
  throw std::invalid_argument("the card picked is not held");
}

}  // namespace core::plans
