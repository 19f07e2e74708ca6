// A plan played out against every reply.
#include <algorithm>

#include "search.hpp"

namespace core::plans {

// While the planners keep to moves that keep the answer, nothing the others do can change it: every reply is tried, and of
// the planners' own moves only those the plan leaves open. So a plan proves when it never says, and never leaves open, a
// move that is not good. Of equal cards that the plan does not name one is tried: what comes of the others differs in
// nothing the plan can see, and the same holds of states that are folded into one. Where the answer is automatic nothing is
// played on.
bool Player::proves(const Plan& plan, std::vector<Decision>* wrong, std::size_t most_wrong) {
  const u64 named = named_in(deal_, plan);
  bool right = true;
  met_.clear();
  used_ = plan;
  for (auto& lines : used_.of)
    for (Line& line : lines) std::fill(line.first.begin(), line.first.end(), Items{0});
  ahead_.start(deal_.start);
  while (!ahead_.empty()) {
    const State state = ahead_.next();
    if (ahead_.spent()) return false;
    const Items allowed = deal_.allowed(state);
    const int seat = deal_.mover(state);
    Items moves = allowed;
    if (deal_.plans(seat) && (allowed & (allowed - 1))) {
      Place place;
      if (const Items said = chosen(deal_, plan.of[seat], state, allowed, &place)) {
        moves = said;
        used_.of[seat][place.line].first[place.group] |= said;
      }
      const Items good = judge_.good(state, allowed);
      if (judge_.budget().spent()) return false;
      if (good != allowed) met_.push_back({state, allowed, good});
      if (moves & ~good) {
        right = false;
        if (!wrong) return false;
        wrong->push_back({state, allowed, good});
        if (wrong->size() >= most_wrong) return false;
        continue;
      }
    }
    for (Items rest = deal_.distinct(state, moves, named); rest; rest &= rest - 1) {
      const Step step = deal_.after(state, std::countr_zero(rest));
      if (step.over) continue;
      const State next = deal_.folded(step.next, named);
      if (ahead_.meet(next) && !judge_.automatic(next)) ahead_.add(next);
    }
  }
  return right;
}

Plan Player::used(const Plan& plan) const {
  Plan small = plan;
  for (int seat = 0; seat < deal_.seats; ++seat) {
    for (std::size_t i = 0; i < small.of[seat].size(); ++i) small.of[seat][i].first = used_.of[seat][i].first;
    tidy(small.of[seat]);
  }
  return small;
}

}  // namespace core::plans
