// Which card to try first. It changes no answer, only how soon a deciding card is found.
//
// The rating of a card is a sum of weights, one for each thing that is true of it. There is a set of weights for
// each kind of goal, part of the mover in it (the seat asked about or another, wanting the value high or low) and
// state of the trick. They were learned: at nodes sampled from searches every card was searched to the end, and the
// weights make the expected work until a deciding card is found small.
#pragma once

#include <array>
#include <cstdint>

#include "question.hpp"
#include "state.hpp"

namespace core {

constexpr int kFeatures = 60;
constexpr int kGoalKinds = 3;
constexpr int kParts = 4;
constexpr int kTrickStates = 7;  // leading; in between and last each: following, trumping, throwing off

struct Asked {
  int seat = 0;
  u8 side = 0;
  int kind = 0;  // 0: with a prize card; 1: with any card; 2: losing a prize card
};

inline Asked asked_of(const Question& question) {
  int kind = question.classes >> kWinsPlain & 1 ? 1 : 0;
  if (question.classes >> kLosesPrize & 1) kind = 2;
  return {question.seat, question.side, question.tokens ? 0 : kind};
}

struct Move {
  Card card;
  u8 named = kNoSuit;
  i32 rating = 0;
};

// The moves of a seat: at most all cards of its hand, and the excuse with each suit it can name.
template <int Seats>
struct Moves {
  union {  // nothing is written to room that is not used
    std::array<Move, kCardsInDeck / Seats + kSuits + 1> move;
  };
  int count = 0;

  Moves() {}

  void add(Card card, u8 named, i32 rating) { move[count++] = {card, named, rating}; }
  void sort() {
    for (int i = 1; i < count; ++i) {
      const Move one = move[i];
      int at = i;
      for (; at > 0 && move[at - 1].rating < one.rating; --at) move[at] = move[at - 1];
      move[at] = one;
    }
  }
};

// Rates all moves of the holder; `in_play` are the cards held or on the table.
template <int Seats>
void rate(const Position<Seats>& now, const Asked& asked, const Cards& in_play, Moves<Seats>& moves);

}  // namespace core
