// Which card the search for card points tries first. It changes no answer, only how soon a deciding card is found.
//
// A trick is good for the mover if it goes to a seat that it wants to win it. With a card laid the trick is as good as won,
// or the best card can still be beaten by one who is bad for it, or it lies with a bad one and may still be
// beaten by a good one, or it is as good as lost. What a card is rated for hangs on that and on the place in the
// trick; the weights were found by counting nodes.
#pragma once

#include <algorithm>
#include <array>

#include "ordering.hpp"
#include "play.hpp"
#include "point_ask.hpp"

namespace core {

constexpr int kPointStates = 3;    // leading; in between; last
constexpr int kPointProspects = 4; // as good as won; won unless a bad one beats it; lost unless a good one does; as good as lost
constexpr int kPointFeatures = 7;  // always; what it counts; its rank; a trump; the best in the trick; the length of its suit; the only one of it
constexpr int kPointSets = 2;  // for what cards count; for tricks and the last trick

// By set, by state of the trick, by prospect.
constexpr std::array<i32, kPointSets * kPointStates * kPointProspects * kPointFeatures> kPointWeights{
#include "point_weights.inc"
};
constexpr i32 kFullFeature = 16;

template <int Seats>
class PointOrder {
 public:
  PointOrder(const PointRules& rules, const PointAsk& ask, const Play<Seats>& now, const Cards& in_play)
      : rules_(rules), ask_(ask), now_(now), in_play_(in_play), seat_(now.holder()), high_(ask.high >> seat_ & 1) {}

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
    const i32 counts = ask_.top ? (ask_.measure.value[place_of(card)] - ask_.measure.each) * kFullFeature / ask_.top : 0;
    const std::array<i32, kPointFeatures> features{
        kFullFeature, counts, below * kFullFeature / in_suit, card.suit == kTrumps ? kFullFeature : 0,
        now_.beats(card) ? kFullFeature : 0, std::min(length * 2, kFullFeature), length == 1 ? kFullFeature : 0};
    i32 sum = 0;
    for (int i = 0; i < kPointFeatures; ++i) sum += weights[i] * features[i];
    return sum;
  }

  int prospect(Card card) const {
    const bool best = now_.beats(card);
    if (!best && now_.best[now_.laid] < 0) return 1;  // an excuse is led
    const Card winning = best ? card : now_.table[now_.best[now_.laid]];
    const bool mine = good(best ? seat_ : now_.seat_at(now_.best[now_.laid]));
    const int led = now_.led[now_.laid] == kNoSuit ? card.suit : now_.led[now_.laid];
    for (int place = now_.laid + 1; place < Seats; ++place) {
      const int later = now_.seat_at(place);
      if (good(later) != mine && can_beat(later, winning, led)) return mine ? 1 : 2;
    }
    return mine ? 0 : 3;
  }

  bool can_beat(int seat, Card winning, int led) const {
    const u32 over = ~u32{1} << winning.height;
    if (const u32 lane = now_.hand[seat].lane(led)) return winning.suit == led && (lane & over);
    return now_.hand[seat].trumps & (winning.suit == kTrumps ? over : ~u32{0});
  }

  const PointRules& rules_;
  const PointAsk& ask_;
  const Play<Seats>& now_;
  const Cards& in_play_;
  int seat_;
  bool high_;
};

}  // namespace core
