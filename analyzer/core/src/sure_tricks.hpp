// Who is sure of the end already, by counting cards.
#pragma once

#include <array>
#include <bit>

#include "relevance.hpp"
#include "state.hpp"

namespace core {

// Whether the seat, whatever the others do, wins the last trick, or (where it need not win) lays a trump to it.
// Asked before a card is led. `relevance` gathers what that rests on beside lengths, leader and the excuse. False says nothing.
//
// Winners are cards above all cards of their suit in other hands, losers the other plain cards; z trumps, lead = 1 for
// the leader. Three ways:
//
// 1. Nobody else has trumps: sure of winning if z + lead > losers. The seat leads winners, then losers, trumps last, and
//    follows with its lowest card. By induction over tricks: a winner keeps the lead and changes nothing; a loser
//    led costs at most the lead, and one loser is gone; following with a loser is one loser less; following with a
//    winner, or trumping, wins the lead, for at most one trump. So the inequality holds before every trick, and before
//    the last one it says that the one card is a trump, or a winner about to be led.
// 2. The leader can draw all trumps: its highest trumps, one a round, each above all of those who may still have one (who
//    holds the excuse may lay it instead, once). What then is left is the first way with the lead.
// 3. Counting: the seat lays its lowest trump whenever it must lay one and leads plain cards while it has any, p of
//    them now. Suppose its last card were plain. Then all its trumps go before the last trick. Let c of the others'
//    trumps be above its i-th: of its i highest at most c are beaten, each by another of those, so at least i - c win,
//    and after each of them the seat leads a plain card; one of these may be the card led to the last trick. With
//    the one led now by the leader, it lays at least i - c - 1 + lead plain cards before the last trick and keeps one:
//    i - c + lead <= p. So where i - c + lead > p for some i, its last card is a trump, and its highest, as the lowest
//    went first. That one wins if it is above all others.
template <int Seats>
class SureTricks {
 public:
  SureTricks(const Position<Seats>& now, int seat, Relevance& relevance) : now_(now), seat_(seat), relevance_(relevance) {
    own_ = now.hand[seat].trumps;
    others_ = now.held().trumps & ~own_;
  }

  bool sure(bool to_win) {
    if (now_.excuse == seat_ || own_ == 0) return false;
    if (others_ == 0) return runs(std::popcount(own_));
    return counts(to_win) || draws();
  }

 private:
  int lead() const { return now_.leader == seat_; }

  u32 winners(int suit) const {
    const u32 mine = now_.hand[seat_].lane(suit);
    const u32 rest = now_.held().lane(suit) & ~mine;
    return rest ? mine & ~((std::bit_floor(rest) << 1) - 1) : mine;
  }

  // The first way, with so many trumps left.
  bool runs(int trumps) {
    int losers = 0;
    for (int suit = 0; suit < kPlainSuits; ++suit)
      losers += std::popcount(now_.hand[seat_].lane(suit)) - std::popcount(winners(suit));
    if (trumps + lead() <= losers) return false;
    for (int suit = 0; suit < kPlainSuits; ++suit) {
      const u32 rest = now_.held().lane(suit) & ~now_.hand[seat_].lane(suit);
      const u32 top = winners(suit);
      if (rest && top) relevance_.add(suit, std::countr_zero(top), rest);
    }
    return true;
  }

  bool draws() {
    if (!lead()) return false;
    std::array<int, Seats> rounds{};  // in which the seat may lay a trump
    int most = 0;
    for (int seat = 0; seat < Seats; ++seat) {
      const int length = std::popcount(now_.hand[seat].trumps);
      if (seat == seat_ || length == 0) continue;
      rounds[seat] = length + (now_.excuse == seat);
      most = std::max(most, rounds[seat]);
    }
    if (std::popcount(own_) < most) return false;
    const auto each = [&](auto&& one) {
      u32 rest = own_;
      for (int round = 1; round <= most; ++round) {
        const u32 top = std::bit_floor(rest);
        rest ^= top;
        for (int seat = 0; seat < Seats; ++seat)
          if (rounds[seat] >= round && !one(top, now_.hand[seat].trumps)) return false;
      }
      return true;
    };
    if (!each([](u32 top, u32 trumps) { return trumps < top; })) return false;
    if (!runs(std::popcount(own_) - most)) return false;
    return each([&](u32 top, u32 trumps) { return relevance_.add(kTrumps, std::countr_zero(top), trumps), true; });
  }

  bool counts(bool to_win) {
    if (to_win && others_ > own_) return false;
    const int plain = now_.tricks - std::popcount(own_);
    int i = 0;
    for (u32 rest = own_; rest;) {
      const u32 one = std::bit_floor(rest);
      rest ^= one;
      if (++i - std::popcount(others_ & ~(one - 1)) + lead() <= plain) continue;
      if (const u32 below = others_ & (one - 1)) relevance_.add(kTrumps, std::countr_zero(one), below);
      if (to_win) relevance_.add(kTrumps, std::bit_width(own_) - 1, others_);
      return true;
    }
    return false;
  }

  const Position<Seats>& now_;
  int seat_;
  Relevance& relevance_;
  u32 own_;
  u32 others_;
};

}  // namespace core
