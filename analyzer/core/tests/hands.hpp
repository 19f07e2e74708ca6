// Hands written down: "h13" is the highest heart, "T0" the lowest trump; suits in the order h d s c T.
#pragma once

#include <array>
#include <sstream>
#include <string>
#include <string_view>

#include "../src/threshold/state.hpp"

namespace core::tests {

inline Card card(const std::string& word) {
  constexpr std::string_view suits = "hdscT";
  return {static_cast<u8>(suits.find(word[0])), static_cast<u8>(std::stoi(word.substr(1)))};
}

inline Cards of(const std::string& words) {
  Cards cards;
  std::istringstream all(words);
  for (std::string word; all >> word;) cards |= only(card(word));
  return cards;
}

// A position before a lead. "fool" in a hand is the excuse.
template <int Seats>
Position<Seats> dealt(const std::array<std::string, Seats>& hands, int leader = 0) {
  Position<Seats> position;
  position.leader = leader;
  for (int seat = 0; seat < Seats; ++seat) {
    std::string words = hands[seat];
    if (const auto at = words.find("fool"); at != std::string::npos) {
      position.excuse = static_cast<u8>(seat);
      words.erase(at, 4);
    }
    position.hand[seat] = of(words);
    if (seat == 0) position.tricks = position.hand[0].count() + (position.excuse == 0);
  }
  position.lengths = position.count_lengths();
  return position;
}

}  // namespace core::tests
