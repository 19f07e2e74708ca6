// Play between two cards.
#include "../src/threshold/state.hpp"

#include "check.hpp"
#include "hands.hpp"

namespace core::tests {
namespace {

template <int Seats>
bool same(const Position<Seats>& a, const Position<Seats>& b) {
  return a.hand == b.hand && a.excuse == b.excuse && a.leader == b.leader && a.laid == b.laid && a.suit_led() == b.suit_led() &&
         a.lengths == b.lengths && a.progress == b.progress;
}

template <int Seats>
Position<Seats> longest() {
  constexpr std::array<const char*, 5> hands{"h13 d2 T20", "h1 s4 T0", "c0 c13 T21", "d13 s0 s13", "h0 h2 fool"};
  std::array<std::string, Seats> some;
  for (int seat = 0; seat < Seats; ++seat) some[seat] = hands[seat + 5 - Seats];
  return dealt<Seats>(some, Seats - 1);
}

template <int Seats>
void laid_and_taken_back() {
  const Position<Seats> before = longest<Seats>();
  Position<Seats> now = before;
  now.lay(kExcuse, 0);
  expect(now.excuse == kGone && now.suit_led() == 0 && now.best[1] == -1 && now.holder() == 0);
  Position<Seats> after = now;
  for (int place = 1; place < Seats; ++place) {
    const Cards obeying = now.obeying();
    const int suit = obeying.trumps ? kTrumps : std::countr_zero(obeying.plain) / kLane;
    now.lay({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(obeying.lane(suit)))}, kNoSuit);
    expect(now.lengths == now.count_lengths());
  }
  expect(now.laid == Seats && now.held().count() == 3 * Seats - Seats);
  for (int place = 1; place < Seats; ++place) now.take_back();
  expect(same(now, after));
  now.take_back();
  expect(same(now, before));
}

const Sentence kRound{"cards laid and taken back leave the position as it was, for every number of seats", [] {
  laid_and_taken_back<2>();
  laid_and_taken_back<3>();
  laid_and_taken_back<4>();
  laid_and_taken_back<5>();
}};

template <int Seats>
void lengths_apart() {
  std::array<u64, kLengthWords<Seats>> seen{};
  for (int seat = 0; seat < Seats; ++seat)
    for (int suit = 0; suit < kSuits; ++suit) {
      const u64 all = u64{suit == kTrumps ? 31u : 15u} << length_shift<Seats>(seat, suit);
      u64& word = seen[length_word<Seats>(seat)];
      expect((word & all) == 0);
      word |= all;
    }
}

const Sentence kLengths{"the lengths of all suits in all hands lie apart", [] {
  lengths_apart<2>();
  lengths_apart<3>();
  lengths_apart<4>();
  lengths_apart<5>();
}};

const Sentence kGoneIsNoSeat{"who owns a card that is gone is no seat", [] { expect(kGone >= kMostSeats && kGone < 1 << kOwnerBits); }};

template <int Seats>
int winner(int leader, std::array<std::string, Seats> cards, u8 named = kNoSuit) {
  Position<Seats> position;
  position.leader = leader;
  for (const std::string& word : cards) position.put(word == "fool" ? kExcuse : card(word), named);
  return position.complete().winner;
}

const Sentence kTrick{"the highest trump wins a trick, else the highest card of the suit led", [] {
  expect(winner<3>(0, {"h5", "h9", "h2"}) == 1);
  expect(winner<3>(2, {"h5", "d13", "s13"}) == 2);
  expect(winner<4>(1, {"h13", "T0", "h12", "T1"}) == 0);
  expect(winner<5>(3, {"T4", "T3", "h13", "fool", "T21"}) == 2);
  expect(winner<2>(1, {"c3", "c4"}) == 0);
}};

const Sentence kFoolNeverWins{"the Fool wins nothing, led or laid", [] {
  expect(winner<3>(0, {"fool", "h1", "h0"}, 0) == 1);
  expect(winner<3>(0, {"h1", "fool", "h0"}) == 0);
  expect(winner<2>(0, {"fool", "s4"}, 1) == 1);
}};

const Sentence kUnfollowed{"where nobody shows the suit a led Fool names, the first real card's suit counts as led", [] {
  expect(winner<3>(0, {"fool", "s2", "s9"}, 1) == 2);
  expect(winner<3>(0, {"fool", "s2", "c9"}, 1) == 1);
  expect(winner<4>(2, {"fool", "s2", "c13", "s3"}, 1) == 1);
  expect(winner<4>(2, {"fool", "s2", "T0", "s3"}, 1) == 0);
  expect(winner<5>(0, {"fool", "d2", "c13", "d3", "h13"}, 3) == 2);
}};

const Sentence kObeying{"a hand follows, else trumps, else lays anything; the leader too", [] {
  auto position = dealt<3>({"h3 d4", "h1 T5", "s2 c2"});
  expect(position.obeying() == of("h3 d4"));
  position.lay(card("h3"), kNoSuit);
  expect(position.obeying() == of("h1"));
  position.take_back();
  position.lay(card("d4"), kNoSuit);
  expect(position.obeying() == of("T5"));
  position.lay(card("T5"), kNoSuit);
  expect(position.obeying() == of("s2 c2"));
}};

const Sentence kNameable{"a led Fool may name the suits that others hold", [] {
  const auto position = dealt<4>({"h3 fool", "h1 T5", "s2 s3", "s4 T1"});
  expect(position.nameable({}) == (1u << 0 | 1u << 2 | 1u << kTrumps));
}};

const Sentence kPlainNames{"where trumps are not to be named a led Fool names them only if nobody has a plain card", [] {
  Rules plain;
  plain.excuse_names = 0xf;
  expect(dealt<4>({"h3 fool", "h1 T5", "s2 s3", "s4 T1"}).nameable(plain) == (1u << 0 | 1u << 2));
  expect(dealt<3>({"h3 fool", "T5 T6", "T1 T2"}).nameable(plain) == 1u << kTrumps);
}};

}  // namespace
}  // namespace core::tests
