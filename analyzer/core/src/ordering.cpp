#include "ordering.hpp"

#include <algorithm>

namespace core {

namespace {

// What can be true of a card. Shares are in sixteenths, lengths in cards; all else counts once a time it is true.
enum Feature : int {
  kExcuseLaid, kExcuseLed, kExcuseUnderFriend, kExcuseLate,
  kTrump, kLength, kSingle, kPair,        // the suit in the mover's hand
  kSubjectTop, kSubjectVoid, kSubjectLow,  // what the seat asked about has of the suit: its top card, none, the lowest trump
  kTop, kOwnTop, kOwnLow, kShareBelow, kPrize, kCourt,
  kOverFriend, kOverFoe, kUnderFriend, kUnderFoe, kCheapest, kOwnTopOver, kOwnLowUnder,
  kFriendTrumps, kFriendFree, kFriendAbove,  // what those after the mover can do to the suit led
  kFoeTrumps, kFoeFree, kFoeAbove,
  kKeptAlone, kKept, kKeptTop,             // no foe can beat the card any more; nor a friend; by rank already
  kFoesOut, kMoreThanFoes, kFewerThanFoes, kFriendHasMore, kTopTrump,  // of a trump led
  kOthersLength, kTrumpsSubject, kFreesSubject, kLongest, kShareTrump, kSharePlain,  // of a card led
  kExcuseNamesTrumps, kExcuseFirst, kOwnTopUnder, kThin,
  kFriendSingle, kFoeSingle, kRun, kBelowRun, kFriendTop, kFoeTop, kOnlyMine,  // who else has how much of the suit
  kNoTrumps, kFoesNoTrumps, kDrawnAhead, kLateTop, kLateShare,
  kEnd
};
static_assert(kEnd == kFeatures);
// Numbers used again for cards that are not led.
constexpr int kLastHigh = kOthersLength, kShareOver = kTrumpsSubject, kTopSubject = kFreesSubject,
              kShareUnder = kLongest, kInPlay = kShareTrump, kSubjectShort = kSharePlain;

constexpr std::int16_t kWeights[kGoalKinds][kParts][kTrickStates][kFeatures] = {
#include "weights.inc"
};

using Weights = const std::int16_t*;

// 16 * below / (total - 1), for cards of one suit.
int share_of(int below, int total) { return total > 1 ? 16 * below / (total - 1) : 8; }

// Heights above a height.
constexpr u32 above(int height) { return ~u32{1} << height; }

template <int Seats>
class Rater {
 public:
  Rater(const Position<Seats>& now, const Asked& asked, const Cards& in_play)
      : now_(now), asked_(asked), in_play_(in_play), seat_(now.holder()), high_(asked.side >> seat_ & 1) {
    const int part = (seat_ == asked.seat ? 0 : 2) + (high_ ? 0 : 1);
    set_ = (asked.kind * kParts + part) * kTrickStates + state();
    w_ = kWeights[asked.kind][part][state()];
  }
  Rater(const Position<Seats>& now, const Asked& asked, const Cards& in_play, Weights weights) : Rater(now, asked, in_play) {
    w_ = weights;
  }

  int set() const { return set_; }

  i32 rate(const Move& move) {
    if (is_excuse(move.card)) return excuse(move.named);
    if (move.card.suit != suit_) take_up(move.card.suit);
    return now_.laid ? of_suit_ + follow(move.card) : of_suit_ + lead(move.card);
  }

 private:
  bool friendly(int seat) const { return bool(asked_.side >> seat & 1) == high_; }

  int state() const {
    if (now_.laid == 0) return 0;
    const Cards& own = now_.hand[seat_];
    return (now_.laid < Seats - 1 ? 1 : 4) + (own.lane(now_.led) ? 0 : own.trumps ? 1 : 2);
  }

  i32 excuse(u8 named) const {
    i32 sum = w_[kExcuseLaid];
    if (now_.tricks <= 4) sum += w_[kExcuseLate];
    if (now_.laid == 0) sum += w_[kExcuseLed] + (named == kTrumps ? w_[kExcuseNamesTrumps] : 0);
    const int best = now_.best[now_.laid];
    if (best < 0) return sum + w_[kExcuseFirst];
    return sum + (friendly(now_.seat_at(best)) ? w_[kExcuseUnderFriend] : 0);
  }

  // What is true of all cards of a suit.
  void take_up(int suit) {
    suit_ = suit;
    own_ = now_.hand[seat_].lane(suit);
    all_ = in_play_.lane(suit);
    total_ = std::popcount(all_);
    length_ = std::popcount(own_);
    const u32 subject = now_.hand[asked_.seat].lane(suit);
    i32 sum = w_[kLength] * length_;
    if (length_ == 1) sum += w_[kSingle];
    if (length_ == 2) sum += w_[kPair];
    if (subject == 0) sum += w_[kSubjectVoid];
    subject_top_ = suit < kPlainSuits && subject >> kTopHeight & 1;
    if (subject_top_) sum += w_[kSubjectTop];
    if (suit == kTrumps) sum += w_[kTrump] + (subject & 1 ? w_[kSubjectLow] : 0);
    of_suit_ = sum + elsewhere() + (now_.laid ? later_follow() : later_lead(subject));
  }

  // Who else has how much of the suit, and of the trumps.
  i32 elsewhere() {
    const u32 top = std::bit_floor(all_);
    const u32 theirs = all_ & ~own_;
    const u32 run = theirs ? own_ & ~((std::bit_floor(theirs) << 1) - 1) : own_;
    i32 sum = w_[kRun] * std::min(4, std::popcount(run));
    in_run_ = run != 0;
    int foes = 0;
    for (int i = 1; i < Seats; ++i) {
      const int seat = now_.behind(seat_, i);
      const Cards& hand = now_.hand[seat];
      const u32 lane = hand.lane(suit_);
      const bool with = friendly(seat);
      if (lane && (lane & (lane - 1)) == 0) sum += w_[with ? kFriendSingle : kFoeSingle];
      if (suit_ != kTrumps && (lane & top)) sum += w_[with ? kFriendTop : kFoeTop];
      if (!with) foes = std::max(foes, std::popcount(hand.trumps));
    }
    const int trumps = std::popcount(now_.hand[seat_].trumps);
    if (trumps == 0) sum += w_[kNoTrumps];
    if (suit_ == kTrumps) return sum;
    if (length_ == total_) sum += w_[kOnlyMine];
    if (foes == 0) sum += w_[kFoesNoTrumps];
    if (now_.laid == 0 && trumps > foes) sum += w_[kDrawnAhead];
    return sum;
  }

  i32 later_follow() const {
    if (suit_ == kTrumps) return 0;
    return w_[kInPlay] * total_ + (length_ <= 2 && subject_top_ ? w_[kSubjectShort] : 0);
  }

  // A lead: what the others can do to the suit.
  i32 later_lead(u32 subject) {
    i32 sum = 0;
    int others = 0;
    for (int place = 1; place < Seats; ++place) {
      const int seat = now_.seat_at(place);
      const u32 lane = now_.hand[seat].lane(suit_);
      others += std::popcount(lane);
      if (lane) continue;
      const bool trumps = suit_ != kTrumps && now_.hand[seat].trumps;
      sum += friendly(seat) ? w_[trumps ? kFriendTrumps : kFriendFree] : w_[trumps ? kFoeTrumps : kFoeFree];
    }
    sum += w_[kOthersLength] * others;
    if (asked_.seat != seat_ && subject == 0) sum += w_[now_.hand[asked_.seat].trumps ? kTrumpsSubject : kFreesSubject];
    if (suit_ == kTrumps) return sum + led_trump();
    int longest = 0;
    for (int suit = 0; suit < kPlainSuits; ++suit) longest = std::max(longest, std::popcount(now_.hand[seat_].lane(suit)));
    if (length_ == longest) sum += w_[kLongest];
    return sum + (total_ <= 2 ? w_[kThin] : 0);
  }

  i32 led_trump() const {
    int friends = 0, foes = 0;
    for (int seat = 0; seat < Seats; ++seat) {
      if (seat == seat_) continue;
      int& most = friendly(seat) ? friends : foes;
      most = std::max(most, std::popcount(now_.hand[seat].trumps));
    }
    return (foes == 0 ? w_[kFoesOut] : 0) + (length_ > foes ? w_[kMoreThanFoes] : length_ < foes ? w_[kFewerThanFoes] : 0) +
           (friends > foes ? w_[kFriendHasMore] : 0);
  }

  // What holds of a card's rank, led or not.
  i32 ranked(Card card) {
    const u32 bit = u32{1} << card.height;
    share_ = share_of(std::popcount(all_ & (bit - 1)), total_);
    top_ = (all_ & above(card.height)) == 0;
    own_top_ = (own_ & above(card.height)) == 0;
    own_low_ = (own_ & (bit - 1)) == 0;
    i32 sum = w_[kShareBelow] * share_ / 16;
    if (top_) sum += w_[kTop];
    if (own_top_) sum += w_[kOwnTop];
    if (own_low_) sum += w_[kOwnLow];
    if (in_run_ && !top_) sum += w_[kBelowRun];
    if (now_.tricks <= 5) sum += w_[kLateShare] * share_ / 16 + (top_ ? w_[kLateTop] : 0);
    if (prize_kind(card) != kNoKind) sum += w_[kPrize];
    else if (suit_ < kPlainSuits && card.height >= 10) sum += w_[kCourt];
    return sum;
  }

  i32 lead(Card card) {
    i32 sum = ranked(card);
    bool foe = false, friend_ = false;
    for (int place = 1; place < Seats; ++place) {
      const int seat = now_.seat_at(place);
      const u32 lane = now_.hand[seat].lane(suit_);
      const bool beaten = lane ? (lane & above(card.height)) != 0 : suit_ != kTrumps && now_.hand[seat].trumps;
      if (!beaten) continue;
      sum += friendly(seat) ? w_[kFriendAbove] : w_[kFoeAbove];
      (friendly(seat) ? friend_ : foe) = true;
    }
    if (!foe) sum += w_[kKept] + (friend_ ? 0 : w_[kKeptAlone]) + (top_ ? w_[kKeptTop] : 0);
    if (suit_ != kTrumps) return sum + w_[kSharePlain] * share_ / 16;
    return sum + w_[kShareTrump] * share_ / 16 + (top_ ? w_[kTopTrump] : 0);
  }

  i32 follow(Card card) {
    i32 sum = ranked(card);
    const bool beats = now_.beats(card);
    const int best = now_.best[now_.laid];
    const bool under_friend = best >= 0 && friendly(now_.seat_at(best));
    if (beats) {
      if (best >= 0) sum += under_friend ? w_[kOverFriend] : w_[kOverFoe];
      if (best >= 0 && now_.table[best].suit == suit_ &&
          !(own_ & ((u32{1} << card.height) - 1) & above(now_.table[best].height)))
        sum += w_[kCheapest];
      if (own_top_) sum += w_[kOwnTopOver];
      sum += w_[kShareOver] * share_ / 16;
    } else {
      sum += under_friend ? w_[kUnderFriend] : w_[kUnderFoe];
      if (own_low_) sum += w_[kOwnLowUnder];
      if (own_top_) sum += w_[kOwnTopUnder];
      sum += w_[kShareUnder] * share_ / 16;
    }
    if (length_ == total_ - 1) sum += w_[kLastHigh];
    if (subject_top_ && top_) sum += w_[kTopSubject];
    return sum + (beats ? against_later(card) : 0);
  }

  // Whether those still to play can beat a card that beats all so far.
  i32 against_later(Card card) const {
    bool by_friend = false, by_foe = false;
    i32 sum = 0;
    for (int place = now_.laid + 1; place < Seats; ++place) {
      const int seat = now_.seat_at(place);
      const u32 lane = now_.hand[seat].lane(now_.led);
      const u32 trumps = now_.hand[seat].trumps;
      bool beaten = lane == 0 && (trumps & above(card.height));
      if (suit_ == now_.led) beaten = lane ? (lane & above(card.height)) != 0 : suit_ != kTrumps && trumps;
      if (!beaten) continue;
      sum += friendly(seat) ? w_[kFriendAbove] : w_[kFoeAbove];
      (friendly(seat) ? by_friend : by_foe) = true;
    }
    if (by_foe) return sum;
    return sum + w_[kKept] + (by_friend ? 0 : w_[kKeptAlone]) + (top_ ? w_[kKeptTop] : 0);
  }

  const Position<Seats>& now_;
  const Asked& asked_;
  const Cards& in_play_;
  int seat_;
  bool high_;
  int set_;  // of the weights
  Weights w_;
  // Of the suit taken up last.
  int suit_ = -1;
  u32 own_ = 0, all_ = 0;
  int total_ = 0, length_ = 0;
  bool subject_top_ = false, in_run_ = false;
  i32 of_suit_ = 0;
  // Of the card ranked last.
  int share_ = 0;
  bool top_ = false, own_top_ = false, own_low_ = false;
};

}  // namespace

template <int Seats>
void rate(const Position<Seats>& now, const Asked& asked, const Cards& in_play, Moves<Seats>& moves) {
  Rater<Seats> rater(now, asked, in_play);
  for (int i = 0; i < moves.count; ++i) moves.move[i].rating = rater.rate(moves.move[i]);
}

// Whoever rates by one weight alone tells what it is multiplied with.
template <int Seats>
Described described(const Position<Seats>& now, const Asked& asked, const Cards& in_play, const Move& move) {
  Described all;
  all.weights = Rater<Seats>(now, asked, in_play).set();
  std::array<std::int16_t, kFeatures> one{};
  for (int feature = 0; feature < kFeatures; ++feature) {
    one[feature] = 16;
    all.features[feature] = Rater<Seats>(now, asked, in_play, one.data()).rate(move);
    one[feature] = 0;
  }
  return all;
}

template Described described(const Position<2>&, const Asked&, const Cards&, const Move&);
template Described described(const Position<3>&, const Asked&, const Cards&, const Move&);
template Described described(const Position<4>&, const Asked&, const Cards&, const Move&);
template Described described(const Position<5>&, const Asked&, const Cards&, const Move&);

template void rate(const Position<2>&, const Asked&, const Cards&, Moves<2>&);
template void rate(const Position<3>&, const Asked&, const Cards&, Moves<3>&);
template void rate(const Position<4>&, const Asked&, const Cards&, Moves<4>&);
template void rate(const Position<5>&, const Asked&, const Cards&, Moves<5>&);

}  // namespace core
