// The parts of the search for plans: the moves of a deal, what a plan says, and that what is found proves. Who gets his way
// is told by a search of these tests, which tries everything.
#include "../src/plans/search.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "check.hpp"
#include "hands.hpp"

namespace core::plans {
namespace {

using tests::expect;
using tests::Sentence;

// Tries every play; for endings of three tricks or so.
class EveryPlay final : public Truth {
 public:
  explicit EveryPlay(const Deal& deal) : deal_(deal) {}
  bool reached(const State& state) override { return reaches(state, deal_.question.side); }
  bool reached_by(const State& state, bool everybody) override { return reaches(state, everybody ? 7 : 0); }

 private:
  bool reaches(const State& state, u8 side) {
    const State::Key key = state.key();
    const auto known = known_.find({key.held, key.rest, side});
    if (known != known_.end()) return known->second;
    const bool own = side >> deal_.mover(state) & 1;
    bool found = !own;
    for (Items rest = deal_.allowed(state); rest; rest &= rest - 1) {
      const Step step = deal_.after(state, std::countr_zero(rest));
      const bool now = step.over ? step.reached : reaches(step.next, side);
      if (now == own) found = own;
    }
    return known_[{key.held, key.rest, side}] = found;
  }

  const Deal& deal_;
  std::map<std::tuple<u64, u64, u8>, bool> known_;
};

constexpr u8 kUltimo = 1 << kWinsTop | 1 << kWinsLowTrump;

// A deal before a lead: who follows the plan, whose Ultimo it is about, and whether they bring it about.
Deal dealt(const std::array<std::string, 3>& hands, int leader, u8 planners, int seat, bool holds) {
  const auto position = tests::dealt<3>(hands, leader);
  Deal deal;
  deal.seats = 3;
  deal.rules.call_trick = 3;
  deal.rules.banned_trick = 2;
  deal.planners = planners;
  deal.holds = holds;
  deal.question.seat = seat;
  deal.question.side = static_cast<u8>(holds ? planners : 7 & ~planners);
  deal.question.classes = kUltimo;
  for (int suit = 0; suit < kSuits; ++suit)
    for (int height = 0; height < kTrumpHeights; ++height)
      for (int owner = 0; owner < 3; ++owner)
        if (position.hand[owner].lane(suit) >> height & 1) deal.deal(Card{static_cast<u8>(suit), static_cast<u8>(height)}, owner);
  for (int owner = 0; owner < 3; ++owner)
    if (position.excuse == owner) deal.deal(kExcuse, owner);
  deal.arrange();
  deal.start.held = one(deal.cards) - 1;
  deal.start.leader = static_cast<u8>(leader);
  return deal;
}

struct Search {
  Deal deal;
  EveryPlay truth{deal};
  Budget budget{~u64{0}, -1, nullptr};
  Judge judge{deal, truth, budget};

  explicit Search(const Deal& dealt) : deal(dealt) {}
  Search(const Search&) = delete;
  bool holds() {
    Step now;
    now.next = deal.start;
    return judge.wins(now);
  }
  bool proves(const Plan& plan) { return Player(deal, judge, 100'000).proves(plan); }
};

int number(const Deal& deal, const std::string& word) {
  for (int card = 0; card < deal.cards; ++card)
    if (deal.card[card] == tests::card(word)) return card;
  return -1;
}
Items named(const Deal& deal, const std::string& word) { return item(deal.item_of[number(deal, word)]); }

const Sentence kMoves{"a player follows suit, else trumps, else lays what he likes", [] {
  const Deal deal = dealt({"h3 h4 d2", "h9 c5 T3", "c2 T7 T8"}, 0, 1, 0, true);
  const State led = deal.after(deal.start, std::countr_zero(named(deal, "h4"))).next;
  expect(deal.allowed(deal.start) == (named(deal, "h3") | named(deal, "h4") | named(deal, "d2")));
  expect(deal.allowed(led) == named(deal, "h9"));
  const State next = deal.after(led, std::countr_zero(named(deal, "h9"))).next;
  expect(deal.allowed(next) == (named(deal, "T7") | named(deal, "T8")));
  const Step won = deal.after(next, std::countr_zero(named(deal, "T7")));
  expect(!won.over && won.next.leader == 2 && deal.tricks(won.next) == 2);
}};

const Sentence kEqual{"of cards next to each other in one hand one is tried, unless a plan names them", [] {
  const Deal deal = dealt({"h3 h4 d2", "h9 c5 T3", "c2 T7 T8"}, 2, 4, 0, true);
  const Items trumps = named(deal, "T7") | named(deal, "T8"), all = deal.allowed(deal.start);
  expect(std::popcount(deal.distinct(deal.start, all, 0) & trumps) == 1);
  expect(std::popcount(deal.distinct(deal.start, all, one(number(deal, "T8"))) & trumps) == 2);
}};

const Sentence kFolded{"states with cards of the same order at other heights are one", [] {
  const Deal deal = dealt({"h3 h4 d2", "h9 h8 T3", "c2 T7 T8"}, 0, 1, 0, true);
  State low = deal.start, high = deal.start;
  low.held &= ~(one(number(deal, "h4")) | one(number(deal, "h9")) | one(number(deal, "T8")));
  high.held &= ~(one(number(deal, "h3")) | one(number(deal, "h8")) | one(number(deal, "T7")));
  expect(deal.folded(low, 0).key() == deal.folded(high, 0).key());
  expect(!(deal.folded(low, one(number(deal, "h3"))).key() == deal.folded(high, one(number(deal, "h3"))).key()));
}};

const Sentence kFirstLine{"the first line counts whose events hold and that has an allowed card, in it the first group", [] {
  const Deal deal = dealt({"h3 h4 d2", "h9 c5 T3", "c2 T7 T8"}, 0, 1, 0, true);
  const Items h3 = named(deal, "h3"), h4 = named(deal, "h4"), d2 = named(deal, "d2");
  const Event lead{EventKind::to_lead, false, 0, 0}, other{EventKind::to_lead, true, 0, 0};
  const std::vector<Line> lines{{{other}, {d2}}, {{lead}, {h4, h3 | d2}}, {{}, {h3}}};
  Place place;
  expect(chosen(deal, lines, deal.start, h3 | h4 | d2, &place) == h4 && place.line == 1 && place.group == 0);
  expect(chosen(deal, lines, deal.start, h3 | d2, &place) == (h3 | d2) && place.group == 1);
  expect(chosen(deal, {lines[0]}, deal.start, h3 | h4) == 0);
}};

const Sentence kTakes{"a card takes the trick if it beats what lies there, and may where that is not known", [] {
  const Deal deal = dealt({"h3 h4 d2", "h9 h1 T3", "c2 T7 T8"}, 0, 2, 0, true);
  const State led = deal.after(deal.start, std::countr_zero(named(deal, "h4"))).next;
  const Items both = named(deal, "h9") | named(deal, "h1");
  expect(taking(deal, led, both).can == named(deal, "h9"));
  const Ranks nothing;
  const Taking blind = taking(deal, led, both, &nothing);
  expect(blind.can == both && blind.must == 0);
}};

void finds(const Deal& dealt_, int lines) {
  Search search(dealt_);
  expect(search.holds());
  const Found found = find_plan(search.deal, search.judge, PlanLimits{});
  expect(found.plan && found.plan->lines() == lines && found.needed);
  expect(search.proves(*found.plan));
  for (int seat = 0; seat < 3; ++seat)
    for (std::size_t i = 0; i < found.plan->of[seat].size(); ++i) {
      Plan less = *found.plan;
      less.of[seat].erase(less.of[seat].begin() + static_cast<long>(i));
      expect(!search.proves(less));
    }
}

// Endings of the collection; a card by its suit and its height.
const std::array<std::string, 3> kKings{"T6 d13", "h13 d1", "c6 c1"};
const std::array<std::string, 3> kOneCardWins{"s10 s9 c13 c3 T18", "s13 c11 T19 T16 T0", "s6 s0 c0 T20 T7"};
const std::array<std::string, 3> kDemandDecides{"h6 d13 d12 T7", "h9 h2 d6 c13", "h0 c3 T20 fool"};

const Sentence kFinds{"a plan is found that proves, and none of its lines can go", [] {
  finds(dealt(kKings, 1, 2, 0, false), 1);
  finds(dealt(kKings, 1, 6, 0, true), 1);
  finds(dealt(kOneCardWins, 1, 2, 1, true), 1);
  finds(dealt(kDemandDecides, 1, 2, 1, true), 1);
  finds(dealt(kDemandDecides, 1, 4, 0, false), 2);
}};

const Sentence kMattered{"what mattered is beating what the last card has to beat, and nothing else is told", [] {
  Search search(dealt(kOneCardWins, 1, 2, 1, true));
  const Found found = find_plan(search.deal, search.judge, PlanLimits{});
  const auto pair = [&](const std::string& high, const std::string& low) {
    return std::pair{number(search.deal, high), number(search.deal, low)};
  };
  const std::vector<std::pair<int, int>> wanted{pair("T19", "T18"), pair("T19", "T7"), pair("T16", "T7")};
  expect(found.needed == wanted);
}};

const Sentence kUsed{"a plan without what it never says proves as it did", [] {
  Search search(dealt(kOneCardWins, 1, 2, 1, true));
  const Found found = find_plan(search.deal, search.judge, PlanLimits{});
  Plan longer = *found.plan;
  longer.of[1].push_back({{Event{EventKind::left, false, 0, 9}}, {named(search.deal, "c11")}});
  Player player(search.deal, search.judge, 100'000);
  expect(player.proves(longer) && player.used(longer) == *found.plan && !player.met().empty());
  u64 spent = 0;
  expect(shrunk(search.deal, search.judge, PlanLimits{}, spent, longer).lines() == 1 && spent > 0);
}};

// What goes in one step can leave other lines without a word to say; those are not to be counted on within it.
void shrinks(const Deal& dealt_, int seat, u64 seed, int ways) {
  Search search(dealt_);
  const Found found = find_plan(search.deal, search.judge, PlanLimits{});
  Noise noise(seed);
  int tried = 0;
  for (int made = 0; made < 40 * ways && tried < ways; ++made) {
    Plan longer = *found.plan;
    auto& lines = longer.of[seat];
    for (int more = 0; more < 8; ++more) {
      const Event event{static_cast<EventKind>(noise.next() % kEventKinds), bool(noise.next() & 1), static_cast<u8>(noise.next() % 3),
                        static_cast<u8>(noise.next() % 5)};
      const Items hand = item(std::popcount(search.deal.hand[seat])) - 1;
      Line line{{event}, {static_cast<Items>(noise.next()) & hand, static_cast<Items>(noise.next()) & hand}};
      lines.insert(lines.begin() + static_cast<long>(noise.next() % (lines.size() + 1)), line);
    }
    if (!search.proves(longer)) continue;
    ++tried;
    u64 spent = 0;
    const Plan small = shrunk(search.deal, search.judge, PlanLimits{}, spent, longer);
    expect(search.proves(small) && small.lines() < longer.lines());
    for (std::size_t i = 0; i < small.of[seat].size(); ++i) {
      Plan less = small;
      less.of[seat].erase(less.of[seat].begin() + static_cast<long>(i));
      expect(!search.proves(less));
    }
  }
  expect(tried == ways);
}

const Sentence kLonger{"a plan made longer in many ways is made small again, and none of its lines can go", [] {
  shrinks(dealt(kDemandDecides, 1, 2, 1, true), 1, 7, 25);
  shrinks(dealt(kDemandDecides, 1, 4, 0, false), 2, 8, 25);
  shrinks(dealt(kOneCardWins, 1, 2, 1, true), 1, 9, 25);
  shrinks(dealt(kKings, 1, 6, 0, true), 1, 10, 25);
}};

const Sentence kNoCall{"where all follow the plan and a call would spoil it, the plan says not to call", [] {
  const Deal deal = dealt({"h13 h7 c13", "T17 T11 fool", "d13 T21 T0"}, 1, 7, 0, true);
  Search search(deal);
  expect(search.holds());
  const Found found = find_plan(search.deal, search.judge, PlanLimits{});
  expect(found.plan && search.proves(*found.plan));
  const auto says = [&](int number) {
    return std::any_of(found.plan->of.begin(), found.plan->of.end(), [&](const auto& lines) {
      return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
        return std::any_of(line.first.begin(), line.first.end(), [&](Items group) { return group & item(number); });
      });
    });
  };
  expect(says(kPass) && !says(kCall));
}};

const Sentence kNothing{"within no limits no plan is found, and none is made up", [] {
  Search search(dealt(kOneCardWins, 1, 2, 1, true));
  const Found found = find_plan(search.deal, search.judge, PlanLimits{1, 1, 1, 1, 2});
  expect(!found.plan && !found.needed);
}};

const Sentence kTable{"a table of states grows, forgets all at once, and lets one be taken out", [] {
  StateTable table(2);
  for (u64 i = 0; i < 1000; ++i) expect(table.put({i, 7 * i}, static_cast<u32>(i)));
  for (u64 i = 0; i < 1000; ++i) expect(*table.find({i, 7 * i}) == i && !table.put({i, 7 * i}));
  table.take_out({3, 21});
  expect(table.put({3, 21}, 5) && *table.find({3, 21}) == 5);
  table.clear();
  expect(!table.find({3, 21}) && table.put({3, 21}));
}};

}  // namespace
}  // namespace core::plans
