// A plain solver to measure the search against: yes-or-no alpha-beta, a table of whole positions, equal cards
// merged. It shares no code with the core and knows nothing of proofs, relative ranks or learned move order.
//
// Each line of the input is a question: tricks, seat to lead, seat asked about, mask of the side, wanted classes of the
// last trick (bit 1 a prize card lost, 2 won plainly, 3 won with a king, 4 won with the lowest trump), then the three
// hands as card numbers 0 to 77. Each line of the output: answer (-1: gave up), nodes, microseconds.
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "plain.hpp"

namespace {

using u64 = std::uint64_t;

constexpr int kExcuse = 77, kTrump = 4, kFirstTrump = 56;

int suit_of(int card) { return card < kFirstTrump ? card / 14 : kTrump; }
bool is_king(int card) { return card < kFirstTrump && card % 14 == 0; }
bool is_lowest_trump(int card) { return card == kExcuse - 1; }

// A set of cards: bit = number; in a suit the lower number is the higher card.
__extension__ using Bits = unsigned __int128;

struct Set {
  Bits bits = 0;
  bool has(int c) const { return bits >> c & 1; }
  void flip(int c) { bits ^= Bits{1} << c; }
  bool operator==(const Set&) const = default;
};

constexpr Bits up_to(int card) { return (Bits{1} << card) - 1; }
constexpr std::array<Bits, 5> kSuit{up_to(14), up_to(28) ^ up_to(14), up_to(42) ^ up_to(28), up_to(56) ^ up_to(42),
                                    up_to(77) ^ up_to(56)};

int lowest(Bits bits) {
  const u64 low = static_cast<u64>(bits);
  return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<u64>(bits >> 64));
}

struct Key {
  std::array<Set, 3> hand;
  int leader = -1;
  bool operator==(const Key&) const = default;
};

class Baseline {
 public:
  Baseline(std::array<Set, 3> hands, int tricks, int leader, int seat, int side, int classes, u64 most_nodes)
      : hand_(hands), leader_(leader), tricks_(tricks), seat_(seat), side_(side), classes_(classes), most_(most_nodes), table_(1 << 21) {}

  int solve() { return at_trick() ? 1 : 0; }
  u64 nodes() const { return nodes_; }
  bool spent() const { return nodes_ > most_; }

 private:
  struct Kept {
    Key key;
    bool value = false;
  };

  Kept& slot(const Key& key) {
    u64 x = static_cast<u64>(key.leader) + 1;
    for (const Set& hand : key.hand) {
      x = (x ^ static_cast<u64>(hand.bits)) * 0x9E3779B97F4A7C15u;
      x = (x ^ x >> 32 ^ static_cast<u64>(hand.bits >> 64)) * 0xC2B2AE3D27D4EB4Fu;
    }
    return table_[(x ^ x >> 29) & (table_.size() - 1)];
  }

  bool at_trick() {
    const Key key{hand_, leader_};
    if (const Kept& kept = slot(key); kept.key == key) return kept.value;
    const bool value = at_card(0, -1);
    if (!spent()) slot(key) = {key, value};
    return value;
  }

  struct Moves {
    std::array<std::pair<int, int>, 40> move;  // card and suit led by it
    int count = 0;
    void add(int card, int suit) { move[count++] = {card, suit}; }
  };

  // What the player of `place` can do, `led` the suit led (-1: nothing yet). One card stands for those next to it.
  Moves moves(int place, int led) const {
    const int seat = (leader_ + place) % 3;
    const Bits own = hand_[seat].bits & up_to(kExcuse);
    Moves all;
    const bool excuse = hand_[seat].has(kExcuse) && tricks_ != 2;
    const bool called = excuse && tricks_ == 3 && side_ != 0 && side_ != 7;
    Bits rest = own;
    if (place && (own & kSuit[led])) rest = own & kSuit[led];
    else if (place && (own & kSuit[kTrump])) rest = own & kSuit[kTrump];
    Bits others = 0;
    for (int s = 0; s < 3; ++s)
      if (s != seat) others |= hand_[s].bits;
    Bits between = others;
    for (int i = 0; i < place; ++i) between |= Bits{1} << trick_[i];
    int last = -1;
    for (; rest && !called; rest &= rest - 1) {
      const int card = lowest(rest);
      const bool special = is_king(card) || is_lowest_trump(card);
      const bool equal = last >= 0 && suit_of(last) == suit_of(card) && !special && !(between & up_to(card) & ~up_to(last));
      if (!equal) all.add(card, suit_of(card));
      last = special ? -1 : card;
    }
    if (!excuse) return all;
    if (place) all.add(kExcuse, led);
    else
      for (int suit = 0; suit < 5; ++suit)
        if (others & kSuit[suit]) all.add(kExcuse, suit);
    return all;
  }

  bool at_card(int place, int led) {
    if (place == 3) return at_end(led);
    const int seat = (leader_ + place) % 3;
    const bool high = side_ >> seat & 1;
    const Moves all = moves(place, led);
    for (int i = 0; i < all.count; ++i) {
      const auto [card, suit] = all.move[i];
      if (++nodes_ > most_) return false;
      hand_[seat].flip(card);
      trick_[place] = card;
      const bool value = at_card(place + 1, place ? led : suit);
      hand_[seat].flip(card);
      if (value == high) return high;
    }
    return !high;
  }

  bool at_end(int led) {
    int best = -1;
    for (int i = 0; i < 3; ++i) {
      const int c = trick_[i];
      if (c == kExcuse || (suit_of(c) != led && suit_of(c) != kTrump)) continue;
      if (best < 0 || (suit_of(c) == suit_of(trick_[best]) ? c < trick_[best] : suit_of(c) == kTrump)) best = i;
    }
    const int winner = (leader_ + best) % 3;
    if (tricks_ == 1) {
      const int card = trick_[(seat_ - leader_ + 3) % 3];
      const int prize = is_king(card) ? 3 : is_lowest_trump(card) ? 4 : 0;
      const int what = winner == seat_ ? (prize ? prize : 2) : (prize ? 1 : 0);
      return classes_ >> what & 1;
    }
    const auto trick = trick_;
    const int leader = leader_;
    leader_ = winner;
    --tricks_;
    const bool value = at_trick();
    ++tricks_;
    leader_ = leader;
    trick_ = trick;
    return value;
  }

  std::array<Set, 3> hand_;
  std::array<int, 3> trick_{};
  int leader_, tricks_, seat_, side_, classes_;
  u64 most_, nodes_ = 0;
  std::vector<Kept> table_;
};

}  // namespace

int main(int count, char** words) {
  const u64 most = count > 1 ? std::strtoull(words[1], nullptr, 10) : ~u64{0};
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    int tricks, leader, seat, side, classes;
    in >> tricks >> leader >> seat >> side >> classes;
    std::array<Set, 3> hands;
    for (Set& hand : hands)
      for (int i = 0, card; i < tricks && in >> card; ++i) hand.flip(card);
    Baseline search(hands, tricks, leader, seat, side, classes, most);
    tell(search);
  }
}
