#include "two_sided.hpp"

#include <algorithm>

namespace core {

namespace {

constexpr i32 kLeast = -(1 << 30);
constexpr i32 kMost = 1 << 30;
constexpr Card kNoCard{6, 0};
constexpr u64 kQuestionMask = 0xffff;

}  // namespace

struct TwoSided::Moves {
  struct Move {
    Card card;
    u8 named;
    i32 rating;
  };
  std::array<Move, 32> move;
  int count = 0;

  void add(Card card, u8 named, i32 rating) {
    int at = count++;
    for (; at > 0 && move[at - 1].rating < rating; --at) move[at] = move[at - 1];
    move[at] = {card, named, rating};
  }
};

Bound TwoSided::search(const Position& position, const Question& question, i32 threshold, bool only_excuse) {
  now_ = position;
  now_.lengths = now_.count_lengths();
  deciding_ = kNoCard;
  question_ = question;
  return only_excuse || now_.laid ? at_card(threshold, only_excuse) : at_trick(threshold);
}

// Prize cards this question tells from other cards: they are named in the key and never stand for another card,
// nor another for them.
Cards TwoSided::alone() const {
  if (question_.tokens) return {kTops, kLowestTrump};
  Cards prizes;
  if (question_.classes >> kLosesPrize & 1) return now_.hand[question_.seat] & Cards{kTops, kLowestTrump};
  if (question_.classes == (1 << kWinsPlain | 1 << kWinsTop | 1 << kWinsLowTrump)) return {};
  if (question_.classes >> kWinsTop & 1) prizes.plain = kTops;
  if (question_.classes >> kWinsLowTrump & 1) prizes.trumps = kLowestTrump;
  return now_.hand[question_.seat] & prizes;
}

// Everything the value rests on beside who holds which rank: question, leader, owner of the excuse, owners of the
// prize cards, and for tokens what has been won and lost since the search began. With the count, where courts differ
// in worth, also which of them are still in play and the points of two piles (the third is the rest).
u64 TwoSided::flags() const {
  u64 key = question_.id;
  key |= static_cast<u64>(now_.leader) << 16 | static_cast<u64>(now_.excuse) << 18;
  const Cards prizes = alone();
  for (int suit = 0; suit < kSuits; ++suit) {
    const Card prize{static_cast<u8>(suit), static_cast<u8>(suit == kTrumps ? 0 : kTopHeight)};
    u64 owner = kGone;
    if (prizes.has(prize))
      for (int seat = 0; seat < kSeats; ++seat)
        if (now_.hand[seat].has(prize)) owner = static_cast<u64>(seat);
    key |= owner << (20 + 2 * suit);
  }
  if (!question_.tokens) return key;
  key |= static_cast<u64>(now_.progress.won) << 30;
  for (int kind = 0; kind < kKinds; ++kind) {
    const i32 step = rules_.lost_early_pot[kind];
    const i32 lost = step ? (now_.progress.pots[kind] - stakes_.pots[kind]) / step : 0;
    key |= static_cast<u64>(lost) << (33 + 3 * kind);
  }
  if (!stakes_.count) return key;
  const Cards held = now_.held();
  for (int suit = 0; suit < kPlainSuits; ++suit) key |= static_cast<u64>(held.lane(suit) >> 10 & 7) << (37 + 3 * suit);
  key |= static_cast<u64>(held.trumps >> 20 & 1) << 49;
  key |= static_cast<u64>(now_.progress.points[0] & 127) << 50 | static_cast<u64>(now_.progress.points[1] & 127) << 57;
  return key;
}

// With the count only cards of equal worth may stand for each other.
Cards TwoSided::same_worth(Card card, Cards group) const {
  if (!question_.tokens || !stakes_.count) return group;
  const i32 worth = rules_.points(card);
  for (u32 heights = group.lane(card.suit); heights; heights &= heights - 1) {
    const Card other{card.suit, static_cast<u8>(std::countr_zero(heights))};
    if (rules_.points(other) != worth) group = group.without(only(other));
  }
  return group;
}

// Goals that cannot be reached any more, whatever is played. Soundness: prizes only leave hands, so a seat without
// any wanted prize card can never win (or lose) the last trick with one. The proof rests on the flags alone.
bool TwoSided::decided(Bound& bound) const {
  if (!on_.bounds || question_.tokens) return false;
  const u8 plain = 1 << kLosesPlain | 1 << kWinsPlain;
  if (question_.classes & plain) return false;
  if (!alone().empty()) return false;
  bound = {0, {}};
  return true;
}

bool TwoSided::probe(i32 threshold, u64 flags, Bound& bound, Card& hint) {
  const Cards held = now_.held();
  const Owners owners{squeeze(now_.hand[0].plain, held.plain), squeeze(now_.hand[1].plain, held.plain),
                      static_cast<u32>(squeeze(now_.hand[0].trumps, held.trumps)),
                      static_cast<u32>(squeeze(now_.hand[1].trumps, held.trumps))};
  const Entry* cluster = table_.cluster(now_.lengths, flags);
  for (int way = 0; way < Table::kWays; ++way) {
    const Entry& entry = cluster[way];
    if (!entry.covers(now_.lengths, flags, owners)) continue;
    if (entry.lower ? entry.value >= threshold : entry.value < threshold) {
      bound.value = entry.value;
      bound.mattered = {spread(entry.mattered, held.plain), static_cast<u32>(spread(entry.mattered_trumps, held.trumps))};
      return true;
    }
    hint = {entry.suit, entry.height};
  }
  return false;
}

// The ranks that mattered are closed upward before they are kept: an entry says which seats own the k highest cards in
// play of every suit, and nothing about the rest but how many each seat has. Soundness of the match: see at_card.
void TwoSided::store(i32 threshold, u64 flags, const Bound& bound, u64 nodes, Card deciding) {
  const Cards held = now_.held();
  const Cards kept = on_.partition && !(question_.tokens && stakes_.count) ? closed_upward(bound.mattered) & held : held;
  Entry entry;
  entry.lengths = now_.lengths;
  entry.flags = flags;
  entry.mattered = squeeze(kept.plain, held.plain);
  entry.mattered_trumps = static_cast<u32>(squeeze(kept.trumps, held.trumps));
  entry.first = squeeze(now_.hand[0].plain, held.plain) & entry.mattered;
  entry.second = squeeze(now_.hand[1].plain, held.plain) & entry.mattered;
  entry.first_trumps = static_cast<u32>(squeeze(now_.hand[0].trumps, held.trumps)) & entry.mattered_trumps;
  entry.second_trumps = static_cast<u32>(squeeze(now_.hand[1].trumps, held.trumps)) & entry.mattered_trumps;
  entry.value = bound.value;
  entry.lower = bound.value >= threshold;
  entry.work = static_cast<u8>(std::bit_width(nodes));
  entry.suit = deciding.suit;
  entry.height = deciding.height;
  *Table::victim(table_.cluster(now_.lengths, flags), kQuestionMask, question_.id) = entry;
}

Bound TwoSided::at_trick(i32 threshold) {
  Bound bound;
  if (decided(bound)) return bound;
  if (!on_.table || now_.tricks == 1) return at_card(threshold, false);
  const u64 key = flags();
  deciding_ = kNoCard;
  if (probe(threshold, key, bound, deciding_)) return bound;
  const u64 before = budget_.nodes();
  bound = at_card(threshold, false);
  if (!budget_.spent()) store(threshold, key, bound, budget_.nodes() - before, deciding_);
  return bound;
}

// Whether a call for the excuse changes nothing: all seats want the same.
bool TwoSided::exempt_from_call() const { return question_.side == 0 || question_.side == (1 << kSeats) - 1; }

void TwoSided::gather(Moves& moves, bool only_excuse, Card hint) const {
  const bool excuse = now_.may_lay_excuse(rules_);
  // A call for the excuse: at this trick every card other than the excuse is put to the two others, who may each
  // insist on the excuse. Let F be the value of playing the excuse and c that of the card. If an opponent of the
  // holder is among the two, the card is worth F or less to the holder: with both opposed it is F and c, with one
  // of them F and (F or c) or F or (F and c), which are F. So playing the excuse at once is best for the holder. With
  // all on one side nobody gains by calling what the holder could have played.
  const bool called = excuse && now_.tricks == rules_.call_trick && !exempt_from_call();
  if (!(only_excuse || called)) {
    const Cards obeying = now_.obeying();
    for (int suit = 0; suit < kSuits; ++suit)
      for (u32 heights = obeying.lane(suit); heights; heights &= heights - 1) {
        const Card card{static_cast<u8>(suit), static_cast<u8>(std::countr_zero(heights))};
        moves.add(card, kNoSuit, card == hint ? kMost : on_.ordering ? rate(card, kNoSuit) : 0);
      }
  }
  if (!(excuse || only_excuse)) return;
  if (now_.laid) return moves.add(kExcuse, kNoSuit, on_.ordering ? rate(kExcuse, kNoSuit) : 0);
  for (u32 suits = now_.nameable(); suits; suits &= suits - 1) {
    const u8 named = static_cast<u8>(std::countr_zero(suits));
    moves.add(kExcuse, named, on_.ordering ? rate(kExcuse, named) : 0);
  }
}

// A first guess at good moves; higher is tried sooner. It changes no answer.
int TwoSided::rate(Card card, u8) const {
  if (is_excuse(card)) return 0;
  return -static_cast<int>(card.height);
}

// One more card of the trick.
//
// Why one card may stand for others. Let R be the ranks the proof for card c rests on and F its upward closure among the
// cards in play. The claim kept in every entry is: any position with the same lengths and flags in which the same
// seats own the |F| highest cards of each suit has the same bound. Two uses of it at a node, for cards of one
// suit in the mover's hand, prize cards left out:
//  * rank pruning: if neither c nor d is in F, playing d leaves the same lengths, flags and owners of F, and the cards
//    on the table compare with d as with c (a card that beat c by rank, or was beaten by it, is in R). So d has
//    c's bound on the same grounds.
//  * neighbours: if nothing in play lies between c and d they are interchangeable, whatever F is. But an entry that omits
//    d speaks of other positions too, where d's place is held otherwise: so if F holds some of the neighbours and
//    not all, the lowest of them is added to what mattered, and the owners of all of them are kept.
Bound TwoSided::at_card(i32 threshold, bool only_excuse) {
  if (now_.laid == kSeats) return at_full_trick(threshold);
  const int seat = now_.holder();
  const bool high = question_.side >> seat & 1;
  const bool worth = question_.tokens && stakes_.count;
  Moves moves;
  gather(moves, only_excuse, now_.laid == 0 ? deciding_ : kNoCard);
  const Cards in_play = now_.in_play();
  const Cards prizes = alone();
  const Cards own = now_.hand[seat].without(prizes);
  const Cards separators = in_play.without(own);
  Bound all{high ? kLeast : kMost, {}};
  Cards covered{};
  for (int i = 0; i < moves.count; ++i) {
    const auto move = moves.move[i];
    if (!is_excuse(move.card) && covered.has(move.card)) continue;
    if (budget_.node()) return all;
    now_.lay(move.card, move.named);
    const Bound below = at_card(threshold, false);
    now_.take_back();
    if (budget_.spent()) return all;
    if (high ? below.value >= threshold : below.value < threshold) {
      deciding_ = move.card;
      return below;
    }
    all.value = high ? std::max(all.value, below.value) : std::min(all.value, below.value);
    all.mattered |= below.mattered;
    if (is_excuse(move.card) || prizes.has(move.card)) continue;
    const Cards floor = closed_upward(below.mattered) & in_play;
    if (on_.rank_pruning && !worth && !floor.has(move.card))
      covered |= of_lane(move.card.suit, own.lane(move.card.suit) & ~floor.lane(move.card.suit));
    if (on_.merge) {
      const Cards group = same_worth(move.card, neighbours(move.card, own, separators));
      covered |= group;
      const Cards inside = group & floor;
      if (!inside.empty() && inside != group) {
        const u32 heights = group.lane(move.card.suit);
        all.mattered |= of_lane(move.card.suit, heights & (~heights + 1));
      }
    }
  }
  deciding_ = kNoCard;
  return all;
}

Bound TwoSided::last_value(const TrickCards& trick) {
  if (question_.tokens) {
    Progress progress = now_.progress;
    return {settle_last(rules_, stakes_, trick, progress)[question_.seat], {}};
  }
  const Card card = trick.card[(question_.seat - trick.leader + kSeats) % kSeats];
  const int kind = is_excuse(card) ? kNoKind : prize_kind(card);
  int what = kind == kNoKind ? kLosesPlain : kLosesPrize;
  if (trick.winner == question_.seat) what = kind == kNoKind ? kWinsPlain : kind == 0 ? kWinsTop : kWinsLowTrump;
  return {question_.classes >> what & 1, {}};
}

// The trick is complete. The rank of the winning card matters where another card of its suit is in the trick.
Bound TwoSided::at_full_trick(i32 threshold) {
  const TrickCards trick = now_.complete();
  const Card best = trick.card[(trick.winner - trick.leader + kSeats) % kSeats];
  bool contested = false;
  for (int place = 0; place < kSeats; ++place) contested |= trick.card[place].suit == best.suit && trick.card[place] != best;
  Bound bound;
  if (now_.tricks == 1) {
    bound = last_value(trick);
  } else {
    const Progress before = now_.progress;
    const u8 led = now_.led;
    const i32 paid = question_.tokens ? settle_early(rules_, stakes_, trick, now_.progress)[question_.seat] : 0;
    now_.leader = trick.winner;
    now_.laid = 0;
    now_.led = kNoSuit;
    --now_.tricks;
    bound = at_trick(threshold - paid);
    bound.value += paid;
    ++now_.tricks;
    now_.led = led;
    now_.laid = kSeats;
    now_.leader = trick.leader;
    now_.table = trick.card;
    now_.progress = before;
  }
  if (contested) bound.mattered |= only(best);
  return bound;
}

}  // namespace core
