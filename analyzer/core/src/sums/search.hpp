// The search for games of card points: can some seats bring the value of a question to a threshold, all cards face up?
//
// As in threshold/search.hpp, with which it shares cards, table and what a proof rests on. Here the value is a sum over
// the tricks to come, so that the position alone tells how much more there can be; whoever plays together is told by a
// mask of seats; and ranks may decide which cards are legal.
//
// What a proof rests on, besides comparisons: the worth of cards. A proof of a lower bound says how much those asked about
// come to have at least, one of an upper bound how much the others do (`top` less the value, where `top` is all there is to be had).
// Either is a sum, in each line of the proof, over cards that its camp wins; what the other camp wins counts for nothing in
// it. So carried over to another position (cards/relevance.hpp) it holds if each card won in some line is worth there as much as
// here, or more; and it fails by no more than those are worth less, summed up. Relevance::worths are the cards won in some
// line. By induction: the limits of what is left give a camp nothing, so they rest on no card; what a camp is sure of rests on the
// cards counted for it; a trick on its cards, for the camp that wins it; a proof over all replies on what its parts rest on.
// Cards of which it matters which they are (SumAsk::itself) stay in the key, as do all as long as an exchange for an
// excuse may hang on what cards are worth.
#pragma once

#include "../cards/budget.hpp"
#include "../threshold/ordering.hpp"
#include "ask.hpp"
#include "order.hpp"
#include "piles.hpp"
#include "table.hpp"

namespace core {

// Every rule that makes the search smaller; each has its soundness argument where it is applied.
struct SumSwitches {
  bool table = true;
  bool partition = true;     // entries keep only the comparisons the proof rests on
  bool merge = true;         // one card stands for its neighbours
  bool rank_pruning = true;  // and for others that the proof does not tell from it
  bool bounds = true;        // what is left is too little, or enough
  bool sure = true;          // what cards are sure to win
  bool either = true;        // proofs that hold whoever of a side wins a trick
  bool lost = true;          // and those whom the proof is for if they win one that was lost
  bool quasi = true;         // cards of different worth stand for each other where that is enough
  bool worths = true;        // entries keep only the counting cards the proof rests on
  bool shortfalls = true;    // of an entry that proves more than is asked some cards may be worth less
  bool ordering = true;
  bool crowds = true;        // many entries of one shape looked at together; of the table that is made with it
};

template <int Seats>
class SumSearch {
 public:
  static constexpr int kWords = kLengthWords<Seats> + 2;
  using Table = SumTable<kWords>;
  static_assert(Table::kFirstFlags == kLengthWords<Seats>);

  SumSearch(const SumRules& rules, const SumAsk& ask, Table& table, Budget& budget, const SumSwitches& switches)
      : rules_(rules), ask_(ask), measure_(ask.measure), table_(table), budget_(budget), on_(switches) {}

  // A value of at least the threshold is a proved lower bound, a smaller one a proved upper bound; meaningless once the
  // budget is spent. In a question of a window the value is 1 where it lies from the threshold to its width above.
  i32 search(const SumPlay<Seats>& start, i32 threshold);

 private:
  // Between what the value must lie by what is left.
  struct Limits {
    i32 least, most;
  };
  i32 at_trick(i32 threshold, Numbers& numbers, Relevance& relevance);
  bool found(const Table::Key& key, i32 threshold, Numbers& numbers, i32& value, const Limits& left, Relevance& relevance);
  i32 at_card(i32 threshold, Relevance& relevance);
  i32 at_full_trick(i32 threshold, Relevance& relevance);
  i32 at_end(int winning) const;
  bool decided(i32 threshold, i32& value, Limits& left, Relevance& relevance) const;
  bool sure_enough(i32 threshold, i32& value, const Limits& left, Relevance& relevance) const;
  bool hopeless() const;
  i32 top(const Limits& left) const { return by_worth_ ? left.most : 0; }
  void limits(i32& least, i32& most) const;
  void limits_of_target(i32& least, i32& most) const;
  int given(int number) const;
  bool may_be_on_top() const;
  bool three_may_meet(const Cards& held) const;
  i32 sure(bool of, bool cashing, Relevance& relevance) const;
  int trump_tricks(u8 camp, u32 rest, bool lowest_may_win, Relevance& relevance) const;
  std::array<int, Seats> draw(u8 friends, bool may, Cards& won, Relevance& relevance) const;
  int runs(u8 seats, Cards& won, Relevance& relevance) const;
  i32 falling(int tricks, const Cards& won, Relevance& relevance) const;
  u8 wish(bool high) const { return high ? ask_.high : static_cast<u8>(~ask_.high); }
  int cash(u8 friends, bool may_draw, Cards& won, Relevance& relevance) const;
  template <class Go>
  i32 after_trick(int winning, i32 threshold, Go&& go);
  void rest_on_trick(int winning, bool reached, Relevance& relevance) const;
  void rest_on_winner(int winning, u32 others, Relevance& relevance) const;
  bool is_for(int seat) const { return measure_.question.of >> seat & 1; }
  u32 either_way(int winning, i32 threshold, Numbers& numbers, i32& value, Relevance& relevance);
  bool reaches(bool high, i32 value, i32 threshold) const { return high ? value >= threshold : value < threshold; }
  Table::Key key() const;
  bool by_worth() const;
  void settle();
  u64 flags() const;
  void gather(Moves<Seats>& moves) const;
  void add_lane(Moves<Seats>& moves, int suit, u32 lane) const;
  Cards covered_by(Card card, const Cards& legal, i32 slack, i32& off, Relevance& relevance) const;
  void rest_on_duty(const Card* decides, Relevance& relevance) const;

  const SumRules& rules_;
  const SumAsk& ask_;
  const Measure& measure_;
  Table& table_;
  Budget& budget_;
  SumSwitches on_;
  SumPlay<Seats> now_{};
  Cards in_play_{};
  // Of the trick: whether a proof keeps which counting cards it rests on; of which cards it counts which they are, and whose.
  bool by_worth_ = false;
  Cards itself_{}, kept_{};
  i32 wanted_ = 0;  // in a question of a window: how much more has to come at least
};

}  // namespace core
