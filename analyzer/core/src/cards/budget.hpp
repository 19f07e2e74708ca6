// What a search may use up. There are no exceptions in the search: `spent` is looked at after every return.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "cards.hpp"

namespace core {

// Elsewhere: another thread has ended the search.
// Part: only a part of the search has used up what it was given (`within`).
enum class Stop { none, part, nodes, time, interrupt, memory, elsewhere };

// What the threads that search one question together have used up, and why they stop.
class Common {
 public:
  explicit Common(u64 nodes) : nodes_(nodes) {}

  u64 add(u64 nodes) { return nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes; }
  u64 nodes() const { return nodes_.load(std::memory_order_relaxed); }

  // The first reason counts.
  void stop(Stop why) {
    Stop before = Stop::none;
    why_.compare_exchange_strong(before, why, std::memory_order_relaxed);
  }
  Stop why() const { return why_.load(std::memory_order_relaxed); }

 private:
  std::atomic<u64> nodes_;
  std::atomic<Stop> why_{Stop::none};
};

class Budget {
 public:
  // The caller is told how many nodes were searched since it was asked before, and says whether to stop.
  using Interrupted = bool (*)(u64 nodes);
  // Nodes between two looks at the clock and at the caller, or fewer.
  static constexpr u64 kLook = 1 << 14;

  Budget(u64 max_nodes, double seconds, Interrupted interrupted)
      : max_nodes_(max_nodes), interrupted_(interrupted), timed_(seconds >= 0) {
    if (timed_) deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    next_look_ = next(0);
  }

  // The same limits for one of several threads, which keep them together.
  Budget(const Budget& limits, u64 max_nodes, Common& common, Interrupted interrupted)
      : max_nodes_(max_nodes), interrupted_(interrupted), timed_(limits.timed_), deadline_(limits.deadline_), common_(&common) {
    next_look_ = common.why() == Stop::none ? step(common.nodes()) : 0;
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
  u64 untold() const { return nodes_ - told_; }

  // What a part of the search may use up inside the limits there are: it ends with `back`.
  struct Part {
    u64 most, next_look;  // as they were outside it
  };
  Part within(u64 nodes) {
    const Part outside{part_, next_look_};
    part_ = std::min(part_, nodes_ + nodes);
    next_look_ = std::min(next_look_, part_);
    return outside;
  }
  // The part is over. False where it met its limit, or an outer one that stops the search still.
  bool back(const Part& outside) {
    const bool whole = stop_ == Stop::none;
    part_ = outside.most;
    if (stop_ == Stop::part && nodes_ < part_) stop_ = Stop::none;
    if (stop_ == Stop::none) next_look_ = outside.next_look;
    return whole;
  }

  // Count what this thread has used up among all; so much are they.
  u64 count() {
    const u64 more = nodes_ - counted_;
    counted_ = nodes_;
    return common_->add(more);
  }

  // The thread has come to its end: by itself, which ends it for the others, or for the reason it stopped.
  void leave() {
    count();
    common_->stop(stop_ == Stop::none ? Stop::elsewhere : stop_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  u64 next(u64 nodes) const { return nodes + kLook < max_nodes_ ? nodes + kLook : max_nodes_ + 1; }

  // Together they look the oftener the less is left, so that they do not go far beyond it.
  u64 step(u64 all) const { return nodes_ + std::min(kLook, all < max_nodes_ ? (max_nodes_ - all) / 64 + 1 : 1); }

  bool look() {
    if (stop_ != Stop::none) return true;
    if (nodes_ >= part_) return stop_ = Stop::part, next_look_ = 0, true;
    const u64 all = common_ ? count() : nodes_;
    if (common_ && common_->why() != Stop::none) stop_ = Stop::elsewhere;
    else if (all > max_nodes_) stop_ = Stop::nodes;
    else if (timed_ && Clock::now() >= deadline_) stop_ = Stop::time;
    else if (interrupted_ && interrupted_(nodes_ - std::exchange(told_, nodes_))) stop_ = Stop::interrupt;
    next_look_ = stop_ != Stop::none ? 0 : std::min(part_, common_ ? step(all) : next(nodes_));
    return stop_ != Stop::none;
  }

  u64 nodes_ = 0;
  u64 part_ = ~u64{0};  // of these the part that is searched may come to
  u64 max_nodes_;
  u64 next_look_ = 0;
  u64 told_ = 0;  // to the caller
  Interrupted interrupted_;
  bool timed_;
  Clock::time_point deadline_{};
  Stop stop_ = Stop::none;
  Common* common_ = nullptr;
  u64 counted_ = 0;  // of these nodes, among all
};

}  // namespace core
