// One decision for several worlds: what a card comes to for a player who does not know which world it is, while
// the others know it.
//
// The walk is over what is seen: a node is the open play so far with the worlds it is possible in. Its value is
// a bundle of vectors with one entry per world of the node, in their order. What it holds depends on the aim:
//
// * against, average: a vector is what one strategy of the player comes to, world by world, where the others do
//   their worst to him: an entry is a fate. Kept are the vectors no other beats in some world without being
//   beaten in another, which loses no best average (the average grows with every entry).
// * selfish: one vector; an entry is the set of fates the others' play for their own tokens can come to.
// * against, least: one vector of one entry, the least fate of the best strategy. The least over worlds and answers may
//   be taken answer by answer, as after different answers the player goes on independently.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "budget.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace core {

using i64 = std::int64_t;

// The end of a hand: all tokens since the decision, who won the last trick with a prize card, and who lost one.
struct Fate {
  Tokens tokens{};
  i32 prize = -1;  // a seat, or -1
  i32 lost = 0;    // mask of seats
  bool operator==(const Fate&) const = default;
};

// Every fate that occurred, once, by number; and sets of fates, by numbers beyond.
class Fates {
 public:
  explicit Fates(int player) : player_(player) {}

  u32 number(const Fate& fate);
  u32 number(std::vector<u32> fates);  // a set: one fate is its own number
  const Fate& fate(u32 one) const { return fates_[one]; }
  std::span<const u32> members(const u32& one) const {
    return one < kSet ? std::span<const u32>(&one, 1) : std::span<const u32>(sets_[one - kSet]);
  }
  // How good a fate is for the player: tokens, then a prize won, none lost, none won by another.
  i64 grade(u32 one) const { return grades_[one]; }
  i32 tokens(u32 one, int seat) const { return fates_[one].tokens[seat]; }
  // A total order, worst for the player first.
  bool below(u32 a, u32 b) const;
  u32 least(u32 set) const;
  u32 most(u32 set) const;

 private:
  static constexpr u32 kSet = 1u << 31;
  struct Hash {
    std::size_t operator()(const Fate& fate) const;
    std::size_t operator()(const std::vector<u32>& words) const;
  };
  int player_;
  std::vector<Fate> fates_;
  std::vector<i64> grades_;
  std::vector<std::vector<u32>> sets_;
  std::unordered_map<Fate, u32, Hash> by_fate_;
  std::unordered_map<std::vector<u32>, u32, Hash> by_set_;
};

enum class Aim : u8 { against_average, against_least, selfish_average, selfish_least };

struct World {
  std::array<Cards, kSeats> hand{};
  u8 excuse = kGone;
  i64 weight = 1;
};

class Decide {
 public:
  // The worlds agree in what lies on the table and in the player's hand; he is the one to play. One object serves one
  // way the opponents play.
  Decide(const Rules& rules, const Stakes& stakes, const std::vector<Position>& worlds, const std::vector<i64>& weights,
         u64 bytes);

  struct Answer {
    std::vector<Fate> worst, best;  // by world; empty for against_least
    i64 least = 0, most = 0;        // the value by the aim, weighted, at its worst and at its best
  };
  // What a card of the player comes to. Meaningless once the budget is spent; what is known by then stays.
  Answer card(Card card, u8 named, Aim aim, Budget& budget);

 private:
  using Worlds = std::vector<u16>;
  using Vector = std::vector<u32>;
  using Bundle = std::vector<Vector>;
  using Caps = Vector;  // fates by world: more than this is worth no more; empty for none

  // What everybody has seen.
  struct Open {
    Position table;  // its hands are not used
    Cards played{};
    bool excuse_played = false;
    Tokens paid{};
    bool over = false;
    Fate end{};
  };
  // One answer of an opponent: the places of the worlds it is possible in, and what it comes to.
  struct Branch {
    std::vector<u16> places;
    Bundle bundle;
  };
  struct Option {
    Card card;
    u8 named = kNoSuit;
  };
  struct Known {
    Caps caps;
    Bundle bundle;
  };
  struct Hash {
    std::size_t operator()(std::span<const u64> words) const;
  };
  using Key = std::vector<u64>;
  using SingleKey = std::array<u64, 9>;
  // The moves of one seat: at most a hand of cards and a suit each to name.
  struct Options {
    std::array<Option, 32> all;
    int size = 0;
    void add(Option option) { all[size++] = option; }
    const Option* begin() const { return all.data(); }
    const Option* end() const { return all.data() + size; }
  };

  Bundle at(const Open& open, const Worlds& worlds, const Caps& caps, bool called);
  Bundle walk(const Open& open, const Worlds& worlds, const Caps& caps, bool called);
  Bundle play(const Open& open, const Worlds& worlds, const Caps& caps, Option option, bool called);
  Bundle asked(const Open& open, const Worlds& worlds, const Caps& caps, const std::vector<u16>& holding, Card card, int place);
  std::vector<Option> own_options(const Open& open, const Worlds& worlds, bool called) const;
  std::vector<std::pair<Option, std::vector<u16>>> answers(const Open& open, const Worlds& worlds, bool called) const;
  Cards hand(const Open& open, int world, int seat) const { return worlds_[world].hand[seat].without(open.played); }
  bool holds_excuse(const Open& open, int world, int seat) const {
    return !open.excuse_played && worlds_[world].excuse == seat;
  }
  u32 nameable(const Open& open, int world) const;
  Open after(const Open& open, Option option) const;
  Position alone(const Open& open, int world) const;
  Key key(const Open& open, const Worlds& worlds, std::vector<u16>& order) const;

  Bundle remembered(const Open& open, const Worlds& worlds, const Caps& caps, bool called);
  Bundle bounded(const Open& open, const Worlds& worlds, const Caps& caps, bool called);
  Bundle chosen(std::vector<Bundle> options, const Worlds& worlds);
  Bundle answered(int seat, const Caps& caps, std::size_t size, const std::vector<Branch>& branches);
  Bundle joined(std::size_t size, const Branch& one, const Branch& other) const;
  i64 value(const Vector& vector, const Worlds& worlds, bool best) const;
  void clip(Bundle& bundle, const Caps& caps) const;
  void prune(Bundle& bundle) const;

  // One world alone, all cards known. `floor`: the player too does his worst to himself.
  u32 single(const Position& position, const Tokens& paid, bool called, bool floor = false);
  u32 single_walk(const Position& position, const Tokens& paid, bool called, bool floor);
  u32 single_below(const Position& position, const Tokens& paid, Option option, bool floor);
  u32 single_last(const Position& position, const Tokens& paid);
  u32 single_ended(Position& position, const Tokens& paid);
  Options single_options(const Position& position, bool called) const;
  u32 single_chosen(int seat, std::span<const u32> options, bool floor);
  SingleKey single_key(const Position& position, const Tokens& paid) const;
  u32 stand(int seat, std::span<const u32> options);

  bool against() const { return aim_ == Aim::against_average || aim_ == Aim::against_least; }
  bool charge(std::size_t words);

  const Rules& rules_;
  const Stakes& stakes_;
  Aim aim_ = Aim::selfish_average;  // of the call under way
  Budget* budget_ = nullptr;  // of the call under way
  u64 bytes_;
  u64 used_ = 0;
  std::vector<World> worlds_;
  Open start_;
  int player_;
  Fates fates_;
  std::array<std::unordered_map<Key, Known, Hash>, 2> known_;             // by whether the aim is the least
  std::array<std::unordered_map<SingleKey, u32, Hash>, 2> known_single_;  // by `floor`
};

}  // namespace core
