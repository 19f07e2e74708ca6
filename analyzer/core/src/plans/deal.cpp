// The moves of a deal; what Position is for the threshold search.
#include "deal.hpp"

namespace core::plans {

void Deal::deal(Card next, int seat) {
  assert(cards < kMostDealt);
  card[cards] = next;
  owner[cards] = static_cast<u8>(seat);
  item_of[cards] = static_cast<u8>(std::popcount(hand[seat]));
  card_of[seat][item_of[cards]] = static_cast<u8>(cards);
  hand[seat] |= one(cards);
  if (is_excuse(next)) excuse = one(cards);
  else suit[next.suit] |= one(cards);
  if (!is_excuse(next) && prize_kind(next) != kNoKind) prizes |= one(cards);
  const u8 prize = 1 << kLosesPrize;
  if (seat == question.seat && !(question.classes & (1 << kLosesPlain | 1 << kWinsPlain)))
    if (const int kind = is_excuse(next) ? kNoKind : prize_kind(next); kind != kNoKind)
      if (question.classes & (prize | 1 << (kind == 0 ? kWinsTop : kWinsLowTrump))) wanted |= one(cards);
  ++cards;
}

void Deal::arrange() {
  for (int seat = 0; seat < seats; ++seat) {
    int n = 0;
    for (int s = 0; s < kSuits; ++s)
      for (u64 rest = hand[seat] & suit[s]; rest; rest &= ~std::bit_floor(rest))
        order[seat][n++] = item_of[std::bit_width(rest) - 1];
    if (hand[seat] & excuse) order[seat][n++] = item_of[std::countr_zero(excuse)];
    while (n < kOwnCards) order[seat][n] = static_cast<u8>(n), ++n;  // numbers that no card has
    for (; n < kItems; ++n) order[seat][n] = static_cast<u8>(n);
  }
}

Items Deal::excuses(const State& state, int seat) const {
  if (state.laid) return items(seat, excuse);
  u32 followed = 0;
  for (int s = 0; s < kSuits; ++s)
    if (state.held & suit[s] & ~hand[seat]) followed |= u32{1} << s;
  return Items{rules.named_of(followed)} << kFirstName;
}

Items Deal::allowed(const State& state) const {
  if (state.picked != kNothing) return item(kCall) | item(kPass);
  const int seat = holder(state);
  const u64 own = state.held & hand[seat], real = own & ~excuse;
  if (state.called) return excuses(state, seat);
  u64 obeying = real;
  if (state.laid) {
    if (const u64 follow = real & suit[state.led]) obeying = follow;
    else if (const u64 trumps = real & suit[kTrumps]) obeying = trumps;
  }
  Items moves = items(seat, obeying);
  if (own & excuse && std::popcount(own) != rules.banned_trick) moves |= excuses(state, seat);
  return moves;
}

Items Deal::distinct(const State& state, Items moves, u64 named) const {
  if (state.picked != kNothing) return moves;
  const int seat = holder(state);
  const u64 others = in_play(state) & ~(state.held & hand[seat]);
  Items kept = moves & kNames;
  int before = -1;
  for (Items rest = moves & ~kNames; rest; rest &= rest - 1) {
    const int number = std::countr_zero(rest), now = card_of[seat][number];
    const bool alone = (prizes | named | excuse) & one(now);
    const bool equal = !alone && before >= 0 && card[before].suit == card[now].suit &&
                       !(others & (one(now) - one(before))) && !((prizes | named) & one(before));
    if (!equal) kept |= item(number);
    before = now;
  }
  return kept;
}

bool Deal::decided(const State& state) const {
  if (state.laid == 0 && state.picked == kNothing && tricks(state) == 1 && !(state.held & excuse)) return true;
  if (question.classes & (1 << kLosesPlain | 1 << kWinsPlain)) return false;
  return !(in_play(state) & wanted);
}

State Deal::folded(const State& state, u64 distinct) const {
  if (state.laid || state.picked != kNothing || state.called) return state;
  State low = state;
  const u64 alone = distinct | prizes | excuse;
  for (const u64 dealt : suit) {
    u64 held = state.held & dealt, found = 0;
    if (!held || !(held & ~alone)) continue;
    int from = 0;  // the lowest number not passed yet
    for (; held; held &= held - 1) {
      const int card_now = std::countr_zero(held);
      int taken = card_now;
      if (!(alone & one(card_now))) {
        const u64 free = hand[owner[card_now]] & dealt & ~alone & ~(one(from) - 1);
        taken = std::countr_zero(free);
      }
      found |= one(taken);
      from = taken + 1;
    }
    low.held = (low.held & ~dealt) | found;
  }
  return low;
}

bool Deal::may_be_called(const State& state, int number) const {
  const u64 own = state.held & hand[holder(state)];
  return !state.called && number < kOwnCards && own & excuse && std::popcount(own) == rules.call_trick &&
         !(excuse & one(card_of[holder(state)][number]));
}

State Deal::lay(const State& state, int number) const {
  State next = state;
  const int seat = holder(state);
  const int card_laid = number >= kFirstName ? std::countr_zero(excuse) : card_of[seat][number];
  next.held &= ~one(card_laid);
  next.table[next.laid] = static_cast<u8>(card_laid);
  if (next.laid == 0) next.led = static_cast<u8>(number >= kFirstName ? lead_suit(number) : card[card_laid].suit);
  ++next.laid;
  next.picked = kNothing;
  next.passed = 0;
  next.called = false;
  return next;
}

int Deal::taking_suit(const State& state) const {
  int found = kNoSuit;
  for (int place = 0; place < state.laid; ++place) {
    const Card laid = card[state.table[place]];
    if (laid.suit == kTrumps) return kTrumps;
    if (laid.suit == state.led) found = laid.suit;
  }
  return found;
}

u8 Deal::best(const State& state) const {
  const int taking = taking_suit(state);
  if (taking == kNoSuit) return kNothing;
  const u64 cards_there = on_table(state) & suit[taking];
  return static_cast<u8>(std::bit_width(cards_there) - 1);
}

int Deal::winning_place(const State& full) const {
  u8 winner = best(full);
  if (winner == kNothing) {
    // Nobody shows the suit that the excuse was named, or a trump: the suit of the first real card counts as led.
    const int first = excuse & one(full.table[0]) ? 1 : 0;
    const int counts = card[full.table[first]].suit;
    winner = static_cast<u8>(std::bit_width(on_table(full) & ~excuse & suit[counts]) - 1);
  }
  int place = 0;
  while (full.table[place] != winner) ++place;
  return place;
}

Step Deal::won_by(const State& full, int place) const {
  Step step;
  if (full.held) {
    step.next.held = full.held;
    step.next.leader = static_cast<u8>(seat_at(full, place));
    return step;
  }
  step.next = full;
  step.over = true;
  const int own = (question.seat - full.leader + seats) % seats;
  const Card last = card[full.table[own]];
  const int kind = is_excuse(last) ? kNoKind : prize_kind(last);
  int what = kind == kNoKind ? kLosesPlain : kLosesPrize;
  if (place == own) what = kind == kNoKind ? kWinsPlain : kind == 0 ? kWinsTop : kWinsLowTrump;
  step.reached = question.classes >> what & 1;
  return step;
}

Step Deal::after(const State& state, int number) const {
  Step step;
  if (number == kCall) {
    step.next = state;
    step.next.picked = kNothing;
    step.next.passed = 0;
    step.next.called = true;
    return step;
  }
  if (number == kPass && state.passed + 2 < seats) {
    step.next = state;
    ++step.next.passed;
    return step;
  }
  if (number != kPass && may_be_called(state, number)) {
    step.next = state;
    step.next.picked = static_cast<u8>(number);
    return step;
  }
  const State laid = lay(state, number == kPass ? state.picked : number);
  if (laid.laid == seats) return won_by(laid, winning_place(laid));
  step.next = laid;
  return step;
}

}  // namespace core::plans
