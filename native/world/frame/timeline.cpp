#include "world/frame/timeline.h"

#include <algorithm>
#include <cmath>

namespace vitrine::world {

double ease(double u, double in, double out) {
  const double s = 1 / (1 - in / 2 - out / 2);
  if (u < in) return s * u * u / (2 * in);
  if (u <= 1 - out) return s * (u - in / 2);
  return 1 - s * (1 - u) * (1 - u) / (2 * out);
}

double local_time(const Event& event, double start, double beat) {
  if (std::isinf(event.end)) return beat - start;
  const double u = ease((beat - start) / (event.end - event.start), event.ease.x, event.ease.y);
  return event.interval.x + (event.interval.y - event.interval.x) * u;
}

bool is_active(const Event& event, double origin, double beat) {
  return beat >= origin + event.start && beat < origin + event.end;
}

void Timeline::begin_frame(double beat) {
  for (const ActiveEvent& event : active_) by_op_[event.event->op].clear();
  active_.clear();
  std::erase_if(dynamic_, [&](const Dynamic& row) {
    const bool is_over = row.event.end <= beat;
    if (is_over) dynamic_bytes_ -= cost(row.event);
    return is_over;
  });
  const auto add = [&](const Event& event, InstanceKind kind, uint32_t index, uint32_t seed) {
    if (!is_active(event, 0, beat)) return;
    by_op_[event.op].push_back(static_cast<uint32_t>(active_.size()));
    active_.push_back({&event, kind, index, event.start, local_time(event, event.start, beat), document_.seed + seed});
  };
  const auto count = static_cast<uint32_t>(document_.events.size());
  for (uint32_t i = 0; i < count; ++i) add(document_.events[i], InstanceKind::kEvent, i, i);
  for (const Dynamic& row : dynamic_) add(row.event, InstanceKind::kDynamic, row.number, count + row.number);
}

void Timeline::add_dynamic(Event event) {
  dynamic_bytes_ += cost(event);
  dynamic_.push_back({std::move(event), next_dynamic_++});
}

void Timeline::reset() {
  for (const ActiveEvent& event : active_) by_op_[event.event->op].clear();
  active_.clear();
  dynamic_.clear();
  next_dynamic_ = 0;
  dynamic_bytes_ = 0;
}

}  // namespace vitrine::world
