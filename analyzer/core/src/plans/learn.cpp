// Lines with events, learned from examples: decisions in which some moves keep the answer and others do not. What is
// learned is played, and where it fails is an example more.
#include <algorithm>

#include "search.hpp"

namespace core::plans {
namespace {

constexpr std::size_t kWord = 64;
using Column = std::vector<u64>;

// What is known of one seat's decisions, as columns of bits: one bit each.
class Examples {
 public:
  Examples(const Deal& deal, int seat) : deal_(deal), seat_(seat), seen_(10) {
    for (const Event& event : events()) {
      events_.push_back(event);
      columns_.emplace_back();
    }
  }

  bool add(const Decision& at) {
    if (!seen_.put(at.state.key())) return false;
    const std::size_t bit = count_ % kWord, word = count_ / kWord;
    if (bit == 0) widen();
    const auto set = [&](Column& column) { column[word] |= u64{1} << bit; };
    for (std::size_t i = 0; i < events_.size(); ++i)
      if (possible(deal_, at.state, events_[i]) == kYes) set(columns_[i]);
    const Items take = taking(deal_, at.state, at.allowed).can;
    for (int number = 0; number < kItems; ++number) {
      if (!(at.allowed >> number & 1)) continue;
      set(allowed_[number]);
      if (!(at.good >> number & 1)) set(bad_[number]);
      if (take >> number & 1) set(takes_[number]);
    }
    if (at.good != at.allowed) set(wanted_);
    if (at.state.picked != kNothing) set(asked_);
    ++count_;
    return true;
  }
  std::size_t size() const { return count_; }

  // Lines that say something good wherever it matters, greedily: each line settles the most for what it costs. False where
  // no line says anything.
  bool lines(Noise* noise, std::vector<Line>& found) const {
    found.clear();
    Column left(wanted_.size(), ~u64{0});
    const std::vector<double> costs = priced(noise);
    while (any(left)) {
      Rule best;
      Rule rule;
      rule.when = {};
      improve(rule, left, 1, best);
      Column base(left.size());
      for (std::size_t i = 0; i < events_.size(); ++i) {
        for (std::size_t w = 0; w < base.size(); ++w) base[w] = left[w] & columns_[i][w];
        rule.when = {static_cast<int>(i)};
        improve(rule, base, costs[i], best);
      }
      for (const int take : {kTake, kNoTake}) {
        rule.when = {take};
        improve(rule, left, 1.3, best);
      }
      if (best.items.empty()) pairs(left, costs, best);
      if (best.items.empty()) return false;
      append(best, found);
      remove(best, left);
    }
    return true;
  }

 private:
  static constexpr int kTake = -1, kNoTake = -2;
  struct Rule {
    std::vector<int> when;   // events by number, or kTake, kNoTake
    std::vector<int> items;  // in this order
    double worth = 0;
  };

  std::vector<Event> events() const {
    std::vector<Event> all;
    const auto both = [&](EventKind kind, int who, int what) {
      for (const bool negated : {false, true}) all.push_back({kind, negated, static_cast<u8>(who), static_cast<u8>(what)});
    };
    for (int who = 0; who < deal_.seats; ++who)
      for (int suit = 0; suit < kSuits; ++suit)
        if (deal_.hand[who] & deal_.suit[suit]) both(EventKind::has, who, suit);
    for (int card = 0; card < deal_.cards; ++card)
      if (!(deal_.on_table(deal_.start) >> card & 1)) both(EventKind::held, 0, card);
    both(EventKind::to_lead, 0, 0);
    both(EventKind::last, 0, 0);
    both(EventKind::ruffed, 0, 0);
    for (int suit = 0; suit < kSuits; ++suit) both(EventKind::led, 0, suit);
    for (int who = 0; who < deal_.seats; ++who) {
      both(EventKind::leader, who, 0);
      if (who != seat_) both(EventKind::winning, who, 0);
    }
    for (int card = 0; card < deal_.cards; ++card)
      if (deal_.owner[card] != seat_) both(EventKind::in_trick, 0, card);
    for (int left = 2; left <= deal_.tricks(deal_.start); ++left) all.push_back({EventKind::left, false, 0, static_cast<u8>(left)});
    return all;
  }

  void widen() {
    for (Column& column : columns_) column.push_back(0);
    for (auto* kind : {&allowed_, &bad_, &takes_})
      for (Column& column : *kind) column.push_back(0);
    wanted_.push_back(0);
    asked_.push_back(0);
  }

  bool any(const Column& left) const {
    for (std::size_t w = 0; w < left.size(); ++w)
      if (left[w] & wanted_[w]) return true;
    return false;
  }

  // What an event costs against another: the ones a player sees at once are cheap.
  std::vector<double> priced(Noise* noise) const {
    std::array<double, kEventKinds> kinds{1.2, 1.3, 1.3, 1.25, 1.4, 1.25, 1.5, 1.5, 1.5, 1.5, 1.5};
    if (noise)
      for (double& cost : kinds) cost *= noise->around(0.4);
    std::vector<double> costs;
    for (const Event& event : events_)
      costs.push_back(kinds[static_cast<int>(event.kind)] * (noise ? noise->around(0.3) : 1));
    return costs;
  }

  // Whether an event says where the trick stands, which who is asked for a call does not take part in.
  static bool of_the_trick(const Event& event) {
    switch (event.kind) {
      case EventKind::has:
      case EventKind::held:
      case EventKind::leader:
      case EventKind::left: return false;
      default: return true;
    }
  }
  bool may_call(const Rule& rule) const {
    return std::none_of(rule.when.begin(), rule.when.end(), [&](int i) { return i < 0 || of_the_trick(events_[i]); });
  }

  // Items that are good wherever the line speaks, one after another; the line becomes the best if it is worth more. It can
  // settle no more than the examples in which it may speak.
  void improve(Rule& rule, const Column& base, double cost, Rule& best) const {
    int within = 0;
    for (std::size_t w = 0; w < base.size(); ++w) within += std::popcount(base[w] & wanted_[w]);
    if (within <= best.worth * cost) return;
    const int take = rule.when.empty() ? 0 : rule.when.back();
    const bool calls = may_call(rule);
    static thread_local Column open;
    open = base;
    rule.items.clear();
    int total = 0;
    for (Items tried = 0;;) {
      int most = 0, top = -1;
      for (int number = 0; number < kItems; ++number) {
        if (tried >> number & 1 || (number == kPass && !deal_.all_plan()) || (kAnswers >> number & 1 && !calls)) continue;
        int gain = 0;
        bool bad = false;
        for (std::size_t w = 0; w < open.size() && !bad; ++w) {
          u64 speaks = open[w] & allowed_[number][w];
          if (take == kTake) speaks &= takes_[number][w];
          if (take == kNoTake) speaks &= ~takes_[number][w];
          bad = speaks & bad_[number][w];
          gain += std::popcount(speaks & wanted_[w]);
        }
        if (!bad && gain > most) most = gain, top = number;
      }
      if (top < 0) break;
      total += most;
      tried |= item(top);
      rule.items.push_back(top);
      speak(rule.when, top, open);
    }
    rule.worth = total / cost;
    if (total && rule.worth > best.worth) best = rule;
  }

  // Leave out the examples in which an item speaks for a line.
  void speak(const std::vector<int>& when, int number, Column& open) const {
    for (std::size_t w = 0; w < open.size(); ++w) {
      u64 speaks = allowed_[number][w];
      for (const int i : when) speaks &= i == kTake ? takes_[number][w] : i == kNoTake ? ~takes_[number][w] : columns_[i][w];
      open[w] &= ~speaks;
    }
  }

  // Two events together, both true of the first example that is left.
  void pairs(const Column& left, const std::vector<double>& costs, Rule& best) const {
    std::size_t word = 0;
    while (!(left[word] & wanted_[word])) ++word;
    const u64 bit = u64{1} << std::countr_zero(left[word] & wanted_[word]);
    std::vector<int> here;
    for (std::size_t i = 0; i < events_.size(); ++i)
      if (columns_[i][word] & bit) here.push_back(static_cast<int>(i));
    Column base(left.size()), both(left.size());
    Rule rule;
    for (std::size_t a = 0; a < here.size(); ++a) {
      for (std::size_t w = 0; w < base.size(); ++w) base[w] = left[w] & columns_[here[a]][w];
      for (std::size_t b = a + 1; b < here.size(); ++b) {
        for (std::size_t w = 0; w < base.size(); ++w) both[w] = base[w] & columns_[here[b]][w];
        rule.when = {here[a], here[b]};
        improve(rule, both, costs[here[a]] * costs[here[b]], best);
      }
      for (const int take : {kTake, kNoTake}) {
        rule.when = {here[a], take};
        improve(rule, base, costs[here[a]] * 1.3, best);
      }
    }
  }

  void append(const Rule& rule, std::vector<Line>& found) const {
    Line line;
    for (const int i : rule.when)
      line.when.push_back(i == kTake || i == kNoTake ? Event{EventKind::takes, i == kNoTake, 0, 0} : events_[i]);
    for (const int number : rule.items) line.first.push_back(item(number));
    if (!found.empty() && found.back().when == line.when)
      found.back().first.insert(found.back().first.end(), line.first.begin(), line.first.end());
    else
      found.push_back(line);
  }

  void remove(const Rule& rule, Column& left) const {
    for (const int number : rule.items) speak(rule.when, number, left);
  }

  const Deal& deal_;
  int seat_;
  StateTable seen_;
  std::size_t count_ = 0;
  std::vector<Event> events_;
  std::vector<Column> columns_;  // by event: it holds
  std::array<Column, kItems> allowed_, bad_, takes_;
  Column wanted_, asked_;  // something is not good; asked for a call
};

// Cheaper first: lines, then events, then items.
std::array<std::size_t, 3> cost(const Plan& plan) {
  std::array<std::size_t, 3> all{};
  for (const auto& lines : plan.of)
    for (const Line& line : lines) {
      ++all[0];
      all[1] += line.when.size();
      for (const Items group : line.first) all[2] += static_cast<std::size_t>(std::popcount(group));
    }
  return all;
}

// A course of learning: how many examples are taken from the first play of a plan, how many more from each later one, and
// in which order a plan is played.
struct Course {
  std::size_t first, more;
  Going going;
};

class Learner {
 public:
  Learner(const Deal& deal, Judge& judge, const PlanLimits& limits, const Course& course)
      : deal_(deal), judge_(judge), player_(deal, judge, limits.states, course.going), course_(course) {
    forget();
  }

  void forget() {
    examples_.clear();
    for (int seat = 0; seat < deal_.seats; ++seat)
      if (deal_.plans(seat)) examples_.emplace_back(deal_, seat);
  }
  void show(const Decision& at) {
    std::size_t i = 0;
    for (int seat = 0; seat < deal_.mover(at.state); ++seat) i += deal_.plans(seat);
    examples_[i].add(at);
  }
  std::size_t size() const {
    std::size_t all = 0;
    for (const Examples& each : examples_) all += each.size();
    return all;
  }

  // Learn and play in turn until the plan proves.
  std::optional<Plan> plan(Noise* noise, int rounds) {
    std::vector<Decision> wrong;
    for (int round = 0; round < rounds && !judge_.budget().spent(); ++round) {
      Plan plan;
      std::size_t i = 0;
      for (int seat = 0; seat < deal_.seats; ++seat)
        if (deal_.plans(seat) && !examples_[i++].lines(noise, plan.of[seat])) return std::nullopt;
      wrong.clear();
      const u64 before = player_.played();
      if (player_.proves(plan, &wrong, course_.first + course_.more * static_cast<std::size_t>(round))) return plan;
      if (wrong.empty()) return std::nullopt;  // more to play than allowed
      learned_ += 40 * size();
      for (const Decision& at : wrong) show(at);
      if (player_.played() - before > 0 && spent() > most_) return std::nullopt;
    }
    return std::nullopt;
  }
  // Rounds of learning are counted as states that take as long.
  u64 spent() const { return player_.played() + learned_; }
  void allow(u64 most) { most_ = most; }

 private:
  const Deal& deal_;
  Judge& judge_;
  Player player_;
  Course course_;
  std::vector<Examples> examples_;
  u64 learned_ = 0;
  u64 most_ = ~u64{0};
};

// Learn from what was met in one course, with so many states more, and from where the best plan leads.
void learn_in(const Course& course, const Deal& deal, Judge& judge, const PlanLimits& limits, u64 allowed, u64& spent,
              const std::vector<Decision>& met, std::optional<Plan>& best) {
  constexpr std::size_t kFirst = 200, kMany = 2500, kMeets = 400;
  constexpr int kTries = 12, kInVain = 6, kRounds = 60, kLater = 20;
  const int seats = std::popcount(unsigned{deal.planners});
  Learner learner(deal, judge, limits, course);
  learner.allow(allowed);
  Noise noise(2);
  const auto start = [&](std::size_t from) {
    learner.forget();
    const std::size_t each = std::max<std::size_t>(1, met.size() / kFirst);
    for (std::size_t i = from % each; i < met.size(); i += each) learner.show(met[i]);
  };
  start(0);
  const u64 before = spent;
  Player player(deal, judge, limits.states);
  u64 shrinking = 0, after = 0;
  for (int tried = 0, in_vain = 0; tried < kTries && in_vain < kInVain && !judge.budget().spent(); ++tried) {
    std::optional<Plan> plan = learner.plan(tried ? &noise : nullptr, best ? kLater : kRounds);
    if (plan) {
      PlanLimits some = limits;
      some.shrink = limits.shrink / 8;
      plan = shrunk(deal, judge, some, shrinking, *plan);
    }
    const bool shorter = plan && (!best || cost(*plan) < cost(*best));
    in_vain = shorter || !best ? 0 : in_vain + 1;
    if (shorter) best = plan;
    spent = before + learner.spent() + shrinking + player.played();
    if (best && after == 0) after = spent;
    const u64 most = best ? std::min(before + allowed, after + limits.all / 5) : before + allowed;
    if (spent >= most || (best && best->lines() <= limits.enough * seats)) break;
    // What could not be told apart, or is too much, is forgotten, for others of what was met, or for what the best plan meets.
    if (plan && tried % 2 == 0 && learner.size() < kMany) continue;
    if (best && player.proves(*best)) {
      learner.forget();
      const std::size_t each = player.met().size() / kMeets + 1;
      for (std::size_t i = noise.next() % each; i < player.met().size(); i += each) learner.show(player.met()[i]);
    } else if (!plan || learner.size() > kMany) {
      start(noise.next());
    }
  }
}

}  // namespace

// How long a plan becomes hangs on what is learned from first, more than on how long is learned. So where it is long, or none
// was found, learning begins anew, from examples of all parts of a play, and then from more of them.
void learn(const Deal& deal, Judge& judge, const PlanLimits& limits, u64& spent, const std::vector<Decision>& met,
           std::optional<Plan>& best) {
  constexpr int kLong = 8;
  constexpr u64 kShare = 3;  // such a part of all states is for each course after the first
  const auto left = [&] { return limits.all > spent ? limits.all - spent : 0; };
  learn_in({24, 0, Going::deep}, deal, judge, limits, left(), spent, met, best);
  for (const Course& course : {Course{40, 6, Going::anywhere}, Course{120, 0, Going::anywhere}})
    if (!best || best->lines() > kLong) learn_in(course, deal, judge, limits, limits.all / kShare, spent, met, best);
}

}  // namespace core::plans
