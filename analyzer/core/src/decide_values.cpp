// Fates, and how the values of a node follow from those of its moves.
#include <algorithm>

#include "decide.hpp"

namespace core {

std::size_t Fates::Hash::operator()(const Fate& fate) const {
  u64 x = 0x9E3779B97F4A7C15u;
  for (const i32 word : {fate.tokens[0], fate.tokens[1], fate.tokens[2], fate.prize, fate.lost})
    x = (x ^ static_cast<u32>(word)) * 0xBF58476D1CE4E5B9u, x ^= x >> 29;
  return x;
}

std::size_t Fates::Hash::operator()(const std::vector<u32>& words) const {
  u64 x = words.size();
  for (const u32 word : words) x = (x ^ word) * 0xBF58476D1CE4E5B9u, x ^= x >> 29;
  return x;
}

u32 Fates::number(const Fate& fate) {
  const auto [place, fresh] = by_fate_.try_emplace(fate, static_cast<u32>(fates_.size()));
  if (fresh) {
    fates_.push_back(fate);
    const bool own = fate.prize == player_;
    grades_.push_back(i64{fate.tokens[player_]} * 8 + 4 * own + 2 * !(fate.lost >> player_ & 1) + (own || fate.prize < 0));
  }
  return place->second;
}

u32 Fates::number(std::vector<u32> fates) {
  std::sort(fates.begin(), fates.end());
  fates.erase(std::unique(fates.begin(), fates.end()), fates.end());
  if (fates.size() == 1) return fates.front();
  const auto [place, fresh] = by_set_.try_emplace(fates, kSet + static_cast<u32>(sets_.size()));
  if (fresh) sets_.push_back(std::move(fates));
  return place->second;
}

bool Fates::below(u32 a, u32 b) const {
  if (grades_[a] != grades_[b]) return grades_[a] < grades_[b];
  const Fate &x = fates_[a], &y = fates_[b];
  if (x.tokens != y.tokens) return x.tokens < y.tokens;
  return x.prize != y.prize ? x.prize < y.prize : x.lost < y.lost;
}

u32 Fates::least(u32 set) const {
  u32 low = members(set).front();
  for (const u32 each : members(set))
    if (below(each, low)) low = each;
  return low;
}

u32 Fates::most(u32 set) const {
  u32 high = members(set).front();
  for (const u32 each : members(set))
    if (below(high, each)) high = each;
  return high;
}

// What stands for `seat`, who chooses between sets of fates of one world: a fate that is worth no less to him than
// the least fate of every other option.
u32 Decide::stand(int seat, std::span<const u32> options) {
  if (options.size() == 1) return options.front();
  const auto low = [&](u32 set) {
    i32 least = INT32_MAX;
    for (const u32 each : fates_.members(set)) least = std::min(least, fates_.tokens(each, seat));
    return least;
  };
  i32 first = INT32_MIN, second = INT32_MIN;
  for (const u32 option : options) {
    const i32 least = low(option);
    if (least > first) second = first, first = least;
    else second = std::max(second, least);
  }
  std::vector<u32> all;
  for (const u32 option : options) {
    const i32 needed = low(option) == first ? second : first;
    for (const u32 each : fates_.members(option))
      if (fates_.tokens(each, seat) >= needed) all.push_back(each);
  }
  return fates_.number(std::move(all));
}

u32 Decide::single_chosen(int seat, std::span<const u32> options) {
  if (!against()) return stand(seat, options);
  u32 chosen = options.front();
  for (const u32 option : options)
    if (seat == player_ ? fates_.below(chosen, option) : fates_.below(option, chosen)) chosen = option;
  return chosen;
}

// The value of a vector by the aim, of its best fates or of its worst.
i64 Decide::value(const Vector& vector, const Worlds& worlds, bool best) const {
  const bool average = aim_ == Aim::against_average || aim_ == Aim::selfish_average;
  i64 sum = 0, least = INT64_MAX;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const i64 tokens = fates_.tokens(best ? fates_.most(vector[i]) : fates_.least(vector[i]), player_);
    sum += tokens * worlds_[worlds[i]].weight;
    least = std::min(least, tokens);
  }
  return average ? sum : least;
}

void Decide::clip(Bundle& bundle, const Caps& caps) const {
  if (caps.empty()) return;
  for (Vector& vector : bundle)
    for (std::size_t i = 0; i < vector.size(); ++i)
      if (fates_.grade(vector[i]) > fates_.grade(caps[i])) vector[i] = caps[i];
}

// Leave out vectors that another one is nowhere worse than.
void Decide::prune(Bundle& bundle) const {
  const auto covers = [&](const Vector& a, const Vector& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (fates_.grade(a[i]) < fates_.grade(b[i])) return false;
    return true;
  };
  Bundle kept;
  for (Vector& vector : bundle) {
    if (std::any_of(kept.begin(), kept.end(), [&](const Vector& other) { return covers(other, vector); })) continue;
    std::erase_if(kept, [&](const Vector& other) { return covers(vector, other); });
    kept.push_back(std::move(vector));
  }
  bundle = std::move(kept);
}

// Bundles that differ in one entry are one, with both entries there: products stay products.
void Decide::merge(Bundle& bundle, Fates& fates) {
  std::sort(bundle.begin(), bundle.end());
  bundle.erase(std::unique(bundle.begin(), bundle.end()), bundle.end());
  for (bool again = bundle.size() > 1; again;) {
    again = false;
    for (std::size_t a = 0; a < bundle.size() && !again; ++a)
      for (std::size_t b = a + 1; b < bundle.size() && !again; ++b) {
        std::size_t differing = 0, where = 0;
        for (std::size_t i = 0; i < bundle[a].size() && differing < 2; ++i)
          if (bundle[a][i] != bundle[b][i]) ++differing, where = i;
        if (differing > 1) continue;
        const auto one = fates.members(bundle[a][where]), other = fates.members(bundle[b][where]);
        std::vector<u32> both(one.begin(), one.end());
        both.insert(both.end(), other.begin(), other.end());
        bundle[a][where] = fates.number(std::move(both));
        bundle.erase(bundle.begin() + static_cast<std::ptrdiff_t>(b));
        again = true;
      }
  }
}

// The player chooses.
Decide::Bundle Decide::chosen(std::vector<Bundle> options, const Worlds& worlds) {
  if (aim_ == Aim::against_least) {
    u32 best = options.front().front().front();
    for (const Bundle& option : options)
      if (fates_.below(best, option.front().front())) best = option.front().front();
    return {{best}};
  }
  if (!against()) return standing(std::move(options), worlds);
  Bundle all;
  for (Bundle& option : options)
    for (Vector& vector : option) all.push_back(std::move(vector));
  prune(all);
  return all;
}

// What stands for the player: equilibrium vectors that are worth no less to him than the least of every other choice.
Decide::Bundle Decide::standing(std::vector<Bundle> options, const Worlds& worlds) {
  std::vector<i64> least;
  for (const Bundle& option : options) {
    i64 low = INT64_MAX;
    for (const Vector& vector : option) low = std::min(low, value(vector, worlds, false));
    least.push_back(low);
  }
  Bundle kept;
  for (std::size_t place = 0; place < options.size(); ++place) {
    i64 needed = INT64_MIN;
    for (std::size_t other = 0; other < options.size(); ++other)
      if (other != place) needed = std::max(needed, least[other]);
    for (Vector& vector : options[place]) keep_standing(std::move(vector), worlds, needed, kept);
    if (budget_->spent()) return {};
  }
  merge(kept, fates_);
  return kept;
}

// The part of a product of sets that is worth at least `needed`. By the least of the worlds that is a product again;
// by the average it is cut up, world by world, until every piece is in or out as a whole.
void Decide::keep_standing(Vector vector, const Worlds& worlds, i64 needed, Bundle& kept) {
  if (budget_->node() || !charge(vector.size() / 2 + 4)) return;
  if (value(vector, worlds, false) >= needed) {
    kept.push_back(std::move(vector));
    return;
  }
  if (value(vector, worlds, true) < needed) return;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const auto all = fates_.members(vector[i]);
    std::vector<i32> tokens;
    for (const u32 each : all) tokens.push_back(fates_.tokens(each, player_));
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    if (tokens.size() == 1) continue;
    const auto only_with = [&](auto wanted) {
      std::vector<u32> some;
      for (const u32 each : fates_.members(vector[i]))
        if (wanted(fates_.tokens(each, player_))) some.push_back(each);
      return some;
    };
    if (aim_ == Aim::selfish_least) {
      vector[i] = fates_.number(only_with([&](i32 n) { return n >= needed; }));
      continue;
    }
    for (const i32 exactly : tokens) {
      Vector piece = vector;
      piece[i] = fates_.number(only_with([&](i32 n) { return n == exactly; }));
      keep_standing(std::move(piece), worlds, needed, kept);
    }
    return;
  }
  kept.push_back(std::move(vector));
}

// Two parts of the worlds that are told apart: every vector of one with every vector of the other.
Decide::Bundle Decide::joined(std::size_t size, const Branch& one, const Branch& other) const {
  if (aim_ == Aim::against_least) {
    const u32 a = one.bundle.front().front(), b = other.bundle.front().front();
    return {{fates_.below(a, b) ? a : b}};
  }
  Bundle all;
  for (const Vector& left : one.bundle)
    for (const Vector& right : other.bundle) {
      Vector both(size);
      for (std::size_t i = 0; i < left.size(); ++i) both[one.places[i]] = left[i];
      for (std::size_t i = 0; i < right.size(); ++i) both[other.places[i]] = right[i];
      all.push_back(std::move(both));
    }
  return all;
}

// An opponent chooses, who knows the world. After different answers the player goes on independently, so every
// combination of one vector per answer is one value of the node.
Decide::Bundle Decide::answered(int seat, std::size_t size, std::vector<Branch> branches) {
  if (aim_ == Aim::against_least) {
    u32 worst = branches.front().bundle.front().front();
    for (const Branch& branch : branches)
      if (fates_.below(branch.bundle.front().front(), worst)) worst = branch.bundle.front().front();
    return {{worst}};
  }
  if (aim_ == Aim::against_average) {
    constexpr u32 kOpen = ~u32{0};
    Bundle all{Vector(size, kOpen)};
    for (const Branch& branch : branches) {
      Bundle next;
      for (const Vector& vector : all)
        for (const Vector& answer : branch.bundle) {
          if (budget_->node()) return {};
          next.push_back(vector);
          for (std::size_t i = 0; i < answer.size(); ++i) {
            u32& entry = next.back()[branch.places[i]];
            if (entry == kOpen || fates_.grade(answer[i]) < fates_.grade(entry)) entry = answer[i];
          }
        }
      // An entry still open is the same in all vectors, so it compares as equal.
      for (Vector& vector : next)
        for (u32& entry : vector)
          if (entry == kOpen) entry = 0;
      std::vector<bool> open(size);
      for (std::size_t i = 0; i < size; ++i) open[i] = all.front()[i] == kOpen;
      for (const u16 place : branch.places) open[place] = false;
      prune(next);
      for (Vector& vector : next)
        for (std::size_t i = 0; i < size; ++i)
          if (open[i]) vector[i] = kOpen;
      all = std::move(next);
    }
    return all;
  }
  Bundle all;
  std::vector<std::size_t> pick(branches.size(), 0);
  std::vector<Vector> options(size);
  for (;;) {
    if (budget_->node() || !charge(size / 2)) return {};
    for (Vector& each : options) each.clear();
    for (std::size_t b = 0; b < branches.size(); ++b) {
      const Vector& vector = branches[b].bundle[pick[b]];
      for (std::size_t i = 0; i < vector.size(); ++i) options[branches[b].places[i]].push_back(vector[i]);
    }
    Vector value(size);
    for (std::size_t i = 0; i < size; ++i) value[i] = stand(seat, options[i]);
    all.push_back(std::move(value));
    std::size_t b = 0;
    while (b < branches.size() && ++pick[b] == branches[b].bundle.size()) pick[b++] = 0;
    if (b == branches.size()) break;
  }
  merge(all, fates_);
  return all;
}

}  // namespace core
