// Vectors of outcomes against the player: which of them matter, how answers meet, and how a bundle is kept.
#pragma once

#include <algorithm>

#include "decide.hpp"

namespace core::worlds {

// The same for a vector of outcomes: the weighted sum, or the one entry there is for the least.
template <int Seats>
i64 Decide<Seats>::worth(const Vector& vector, const Worlds& worlds) const {
  if (aim_ == Aim::against_least) return outcomes_.tokens(vector.front(), player_);
  i64 sum = 0;
  for (std::size_t i = 0; i < vector.size(); ++i) sum += outcomes_.tokens(vector[i], player_) * worlds_[worlds[i]].weight;
  return sum;
}

// Whether an outcome is worth less in a search for the average: to find what it is, only the player's tokens count. To find
// the play that is told, the total order does, so that an outcome is never taken for another one.
template <int Seats>
bool Decide<Seats>::less(u32 a, u32 b) const {
  return aim_ == Aim::against_average ? outcomes_.below(a, b) : outcomes_.tokens(a, player_) < outcomes_.tokens(b, player_);
}

// Whether one of two vectors that are worth the same is better world by world.
template <int Seats>
bool Decide<Seats>::better(const Vector& one, const Vector& other) const {
  for (std::size_t i = 0; i < one.size(); ++i)
    if (less(other[i], one[i])) return true;
    else if (less(one[i], other[i])) return false;
  return false;
}

// No more than matters: entries come down to their caps, and vectors worth less than needed go.
template <int Seats>
void Decide<Seats>::fit(Bundle& bundle, const Worlds& worlds, const Bounds& bounds) const {
  if (bounds.caps.empty()) return;
  for (Vector& vector : bundle)
    for (std::size_t i = 0; i < vector.size(); ++i)
      if (less(bounds.caps[i], vector[i])) vector[i] = bounds.caps[i];
  std::erase_if(bundle, [&](const Vector& vector) { return worth(vector, worlds) < bounds.need; });
}

// Leave out vectors that another one is nowhere worse than; a better one is worth no less, so it stands before.
template <int Seats>
void Decide<Seats>::prune(Bundle& bundle, const Worlds& worlds) const {
  const auto covers = [&](const Vector& a, const Vector& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (less(a[i], b[i])) return false;
    return true;
  };
  if (bundle.size() < 2) return;
  std::vector<std::pair<i64, std::size_t>> order;
  for (std::size_t i = 0; i < bundle.size(); ++i) order.emplace_back(-worth(bundle[i], worlds), i);
  const auto before = [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second != b.second && better(bundle[a.second], bundle[b.second]);
  };
  std::sort(order.begin(), order.end(), before);
  Bundle kept;
  for (const auto& [_, place] : order) {
    const Vector& vector = bundle[place];
    const bool covered =
        std::any_of(kept.begin(), kept.end(), [&](const Vector& other) { return budget_->node() || covers(other, vector); });
    if (!covered) kept.push_back(vector);
  }
  bundle = std::move(kept);
}

// Against the player: whatever comes of one answer of an opponent is a cap for all the others. False where nothing
// can come to what is needed.
template <int Seats>
bool Decide<Seats>::lower(Bounds& bounds, const Branch& branch, const Worlds& worlds) const {
  if (branch.bundle.empty()) return false;
  for (std::size_t i = 0; i < branch.bundle.front().size(); ++i) {
    u32 most = branch.bundle.front()[i];
    for (const Vector& vector : branch.bundle)
      if (less(most, vector[i])) most = vector[i];
    u32& cap = bounds.caps[bounds.caps.size() == 1 ? 0 : branch.places[i]];
    if (less(most, cap)) cap = most;
  }
  return worth(bounds.caps, worlds) >= bounds.need;
}

// One answer is met: in each of its worlds the lesser outcome.
template <int Seats>
void Decide<Seats>::meet(Vector& outcomes, const Branch& branch, const Vector& vector) const {
  for (std::size_t i = 0; i < vector.size(); ++i) {
    u32& entry = outcomes[outcomes.size() == 1 ? 0 : branch.places[i]];
    if (less(vector[i], entry)) entry = vector[i];
  }
}

// What outcomes, worth `whole`, come to once one more answer is met.
template <int Seats>
i64 Decide<Seats>::worth_met(const Vector& outcomes, i64 whole, const Branch& branch, const Vector& vector, const Worlds& worlds) const {
  if (aim_ == Aim::against_least) return std::min<i64>(whole, outcomes_.tokens(vector.front(), player_));
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const u16 place = branch.places[i];
    const i64 more = outcomes_.tokens(outcomes[place], player_) - outcomes_.tokens(vector[i], player_);
    if (more > 0) whole -= more * worlds_[worlds[place]].weight;
  }
  return whole;
}

// What is lost at least below the caps by the answers so far, in worlds other than these. A world loses the most of what it
// loses by its answers, so at least the mean of that, which can be told answer by answer.
template <int Seats>
i64 Decide<Seats>::lost_elsewhere(const std::vector<Branch>& branches, const Worlds& worlds, const Vector& caps,
                           const Worlds& places) const {
  constexpr i64 kWhole = 5040;  // divided by the number of answers a world has
  std::vector<i64> share(worlds.size());
  for (const Branch& branch : branches)
    for (const u16 place : branch.places) ++share[place];
  for (i64& each : share) each = each ? kWhole / each : 0;
  for (const u16 place : places) share[place] = 0;
  i64 sum = 0;
  for (const Branch& branch : branches) {
    i64 least = INT64_MAX;
    for (const Vector& vector : branch.bundle) {
      i64 loss = 0;
      for (std::size_t i = 0; i < vector.size() && loss < least; ++i) {
        const u16 place = branch.places[i];
        const i64 less = outcomes_.tokens(caps[place], player_) - outcomes_.tokens(vector[i], player_);
        if (less > 0) loss += less * worlds_[worlds[place]].weight * share[place];
      }
      least = std::min(least, loss);
    }
    sum += least;
  }
  return sum / kWhole;
}

// Against the player: an opponent, who knows the world, has several answers. After different answers the player goes on
// independently, so every combination of one vector per answer is a value: in every world the least of them. Only
// those are made that may still come to what is needed with some vector of every other answer.
template <int Seats>
auto Decide<Seats>::met(std::vector<Branch>& branches, const Worlds& worlds, Bounds& bounds) -> Bundle {
  for (bool changed = true; changed;) {
    changed = false;
    for (Branch& branch : branches) {
      const std::size_t before = branch.bundle.size();
      const i64 whole = worth(bounds.caps, worlds);
      std::erase_if(branch.bundle, [&](const Vector& answer) {
        return worth_met(bounds.caps, whole, branch, answer, worlds) < bounds.need;
      });
      if (branch.bundle.size() == before) continue;
      if (!lower(bounds, branch, worlds)) return {};
      changed = true;
    }
  }
  std::sort(branches.begin(), branches.end(), [](const Branch& a, const Branch& b) { return a.bundle.size() < b.bundle.size(); });
  Bundle all(1, bounds.caps);
  for (std::size_t b = 0; b < branches.size(); ++b) {
    Bundle next;
    std::size_t full = 4096;
    const auto hopeful = [&](const Vector& vector, i64 whole) {
      return std::all_of(branches.begin() + static_cast<std::ptrdiff_t>(b) + 1, branches.end(), [&](const Branch& later) {
        return later.bundle.size() == 1 || std::any_of(later.bundle.begin(), later.bundle.end(), [&](const Vector& answer) {
          return budget_->node() || worth_met(vector, whole, later, answer, worlds) >= bounds.need;
        });
      });
    };
    for (const Vector& vector : all) {
      const i64 before = worth(vector, worlds);
      for (const Vector& answer : branches[b].bundle) {
        if (budget_->node()) return {};
        const i64 whole = worth_met(vector, before, branches[b], answer, worlds);
        if (whole < bounds.need) continue;
        Vector both = vector;
        meet(both, branches[b], answer);
        if (!hopeful(both, whole)) continue;
        next.push_back(std::move(both));
        if (next.size() < full) continue;
        prune(next, worlds);
        full = std::max(full, 2 * next.size());
        if (next.size() * worlds.size() * sizeof(u32) > bytes_ / 2) budget_->stop(Stop::memory);
      }
    }
    prune(next, worlds);
    all = std::move(next);
  }
  return all;
}

// What was kept, as numbers: what is needed, then caps and vectors, their entries in the order of the key.
template <int Seats>
void Decide<Seats>::pack(const Worlds& order, const Bounds& bounds, const Bundle& bundle) {
  value_ = {static_cast<u32>(bounds.need), static_cast<u32>(bounds.need >> 32), static_cast<u32>(bounds.caps.size())};
  const auto put = [&](const Vector& vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) value_.push_back(vector[vector.size() == 1 ? 0 : order[i]]);
  };
  put(bounds.caps);
  for (const Vector& vector : bundle) put(vector);
}

// What was kept, if it serves: where as much was needed at most, and no cap was lower. A single entry below its cap is
// the value itself.
template <int Seats>
bool Decide<Seats>::unpacked(const Worlds& order, const Bounds& bounds, Bundle& bundle) const {
  const i64 need = static_cast<i64>(value_[0] | static_cast<u64>(value_[1]) << 32);
  const std::size_t caps = value_[2], size = aim_ == Aim::against_least ? 1 : order.size();
  const std::size_t count = (value_.size() - 3 - caps) / size;
  if (caps) {
    bool covers = true;
    for (std::size_t i = 0; covers && i < caps; ++i) covers = !less(value_[3 + i], bounds.caps[size == 1 ? 0 : order[i]]);
    if (size == 1) covers = count ? covers || less(value_[4], value_[3]) : bounds.need >= need;
    else covers = covers && bounds.need >= need;
    if (!covers) return false;
  }
  bundle.assign(count, Vector(size));
  for (std::size_t v = 0; v < count; ++v)
    for (std::size_t i = 0; i < size; ++i) bundle[v][size == 1 ? 0 : order[i]] = value_[3 + caps + v * size + i];
  return true;
}

// Tables that have grown too large are emptied: what they hold can be found again.
template <int Seats>
void Decide<Seats>::make_room() {
  u64 used = 0;
  for (const Memo& memo : kept_) used += memo.bytes();
  for (const Memo& memo : kept_single_) used += memo.bytes();
  if (used <= std::min<u64>(bytes_, u64{24} << 30)) return;  // places are 32 bits
  for (Memo& memo : kept_) memo.clear();
  for (Memo& memo : kept_single_) memo.clear();
}

}  // namespace core::worlds
