// Comparisons that a proof can do without, and the orders of cards that show it.
#include "../src/cards/orders.hpp"

#include <random>
#include <vector>

#include "../src/threshold/search.ipp"
#include "check.hpp"
#include "hands.hpp"

namespace core {

extern template class ThresholdSearch<3>;

namespace tests {
namespace {

// Cards of few suits, so that their order matters: so many for each of three hands, with the Fool among them or not.
Position<3> few(std::mt19937& random, int tricks, bool fool) {
  std::vector<Card> deck;
  for (const int suit : {0, 1, kTrumps})
    for (int height = 0; height <= kTopHeight; ++height)
      if (height < 3 || height > kTopHeight - 5) deck.push_back({static_cast<u8>(suit), static_cast<u8>(height)});
  std::shuffle(deck.begin(), deck.end(), random);
  if (fool) deck[random() % static_cast<unsigned>(3 * tricks)] = kExcuse;
  Position<3> position;
  position.leader = static_cast<int>(random() % 3);
  position.tricks = tricks;
  for (int i = 0; i < 3 * tricks; ++i) {
    if (is_excuse(deck[i])) position.excuse = static_cast<u8>(i % 3);
    else position.hand[i % 3] |= only(deck[i]);
  }
  return position;
}

// The same lengths, the cards of every suit dealt anew among those who have some.
Position<3> dealt_anew(const Position<3>& from, std::mt19937& random) {
  Position<3> to = from;
  for (int suit = 0; suit < kSuits; ++suit) {
    std::vector<int> owners;
    for (int seat = 0; seat < 3; ++seat) owners.insert(owners.end(), std::popcount(from.hand[seat].lane(suit)), seat);
    std::shuffle(owners.begin(), owners.end(), random);
    for (int seat = 0; seat < 3; ++seat) {
      if (suit == kTrumps) to.hand[seat].trumps = 0;
      else to.hand[seat].plain &= ~(u64{0xffff} << (kLane * suit));
    }
    u32 rest = from.held().lane(suit);
    for (const int owner : owners) {
      to.hand[owner] |= of_lane(suit, rest & (~rest + 1));
      rest &= rest - 1;
    }
  }
  return to;
}

bool all_hold(const std::vector<Comparison>& all, const std::array<Cards, 3>& hand) {
  Position<3> position;
  position.hand = hand;
  Numbered now;
  now.number(position);
  for (const Comparison one : all)
    if (!one.holds(now)) return false;
  return true;
}

// Two cards of one suit in different hands, by number.
std::vector<Comparison> some_comparisons(const Position<3>& at, std::mt19937& random, int count) {
  Numbered now;
  now.number(at);
  std::vector<int> owner;
  for (int seat = 0; seat < 3; ++seat) owner.insert(owner.end(), at.hand[seat].count(), seat);
  const auto cards = static_cast<unsigned>(owner.size());
  std::vector<Comparison> all;
  for (int tries = 0; tries < 400 && static_cast<int>(all.size()) < count; ++tries) {
    const auto a = static_cast<u8>(random() % cards), b = static_cast<u8>(random() % cards);
    if (owner[a] != owner[b] && now.card[a] / 32 == now.card[b] / 32) all.push_back({a, b});
  }
  return all;
}

const Sentence kOrders{"an order in which comparisons hold is found wherever one of many deals of the same lengths has it, and none that is wrong", [] {
  std::mt19937 random(5);
  int found = 0, none = 0;
  for (int i = 0; i < 300; ++i) {
    const Position<3> at = few(random, 4, false);
    const auto all = some_comparisons(at, random, 2 + i % 5);
    const Orders<3> orders(at.hand, {});
    std::array<Cards, 3> hand;
    const bool one = orders.room() && orders.arrange(all.data(), static_cast<int>(all.size()), hand);
    ++(one ? found : none);
    if (one) {
      expect(all_hold(all, hand));
      Position<3> other = at;
      other.hand = hand;
      expect(other.count_lengths() == at.count_lengths());
    }
    for (int deal = 0; deal < 100 && !one; ++deal) expect(!all_hold(all, dealt_anew(at, random).hand));
  }
  expect(found > 50 && none > 50);
}};

const Sentence kStays{"in every order a king that stays is the highest of its suit, the lowest trump the lowest, and no other card is taken for one", [] {
  std::mt19937 random(6);
  int kings = 0, lowest = 0;
  for (int i = 0; i < 200; ++i) {
    const Position<3> at = few(random, 5, false);
    const Cards staying{at.hand[0].plain & kTops, at.hand[0].trumps & kLowestTrump};
    const Orders<3> orders(at.hand, staying);
    std::vector<Comparison> all;
    for (const Comparison one : some_comparisons(at, random, 3))
      if (!orders.stays(one)) all.push_back(one);
    std::array<Cards, 3> hand;
    if (!orders.arrange(all.data(), static_cast<int>(all.size()), hand)) continue;
    for (int seat = 0; seat < 3; ++seat) {
      const Cards prizes{hand[seat].plain & kTops, hand[seat].trumps & kLowestTrump};
      expect(prizes == (seat == 0 ? staying : Cards{}));
    }
    expect(all_hold(all, hand));
    kings += staying.plain != 0, lowest += staying.trumps != 0;
  }
  expect(kings > 20 && lowest > 5);
}};

struct Asked {
  u64 nodes = 0;
  int wrong = 0;
};

// Many deals of the same lengths asked of one table, and each of a search that remembers nothing.
Asked deals_of_one_shape(unsigned seed, int tricks, const Switches& with, u8 goal) {
  std::mt19937 random(seed);
  Position<3> position = few(random, tricks, seed % 4 == 0);
  const u8 side = static_cast<u8>(1 + random() % 6);
  const Question question{static_cast<int>(random() % 3), side, false, goal};
  Switches bare;
  bare.table = bare.either = bare.resolution = false;
  const Rules rules;
  const Stakes stakes;
  Table<2> table(u64{1} << 20), unused(u64{1} << 12);
  Budget budget(u64{1} << 40, -1, nullptr), other(u64{1} << 40, -1, nullptr);
  Asked told;
  for (int deal = 0; deal < 40; ++deal) {
    const i32 value = ThresholdSearch<3>(rules, stakes, table, budget, with).search(position, question, 1, false);
    const i32 plain = ThresholdSearch<3>(rules, stakes, unused, other, bare).search(position, question, 1, false);
    told.wrong += (value >= 1) != (plain >= 1);
    position = dealt_anew(position, random);
  }
  told.nodes = budget.nodes();
  return told;
}

Switches sparing(int tricks, int near_misses) {
  Switches on;
  on.sparing = tricks;
  on.near_misses = near_misses;
  return on;
}

const Sentence kSpared{"what proofs do without is right in every deal of the same lengths, whoever has the kings, the Pagat and the Fool", [] {
  u64 with = 0, without = 0;
  for (unsigned seed = 0; seed < 240; ++seed) {
    const int tricks = 3 + static_cast<int>(seed % 4);
    const u8 goal = kGoals[seed % kGoals.size()];
    const Asked told = deals_of_one_shape(seed, tricks, sparing(tricks, 0), goal), before = deals_of_one_shape(seed, tricks, sparing(0, 0), goal);
    expect(told.wrong == 0 && before.wrong == 0);
    with += told.nodes, without += before.nodes;
  }
  expect(with != without);
}};

const Sentence kNearMisses{"what proofs that were near misses do without is right in every deal of the same lengths, with comparisons spared below and without", [] {
  u64 with = 0, without = 0;
  for (unsigned seed = 0; seed < 240; ++seed) {
    const int tricks = 4 + static_cast<int>(seed % 4), spared = seed % 3 ? 0 : 3;
    const u8 goal = kGoals[seed % kGoals.size()];
    const Asked told = deals_of_one_shape(seed, tricks, sparing(spared, tricks), goal);
    expect(told.wrong == 0);
    with += told.nodes, without += deals_of_one_shape(seed, tricks, sparing(spared, 0), goal).nodes;
  }
  expect(with != without);
}};

const Sentence kParts{"a part of a search ends where it has used up what it was given, the search goes on, and an inner part that ends leaves the outer one its limit", [] {
  Budget budget(1'000'000, -1, nullptr);
  const auto spend = [&](int nodes) {
    int spent = 0;
    while (spent < nodes && !budget.node()) ++spent;
    return spent;
  };
  const Budget::Part outer = budget.within(100);
  expect(spend(60) == 60);
  const Budget::Part inner = budget.within(20);
  expect(spend(50) == 19 && budget.spent());
  expect(!budget.back(inner) && !budget.spent());
  const Budget::Part wide = budget.within(1000);
  expect(spend(500) == 19 && budget.spent());
  expect(!budget.back(wide) && budget.spent());
  expect(!budget.back(outer) && !budget.spent());
  expect(spend(2'000'000) == 1'000'000 - 100 && budget.why() == Stop::nodes);
  expect(!budget.back(budget.within(10)) && budget.why() == Stop::nodes);
}};

}  // namespace
}  // namespace tests
}  // namespace core
