// All subgame-perfect equilibrium payoffs in pure strategies.
//
// With S_c the set of payoffs below move c, a payoff v of S_c stands for the seat i to move when v_i is at least the
// least i-payoff in S_d for every other move d: the seat can be held to c by the threat of the worst equilibrium
// after d. The set of a position is the union over its moves of what stands.
#pragma once

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include "../cards/budget.hpp"
#include "rules.hpp"
#include "search.hpp"
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

  struct Key {
    // Lengths, plain cards of all hands but one, their trumps by twos, the rest and the pots.
    static constexpr int kTrumpsAt = kLengthWords<Seats> + Seats - 1, kRestAt = kTrumpsAt + Seats / 2;
    std::array<u64, kRestAt + 2> word{};
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  using Set = u32;  // the number of a set of payoffs

  // Each set that was met, under a number. There are few of them: most positions have one payoff, and the same as others.
  class Sets {
   public:
    // The number of a set, which is sorted and holds each payoff once.
    Set number(const PayoffSet& payoffs);
    Set only(const Tokens<Seats>& payoff) { return number({payoff}); }
    const PayoffSet& of(Set set) const { return known_[set].payoffs; }
    i32 least(Set set, int seat) const { return known_[set].least[seat]; }

   private:
    struct Known {
      PayoffSet payoffs;
      Tokens<Seats> least;
    };
    std::vector<Known> known_;
    std::map<PayoffSet, Set> numbers_;
  };

  // What is known of positions, from one question to the next.
  struct Memory {
    Sets sets;
    std::unordered_map<Key, Set, Hash> positions;
  };

  // Over the table of a threshold search, and a memory for so many bytes of positions, both for these rules and stakes.
  Equilibria(const Rules& rules, const Stakes& stakes, ThresholdSearch<Seats>::Table& table, Memory& memory, Budget& budget, u64 bytes,
             const Switches& switches)
      : rules_(rules), stakes_(stakes), memory_(memory), sets_(memory.sets), budget_(budget), room_(bytes / kBytes), on_(switches),
        forced_(rules, stakes, table, budget, switches) {}

  // The payoffs from `position` on. With `only_excuse` the holder must play the excuse. Meaningless once the budget
  // is spent.
  PayoffSet solve(const Position<Seats>& position, bool only_excuse);

  // A line of play that reaches `payoff`, one of solve's: the first in move order at every step.
  std::vector<Step> line(const Position<Seats>& position, bool only_excuse, Tokens<Seats> payoff);

 private:
  static constexpr u64 kBytes = sizeof(Key) + sizeof(Set) + 4 * sizeof(void*);  // of a position
  static constexpr std::size_t kMostMoves = kCardsInDeck / Seats + kSuits;
  static constexpr Set kNone = 0;  // what is returned where the budget is spent; it means nothing

  static void unite(PayoffSet& payoffs);
  static Tokens<Seats> plus(Tokens<Seats> a, const Tokens<Seats>& b, i32 sign);

  struct Option {
    Card card;
    u8 named;
  };
  // The moves of a holder with what each comes to.
  struct Branches {
    std::array<Option, kMostMoves> option;
    std::array<Set, kMostMoves> set;
    std::size_t count = 0;

    void add(Card card, u8 named) { option[count++] = {card, named}; }
  };

  Set at_trick();
  Set at_card(bool only_excuse);
  Set at_full_trick();
  Set below(Option option);
  // What stands for `seat` choosing between sets.
  Set stand(int seat, const Set* sets, std::size_t count);
  Set paid(Set set, const Tokens<Seats>& tokens);
  void gather(Branches& branches, bool only_excuse) const;
  void follow_up(Branches& branches, bool only_excuse);
  bool calls(bool only_excuse) const;
  std::array<Set, Seats> put_to_others(Set let, Set called);
  bool only_the_winner_counts() const;
  Set by_winner(bool only_excuse);
  Tokens<Seats> payoff_of(int winner) const;
  Key key() const;
  void follow(bool only_excuse, Tokens<Seats> payoff, std::vector<Step>& steps);

  const Rules& rules_;
  const Stakes& stakes_;
  Memory& memory_;
  Sets& sets_;
  Budget& budget_;
  std::size_t room_;  // positions
  bool emptied_ = memory_.positions.empty();  // nothing of earlier questions is kept
  Switches on_;
  ThresholdSearch<Seats> forced_;
  Position<Seats> now_{};
};

}  // namespace core
