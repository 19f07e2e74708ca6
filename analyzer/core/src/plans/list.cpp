// One line for each seat: an order of its items, found by going through the states that an order still open in part lets
// come about. Complete: where it ends within its limit and finds nothing, there is no such order.
#include <algorithm>

#include "search.hpp"

namespace core::plans {
namespace {

// Which items of a seat stand above which, closed under "above the above".
struct Order {
  std::array<std::array<Items, kItems>, kMostSeats> above{}, below{};

  // Put an item above others of its seat, none of which stands above it.
  void put(int seat, int number, Items others) {
    const Items over = above[seat][number] | item(number);
    Items under = others;
    for (Items rest = others; rest; rest &= rest - 1) under |= below[seat][std::countr_zero(rest)];
    for (Items rest = over; rest; rest &= rest - 1) below[seat][std::countr_zero(rest)] |= under;
    for (Items rest = under; rest; rest &= rest - 1) above[seat][std::countr_zero(rest)] |= over;
  }
};

class OneLine {
 public:
  OneLine(const Deal& deal, Judge& judge, u64 most, Noise& noise, double width)
      : deal_(deal), judge_(judge), most_(most), noise_(noise), width_(width), seen_(14) {
    for (int seat = 0; seat < deal.seats; ++seat)
      if (deal.plans(seat)) ordered_ |= deal.hand[seat];
  }

  bool search() {
    seen_.put(deal_.start.key());
    push(deal_.start);
    return extend();
  }
  bool cut() const { return cut_; }
  u64 played() const { return played_; }
  const std::vector<Decision>& met() const { return met_; }

  Plan plan() const {
    Plan plan;
    for (int seat = 0; seat < deal_.seats; ++seat) {
      if (!deal_.plans(seat)) continue;
      Items left = 0;
      for (int number = 0; number < kItems; ++number)
        if (order_.above[seat][number] | order_.below[seat][number]) left |= item(number);
      Line line;
      while (left) {
        int best = -1;
        for (Items rest = left; rest; rest &= rest - 1) {
          const int number = std::countr_zero(rest);
          if (!(order_.above[seat][number] & left) && (best < 0 || rate(seat, number) > rate(seat, best))) best = number;
        }
        line.first.push_back(item(best));
        left &= ~item(best);
      }
      if (asked_[kDoes] >> seat & 1) line.first.push_back(item(kCall));
      if (asked_[kDoesNot] >> seat & 1) line.first.push_back(item(kPass));
      if (!line.first.empty()) plan.of[seat].push_back(line);
    }
    return plan;
  }

 private:
  struct Node {
    State state;
    int next;
  };
  static constexpr int kNone = -1;
  enum Answer : u8 { kDoes, kDoesNot };

  void push(const State& state) {
    nodes_.push_back({state, open_});
    open_ = static_cast<int>(nodes_.size()) - 1;
  }

  void step(const State& state, int number) {
    const Step step = deal_.after(state, number);
    if (step.over) return;
    const State next = deal_.folded(step.next, ordered_);
    const State::Key key = next.key();
    if (!seen_.put(key)) return;
    entered_.push_back(key);
    if (!judge_.automatic(next)) push(next);
  }

  double rate(int seat, int number) const {
    const double asked = tries_[seat][number].first + 2, good = tries_[seat][number].second + 1;
    return good / asked;
  }

  // What the order says: the item on top, or those that may be put there. False where it must fail.
  enum class Says { one, several, fails };
  Says says(const Decision& at, Items& items) const {
    const int seat = deal_.mover(at.state);
    Items open = 0;
    for (Items rest = at.allowed; rest; rest &= rest - 1) {
      const int number = std::countr_zero(rest);
      if (order_.above[seat][number] & at.allowed) continue;
      open |= item(number);
      if ((order_.below[seat][number] | item(number)) == (order_.below[seat][number] | item(number) | at.allowed)) {
        items = item(number);
        return at.good & items ? Says::one : Says::fails;
      }
    }
    items = open & at.good;
    return items == 0 ? Says::fails : Says::several;
  }

  // One state off the stack; false where the order fails there.
  bool visit(const State& state) {
    if (++played_ > most_ || judge_.budget().node()) return !(cut_ = true);
    const Items allowed = deal_.allowed(state);
    const int seat = deal_.mover(state);
    if (!deal_.plans(seat) || !(allowed & (allowed - 1))) {
      for (Items rest = deal_.distinct(state, allowed, 0); rest; rest &= rest - 1) step(state, std::countr_zero(rest));
      return true;
    }
    const Decision at{state, allowed, judge_.good(state, allowed)};
    if (judge_.budget().spent()) return !(cut_ = true);
    if (state.picked != kNothing) return ask(at);
    if (at.good != at.allowed && met_.size() < kMostMet) met_.push_back(at);
    for (Items rest = allowed; rest; rest &= rest - 1) {
      auto& [asked, good] = tries_[seat][std::countr_zero(rest)];
      ++asked;
      good += at.good & rest & (~rest + 1) ? 1 : 0;
    }
    return settle(at);
  }

  // Who is asked for a call makes it each time or never. Where all follow the plan either may be wrong, and both are left open
  // as long as neither is.
  bool ask(const Decision& at) {
    const int seat = deal_.mover(at.state);
    const auto answers = [&](Answer answer) { return bool(asked_[answer] >> seat & 1); };
    if (deal_.all_plan() && at.good == at.allowed && !answers(kDoes) && !answers(kDoesNot)) {
      step(at.state, kCall);
      step(at.state, kPass);
      return true;
    }
    const Answer answer = answers(kDoesNot) || !(at.good & item(kCall)) ? kDoesNot : kDoes;
    const int number = answer == kDoes ? kCall : kPass;
    if (!(at.good & item(number)) || answers(answer == kDoes ? kDoesNot : kDoes)) return false;
    asked_[answer] |= u8(1 << seat);
    step(at.state, number);
    return true;
  }

  // Go on where the order decides or only one item is left to put on top; else leave the state for later.
  bool settle(const Decision& at) {
    Items items;
    const Says said = says(at, items);
    if (said == Says::fails) return false;
    if (items & (items - 1)) {
      later_.push_back(at);
      return true;
    }
    const int number = std::countr_zero(items);
    if (said == Says::several) order_.put(deal_.mover(at.state), number, at.allowed & ~items);
    step(at.state, number);
    return true;
  }

  bool go() {
    for (;;) {
      while (open_ != kNone) {
        const State state = nodes_[open_].state;
        open_ = nodes_[open_].next;
        if (!visit(state)) return false;
      }
      std::vector<Decision> waiting;
      waiting.swap(later_);
      for (const Decision& at : waiting)
        if (!settle(at)) return false;
      if (open_ == kNone && later_.size() == waiting.size()) return true;
    }
  }

  // Everything that follows; where several items may be put on top, each of them in turn, back to here in between.
  bool extend() {
    if (!go()) return false;
    if (later_.empty()) return true;
    std::size_t fewest = 0;
    int least = kItems + 1;
    for (std::size_t i = 0; i < later_.size(); ++i) {
      Items items;
      says(later_[i], items);
      const int count = std::popcount(items) + (later_[i].good == later_[i].allowed ? kItems : 0);
      if (count < least) least = count, fewest = i;
    }
    const Decision at = later_[fewest];
    const int seat = deal_.mover(at.state);
    Items items;
    says(at, items);
    std::vector<std::pair<double, int>> tops;
    for (Items rest = items; rest; rest &= rest - 1) {
      const int number = std::countr_zero(rest);
      tops.emplace_back(-rate(seat, number) * noise_.around(width_), number);
    }
    std::sort(tops.begin(), tops.end());
    const Order order = order_;
    const std::vector<Decision> later = later_;
    const std::size_t nodes = nodes_.size(), entered = entered_.size();
    const auto asked = asked_;
    for (const auto& [_, number] : tops) {
      order_.put(seat, number, at.allowed & ~item(number));
      if (extend()) return true;
      if (cut_) return false;
      order_ = order;
      later_ = later;
      asked_ = asked;
      nodes_.resize(nodes);
      open_ = kNone;
      for (; entered_.size() > entered; entered_.pop_back()) seen_.take_out(entered_.back());
    }
    return false;
  }

  static constexpr std::size_t kMostMet = 4000;

  const Deal& deal_;
  Judge& judge_;
  u64 most_;
  Noise& noise_;
  double width_;
  u64 ordered_ = 0;  // the cards that an order tells apart
  StateTable seen_;
  std::vector<State::Key> entered_;
  std::vector<Node> nodes_;
  int open_ = kNone;
  std::vector<Decision> later_;
  std::vector<Decision> met_;
  Order order_;
  std::array<std::array<std::pair<int, int>, kItems>, kMostSeats> tries_{};
  u64 played_ = 0;
  std::array<u8, 2> asked_{};  // by answer: the seats that give it
  bool cut_ = false;
};

// How long each go is, in shares: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... Where goes are long by bad luck and short by good luck, no
// order known beforehand is much better.
u64 luby(u64 n) {
  u64 whole = 1;
  while (whole < n) whole = 2 * whole + 1;
  return whole == n ? (whole + 1) / 2 : luby(n - whole / 2);
}

constexpr u64 kShare = 24, kGoes = 60;  // the shortest go is such a part of the states of one play, and all of them so many such

}  // namespace

std::optional<Plan> one_line_each(const Deal& deal, Judge& judge, const PlanLimits& limits, u64& spent, bool& complete,
                                  std::vector<Decision>& met) {
  Noise noise(1);
  complete = false;
  const u64 most = std::min(limits.all, kGoes * (limits.states / kShare));
  for (u64 tried = 1; spent < most; ++tried) {
    const u64 share = std::min(limits.states, limits.states / kShare * luby(tried));
    OneLine search(deal, judge, share, noise, tried > 1 ? 0.5 : 0);
    const bool found = search.search();
    spent += search.played();
    met.insert(met.end(), search.met().begin(), search.met().end());
    if (judge.budget().spent()) break;
    if (found) return search.plan();
    if (!search.cut()) {
      complete = true;
      break;
    }
  }
  return std::nullopt;
}

}  // namespace core::plans
