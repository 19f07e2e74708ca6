// Who is sure of the end already, by counting cards.
#pragma once

#include <array>
#include <bit>

#include "../cards/relevance.hpp"
#include "state.hpp"

namespace core {

// What the seat can bring about in the last trick, whatever the others do. Asked before a card is led. `relevance` becomes
// what that rests on beside lengths, leader, the excuse and the subject's prize cards. False says nothing, and leaves it alone.
//
// Winners are cards above all cards of their suit in other hands, losers the other plain cards; z trumps, lead = 1 for
// the leader, n = z + lead - losers. Three ways to the last trick, or (where the seat need not win) to a trump in it:
//
// 1. Nobody else has trumps: sure of winning if n > 0. The seat leads winners, then losers, trumps last, and
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
//    went first. That one wins if it is above all others. Without plain cards it is one anyway.
//
// Spoils: a king of the subject, who has no other prize, wins no last trick with a trump in it, nor one to which a plain
// card of a suit is led in which the subject has no such king (an idle one). So each way bears one loser more if an idle
// loser is among them, and there need be no trump:
// 1. n >= 0 and z + lead > 0, kept by the same play, the idle losers led last. Where n > 0 comes about, the first way goes
//    on. While n = 0 losers are only led, so idle ones are left: who follows with one, or sees it become a winner, has n > 0.
//    Trumping or a winner wins the lead, so without trumps the seat has the lead: at n = 0 with one loser, its last
//    after the winners, led to the last trick and idle.
// 2. The same with what is left.
// 3. i - c + lead >= p is enough. Say the last card is plain and not led: then all of the i - c leads were before it, one more
//    plain card than above. Say it is led, and not idle: with idle cards led and thrown off last they all went by
//    following suit, and are one plain card more again. So it is a trump, or idle and led.
//
// Keeps the lowest trump for the last trick, where it is then the only trump and wins: 1. with z - 1 for z, n >= 0 and
// z - 1 + lead > 0 are enough. They are kept as in the spoils: losers led may cost the lead, whatever wins has it. The last
// loser is led, or followed with; then there are only winners, led, and trumps, which win, the lowest last. Where the other trumps
// and all plain cards are gone the lowest is the one card left. 2. What is left after drawing, the lowest among it.
//
// Leads winners only: 1. the leader without losers wins every trick in any order, with a king last. 2. The same after drawing.
template <int Seats>
class SureTricks {
 public:
  SureTricks(const Position<Seats>& now, int seat, Relevance& relevance) : now_(now), seat_(seat), relevance_(relevance) {
    const Cards held = now.held();
    own_ = now.hand[seat].trumps;
    others_ = held.trumps & ~own_;
    plain_ = now.hand[seat].plain;
    rest_ = held.plain & ~plain_;
  }

  // The last trick is won; or the last card wins it or is a trump.
  bool wins_last() { return sure([](int have, u64 losers) { return have > std::popcount(losers); }, true); }
  bool wins_or_trumps() { return sure([](int have, u64 losers) { return have > std::popcount(losers); }, false); }

  // The last trick is not won by one of these kings.
  bool spoils(u64 kings) {
    kings_ = suits_of(kings);
    return sure(
        [&](int have, u64 losers) {
          const int count = std::popcount(losers);
          return have > count || (have > 0 && have == count && (losers & ~kings_));
        },
        false);
  }

  // The last trick is won with the lowest trump, which the seat holds.
  bool keeps_lowest() {
    return alone_with_trumps([](int have, u64 losers) { return have > 1 && have - 1 >= std::popcount(losers); });
  }

  // Every trick from now on is won, with the cards in any order that puts drawing first.
  bool leads_winners() {
    return lead() && alone_with_trumps([](int, u64 losers) { return losers == 0; });
  }

 private:
  // Any of the three ways.
  template <class Enough>
  bool sure(Enough&& enough, bool to_win) {
    if (now_.excuse == seat_) return false;
    return (others_ && own_ && counts(to_win)) || alone_with_trumps(enough);
  }

  // The first way, or the second.
  template <class Enough>
  bool alone_with_trumps(Enough&& enough) {
    if (now_.excuse == seat_) return false;
    return others_ == 0 ? runs(std::popcount(own_), enough) : own_ && draws(enough);
  }

  int lead() const { return now_.leader == seat_; }

  // All cards of the suits that these are tops of.
  static u64 suits_of(u64 tops) { return (tops << 1) - (tops >> kTopHeight); }

  // The plain cards below a card of their suit in another hand.
  u64 losers() const {
    u64 below = rest_;  // and of each suit all cards below: no bits of one suit go to another
    below |= below >> 1 & 0x7fff * kLaneLow;
    below |= below >> 2 & 0x3fff * kLaneLow;
    below |= below >> 4 & 0x0fff * kLaneLow;
    below |= below >> 8 & 0x00ff * kLaneLow;
    return plain_ & below;
  }

  // The first way, with so many trumps left; `enough` says whether they and the lead make up for the losers.
  template <class Enough>
  bool runs(int trumps, Enough&& enough) {
    const u64 lost = losers();
    if (!enough(trumps + lead(), lost)) return false;
    relevance_.clear();
    const Cards rest{rest_, 0}, top{plain_ & ~lost, 0};
    for (int suit = 0; suit < kPlainSuits; ++suit)
      if (rest.lane(suit) && top.lane(suit)) relevance_.add(suit, std::countr_zero(top.lane(suit)), rest.lane(suit));
    return true;
  }

  template <class Enough>
  bool draws(Enough&& enough) {
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
    if (!runs(std::popcount(own_) - most, enough)) return false;
    return each([&](u32 top, u32 trumps) { return relevance_.add(kTrumps, std::countr_zero(top), trumps), true; });
  }

  bool counts(bool to_win) {
    if (to_win && others_ > own_) return false;
    if (plain_ == 0) return keeps_trump(to_win);
    const int trumps = std::popcount(own_), least = now_.tricks - trumps + !(plain_ & ~kings_);
    if (trumps + lead() < least) return false;
    int i = 0;
    for (u32 rest = own_; rest;) {
      const u32 one = std::bit_floor(rest);
      rest ^= one;
      if (++i - std::popcount(others_ & ~(one - 1)) + lead() < least) continue;
      keeps_trump(to_win);
      if (const u32 below = others_ & (one - 1)) relevance_.add(kTrumps, std::countr_zero(one), below);
      return true;
    }
    return false;
  }

  // The last card is a trump, and where it is to win above all others: the highest, as the lowest are laid first.
  bool keeps_trump(bool to_win) {
    relevance_.clear();
    if (to_win) relevance_.add(kTrumps, std::bit_width(own_) - 1, others_);
    return true;
  }

  const Position<Seats>& now_;
  int seat_;
  Relevance& relevance_;
  u32 own_, others_;        // trumps
  u64 plain_, rest_;        // cards of the plain suits, and those of the others
  u64 kings_ = ~u64{0};     // all of the suits of which kings are to be spoiled; of all suits: nothing is
};

}  // namespace core
