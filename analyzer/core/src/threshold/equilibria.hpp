// All subgame-perfect equilibrium payoffs in pure strategies.
//
// With S_c the set of payoffs below move c, a payoff v of S_c stands for the seat i to move when v_i is at least the
// least i-payoff in S_d for every other move d: the seat can be held to c by the threat of the worst equilibrium
// after d. The set of a position is the union over its moves of what stands.
#pragma once

#include <initializer_list>
#include <unordered_map>
#include <vector>

#include "../cards/budget.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace core {

template <int Seats>
using PayoffSet = std::vector<Tokens<Seats>>;  // sorted, each once

enum class Act : u8 { play, call };

struct Step {
  Act act = Act::play;
  u8 seat = 0;
  Card card{};
  u8 named = kNoSuit;
};

template <int Seats>
class Equilibria {
 public:
  using PayoffSet = core::PayoffSet<Seats>;

  Equilibria(const Rules& rules, const Stakes& stakes, Budget& budget, u64 bytes, bool merge = true)
      : rules_(rules), stakes_(stakes), budget_(budget), bytes_(bytes), merge_(merge) {}

  // The payoffs from `position` on. With `only_excuse` the holder must play the excuse. Meaningless once the budget
  // is spent.
  PayoffSet solve(const Position<Seats>& position, bool only_excuse);

  // A line of play that reaches `payoff`, one of solve's: the first in move order at every step.
  std::vector<Step> line(const Position<Seats>& position, bool only_excuse, Tokens<Seats> payoff);

 private:
  static i32 least(const PayoffSet& payoffs, int seat);
  static void unite(PayoffSet& payoffs);
  static Tokens<Seats> plus(Tokens<Seats> a, const Tokens<Seats>& b, i32 sign);
  // What stands for `seat` choosing between the sets.
  static PayoffSet stand(int seat, std::initializer_list<const PayoffSet*> sets);

  struct Key {
    // Lengths, plain cards of all hands but one, their trumps by twos, the rest and the pots.
    static constexpr int kTrumpsAt = kLengthWords<Seats> + Seats - 1, kRestAt = kTrumpsAt + Seats / 2;
    std::array<u64, kRestAt + 2> word{};
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
  std::array<PayoffSet, Seats> put_to_others(const PayoffSet& let, const PayoffSet& called) const;
  Key key() const;
  void follow(bool only_excuse, Tokens<Seats> payoff, std::vector<Step>& steps);

  const Rules& rules_;
  const Stakes& stakes_;
  Budget& budget_;
  u64 bytes_;
  u64 used_ = 0;
  bool merge_;
  Position<Seats> now_{};
  std::unordered_map<Key, PayoffSet, Hash> known_;
};

}  // namespace core
