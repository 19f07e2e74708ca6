#include "ordering.hpp"

#include <algorithm>
#include <type_traits>

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

// 16 * below / (total - 1), for cards of one suit: looked up, as a division takes long.
int share_of(int below, int total) {
  static constexpr auto kShares = [] {
    std::array<std::array<u8, kTrumpHeights>, kTrumpHeights + 1> all{};
    for (int of = 0; of <= kTrumpHeights; ++of)
      for (int under = 0; under < kTrumpHeights; ++under)
        all[of][under] = static_cast<u8>(of <= 1 ? 8 : under < of ? 16 * under / (of - 1) : 0);
    return all;
  }();
  return kShares[total][below];
}

// A weight where something is true; without a jump, as what is true of cards is hard to foresee.
constexpr i32 where(bool is, i32 weight) { return -static_cast<i32>(is) & weight; }

// The height of the highest card, -1 where there is none.
constexpr int highest(u32 heights) { return static_cast<int>(std::bit_width(heights)) - 1; }

constexpr int kWhatever = 32;  // above all heights

// What is true of a node, of a suit and of all other hands in it is found once: of a card there are then only its height and
// a few heights to compare it with.
template <int Seats, bool Leads>
class Rater {
 public:
  Rater(const Position<Seats>& now, const Asked& asked, const Cards& in_play)
      : now_(now), asked_(asked), in_play_(in_play), seat_(now.holder()), high_(asked.side >> seat_ & 1) {
    const int part = (seat_ == asked.seat ? 0 : 2) + (high_ ? 0 : 1);
    w_ = kWeights[asked.kind][part][state()];
    for (int i = 0; i < Seats - 1; ++i) {
      const int seat = seat_after<Seats>(seat_, i + 1);
      other_[i] = {&now.hand[seat], friendly(seat)};
      int& most = other_[i].with ? friends_ : foes_;
      most = std::max(most, std::popcount(now.hand[seat].trumps));
    }
    trumps_ = std::popcount(now.hand[seat_].trumps);
    if (Leads)
      for (int suit = 0; suit < kPlainSuits; ++suit) longest_ = std::max(longest_, std::popcount(now.hand[seat_].lane(suit)));
    late_ = now.tricks <= 5;
    best_ = now.best[now.laid];
    if (best_ >= 0) under_friend_ = friendly(now.seat_at(best_));
  }

  i32 rate(const Move& move) {
    if (is_excuse(move.card)) return excuse(move.named);
    if (move.card.suit != suit_) take_up(move.card.suit);
    if constexpr (Leads) return of_suit_ + lead(move.card);
    else return of_suit_ + follow(move.card);
  }

 private:
  bool friendly(int seat) const { return bool(asked_.side >> seat & 1) == high_; }

  int state() const {
    if (Leads) return 0;
    const Cards& own = now_.hand[seat_];
    return (now_.laid < Seats - 1 ? 1 : 4) + (own.lane(now_.suit_led()) ? 0 : own.trumps ? 1 : 2);
  }

  i32 excuse(u8 named) const {
    i32 sum = w_[kExcuseLaid];
    if (now_.tricks <= 4) sum += w_[kExcuseLate];
    if (Leads) sum += w_[kExcuseLed] + (named == kTrumps ? w_[kExcuseNamesTrumps] : 0);
    if (best_ < 0) return sum + w_[kExcuseFirst];
    return sum + where(under_friend_, w_[kExcuseUnderFriend]);
  }

  // What is true of all cards of a suit.
  void take_up(int suit) {
    suit_ = suit;
    own_ = now_.hand[seat_].lane(suit);
    all_ = in_play_.lane(suit);
    total_ = std::popcount(all_);
    top_at_ = highest(all_);
    own_top_at_ = highest(own_);
    own_low_at_ = std::countr_zero(own_);
    const int length = std::popcount(own_);
    const u32 subject = now_.hand[asked_.seat].lane(suit);
    const bool trump = suit == kTrumps;
    subject_top_ = !trump && subject >> kTopHeight & 1;
    of_suit_ = w_[kLength] * length + where(length == 1, w_[kSingle]) + where(length == 2, w_[kPair]) +
               where(subject == 0, w_[kSubjectVoid]) + where(subject_top_, w_[kSubjectTop]);
    if (trump) of_suit_ += w_[kTrump] + where(subject & 1, w_[kSubjectLow]);
    of_suit_ += elsewhere(length);
    if constexpr (Leads) lead_later(length, subject);
    else follow_later(length);
  }

  // Who else has how much of the suit, and of the trumps.
  i32 elsewhere(int length) {
    const u32 theirs = all_ & ~own_;
    const u32 run = theirs ? own_ & ~((std::bit_floor(theirs) << 1) - 1) : own_;
    i32 sum = w_[kRun] * std::min(4, std::popcount(run)) + where(trumps_ == 0, w_[kNoTrumps]);
    in_run_ = run != 0;
    for (Other& other : other_) {
      other.lane = other.hand->lane(suit_);
      sum += where(std::has_single_bit(other.lane), w_[other.with ? kFriendSingle : kFoeSingle]);
      if (suit_ != kTrumps) sum += where(other.lane >> top_at_ & 1, w_[other.with ? kFriendTop : kFoeTop]);
    }
    if (suit_ == kTrumps) return sum;
    return sum + where(length == total_, w_[kOnlyMine]) + where(foes_ == 0, w_[kFoesNoTrumps]) +
           where(Leads && trumps_ > foes_, w_[kDrawnAhead]);
  }

  // What is left of the trick. Above which height those still to play can go, where a card beats all so far.
  void follow_later(int length) {
    last_high_ = length == total_ - 1;
    cheapest_ = kWhatever;
    if (best_ >= 0) {
      const Card best = now_.table[best_];
      if (best.suit == suit_) cheapest_ = std::countr_zero(own_ & (~u32{1} << best.height));
      beats_above_ = best.suit == suit_ ? best.height : suit_ == kTrumps ? -1 : kWhatever;
    } else {
      beats_above_ = suit_ == kTrumps || suit_ == now_.suit_led() ? -1 : kWhatever;
    }
    if (suit_ != kTrumps) of_suit_ += w_[kInPlay] * total_ + where(length <= 2 && subject_top_, w_[kSubjectShort]);
    foe_top_ = friend_top_ = -1;
    tops_ = 0;
    for (int i = 0; i < Seats - 1 - now_.laid; ++i) {
      const u32 lane = other_[i].hand->lane(now_.suit_led()), trumps = other_[i].hand->trumps;
      int top = lane == 0 ? highest(trumps) : -1;
      if (suit_ == now_.suit_led()) top = lane ? highest(lane) : suit_ != kTrumps && trumps ? kWhatever : -1;
      note_top(other_[i].with, top);
    }
  }

  // A lead: what the others can do to the suit.
  void lead_later(int length, u32 subject) {
    int others = 0;
    foe_top_ = friend_top_ = -1;
    tops_ = 0;
    for (const Other& other : other_) {
      others += std::popcount(other.lane);
      const bool trumps = suit_ != kTrumps && other.hand->trumps;
      note_top(other.with, other.lane ? highest(other.lane) : trumps ? kWhatever : -1);
      if (other.lane) continue;
      of_suit_ += other.with ? w_[trumps ? kFriendTrumps : kFriendFree] : w_[trumps ? kFoeTrumps : kFoeFree];
    }
    of_suit_ += w_[kOthersLength] * others;
    if (asked_.seat != seat_ && subject == 0) of_suit_ += w_[now_.hand[asked_.seat].trumps ? kTrumpsSubject : kFreesSubject];
    if (suit_ == kTrumps) of_suit_ += led_trump(length);
    else of_suit_ += where(length == longest_, w_[kLongest]) + where(total_ <= 2, w_[kThin]);
  }

  i32 led_trump(int length) const {
    return where(foes_ == 0, w_[kFoesOut]) + where(length > foes_, w_[kMoreThanFoes]) + where(length < foes_, w_[kFewerThanFoes]) +
           where(friends_ > foes_, w_[kFriendHasMore]);
  }

  void note_top(bool with, int top) {
    top_of_[tops_++] = {top, w_[with ? kFriendAbove : kFoeAbove]};
    int& most = with ? friend_top_ : foe_top_;
    most = std::max(most, top);
  }

  // Who can beat the card.
  i32 against(int height, bool top) const {
    i32 sum = 0;
    for (int i = 0; i < tops_; ++i) sum += where(top_of_[i].height > height, top_of_[i].weight);
    return sum + where(foe_top_ <= height, w_[kKept] + where(friend_top_ <= height, w_[kKeptAlone]) + where(top, w_[kKeptTop]));
  }

  // What holds of a card's rank, led or not.
  i32 ranked(Card card, int share, bool top) const {
    i32 sum = w_[kShareBelow] * share / 16 + where(top, w_[kTop]) + where(card.height == own_top_at_, w_[kOwnTop]) +
              where(card.height == own_low_at_, w_[kOwnLow]) + where(in_run_ && !top, w_[kBelowRun]);
    if (late_) sum += w_[kLateShare] * share / 16 + where(top, w_[kLateTop]);
    if (prize_kind(card) != kNoKind) sum += w_[kPrize];
    else if (suit_ < kPlainSuits && card.height >= 10) sum += w_[kCourt];
    return sum;
  }

  int share_below(int height) const { return share_of(std::popcount(all_ & ((u32{1} << height) - 1)), total_); }

  i32 lead(Card card) const {
    const int share = share_below(card.height);
    const bool top = card.height >= top_at_;
    const i32 sum = ranked(card, share, top) + against(card.height, top);
    if (suit_ != kTrumps) return sum + w_[kSharePlain] * share / 16;
    return sum + w_[kShareTrump] * share / 16 + where(top, w_[kTopTrump]);
  }

  i32 follow(Card card) const {
    const int share = share_below(card.height);
    const bool top = card.height >= top_at_, own_top = card.height == own_top_at_;
    i32 sum = ranked(card, share, top) + where(last_high_, w_[kLastHigh]) + where(subject_top_ && top, w_[kTopSubject]);
    if (card.height <= beats_above_)
      return sum + w_[under_friend_ ? kUnderFriend : kUnderFoe] + where(card.height == own_low_at_, w_[kOwnLowUnder]) +
             where(own_top, w_[kOwnTopUnder]) + w_[kShareUnder] * share / 16;
    if (best_ >= 0) sum += w_[under_friend_ ? kOverFriend : kOverFoe] + where(card.height == cheapest_, w_[kCheapest]);
    return sum + where(own_top, w_[kOwnTopOver]) + w_[kShareOver] * share / 16 + against(card.height, top);
  }

  const Position<Seats>& now_;
  const Asked& asked_;
  const Cards& in_play_;
  int seat_;
  bool high_;
  const std::int16_t* w_;
  // The other players from the next one on, and the trumps of the one who has most, of friends and of foes.
  struct Other {
    const Cards* hand = nullptr;
    bool with = false;
    u32 lane = 0;  // of the suit taken up last
  };
  std::array<Other, Seats - 1> other_{};
  int friends_ = 0, foes_ = 0;
  int trumps_ = 0, longest_ = 0;
  int best_;  // the place of the best card so far
  bool under_friend_ = false, late_;
  // Of the suit taken up last; heights, above which others can beat a card.
  struct Top {
    int height;
    i32 weight;
  };
  std::array<Top, Seats - 1> top_of_;
  int tops_ = 0, foe_top_ = -1, friend_top_ = -1;
  int suit_ = -1;
  u32 own_ = 0, all_ = 0;
  int total_ = 0, top_at_ = 0, own_top_at_ = 0, own_low_at_ = 0, beats_above_ = 0, cheapest_ = 0;
  bool subject_top_ = false, in_run_ = false, last_high_ = false;
  i32 of_suit_ = 0;
};

}  // namespace

// Whoever rates asks one of two raters.
template <int Seats, class Use>
auto with_rater(const Position<Seats>& now, Use&& use) {
  return now.laid ? use(std::type_identity<Rater<Seats, false>>{}) : use(std::type_identity<Rater<Seats, true>>{});
}

template <int Seats>
void rate(const Position<Seats>& now, const Asked& asked, const Cards& in_play, Moves<Seats>& moves) {
  with_rater(now, [&]<class Rater>(std::type_identity<Rater>) {
    Rater rater(now, asked, in_play);
    for (int i = 0; i < moves.count; ++i) moves.move[i].rating = rater.rate(moves.move[i]);
  });
}

template void rate(const Position<2>&, const Asked&, const Cards&, Moves<2>&);
template void rate(const Position<3>&, const Asked&, const Cards&, Moves<3>&);
template void rate(const Position<4>&, const Asked&, const Cards&, Moves<4>&);
template void rate(const Position<5>&, const Asked&, const Cards&, Moves<5>&);

}  // namespace core
