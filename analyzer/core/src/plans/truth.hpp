// Which moves keep the answer: asked of the threshold search, and remembered.
#pragma once

#include <vector>

#include "../cards/budget.hpp"
#include "deal.hpp"

namespace core::plans {

// A set of states, and with each a number; a state can be taken out again.
class StateTable {
 public:
  explicit StateTable(int bits) : slots_(std::size_t{1} << bits), mask_(slots_.size() - 1) {}

  // The number of a state; null where it has none.
  u32* find(const State::Key& key) {
    Slot& slot = slots_[place(key)];
    return slot.round == round_ ? &slot.value : nullptr;
  }
  // False where the state was there. The table grows where `put` fills it.
  bool put(const State::Key& key, u32 value = 0) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place(key)];
    const bool new_here = slot.round != round_;
    if (!new_here && slot.value != kOut) return false;
    slot = {key, round_, value};
    count_ += new_here;
    return true;
  }
  // A state that is there. Its slot stays its own, so that others are still found behind it.
  void take_out(const State::Key& key) { slots_[place(key)].value = kOut; }
  void clear() {
    ++round_;
    count_ = 0;
  }

 private:
  static constexpr u32 kOut = ~u32{0};
  struct Slot {
    State::Key key{};
    u32 round = 0;
    u32 value = 0;
  };
  static std::size_t hash(const State::Key& key) {
    u64 x = key.held * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 29 ^ key.rest) * 0xBF58476D1CE4E5B9u;
    return static_cast<std::size_t>((x ^ x >> 32) * 0x94D049BB133111EBu >> 20);
  }
  std::size_t place(const State::Key& key) const {
    for (std::size_t i = hash(key) & mask_;; i = (i + 1) & mask_)
      if (slots_[i].round != round_ || slots_[i].key == key) return i;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old)
      if (slot.round == round_) slots_[place(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t mask_;
  std::size_t count_ = 0;
  u32 round_ = 1;
};

// Whether the goal comes about from a state with the threshold search's best play of both sides.
class Truth {
 public:
  virtual ~Truth() = default;
  // The state is not over, and no card is picked in it.
  virtual bool reached(const State& state) = 0;
  // The same where nobody plays for the goal, or where everybody does.
  virtual bool reached_by(const State& state, bool everybody) = 0;
};

class Judge {
 public:
  Judge(const Deal& deal, Truth& truth, Budget& budget) : deal_(deal), truth_(truth), budget_(budget), known_(12), automatic_(12) {}

  // Of the mover's moves, who follows the plan, those after which the planners still get their way. A call may only be
  // left undone where making it would do as well: a plan that is silent leaves both open.
  Items good(const State& state, Items allowed);
  bool wins(const Step& step);
  // Whether the planners get their way from the beginning of a trick whatever anybody plays.
  bool automatic(const State& state);
  Budget& budget() { return budget_; }

 private:
  bool reaches(const State& state) { return truth_.reached(state) == deal_.holds; }
  bool wins_picked(const State& state);

  const Deal& deal_;
  Truth& truth_;
  Budget& budget_;
  StateTable known_;
  StateTable automatic_;
};

}  // namespace core::plans
