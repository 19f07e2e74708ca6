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
  }

  void rate(Moves<Seats>& moves) const {
    for (int i = 0; i < moves.count; ++i) moves.move[i].rating = rating(moves.move[i].card);
  }

 private:
  bool good(int seat) const { return bool(ask_.measure.question.of >> seat & 1) == high_; }

  i32 rating(Card card) const {
    const int kind = ask_.measure.question.kind, set = kind == kTricks || kind == kLast;
    const int state = now_.laid == 0 ? 0 : now_.laid + 1 == Seats ? 2 : 1;
    const i32* weights = &kPointWeights[((set * kPointStates + state) * kPointProspects + prospect(card)) * kPointFeatures];
    const bool excuse = is_excuse(card);
    const u32 lane = excuse ? 0 : in_play_.lane(card.suit);
    const int below = excuse ? 0 : std::popcount(lane & ((u32{1} << card.height) - 1)), in_suit = excuse ? 1 : std::popcount(lane);
    const int length = excuse ? 1 : std::popcount(now_.hand[seat_].lane(card.suit));
    const i32 counts = ask_.share[place_of(card)];
    const int bad = excuse ? 0 : std::popcount(lane & bad_.lane(card.suit));
    const std::array<i32, kPointFeatures> features{
        kFullFeature, counts, kSixteenths[below][in_suit], card.suit == kTrumps ? kFullFeature : 0,
        now_.beats(card) ? kFullFeature : 0, std::min(length * 2, kFullFeature), length == 1 ? kFullFeature : 0,
        std::min(bad * 2, kFullFeature), std::min((in_suit - bad - length) * 2, kFullFeature),
        excuse ? 0 : counted(card.suit, bad_.lane(card.suit) & ((u32{1} << card.height) - 1)),
        excuse ? 0 : counted(card.suit, good_.lane(card.suit))};
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

  int prospect(Card card) const {
    const bool best = now_.beats(card);
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
};

}  // namespace core
