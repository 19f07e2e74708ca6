// What mattered: the comparisons without any of which a plan no longer proves.
#include <algorithm>

#include "search.hpp"

namespace core::plans {
namespace {

// Plays a plan where only some comparisons are known: an undecided trick goes to whichever possible winner hurts most, and
// what a plan sees of undecided cards may be either. So the plan proves in every deal in which the known comparisons come
// out as they do here; equal are only cards that all known comparisons treat alike. Of a group the first item is played.
class Blind {
 public:
  Blind(const Deal& deal, Budget& budget, const Plan& plan, u64 most)
      : deal_(deal), plan_(plan), named_(named_in(deal, plan)), ahead_(budget, most) {}

  bool proves(const Ranks& ranks) {
    ahead_.start(deal_.start);
    while (!ahead_.empty()) {
      const State state = ahead_.next();
      if (ahead_.spent()) return false;
      for (Items rest = moves(state, ranks); rest; rest &= rest - 1)
        if (!follow(state, std::countr_zero(rest), ranks)) return false;
    }
    return true;
  }
  u64 played() const { return ahead_.played(); }

  // Every comparison that decided something while all were known; all of them where that is too much to play. Nothing is
  // merged for it, as cards that are equal now need not be so with fewer comparisons.
  std::vector<std::pair<int, int>> used(const Ranks& all) {
    noted_ = Ranks{};
    noting_ = true;
    const bool whole = proves(all);
    noting_ = false;
    std::vector<std::pair<int, int>> pairs;
    for (int high = 0; high < deal_.cards; ++high)
      for (int low = 0; low < high; ++low)
        if ((whole ? noted_ : all).beats(high, low)) pairs.emplace_back(high, low);
    return pairs;
  }

 private:
  Items moves(const State& state, const Ranks& ranks) {
    const Items allowed = deal_.allowed(state);
    const int seat = deal_.mover(state);
    Items all = allowed;
    if (deal_.plans(seat) && (allowed & (allowed - 1))) {
      bool silent;
      all = chosen_knowing(deal_, plan_.of[seat], state, allowed, ranks, silent);
      if (noting_ && !plan_.of[seat].empty()) note_seen(state, seat, allowed);
      if (silent) all = allowed;
    }
    return distinct(state, all, ranks);
  }

  // What a line that looks at the trick could see: the best card against the others, and own cards against it.
  void note_seen(const State& state, int seat, Items allowed) {
    bool looks = false;
    for (const Line& line : plan_.of[seat])
      for (const Event& event : line.when) looks |= event.kind == EventKind::takes || event.kind == EventKind::winning;
    const int suit = deal_.taking_suit(state);
    if (!looks || suit == kNoSuit) return;
    const u64 there = deal_.on_table(state) & deal_.suit[suit];
    u64 own = 0;
    for (Items rest = allowed & (item(kOwnCards) - 1); rest; rest &= rest - 1)
      own |= one(deal_.card_of[seat][std::countr_zero(rest)]) & deal_.suit[suit];
    for (u64 rest = there | own; rest; rest &= rest - 1)
      for (u64 low = there; low; low &= low - 1) note(std::countr_zero(rest), std::countr_zero(low));
  }

  void note(int one_card, int other) {
    if (one_card != other && deal_.owner[one_card] != deal_.owner[other]) noted_.learn(std::max(one_card, other), std::min(one_card, other));
  }

  Items distinct(const State& state, Items moves, const Ranks& ranks) const {
    if (state.picked != kNothing || noting_) return moves;
    const int seat = deal_.holder(state);
    const u64 others = deal_.in_play(state) & ~(state.held & deal_.hand[seat]);
    const u64 alone = deal_.prizes | deal_.excuse | named_;
    std::array<u8, kOwnCards> kept_cards;
    int count = 0;
    Items kept = moves & kNames;
    for (Items rest = moves & ~kNames; rest; rest &= rest - 1) {
      const int number = std::countr_zero(rest), now = deal_.card_of[seat][number];
      bool equal = false;
      for (int i = 0; i < count && !equal && !(alone & one(now)); ++i) {
        const int before = kept_cards[i];
        equal = deal_.card[before].suit == deal_.card[now].suit && !(alone & one(before)) &&
                !((ranks.lower[before] ^ ranks.lower[now]) & others) && !((ranks.higher[before] ^ ranks.higher[now]) & others);
      }
      if (equal) continue;
      kept |= item(number);
      kept_cards[count++] = static_cast<u8>(now);
    }
    return kept;
  }

  bool follow(const State& state, int number, const Ranks& ranks) {
    const bool lays = number != kCall && (number != kPass || state.passed + 2 == deal_.seats);
    const bool last = lays && state.laid + 1 == deal_.seats;
    if (!last) return enter(deal_.after(state, number));
    // A card that may be called for is picked first.
    if (number != kPass) {
      const Step step = deal_.after(state, number);
      if (!step.over && step.next.picked != kNothing) return enter(step);
    }
    const State full = deal_.lay(state, number == kPass ? state.picked : number);
    const int place = deal_.winning_place(full);
    const u64 there = deal_.on_table(full) & deal_.suit[deal_.card[full.table[place]].suit];
    if (noting_)
      for (u64 rest = there; rest; rest &= rest - 1) note(full.table[place], std::countr_zero(rest));
    for (int p = 0; p < full.laid; ++p)
      if (there & one(full.table[p]) && !(ranks.higher[full.table[p]] & there) && !enter(deal_.won_by(full, p))) return false;
    return true;
  }

  bool enter(const Step& step) {
    if (step.over) return step.reached == deal_.holds;
    if (!deal_.holds && deal_.decided(step.next) && deal_.tricks(step.next) > 1) return true;
    if (ahead_.meet(step.next)) ahead_.add(step.next);
    return true;
  }

  const Deal& deal_;
  const Plan& plan_;
  u64 named_;
  Frontier ahead_;
  bool noting_ = false;
  Ranks noted_;
};

// Kings stand over their suit, and everything over the lowest trump, whatever the deal.
bool by_nature(const Deal& deal, int high, int low) { return deal.prizes & (one(high) | one(low)); }

}  // namespace

std::optional<std::vector<std::pair<int, int>>> needed(const Deal& deal, Budget& budget, const PlanLimits& limits, const Plan& plan) {
  Ranks all, ranks;
  for (int high = 0; high < deal.cards; ++high)
    for (int low = 0; low < high; ++low) {
      if (deal.card[high].suit != deal.card[low].suit || deal.owner[high] == deal.owner[low]) continue;
      all.learn(high, low);
      if (by_nature(deal, high, low)) ranks.learn(high, low);
    }
  Blind blind(deal, budget, plan, 3 * limits.states);
  std::vector<std::pair<int, int>> pairs = blind.used(all);
  std::erase_if(pairs, [&](const auto& pair) { return by_nature(deal, pair.first, pair.second); });
  if (blind.proves(ranks)) return std::vector<std::pair<int, int>>{};
  for (const auto& [high, low] : pairs) ranks.learn(high, low);
  if (!blind.proves(ranks)) return std::nullopt;
  // Those within one side go first, then those of nearest rank.
  const auto order = [&](const std::pair<int, int>& pair) {
    const bool across = deal.plans(deal.owner[pair.first]) != deal.plans(deal.owner[pair.second]);
    return std::array<int, 4>{across, pair.first - pair.second, pair.first, pair.second};
  };
  std::sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
  // As if one went after another: what can go together could go one by one, as fewer comparisons prove no more. So a whole
  // block is tried, a shorter one where that fails, and a longer one where it does not.
  std::vector<std::pair<int, int>> found;
  for (std::size_t from = 0, block = pairs.size(); from < pairs.size();) {
    if (blind.played() > limits.need || budget.spent()) return std::nullopt;
    block = std::min(block, pairs.size() - from);
    const Ranks before = ranks;
    for (std::size_t i = from; i < from + block; ++i) ranks.forget(pairs[i].first, pairs[i].second);
    if (blind.proves(ranks)) {
      from += block;
      block *= 2;
      continue;
    }
    ranks = before;
    if (block == 1) found.push_back(pairs[from++]);
    else block = (block + 1) / 2;
  }
  if (budget.spent()) return std::nullopt;
  std::sort(found.begin(), found.end(), std::greater<>());
  return found;
}

Found find_plan(const Deal& deal, Judge& judge, const PlanLimits& limits) {
  Found found;
  u64 spent = 0, shrinking = 0;
  std::vector<Decision> met;
  found.plan = one_line_each(deal, judge, limits, spent, found.shortest_tried, met);
  if (!found.plan) learn(deal, judge, limits, spent, met, found.plan);
  if (!found.plan) return found;
  found.plan = shrunk(deal, judge, limits, shrinking, *found.plan);
  found.needed = needed(deal, judge.budget(), limits, *found.plan);
  return found;
}

}  // namespace core::plans
