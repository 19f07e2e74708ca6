// What a proof rests on, which cards stand for others, and who is sure of the end.
#include "../src/relevance.hpp"

#include "../src/substitution.hpp"
#include "../src/sure_tricks.hpp"
#include "check.hpp"
#include "hands.hpp"

namespace core::tests {
namespace {

Relevance none() {
  Relevance relevance;
  relevance.clear();
  return relevance;
}

const Sentence kRows{"the rows of a proof gather the cards each card had to beat, suit by suit", [] {
  Relevance some = none(), others = none();
  some.add(0, 13, 0b101);
  some.add(kTrumps, 21, 1u << 20);
  others.add(0, 13, 0b010);
  others.add(3, 0, 0b1);
  some |= others;
  expect(some.row(0, 13) == 0b111 && some.row(3, 0) == 1 && some.row(1, 13) == 0);
  expect(some.row(kTrumps, 21) == 1u << 20 && some.row(kTrumps, 20) == 0);
  some.clear();
  expect(some.row(0, 13) == 0 && some.row(kTrumps, 21) == 0);
}};

const Sentence kStandsFor{"a card stands for those of its hand that its proof does not tell from it", [] {
  Relevance relevance = none();
  relevance.add(0, 9, 1u << 5);  // the card searched had to beat the 5 of another hand
  const u32 own = of("h3 h7 h9 h12").lane(0), others = of("h5 h10").lane(0);
  expect(Substitution(relevance, 0, own, others).by(9, false) == of("h7 h9 h12").lane(0));
}};

const Sentence kStandsForNeighbours{"with neighbours only, a card does not stand for one beyond another hand's", [] {
  Relevance relevance = none();
  relevance.add(0, 9, 1u << 5);
  const u32 own = of("h3 h7 h9 h12").lane(0), others = of("h5 h10").lane(0);
  expect(Substitution(relevance, 0, own, others).by(9, true) == of("h7 h9").lane(0));
}};

const Sentence kBeaten{"a card that had to be beaten does not stand for one that is not", [] {
  Relevance relevance = none();
  relevance.add(0, 10, 1u << 9);
  const u32 own = of("h7 h9 h12").lane(0), others = of("h10").lane(0);
  expect(Substitution(relevance, 0, own, others).by(9, false) == of("h7 h9").lane(0));
}};

template <int Seats>
bool sure(std::array<std::string, Seats> hands, int leader, int seat, bool to_win) {
  Relevance relevance = none();
  const auto position = dealt<Seats>(hands, leader);
  return SureTricks<Seats>(position, seat, relevance).sure(to_win);
}

const Sentence kRuns{"with the only trumps, as many as losers and the lead, the last trick is sure", [] {
  expect(sure<3>({"T0 h13 h2", "d1 d2 d3", "s1 s2 s3"}, 0, 0, true));
  expect(sure<2>({"T0 h2", "d1 d2"}, 0, 0, true));
  expect(sure<5>({"T0 h13 h2", "d1 d2 d3", "s1 s2 s3", "c1 c2 c3", "h4 h5 d4"}, 0, 0, true));
}};

const Sentence kTooManyLosers{"with more losers than trumps it is not seen to be sure", [] {
  expect(!sure<3>({"T0 h1 h2", "h3 d2 d3", "h4 s2 s3"}, 1, 0, true));
  expect(!sure<4>({"T0 h1 h2", "h3 d2 d3", "h4 s2 s3", "c1 c2 c3"}, 2, 0, true));
}};

const Sentence kDraws{"a leader whose trumps draw all others is sure of the end", [] {
  expect(sure<3>({"T20 T19 h13", "T3 d1 d2", "T4 s1 s2"}, 0, 0, true));
  expect(sure<4>({"T20 T19 h13", "T3 d1 d2", "T4 s1 s2", "T5 c1 c2"}, 0, 0, true));
  expect(!sure<4>({"T18 T17 h1", "T3 d1 d2", "T20 T19 s2", "T5 h9 c2"}, 0, 0, true));
}};

const Sentence kFoolDrawsLater{"whoever holds the Fool may keep a trump for one round more", [] {
  expect(sure<3>({"T20 h13 h12", "T3 d1 d2", "s1 s2 s3"}, 0, 0, true));
  expect(!sure<3>({"T20 h13 h12", "T3 fool d1", "s1 s2 s3"}, 0, 0, true));
}};

const Sentence kCounts{"who has hardly a plain card lays a trump to the last trick, and wins it with the highest", [] {
  expect(sure<3>({"T20 T19 T18", "T3 T4 d1", "T5 T6 s1"}, 1, 0, true));
  expect(sure<5>({"T20 T19 T18", "T3 T4 d1", "T5 T6 s1", "c1 c2 T7", "h1 h2 T8"}, 1, 0, true));
  expect(!sure<3>({"T10 T9 T8", "T20 T4 d1", "T5 T6 s1"}, 1, 0, true));
  expect(sure<3>({"T10 T9 T8", "T20 T4 d1", "T5 T6 s1"}, 1, 0, false));
}};

const Sentence kFoolNeverSure{"who holds the Fool is not seen to be sure of anything", [] {
  expect(!sure<3>({"T20 fool", "d1 d2", "s1 s2"}, 0, 0, true));
}};

}  // namespace
}  // namespace core::tests
