// The search for card points against all lines of play, on random endings of every kind of game.
#include "../src/sums/search.ipp"

#include "check.hpp"
#include "sums_hands.hpp"

namespace core::tests {
namespace {

u8 seats_of(const SumRules& rules, int side) {
  u8 seats = 0;
  for (int seat = 0; seat < rules.seats; ++seat) seats |= static_cast<u8>((rules.side[seat] == side) << seat);
  return seats;
}

SumQuestion some_question(Random& random, const SumRules& rules) {
  SumQuestion question;
  const int seats = 1 << rules.seats;
  question.kind = below(random, rules.pagat_shift ? 5 : 4);
  question.of = static_cast<u8>(below(random, seats));
  question.by = static_cast<u8>(below(random, seats));
  if (question.kind == kMargin && !rules.pagat_shift) question.kind = kPoints;
  if (question.kind == kPoints) question.of = seats_of(rules, rules.side[below(random, rules.seats)]);
  if (question.kind == kMargin) question.of = seats_of(rules, 0);
  if (question.kind == kHolds) question.of = seats_of(rules, rules.side[below(random, rules.seats)]);
  if (question.kind >= kHolds)
    for (const int card : {0, 14, 28, 42, 56, 76, 77}) question.cards[card] = now_and_then(random, 2);
  if (!rules.pagat_shift && question.kind == kMargin) question.kind = kLast;
  question.how = below(random, 3);
  if (question.kind != kLast && now_and_then(random, 5)) question.width = below(random, 5);
  return question;
}

// The value of a question by all lines of play.
template <int Seats>
i32 grown(const SumRules& rules, const SumAsk& ask, SumPlay<Seats> play, i32 sum, i32 wanted) {
  const Measure& measure = ask.measure;
  if (play.laid == Seats) {
    bool told;
    const int winning = play.winning_place(rules, told);
    sum += turn(rules, measure, play, play.seat_at(winning), play.past);
    if (play.tricks == 1) {
      if (measure.last()) return ends_so(measure.question, play, winning);
      sum += give_up(rules, measure, play.past);
      if (measure.margin()) sum += less_target(rules, play, winning, play.past);
      return measure.window() ? sum >= wanted && sum <= wanted + measure.question.width : sum;
    }
    play.next_trick(play.seat_at(winning));
  }
  const bool high = ask.high >> play.holder() & 1;
  i32 best = high ? kLeastUnits : kMostUnits;
  const auto lay = [&](Card card, u8 named) {
    SumPlay<Seats> after = play;
    after.lay(card, named);
    const i32 value = grown(rules, ask, after, sum, wanted);
    best = high ? std::max(best, value) : std::min(best, value);
  };
  each_card(rules, play, lay);
  return best;
}

// Cards of one suit change hands: the lengths stay.
template <int Seats>
void exchange_ranks(Random& random, SumPlay<Seats>& play) {
  const int suit = now_and_then(random, 2) ? kTrumps : below(random, kPlainSuits), one = below(random, Seats), other = (one + 1) % Seats;
  const u32 mine = play.hand[one].lane(suit), his = play.hand[other].lane(suit);
  if (!mine || !his) return;
  const Cards given = of_lane(suit, mine & (~mine + 1)), taken = of_lane(suit, std::bit_floor(his));
  play.hand[one] = play.hand[one].without(given) | taken;
  play.hand[other] = play.hand[other].without(taken) | given;
}

template <int Seats>
void agrees(unsigned seed, const SumSwitches& on, int tricks, int rounds) {
  Random random(seed);
  const SumRules rules = some_rules(random, Seats);
  const SumAsk ask(rules, some_question(random, rules), static_cast<u8>(below(random, 1 << Seats)), 1 + random() % 1000);
  SumPlay<Seats> play = some_play<Seats>(random, rules, tricks);
  typename SumSearch<Seats>::Table table(1 << 14);
  const i32 wanted = below(random, 8);
  // Several positions by one table, so that what is kept of one is looked at for the others.
  for (int round = 0; round < rounds; ++round, exchange_ranks(random, play)) {
    const i32 value = grown(rules, ask, play, 0, wanted);
    const auto search = [&](i32 threshold) {
      Budget budget(~u64{0} >> 1, -1, nullptr);
      return SumSearch<Seats>(rules, ask, table, budget, on).search(play, threshold);
    };
    if (ask.measure.window()) {
      expect(search(wanted) == value);
    } else {
      expect(search(value) >= value);
      expect(search(value + 1) <= value);
    }
  }
}

void all_agree(const SumSwitches& on, unsigned seeds, int rounds) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    agrees<2>(seed, on, 4, rounds);
    agrees<3>(seed, on, 3, rounds);
    agrees<4>(seed, on, 2, rounds);
    if (seed % 3 == 0) agrees<5>(seed, on, 2, rounds);
  }
}

const Sentence kPlain{"the search for card points answers as all lines of play do", [] { all_agree({}, 1500, 8); }};

const Sentence kSwitched{"no rule that makes the search for card points smaller changes an answer", [] {
  for (bool SumSwitches::* rule : {&SumSwitches::table, &SumSwitches::partition, &SumSwitches::merge, &SumSwitches::rank_pruning,
                                     &SumSwitches::bounds, &SumSwitches::sure, &SumSwitches::either, &SumSwitches::lost, &SumSwitches::quasi, &SumSwitches::worths, &SumSwitches::shortfalls, &SumSwitches::ordering}) {
    SumSwitches on;
    on.*rule = false;
    all_agree(on, 150, 3);
  }
}};

}  // namespace
}  // namespace core::tests
