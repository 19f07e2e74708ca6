// A plain solver of card points to measure the search against: alpha-beta against a bound, a table of whole positions, equal
// cards merged. It shares no code with the core and knows games in which the Fool is the highest trump.
//
// Each line of the input is a question: seats, tricks, seat to lead, mask of the side, units it must win, units of each card as
// such, whether fool, T21 and T1 in this order leave the trick to T1; the worth of all 78 cards, 0 to 77, a suit from high to low;
// then the hands. Each line of the output: answer (-1: gave up), nodes, microseconds.
#include <algorithm>
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
__extension__ using Bits = unsigned __int128;  // bit = number; in a suit the lower number is the higher card

constexpr int kCards = 78, kFirstTrump = 56, kFool = 77, kMond = 56, kPagat = 76, kMostSeats = 5, kMost = 1 << 20;

int suit_of(int card) { return card < kFirstTrump ? card / 14 : 4; }
// The Fool is the highest of the trumps.
int rank_of(int card) { return card == kFool ? kFirstTrump - 1 : card; }
constexpr Bits one(int card) { return Bits{1} << card; }
constexpr Bits up_to(int card) { return one(card) - 1; }
constexpr std::array<Bits, 5> kSuit{up_to(14), up_to(28) ^ up_to(14), up_to(42) ^ up_to(28), up_to(56) ^ up_to(42), up_to(78) ^ up_to(56)};

int lowest(Bits bits) {
  const u64 low = static_cast<u64>(bits);
  return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<u64>(bits >> 64));
}

struct Deal {
  int seats, tricks, leader, side, needed, each, three;
  std::array<int, kCards> worth;
  std::array<Bits, kMostSeats> hand{};
};

class Baseline {
 public:
  Baseline(const Deal& deal, u64 most_nodes) : deal_(deal), hand_(deal.hand), leader_(deal.leader), tricks_(deal.tricks), most_(most_nodes), table_(1 << 21) {}

  bool solve() { return at_trick(deal_.needed) >= deal_.needed; }
  u64 nodes() const { return nodes_; }
  bool spent() const { return nodes_ > most_; }

 private:
  struct Kept {
    std::array<Bits, kMostSeats> hand{};
    int leader = -1, low = 0, up = 0;  // the side wins from low to up
  };

  Kept& slot() {
    u64 x = static_cast<u64>(leader_) + 1;
    for (const Bits hand : hand_) {
      x = (x ^ static_cast<u64>(hand)) * 0x9E3779B97F4A7C15u;
      x = (x ^ x >> 32 ^ static_cast<u64>(hand >> 64)) * 0xC2B2AE3D27D4EB4Fu;
    }
    return table_[(x ^ x >> 29) & (table_.size() - 1)];
  }

  bool of_side(int seat) const { return deal_.side >> seat & 1; }
  int counts(int card) const { return deal_.worth[static_cast<std::size_t>(card)] + deal_.each; }

  int at_trick(int bound) {
    if (tricks_ == 0) return 0;
    const Kept& kept = slot();
    const bool known = kept.leader == leader_ && kept.hand == hand_;
    if (known && kept.low >= bound) return kept.low;
    if (known && kept.up < bound) return kept.up;
    const int value = at_card(0, bound);
    if (spent()) return value;
    Kept& place = slot();
    if (place.leader != leader_ || place.hand != hand_) place = {hand_, leader_, -kMost, kMost};
    (value >= bound ? place.low : place.up) = value;
    return value;
  }

  Bits legal(int seat, int place) const {
    const Bits own = hand_[static_cast<std::size_t>(seat)];
    if (place == 0) return own;
    if (const Bits follow = own & kSuit[static_cast<std::size_t>(suit_of(trick_[0]))]) return follow;
    const Bits trumps = own & kSuit[4];
    return trumps ? trumps : own;
  }

  int at_card(int place, int bound) {
    if (place == deal_.seats) return at_end(bound);
    const int seat = (leader_ + place) % deal_.seats;
    const bool high = of_side(seat);
    Bits others = 0;
    for (int s = 0; s < deal_.seats; ++s)
      if (s != seat) others |= hand_[static_cast<std::size_t>(s)];
    for (int i = 0; i < place; ++i) others |= one(trick_[static_cast<std::size_t>(i)]);
    int best = high ? -kMost : kMost, last = -1;
    for (Bits rest = legal(seat, place); rest; rest &= rest - 1) {
      const int card = lowest(rest);
      const bool equal = last >= 0 && card != kFool && suit_of(last) == suit_of(card) && counts(last) == counts(card) &&
                         !(others & up_to(card) & ~up_to(last));
      last = card;
      if (equal) continue;
      if (++nodes_ > most_) return best;
      hand_[static_cast<std::size_t>(seat)] ^= one(card);
      trick_[static_cast<std::size_t>(place)] = card;
      const int value = at_card(place + 1, bound);
      hand_[static_cast<std::size_t>(seat)] ^= one(card);
      best = high ? std::max(best, value) : std::min(best, value);
      if (high ? best >= bound : best < bound) return best;
    }
    return best;
  }

  int winner() const {
    int best = 0;
    for (int i = 1; i < deal_.seats; ++i) {
      const int card = trick_[static_cast<std::size_t>(i)], other = trick_[static_cast<std::size_t>(best)];
      if (suit_of(card) == suit_of(other) ? rank_of(card) < rank_of(other) : suit_of(card) == 4) best = i;
    }
    if (!deal_.three) return best;
    const auto end = trick_.begin() + deal_.seats;
    const auto fool = std::find(trick_.begin(), end, kFool), mond = std::find(fool, end, kMond), pagat = std::find(mond, end, kPagat);
    return pagat == end ? best : static_cast<int>(pagat - trick_.begin());
  }

  int at_end(int bound) {
    const int won = (leader_ + winner()) % deal_.seats, leader = leader_;
    int sum = 0;
    for (int i = 0; i < deal_.seats; ++i) sum += counts(trick_[static_cast<std::size_t>(i)]);
    if (!of_side(won)) sum = 0;
    const auto trick = trick_;
    leader_ = won;
    --tricks_;
    const int value = sum + at_trick(bound - sum);
    ++tricks_;
    leader_ = leader;
    trick_ = trick;
    return value;
  }

  const Deal& deal_;
  std::array<Bits, kMostSeats> hand_;
  std::array<int, kMostSeats> trick_{};
  int leader_, tricks_;
  u64 most_, nodes_ = 0;
  std::vector<Kept> table_;
};

}  // namespace

int main(int count, char** words) {
  const u64 most = count > 1 ? std::strtoull(words[1], nullptr, 10) : ~u64{0};
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    Deal deal{};
    in >> deal.seats >> deal.tricks >> deal.leader >> deal.side >> deal.needed >> deal.each >> deal.three;
    for (int& worth : deal.worth) in >> worth;
    for (int seat = 0; seat < deal.seats; ++seat)
      for (int i = 0, card; i < deal.tricks && in >> card; ++i) deal.hand[static_cast<std::size_t>(seat)] |= one(card);
    Baseline search(deal, most);
    tell(search);
  }
}
