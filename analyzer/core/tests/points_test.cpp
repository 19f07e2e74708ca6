// The search for card points against all lines of play, on random endings of every kind of game.
#include "../src/point_search.ipp"

#include <random>
#include <vector>

#include "check.hpp"

namespace core::tests {
namespace {

using Random = std::mt19937;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
bool now_and_then(Random& random, int n) { return below(random, n) == 0; }

// Courts of four, three, two and one; of halves or thirds where `unit` is 2 or 3.
PointRules counting(int seats, int unit, bool fool_is_trump) {
  PointRules rules;
  rules.seats = seats;
  for (int suit = 0; suit < kPlainSuits; ++suit)
    for (int court = 0; court < 4; ++court) rules.worth[14 * suit + court] = unit * (4 - court);
  for (const int honour : {56, 76, 77}) rules.worth[honour] = 4 * unit;
  rules.fool_is_trump = fool_is_trump;
  (unit == 1 ? rules.trick : rules.each) = 1;
  return rules;
}

PointRules some_rules(Random& random, int seats) {
  const int game = below(random, 5);
  const bool trump = game >= 3;
  PointRules rules = counting(seats, game == 0 ? 1 : trump ? 3 : 2, trump);
  rules.exchange = rules.surrender = !trump;
  rules.lost_last = below(random, 4);
  rules.top_when_swept = game == 1;
  rules.fool_names = now_and_then(random, 3);
  rules.beat = game == 1 ? kBeatTrumps : now_and_then(random, 3) ? kBeatAny : kBeatNothing;
  rules.three = trump ? below(random, 3) : kThreeNever;
  if (game == 4) rules.colour_side = 0, rules.colour_for_good = now_and_then(random, 2), rules.colour_anybody = now_and_then(random, 2);
  if (game == 1) rules.target = {112, 102, 82, 72}, rules.pagat_shift = 20, rules.pagat_by_partner = now_and_then(random, 2);
  if (now_and_then(random, 4)) for (int left = 1; left < 6; ++left) rules.extra[left] = below(random, 9);
  const int declarers = 1 + below(random, (1 << seats) - 2);
  const bool alone = game != 1 && now_and_then(random, 3);
  for (int seat = 0; seat < seats; ++seat) rules.side[seat] = alone ? seat : !(declarers >> seat & 1);
  return rules;
}

u8 seats_of(const PointRules& rules, int side) {
  u8 seats = 0;
  for (int seat = 0; seat < rules.seats; ++seat) seats |= static_cast<u8>((rules.side[seat] == side) << seat);
  return seats;
}

PointQuestion some_question(Random& random, const PointRules& rules) {
  PointQuestion question;
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

template <int Seats>
Play<Seats> some_play(Random& random, const PointRules& rules, int tricks) {
  std::vector<Card> deck;
  for (int suit = 0; suit < kPlainSuits; ++suit)
    for (int height = 7; height <= kTopHeight; ++height) deck.push_back({static_cast<u8>(suit), static_cast<u8>(height)});
  for (int height = 0; height <= 20; height += 2) deck.push_back({kTrumps, static_cast<u8>(height)});
  deck.push_back(rules.fool_is_trump ? Card{kTrumps, kXXII} : kExcuse);
  for (std::size_t i = deck.size(); i > 1; --i) std::swap(deck[i - 1], deck[random() % i]);
  Play<Seats> play;
  for (int i = 0; i < Seats * tricks; ++i) {
    const Card card = deck[static_cast<std::size_t>(i)];
    if (is_excuse(card)) play.excuse = static_cast<u8>(i % Seats);
    else play.hand[i % Seats] |= only(card);
  }
  play.tricks = tricks;
  play.leader = below(random, Seats);
  play.lengths = play.count_lengths();
  constexpr std::array given{-1, kWorthless, 0, 3, kMondPlace, kPagatPlace};
  for (int side = 0; side < Seats; ++side) play.past.least[side] = static_cast<std::int8_t>(given[below(random, 6)]);
  play.past.held = in_trull(play.past.least[rules.declarer_side]);
  play.past.taken = static_cast<u8>(random());
  play.past.swept = static_cast<std::int8_t>(below(random, 3) - 2);
  play.past.trump_led = now_and_then(random, 2);
  if (rules.exchange && play.excuse == kGone && now_and_then(random, 3)) play.past.owed_by = 0, play.past.owed_to = 1, ++play.past.held;
  return play;
}

// The value of a question by all lines of play.
template <int Seats>
i32 grown(const PointRules& rules, const PointAsk& ask, Play<Seats> play, i32 sum, i32 wanted) {
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
    play.leader = play.seat_at(winning);
    play.laid = 0;
    --play.tricks;
  }
  const bool high = ask.high >> play.holder() & 1;
  i32 best = high ? kLeastUnits : kMostUnits;
  const auto lay = [&](Card card, u8 named) {
    Play<Seats> after = play;
    after.lay(card, named);
    const i32 value = grown(rules, ask, after, sum, wanted);
    best = high ? std::max(best, value) : std::min(best, value);
  };
  const Cards legal = play.obeying(rules);
  for (int suit = 0; suit < kSuits; ++suit)
    for (u32 lane = legal.lane(suit); lane; lane &= lane - 1) lay({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(lane))}, kNoSuit);
  if (!play.may_lay_excuse(rules)) return best;
  if (play.laid || !rules.fool_names) lay(kExcuse, kNoSuit);
  else
    for (u32 suits = play.nameable(rules); suits; suits &= suits - 1) lay(kExcuse, static_cast<u8>(std::countr_zero(suits)));
  return best;
}

// Cards of one suit change hands: the lengths stay.
template <int Seats>
void exchange_ranks(Random& random, Play<Seats>& play) {
  const int suit = now_and_then(random, 2) ? kTrumps : below(random, kPlainSuits), one = below(random, Seats), other = (one + 1) % Seats;
  const u32 mine = play.hand[one].lane(suit), his = play.hand[other].lane(suit);
  if (!mine || !his) return;
  const Cards given = of_lane(suit, mine & (~mine + 1)), taken = of_lane(suit, std::bit_floor(his));
  play.hand[one] = play.hand[one].without(given) | taken;
  play.hand[other] = play.hand[other].without(taken) | given;
}

template <int Seats>
void agrees(unsigned seed, const PointSwitches& on, int tricks, int rounds) {
  Random random(seed);
  const PointRules rules = some_rules(random, Seats);
  const PointAsk ask(rules, some_question(random, rules), static_cast<u8>(below(random, 1 << Seats)), 1 + random() % 1000);
  Play<Seats> play = some_play<Seats>(random, rules, tricks);
  typename PointSearch<Seats>::Table table(1 << 14);
  const i32 wanted = below(random, 8);
  // Several positions by one table, so that what is kept of one is looked at for the others.
  for (int round = 0; round < rounds; ++round, exchange_ranks(random, play)) {
    const i32 value = grown(rules, ask, play, 0, wanted);
    const auto search = [&](i32 threshold) {
      Budget budget(~u64{0} >> 1, -1, nullptr);
      return PointSearch<Seats>(rules, ask, table, budget, on).search(play, threshold);
    };
    if (ask.measure.window()) {
      expect(search(wanted) == value);
    } else {
      expect(search(value) >= value);
      expect(search(value + 1) <= value);
    }
  }
}

void all_agree(const PointSwitches& on, unsigned seeds, int rounds) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    agrees<2>(seed, on, 4, rounds);
    agrees<3>(seed, on, 3, rounds);
    agrees<4>(seed, on, 2, rounds);
    if (seed % 3 == 0) agrees<5>(seed, on, 2, rounds);
  }
}

const Sentence kPlain{"the search for card points answers as all lines of play do", [] { all_agree({}, 1500, 8); }};

const Sentence kSwitched{"no rule that makes the search for card points smaller changes an answer", [] {
  for (bool PointSwitches::* rule : {&PointSwitches::table, &PointSwitches::partition, &PointSwitches::merge, &PointSwitches::rank_pruning,
                                     &PointSwitches::bounds, &PointSwitches::sure, &PointSwitches::either, &PointSwitches::lost, &PointSwitches::quasi, &PointSwitches::worths, &PointSwitches::shortfalls, &PointSwitches::ordering}) {
    PointSwitches on;
    on.*rule = false;
    all_agree(on, 150, 3);
  }
}};

}  // namespace
}  // namespace core::tests
