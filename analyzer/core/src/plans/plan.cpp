#include "plan.hpp"

namespace core::plans {
namespace {

Possible exactly(bool yes) { return yes ? kYes : kNo; }

// The cards on the table that may be the best, of the suit that takes.
u64 may_be_best(const Deal& deal, const State& state, const Ranks* ranks) {
  const int suit = deal.taking_suit(state);
  if (suit == kNoSuit) return 0;
  const u64 there = deal.on_table(state) & deal.suit[suit];
  if (!ranks) return std::bit_floor(there);
  u64 found = 0;
  for (u64 rest = there; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    if (!(ranks->higher[card] & there)) found |= one(card);
  }
  return found;
}

Possible winning(const Deal& deal, const State& state, int who, const Ranks* ranks) {
  const u64 best = may_be_best(deal, state, ranks), own = best & deal.hand[who];
  if (!own) return kNo;
  return own == best ? kYes : kEither;
}

Possible plainly(const Deal& deal, const State& state, const Event& event, const Ranks* ranks) {
  const auto lane = [&](int suit) { return deal.suit[suit]; };
  switch (event.kind) {
    case EventKind::has: return exactly(state.held & deal.hand[event.who] & lane(event.what));
    case EventKind::held: return exactly(state.held >> event.what & 1);
    case EventKind::takes: return kEither;  // of each item by itself
    case EventKind::to_lead: return exactly(state.laid == 0);
    case EventKind::last: return exactly(state.laid == deal.seats - 1);
    case EventKind::led: return exactly(state.laid && state.led == event.what);
    case EventKind::ruffed: return exactly(state.laid && state.led != kTrumps && deal.on_table(state) & lane(kTrumps));
    case EventKind::leader: return exactly(state.leader == event.who);
    case EventKind::winning: return winning(deal, state, event.who, ranks);
    case EventKind::in_trick: return exactly(deal.on_table(state) >> event.what & 1);
    case EventKind::left: return exactly(deal.tricks(state) == event.what);
  }
  return kNo;
}

}  // namespace

Possible possible(const Deal& deal, const State& state, const Event& event, const Ranks* ranks) {
  const Possible plain = plainly(deal, state, event, ranks);
  return event.negated && plain != kEither ? plain ^ kEither : plain;
}

Taking taking(const Deal& deal, const State& state, Items items, const Ranks* ranks) {
  Taking found{0, 0};
  const int seat = deal.mover(state), suit = deal.taking_suit(state);
  const u64 there = suit == kNoSuit ? 0 : deal.on_table(state) & deal.suit[suit];
  for (Items rest = items & (item(kOwnCards) - 1); rest; rest &= rest - 1) {
    const int number = std::countr_zero(rest), card = deal.card_of[seat][number];
    if (deal.excuse & one(card)) continue;
    const int own = deal.card[card].suit;
    bool can, must;
    if (state.laid == 0 || (own == kTrumps && suit != kTrumps)) can = must = true;
    else if (suit == kNoSuit) can = must = own == state.led;
    else if (own != suit) can = must = false;
    else if (!ranks) can = must = !(there >> card);
    else can = !(ranks->higher[card] & there), must = (there & ~ranks->lower[card]) == 0;
    if (can) found.can |= item(number);
    if (must) found.must |= item(number);
  }
  return found;
}

Items chosen(const Deal& deal, const std::vector<Line>& lines, const State& state, Items allowed, Place* place) {
  for (const Line& line : lines) {
    Items open = allowed;
    for (const Event& event : line.when) {
      if (event.kind == EventKind::takes) {
        const Items take = taking(deal, state, open).can;
        open &= event.negated ? ~take : take;
      } else if (possible(deal, state, event) == kNo) {
        open = 0;
      }
      if (!open) break;
    }
    if (!open) continue;
    for (const Items& group : line.first) {
      if (!(group & open)) continue;
      if (place) *place = {static_cast<std::size_t>(&line - lines.data()), static_cast<std::size_t>(&group - line.first.data())};
      return group & open;
    }
  }
  return 0;
}

Items chosen_knowing(const Deal& deal, const std::vector<Line>& lines, const State& state, Items allowed, const Ranks& ranks,
                     bool& silent) {
  Items found = 0;
  silent = false;
  for (const Line& line : lines) {
    Items open = allowed, sure = open;
    for (const Event& event : line.when) {
      if (event.kind == EventKind::takes) {
        const Taking take = taking(deal, state, open, &ranks);
        open &= event.negated ? ~take.must : take.can;
        sure &= event.negated ? ~take.can : take.must;
      } else if (const Possible is = possible(deal, state, event, &ranks); is != kYes) {
        sure = 0;
        if (is == kNo) open = 0;
      }
      if (!open) break;
    }
    // Each item that may be the first open one, until one is sure to be.
    for (const Items group : line.first)
      for (const u8 number : deal.order[deal.mover(state)]) {
        if (!(group & open & item(number))) continue;
        found |= item(number);
        if (sure & item(number)) return found;
      }
  }
  silent = true;
  return found;
}

void tidy(std::vector<Line>& lines) {
  for (Line& line : lines) std::erase(line.first, Items{0});
  std::erase_if(lines, [](const Line& line) { return line.first.empty(); });
}

u64 named_in(const Deal& deal, const Plan& plan) {
  u64 named = 0;
  for (int seat = 0; seat < deal.seats; ++seat)
    for (const Line& line : plan.of[seat]) {
      for (const Items group : line.first)
        for (Items rest = group & (item(kOwnCards) - 1); rest; rest &= rest - 1)
          named |= one(deal.card_of[seat][std::countr_zero(rest)]);
      for (const Event& event : line.when)
        if (event.kind == EventKind::held || event.kind == EventKind::in_trick) named |= one(event.what);
    }
  return named;
}

}  // namespace core::plans
