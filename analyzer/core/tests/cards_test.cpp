// Sets of cards, and ranks within them.
#include "../src/cards/cards.hpp"
#include "../src/threshold/state.hpp"
#include "check.hpp"
#include "hands.hpp"

namespace core::tests {
namespace {

const Sentence kEach{"every card is in the set of it only, in its own lane", [] {
  for (u8 suit = 0; suit < kSuits; ++suit)
    for (u8 height = 0; height <= (suit == kTrumps ? kTrumpHeights - 1 : kTopHeight); ++height) {
      const Card card{suit, height};
      const Cards one = only(card);
      expect(one.count() == 1 && one.has(card) && !one.empty());
      for (int lane = 0; lane < kSuits; ++lane) expect(one.lane(lane) == (lane == suit ? u32{1} << height : 0));
      expect(one == of_lane(suit, u32{1} << height));
    }
}};

const Sentence kSets{"sets of cards are united, met and taken from each other card by card", [] {
  const Cards some = of("h0 h13 d5 T0 T20"), others = of("h13 c1 T20");
  expect((some | others) == of("h0 h13 d5 c1 T0 T20"));
  expect((some & others) == of("h13 T20"));
  expect(some.without(others) == of("h0 d5 T0"));
  expect((some | others).count() == 6);
  expect(some.without(some).empty());
}};

const Sentence kUpward{"a set closed upward holds all from the lowest card of each suit on", [] {
  const Cards closed = closed_upward(of("h3 h7 s0 T4"));
  expect((closed.lane(0) & 0x3fff) == 0x3ff8);
  expect((closed.lane(1) & 0x3fff) == 0);
  expect((closed.lane(2) & 0x3fff) == 0x3fff);
  expect((closed.trumps & 0x3fffff) == 0x3ffff0);
}};

const Sentence kSqueezed{"ranks are squeezed together and spread again, with and without the instructions for it", [] {
  const u64 mask = of("h1 h4 h9 d0 d13").plain, bits = of("h4 d13").plain;
  expect(squeeze(bits, mask) == 0b10010);
  expect(spread(0b10010, mask) == bits);
  expect(squeeze(~u64{0}, ~u64{0}) == ~u64{0});
  expect(squeeze(5, 0) == 0);
}};

const Sentence kNeighbours{"neighbours are the cards of a hand with nothing of others between them", [] {
  const Cards own = of("h2 h3 h5 h9 T18 T20 T21"), others = of("h7 T19");
  expect(neighbours({0, 3}, own, others) == of("h2 h3 h5"));
  expect(neighbours({0, 9}, own, others) == of("h9"));
  expect(neighbours({kTrumps, 20}, own, others) == of("T20 T21"));
  expect(neighbours({kTrumps, 18}, own, others) == of("T18"));
}};

const Sentence kAlone{"a card that must stand alone is a neighbour of itself only", [] {
  expect(neighbours({kTrumps, 0}, of("T1 T2"), of("T0 T5")) == of("T0 T1 T2"));
  expect(neighbours({0, 13}, of("h12"), of("h13")) == of("h12 h13"));
}};

}  // namespace
}  // namespace core::tests
