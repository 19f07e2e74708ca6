// Two proofs of one shape together ask less than one of them.
//
// E and F prove that the value lies on one side of the threshold, each in every position of its key in which all its
// comparisons hold. Take one comparison x > y of E. In a position in which it fails, y is above x; so is every card w at or
// above y in the hand of y over every card z at or below x in the hand of x: each such w > z of F holds there. Hence "E
// without x > y, together with F without what follows from y > x" is a proof: where x is above y all of E holds, and else
// all of F. The bound is the weaker of the two.
//
// It is of use where the rest of F holds here as well and asks nothing new: what E tells already (also what followed from
// x > y, which is less than x > y itself). One comparison that E did not have is let in. This is what `either_way` does for
// the winner of a trick, for any comparison of a proof.
#pragma once

#include "table.hpp"

namespace core {

class Resolution {
 public:
  // `proof` is of the position numbered; `ends` are the numbers behind the last card of each hand.
  template <std::size_t Hands>
  Resolution(Comparisons& proof, const Numbered& now, const std::array<int, Hands>& ends) : proof_(proof), now_(now) {
    int number = 0;
    for (std::size_t hand = 0; hand < Hands; ++hand)
      for (; number < ends[hand]; ++number) lane_[number] = static_cast<u8>(now.card[number] / 32 + 8 * hand);
    for (int bar = Numbered::kBars; bar < Numbered::kEnd; ++bar) lane_[bar] = static_cast<u8>(now.card[bar] / 32 + 8 * Hands);
  }

  // Whether the other proof, of the same side, took the place of one of the comparisons.
  bool with(const Comparison* other, int count) {
    int failing = 0;
    while (failing < count && other[failing].holds(now_)) ++failing;
    if (failing == count) return false;
    for (int i = 0; i < proof_.count; ++i) {
      if (!turned(other[failing], proof_.list[i])) continue;
      if (replace(i, other, count)) return true;
    }
    return false;
  }

 private:
  static constexpr int kExtra = 1;
  static constexpr int kRoom = 28;  // comparisons of an entry of one block

  // Whether the comparison holds wherever `one` does.
  bool follows(Comparison it, Comparison one) const {
    return it.winner >= one.winner && it.loser <= one.loser && lane_[it.winner] == lane_[one.winner] && lane_[it.loser] == lane_[one.loser];
  }
  // Whether it holds wherever `one` fails.
  bool turned(Comparison it, Comparison one) const { return follows(it, {one.loser, one.winner}); }

  bool replace(int index, const Comparison* other, int count) {
    const Comparison one = proof_.list[index];
    std::array<Comparison, kRoom> more;
    int added = 0, extra = 0;
    for (int i = 0; i < count; ++i) {
      const Comparison it = other[i];
      if (turned(it, one)) continue;
      if (!it.holds(now_)) return false;
      if (told_without(index, it)) continue;
      if (it.winner == one.winner && it.loser == one.loser) return false;
      if (!follows(it, one) && ++extra > kExtra) return false;
      more[added++] = it;
    }
    if (proof_.count + added > Comparisons::kMost) return false;
    proof_.list[index] = proof_.list[--proof_.count];
    for (int i = 0; i < added; ++i) proof_.add(more[i]);
    return true;
  }

  bool told_without(int index, Comparison it) const {
    for (int i = 0; i < proof_.count; ++i)
      if (i != index && follows(it, proof_.list[i])) return true;
    return false;
  }

  Comparisons& proof_;
  const Numbered& now_;
  std::array<u8, Numbered::kEnd> lane_;  // 8 * hand + suit, of each number
};

}  // namespace core
