// The table of the search for card points: of an entry the bars may fail, as far as its value allows.
//
// sums/search.hpp says why: carried over to a position where some of the cards that a proof rests on are worth less, its value
// falls by no more than what they are worth less, summed up. So the entry answers where enough is left of its value, and
// what is found then is that value less the sum, and rests on those cards as they are worth here.
#pragma once

#include "../table/table.hpp"

namespace core {

// What each card counts more than other cards, by its code in Numbered, and the card of each bar.
struct Worths {
  std::array<u8, 256> of{};
  std::array<u8, Numbered::kTrumpBars + 3> bar{};

  // How much less the card is worth than the one whose bar it is held against.
  i32 lacking(Comparison one, const Numbered& now) const {
    const bool first = one.winner < one.loser;
    const i32 lacks = bar[first ? one.loser : one.winner] - of[now.card[first ? one.winner : one.loser]];
    return std::max(lacks, 0);
  }
};

// What is asked of the table: values of upper bounds are kept less `top`, all there is to be had, which may differ from one
// position of an entry to another.
struct Sought {
  i32 threshold;
  i32 top;
  const Worths& worths;
  bool may_lack;  // whether bars may fail
};

template <int Words>
class SumTable : public Table<Words> {
 public:
  using Base = Table<Words>;
  using typename Base::Key;
  using Base::Base;

  // An entry that says on which side of the threshold the value lies; `relevance` becomes what it rests on.
  bool find(const Key& key, const Numbered& now, const Sought& sought, i32& value, Relevance& relevance) {
    typename Base::Head* const head = this->head_of(key);
    if (!head) return false;
    i32 left = -1;
    const auto found = this->first_that(*head, now, [&](auto& each) { return (left = this->left(each, now, sought)) >= 0; });
    if (!found) return false;
    this->tell(found, now, value, relevance);
    value = this->blocks_[found].entry.lower ? sought.threshold + left : sought.threshold - 1 - left;
    return true;
  }

 private:
  static bool is_bar(Comparison one) { return std::max(one.winner, one.loser) >= Numbered::kBars; }

  // How far beyond the threshold the entry's value lies here; negative where it says nothing. A comparison that fails moves
  // forward, to fail sooner the next time.
  i32 left(typename Base::Row& row, const Numbered& now, const Sought& sought) {
    for (int i = 0; i < 2; ++i)
      if (!is_bar(row.first[i]) && !row.first[i].holds(now)) {
        if (i) std::swap(row.first[0], row.first[1]);
        return -1;
      }
    auto& entry = this->blocks_[row.entry].entry;
    i32 left = entry.lower ? entry.value - sought.threshold : sought.threshold - sought.top - 1 - entry.value;
    const auto lacking = [&](Comparison one) {
      const i32 lacks = sought.worths.lacking(one, now);
      return sought.may_lack || lacks == 0 ? lacks : left + 1;
    };
    int more = entry.count;
    const auto met = [&](auto& list) {
      for (Comparison& one : list) {
        if (more == 0) break;
        --more;
        if (is_bar(one)) {
          left -= lacking(one);
          if (left < 0) return false;
        } else if (!one.holds(now)) {
          row.first[1] = one;
          std::swap(entry.list[0], one);
          return false;
        }
      }
      return true;
    };
    if (!met(entry.list)) return -1;
    for (auto at = entry.more; more > 0 && at; at = this->blocks_[at].tail.more)
      if (!met(this->blocks_[at].tail.list)) return -1;
    return left;
  }
};

}  // namespace core
