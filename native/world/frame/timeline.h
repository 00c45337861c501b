#pragma once
// Which events are active at a beat, and what time it is inside them.

#include <deque>
#include <vector>

#include "world/frame/instances.h"
#include "world/graph/document.h"

namespace vitrine::world {

/// An event at work: its place in time and its random seed.
struct ActiveEvent {
  const Event* event = nullptr;
  InstanceKind kind = InstanceKind::kEvent;
  uint32_t index = 0;
  double start = 0;  ///< in beats of the timeline, also for sub-events
  double time = 0;   ///< local
  uint32_t seed = 0;
};

/// s = 1/(1 - in/2 - out/2) of the way between two parabolas; u and the result lie in 0 .. 1.
double ease(double u, double in, double out);
/// Local time at `beat` of an event that began at `start`: eased and mapped to its interval; beats since then without
/// an end.
double local_time(const Event& event, double start, double beat);
/// Is the event, counted from `origin`, active at `beat`?
bool is_active(const Event& event, double origin, double beat);

class Timeline {
 public:
  explicit Timeline(const Document& document) : document_(document), by_op_(document.ops.size()) {}

  /// Destroys dynamic events that have ended and finds what is active.
  void begin_frame(double beat);
  /// Active timeline and dynamic events, in file and creation order.
  const std::vector<ActiveEvent>& active() const { return active_; }
  /// Indices into active() of those that name an operator.
  const std::vector<uint32_t>& active_of(uint32_t op) const { return by_op_[op]; }
  /// An event made by a trigger; active from the next frame on.
  void add_dynamic(Event event);
  /// Bytes of an event that a trigger makes, the same on every host, and of all that live.
  static uint64_t cost(const Event& event) { return 512 + (event.text ? event.text->size() : 0); }
  uint64_t dynamic_bytes() const { return dynamic_bytes_; }
  void reset();

 private:
  struct Dynamic {
    Event event;
    uint32_t number = 0;
  };
  const Document& document_;
  std::deque<Dynamic> dynamic_;
  uint32_t next_dynamic_ = 0;
  uint64_t dynamic_bytes_ = 0;
  std::vector<ActiveEvent> active_;
  std::vector<std::vector<uint32_t>> by_op_;
};

}  // namespace vitrine::world
