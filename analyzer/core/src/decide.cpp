// The walk over what is seen; how values combine is in decide_values.cpp, one world alone in decide_single.cpp.
#include "decide.hpp"

#include <algorithm>

namespace core {

namespace {

void remove_played(const Position& position, Cards& played, bool& excuse_played) {
  for (int i = 0; i < position.laid; ++i) {
    if (is_excuse(position.table[i])) excuse_played = true;
    else played |= only(position.table[i]);
  }
}

// The cards of an obeying hand: follow, else trump, else anything.
Cards obeying(const Cards& own, const Position& table) {
  if (table.laid == 0) return own;
  if (const u32 lane = own.lane(table.led)) return of_lane(table.led, lane);
  if (own.trumps) return {0, own.trumps};
  return own;
}

template <class Visit>
void each_card(const Cards& cards, Visit visit) {
  for (int suit = 0; suit < kSuits; ++suit)
    for (u32 heights = cards.lane(suit); heights;) {
      const int height = 31 - std::countl_zero(heights);
      heights &= ~(u32{1} << height);
      visit(Card{static_cast<u8>(suit), static_cast<u8>(height)});
    }
}

constexpr Cards kPrizes{kTops, kLowestTrump};

}  // namespace

std::size_t Decide::Hash::operator()(std::span<const u64> words) const {
  u64 x = 0x9E3779B97F4A7C15u;
  for (const u64 word : words) {
    x ^= word;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 29;
  }
  return x;
}

Decide::Decide(const Rules& rules, const Stakes& stakes, const std::vector<Position>& worlds, const std::vector<i64>& weights,
               u64 bytes)
    : rules_(rules), stakes_(stakes), bytes_(bytes), player_(worlds.front().holder()),
      fates_(worlds.front().holder()) {
  for (std::size_t i = 0; i < worlds.size(); ++i) worlds_.push_back({worlds[i].hand, worlds[i].excuse, weights[i]});
  start_.table = worlds.front();
  start_.table.hand = {};
  remove_played(start_.table, start_.played, start_.excuse_played);
}

bool Decide::charge(std::size_t words) {
  used_ += words * 8 + 64;
  if (used_ > bytes_) budget_->stop(Stop::memory);
  return !budget_->spent();
}

Decide::Answer Decide::card(Card card, u8 named, Aim aim, Budget& budget) {
  budget_ = &budget;
  aim_ = aim;
  Worlds all(worlds_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<u16>(i);
  Answer answer;
  Caps caps;
  if (aim_ == Aim::against_average)
    for (const u16 world : all) caps.push_back(single(alone(start_, world), start_.paid, false));
  const Bundle bundle = play(start_, all, caps, {card, named}, false);
  if (budget_->spent()) return answer;
  const auto fates = [&](const Vector& vector, bool best) {
    std::vector<Fate> told;
    for (const u32 entry : vector) told.push_back(fates_.fate(best ? fates_.most(entry) : fates_.least(entry)));
    return told;
  };
  if (aim_ == Aim::against_least) {
    answer.least = answer.most = fates_.tokens(bundle.front().front(), player_);
    return answer;
  }
  // Against the player there are many strategies: the best average, of equal ones the best world by world.
  const auto better = [&](const Vector& a, const Vector& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] != b[i]) return fates_.below(b[i], a[i]);
    return false;
  };
  const Vector* best = &bundle.front();
  for (const Vector& vector : bundle) {
    const i64 now = value(vector, all, false), then = value(*best, all, false);
    if (now > then || (now == then && against() && better(vector, *best))) best = &vector;
  }
  answer.least = value(*best, all, false);
  answer.most = value(*best, all, true);
  answer.worst = fates(*best, false);
  answer.best = fates(*best, true);
  return answer;
}

Decide::Open Decide::after(const Open& open, Option option) const {
  Open next = open;
  Position& table = next.table;
  table.put(option.card, option.named);
  if (is_excuse(option.card)) next.excuse_played = true;
  else next.played |= only(option.card);
  if (table.laid < kSeats) return next;
  const TrickCards trick = table.complete();
  const bool last = table.tricks == 1;
  const Tokens paid =
      last ? settle_last(rules_, stakes_, trick, table.progress) : settle_early(rules_, stakes_, trick, table.progress);
  for (int seat = 0; seat < kSeats; ++seat) next.paid[seat] += paid[seat];
  if (last) {
    next.over = true;
    next.end.tokens = next.paid;
    for (int place = 0; place < kSeats; ++place) {
      if (prize_kind(trick.card[place]) == kNoKind) continue;
      if (trick.seat(place) == trick.winner) next.end.prize = trick.winner;
      else next.end.lost |= 1 << trick.seat(place);
    }
    return next;
  }
  table.leader = trick.winner;
  table.laid = 0;
  table.led = kNoSuit;
  --table.tricks;
  return next;
}

// All that the value rests on, by relative ranks: ranks keep their order when cards that are in play in none of the
// worlds are left out, and nothing else about a card matters but its prize and, with the count, its points, for which the
// courts still in play are told apart. Worlds stand in the order of their hands; `order` has their places.
Decide::Key Decide::key(const Open& open, const Worlds& worlds, std::vector<u16>& order) const {
  const Position& table = open.table;
  Cards held{};
  for (const u16 world : worlds)
    for (int seat = 0; seat < kSeats; ++seat) held |= hand(open, world, seat);
  const auto two = [](i32 a, i32 b) { return static_cast<u32>(a) | static_cast<u64>(static_cast<u32>(b)) << 32; };
  u64 rest = static_cast<u64>(table.leader) | static_cast<u64>(table.progress.won) << 4 | static_cast<u64>(table.tricks) << 48;
  for (int suit = 0; suit < kPlainSuits; ++suit) rest |= static_cast<u64>(held.lane(suit) >> kTopHeight & 1) << (8 + suit);
  rest |= static_cast<u64>(held.trumps & 1) << 12;
  if (stakes_.count) {
    for (int suit = 0; suit < kPlainSuits; ++suit) rest |= static_cast<u64>(held.lane(suit) >> 10 & 7) << (16 + 3 * suit);
    rest |= static_cast<u64>(held.trumps >> 20 & 1) << 13;
  }
  u64 lengths = 0;
  for (int suit = 0; suit < kSuits; ++suit) lengths |= static_cast<u64>(std::popcount(held.lane(suit))) << 8 * suit;
  Key key{rest, lengths, two(table.progress.pots[0], table.progress.pots[1]), two(open.paid[0], open.paid[1]), two(open.paid[2], 0)};
  if (stakes_.count) key.push_back(two(table.progress.points[0], table.progress.points[1]));
  const int plain = std::popcount(held.plain), size = held.count();
  const std::size_t words = size <= 20 ? 2 : 7;  // of a world: its cards and its weight with the owner of the excuse
  std::vector<std::array<u64, 7>> blocks(worlds.size());
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    auto& block = blocks[i];
    block[0] = static_cast<u64>(worlds_[worlds[i]].weight) << 2 | (open.excuse_played ? kGone : worlds_[worlds[i]].excuse);
    for (int seat = 0; seat < kSeats; ++seat) {
      const Cards own = hand(open, worlds[i], seat);
      const u64 low = squeeze(own.plain, held.plain), high = squeeze(own.trumps, held.trumps);
      if (words == 2) block[1] |= (low | high << plain) << 20 * seat;
      else block[1 + 2 * seat] = low, block[2 + 2 * seat] = high;
    }
  }
  order.resize(worlds.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<u16>(i);
  std::sort(order.begin(), order.end(), [&](u16 a, u16 b) { return blocks[a] < blocks[b]; });
  for (const u16 place : order) key.insert(key.end(), blocks[place].begin(), blocks[place].begin() + static_cast<std::ptrdiff_t>(words));
  return key;
}

Position Decide::alone(const Open& open, int world) const {
  Position position = open.table;
  for (int seat = 0; seat < kSeats; ++seat) position.hand[seat] = hand(open, world, seat);
  position.excuse = open.excuse_played ? kGone : worlds_[world].excuse;
  position.lengths = position.count_lengths();
  return position;
}

// With `called` the holder must play the excuse.
Decide::Bundle Decide::at(const Open& open, const Worlds& worlds, const Caps& caps, bool called) {
  if (budget_->spent()) return {};
  if (open.over) return {Vector(aim_ == Aim::against_least ? 1 : worlds.size(), fates_.number(open.end))};
  if (worlds.size() == 1) return {{single(alone(open, worlds.front()), open.paid, called)}};
  return aim_ == Aim::against_average ? bounded(open, worlds, caps, called) : remembered(open, worlds, caps, called);
}

// Against the player, a world is worth no more than with all cards known, nor than its cap: what it is worth at most in
// another answer that the others have. Where even the player's worst play comes to that, it is worth just that, and
// need not be walked with the others: what he does in it is of no consequence. That changes nothing for them,
// except where he may lead the excuse, whose names depend on the worlds.
Decide::Bundle Decide::bounded(const Open& open, const Worlds& worlds, const Caps& caps, bool called) {
  Vector most(worlds.size());
  std::vector<u16> places;
  Worlds left;
  Caps left_caps;
  const bool all = holds_excuse(open, worlds.front(), player_);
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    const Position position = alone(open, worlds[i]);
    const u32 known = single(position, open.paid, called);
    const u32 floor = single(position, open.paid, called, true);
    if (budget_->spent()) return {};
    most[i] = caps.empty() || fates_.grade(known) < fates_.grade(caps[i]) ? known : caps[i];
    if (!all && fates_.grade(floor) >= fates_.grade(most[i])) continue;
    places.push_back(static_cast<u16>(i));
    left.push_back(worlds[i]);
    left_caps.push_back(most[i]);
  }
  if (left.size() < 2) return {most};  // one world alone is worth what it is with all cards known
  const Bundle some = remembered(open, left, left_caps, called);
  Bundle bundle(some.size(), most);
  for (std::size_t v = 0; v < some.size(); ++v)
    for (std::size_t i = 0; i < places.size(); ++i) bundle[v][places[i]] = some[v][i];
  return bundle;
}

// At the start of a trick the value is kept. One found under caps serves under lower ones.
Decide::Bundle Decide::remembered(const Open& open, const Worlds& worlds, const Caps& caps, bool called) {
  if (open.table.laid || called) return walk(open, worlds, caps, called);
  std::vector<u16> order;
  Key key = this->key(open, worlds, order);
  const auto put = [&](const Vector& from, Vector& to, bool sorted) {
    if (from.size() != order.size()) to = from;
    else
      for (std::size_t i = 0; i < order.size(); ++i) (sorted ? to[i] : to[order[i]]) = sorted ? from[order[i]] : from[i];
  };
  auto& known = known_[aim_ == Aim::against_least || aim_ == Aim::selfish_least];
  if (const auto found = known.find(key); found != known.end()) {
    const Caps& then = found->second.caps;
    bool covers = true;
    for (std::size_t i = 0; covers && i < then.size(); ++i) covers = fates_.grade(caps[order[i]]) <= fates_.grade(then[i]);
    if (covers) {
      Bundle bundle(found->second.bundle.size(), Vector(worlds.size()));
      for (std::size_t v = 0; v < bundle.size(); ++v) put(found->second.bundle[v], bundle[v], false);
      clip(bundle, caps);
      if (!caps.empty()) prune(bundle);
      return bundle;
    }
  }
  Bundle bundle = walk(open, worlds, caps, false);
  if (budget_->spent() || !charge(key.size() + caps.size() / 2 + bundle.size() * (worlds.size() / 2 + 4))) return bundle;
  Known kept{Caps(caps.size()), Bundle(bundle.size(), Vector(worlds.size()))};
  if (!caps.empty()) put(caps, kept.caps, true);
  for (std::size_t v = 0; v < bundle.size(); ++v) put(bundle[v], kept.bundle[v], true);
  known.insert_or_assign(std::move(key), std::move(kept));
  return bundle;
}

Decide::Bundle Decide::walk(const Open& open, const Worlds& worlds, const Caps& caps, bool called) {
  const int seat = open.table.holder();
  if (seat == player_) {
    std::vector<Bundle> options;
    for (const Option option : own_options(open, worlds, called)) {
      Bundle bundle = play(open, worlds, caps, option, called);
      if (budget_->spent()) return {};
      clip(bundle, caps);
      const auto as_good = [&](u32 a, u32 b) { return fates_.grade(a) == fates_.grade(b); };
      if (aim_ == Aim::against_average && bundle.size() == 1 && std::equal(caps.begin(), caps.end(), bundle.front().begin(), as_good))
        return bundle;  // nothing can be better
      options.push_back(std::move(bundle));
    }
    return chosen(std::move(options), worlds);
  }
  std::vector<Branch> branches;
  for (auto& [option, places] : answers(open, worlds, called)) {
    Worlds there;
    Caps there_caps;
    for (const u16 place : places) {
      there.push_back(worlds[place]);
      if (!caps.empty()) there_caps.push_back(caps[place]);
    }
    Branch branch{std::move(places), play(open, there, there_caps, option, called)};
    if (budget_->spent()) return {};
    clip(branch.bundle, there_caps);
    branches.push_back(std::move(branch));
  }
  return answered(seat, caps, worlds.size(), branches);
}

// A card of the holder. In the worlds where he keeps back an excuse that may be called for, the others are asked.
Decide::Bundle Decide::play(const Open& open, const Worlds& worlds, const Caps& caps, Option option, bool called) {
  if (budget_->node()) return {};
  if (!is_excuse(option.card) && !called && open.table.tricks == rules_.call_trick) {
    std::vector<u16> holding;
    for (std::size_t i = 0; i < worlds.size(); ++i)
      if (holds_excuse(open, worlds[i], open.table.holder())) holding.push_back(static_cast<u16>(i));
    if (!holding.empty()) return asked(open, worlds, caps, holding, option.card, 1);
  }
  return at(after(open, option), worlds, caps, false);
}

// The seat at `place` after the holder calls for the excuse or lets the card stand. Nobody sees the others let it
// stand. The player may call in vain, and sees that then.
Decide::Bundle Decide::asked(const Open& open, const Worlds& worlds, const Caps& caps, const std::vector<u16>& holding, Card card,
                             int place) {
  if (place == kSeats) return at(after(open, {card}), worlds, caps, false);
  const int seat = (open.table.holder() + place) % kSeats;
  const auto part = [&](const std::vector<u16>& places, Worlds& there, Caps& there_caps) {
    for (const u16 each : places) {
      there.push_back(worlds[each]);
      if (!caps.empty()) there_caps.push_back(caps[each]);
    }
  };
  Worlds with;
  Caps with_caps;
  part(holding, with, with_caps);
  Branch called{holding, at(open, with, with_caps, true)};
  Branch let{{}, asked(open, worlds, caps, holding, card, place + 1)};
  if (budget_->spent()) return {};
  for (std::size_t i = 0; i < worlds.size(); ++i) let.places.push_back(static_cast<u16>(i));
  if (seat != player_) {
    std::vector<Branch> branches;
    branches.push_back(std::move(called));
    branches.push_back(std::move(let));
    return answered(seat, caps, worlds.size(), branches);
  }
  std::vector<u16> silent;
  for (const u16 each : let.places)
    if (!std::binary_search(holding.begin(), holding.end(), each)) silent.push_back(each);
  Bundle demand = std::move(called.bundle);
  if (!silent.empty()) {
    Worlds without;
    Caps without_caps;
    part(silent, without, without_caps);
    const Branch rest{silent, at(after(open, {card}), without, without_caps, false)};
    if (budget_->spent()) return {};
    demand = joined(worlds.size(), Branch{holding, std::move(demand)}, rest);
  }
  std::vector<Bundle> options;
  options.push_back(std::move(demand));
  options.push_back(std::move(let.bundle));
  return chosen(std::move(options), worlds);
}

u32 Decide::nameable(const Open& open, int world) const {
  u32 suits = 0;
  for (int seat = 0; seat < kSeats; ++seat) {
    if (seat == open.table.leader) continue;
    const Cards held = hand(open, world, seat);
    for (int suit = 0; suit < kSuits; ++suit)
      if (held.lane(suit)) suits |= u32{1} << suit;
  }
  return suits;
}

// The player's cards. One stands for its neighbours where they are neighbours in every world: to swap them then
// changes nothing in any world, nor what is seen. A led excuse names a suit that can be followed in every world; where
// there is none and no other card, in any.
std::vector<Decide::Option> Decide::own_options(const Open& open, const Worlds& worlds, bool called) const {
  std::vector<Option> all;
  const Cards mine = hand(open, worlds.front(), player_);
  if (!called) {
    const Cards own = mine.without(kPrizes);
    Cards separators = kPrizes;
    for (const u16 world : worlds)
      for (int seat = 0; seat < kSeats; ++seat)
        if (seat != player_) separators |= hand(open, world, seat);
    for (int i = 0; i < open.table.laid; ++i)
      if (!is_excuse(open.table.table[i])) separators |= only(open.table.table[i]);
    Cards covered{};
    each_card(obeying(mine, open.table), [&](Card card) {
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

// The cards an opponent may play, each with the worlds in which he may. One stands for its neighbours where he holds
// them in the same worlds and they are neighbours in all of these.
std::vector<std::pair<Decide::Option, std::vector<u16>>> Decide::answers(const Open& open, const Worlds& worlds, bool called) const {
  std::vector<std::pair<Option, std::vector<u16>>> all;
  const int seat = open.table.holder();
  const std::size_t size = worlds.size();
  if (!called) {
    std::vector<Cards> held(size), legal(size), elsewhere(size);
    Cards some{}, on_table = kPrizes;
    for (int i = 0; i < open.table.laid; ++i)
      if (!is_excuse(open.table.table[i])) on_table |= only(open.table.table[i]);
    for (std::size_t i = 0; i < size; ++i) {
      held[i] = hand(open, worlds[i], seat);
      legal[i] = obeying(held[i], open.table);
      for (int other = 0; other < kSeats; ++other)
        if (other != seat) elsewhere[i] |= hand(open, worlds[i], other);
      some |= legal[i];
    }
    Cards covered{};
    each_card(some, [&](Card card) {
      if (covered.has(card)) return;
      std::vector<u16> places;
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
  std::array<std::vector<u16>, kSuits> naming;
  for (std::size_t i = 0; i < size; ++i) {
    if (!holds_excuse(open, worlds[i], seat) || (!called && open.table.tricks == rules_.banned_trick)) continue;
    const u32 suits = open.table.laid ? 1 : nameable(open, worlds[i]);
    for (int suit = 0; suit < kSuits; ++suit)
      if (suits >> suit & 1) naming[suit].push_back(static_cast<u16>(i));
  }
  for (int suit = 0; suit < kSuits; ++suit)
    if (!naming[suit].empty()) all.emplace_back(Option{kExcuse, open.table.laid ? kNoSuit : static_cast<u8>(suit)}, std::move(naming[suit]));
  return all;
}

}  // namespace core
