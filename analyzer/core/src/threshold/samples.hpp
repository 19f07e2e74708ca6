// Decisions met in a search, with the cards there were to try: for learning in which order to try them.
#pragma once

#include <vector>

#include "ordering.hpp"
#include "state.hpp"

namespace core {

template <int Seats>
struct Sample {
  Position<Seats> at;
  i32 threshold;
  Moves<Seats> moves;
};

// Every so many decisions one is kept.
template <int Seats>
class Samples {
 public:
  explicit Samples(u64 every) : every_(every) {}

  void offer(const Position<Seats>& at, i32 threshold, const Moves<Seats>& moves) {
    if (offered_++ % every_ == 0) kept_.push_back({at, threshold, moves});
  }
  const std::vector<Sample<Seats>>& kept() const { return kept_; }

 private:
  u64 every_;
  u64 offered_ = 0;
  std::vector<Sample<Seats>> kept_;
};

}  // namespace core
