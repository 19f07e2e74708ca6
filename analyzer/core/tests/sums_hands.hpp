// Random rules and endings of every kind of game of card points.
#pragma once

#include <random>
#include <vector>

#include "../src/sums/play.hpp"

namespace core::tests {

using Random = std::mt19937;

inline int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
inline bool now_and_then(Random& random, int n) { return below(random, n) == 0; }

// Courts of four, three, two and one; of halves or thirds where `unit` is 2 or 3.
inline SumRules counting(int seats, int unit, bool fool_is_trump) {
  SumRules rules;
  rules.seats = seats;
  for (int suit = 0; suit < kPlainSuits; ++suit)
    for (int court = 0; court < 4; ++court) rules.worth[14 * suit + court] = unit * (4 - court);
  for (const int honour : {56, 76, 77}) rules.worth[honour] = 4 * unit;
  rules.fool_is_trump = fool_is_trump;
  (unit == 1 ? rules.trick : rules.each) = 1;
  return rules;
}

inline SumRules some_rules(Random& random, int seats) {
  const int game = below(random, 5);
  const bool trump = game >= 3;
  SumRules rules = counting(seats, game == 0 ? 1 : trump ? 3 : 2, trump);
  rules.exchange = rules.surrender = !trump;
  rules.worthless = !trump && now_and_then(random, 2);
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
  rules.lost_to_others = !trump && !alone && now_and_then(random, 2);
  return rules;
}

template <int Seats>
SumPlay<Seats> some_play(Random& random, const SumRules& rules, int tricks) {
  std::vector<Card> deck;
  for (int suit = 0; suit < kPlainSuits; ++suit)
    for (int height = 7; height <= kTopHeight; ++height) deck.push_back({static_cast<u8>(suit), static_cast<u8>(height)});
  for (int height = 0; height <= 20; height += 2) deck.push_back({kTrumps, static_cast<u8>(height)});
  deck.push_back(rules.fool_is_trump ? Card{kTrumps, kXXII} : kExcuse);
  for (std::size_t i = deck.size(); i > 1; --i) std::swap(deck[i - 1], deck[random() % i]);
  SumPlay<Seats> play;
  for (int i = 0; i < Seats * tricks; ++i) {
    const Card card = deck[static_cast<std::size_t>(i)];
    if (is_excuse(card)) play.excuse = static_cast<u8>(i % Seats);
    else play.hand[i % Seats] |= only(card);
  }
  play.tricks = tricks;
  play.leader = below(random, Seats);
  play.lengths = play.count_lengths();
  constexpr std::array given{-1, kWorthless, 0, 3, kMondPlace, kPagatPlace};
  const u32 trumps = play.held().trumps;
  for (int side = 0; side < Seats; ++side) {
    const int least = given[below(random, 6)];
    const bool held = (least == kMondPlace && (trumps >> 20 & 1)) || (least == kPagatPlace && (trumps & kLowestTrump));
    play.past.least[side] = static_cast<std::int8_t>(held ? kWorthless : least);
  }
  play.past.held = in_trull(play.past.least[rules.declarer_side]);
  play.past.taken = static_cast<u8>(random());
  play.past.swept = static_cast<std::int8_t>(below(random, 3) - 2);
  play.past.trump_led = now_and_then(random, 2);
  if (rules.exchange && play.excuse == kGone && now_and_then(random, 3)) play.past.owed_by = 0, play.past.owed_to = 1, ++play.past.held;
  return play;
}

// Every card that may be laid, an excuse with each suit that it may name.
template <int Seats, class Lay>
void each_card(const SumRules& rules, const SumPlay<Seats>& play, Lay&& lay) {
  const Cards legal = play.obeying(rules);
  for (int suit = 0; suit < kSuits; ++suit)
    for (u32 lane = legal.lane(suit); lane; lane &= lane - 1) lay({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(lane))}, kNoSuit);
  if (!play.may_lay_excuse(rules)) return;
  if (play.laid || !rules.fool_names) lay(kExcuse, kNoSuit);
  else
    for (u32 suits = play.nameable(rules); suits; suits &= suits - 1) lay(kExcuse, static_cast<u8>(std::countr_zero(suits)));
}

}  // namespace core::tests
