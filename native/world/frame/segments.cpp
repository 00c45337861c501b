#include "world/frame/segments.h"

#include <algorithm>
#include <cmath>

#include "world/graph/sine_cosine.h"

namespace vitrine::world {
namespace {

using glm::dvec3;

constexpr uint64_t kMostSteps = 20'000'000;
/// Largest ratio of values to the width of a bucket: beyond it, rounding could take an entry around the ring.
constexpr double kMostBuckets = 1ULL << 40;

Rect intersect(const Rect& a, const Rect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}
Rect unite(const Rect& a, const Rect& b) {
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}
constexpr auto lower = [](const auto& a, const auto& b) { return a.value < b.value; };
bool same(const Rect& a, const Rect& b) { return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1; }

}  // namespace

SegmentMap::SegmentMap(const Document& document) : first_(document.segments.size() + 1) {
  std::vector<CellGrid::Entry> parts;
  for (const Cell& cell : document.cells) {
    if (cell.segment == kNoNode || cell.mode != CellMode::kAdd) continue;
    parts.emplace_back(cell.shape, cell.segment);
    ++first_[cell.segment + 1];
  }
  for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  grid_ = CellGrid(std::move(parts));
}

bool SegmentMap::contains(uint32_t segment, const dvec3& p) const {
  const auto parts = grid_.cells().begin();
  return std::any_of(parts + first_[segment], parts + first_[segment + 1],
                     [&](const CellGrid::Entry& part) { return part.contains(p); });
}

FloodFill::FloodFill(const Document& document) : segments_(document.segments.size()) {
  for (const uint32_t index : document.portals) {
    const Operator& op = document.ops[index];
    const Source* sources = document.sources_of(op);
    portals_.push_back({op.between[0], op.between[1], document.fixed(op, portal_op::kResistance), op.has_range,
                        Box{dvec3(sources[portal_op::kMin].literal), dvec3(sources[portal_op::kMax].literal)}});
  }
  connect();
}

FloodFill::FloodFill(size_t segments, std::vector<PortalEdge> portals)
    : portals_(std::move(portals)), segments_(segments) {
  connect();
}

void FloodFill::connect() {
  first_.assign(segments_ + 1, 0);
  for (const PortalEdge& portal : portals_) {
    ++first_[portal.a + 1];
    ++first_[portal.b + 1];
  }
  for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  ways_.resize(portals_.size() * 2);
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (uint32_t i = 0; i < portals_.size(); ++i) {
    const PortalEdge& portal = portals_[i];
    ways_[next[portal.a]++] = {portal.resistance, portal.b, i};
    ways_[next[portal.b]++] = {portal.resistance, portal.a, i};
    most_resistance_ = std::max(most_resistance_, portal.resistance);
  }
}

void FloodFill::push(const Entry& entry) {
  const auto bucket = static_cast<uint64_t>((start_ - entry.value) * per_value_);
  if (bucket <= current_) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), lower);
    return;
  }
  ring_[bucket % kBuckets].push_back(entry);
  filled_ |= uint64_t{1} << bucket % kBuckets;
}

bool FloodFill::pop(Entry& entry) {
  if (heap_.empty()) {
    if (filled_ == 0) return false;
    do ++current_;
    while ((filled_ >> current_ % kBuckets & 1) == 0);
    filled_ &= ~(uint64_t{1} << current_ % kBuckets);
    heap_.swap(ring_[current_ % kBuckets]);
    std::make_heap(heap_.begin(), heap_.end(), lower);
  }
  // Resistances are whole numbers, so most of a bucket is equal, and the last of equals may leave a heap as it is.
  if (heap_.back().value < heap_.front().value) std::pop_heap(heap_.begin(), heap_.end(), lower);
  entry = heap_.back();
  heap_.pop_back();
  return true;
}

void FloodFill::fill(uint32_t start, double value, std::span<const uint8_t> open, std::vector<double>& flood) {
  // Best values first (Dijkstra), so each segment is left once, whatever the number of ways.
  flood.assign(segments_, 0);
  start_ = value;
  per_value_ = most_resistance_ > 0 ? static_cast<double>(kBuckets - 4) / most_resistance_ : 0;
  if (!(value * per_value_ < kMostBuckets)) per_value_ = 0;  // one heap for all
  current_ = 0;
  flood[start] = value;
  push({value, start});
  for (Entry at{}; pop(at);) {
    if (at.value < flood[at.segment]) continue;
    for (uint32_t i = first_[at.segment]; i < first_[at.segment + 1]; ++i) {
      const Way& way = ways_[i];
      const double left = at.value - way.resistance;
      if (left <= flood[way.to] || open[way.portal] == 0) continue;  // also what is 0 or less
      flood[way.to] = left;
      push({left, way.to});
    }
  }
}

bool FloodFill::fill_clipped(uint32_t start, double value, std::span<const uint8_t> open, const ViewCamera& camera,
                             std::vector<double>& flood, std::vector<Rect>& rects) {
  flood.assign(segments_, 0);
  rects.assign(segments_, {});
  boxes_.resize(portals_.size());
  for (size_t i = 0; i < portals_.size(); ++i) boxes_[i] = open[i] == 0 ? Rect{} : project(portals_[i].box, camera);
  mark_.assign(segments_, 0);
  flood[start] = value;
  rects[start] = {-1, -1, 1, 1};
  // The least fixed point: values and rectangles only grow, so a segment is looked at again whenever one of its own
  // did.
  heap_.assign(1, {value, start});
  mark_[start] = 1;
  uint64_t steps = 0;
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), lower);
    const uint32_t at = heap_.back().segment;
    heap_.pop_back();
    if (mark_[at] == 0) continue;
    mark_[at] = 0;
    steps += first_[at + 1] - first_[at];
    if (steps > kMostSteps) return false;
    for (uint32_t i = first_[at]; i < first_[at + 1]; ++i) {
      const auto& [resistance, to, portal] = ways_[i];
      if (open[portal] == 0) continue;
      const double left = flood[at] - resistance;
      const Rect seen = intersect(rects[at], boxes_[portal]);
      if (left <= 0 || seen.is_empty()) continue;
      const Rect rect = flood[to] > 0 ? unite(rects[to], seen) : seen;
      if (left <= flood[to] && same(rect, rects[to])) continue;
      flood[to] = std::max(flood[to], left);
      rects[to] = rect;
      mark_[to] = 1;
      heap_.push_back({flood[to], to});
      std::push_heap(heap_.begin(), heap_.end(), lower);
    }
  }
  return true;
}

void FloodFill::spread(uint32_t home, const dvec3& at, double range, std::span<const uint8_t> open,
                       std::vector<uint32_t>& segments, uint64_t& work) {
  segments.assign(1, home);
  mark_.resize(segments_);
  mark_[home] = 1;
  for (size_t i = 0; i < segments.size(); ++i) {
    const uint32_t from = segments[i];
    work += 1 + first_[from + 1] - first_[from];
    for (uint32_t e = first_[from]; e < first_[from + 1]; ++e) {
      const uint32_t to = ways_[e].to;
      const PortalEdge& portal = portals_[ways_[e].portal];
      if (mark_[to] != 0 || open[ways_[e].portal] == 0 || !portal.has_box || distance_to(portal.box, at) >= range)
        continue;
      mark_[to] = 1;
      segments.push_back(to);
    }
  }
  for (const uint32_t segment : segments) mark_[segment] = 0;
  std::sort(segments.begin(), segments.end());
}

Rect project(const Box& box, const ViewCamera& camera) {
  const double length = glm::length(camera.dir);
  if (!(length > 0)) return {};
  const dvec3 dir = camera.dir / length;
  dvec3 right(0);
  for (const dvec3& up : {camera.up, dvec3(0, 0, 1), dvec3(1, 0, 0)}) {
    right = glm::cross(dir, up);
    const double size = glm::length(right);
    if (size <= 1e-9 * std::max(1.0, glm::length(up))) continue;
    right /= size;
    break;
  }
  const dvec3 up = glm::cross(right, dir);
  const auto [sine, cosine] = sine_cosine(camera.fov / 720);
  const double half = sine / cosine;

  dvec3 corners[8];  // x right, y up, z depth
  for (int i = 0; i < 8; ++i) {
    const dvec3 corner((i & 1) != 0 ? box.max.x : box.min.x, (i & 2) != 0 ? box.max.y : box.min.y,
                       (i & 4) != 0 ? box.max.z : box.min.z);
    const dvec3 v = corner - camera.at;
    corners[i] = {glm::dot(v, right), glm::dot(v, up), glm::dot(v, dir)};
  }
  Rect rect;
  bool any = false;
  const auto add = [&](const dvec3& p) {
    const double x = p.x / (p.z * half * camera.aspect), y = p.y / (p.z * half);
    rect = any ? unite(rect, {x, y, x, y}) : Rect{x, y, x, y};
    any = true;
  };
  for (int i = 0; i < 8; ++i) {
    if (corners[i].z >= camera.near) add(corners[i]);
    for (const int bit : {1, 2, 4}) {
      const dvec3 &a = corners[i], &b = corners[i | bit];
      if ((i & bit) != 0 || (a.z >= camera.near) == (b.z >= camera.near)) continue;
      dvec3 cut = a + (b - a) * ((camera.near - a.z) / (b.z - a.z));
      cut.z = camera.near;
      add(cut);
    }
  }
  return any ? rect : Rect{};
}

double distance_to(const Box& box, const dvec3& p) {
  return glm::length(glm::max(glm::max(box.min - p, p - box.max), dvec3(0)));
}

}  // namespace vitrine::world
