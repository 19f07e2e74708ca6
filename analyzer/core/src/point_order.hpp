// Which card the search for card points tries first. It changes no answer, only how soon a deciding card is found.
//
// A trick is good for the mover if it goes to a seat that it wants to win it. With a card laid the best card in the trick is a
// good one's or a bad one's; and so is the strongest card that may come to lie in it. What a card is rated for hangs on both
// and on the place in the trick; the weights were found by counting nodes.
#pragma once

#include <algorithm>
#include <array>

#include "ordering.hpp"
#include "play.hpp"
#include "point_ask.hpp"

namespace core {

constexpr int kPointStates = 3;    // leading; in between; last
constexpr int kPointProspects = 5; // won for good; beaten by a bad one but a good one comes over it; beaten; saved by a good one; lost
// Always; what it counts; its rank; a trump; the best in the trick; the length of its suit; the only one of it; how many of its
// suit the bad ones have, and the other good ones; what the cards of its suit count that the bad ones have below it, and those that
// the other good ones have.
constexpr int kPointFeatures = 11;
constexpr int kPointSets = 2;  // for what cards count; for tricks and the last trick

// By set, by state of the trick, by prospect.
constexpr std::array<i32, kPointSets * kPointStates * kPointProspects * kPointFeatures> kPointWeights{
#include "point_weights.inc"
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
class PointOrder {
 public:
  PointOrder(const PointRules& rules, const PointAsk& ask, const Play<Seats>& now, const Cards& in_play)
      : rules_(rules), ask_(ask), now_(now), in_play_(in_play), seat_(now.holder()), high_(ask.high >> seat_ & 1) {
    for (int seat = 0; seat < Seats; ++seat)
      if (seat != seat_) (good(seat) ? good_ : bad_) |= now.hand[seat];
    const int kind = ask.measure.question.kind, set = kind == kTricks || kind == kLast;
    const int state = now.laid == 0 ? 0 : now.laid + 1 == Seats ? 2 : 1;
    weights_ = &kPointWeights[(set * kPointStates + state) * kPointProspects * kPointFeatures];
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

  bool good(int seat) const { return bool(ask_.measure.question.of >> seat & 1) == high_; }

  OfSuit of_suit(int suit) const {
    const u32 lane = in_play_.lane(suit), bad = bad_.lane(suit);
    const int in_suit = std::popcount(lane), length = std::popcount(now_.hand[seat_].lane(suit)), others = std::popcount(lane & bad);
    return {lane, bad & ask_.told.lane(suit), in_suit, length, others, in_suit - others - length, counted(suit, good_.lane(suit))};
  }

  i32 rating(Card card) {
    const bool excuse = is_excuse(card);
    if (!excuse && card.suit != suit_) of_ = of_suit(suit_ = card.suit);
    constexpr OfSuit kAlone{0, 0, 1, 1, 0, 0, 0};
    const OfSuit& of = excuse ? kAlone : of_;
    const bool best = now_.beats(card);
    const u32 under = excuse ? 0 : (u32{1} << card.height) - 1;
    const i32* weights = weights_ + prospect(card, best) * kPointFeatures;
    const std::array<i32, kPointFeatures> features{
        kFullFeature, ask_.share[place_of(card)], kSixteenths[std::popcount(of.all & under)][of.in_suit], card.suit == kTrumps ? kFullFeature : 0,
        best ? kFullFeature : 0, std::min(of.length * 2, kFullFeature), of.length == 1 ? kFullFeature : 0,
        std::min(of.bad * 2, kFullFeature), std::min((excuse ? 0 : of.good) * 2, kFullFeature),
        of.below_bad & under ? counted(card.suit, of.below_bad & under) : 0, of.counts};
    i32 sum = 0;
    for (int i = 0; i < kPointFeatures; ++i) sum += weights[i] * features[i];
    return sum;
  }

  // What cards of a suit count, in sixteenths of the most that one card does.
  i32 counted(int suit, u32 lane) const {
    i32 sum = 0;
    for (lane &= ask_.told.lane(suit); lane; lane &= lane - 1) sum += ask_.share[place_of({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(lane))})];
    return std::min(sum, kFullFeature);
  }

  // What may become of the trick; the same for all cards that do not become its best.
  int prospect(Card card, bool best) {
    if (best) return prospect_of(card, true);
    if (losing_ < 0) losing_ = prospect_of(card, false);
    return losing_;
  }

  int prospect_of(Card card, bool best) const {
    if (!best && now_.best[now_.laid] < 0) return 2;  // an excuse is led
    Card strongest = best ? card : now_.table[now_.best[now_.laid]];
    const bool mine = good(best ? seat_ : now_.seat_at(now_.best[now_.laid]));
    const int led = now_.led[now_.laid] == kNoSuit ? card.suit : now_.led[now_.laid];
    bool ends_mine = mine, challenged = false;
    for (int place = now_.laid + 1; place < Seats; ++place) {
      const int later = now_.seat_at(place);
      if (!overtakes(later, led, strongest)) continue;
      ends_mine = good(later);
      challenged |= ends_mine != mine;
    }
    if (mine) return !challenged ? 0 : ends_mine ? 1 : 2;
    return ends_mine ? 3 : 4;
  }

  // Whether the seat can beat the strongest card yet, which then is its own highest.
  bool overtakes(int seat, int led, Card& strongest) const {
    const u32 lane = now_.hand[seat].lane(led), trumps = now_.hand[seat].trumps;
    const int suit = lane ? led : kTrumps;
    if (suit != kTrumps && suit != strongest.suit) return false;
    const u32 can = lane ? lane : trumps;
    const u32 over = strongest.suit == suit ? can & (~u32{1} << strongest.height) : can;
    if (over == 0) return false;
    strongest = {static_cast<u8>(suit), static_cast<u8>(std::bit_width(over) - 1)};
    return true;
  }

  const PointRules& rules_;
  const PointAsk& ask_;
  const Play<Seats>& now_;
  const Cards& in_play_;
  int seat_;
  bool high_;
  Cards good_{}, bad_{};  // held by the others
  const i32* weights_;
  int suit_ = kNoSuit, losing_ = -1;
  OfSuit of_{};
};

}  // namespace core
