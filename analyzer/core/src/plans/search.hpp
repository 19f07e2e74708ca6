// The search for a plan: first one line for each seat, then lines with events; made small, each step by playing it out.
#pragma once

#include <optional>
#include <utility>

#include "plan.hpp"
#include "truth.hpp"

namespace core::plans {

// How much each part may play, in states; counted, so that the same is found on every machine.
struct PlanLimits {
  u64 states = 120'000;     // in one go through everything a plan lets come about
  u64 all = 4'000'000;     // in the whole search for a plan
  u64 shrink = 1'600'000;  // in making it small
  u64 need = 3'000'000;    // in finding what mattered
  int enough = 2;          // lines a seat beyond which another plan is looked for
};

// Numbers that look drawn by chance and are the same in every run.
class Noise {
 public:
  explicit Noise(u64 seed) : state_(seed) {}
  u64 next() {
    u64 x = state_ += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
  }
  // From 1 - width to 1 + width.
  double around(double width) { return 1 + width * (static_cast<double>(next() >> 11) / double(u64{1} << 52) - 1); }

 private:
  u64 state_;
};

// A state in which a seat of the plan moves, with all moves and those that keep the answer.
struct Decision {
  State state;
  Items allowed;
  Items good;
};

// Which of the states met is played next: the last, or any of them, so that what is seen soon is of all parts of a play.
enum class Going : u8 { deep, anywhere };

// The states still to be played, each once, and how many were: no more in one go than so many.
class Frontier {
 public:
  Frontier(Budget& budget, u64 most, Going going = Going::deep) : budget_(budget), most_(most), going_(going), seen_(12) {}

  void start(const State& state) {
    until_ = played_ + most_;
    seen_.clear();
    open_.assign(1, state);
    seen_.put(state.key());
  }
  bool empty() const { return open_.empty(); }
  State next() {
    if (going_ == Going::anywhere) std::swap(open_.back(), open_[(played_ * 0x9E3779B97F4A7C15u >> 32) % open_.size()]);
    const State state = open_.back();
    open_.pop_back();
    spent_ = ++played_ > until_ || budget_.node();
    return state;
  }
  // Whether the state taken last is one more than allowed.
  bool spent() const { return spent_; }
  // False where the state was met before.
  bool meet(const State& state) { return seen_.put(state.key()); }
  void add(const State& state) { open_.push_back(state); }
  u64 played() const { return played_; }

 private:
  Budget& budget_;
  u64 most_, until_ = 0, played_ = 0;
  Going going_;
  bool spent_ = false;
  StateTable seen_;
  std::vector<State> open_;
};

// Plays a plan against every reply.
class Player {
 public:
  Player(const Deal& deal, Judge& judge, u64 most, Going going = Going::deep)
      : deal_(deal), judge_(judge), ahead_(judge.budget(), most, going) {}

  // Whether the plan keeps the answer everywhere. `wrong` takes states where it does not, up to so many, in which case play
  // goes on beside them. Not proved where there is more to play than allowed.
  bool proves(const Plan& plan, std::vector<Decision>* wrong = nullptr, std::size_t most_wrong = 0);
  // States played by this player so far.
  u64 played() const { return ahead_.played(); }

  // Of the last play: every decision that was met, and of the plan only what it said there. A plan that proves does so
  // without the rest.
  const std::vector<Decision>& met() const { return met_; }
  Plan used(const Plan& plan) const;

 private:
  const Deal& deal_;
  Judge& judge_;
  Frontier ahead_;
  std::vector<Decision> met_;
  Plan used_;  // the groups of the plan last played, each with the items that were said
};

// One line for each seat, with one item in each group: every item in an order. Nothing where there is none, or none was
// found; `complete` then tells which. `met` takes the decisions on the way.
std::optional<Plan> one_line_each(const Deal& deal, Judge& judge, const PlanLimits& limits, u64& spent, bool& complete,
                                  std::vector<Decision>& met);

// Lines with events, learned from decisions and from where they fail. `best` is replaced where a shorter one is found.
void learn(const Deal& deal, Judge& judge, const PlanLimits& limits, u64& spent, const std::vector<Decision>& met,
           std::optional<Plan>& best);

// The plan with whatever can go left out, while it proves. It can be called again for what the limits cut off.
Plan shrunk(const Deal& deal, Judge& judge, const PlanLimits& limits, u64& spent, Plan plan);

// Comparisons with which alone the plan proves, none of which can be spared: pairs of cards, the higher first. Kings over
// their suit and anything over the lowest trump are true by nature, and are not among them. Nothing where that is more than
// the limits allow.
std::optional<std::vector<std::pair<int, int>>> needed(const Deal& deal, Budget& budget, const PlanLimits& limits, const Plan& plan);

struct Found {
  std::optional<Plan> plan;
  bool shortest_tried = false;  // no plan of one line for each seat exists, where this has more
  std::optional<std::vector<std::pair<int, int>>> needed;
};
Found find_plan(const Deal& deal, Judge& judge, const PlanLimits& limits);

}  // namespace core::plans
