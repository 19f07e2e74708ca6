// All subgame-perfect equilibrium payoffs in pure strategies.
//
// With S_c the set of payoffs below move c, a payoff v of S_c stands for the seat i to move when v_i is at least the
// least i-payoff in S_d for every other move d: the seat can be held to c by the threat of the worst equilibrium
// after d. The set of a position is the union over its moves of what stands.
#pragma once

#include <unordered_map>
#include <vector>

#include "budget.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace core {

using PayoffSet = std::vector<Tokens>;  // sorted, each once

enum class Act : u8 { play, call };

struct Step {
  Act act = Act::play;
  u8 seat = 0;
  Card card{};
  u8 named = kNoSuit;
};

class Equilibria {
 public:
  Equilibria(const Rules& rules, const Stakes& stakes, Budget& budget, u64 bytes, bool merge = true)
      : rules_(rules), stakes_(stakes), budget_(budget), bytes_(bytes), merge_(merge) {}

  // The payoffs from `position` on. With `only_excuse` the holder must play the excuse. Meaningless once the budget
  // is spent.
  PayoffSet solve(const Position& position, bool only_excuse);

  // A line of play that reaches `payoff`, one of solve's: the first in move order at every step.
  std::vector<Step> line(const Position& position, bool only_excuse, Tokens payoff);

 private:
  struct Key {
    std::array<u64, 6> word{};
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Option {
    Card card;
    u8 named;
  };
  struct Branch {
    Option option;
    PayoffSet payoffs;
  };

  PayoffSet at_trick();
  PayoffSet at_card(bool only_excuse);
  PayoffSet at_full_trick();
  PayoffSet below(Option option);
  std::vector<Option> options(bool only_excuse) const;
  std::vector<Branch> branches(bool only_excuse);
  bool calls(bool only_excuse) const;
  Key key() const;
  void follow(bool only_excuse, Tokens payoff, std::vector<Step>& steps);

  const Rules& rules_;
  const Stakes& stakes_;
  Budget& budget_;
  u64 bytes_;
  u64 used_ = 0;
  bool merge_;
  Position now_{};
  std::unordered_map<Key, PayoffSet, Hash> known_;
};

}  // namespace core
