// The moves of an information set: what the player can do in all its worlds, what an opponent can do and in which of
// them. Also how the open play goes on.
#pragma once

#include <algorithm>

#include "decide.hpp"

namespace core::worlds {

template <class Visit>
void each_card(const Cards& cards, Visit visit) {
  for (int suit = 0; suit < kSuits; ++suit)
    for (u32 heights = cards.lane(suit); heights;) {
      const int height = 31 - std::countl_zero(heights);
      heights &= ~(u32{1} << height);
      visit(Card{static_cast<u8>(suit), static_cast<u8>(height)});
    }
}

inline constexpr Cards kPrizes{kTops, kLowestTrump};

template <int Seats>
auto Decide<Seats>::after(const Open& open, Option option) const -> Open {
  Open next = open;
  Position& table = next.table;
  if (is_excuse(option.card) && open.excuse_played) {
    table.led[table.laid] = option.named;
    return next;
  }
  table.put(option.card, option.named);
  if (is_excuse(option.card)) next.excuse_played = true;
  else next.played |= only(option.card);
  if (table.laid < Seats) return next;
  const TrickCards trick = table.complete();
  const bool last = table.tricks == 1;
  const Tokens paid =
      last ? settle_last(rules_, stakes_, trick, table.progress) : settle_early(rules_, stakes_, trick, table.progress);
  for (int seat = 0; seat < Seats; ++seat) next.paid[seat] += paid[seat];
  if (last) {
    next.over = true;
    next.end.tokens = next.paid;
    for (int place = 0; place < Seats; ++place) {
      if (prize_kind(trick.card[place]) == kNoKind) continue;
      if (trick.seat(place) == trick.winner) next.end.prize = trick.winner;
      else next.end.lost |= 1 << trick.seat(place);
    }
    return next;
  }
  table.next_trick(trick.winner);
  return next;
}

template <int Seats>
auto Decide<Seats>::alone(const Open& open, int world) const -> Position {
  Position position = open.table;
  for (int seat = 0; seat < Seats; ++seat) position.hand[seat] = hand(open, world, seat);
  position.excuse = open.excuse_played ? kGone : worlds_[world].excuse;
  position.lengths = position.count_lengths();
  return position;
}

// The suits that others than the leader hold.
template <int Seats>
u32 Decide<Seats>::nameable(const Open& open, int world) const {
  return rules_.named_of(open.table.others_suits([&](int seat) { return hand(open, world, seat); }));
}

// The player's cards. One stands for its neighbours where they are neighbours in every world: to swap them then
// changes nothing in any world, nor what is seen. A led excuse names a suit that can be followed in every world; where
// there is none and no other card, in any.
template <int Seats>
auto Decide<Seats>::own_options(const Open& open, const Worlds& worlds, bool called) const -> std::vector<Option> {
  std::vector<Option> all;
  const Cards mine = hand(open, worlds.front(), player_);
  if (!called) {
    const Cards own = mine.without(kPrizes);
    Cards separators = kPrizes;
    for (const u16 world : worlds)
      for (int seat = 0; seat < Seats; ++seat)
        if (seat != player_) separators |= hand(open, world, seat);
    for (int i = 0; i < open.table.laid; ++i)
      if (!is_excuse(open.table.table[i])) separators |= only(open.table.table[i]);
    Cards covered{};
    each_card(obeying(mine, open.table, false), [&](Card card) {
      if (covered.has(card)) return;
      all.push_back({card});
      if (!own.has(card)) return;
      each_card(neighbours(card, own, separators), [&](Card other) {
        if (!stakes_.count || rules_.points(other) == rules_.points(card)) covered |= only(other);
      });
    });
  }
  if (!holds_excuse(open, worlds.front(), player_) || (!called && open.table.tricks == rules_.banned_trick)) return all;
  if (open.table.laid) {
    all.push_back({kExcuse});
    return all;
  }
  u32 common = ~u32{0}, some = 0;
  for (const u16 world : worlds) common &= nameable(open, world), some |= nameable(open, world);
  if (!common && all.empty()) common = some;
  for (; common; common &= common - 1) all.push_back({kExcuse, static_cast<u8>(std::countr_zero(common))});
  return all;
}

// What an opponent may do, each with the worlds in which he may: play a card, or name a led excuse anew that nobody can
// follow there, which is told as the excuse with its name. One card stands for its neighbours where he holds
// them in the same worlds and they are neighbours in all of these.
template <int Seats>
auto Decide<Seats>::answers(const Open& open, const Worlds& worlds, bool called) -> std::vector<std::pair<Option, Worlds>> {
  std::vector<std::pair<Option, Worlds>> all;
  const int seat = open.table.holder();
  const std::size_t size = worlds.size();
  if (!called) {
    seen_.assign(3 * size, {});
    const std::span<Cards> held{seen_.data(), size}, legal{held.data() + size, size}, elsewhere{legal.data() + size, size};
    Cards some{}, on_table = kPrizes;
    for (int i = 0; i < open.table.laid; ++i)
      if (!is_excuse(open.table.table[i])) on_table |= only(open.table.table[i]);
    for (std::size_t i = 0; i < size; ++i) {
      held[i] = hand(open, worlds[i], seat);
      legal[i] = obeying(held[i], open.table, unfollowed(open.table, nameable(open, worlds[i])));
      for (int other = 0; other < Seats; ++other)
        if (other != seat) elsewhere[i] |= hand(open, worlds[i], other);
      some |= legal[i];
    }
    Cards covered{};
    each_card(some, [&](Card card) {
      if (covered.has(card)) return;
      Worlds places;
      Cards shared{~u64{0}, ~u32{0}}, not_here{}, separators = on_table;
      for (std::size_t i = 0; i < size; ++i) {
        if (!legal[i].has(card)) {
          not_here |= held[i];
          continue;
        }
        places.push_back(static_cast<u16>(i));
        shared = shared & held[i];
        separators |= elsewhere[i];
      }
      const Cards own = shared.without(kPrizes).without(not_here);
      if (own.has(card))
        each_card(neighbours(card, own, separators | shared.without(own)), [&](Card other) {
          if (!stakes_.count || rules_.points(other) == rules_.points(card)) covered |= only(other);
        });
      all.emplace_back(Option{card}, std::move(places));
    });
  }
  std::array<Worlds, kSuits> naming;
  const bool led = open.table.laid == 1 && is_excuse(open.table.table[0]);
  for (std::size_t i = 0; i < size; ++i) {
    const u32 suits = led || !open.table.laid ? nameable(open, worlds[i]) : 1;
    if (led) {
      for (int suit = 0; suit < kSuits && unfollowed(open.table, suits); ++suit)
        if (suits >> suit & 1) naming[suit].push_back(static_cast<u16>(i));
      continue;
    }
    if (!holds_excuse(open, worlds[i], seat) || (!called && open.table.tricks == rules_.banned_trick)) continue;
    for (int suit = 0; suit < kSuits; ++suit)
      if (suits >> suit & 1) naming[suit].push_back(static_cast<u16>(i));
  }
  for (int suit = 0; suit < kSuits; ++suit)
    if (!naming[suit].empty()) all.emplace_back(Option{kExcuse, open.table.laid && !led ? kNoSuit : static_cast<u8>(suit)}, std::move(naming[suit]));
  return all;
}

}  // namespace core::worlds
