// Searches are watched from outside their thread: how far they are, and whether they are to stop.
#include <atomic>
#include <memory>

#include "face.hpp"

namespace nb = nanobind;

namespace core {
namespace {

// How far the searches of some threads are, and whether they are to stop. No Python object: a thread may
// let go of it when there is no interpreter any more.
struct Watched {
  std::atomic<u64> laid{0};
  std::atomic<bool> stopped{false};
};

// Who watches this thread, if anybody does.
thread_local std::shared_ptr<Watched> watching;

// Sees how far the searches of the threads it watches are, and may stop them all.
class Watch {
 public:
  u64 laid() const { return watched_->laid.load(std::memory_order_relaxed); }
  void stop() { watched_->stopped.store(true, std::memory_order_relaxed); }
  void this_thread() const { watching = watched_; }

 private:
  std::shared_ptr<Watched> watched_ = std::make_shared<Watched>();
};

void unwatched() { watching.reset(); }

}  // namespace

// An interrupt leaves a Python error.
bool python_interrupted(u64 nodes) {
  if (watching) watching->laid.fetch_add(nodes, std::memory_order_relaxed);
  nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) return true;
  if (!watching || !watching->stopped.load(std::memory_order_relaxed)) return false;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  return true;
}

bool watch_stopped(u64 nodes) {
  if (!watching) return false;
  watching->laid.fetch_add(nodes, std::memory_order_relaxed);
  return watching->stopped.load(std::memory_order_relaxed);
}

std::function<void()> same_watch() {
  return [watched = watching] { watching = watched; };
}

bool helper_counted(u64 nodes) {
  if (watching) watching->laid.fetch_add(nodes, std::memory_order_relaxed);
  return false;
}

const char* reason(Stop stop) {
  switch (stop) {
    case Stop::nodes: return "nodes";
    case Stop::time: return "time";
    case Stop::interrupt: return "interrupt";
    case Stop::memory: return "memory";
    default: return "";
  }
}

void bind_watch(nb::module_& m) {
  nb::class_<Watch>(m, "Watch")
      .def(nb::init<>())
      .def("laid", &Watch::laid)
      .def("stop", &Watch::stop)
      .def("this_thread", &Watch::this_thread);
  m.def("unwatched", &unwatched);
}

}  // namespace core
