// A question about a game of card points, made ready for a search: who is for it, and which cards it tells from others.
#pragma once

#include <algorithm>
#include <vector>

#include "rules.hpp"
#include "table.hpp"

namespace core {

// Cards whose owners can lie in a key: the courts, the lowest trump, the two highest. (The owner of an excuse always does.)
constexpr int kToldCards = 19;
constexpr std::array<Card, kToldCards> told_cards() {
  std::array<Card, kToldCards> all{};
  int n = 0;
  for (int suit = 0; suit < kPlainSuits; ++suit)
    for (int height = 10; height <= kTopHeight; ++height) all[n++] = {static_cast<u8>(suit), static_cast<u8>(height)};
  all[n++] = {kTrumps, 0};
  all[n++] = {kTrumps, 20};
  all[n++] = {kTrumps, kXXII};
  return all;
}

struct SumAsk {
  struct Group {
    Cards cards;
    i32 value;  // of each of them, beside what every card counts
  };

  Measure measure;
  u8 high = 0;  // seats that want the value high
  u64 id = 0;   // tells the question, with who is for it, from every other one; never 0
  Cards told;   // they differ from other cards
  Cards counts;  // they are worth more than other cards
  Cards kept;   // a proof keeps who owns them, where it keeps of the others which of them it rests on
  bool only_three = false;  // which cards they are counts only for the lowest trump and the two highest in one trick
  bool by_worth = false;  // it can: a sum of what cards are worth, and of two courts of a suit the higher is not worth less
  Worths worths;
  Cards itself;  // of these, what counts is which card it is, not only its worth
  Cards wanted;  // in the last trick, an excuse apart
  std::vector<Group> groups;
  i32 least_trick = 0;  // what any trick counts at least, cards apart
  i32 top = 0;   // the most that a card counts beside what every card does
  std::array<u8, kCardsInDeck> share{};  // sixteenths of that, of each card
  std::array<i32, kMostTricks + 1> tricks_left{};  // what so many last tricks count in all, cards apart

  SumAsk(const SumRules& rules, const SumQuestion& question, u8 for_it, u64 number)
      : measure(rules, question), high(for_it), id(number) {
    for (int left = 1; left <= kMostTricks; ++left) tricks_left[left] = tricks_left[left - 1] + measure.trick[left];
    least_trick = *std::min_element(measure.trick.begin() + 1, measure.trick.end());
    Cards differ;
    for (int suit = 0; suit < kSuits; ++suit)
      for (int height = 0; height < (suit == kTrumps ? kTrumpHeights : kTopHeight + 1); ++height) weigh({static_cast<u8>(suit), static_cast<u8>(height)}, rules, differ);
    told = with_above(differ);
    std::sort(groups.begin(), groups.end(), [](const Group& one, const Group& other) { return one.value < other.value; });
    for (const Group& group : groups) counts |= group.cards;
    const bool sum = question.kind == kPoints || question.kind == kMargin;
    only_three = sum && !measure.margin();
    by_worth = sum && !measure.window() && rising();
    kept = by_worth ? with_above(itself) : told;
    if (by_worth) tell_worths();
    for (int i = 0; top && i < kCardsInDeck; ++i) share[i] = static_cast<u8>((measure.value[i] - measure.each) * 16 / top);
  }

  // What the cards count, in whosever pile they come.
  i32 counted(const Cards& cards) const {
    return more(cards) + (measure.each ? measure.each * cards.count() : 0);
  }

  // The same without what every card counts.
  i32 more(const Cards& cards) const {
    i32 sum = 0;
    for (const Group& group : groups) sum += group.value * (cards & group.cards).count();
    return sum;
  }

 private:
  void weigh(Card card, const SumRules& rules, Cards& differ) {
    const i32 more = measure.value[place_of(card)] - measure.each;
    const bool trull = card.suit == kTrumps && (card.height == 0 || card.height >= 20);
    const bool last = measure.last() && measure.question.cards[place_of(card)];
    if (last) wanted |= only(card);
    const bool given = measure.given && rules.worth[place_of(card)] > 0;
    const bool own = last || given || (trull && (measure.margin() || rules.three != kThreeNever));
    if (own) itself |= only(card);
    if (own || more) differ |= only(card);
    if (more == 0) return;
    top = std::max(top, more);
    for (Group& group : groups)
      if (group.value == more) return group.cards |= only(card);
    groups.push_back({only(card), more});
  }

  // The map that carries a proof from one position to another (cards/relevance.hpp) goes by places from the lowest card of a
  // hand's suit on. It takes a card to itself where the owners of all above it are the same, as it does the lowest
  // trump. So with a card all above it in its suit are told.
  static Cards with_above(const Cards& cards) {
    Cards all, can;
    for (const Card card : told_cards()) can |= only(card);
    for (int suit = 0; suit < kSuits; ++suit) {
      const u32 lane = cards.lane(suit), low = suit == kTrumps ? lane & kLowestTrump : 0;
      const u32 rest = lane & ~low;
      const u32 top = suit == kTrumps ? (u32{1} << kTrumpHeights) - 1 : (u32{2} << kTopHeight) - 1;
      all |= of_lane(suit, low | (rest ? top & ~((rest & (~rest + 1)) - 1) : 0));
    }
    if (!all.without(can).empty()) throw std::invalid_argument("only courts, the Pagat, the Mond and the Fool count beside tricks");
    return all;
  }

  void tell_worths() {
    for (const Group& group : groups)
      for (int suit = 0; suit < kSuits; ++suit)
        for (u32 lane = group.cards.lane(suit); lane; lane &= lane - 1) {
          const Card card{static_cast<u8>(suit), static_cast<u8>(std::countr_zero(lane))};
          worths.of[Numbered::code(card)] = worths.bar[Numbered::bar(card)] = static_cast<u8>(group.value);
        }
  }

  bool rising() const {
    const auto of = [&](int suit, int height) { return measure.value[place_of({static_cast<u8>(suit), static_cast<u8>(height)})]; };
    bool all = of(kTrumps, kXXII) >= of(kTrumps, 20);
    for (int suit = 0; suit < kPlainSuits; ++suit)
      for (int height = 1; height <= kTopHeight; ++height) all &= of(suit, height) >= of(suit, height - 1);
    return all;
  }
};

}  // namespace core
