#include "truth.hpp"

namespace core::plans {

// A call makes the holder play the excuse, which an opponent of his can always bring about, and a friend by a plan only
// in calling. Who may call and is silent leaves it to whoever plays against the plan, so after a card was picked the
// position with the call made is needed in any case, and the card itself where nobody of the plan calls before it lies.
// Where everybody follows the plan nobody has to call.
bool Judge::wins_picked(const State& state) {
  const bool alone = deal_.all_plan();
  if (wins(deal_.after(state, kCall)) == alone) return alone;
  State asked = state;
  for (; !alone && asked.passed + 1 < deal_.seats; ++asked.passed)
    if (deal_.plans(deal_.mover(asked))) return true;
  asked.passed = static_cast<u8>(deal_.seats - 2);
  return wins(deal_.after(asked, kPass));
}

bool Judge::wins(const Step& step) {
  if (step.over) return step.reached == deal_.holds;
  return step.next.picked == kNothing ? reaches(step.next) : wins_picked(step.next);
}

bool Judge::automatic(const State& state) {
  if (deal_.decided(state)) return true;
  if (state.laid || state.picked != kNothing || state.called || deal_.tricks(state) < 3) return false;
  const State::Key key = state.key();
  if (const u32* known = automatic_.find(key)) return *known;
  const bool found = truth_.reached_by(state, !deal_.holds) == deal_.holds;
  if (!budget_.spent()) automatic_.put(key, found);
  return found;
}

Items Judge::good(const State& state, Items allowed) {
  const State::Key key = state.key();
  if (const u32* known = known_.find(key)) return *known;
  Items found = 0;
  const Items tried = deal_.distinct(state, allowed, 0);
  bool last = false;
  for (Items rest = allowed; rest; rest &= rest - 1) {
    const int number = std::countr_zero(rest);
    if (tried & item(number)) last = wins(deal_.after(state, number));
    if (last) found |= item(number);
  }
  if (!budget_.spent()) known_.put(key, found);
  return found;
}

}  // namespace core::plans
