// What a search may use up. There are no exceptions in the search: `spent` is looked at after every return.
#pragma once

#include <chrono>

#include "cards.hpp"

namespace core {

enum class Stop { none, nodes, time, interrupt, memory };

class Budget {
 public:
  using Interrupted = bool (*)();
  // Nodes between two looks at the clock and at the caller.
  static constexpr u64 kLook = 1 << 14;

  Budget(u64 max_nodes, double seconds, Interrupted interrupted)
      : max_nodes_(max_nodes), interrupted_(interrupted), timed_(seconds >= 0) {
    if (timed_) deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    next_look_ = next(0);
  }

  // Count one card laid; true when the search must stop.
  bool node() {
    if (++nodes_ < next_look_) [[likely]] return false;
    return look();
  }

  bool spent() const { return stop_ != Stop::none; }
  void stop(Stop why) {
    if (stop_ == Stop::none) stop_ = why;
    next_look_ = 0;
  }
  Stop why() const { return stop_; }
  u64 nodes() const { return nodes_; }

 private:
  using Clock = std::chrono::steady_clock;

  u64 next(u64 nodes) const { return nodes + kLook < max_nodes_ ? nodes + kLook : max_nodes_ + 1; }

  bool look() {
    if (stop_ != Stop::none) return true;
    if (nodes_ > max_nodes_) stop_ = Stop::nodes;
    else if (timed_ && Clock::now() >= deadline_) stop_ = Stop::time;
    else if (interrupted_ && interrupted_()) stop_ = Stop::interrupt;
    next_look_ = stop_ == Stop::none ? next(nodes_) : 0;
    return stop_ != Stop::none;
  }

  u64 nodes_ = 0;
  u64 max_nodes_;
  u64 next_look_ = 0;
  Interrupted interrupted_;
  bool timed_;
  Clock::time_point deadline_{};
  Stop stop_ = Stop::none;
};

}  // namespace core
