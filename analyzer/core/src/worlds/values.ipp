// Outcomes, and how the values of a node follow from those of its moves.
#pragma once

#include <algorithm>

#include "decide.hpp"

namespace core::worlds {

template <int Seats>
std::size_t Outcomes<Seats>::Hash::operator()(const Outcome& outcome) const {
  u64 x = 0x9E3779B97F4A7C15u;
  const auto add = [&](i32 word) { x = (x ^ static_cast<u32>(word)) * 0xBF58476D1CE4E5B9u, x ^= x >> 29; };
  for (const i32 tokens : outcome.tokens) add(tokens);
  add(outcome.prize);
  add(outcome.lost);
  return x;
}

template <int Seats>
std::size_t Outcomes<Seats>::Hash::operator()(const std::vector<u32>& words) const {
  u64 x = words.size();
  for (const u32 word : words) x = (x ^ word) * 0xBF58476D1CE4E5B9u, x ^= x >> 29;
  return x;
}

template <int Seats>
u32 Outcomes<Seats>::number(const Outcome& outcome) {
  const auto [place, fresh] = by_outcome_.try_emplace(outcome, static_cast<u32>(outcomes_.size()));
  if (fresh) {
    outcomes_.push_back(outcome);
    const bool own = outcome.prize == player_;
    grades_.push_back(i64{outcome.tokens[player_]} * 8 + 4 * own + 2 * !(outcome.lost >> player_ & 1) + (own || outcome.prize < 0));
  }
  return place->second;
}

template <int Seats>
u32 Outcomes<Seats>::number(std::vector<u32>& outcomes) {
  std::sort(outcomes.begin(), outcomes.end());
  outcomes.erase(std::unique(outcomes.begin(), outcomes.end()), outcomes.end());
  if (outcomes.size() == 1) return outcomes.front();
  const auto [place, fresh] = by_set_.try_emplace(outcomes, kSet + static_cast<u32>(sets_.size()));
  if (fresh) sets_.push_back(outcomes);
  return place->second;
}

template <int Seats>
bool Outcomes<Seats>::below(u32 a, u32 b) const {
  if (grades_[a] != grades_[b]) return grades_[a] < grades_[b];
  const Outcome &x = outcomes_[a], &y = outcomes_[b];
  if (x.tokens != y.tokens) return x.tokens < y.tokens;
  return x.prize != y.prize ? x.prize < y.prize : x.lost < y.lost;
}

template <int Seats>
u32 Outcomes<Seats>::least(u32 set) const {
  u32 low = members(set).front();
  for (const u32 each : members(set))
    if (below(each, low)) low = each;
  return low;
}

template <int Seats>
u32 Outcomes<Seats>::most(u32 set) const {
  u32 high = members(set).front();
  for (const u32 each : members(set))
    if (below(high, each)) high = each;
  return high;
}

// What stands for `seat`, who chooses between sets of outcomes of one world: an outcome that is worth no less to him than
// the least outcome of every other option.
template <int Seats>
u32 Decide<Seats>::stand(int seat, std::span<const u32> options) {
  if (options.size() == 1) return options.front();
  const auto low = [&](u32 set) {
    i32 least = INT32_MAX;
    for (const u32 each : outcomes_.members(set)) least = std::min(least, outcomes_.tokens(each, seat));
    return least;
  };
  i32 first = INT32_MIN, second = INT32_MIN;
  for (const u32 option : options) {
    const i32 least = low(option);
    if (least > first) second = first, first = least;
    else second = std::max(second, least);
  }
  std::vector<u32>& all = standing_;
  all.clear();
  for (const u32 option : options) {
    const i32 needed = low(option) == first ? second : first;
    for (const u32 each : outcomes_.members(option))
      if (outcomes_.tokens(each, seat) >= needed) all.push_back(each);
  }
  return outcomes_.number(all);
}

template <int Seats>
u32 Decide<Seats>::single_chosen(int seat, std::span<const u32> options, bool floor) {
  if (!against(aim_)) return stand(seat, options);
  u32 chosen = options.front();
  for (const u32 option : options)
    if (seat == player_ && !floor ? outcomes_.below(chosen, option) : outcomes_.below(option, chosen)) chosen = option;
  return chosen;
}

// The value of a vector by the aim, of its best outcomes or of its worst.
template <int Seats>
i64 Decide<Seats>::value(const Vector& vector, const Worlds& worlds, bool best) const {
  const bool least = aim_ == Aim::against_least || aim_ == Aim::selfish_least;
  i64 sum = 0, low = INT64_MAX;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const i64 tokens = outcomes_.tokens(best ? outcomes_.most(vector[i]) : outcomes_.least(vector[i]), player_);
    sum += tokens * worlds_[worlds[i]].weight;
    low = std::min(low, tokens);
  }
  return least ? low : sum;
}

// The player chooses. Among the selfish he takes the option that is worth most to his aim at its worst; of equal ones
// the one worth more at its best, then the first.
template <int Seats>
auto Decide<Seats>::chosen(std::vector<Bundle> options, const Worlds& worlds) -> Bundle {
  if (aim_ == Aim::against_average || aim_ == Aim::against_tokens) {
    Bundle all;
    for (Bundle& option : options)
      for (Vector& vector : option) all.push_back(std::move(vector));
    prune(all, worlds);
    return all;
  }
  std::size_t best = 0;
  std::pair<i64, i64> most{INT64_MIN, INT64_MIN};
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Vector& vector = options[i].front();
    std::pair<i64, i64> now{value(vector, worlds, false), 0};
    if (!against(aim_)) now.second = value(vector, worlds, true);
    if (now > most) most = now, best = i;
  }
  return std::move(options[best]);
}

// Two parts of the worlds that are told apart: every vector of one with every vector of the other.
template <int Seats>
auto Decide<Seats>::joined(std::size_t size, const Branch& one, const Branch& other) const -> Bundle {
  if (one.bundle.empty() || other.bundle.empty()) return {};
  if (aim_ == Aim::against_least) {
    const u32 a = one.bundle.front().front(), b = other.bundle.front().front();
    return Bundle(1, Vector(1, outcomes_.below(a, b) ? a : b));
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

// An opponent chooses for his own tokens in every world.
template <int Seats>
auto Decide<Seats>::answered(int seat, std::size_t size, const std::vector<Branch>& branches) -> Bundle {
  std::vector<Vector> options(size);
  for (const Branch& branch : branches)
    for (std::size_t i = 0; i < branch.places.size(); ++i) options[branch.places[i]].push_back(branch.bundle.front()[i]);
  Vector vector(size);
  for (std::size_t i = 0; i < size; ++i) vector[i] = stand(seat, options[i]);
  return Bundle(1, std::move(vector));
}

}  // namespace core::worlds
