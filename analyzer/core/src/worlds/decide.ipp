// The walk over what is seen; how values combine is in decide_values.cpp, one world alone in decide_single.cpp.
#pragma once

#include "decide.hpp"

#include <algorithm>
#include <stdexcept>

namespace core::worlds {

template <int Seats>
void remove_played(const Position<Seats>& position, Cards& played, bool& excuse_played) {
  for (int i = 0; i < position.laid; ++i) {
    if (is_excuse(position.table[i])) excuse_played = true;
    else played |= only(position.table[i]);
  }
}

template <int Seats>
Decide<Seats>::Decide(const Rules& rules, const Stakes& stakes, const std::vector<Position>& worlds, const std::vector<i64>& weights,
               u64 bytes, bool cuts)
    : rules_(rules), stakes_(stakes), bytes_(bytes), cuts_(cuts), player_(worlds.front().holder()),
      outcomes_(worlds.front().holder()) {
  for (std::size_t i = 0; i < worlds.size(); ++i) worlds_.push_back({worlds[i].hand, worlds[i].excuse, weights[i]});
  start_.table = worlds.front();
  start_.table.hand = {};
  remove_played(start_.table, start_.played, start_.excuse_played);
}

template <int Seats>
auto Decide<Seats>::card(Card card, u8 named, Aim aim, Budget& budget) -> Answer {
  budget_ = &budget;
  Worlds all(worlds_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<u16>(i);
  const Bundle bundle = found(all, {card, named}, aim);
  Answer answer;
  if (budget_->spent()) return answer;
  if (bundle.empty()) throw std::logic_error("no play is worth what some play is worth");
  if (aim_ == Aim::against_least) {
    answer.least = answer.most = outcomes_.tokens(bundle.front().front(), player_);
    return answer;
  }
  const auto outcomes = [&](const Vector& vector, bool best) {
    std::vector<Outcome> told;
    for (const u32 entry : vector) told.push_back(outcomes_.outcome(best ? outcomes_.most(entry) : outcomes_.least(entry)));
    return told;
  };
  const Vector& best = best_of(bundle, all);
  answer.least = value(best, all, false);
  answer.most = value(best, all, true);
  answer.worst = outcomes(best, false);
  answer.best = outcomes(best, true);
  return answer;
}

// Against the player a first walk that keeps the best vector of each of his choices finds a strategy. Whatever is worth
// less than that is then of no use. What is clearly worth more is asked for first: it is ruled out faster. The outcomes
// that are told are sought last, among the strategies that are worth as much as is known by then. Information sets are
// forgotten between cards: they were found with other needs.
template <int Seats>
auto Decide<Seats>::found(const Worlds& worlds, Option option, Aim aim) -> Bundle {
  Bounds bounds = known_caps(worlds, aim);
  if (aim != Aim::against_average || !cuts_) return play(start_, worlds, bounds, option, false);
  for (Memo& kept : kept_) kept.clear();
  bounds.need = needed(worlds, option, bounds);
  aim_ = aim;
  if (budget_->spent()) return {};
  return play(start_, worlds, bounds, option, false);
}

// What the best strategy is worth: exactly, or by less than an eighth of what is open too little.
template <int Seats>
i64 Decide<Seats>::needed(const Worlds& worlds, Option option, Bounds bounds) {
  aim_ = Aim::against_greedy;
  const Bundle first = play(start_, worlds, bounds, option, false);
  aim_ = Aim::against_tokens;
  if (budget_->spent()) return kAnything;
  const i64 known = worth(first.front(), worlds), gap = worth(bounds.caps, worlds) - known;
  for (const int part : {2, 8}) {
    if (gap < part) break;
    bounds.need = known + gap / part;
    const Bundle bundle = play(start_, worlds, bounds, option, false);
    if (budget_->spent()) return kAnything;
    if (!bundle.empty()) return worth(best_of(bundle, worlds), worlds);
  }
  return known;
}

// Against the player no world is worth more than with all cards known; for the least all have one cap.
template <int Seats>
auto Decide<Seats>::known_caps(const Worlds& worlds, Aim aim) -> Bounds {
  Bounds bounds;
  aim_ = aim;
  if (!against(aim)) return bounds;
  for (const u16 world : worlds) {
    const u32 known = single(alone(start_, world), start_.paid, false);
    if (aim != Aim::against_least || bounds.caps.empty()) bounds.caps.push_back(known);
    else if (less(known, bounds.caps.front())) bounds.caps.front() = known;
  }
  return bounds;
}

// Against the player there are many strategies: the best average, of equal ones the best world by world.
template <int Seats>
auto Decide<Seats>::best_of(const Bundle& bundle, const Worlds& worlds) const -> const Vector& {
  const Vector* best = &bundle.front();
  for (const Vector& vector : bundle) {
    if (!against(aim_)) break;
    const i64 now = worth(vector, worlds), then = worth(*best, worlds);
    if (now > then || (now == then && better(vector, *best))) best = &vector;
  }
  return *best;
}

// With `called` the holder must play the excuse.
template <int Seats>
auto Decide<Seats>::at(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called) -> Bundle {
  if (budget_->spent()) return {};
  if (open.over) return Bundle(1, Vector(aim_ == Aim::against_least ? 1 : worlds.size(), outcomes_.number(open.end)));
  if (worlds.size() == 1) return Bundle(1, Vector(1, single(alone(open, worlds.front()), open.paid, called)));
  if (against(aim_)) return bounded(open, worlds, bounds, called);
  if (!cuts_ || called || !plays_on_alone(open, worlds)) return remembered(open, worlds, bounds, called);
  Vector vector;
  for (const u16 world : worlds) vector.push_back(single(alone(open, world), open.paid, false));
  return Bundle(1, std::move(vector));
}

// Whether nothing is left for the player to choose: each world is then worth what it is by itself.
template <int Seats>
bool Decide<Seats>::plays_on_alone(const Open& open, const Worlds& worlds) const {
  const Position& now = open.table;
  if (now.tricks > 2 || (rules_.call_trick && now.tricks >= rules_.call_trick)) return false;
  if (holds_excuse(open, worlds.front(), player_)) return false;
  return now.tricks == 1 || seat_after<Seats>(player_, Seats - now.leader) < now.laid;
}

// Against the player, a world is worth no more than with all cards known. Nor is it worth more than its cap: what it is
// worth at most in another answer that the others have. Where all this together is less than needed, nothing here is of
// use. Where even the player's worst play in a world comes to that, it is worth just that. It need not be walked with
// the others then, as what he does in it is of no consequence. That changes nothing for the other worlds, except where
// he may lead the excuse, whose names depend on the worlds. For the least all worlds have one cap, the least of them.
template <int Seats>
auto Decide<Seats>::bounded(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called) -> Bundle {
  const bool least = aim_ == Aim::against_least;
  Vector most(least ? 1 : worlds.size());
  if (least) most.front() = bounds.caps.front();
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    const u32 known = single(alone(open, worlds[i]), open.paid, called);
    if (budget_->spent()) return {};
    if (!least) most[i] = bounds.caps[i];
    u32& cap = most[least ? 0 : i];
    if (less(known, cap)) cap = known;
  }
  if (worth(most, worlds) < bounds.need) return {};
  Worlds places;
  const bool all = !cuts_ || holds_excuse(open, worlds.front(), player_);
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    const u32 floor = all ? 0 : single(alone(open, worlds[i]), open.paid, called, true);
    if (budget_->spent()) return {};
    if (all || less(floor, most[least ? 0 : i])) places.push_back(static_cast<u16>(i));
  }
  if (places.size() < 2) return Bundle(1, most);  // one world alone is worth what it is with all cards known
  const auto [left, inner] = part(worlds, {most, bounds.need}, places);
  const Bundle some = remembered(open, left, inner, called);
  if (least) return some;
  Bundle bundle(some.size(), most);
  for (std::size_t v = 0; v < some.size(); ++v)
    for (std::size_t i = 0; i < places.size(); ++i) bundle[v][places[i]] = some[v][i];
  return bundle;
}

// Some of the worlds, with what of their value matters: the others are worth no more than their caps.
template <int Seats>
auto Decide<Seats>::part(const Worlds& worlds, const Bounds& bounds, const Worlds& places) const -> std::pair<Worlds, Bounds> {
  Worlds there;
  for (const u16 place : places) there.push_back(worlds[place]);
  if (bounds.caps.size() != worlds.size()) return {std::move(there), bounds};
  Bounds inner;
  for (const u16 place : places) inner.caps.push_back(bounds.caps[place]);
  if (bounds.need != kAnything) inner.need = bounds.need - worth(bounds.caps, worlds) + worth(inner.caps, there);
  return {std::move(there), std::move(inner)};
}

// A value is kept with what mattered of it, and serves where no more matters.
template <int Seats>
auto Decide<Seats>::remembered(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called) -> Bundle {
  if (!cuts_ || (open.table.laid && !called)) return walk(open, worlds, bounds, called);
  information_set_key(open, worlds, called);
  Memo& kept = kept_[static_cast<int>(aim_)];
  Bundle bundle;
  if (kept.find(key_, value_) && unpacked(order_, bounds, bundle)) {
    fit(bundle, worlds, bounds);
    if (!bounds.caps.empty()) prune(bundle, worlds);
    return bundle;
  }
  const std::vector<u64> key = key_;
  const Worlds order = order_;
  bundle = walk(open, worlds, bounds, called);
  if (budget_->spent()) return {};
  make_room();
  pack(order, bounds, bundle);
  kept.put(key, value_);
  return bundle;
}

template <int Seats>
auto Decide<Seats>::walk(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called) -> Bundle {
  if (open.table.holder() == player_) return own_walk(open, worlds, bounds, called);
  std::vector<Branch> branches;
  Bounds now = bounds;
  auto options = answers(open, worlds, called);
  if (against(aim_))
    std::stable_sort(options.begin(), options.end(),
                     [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  for (auto& [option, places] : options) {
    auto [there, inner] = part(worlds, now, places);
    if (aim_ <= Aim::against_tokens && inner.need != kAnything)
      inner.need += lost_elsewhere(branches, worlds, now.caps, places);
    Branch branch{std::move(places), play(open, there, inner, option, called)};
    if (budget_->spent()) return {};
    if (against(aim_) && !lower(now, branch, worlds)) return {};
    branches.push_back(std::move(branch));
  }
  if (against(aim_)) return met(branches, worlds, now);
  return answered(open.table.holder(), worlds.size(), branches);
}

template <int Seats>
auto Decide<Seats>::own_walk(const Open& open, const Worlds& worlds, const Bounds& bounds, bool called) -> Bundle {
  std::vector<Bundle> options;
  Bounds now = bounds;
  const auto as_good = [&](u32 a, u32 b) { return !less(a, b) && !less(b, a); };
  for (const Option option : own_options(open, worlds, called)) {
    Bundle bundle = play(open, worlds, now, option, called);
    if (budget_->spent()) return {};
    if (bundle.empty()) continue;
    const bool one = cuts_ && against(aim_) && bundle.size() == 1;
    if (one && std::equal(now.caps.begin(), now.caps.end(), bundle.front().begin(), as_good)) return bundle;  // the best there is
    if (cuts_ && aim_ == Aim::against_least) now.need = worth(bundle.front(), worlds) + 1;
    options.push_back(std::move(bundle));
  }
  return options.empty() ? Bundle{} : chosen(std::move(options), worlds);
}

// A card of the holder. In the worlds where he keeps back an excuse that may be called for, the others are asked.
template <int Seats>
auto Decide<Seats>::play(const Open& open, const Worlds& worlds, const Bounds& bounds, Option option, bool called) -> Bundle {
  if (budget_->node()) return {};
  Bundle bundle;
  Worlds holding;
  if (!is_excuse(option.card) && !called && open.table.tricks == rules_.call_trick)
    for (std::size_t i = 0; i < worlds.size(); ++i)
      if (holds_excuse(open, worlds[i], open.table.holder())) holding.push_back(static_cast<u16>(i));
  if (holding.empty()) bundle = at(after(open, option), worlds, bounds, false);
  else bundle = asked(open, worlds, bounds, holding, option.card, 1);
  if (!budget_->spent()) fit(bundle, worlds, bounds);
  return bundle;
}

// The seat at `place` after the holder calls for the excuse or lets the card stand. Nobody sees the others let it
// stand. The player may call in vain, and sees that then.
template <int Seats>
auto Decide<Seats>::asked(const Open& open, const Worlds& worlds, const Bounds& bounds, const Worlds& holding, Card card,
                             int place) -> Bundle {
  if (place == Seats) return at(after(open, {card}), worlds, bounds, false);
  const int seat = seat_after<Seats>(open.table.holder(), place);
  const auto [with, with_bounds] = part(worlds, bounds, holding);
  Branch called{holding, at(open, with, with_bounds, true)};
  if (budget_->spent()) return {};
  if (seat == player_) return own_call(open, worlds, bounds, std::move(called), card, place);
  Branch let{{}, {}};
  for (std::size_t i = 0; i < worlds.size(); ++i) let.places.push_back(static_cast<u16>(i));
  Bounds now = bounds;
  if (against(aim_) && !lower(now, called, worlds)) return {};
  let.bundle = asked(open, worlds, now, holding, card, place + 1);
  if (budget_->spent()) return {};
  if (against(aim_) && !lower(now, let, worlds)) return {};
  std::vector<Branch> branches;
  branches.push_back(std::move(called));
  branches.push_back(std::move(let));
  return against(aim_) ? met(branches, worlds, now) : answered(seat, worlds.size(), branches);
}

// The player calls for the excuse, which is in a hand in some of the worlds only, or does not. With one world he knows it:
// among the selfish what he is indifferent about stands, as at every other choice of one world.
template <int Seats>
auto Decide<Seats>::own_call(const Open& open, const Worlds& worlds, const Bounds& bounds, Branch called, Card card,
                                int place) -> Bundle {
  Worlds silent;
  for (std::size_t i = 0; i < worlds.size(); ++i)
    if (!std::binary_search(called.places.begin(), called.places.end(), i)) silent.push_back(static_cast<u16>(i));
  Branch let{{}, asked(open, worlds, bounds, called.places, card, place + 1)};
  if (budget_->spent()) return {};
  if (worlds.size() == 1 && !against(aim_)) {
    let.places = called.places;
    return answered(player_, 1, {std::move(called), std::move(let)});
  }
  if (!silent.empty()) {
    const auto [without, without_bounds] = part(worlds, bounds, silent);
    const Branch rest{silent, at(after(open, {card}), without, without_bounds, false)};
    if (budget_->spent()) return {};
    called.bundle = joined(worlds.size(), called, rest);
  }
  std::vector<Bundle> options;
  options.push_back(std::move(called.bundle));
  options.push_back(std::move(let.bundle));
  for (Bundle& option : options) fit(option, worlds, bounds);
  std::erase_if(options, [](const Bundle& option) { return option.empty(); });
  return options.empty() ? Bundle{} : chosen(std::move(options), worlds);
}

}  // namespace core::worlds

#include "key.ipp"
#include "moves.ipp"
#include "single.ipp"
#include "values.ipp"
#include "vectors.ipp"
