// What a proof rests on, which cards stand for others, and who is sure of the end.
#include "../src/cards/relevance.hpp"

#include "../src/cards/substitution.hpp"
#include "../src/threshold/sure_tricks.hpp"
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

// What SureTricks tells of a seat.
template <int Seats>
bool told(std::array<std::string, Seats> hands, int leader, int seat, auto&& ask) {
  Relevance relevance = none();
  const auto position = dealt<Seats>(hands, leader);
  return ask(SureTricks<Seats>(position, seat, relevance));
}

template <int Seats>
bool sure(std::array<std::string, Seats> hands, int leader, int seat, bool to_win) {
  return told<Seats>(hands, leader, seat, [&](auto tricks) { return to_win ? tricks.wins_last() : tricks.wins_or_trumps(); });
}

template <int Seats>
bool spoils(std::array<std::string, Seats> hands, int leader, int seat, u64 kings) {
  return told<Seats>(hands, leader, seat, [&](auto tricks) { return tricks.spoils(kings); });
}

template <int Seats>
bool keeps_lowest(std::array<std::string, Seats> hands, int leader, int seat) {
  return told<Seats>(hands, leader, seat, [](auto tricks) { return tricks.keeps_lowest(); });
}

template <int Seats>
bool leads_winners(std::array<std::string, Seats> hands, int leader, int seat) {
  return told<Seats>(hands, leader, seat, [](auto tricks) { return tricks.leads_winners(); });
}

constexpr u64 kHeart = kTops & 0xffff, kNext = kHeart << kLane, kSpade = kNext << kLane;

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

const Sentence kNothingButTrumps{"who has nothing but trumps lays one to the last trick, however low they are", [] {
  expect(sure<3>({"T3 T2 T1", "T20 T4 d1", "T5 T6 s1"}, 1, 0, false));
  expect(!sure<3>({"T3 T2 T1", "T20 T4 d1", "T5 T6 s1"}, 1, 0, true));
  expect(!sure<3>({"T3 T2 h1", "T20 T4 d1", "T5 T6 s1"}, 1, 0, false));
  expect(spoils<4>({"T3 T2", "T20 h13", "T5 T6", "T7 T8"}, 1, 0, kHeart));
}};

const Sentence kFoolNeverSure{"who holds the Fool is not seen to be sure of anything", [] {
  expect(!sure<3>({"T20 fool", "d1 d2", "s1 s2"}, 0, 0, true));
}};

const Sentence kLeadsIdle{"without any trump in play a leader ends with a loser of a suit in which there is no king to be spoiled", [] {
  expect(spoils<3>({"s13 d2", "h13 d5", "h5 d9"}, 0, 0, kHeart));
  expect(spoils<2>({"d2 s1", "h13 s5"}, 0, 0, kHeart));
  expect(!spoils<3>({"d2 s1", "h13 s5", "d9 h4"}, 0, 0, kHeart));  // two losers
  expect(spoils<4>({"s13 d2", "h13 d5", "h5 d9", "c1 c2"}, 0, 0, kHeart));
}};

const Sentence kLeadsIntoTheKing{"the loser led last spoils no king of its own suit", [] {
  expect(!spoils<3>({"s13 h2", "h13 d5", "h5 d9"}, 0, 0, kHeart));
  expect(!spoils<3>({"s13 d2", "h5 d9", "h13 d5"}, 1, 0, kHeart));  // another leads
}};

const Sentence kOneLoserMore{"a king is spoiled with one loser more than the last trick is won with, if one is idle", [] {
  expect(spoils<3>({"T5 h1 d2", "h13 d5 c2", "h5 d9 c3"}, 0, 0, kHeart));
  expect(!spoils<3>({"T5 h1 h2", "h13 d5 c2", "h5 d9 c3"}, 0, 0, kHeart));
  expect(!spoils<3>({"T5 h1 d2", "h13 d5 c2", "h5 d9 c3"}, 1, 0, kHeart));
  expect(!sure<3>({"T5 h1 d2", "h13 d5 c2", "h5 d9 c3"}, 0, 0, false));
}};

const Sentence kCountsOneMore{"counting spoils with one plain card more, if one is idle", [] {
  const std::array<std::string, 3> idle{"T10 T9 d1 h1", "h13 T20 s3 d8", "T3 c4 c6 d7"}, none{"T10 T9 h2 h1", "h13 T20 s3 d8", "T3 c4 c6 d7"};
  expect(spoils<3>(idle, 0, 0, kHeart) && !spoils<3>(none, 0, 0, kHeart));
  expect(!spoils<3>(idle, 1, 0, kHeart) && !spoils<3>(idle, 0, 0, kHeart | kNext));
  expect(!sure<3>(idle, 0, 0, false));
}};

const Sentence kFoolSpoilsNothing{"who holds the Fool is not seen to spoil a king", [] {
  expect(!spoils<3>({"fool d2", "h13 d5", "h5 d9"}, 0, 0, kSpade));
}};

const Sentence kKeepsLowest{"the lowest trump is kept to the end with as many others and the lead as losers", [] {
  expect(keeps_lowest<3>({"T0 h2", "d1 h5", "s1 s2"}, 0, 0));
  expect(!keeps_lowest<3>({"T0 h2", "d1 h5", "s1 s2"}, 1, 0));  // it may have to trump
  expect(keeps_lowest<3>({"T0 T7 h2", "d1 h5 h6", "s1 s2 s3"}, 1, 0));
  expect(!keeps_lowest<3>({"T0 h13 h12", "d1 h5 h6", "s1 s2 s3"}, 2, 0));
  expect(!keeps_lowest<3>({"T0 h2 d3", "d9 h5 h6", "s1 s2 s3"}, 0, 0));
  expect(!keeps_lowest<5>({"T0 h2", "d1 h5", "s1 s2", "c1 c2", "T1 c3"}, 0, 0));
}};

const Sentence kKeepsLowestAfterDrawing{"a leader draws the other trumps and keeps the lowest, but not with the lowest itself", [] {
  expect(keeps_lowest<3>({"T20 T0 h2", "T3 h5 h6", "s1 s2 s3"}, 0, 0));
  expect(!keeps_lowest<3>({"T20 T0 h2", "T3 T4 h6", "s1 s2 s3"}, 0, 0));
  expect(!keeps_lowest<3>({"T20 T0 h2", "T3 fool h6", "s1 s2 s3"}, 0, 0));
}};

const Sentence kLeadsWinners{"a leader without losers wins every trick", [] {
  expect(leads_winners<3>({"h13 d9", "d8 h12", "s1 s2"}, 0, 0));
  expect(!leads_winners<3>({"h13 d9", "d8 h12", "s1 s2"}, 1, 0));
  expect(!leads_winners<3>({"h13 d9", "d10 h12", "s1 s2"}, 0, 0));
  expect(!leads_winners<3>({"h13 d9", "d8 h12", "T1 s2"}, 0, 0));
  expect(leads_winners<3>({"h13 d9 T2", "d8 h12 s3", "T1 s2 s1"}, 0, 0));
}};

}  // namespace
}  // namespace core::tests
