// What a hand of a game of card points pays: what a side is sure of, and what comes out where each side plays for itself.
//
// The search of sums/search.hpp asks for one number. What the end of a hand pays can hang on several at once: on points,
// on who has all kings or no trick, on what lies in the last trick. So a position carries all of them here, every card is
// laid, and what an end pays is asked outside, once for each sort of end: the core does not read how a hand is scored.
// Without proofs that hold for more than one position it reaches as far as short endings go.
#pragma once

#include <array>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../cards/budget.hpp"
#include "../threshold/ordering.hpp"
#include "piles.hpp"

namespace core {

using Amounts = std::array<i32, kMostSeats>;  // by side

constexpr int kMostMarks = 20;
constexpr int kMarkBits = 3;
constexpr u64 kNowhere = 7;  // a marked card that lies in no pile, as far as is known
constexpr int kNobodyLost = -1;

// How tricks are paid that are not the last, and of which cards it matters where they end.
struct PayRules {
  SumRules play;
  int marks = 0;
  std::array<std::int8_t, kCardsInDeck> mark;                // the place of a card among the marked ones; -1: it is none
  std::array<std::int8_t, kMostTricks + 1> talon;            // the card that comes with the trick when so many are left; -1: none
  std::vector<std::array<std::array<Amounts, kMostSeats>, kMostSeats>> early;  // of each marked card, by who lays it and who wins
  Cards apart;                // cards that are marked or worth something: none stands for another
  bool mond_told = false;       // it is noted who loses the Mond
  bool mond_to_partner = false; // to his own side too

  PayRules() { mark.fill(-1), talon.fill(-1); }
};

// What the play so far has settled that the end can hang on.
struct Settled {
  std::array<i32, kMostSeats> units{};  // by side
  u64 lies = ~u64{0};                   // the side of each marked card
  u8 won = 0;                           // bit s: seat s has a trick
  std::int8_t mond = kNobodyLost;       // who lost it in a trick before the last
  bool operator==(const Settled&) const = default;

  void lie(int mark, int side) {
    const int at = mark * kMarkBits;
    lies = (lies & ~(u64{7} << at)) | static_cast<u64>(side) << at;
  }
};

// An end: what is settled, and the last trick.
struct HandEnd {
  Settled settled;
  int leader = 0, winner = 0;
  std::vector<int> table;  // the cards by number, in order of play
};

// What ends pay, by side; of each sort it is asked once.
class Ends {
 public:
  using Ask = std::function<Amounts(const HandEnd&)>;
  explicit Ends(Ask ask) : ask_(std::move(ask)) {}

  template <int Seats>
  const Amounts& of(const PayRules& rules, const Settled& settled, const SumPlay<Seats>& play, int winning) {
    Key key{settled, static_cast<u64>(play.seat_at(winning))};
    // Of cards that are not marked, nor the Fool, it makes no difference which they are or who laid them.
    for (int place = 0; place < Seats; ++place)
      if (const int number = place_of(play.table[place]); number == kCardsInDeck - 1 || rules.mark[number] >= 0)
        key.last |= static_cast<u64>(number + 1) << (8 + 8 * play.seat_at(place));
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    HandEnd end{settled, play.leader, play.seat_at(winning), {}};
    for (const Card card : play.table) end.table.push_back(place_of(card));
    return known_.emplace(key, ask_(end)).first->second;
  }

 private:
  struct Key {
    Settled settled;
    u64 last = 0;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  Ask ask_;
  std::unordered_map<Key, Amounts, Hash> known_;
};

using SidePayoffs = std::vector<Amounts>;  // each once, in the order of the first line to it

template <int Seats>
class PaySearch {
 public:
  PaySearch(const PayRules& rules, Ends& ends, u64 bytes) : rules_(rules), ends_(ends), bytes_(bytes) {}

  // The most that the sides in a mask are paid together from here on, against all others. Meaningless once the budget is spent.
  i32 sure(const SumPlay<Seats>& start, const Settled& settled, u8 sides, Budget& budget);

  // Every payoff of the future that is subgame-perfect where each side plays for itself. Meaningless once the budget is spent.
  SidePayoffs equilibria(const SumPlay<Seats>& start, const Settled& settled, Budget& budget);

 private:
  // Everything that the future of a position hangs on.
  struct Key {
    std::array<u64, Seats> plain;
    std::array<u32, Seats> trumps;
    Settled settled;
    u64 flags;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Bounds {
    i32 low, high;
  };
  // A trick that was turned over, to be taken back.
  struct Before {
    SumPlay<Seats> play;
    Settled settled;
  };

  void begin(const SumPlay<Seats>& start, const Settled& settled, Budget& budget);
  Key key() const;
  void gather(Moves<Seats>& moves) const;
  Amounts turn_over();
  i32 own(const Amounts& amounts) const;
  i32 at_trick(i32 alpha, i32 beta);
  i32 at_card(i32 alpha, i32 beta);
  SidePayoffs all_at_trick();
  SidePayoffs all_at_card();

  const PayRules& rules_;
  Ends& ends_;
  u64 bytes_;
  u8 sides_ = 0;
  SumPlay<Seats> now_{};
  Settled settled_;
  Budget* budget_ = nullptr;
  std::array<std::unordered_map<Key, Bounds, Hash>, 1 << kMostSeats> sure_;
  std::unordered_map<Key, SidePayoffs, Hash> all_;
  u64 kept_ = 0;  // bytes
};

}  // namespace core
