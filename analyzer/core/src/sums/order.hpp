// Which card the search for card points tries first. It changes no answer, only how soon a deciding card is found.
//
// A trick is good for the mover if it goes to a seat that it wants to win it. With a card laid the best card in the trick is a
// good one's or a bad one's; and so is the strongest card that may come to lie in it. What a card is rated for hangs on both
// and on the place in the trick; the weights were found by counting nodes.
#pragma once

#include <algorithm>
#include <array>

#include "../threshold/ordering.hpp"
#include "ask.hpp"
#include "play.hpp"

namespace core {

constexpr int kSumStates = 3;    // leading; in between; last
constexpr int kSumProspects = 5; // won for good; beaten by a bad one but a good one comes over it; beaten; saved by a good one; lost
// Always; what it counts; its rank; a trump; the best in the trick; the length of its suit; the only one of it; how many of its
// suit the bad ones have, and the other good ones; what the cards of its suit count that the bad ones have below it, and those that
// the other good ones have.
constexpr int kSumFeatures = 11;
constexpr int kSumSets = 2;  // for what cards count; for tricks and the last trick

// By set, by state of the trick, by prospect.
constexpr std::array<i32, kSumSets * kSumStates * kSumProspects * kSumFeatures> kSumWeights{
#include "weights.inc"
};
constexpr i32 kFullFeature = 16;

// Sixteenths of so many of so many.
constexpr auto kSixteenths = [] {
  std::array<std::array<u8, kTrumpHeights + 1>, kTrumpHeights + 1> shares{};
  for (int of = 1; of <= kTrumpHeights; ++of)
    for (int part = 0; part <= of; ++part) shares[part][of] = static_cast<u8>(part * kFullFeature / of);
  return shares;
}();

template <int Seats>
class SumOrder {
 public:
  SumOrder(const SumAsk& ask, const SumPlay<Seats>& now, const Cards& in_play)
      : ask_(ask), now_(now), in_play_(in_play), seat_(now.holder()), high_(ask.high >> seat_ & 1) {
    for (int seat = 0; seat < Seats; ++seat)
      if (seat != seat_) (good(seat) ? good_ : bad_) |= now.hand[seat];
    const int kind = ask.measure.question.kind, set = kind == kTricks || kind == kLast;
    const int state = now.laid == 0 ? 0 : now.laid + 1 == Seats ? 2 : 1;
    weights_ = &kSumWeights[(set * kSumStates + state) * kSumProspects * kSumFeatures];
    if (now.suit_led() != kNoSuit) to_come(now.suit_led());
    const int best = now.best[now.laid];
    if (best >= 0) losing_ = prospect(strength(now.table[best]), good(now.seat_at(best)));
  }

  void rate(Moves<Seats>& moves) {
    for (int i = 0; i < moves.count; ++i) moves.move[i].rating = rating(moves.move[i].card);
  }

 private:
  // What is the same for all cards of a suit.
  struct OfSuit {
    u32 all, below_bad;  // in play; those of the bad ones that count
    i32 in_suit, length, bad, good, counts;
  };
  static constexpr int kNothing = -1, kTrumpStrength = 32;

  bool good(int seat) const { return bool(ask_.measure.question.of >> seat & 1) == high_; }
  static int strength(Card card) { return card.suit == kTrumps ? kTrumpStrength + card.height : card.height; }

  // The best that each later seat can lay to the suit led.
  void to_come(int led) {
    later_ = 0;
    for (int place = now_.laid + 1; place < Seats; ++place) {
      const int seat = now_.seat_at(place);
      const u32 lane = now_.hand[seat].lane(led), trumps = now_.hand[seat].trumps;
      const int most = lane && led != kTrumps ? std::bit_width(lane) - 1 : trumps ? kTrumpStrength + std::bit_width(trumps) - 1 : kNothing;
      most_[later_] = most;
      mine_[later_++] = good(seat);
    }
  }

  OfSuit of_suit(int suit) const {
    const u32 lane = in_play_.lane(suit), bad = bad_.lane(suit);
    const int in_suit = std::popcount(lane), length = std::popcount(now_.hand[seat_].lane(suit)), others = std::popcount(lane & bad);
    return {lane, bad & ask_.told.lane(suit), in_suit, length, others, in_suit - others - length, counted(suit, good_.lane(suit))};
  }

  i32 rating(Card card) {
    const bool excuse = is_excuse(card);
    if (!excuse && card.suit != suit_) {
      of_ = of_suit(suit_ = card.suit);
      if (now_.suit_led() == kNoSuit) to_come(suit_);
    }
    constexpr OfSuit kAlone{0, 0, 1, 1, 0, 0, 0};
    const OfSuit& of = excuse ? kAlone : of_;
    const bool best = now_.beats(card);
    const u32 under = excuse ? 0 : (u32{1} << card.height) - 1;
    const i32* weights = weights_ + (best ? prospect(strength(card), true) : losing_) * kSumFeatures;
    i32 sum = kFullFeature * (weights[0] + (card.suit == kTrumps ? weights[3] : 0) + (best ? weights[4] : 0) + (of.length == 1 ? weights[6] : 0));
    sum += weights[1] * ask_.share[place_of(card)] + weights[2] * kSixteenths[std::popcount(of.all & under)][of.in_suit];
    sum += weights[5] * std::min(of.length * 2, kFullFeature) + weights[7] * std::min(of.bad * 2, kFullFeature);
    sum += weights[8] * std::min(of.good * 2, kFullFeature) + weights[10] * of.counts;
    if (const u32 below = of.below_bad & under) sum += weights[9] * counted(card.suit, below);
    return sum;
  }

  // What cards of a suit count, in sixteenths of the most that one card does.
  i32 counted(int suit, u32 lane) const {
    i32 sum = 0;
    for (lane &= ask_.told.lane(suit); lane; lane &= lane - 1) sum += ask_.share[place_of({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(lane))})];
    return std::min(sum, kFullFeature);
  }

  // What may become of the trick whose best card is so strong and a good one's, if each later seat that can beats it.
  int prospect(int strongest, bool mine) const {
    bool ends_mine = mine, challenged = false;
    for (int i = 0; i < later_; ++i) {
      if (most_[i] <= strongest) continue;
      strongest = most_[i];
      ends_mine = mine_[i];
      challenged |= ends_mine != mine;
    }
    if (mine) return !challenged ? 0 : ends_mine ? 1 : 2;
    return ends_mine ? 3 : 4;
  }

  const SumAsk& ask_;
  const SumPlay<Seats>& now_;
  const Cards& in_play_;
  int seat_;
  bool high_;
  Cards good_{}, bad_{};  // held by the others
  const i32* weights_;
  std::array<int, Seats> most_;
  std::array<bool, Seats> mine_;
  int later_ = 0, losing_ = 2;  // an excuse that is led is beaten
  int suit_ = kNoSuit;
  OfSuit of_{};
};

}  // namespace core
