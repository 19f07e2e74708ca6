// One card stands for others.
//
// After card c of a suit has been searched, with the comparisons of its proof in `relevance`, what would another card d of
// the same hand and suit have come to? Number the mover's cards of the suit from high to low, a0 > a1 > ... Playing
// another card leaves the same lengths; map the hands after c to the hands after d place by place, as cards/relevance.hpp
// does. Then only cards between c and d change places:
//  * d above c: each a(t) from d down to the one above c is replaced by the next lower a(t+1), and in this trick d
//    takes c's part. The proof holds for d if a(t+1) still beats all that a(t) had to beat (what beat a(t) beats
//    a(t+1) all the more), and if all that had to beat c in this trick beat d.
//  * d below c: each a(t) from the one below c down to d is replaced by the next higher a(t-1), and d takes c's
//    part. The proof holds if all that had to beat a(t) beat a(t-1), and if d beats all c had to beat in this trick.
// Where it holds d has c's bound. The comparisons that were looked at to know so become part of the proof, so that it
// can be carried over to other positions with its omissions. Cards next to each other in play always pass.
#pragma once

#include <bit>

#include "relevance.hpp"

namespace core {

class Substitution {
 public:
  // `own`: the mover's cards of the suit that may stand for each other, c among them. `others`: the rest in play.
  Substitution(Relevance& relevance, int suit, u32 own, u32 others) : relevance_(relevance), suit_(suit), own_(own), others_(others) {}

  // The cards of `own` that c stands for, c included. With `neighbours` only cards next to each other in play. Each way from c
  // `may(last, d)` is asked of one card after the other, the last before and the next.
  template <class May>
  u32 by(int c, bool neighbours, May&& may) {
    const u32 beaten = relevance_.row(suit_, c);
    const u32 beaters = winners_over(c);
    return u32{1} << c | upward(c, beaters, neighbours, may) | downward(c, beaten, neighbours, may);
  }
  u32 by(int c, bool neighbours) {
    return by(c, neighbours, [](int, int) { return true; });
  }

 private:
  template <class May>
  u32 upward(int c, u32 beaters, bool neighbours, May&& may) {
    u32 all = 0;
    int last = c;
    for (u32 rest = own_ & (~u32{1} << c); rest; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      const u32 losers = relevance_.row(suit_, d);
      if (losers >> last) break;
      if (beaters & ((u32{1} << d) - 1)) break;
      if (neighbours && between(last, d)) break;
      if (!may(last, d)) break;
      relevance_.add(suit_, last, losers);
      for (u32 w = beaters; w; w &= w - 1) relevance_.add(suit_, std::countr_zero(w), u32{1} << d);
      all |= u32{1} << d;
      last = d;
    }
    return all;
  }

  template <class May>
  u32 downward(int c, u32 beaten, bool neighbours, May&& may) {
    u32 all = 0;
    int last = c;
    for (u32 rest = own_ & ((u32{1} << c) - 1); rest;) {
      const int d = std::bit_width(rest) - 1;
      rest ^= u32{1} << d;
      if (beaten >> d) break;
      const u32 winners = winners_over(d);
      if (winners & ((u32{1} << last) - 1)) break;
      if (neighbours && between(d, last)) break;
      if (!may(last, d)) break;
      relevance_.add(suit_, d, beaten);
      for (u32 w = winners; w; w &= w - 1) relevance_.add(suit_, std::countr_zero(w), u32{1} << last);
      all |= u32{1} << d;
      last = d;
    }
    return all;
  }

  bool between(int low, int high) const { return others_ & ((u32{1} << high) - 1) & (~u32{1} << low); }

  u32 winners_over(int height) const {
    u32 all = 0;
    for (u32 rest = others_ & relevance_.winners().lane(suit_) & (~u32{1} << height); rest; rest &= rest - 1) {
      const int w = std::countr_zero(rest);
      all |= (relevance_.row(suit_, w) >> height & 1) << w;
    }
    return all;
  }

  Relevance& relevance_;
  int suit_;
  u32 own_;
  u32 others_;
};

}  // namespace core
