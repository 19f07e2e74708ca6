#include "equilibria.hpp"

#include <algorithm>
#include <climits>

namespace core {

namespace {

i32 least(const PayoffSet& payoffs, int seat) {
  i32 low = INT32_MAX;
  for (const Tokens& each : payoffs) low = std::min(low, each[seat]);
  return low;
}

void unite(PayoffSet& payoffs) {
  std::sort(payoffs.begin(), payoffs.end());
  payoffs.erase(std::unique(payoffs.begin(), payoffs.end()), payoffs.end());
}

Tokens plus(Tokens a, const Tokens& b, i32 sign) {
  for (int seat = 0; seat < kSeats; ++seat) a[seat] += sign * b[seat];
  return a;
}

// What stands for `seat` choosing between the sets.
PayoffSet stand(int seat, std::initializer_list<const PayoffSet*> sets) {
  i32 first = INT32_MIN, second = INT32_MIN;
  for (const PayoffSet* set : sets) {
    const i32 low = least(*set, seat);
    if (low > first) second = first, first = low;
    else second = std::max(second, low);
  }
  PayoffSet all;
  for (const PayoffSet* set : sets) {
    const i32 need = least(*set, seat) == first ? second : first;
    for (const Tokens& each : *set)
      if (each[seat] >= need) all.push_back(each);
  }
  unite(all);
  return all;
}

}  // namespace

std::size_t Equilibria::Hash::operator()(const Key& key) const {
  u64 x = 0x9E3779B97F4A7C15u;
  for (const u64 word : key.word) {
    x ^= word;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 29;
  }
  return x;
}

// The whole position by relative ranks: lengths, owners of all ranks, which prize cards are held, and what the
// payments still to come rest on. Positions of one key have the same payoffs to come: ranks keep their order when
// cards that are gone are left out, and nothing else about a card matters but its prize and, with the count, its
// points, for which the courts still held are told apart.
Equilibria::Key Equilibria::key() const {
  const Cards held = now_.held();
  u64 rest = static_cast<u64>(now_.leader) | static_cast<u64>(now_.excuse) << 2 | static_cast<u64>(now_.progress.won) << 5;
  for (int suit = 0; suit < kPlainSuits; ++suit) rest |= static_cast<u64>(held.lane(suit) >> kTopHeight & 1) << (8 + suit);
  rest |= static_cast<u64>(held.trumps & 1) << 12;
  if (stakes_.count) {
    for (int suit = 0; suit < kPlainSuits; ++suit) rest |= static_cast<u64>(held.lane(suit) >> 10 & 7) << (16 + 3 * suit);
    rest |= static_cast<u64>(held.trumps >> 20 & 1) << 13;
    for (int seat = 0; seat < 2; ++seat) rest |= static_cast<u64>(now_.progress.points[seat] & 0xff) << (32 + 8 * seat);
  }
  const u64 trumps = squeeze(now_.hand[0].trumps, held.trumps) | squeeze(now_.hand[1].trumps, held.trumps) << 32;
  const u64 pots = static_cast<u32>(now_.progress.pots[0]) | static_cast<u64>(static_cast<u32>(now_.progress.pots[1])) << 32;
  return {{now_.lengths, squeeze(now_.hand[0].plain, held.plain), squeeze(now_.hand[1].plain, held.plain), trumps, rest, pots}};
}

PayoffSet Equilibria::solve(const Position& position, bool only_excuse) {
  now_ = position;
  now_.lengths = now_.count_lengths();
  return only_excuse || now_.laid ? at_card(only_excuse) : at_trick();
}

PayoffSet Equilibria::at_trick() {
  if (now_.tricks == 1) return at_card(false);
  const Key key = this->key();
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  PayoffSet payoffs = at_card(false);
  if (budget_.spent()) return payoffs;
  used_ += sizeof(Key) + sizeof(PayoffSet) + 4 * sizeof(void*) + payoffs.size() * sizeof(Tokens);
  if (used_ > bytes_) budget_.stop(Stop::memory);
  else known_.emplace(key, payoffs);
  return payoffs;
}

// The moves of the holder. One card stands for its neighbours: their sets are equal, and a second copy of a set asks
// nothing new of a payoff in it, as no payoff is below the least of its own set.
std::vector<Equilibria::Option> Equilibria::options(bool only_excuse) const {
  std::vector<Option> all;
  const int seat = now_.holder();
  if (!only_excuse) {
    const Cards obeying = now_.obeying();
    const Cards own = now_.hand[seat].without({kTops, kLowestTrump});
    const Cards separators = now_.in_play().without(own);
    Cards covered{};
    for (int suit = 0; suit < kSuits; ++suit)
      for (int height = 20; height >= 0; --height) {
        const Card card{static_cast<u8>(suit), static_cast<u8>(height)};
        if (!obeying.has(card) || covered.has(card)) continue;
        all.push_back({card, kNoSuit});
        if (!merge_ || !own.has(card)) continue;
        Cards group = neighbours(card, own, separators);
        if (stakes_.count)
          for (u32 heights = group.lane(suit); heights; heights &= heights - 1) {
            const Card other{card.suit, static_cast<u8>(std::countr_zero(heights))};
            if (rules_.points(other) != rules_.points(card)) group = group.without(only(other));
          }
        covered |= group;
      }
  }
  if (!only_excuse && !now_.may_lay_excuse(rules_)) return all;
  if (now_.laid) all.push_back({kExcuse, kNoSuit});
  else
    for (u32 suits = now_.nameable(); suits; suits &= suits - 1)
      all.push_back({kExcuse, static_cast<u8>(std::countr_zero(suits))});
  return all;
}

bool Equilibria::calls(bool only_excuse) const {
  return !only_excuse && now_.tricks == rules_.call_trick && now_.excuse == now_.holder();
}

PayoffSet Equilibria::below(Option option) {
  if (budget_.node()) return {};
  now_.lay(option.card, option.named);
  PayoffSet payoffs = at_card(false);
  now_.take_back();
  return payoffs;
}

// Every option with its payoffs. Where the excuse may be called for, what a card comes to includes the choices of the
// two others: the first calls, or leaves it to the second, who calls or lets the card stand.
std::vector<Equilibria::Branch> Equilibria::branches(bool only_excuse) {
  std::vector<Branch> all;
  for (const Option option : options(only_excuse)) {
    all.push_back({option, below(option)});
    if (budget_.spent()) return all;
  }
  if (!calls(only_excuse)) return all;
  const int seat = now_.holder();
  const PayoffSet called = at_card(true);
  for (Branch& branch : all) {
    if (is_excuse(branch.option.card)) continue;
    const PayoffSet second = stand((seat + 2) % kSeats, {&called, &branch.payoffs});
    branch.payoffs = stand((seat + 1) % kSeats, {&called, &second});
  }
  return all;
}

PayoffSet Equilibria::at_card(bool only_excuse) {
  if (now_.laid == kSeats) return at_full_trick();
  const int seat = now_.holder();
  const std::vector<Branch> all = branches(only_excuse);
  if (budget_.spent()) return {};
  i32 first = INT32_MIN, second = INT32_MIN;
  for (const Branch& branch : all) {
    const i32 low = least(branch.payoffs, seat);
    if (low > first) second = first, first = low;
    else second = std::max(second, low);
  }
  PayoffSet payoffs;
  for (const Branch& branch : all) {
    const i32 need = least(branch.payoffs, seat) == first ? second : first;
    for (const Tokens& each : branch.payoffs)
      if (each[seat] >= need) payoffs.push_back(each);
  }
  unite(payoffs);
  return payoffs;
}

PayoffSet Equilibria::at_full_trick() {
  const TrickCards trick = now_.complete();
  const Progress before = now_.progress;
  if (now_.tricks == 1) {
    Progress progress = before;
    return {settle_last(rules_, stakes_, trick, progress)};
  }
  const u8 led = now_.led;
  const auto best = now_.best;
  const Tokens paid = settle_early(rules_, stakes_, trick, now_.progress);
  now_.leader = trick.winner;
  now_.laid = 0;
  now_.led = kNoSuit;
  --now_.tricks;
  PayoffSet payoffs = at_trick();
  ++now_.tricks;
  now_.led = led;
  now_.laid = kSeats;
  now_.leader = trick.leader;
  now_.table = trick.card;
  now_.best = best;
  now_.progress = before;
  for (Tokens& each : payoffs) each = plus(each, paid, 1);
  return payoffs;
}

std::vector<Step> Equilibria::line(const Position& position, bool only_excuse, Tokens payoff) {
  now_ = position;
  now_.lengths = now_.count_lengths();
  std::vector<Step> steps;
  follow(only_excuse, payoff, steps);
  return steps;
}

// Walk down to the payoff: the first option whose set holds it and for which it stands.
void Equilibria::follow(bool only_excuse, Tokens payoff, std::vector<Step>& steps) {
  const auto holds = [&](const PayoffSet& set) { return std::binary_search(set.begin(), set.end(), payoff); };
  if (now_.laid == kSeats) {
    if (now_.tricks == 1) return;
    const TrickCards trick = now_.complete();
    payoff = plus(payoff, settle_early(rules_, stakes_, trick, now_.progress), -1);
    now_.leader = trick.winner;
    now_.laid = 0;
    now_.led = kNoSuit;
    --now_.tricks;
    return follow(false, payoff, steps);
  }
  const int seat = now_.holder();
  const std::vector<Branch> all = branches(only_excuse);
  if (budget_.spent()) return;
  for (const Branch& branch : all) {
    if (!holds(branch.payoffs)) continue;
    bool stands = true;
    for (const Branch& other : all)
      stands &= &other == &branch || payoff[seat] >= least(other.payoffs, seat);
    if (!stands) continue;
    steps.push_back({Act::play, static_cast<u8>(seat), branch.option.card, branch.option.named});
    if (calls(only_excuse) && !is_excuse(branch.option.card)) {
      const PayoffSet called = at_card(true);
      const PayoffSet let = below(branch.option);
      const PayoffSet second = stand((seat + 2) % kSeats, {&called, &let});
      const int first_asked = (seat + 1) % kSeats, second_asked = (seat + 2) % kSeats;
      const auto chosen = [&](int who, const PayoffSet& set, const PayoffSet& other) {
        return holds(set) && payoff[who] >= least(other, who);
      };
      int caller = -1;
      if (chosen(first_asked, called, second)) caller = first_asked;
      else if (chosen(second_asked, called, let)) caller = second_asked;
      if (caller >= 0) {
        steps.push_back({Act::call, static_cast<u8>(caller), kExcuse, kNoSuit});
        return follow(true, payoff, steps);
      }
    }
    now_.lay(branch.option.card, branch.option.named);
    return follow(false, payoff, steps);
  }
}

}  // namespace core
