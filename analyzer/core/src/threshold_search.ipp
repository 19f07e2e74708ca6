// The definitions of the threshold search, for the files that make it for a number of seats.
#pragma once

#include <algorithm>

#include "substitution.hpp"
#include "sure_tricks.hpp"
#include "threshold_search.hpp"

namespace core {

constexpr i32 kLeast = -(1 << 30);
constexpr i32 kMost = 1 << 30;
constexpr int kLookedUp = 16;  // tricks before the last few of a search, where another winner is only looked up

// Where the flags of a key lie. A card is owned by a seat, or gone, which is written as all ones: no seat is. The points
// of the piles lie in a word of their own if there is one.
template <int Seats>
struct Flags {
  static constexpr int kPrizes = kPlainSuits + 1;
  static constexpr int kOwnerPlanes = std::bit_width(unsigned{Seats});  // bits that tell apart the seats and gone
  static constexpr int kLeaderAt = kIdentityBits;
  static constexpr int kExcuseAt = kLeaderAt + kOwnerPlanes;
  static constexpr int kPrizesAt = kExcuseAt + kOwnerPlanes;
  static constexpr int kWonAt = kPrizesAt + kPrizes * kOwnerPlanes;
  static constexpr int kPotsAt = kWonAt + Seats;
  static constexpr int kCourtsAt = kPotsAt + 4;
  static constexpr int kTopTrumpAt = kCourtsAt + 3 * kPlainSuits;
  static constexpr bool kPointsApart = kLengthWords<Seats> > 1;
  static constexpr int kPointsAt = kPointsApart ? 0 : kTopTrumpAt + 1;
  static constexpr int kPointsBits = kPointsApart ? 16 : 7;
  static_assert(Seats < 1 << kOwnerPlanes && (kGone & ((1 << kOwnerPlanes) - 1)) == (1 << kOwnerPlanes) - 1);
  static_assert(kTopTrumpAt < 64 && kPointsAt + (Seats - 1) * kPointsBits <= 64, "the flags fit their words");
};

template <int Seats>
i32 ThresholdSearch<Seats>::search(const Position<Seats>& position, const Question& question, i32 threshold, bool only_excuse) {
  now_ = position;
  now_.lengths = now_.count_lengths();
  in_play_ = now_.in_play();
  question_ = question;
  identity_ = identity(question, Seats);
  prizes_ = told_apart(question);
  asked_ = asked_of(question);
  searched_ = std::max(0, now_.tricks - kLookedUp);
  Relevance relevance;
  Numbers numbers;
  return only_excuse || now_.laid ? at_card(threshold, only_excuse, relevance) : at_trick(threshold, numbers, relevance);
}

// Prize cards this question tells from other cards: they are named in the key and never stand for another card,
// nor another for them. For a goal only those of its seat matter, and only if it tells them from others.
template <int Seats>
Cards ThresholdSearch<Seats>::told_apart(const Question& question) {
  const Cards all{kTops, kLowestTrump};
  if (question.tokens || question.classes & kLoses) return all;
  if (question.classes >> kWinsPlain & 1) return question.classes == kWins ? Cards{} : all;
  return {question.classes >> kWinsTop & 1 ? kTops : 0, question.classes >> kWinsLowTrump & 1 ? kLowestTrump : 0};
}

template <int Seats>
Cards ThresholdSearch<Seats>::alone(int seat) const {
  return question_.tokens || seat == question_.seat ? now_.hand[seat] & prizes_ : Cards{};
}

// The prize cards of a set as five bits.
template <int Seats>
u64 ThresholdSearch<Seats>::prize_bits(const Cards& cards) {
  return squeeze(cards.plain, kTops) | static_cast<u64>(cards.trumps & kLowestTrump) << kPlainSuits;
}

// The owners of all prize cards: one plane of five bits for each bit of the owner's number. Cards that are gone are set
// in all planes, as which no seat is numbered.
template <int Seats>
u64 ThresholdSearch<Seats>::prize_owners() const {
  using Flags = core::Flags<Seats>;
  const u64 gone = ~prize_bits(now_.held()) & ((1 << Flags::kPrizes) - 1);
  u64 owners = 0;
  for (int plane = 0; plane < Flags::kOwnerPlanes; ++plane) {
    u64 prizes = gone;
    for (int seat = 0; seat < Seats; ++seat)
      if (seat >> plane & 1) prizes |= prize_bits(now_.hand[seat]);
    owners |= prizes << (plane * Flags::kPrizes);
  }
  return owners;
}

// Everything the value rests on beside comparisons. These are lengths, question, leader, owner of the excuse and owners
// of the prize cards: each is the highest or lowest of its suit, so the map of relevance.hpp takes it to itself. For
// tokens it is also what has been won and lost since the search began. With the count courts differ in worth: then which
// of them are still in play is told too, and the points of all piles but one, which has the rest.
template <int Seats>
ThresholdSearch<Seats>::Table::Key ThresholdSearch<Seats>::key() const {
  using Flags = core::Flags<Seats>;
  typename Table::Key key{};
  for (int word = 0; word < kLengthWords<Seats>; ++word) key[word] = now_.lengths[word];
  u64& flags = key[Table::kFirstFlags];
  flags = identity_;
  flags |= static_cast<u64>(now_.leader) << Flags::kLeaderAt | static_cast<u64>(now_.excuse & ((1 << Flags::kOwnerPlanes) - 1)) << Flags::kExcuseAt;
  if (!question_.tokens) {
    flags |= prize_bits(alone(question_.seat)) << Flags::kPrizesAt;
    return key;
  }
  flags |= prize_owners() << Flags::kPrizesAt;
  flags |= static_cast<u64>(now_.progress.won) << Flags::kWonAt;
  // Three bits for kind 0, of which four can be lost, one for kind 1; the caller minds how far apart the pots are.
  for (int kind = 0; kind < kKinds; ++kind) {
    const i32 step = rules_.lost_early_pot[kind];
    const i32 lost = step ? (now_.progress.pots[kind] - stakes_.pots[kind]) / step : 0;
    flags |= static_cast<u64>(lost) << (Flags::kPotsAt + 3 * kind);
  }
  if (!stakes_.count) return key;
  const Cards held = now_.held();
  for (int suit = 0; suit < kPlainSuits; ++suit) flags |= static_cast<u64>(held.lane(suit) >> 10 & 7) << (Flags::kCourtsAt + 3 * suit);
  flags |= static_cast<u64>(held.trumps >> 20 & 1) << Flags::kTopTrumpAt;
  for (int seat = 0; seat < Seats - 1; ++seat) {
    const u64 points = static_cast<u64>(now_.progress.points[seat]) & ((u64{1} << Flags::kPointsBits) - 1);
    key.back() |= points << (Flags::kPointsAt + seat * Flags::kPointsBits);
  }
  return key;
}

// Goals that are decided already, whatever is played.
//
// Prizes only leave hands, so a seat without any wanted prize card can never win (or lose) the last trick with one:
// that rests on the flags alone. Else sure_tricks.hpp may tell, for one seat of the side that it suits. A trump in the
// last trick or its winner elsewhere keeps a prize of the seat from winning it. The last trick itself can be sure to be
// won; no use where the seat wants to win only with some cards. A seat whose last card is a trump other than the lowest,
// or which wins, does not lose a prize in it.
template <int Seats>
bool ThresholdSearch<Seats>::decided(i32& value, Relevance& relevance) const {
  relevance.clear();
  value = 0;
  if (!on_.bounds || question_.tokens) return false;
  const u8 plain = 1 << kLosesPlain | 1 << kWinsPlain;
  if (!(question_.classes & plain) && alone(question_.seat).empty()) return true;
  const auto wants = [&](int seat) { return bool(question_.side >> seat & 1); };
  const int subject = question_.seat;
  if (question_.classes & kLoses)
    return question_.classes == 1 << kLosesPrize && !wants(subject) && now_.hand[subject].trumps != kLowestTrump &&
           SureTricks<Seats>(now_, subject, relevance).sure(false);
  const bool any_card = question_.classes >> kWinsPlain & 1;
  for (int seat = 0; seat < Seats; ++seat)
    if (seat != subject && !wants(seat) && SureTricks<Seats>(now_, seat, relevance).sure(any_card)) return true;
  if (question_.classes != kWins || !wants(subject) || !SureTricks<Seats>(now_, subject, relevance).sure(true)) return false;
  value = 1;
  return true;
}

// What an entry keeps of a proof; without the partition, or with the count, where each card has its own worth, the
// whole order of the cards.
template <int Seats>
Comparisons ThresholdSearch<Seats>::comparisons(const Relevance& relevance) const {
  const bool whole = !on_.partition || counted();
  std::array<std::array<int, Seats>, kSuits> start;  // the numbers of the lowest cards
  int n = 0;
  for (int seat = 0; seat < Seats; ++seat)
    for (int suit = 0; suit < kSuits; ++suit) start[suit][seat] = n, n += std::popcount(now_.hand[seat].lane(suit));
  Comparisons all;
  for (int suit = kTrumps; suit >= 0; --suit) {
    std::array<u32, Seats> lane;
    for (int seat = 0; seat < Seats; ++seat) lane[seat] = now_.hand[seat].lane(suit);
    for (int seat = 0; seat < Seats; ++seat) {
      std::array<u32, Seats> highest{};  // of each other hand, beaten by a lower card already
      int number = start[suit][seat];
      for (u32 rest = lane[seat]; rest; rest &= rest - 1, ++number) {
        const int height = std::countr_zero(rest);
        const u32 losers = whole ? (u32{1} << height) - 1 : relevance.row(suit, height);
        if (losers == 0) continue;
        for (int other = 0; other < Seats; ++other) {
          const u32 beaten = other == seat ? 0 : losers & lane[other];
          if (beaten <= highest[other]) continue;
          const u32 top = std::bit_floor(beaten);
          if (top == highest[other]) continue;
          highest[other] = top;
          all.add({static_cast<u8>(number), static_cast<u8>(start[suit][other] + std::popcount(lane[other] & (top - 1)))});
        }
      }
    }
  }
  return all;
}

template <int Seats>
i32 ThresholdSearch<Seats>::at_trick(i32 threshold, Numbers& numbers, Relevance& relevance) {
  i32 value;
  if (decided(value, relevance)) return value;
  in_play_ = now_.held();
  if (now_.tricks == 1 && now_.excuse == kGone) return at_last_trick(relevance);
  if (!on_.table || now_.tricks == 1) return at_card(threshold, false, relevance);
  const typename Table::Key key = this->key();
  if (table_.find(key, numbers.of(now_), threshold, value, relevance)) return value;
  const u64 before = budget_.nodes();
  value = at_card(threshold, false, relevance);
  if (budget_.spent()) return value;
  const int work = std::bit_width(budget_.nodes() - before);
  table_.store(key, comparisons(relevance), value, value >= threshold, work);
  return value;
}

// Whether a call for the excuse changes nothing: all seats want the same.
template <int Seats>
bool ThresholdSearch<Seats>::exempt_from_call() const { return question_.side == 0 || question_.side == (1 << Seats) - 1; }

// One card of each group of neighbours in `own`, and each card of `single`. Of a group the highest, to win with or to
// lead; the lowest where it can't win, so that the better one is kept: proofs then need the weaker comparisons.
template <int Seats>
void ThresholdSearch<Seats>::add_lane(Moves<Seats>& moves, int suit, u32 own, u32 single) const {
  const auto add = [&](u32 heights) {
    for (; heights; heights &= heights - 1)
      moves.add({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(heights))}, kNoSuit, 0);
  };
  const u32 in_play = in_play_.lane(suit);
  if (!on_.merge || counted()) return add(own | single);
  const u32 ranks = static_cast<u32>(squeeze(own, in_play));
  u32 tops = static_cast<u32>(spread(ranks & ~(ranks >> 1), in_play));
  if (now_.laid) {
    u32 bottoms = static_cast<u32>(spread(ranks & ~(ranks << 1), in_play));
    u32 all = 0;
    for (; tops; tops &= tops - 1, bottoms &= bottoms - 1) {
      const Card top{static_cast<u8>(suit), static_cast<u8>(std::countr_zero(tops))};
      all |= now_.beats(top) ? tops & (~tops + 1) : bottoms & (~bottoms + 1);
    }
    tops = all;
  }
  add(tops | single);
}

template <int Seats>
void ThresholdSearch<Seats>::gather(Moves<Seats>& moves, bool only_excuse, const Cards& prizes) const {
  const bool excuse = now_.may_lay_excuse(rules_);
  // A call for the excuse: at this trick every card other than the excuse is put to the others in turn, who may each
  // insist on the excuse. Let F be the value of playing the excuse. An opponent of the holder may always call, which
  // makes F of the card, and so may a friend. If there is an opponent, the card is therefore worth F or less to the
  // holder, and playing the excuse at once is best. With all on one side nobody gains by calling what the holder could
  // have played.
  const bool called = excuse && now_.tricks == rules_.call_trick && !exempt_from_call();
  if (!(only_excuse || called)) {
    const Cards obeying = now_.obeying();
    const auto add = [&](int suit) {
      const u32 single = prizes.lane(suit);
      add_lane(moves, suit, obeying.lane(suit) & ~single, obeying.lane(suit) & single);
    };
    for (u64 rest = obeying.plain; rest;) {
      const int suit = std::countr_zero(rest) / kLane;
      add(suit);
      rest &= ~(u64{0xffff} << (kLane * suit));
    }
    if (obeying.trumps) add(kTrumps);
  }
  if (!(excuse || only_excuse)) return;
  if (now_.laid) return moves.add(kExcuse, kNoSuit, 0);
  for (u32 suits = now_.nameable(rules_); suits; suits &= suits - 1)
    moves.add(kExcuse, static_cast<u8>(std::countr_zero(suits)), 0);
}

// The mover's cards that the searched one stands for; substitution.hpp says why. With the count only cards of equal worth.
template <int Seats>
Cards ThresholdSearch<Seats>::covered_by(Card card, const Cards& own, Relevance& relevance) const {
  if (!own.has(card) || !(on_.merge || on_.rank_pruning)) return only(card);
  u32 lane = own.lane(card.suit);
  if (counted())
    for (u32 rest = lane; rest; rest &= rest - 1)
      if (const u8 height = static_cast<u8>(std::countr_zero(rest)); rules_.points({card.suit, height}) != rules_.points(card))
        lane &= ~(u32{1} << height);
  const u32 others = in_play_.lane(card.suit) & ~lane;
  return of_lane(card.suit, Substitution(relevance, card.suit, lane, others).by(card.height, !on_.rank_pruning));
}

// One more card of the trick.
template <int Seats>
i32 ThresholdSearch<Seats>::at_card(i32 threshold, bool only_excuse, Relevance& relevance) {
  if (now_.laid == Seats) return at_full_trick(threshold, relevance);
  const int seat = now_.holder();
  const bool high = question_.side >> seat & 1;
  const Cards prizes = alone(seat);
  Moves<Seats> moves;
  gather(moves, only_excuse, prizes);
  if (offered_ && moves.count > 1 && !only_excuse) [[unlikely]] offered_->offer(now_, threshold, moves);
  if (on_.ordering && moves.count > 1) {
    rate(now_, asked_, in_play_, moves);
    if (followed_) [[unlikely]] followed_->put_first(now_, moves);
    moves.sort();
  }
  const Cards own = now_.hand[seat].without(prizes);
  i32 all = high ? kLeast : kMost;
  Relevance other;
  Cards covered{};
  for (int i = 0; i < moves.count; ++i) {
    const Move move = moves.move[i];
    if (!is_excuse(move.card) && covered.has(move.card)) continue;
    if (budget_.node()) return all;
    // The first card's proof is gathered where the answer is wanted: mostly it decides.
    Relevance& below = i == 0 ? relevance : other;
    now_.lay(move.card, move.named);
    const i32 value = at_card(threshold, false, below);
    now_.take_back();
    if (budget_.spent()) return all;
    if (reaches(high, value, threshold)) {
      if (i) relevance = below;
      if (noted_) [[unlikely]] noted_->note(now_, move);
      return value;
    }
    all = high ? std::max(all, value) : std::min(all, value);
    if (!is_excuse(move.card)) covered |= covered_by(move.card, own, below);
    if (i) relevance |= below;
  }
  return all;
}

template <int Seats>
i32 ThresholdSearch<Seats>::last_value(const TrickCards<Seats>& trick) const {
  if (question_.tokens) {
    Progress<Seats> progress = now_.progress;
    return settle_last(rules_, stakes_, trick, progress)[question_.seat];
  }
  const Card card = trick.card[trick.place(question_.seat)];
  const int kind = is_excuse(card) ? kNoKind : prize_kind(card);
  int what = kind == kNoKind ? kLosesPlain : kLosesPrize;
  if (trick.winner == question_.seat) what = kind == kNoKind ? kWinsPlain : kind == 0 ? kWinsTop : kWinsLowTrump;
  return question_.classes >> what & 1;
}

// Everyone has one card left, none of them the excuse: nothing to decide.
template <int Seats>
i32 ThresholdSearch<Seats>::at_last_trick(Relevance& relevance) {
  for (int place = 0; place < Seats; ++place) {
    const Cards& own = now_.hand[now_.holder()];
    const int suit = own.trumps ? kTrumps : std::countr_zero(own.plain) / kLane;
    now_.lay({static_cast<u8>(suit), static_cast<u8>(std::countr_zero(own.lane(suit)))}, kNoSuit);
  }
  const i32 value = at_full_trick(0, relevance);
  for (int place = 0; place < Seats; ++place) now_.take_back();
  return value;
}

// Whether the value is known to lie on one side of the threshold; in the last tricks of a long hand it is searched for.
template <int Seats>
bool ThresholdSearch<Seats>::also(i32 threshold, Numbers& numbers, i32& value, Relevance& relevance) {
  if (now_.tricks <= searched_) {
    value = at_trick(threshold, numbers, relevance);
    return !budget_.spent();
  }
  return decided(value, relevance) || table_.find(key(), numbers.of(now_), threshold, value, relevance);
}

// Who wins often does not matter. The proof in `relevance` is of what follows if the winner of the trick leads on. Say
// another laid a card of the winner's suit too, and there is a proof on the same side of the threshold if he leads on.
// Then nothing needs to be said of which of the two cards is higher: in a position where they come out the other way
// round the other proof takes its place. What is still needed is that the winner's card beats those of which this is not
// known, so that the trick is won by the winner or one of these others. The hands are the same. So is what has been
// paid: where tokens are asked for, a trick with prizes in it, or one that may be somebody's first, is left alone.
// Returns the places of those others; `value` and `relevance` then hold for all.
template <int Seats>
u32 ThresholdSearch<Seats>::either_way(const TrickCards<Seats>& trick, u8 won_before, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance) {
  if (!on_.either || !on_.table || now_.tricks == 1 || budget_.spent()) return 0;
  if (question_.tokens) {
    if (counted() || won_before != (1 << Seats) - 1) return 0;
    for (const Card card : trick.card)
      if (prize_kind(card) != kNoKind) return 0;
  }
  const bool reached = value >= threshold;
  const Card winning = trick.winning();
  u32 others = 0;
  Relevance other;
  for (int place = 0; place < Seats; ++place) {
    if (trick.card[place].suit != winning.suit || trick.card[place] == winning) continue;
    now_.leader = trick.seat(place);
    i32 bound;
    if (!also(threshold, numbers, bound, other)) continue;
    if ((bound >= threshold) != reached) continue;
    others |= u32{1} << place;
    value = reached ? std::min(value, bound) : std::max(value, bound);
    relevance |= other;
  }
  return others;
}

// The trick is complete. Its winner beat the other cards of its suit in it.
template <int Seats>
i32 ThresholdSearch<Seats>::at_full_trick(i32 threshold, Relevance& relevance) {
  const TrickCards<Seats> trick = now_.complete();
  i32 value;
  u32 others = 0;
  if (now_.tricks == 1) {
    relevance.clear();
    value = last_value(trick);
  } else {
    const Progress<Seats> before = now_.progress;
    const Cards in_play = in_play_;
    const auto best = now_.best;
    const u8 led = now_.led;
    const i32 paid = question_.tokens ? settle_early(rules_, stakes_, trick, now_.progress)[question_.seat] : 0;
    now_.leader = trick.winner;
    now_.laid = 0;
    now_.led = kNoSuit;
    --now_.tricks;
    Numbers numbers;
    value = at_trick(threshold - paid, numbers, relevance);
    others = either_way(trick, before.won, threshold - paid, numbers, value, relevance);
    value += paid;
    ++now_.tricks;
    now_.led = led;
    now_.laid = Seats;
    now_.leader = trick.leader;
    now_.table = trick.card;
    now_.best = best;
    in_play_ = in_play;
    now_.progress = before;
  }
  const Card winning = trick.winning();
  for (int place = 0; place < Seats; ++place) {
    const Card card = trick.card[place];
    if (card.suit == winning.suit && card != winning && !(others >> place & 1))
      relevance.add(winning.suit, winning.height, u32{1} << card.height);
  }
  return value;
}

}  // namespace core
