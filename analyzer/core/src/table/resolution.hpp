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

template <std::size_t Hands>
class Resolution {
 public:
  // `proof` is of the position numbered; `ends` are the numbers behind the last card of each hand.
  Resolution(Comparisons& proof, const Numbered& now, const std::array<u8, Hands>& ends) : proof_(proof), now_(now), ends_(ends) {}

  // Whether a comparison of the other proof holds or goes with one of these.
  bool may(Comparison one) {
    if (one.holds(now_)) return true;
    find_lanes();
    if (!(pairs_ >> pair(one.winner, one.loser) & 1)) return false;
    for (int i = 0; i < proof_.count; ++i)
      if (turned(one, proof_.list[i])) return true;
    return false;
  }

  // Whether the other proof, of the same side, took the place of one of the comparisons: all of it that fails is turned by that.
  bool operator()(const Comparison* other, int count) {
    std::array<Comparison, kRoom> failing;
    int fails = 0;
    for (int i = 0; i < count; ++i)
      if (!other[i].holds(now_)) failing[fails++] = other[i];
    if (fails == 0) return false;
    find_lanes();
    const auto all_turned = [&](Comparison one) {
      return std::all_of(failing.begin(), failing.begin() + fails, [&](Comparison it) { return turned(it, one); });
    };
    for (int i = 0; i < proof_.count; ++i)
      if (all_turned(proof_.list[i]) && replace(i, other, count)) return shorter_ = true;
    return false;
  }

  // Whether any did.
  bool shorter() const { return shorter_; }

 private:
  static constexpr int kExtra = 1;
  static constexpr int kRoom = 28;  // comparisons of an entry of one block

  // Most proofs meet no other that asks for them.
  void find_lanes() {
    if (laned_) return;
    laned_ = true;
    for (std::size_t hand = 0, number = 0; hand < Hands; ++hand)
      for (; number < ends_[hand]; ++number) lane_[number] = static_cast<u8>(now_.card[number] / 32 * Hands + hand);
    note_pairs(0);
  }

  // Of which hands and suit the two cards are; pairs of more than three hands may share a number.
  int pair(u8 winner, u8 loser) const { return (lane_[winner] * Hands + lane_[loser]) % 64; }
  void note_pairs(int from) {
    for (int i = from; i < proof_.count; ++i) pairs_ |= u64{1} << pair(proof_.list[i].loser, proof_.list[i].winner);
  }

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
      if (told_without(index, it)) continue;
      if (it.winner == one.winner && it.loser == one.loser) return false;
      if (!follows(it, one) && ++extra > kExtra) return false;
      more[added++] = it;
    }
    if (proof_.count + added > Comparisons::kMost) return false;
    proof_.list[index] = proof_.list[--proof_.count];
    const int before = proof_.count;
    for (int i = 0; i < added; ++i) proof_.add(more[i]);
    note_pairs(before);
    return true;
  }

  bool told_without(int index, Comparison it) const {
    for (int i = 0; i < proof_.count; ++i)
      if (i != index && follows(it, proof_.list[i])) return true;
    return false;
  }

  Comparisons& proof_;
  const Numbered& now_;
  std::array<u8, Hands> ends_;
  std::array<u8, Numbered::kCards> lane_;  // suit and hand of each number
  u64 pairs_ = 0;                          // of whom a comparison is turned that goes with one of the proof
  bool laned_ = false, shorter_ = false;
};

}  // namespace core
