// Games of card points as integers: duties, who wins a trick, what a pile counts; and what is asked about them.
//
// Points are counted in units, so that every amount is whole. Cards outside the core are numbered 0 to 77, as in
// python/face.hpp; the Fool is 77, an excuse or the highest trump.
#pragma once

#include <array>
#include <stdexcept>
#include <utility>

#include "../cards/cards.hpp"
#include "../threshold/question.hpp"

namespace core {

constexpr int kMostTricks = 26;
constexpr u8 kXXII = 21;  // the height of a Fool that is a trump
constexpr int kTrullCards = 3;
constexpr int kMostHandedOver = 30;  // units that a card given for an excuse may be worth
constexpr int kWorthless = kCardsInDeck;  // some card of no worth, given for an excuse

constexpr int kMondPlace = kPlainSuits * 14, kPagatPlace = kMondPlace + 20;

constexpr int place_of(Card card) {
  if (is_excuse(card) || (card.suit == kTrumps && card.height == kXXII)) return kCardsInDeck - 1;
  return card.suit == kTrumps ? kPlainSuits * 14 + 20 - card.height : card.suit * 14 + kTopHeight - card.height;
}

enum Beat : int { kBeatNothing = 0, kBeatTrumps = 1, kBeatAny = 2 };
enum Three : int { kThreeNever = 0, kThreeInOrder = 1, kThreeAnyOrder = 2 };

struct SumRules {
  int seats = 3;
  std::array<int, kMostSeats> side{0, 1, 2, 3, 4};  // of each seat: whose pile its tricks go to
  bool fool_is_trump = false;
  bool fool_names = false;        // a leader of an excuse names a suit; else the next card's counts as led
  u32 excuse_names = 0x1f;        // bit s: suit s may be named; else only where nothing else can be followed
  int banned_trick = 0;           // an excuse may not be played here; counted from the end, 0: none
  bool exchange = false;          // an excuse goes home to its player's side, against another card
  bool worthless = false;         // which is worth nothing, and owed until the side has one; in the end it is the least it has
  bool surrender = false;         // and goes over to whom that card is owed where the side never has one
  int lost_last = 0;              // in so many last tricks it goes with the trick
  bool lost_to_others = false;    // or, of two sides, to the other one where its own wins them with another card
  bool top_when_swept = false;    // led to the last trick by a side that has won all others it is the highest trump
  int beat = kBeatNothing;        // which cards must beat the trick
  int colour_side = -1;           // the side in whose game a plain suit led beats trumps; -1: no such game
  bool colour_for_good = false;   // until a trick was led with a trump; else but in that trick
  bool colour_anybody = false;    // whoever leads; else leads of the side only
  Cards barred{};                 // may not be led while so many tricks are left, where the leader has another card
  int barred_trick = 0;           // 0: never
  int three = kThreeNever;        // the lowest trump wins a trick with XXII and the trump below in it
  std::array<i32, kCardsInDeck> worth{};  // units above any other card
  i32 each = 0;                   // units of a card as such
  i32 trick = 0;                  // units of a trick as such
  std::array<i32, kMostTricks + 1> extra{};  // what comes with the trick besides when so many are left
  int declarer_side = 0;
  std::array<i32, kTrullCards + 1> target{};  // units that are needed with so many of the Trull
  i32 pagat_shift = 0;
  bool pagat_by_partner = true;   // the lowest trump shifts the target too where it falls to its own side

  i32 value(Card card) const { return worth[place_of(card)] + each; }
  i32 worth_given(int number) const { return number == kWorthless ? 0 : worth[number]; }

  // Whether a side with a trick whose least card is this one gives it for an excuse before the hand is over.
  bool gives(int least) const { return least >= 0 && (!worthless || worth_given(least) == 0); }

  // Whether a pile rather gives one card for an excuse than another: the one worth less, else the one that is numbered first.
  bool gives_before(int one, int other) const {
    return other < 0 || std::pair(worth_given(one), one) < std::pair(worth_given(other), other);
  }
};

// What the future depends on beside the cards still held.
struct SumPast {
  static constexpr int kNobody = -1, kNothingYet = -2;
  u8 taken = (1 << kMostSeats) - 1;  // bit s: side s has a trick
  std::array<std::int8_t, kMostSeats> least{-1, -1, -1, -1, -1};  // by side: the card that it would give for an excuse, by number; or kWorthless; -1: none
  std::int8_t owed_by = kNobody, owed_to = kNobody;  // sides; for an excuse that went home
  std::int8_t swept = kNobody;  // the side that has won every trick so far; kNothingYet: there was none
  bool trump_led = false;
  u8 held = 0;                  // cards that the question counts, in the piles it is about
  bool operator==(const SumPast&) const = default;
};

enum SumKind : int { kPoints = 0, kTricks = 1, kHolds = 2, kMargin = 3, kLast = 4 };

struct SumQuestion {
  int kind = kPoints;
  u8 of = 0;        // seats whose tricks count
  std::array<bool, kCardsInDeck> cards{};
  u8 by = 0;        // kLast: who laid such a card
  int how = 0;      // kLast: 0 `of` wins, with such a card in the trick if there are any; 1 with such a card; 2 a card laid by `by` loses to `of`
  i32 width = -1;   // -1: the value is a number; else whether it lies from a bound to so much above it
  bool operator==(const SumQuestion&) const = default;
};

// A question of some rules, ready to be reckoned with.
struct Measure {
  SumQuestion question;
  std::array<i32, kCardsInDeck> value{};  // what a card counts in a pile
  std::array<i32, kMostTricks + 1> trick{};  // what the trick counts, when so many are left
  i32 each = 0;
  bool given = false;      // of a card given for an excuse it counts which one it is
  u8 of_side = 0;          // bit s: side s is asked about
  bool piles = false;      // any card counts

  Measure() = default;
  Measure(const SumRules& rules, const SumQuestion& asked) : question(asked) {
    for (int seat = 0; seat < rules.seats; ++seat)
      if (asked.of >> seat & 1) of_side |= u8(1 << rules.side[seat]);
    const bool points = asked.kind == kPoints || asked.kind == kMargin;
    if (points) {
      each = rules.each;
      for (int i = 0; i < kCardsInDeck; ++i) value[i] = rules.worth[i] + each;
      for (int left = 0; left <= kMostTricks; ++left) trick[left] = rules.trick + rules.extra[left];
    }
    if (asked.kind == kHolds)
      for (int i = 0; i < kCardsInDeck; ++i) value[i] = asked.cards[i];
    if (asked.kind == kTricks) trick.fill(1);
    piles = points || (asked.kind == kHolds && asked.cards[kCardsInDeck - 1]);
    for (int i = 0; asked.kind == kHolds && piles && rules.exchange && i + 1 < kCardsInDeck; ++i) given |= asked.cards[i];
    if (piles && rules.exchange)
      for (int seat = 0; seat < rules.seats; ++seat)
        if ((asked.of >> seat & 1) != (of_side >> rules.side[seat] & 1)) throw std::invalid_argument("piles are kept by side");
    if (asked.kind == kMargin && of_side != 1 << rules.declarer_side) throw std::invalid_argument("the target is the declarer's");
  }

  // What a card counts that is given for an excuse; kWorthless counts what every card does.
  i32 counts_given(int number) const { return !piles ? 0 : number == kWorthless ? each : value[number]; }

  bool margin() const { return question.kind == kMargin; }
  bool last() const { return question.kind == kLast; }
  bool window() const { return question.width >= 0; }
};

// Whether a card given for an excuse, by its number, is one of the Trull.
constexpr bool in_trull(int number) { return number == kMondPlace || number == kPagatPlace; }

}  // namespace core
