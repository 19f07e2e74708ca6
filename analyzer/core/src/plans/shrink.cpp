// A plan made small: whatever can go goes, while the plan still proves.
#include <algorithm>
#include <array>

#include "search.hpp"

namespace core::plans {
namespace {

bool calls_with_the_trick(const Line& line) {
  const bool calls = std::any_of(line.first.begin(), line.first.end(), [](Items group) { return group & kAnswers; });
  return calls && std::any_of(line.when.begin(), line.when.end(), [](const Event& event) {
    return event.kind != EventKind::has && event.kind != EventKind::held && event.kind != EventKind::leader &&
           event.kind != EventKind::left;
  });
}

class Shrinking {
 public:
  Shrinking(const Deal& deal, Judge& judge, const PlanLimits& limits, Plan plan)
      : deal_(deal), judge_(judge), most_(limits.shrink), player_(deal, judge, limits.states), plan_(std::move(plan)) {
    for (int seat = 0; seat < deal.seats; ++seat)
      if (deal.plans(seat)) seats_.push_back(seat);
  }

  // First in leaps, then at glances, then step by step until nothing more can go.
  Plan run() {
    spare_ = plan_;
    if (player_.proves(plan_)) take(Plan(plan_));
    plan_ = spare_;
    for (const Pace pace : {Pace::leaps, Pace::glances, Pace::steps}) {
      pace_ = pace;
      pass();
    }
    return plan_;
  }
  u64 played() const { return player_.played() + looked_ / kLooks; }

 private:
  using Way = bool (Shrinking::*)();
  // What is tried: all that is right in the decisions known, together; one such after another; one after another of all.
  enum class Pace { leaps, glances, steps };

  void pass() {
    constexpr std::array<Way, 5> kWays{&Shrinking::drop_lines, &Shrinking::drop_events, &Shrinking::join_lines,
                                       &Shrinking::drop_items, &Shrinking::join_groups};
    for (bool shorter = true; shorter && !done();) {
      shorter = false;
      for (const Way way : kWays) {
        shorter |= pace_ == Pace::leaps ? leap(way) : (this->*way)();
        plan_ = spare_;  // not before: the ways count lines and groups
      }
    }
  }

  // Everything of one kind that is right in the decisions known goes at once, and is played then; where that goes wrong, the
  // decisions in which it does are known from then on, and it is tried again.
  bool leap(Way way) {
    const Plan before = plan_;
    for (int tried = 0; tried < kLeaps && !done(); ++tried) {
      if (!(this->*way)()) return false;
      std::vector<Decision> wrong;
      if (player_.proves(plan_, &wrong, kWrong)) {
        take(Plan(plan_));
        return true;
      }
      plan_ = before;
      for (auto* known : {&against_, &sample_}) known->insert(known->end(), wrong.begin(), wrong.end());
      if (wrong.empty()) return false;
    }
    return false;
  }

  bool done() const { return played() > most_ || judge_.budget().spent(); }

  // A plan that was played and proves.
  void take(Plan&& plan) {
    spare_ = player_.used(plan);
    plan_ = std::move(plan);
    const std::vector<Decision>& met = player_.met();
    sample_ = against_;
    const std::size_t each = met.size() / kSample + 1;
    for (std::size_t i = 0; i < met.size(); i += each) sample_.push_back(met[i]);
  }

  // Whether a plan is wrong in a decision that is known; it need not come about by it.
  bool seen_wrong(const Plan& plan) {
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      const Decision& at = sample_[i];
      ++looked_;
      const Items said = chosen(deal_, plan.of[deal_.mover(at.state)], at.state, at.allowed);
      if (!((said ? said : at.allowed) & ~at.good)) continue;
      std::swap(sample_[i], sample_[i / 2]);  // what told something is looked at earlier
      return true;
    }
    return false;
  }

  // Keep a changed plan if it proves.
  bool keep(Plan&& changed) {
    for (const int seat : seats_)
      for (const Line& line : changed.of[seat])
        if (calls_with_the_trick(line)) return false;
    if (done() || (pace_ != Pace::steps && seen_wrong(changed))) return false;
    if (pace_ == Pace::leaps) {
      plan_ = std::move(changed);
      return true;
    }
    if (!player_.proves(changed)) return false;
    take(std::move(changed));
    return true;
  }

  bool drop_lines() {
    bool any = false;
    for (const int seat : seats_)
      for (std::size_t i = plan_.of[seat].size(); i-- > 0;) {
        Plan changed = plan_;
        changed.of[seat].erase(changed.of[seat].begin() + static_cast<long>(i));
        any |= keep(std::move(changed));
      }
    return any;
  }

  bool drop_events() {
    bool any = false;
    for (const int seat : seats_)
      for (std::size_t i = plan_.of[seat].size(); i-- > 0;)
        for (std::size_t e = plan_.of[seat][i].when.size(); e-- > 0;) {
          Plan changed = plan_;
          auto& when = changed.of[seat][i].when;
          when.erase(when.begin() + static_cast<long>(e));
          any |= keep(std::move(changed));
        }
    return any;
  }

  // Two lines into one: the items of one behind or before those of the other, under the events of either.
  bool join_lines() {
    bool any = false;
    for (const int seat : seats_)
      for (std::size_t i = 0; i < plan_.of[seat].size(); ++i)
        for (std::size_t j = i + 1; j < plan_.of[seat].size();)
          if (joined(seat, i, j)) any = true;
          else ++j;
    return any;
  }

  bool joined(int seat, std::size_t i, std::size_t j) {
    const Line one = plan_.of[seat][i], other = plan_.of[seat][j];
    Line line;
    line.first = one.first;
    for (const Items group : other.first) {
      Items fresh = group;
      for (const Items before : one.first) fresh &= ~before;
      if (fresh) line.first.push_back(fresh);
    }
    const int ways = one.when == other.when ? 1 : 2;
    for (int way = 0; way < ways; ++way)
      for (const std::size_t to : {i, j}) {
        Plan changed = plan_;
        auto& lines = changed.of[seat];
        line.when = way ? other.when : one.when;
        lines[to] = line;
        lines.erase(lines.begin() + static_cast<long>(to == i ? j : i));
        if (keep(std::move(changed))) return true;
      }
    return false;
  }

  bool drop_items() {
    bool any = false;
    for (const int seat : seats_)
      for (std::size_t i = plan_.of[seat].size(); i-- > 0;)
        for (std::size_t g = plan_.of[seat][i].first.size(); g-- > 0;) any |= drop_items(seat, i, g);
    return any;
  }

  // Of one group, which goes with its last item, and its line with it.
  bool drop_items(int seat, std::size_t i, std::size_t g) {
    const auto& lines = plan_.of[seat];
    if (i >= lines.size() || g >= lines[i].first.size()) return false;
    bool any = false;
    const Items group = lines[i].first[g];
    for (Items rest = group, left = group; rest; rest &= rest - 1) {
      Plan changed = plan_;
      const Items without = left & ~(rest & (~rest + 1));
      changed.of[seat][i].first[g] = without;
      tidy(changed.of[seat]);
      if (!keep(std::move(changed))) continue;
      any = true;
      left = without;
      if (!left) break;
    }
    return any;
  }

  bool join_groups() {
    bool any = false;
    for (const int seat : seats_)
      for (std::size_t i = 0; i < plan_.of[seat].size(); ++i)
        for (std::size_t g = 0; g + 1 < plan_.of[seat][i].first.size();) {
          Plan changed = plan_;
          auto& first = changed.of[seat][i].first;
          first[g] |= first[g + 1];
          first.erase(first.begin() + static_cast<long>(g) + 1);
          if (keep(std::move(changed))) any = true;
          else ++g;
        }
    return any;
  }

  static constexpr int kLeaps = 12;
  static constexpr std::size_t kSample = 256, kWrong = 24;
  static constexpr u64 kLooks = 8;  // decisions looked at take as long as one state played

  const Deal& deal_;
  Judge& judge_;
  u64 most_;
  Player player_;
  Plan plan_;
  Plan spare_;  // the same without what it never says
  std::vector<int> seats_;
  Pace pace_ = Pace::steps;
  std::vector<Decision> sample_;   // decisions that are known: of those the plan meets, and all of
  std::vector<Decision> against_;  // those in which a leap went wrong
  u64 looked_ = 0;
};

}  // namespace

Plan shrunk(const Deal& deal, Judge& judge, const PlanLimits& limits, u64& spent, Plan plan) {
  Shrinking shrinking(deal, judge, limits, std::move(plan));
  Plan small = shrinking.run();
  spent += shrinking.played();
  return small;
}

}  // namespace core::plans
