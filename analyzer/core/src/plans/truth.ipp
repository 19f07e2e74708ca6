// Deals made of positions, and the threshold search asked about their states.
#pragma once

#include "../threshold/search.hpp"
#include "truth.hpp"

namespace core::plans {

// The deal of a position; nothing where it has more cards than a plan is looked for. `picked` is a card that its holder
// picked in place of the excuse, or the excuse for none.
template <int Seats>
bool deal_of(const Position<Seats>& at, const Rules& rules, const Question& question, u8 planners, bool holds, Deal& deal) {
  deal = Deal{};
  deal.seats = Seats;
  deal.rules = rules;
  deal.question = question;
  deal.planners = planners;
  deal.holds = holds;
  if (at.tricks * Seats > kMostDealt) return false;
  std::array<Cards, Seats> cards = at.hand;
  for (int place = 0; place < at.laid; ++place)
    if (!is_excuse(at.table[place])) cards[at.seat_at(place)] |= only(at.table[place]);
  for (int suit = 0; suit < kSuits; ++suit)
    for (int height = 0; height < kTrumpHeights; ++height)
      for (int seat = 0; seat < Seats; ++seat)
        if (const Card card{static_cast<u8>(suit), static_cast<u8>(height)}; cards[seat].lane(suit) >> height & 1) deal.deal(card, seat);
  for (int seat = 0; seat < Seats; ++seat) {
    bool own = at.excuse == seat;
    for (int place = 0; place < at.laid; ++place) own |= is_excuse(at.table[place]) && at.seat_at(place) == seat;
    if (own) deal.deal(kExcuse, seat);
  }
  deal.arrange();
  State& start = deal.start;
  start.held = deal.cards == kMostDealt ? ~u64{0} : one(deal.cards) - 1;
  start.leader = static_cast<u8>(at.leader);
  for (int place = 0; place < at.laid; ++place)
    for (int card = 0; card < deal.cards; ++card)
      if (deal.card[card] == at.table[place]) {
        start.table[place] = static_cast<u8>(card);
        start.held &= ~one(card);
      }
  start.laid = static_cast<u8>(at.laid);
  start.led = at.suit_led();
  return true;
}

template <int Seats>
class TruthOf final : public Truth {
 public:
  TruthOf(const Deal& deal, const Position<Seats>& start, ThresholdSearch<Seats>& search)
      : deal_(deal), start_(start), search_(search) {}

  bool reached(const State& state) override {
    return search_.search(position(state), deal_.question, 1, state.called) >= 1;
  }

  bool reached_by(const State& state, bool everybody) override {
    Question question = deal_.question;
    question.side = everybody ? (1 << Seats) - 1 : 0;
    return search_.search(position(state), question, 1, false) >= 1;
  }

 private:
  Position<Seats> position(const State& state) const {
    Position<Seats> at;
    at.progress = start_.progress;
    at.leader = state.leader;
    at.tricks = deal_.tricks(state);
    for (u64 rest = state.held & ~deal_.excuse; rest; rest &= rest - 1) {
      const int card = std::countr_zero(rest);
      at.hand[deal_.owner[card]] |= only(deal_.card[card]);
    }
    if (state.held & deal_.excuse) at.excuse = deal_.owner[std::countr_zero(deal_.excuse)];
    for (int place = 0; place < state.laid; ++place) at.put(deal_.card[state.table[place]], state.led);
    return at;
  }

  const Deal& deal_;
  const Position<Seats>& start_;
  ThresholdSearch<Seats>& search_;
};

}  // namespace core::plans
