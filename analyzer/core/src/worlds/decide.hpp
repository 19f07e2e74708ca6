// One decision for several worlds: what a card comes to for a player who does not know which world it is, while
// the others know it.
//
// The walk is over what is seen: a node is the open play so far with the worlds it is possible in. Its value is
// a bundle of vectors with one entry per world of the node, in their order. What it holds depends on the aim:
//
// * against, average: a vector is what one strategy of the player comes to, world by world, where the others do
//   their worst to him: an entry is an outcome. Kept are the vectors no other beats in some world without being
//   beaten in another, which loses no best average (the average grows with every entry).
// * against, tokens: the same, but outcomes of the same tokens of the player are not told apart: what the best average is.
// * against, greedy: the same, but the player keeps the best vector of each choice: some strategy, soon found.
// * selfish: one vector; an entry is the set of outcomes the others' play for their own tokens can come to.
// * against, least: one vector of one entry, the least outcome of the best strategy. The least over worlds and answers may
//   be taken answer by answer, as after different answers the player goes on independently.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "../cards/budget.hpp"
#include "../cards/memo.hpp"
#include "../cards/small_vector.hpp"
#include "../threshold/rules.hpp"
#include "../threshold/state.hpp"

namespace core::worlds {

using i64 = std::int64_t;

// The end of a hand: all tokens since the decision, who won the last trick with a prize card, and who lost one.
template <int Seats>
struct Outcome {
  Tokens<Seats> tokens{};
  i32 prize = -1;  // a seat, or -1
  i32 lost = 0;    // mask of seats
  bool operator==(const Outcome&) const = default;
};

// Every outcome that occurred, once, by number; and sets of outcomes, by numbers beyond.
template <int Seats>
class Outcomes {
 public:
  using Outcome = worlds::Outcome<Seats>;

  explicit Outcomes(int player) : player_(player) {}

  u32 number(const Outcome& outcome);
  u32 number(std::vector<u32>& outcomes);  // a set, which is put in order; one outcome is its own number
  const Outcome& outcome(u32 one) const { return outcomes_[one]; }
  std::span<const u32> members(const u32& one) const {
    return one < kSet ? std::span<const u32>(&one, 1) : std::span<const u32>(sets_[one - kSet]);
  }
  i32 tokens(u32 one, int seat) const { return outcomes_[one].tokens[seat]; }
  // A total order, worst for the player first.
  bool below(u32 a, u32 b) const;
  u32 least(u32 set) const;
  u32 most(u32 set) const;

 private:
  static constexpr u32 kSet = 1u << 31;
  struct Hash {
    std::size_t operator()(const Outcome& outcome) const;
    std::size_t operator()(const std::vector<u32>& words) const;
  };
  int player_;
  std::vector<Outcome> outcomes_;
  std::vector<i64> grades_;
  std::vector<std::vector<u32>> sets_;
  std::unordered_map<Outcome, u32, Hash> by_outcome_;
  std::unordered_map<std::vector<u32>, u32, Hash> by_set_;
};

enum class Aim : u8 { against_average, against_greedy, against_tokens, against_least, selfish_average, selfish_least };

template <int Seats>
struct World {
  std::array<Cards, Seats> hand{};
  u8 excuse = kGone;
  i64 weight = 1;
};

// Whether a led excuse lies on the table with a name that nobody else could follow; `held` are the suits the others hold.
// One who does not know the world may name it so. The second player may then name it anew, any suit that is held.
template <int Seats>
bool unfollowed(const Position<Seats>& table, u32 held) {
  if (table.laid == 0 || !is_excuse(table.table[0]) || held >> table.suit_led() & 1) return false;
  for (int place = 1; place < table.laid; ++place)
    if (table.table[place].suit == table.suit_led()) return false;
  return true;
}

// The cards of an obeying hand: follow, else trump, else anything. Where nobody could follow a led excuse, nor has a trump,
// the second card names it.
template <int Seats>
Cards obeying(const Cards& own, const Position<Seats>& table, bool unfollowed) {
  if (const u8 suit = table.suit_to_show(own); suit != kNoSuit) return of_lane(suit, own.lane(suit));
  if (!unfollowed || table.laid == 1) return own;
  const u32 named = own.lane(table.table[1].suit);
  return named ? of_lane(table.table[1].suit, named) : own;
}

template <int Seats>
class Decide {
 public:
  using Position = core::Position<Seats>;
  using TrickCards = core::TrickCards<Seats>;
  using Tokens = core::Tokens<Seats>;
  using Outcome = worlds::Outcome<Seats>;
  using Outcomes = worlds::Outcomes<Seats>;
  using World = worlds::World<Seats>;

  // The worlds agree in what lies on the table and in the player's hand; he is the one to play. One object serves one
  // way the opponents play.
  Decide(const Rules& rules, const Stakes& stakes, const std::vector<Position>& worlds, const std::vector<i64>& weights,
         u64 bytes, bool cuts);

  struct Answer {
    std::vector<Outcome> worst, best;  // by world; empty for against_least
    i64 least = 0, most = 0;        // the value by the aim, weighted, at its worst and at its best
  };
  // What a card of the player comes to. Meaningless once the budget is spent; what is known by then stays.
  Answer card(Card card, u8 named, Aim aim, Budget& budget);

 private:
  using Worlds = SmallVector<u16, 12>;
  using Vector = SmallVector<u32, 8>;
  using Bundle = std::vector<Vector>;
  using Caps = Vector;  // outcomes by world: more than this is worth no more; empty for no bound
  static constexpr i64 kAnything = INT64_MIN;
  static constexpr int kMostMoves = 78 / Seats + kSuits + 1;
  static constexpr int kMoreAt = 56;  // from here on the first word of a key tells what is not open
  // What of a value matters: entries up to their caps, and vectors that are worth no less than needed.
  struct Bounds {
    Caps caps;
    i64 need = kAnything;
  };

  // What everybody has seen.
  struct Open {
    Position table;  // its hands are not used
    Cards played{};
    bool excuse_played = false;
    Tokens paid{};
    bool over = false;
    Outcome end{};
  };
  // One answer of an opponent: the places of the worlds it is possible in, and what it comes to.
  struct Branch {
    Worlds places;
    Bundle bundle;
  };
  struct Option {  // the excuse, once it was led, with a name: it is named anew
    Card card;
    u8 named = kNoSuit;
  };
  // The moves of one seat: at most a hand of cards and a suit each to name.
  struct Options {
    std::array<Option, kMostMoves> all;
    int size = 0;
    void add(Option option) { all[size++] = option; }
    const Option* begin() const { return all.data(); }
    const Option* end() const { return all.data() + size; }
  };

  Bundle found(const Worlds& worlds, Option option, Aim aim);
  i64 needed(const Worlds& worlds, Option option, Bounds bounds);
  Bounds known_caps(const Worlds& worlds, Aim aim);
  const Vector& best_of(const Bundle& bundle, const Worlds& worlds) const;
  Bundle at(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called);
  Bundle bounded(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called);
  Bundle remembered(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called);
  Bundle walk(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called);
  Bundle own_walk(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called);
  Bundle play(const Open& open, const Worlds& worlds, const Bounds& bounds, Option option, bool called);
  Bundle asked(const Open& open, const Worlds& worlds, const Bounds& bounds, const Worlds& holding, Card card, int place);
  Bundle own_call(const Open& open, const Worlds& worlds, const Bounds& bounds, Branch called, Card card, int place);
  bool plays_on_alone(const Open& open, const Worlds& worlds) const;
  std::pair<Worlds, Bounds> part(const Worlds& worlds, const Bounds& bounds, const Worlds& places) const;

  std::vector<Option> own_options(const Open& open, const Worlds& worlds, bool called) const;
  std::vector<std::pair<Option, Worlds>> answers(const Open& open, const Worlds& worlds, bool called);
  Cards hand(const Open& open, int world, int seat) const { return worlds_[world].hand[seat].without(open.played); }
  bool holds_excuse(const Open& open, int world, int seat) const {
    return !open.excuse_played && worlds_[world].excuse == seat;
  }
  u32 nameable(const Open& open, int world) const;
  Open after(const Open& open, Option option) const;
  Position alone(const Open& open, int world) const;

  Bundle chosen(std::vector<Bundle> options, const Worlds& worlds);
  i64 lost_elsewhere(const std::vector<Branch>& branches, const Worlds& worlds, const Vector& caps, const Worlds& places) const;
  void meet(Vector& outcomes, const Branch& branch, const Vector& vector) const;
  i64 worth_met(const Vector& outcomes, i64 whole, const Branch& branch, const Vector& vector, const Worlds& worlds) const;
  bool lower(Bounds& bounds, const Branch& branch, const Worlds& worlds) const;
  Bundle met(std::vector<Branch>& branches, const Worlds& worlds, Bounds& bounds);
  Bundle answered(int seat, std::size_t size, const std::vector<Branch>& branches);
  Bundle joined(std::size_t size, const Branch& one, const Branch& other) const;
  i64 value(const Vector& vector, const Worlds& worlds, bool best) const;
  i64 worth(const Vector& vector, const Worlds& worlds) const;
  bool less(u32 a, u32 b) const;
  bool better(const Vector& one, const Vector& other) const;
  void fit(Bundle& bundle, const Worlds& worlds, const Bounds& bounds) const;
  void prune(Bundle& bundle, const Worlds& worlds) const;

  // Keys go to `key_`, the order of worlds in them to `order_`, what is kept to `value_`.
  void put_open(const Position& now, const Tokens& paid, const Cards& in_play);
  void put_numbers(const std::array<i32, Seats>& numbers);
  void put_hands(std::span<const Cards> hands, const Cards& in_play, std::vector<u64>& words) const;
  void single_key(const Position& now, const Tokens& paid);
  void information_set_key(const Open& open, const Worlds& worlds, bool called);
  void pack(const Worlds& order, const Bounds& bounds, const Bundle& bundle);
  bool unpacked(const Worlds& order, const Bounds& bounds, Bundle& bundle) const;
  void make_room();

  // One world alone, all cards known. `floor`: the player too does his worst to himself.
  u32 single(const Position& position, const Tokens& paid, bool called, bool floor = false);
  u32 single_walk(const Position& position, const Tokens& paid, bool called, bool floor);
  u32 single_below(const Position& position, const Tokens& paid, Option option, bool floor);
  u32 single_last(const Position& position, const Tokens& paid);
  u32 single_ended(Position& position, const Tokens& paid);
  u32 named_anew(const Position& now) const;
  Options single_options(const Position& position, bool called) const;
  u32 single_chosen(int seat, std::span<const u32> options, bool floor);
  u32 stand(int seat, std::span<const u32> options);

  static bool against(Aim aim) { return aim <= Aim::against_least; }

  const Rules& rules_;
  const Stakes& stakes_;
  Aim aim_ = Aim::selfish_average;  // of the call under way
  Budget* budget_ = nullptr;  // of the call under way
  u64 bytes_;
  bool cuts_;  // off: nothing is pruned or kept, to check what is
  std::vector<World> worlds_;
  Open start_;
  int player_;
  Outcomes outcomes_;
  std::array<Memo, 6> kept_;         // information sets, by aim
  std::array<Memo, 2> kept_single_;  // by `floor`
  std::vector<u64> key_, blocks_;
  Worlds order_;
  std::vector<Cards> seen_;  // hands by world, while answers are found
  std::vector<u32> value_, standing_;
};

}  // namespace core::worlds
