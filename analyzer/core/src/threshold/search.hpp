// The threshold search: can one side bring the value of a question to a threshold, all cards face up?
//
// A question is about one seat: either a goal, the class of what the seat does in the last trick (value 1 if the
// class is wanted, else 0), or the tokens of the seat. Seats in `side` want the value high, the others low.
// `search` answers with a bound: a value of at least the threshold is a proved lower bound, a smaller one a proved
// upper bound (fail-soft).
#pragma once

#include "../cards/budget.hpp"
#include "../cards/cards.hpp"
#include "../cards/orders.hpp"
#include "../table/shared.hpp"
#include "../table/table.hpp"
#include "near_misses.hpp"
#include "ordering.hpp"
#include "question.hpp"
#include "rules.hpp"
#include "state.hpp"
#include "together.hpp"

namespace core {

// Every rule that makes the search smaller; each has its soundness argument where it is applied.
struct Switches {
  bool table = true;
  bool partition = true;     // entries keep only the comparisons the proof rests on
  bool merge = true;         // one card stands for its neighbours
  bool rank_pruning = true;  // and for others that the proof does not tell from it
  bool bounds = true;        // goals that are decided already
  bool lone_pagat = true;    // of these: the only trump is never lost in the last trick
  bool forced_out = true;    // a prize led out of a hand
  bool spoils = true;        // a last trick no king can win
  bool sure_prizes = true;   // a prize kept for it
  bool dominance = true;     // fewer prizes are never better
  bool either = true;        // proofs that hold whoever wins a trick
  bool resolution = true;    // and whichever of two cards is the higher
  int sparing = kByLength;   // with so many tricks to go, or fewer, proofs do without comparisons that they can spare; 0: never
  int near_misses = kByLength;  // likewise from so many tricks on: proofs that but for one comparison would have answered lose it
  bool ordering = true;
  bool last_winner = true;   // equilibria where only the winner of the last trick counts
  bool crowds = true;        // many entries of one shape looked at together; of the table that is made with it

  static constexpr int kByLength = -1;  // as the hand is long
};

template <int Seats, class TableOf = Table<kKeyWords<Seats>>>
class ThresholdSearch {
 public:
  using Table = TableOf;

  ThresholdSearch(const Rules& rules, const Stakes& stakes, Table& table, Budget& budget, const Switches& switches)
      : rules_(rules), stakes_(stakes), table_(table), budget_(budget), on_(switches) {}

  // One of several threads that search the same.
  void join(Together& together, std::size_t me) requires Table::kShared {
    with_.all = &together;
    with_.me = me;
  }

  // Does the value of the question at `position` reach `threshold`? With `only_excuse` the holder must play the
  // excuse. The bound is meaningless once the budget is spent.
  i32 search(const Position<Seats>& position, const Question& question, i32 threshold, bool only_excuse);

 private:
  // Each returns the bound and fills `relevance` with what its proof rests on.
  i32 at_trick(i32 threshold, Numbers& numbers, Relevance& relevance);
  template <int Laid>
  i32 go_on(i32 threshold, bool only_excuse, Relevance& relevance);
  template <int Laid>
  i32 at_card(i32 threshold, bool only_excuse, Relevance& relevance);
  bool at_new_trick(const Table::Key& key, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance);
  i32 at_full_trick(i32 threshold, Relevance& relevance);
  i32 at_last_trick(Relevance& relevance);
  i32 last_value(const TrickCards<Seats>& trick) const;
  bool decided(i32& value, Relevance& relevance) const;
  bool forced_out(const Cards& wanted) const;
  bool never_lost(const Cards& wanted, Relevance& relevance) const;
  bool never_won(const Cards& wanted, Relevance& relevance) const;
  bool surely_won(const Cards& wanted, Relevance& relevance) const;
  void fetch(const Table::Key& key) const {
    if constexpr (requires { table_.fetch(key); }) table_.fetch(key);
  }
  bool known(const Table::Key& key, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance);
  bool known_of_others(const Table::Key& key, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance);
  u32 either_way(const TrickCards<Seats>& trick, u8 won_before, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance);
  bool also(i32 threshold, Numbers& numbers, i32& value, Relevance& relevance);
  void resolve(const Table::Key& key, i32 threshold, Numbers& numbers, Comparisons& proof, i32& value, Relevance& relevance) const;
  void spare(i32 threshold, Numbers& numbers, Comparisons& proof, i32 value, Relevance& relevance);
  void near_misses(const Table::Key& key, i32 threshold, Numbers& numbers, Comparisons& proof, i32 value, Relevance& relevance, int work);
  bool but_for(const Orders<Seats>& orders, Comparisons& given, const Comparisons& proof, i32 threshold, i32 value, int& cases, int within);
  bool always(const Orders<Seats>& orders, Comparisons& given, i32 threshold, i32 value, int& cases, int within);
  bool exempt_from_call() const;
  bool counted() const { return question_.tokens && stakes_.count; }
  bool stopped() const;
  int ply() const { return now_.tricks * Seats - now_.laid; }
  u64 present() const;
  bool shares() const;
  void tell_where(bool here);
  bool others_at(const Move& move, bool high);
  bool answered();
  bool reaches(bool high, i32 value, i32 threshold) const { return high ? value >= threshold : value < threshold; }
  bool wants(int seat) const { return question_.side >> seat & 1; }

  // Whether only a last trick with one of the cards told apart in it is worth anything.
  bool of_prizes() const { return !question_.tokens && !(question_.classes & (1 << kLosesPlain | 1 << kWinsPlain)); }

  // Whether the searched card of the subject stands for others of its suit that are told apart where it is not, or are not
  // where it is.
  bool covers_prizes(bool prize, bool high) const { return on_.dominance && of_prizes() && prize != high; }
  Table::Key key() const;
  u64 prize_owners() const;
  Cards alone(int seat) const;
  static Cards told_apart(const Question& question);
  static u64 prize_bits(const Cards& cards);
  template <int Laid>
  void gather(Moves<Seats>& moves, bool only_excuse, const Cards& prizes) const;
  void add_lane(Moves<Seats>& moves, int suit, u32 own, u32 single) const;
  void add_plain(Moves<Seats>& moves, u64 own, u64 single) const;
  Cards covered_by(Card card, const Cards& own, Relevance& relevance) const;
  Comparisons comparisons(const Relevance& relevance) const;

  // What one of several threads keeps: a trick that is searched, and those it is in the middle of, the first of the hand first.
  struct Trick {
    Table::Key key;
    const Numbered* now;
    i32 threshold;
  };
  struct Shared {
    Together* all = nullptr;
    std::size_t me = 0;
    int last = 0;  // tricks left where the threads tell each other for the last time where they are
    std::array<Trick, kCardsInDeck> tricks{};
    int count = 0;
    int answered = kNone;  // the trick that another thread has answered
    static constexpr int kNone = kCardsInDeck;
  };
  struct Alone {};

  const Rules& rules_;
  const Stakes& stakes_;
  Table& table_;
  Budget& budget_;
  Switches on_;
  Question question_{};
  u64 identity_ = 0;  // of the question
  Asked asked_{};
  Position<Seats> now_{};
  Cards prizes_{};   // cards the question tells from others
  Cards began_{};    // what the seat asked about held where the search began
  Cards in_play_{};  // held or on the table, the excuse apart
  std::conditional_t<Table::kShared, Shared, Alone> with_{};
  int spares_ = 0;   // with so many tricks left, or fewer, comparisons are spared
  NearMisses near_;
  int searched_ = 0; // with so few tricks left another winner of a trick is searched for, not only looked up
};

// A search that believes its table: what it says is likely, not proved.
template <int Seats>
using GuessingSearch = ThresholdSearch<Seats, BelievingTable<kKeyWords<Seats>>>;

// The number of seats for which it is made: no rule set plays the last trick with another.
template <int Seats>
constexpr bool kGuesses = Seats == 3;

// One of several threads over one table.
template <int Seats>
using SharedSearch = ThresholdSearch<Seats, SharedTable<kKeyWords<Seats>>>;

}  // namespace core
