// A plan made small: whatever can go goes, while the plan still proves.
#include <algorithm>

#include "plan_search.hpp"

namespace core::plans {
namespace {

bool calls_with_the_trick(const Line& line) {
  const bool calls = std::any_of(line.first.begin(), line.first.end(), [](Items group) { return group & item(kCall); });
  return calls && std::any_of(line.when.begin(), line.when.end(), [](const Event& event) {
    return event.kind != EventKind::has && event.kind != EventKind::held && event.kind != EventKind::leader &&
           event.kind != EventKind::left;
  });
}

class Shrinking {
 public:
  Shrinking(const Deal& deal, Judge& judge, const PlanLimits& limits, Plan plan)
      : judge_(judge), most_(limits.shrink), player_(deal, judge, limits.states), plan_(std::move(plan)) {
    for (int seat = 0; seat < deal.seats; ++seat)
      if (deal.plans(seat)) seats_.push_back(seat);
  }

  Plan run() {
    for (bool shorter = true; shorter && !done();) {
      shorter = drop_lines();
      shorter |= drop_events();
      shorter |= join_lines();
      shorter |= drop_items();
      shorter |= join_groups();
    }
    return plan_;
  }
  u64 played() const { return player_.played(); }

 private:
  bool done() const { return player_.played() > most_ || judge_.budget().spent(); }

  // Keep a changed plan if it proves.
  bool keep(Plan&& changed) {
    for (const int seat : seats_)
      for (const Line& line : changed.of[seat])
        if (calls_with_the_trick(line)) return false;
    if (done() || !player_.proves(changed)) return false;
    plan_ = std::move(changed);
    return true;
  }

  static void tidy(std::vector<Line>& lines) {
    for (Line& line : lines) std::erase(line.first, Items{0});
    std::erase_if(lines, [](const Line& line) { return line.first.empty(); });
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

  Judge& judge_;
  u64 most_;
  Player player_;
  Plan plan_;
  std::vector<int> seats_;
};

}  // namespace

Plan shrunk(const Deal& deal, Judge& judge, const PlanLimits& limits, u64& spent, Plan plan) {
  Shrinking shrinking(deal, judge, limits, std::move(plan));
  Plan small = shrinking.run();
  spent += shrinking.played();
  return small;
}

}  // namespace core::plans
