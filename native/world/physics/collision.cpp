#include "world/physics/collision.h"

#include <algorithm>

namespace vitrine::world {

using glm::dvec3;

namespace {

constexpr uint64_t kPlanesPerTest = 2;  // that a path runs into

}  // namespace

CellSet::CellSet(const std::vector<Cell>& cells) : cells_(cells) { refresh(); }

void CellSet::refresh() {
  states_.resize(cells_.size());
  visited_by_.resize(cells_.size());
  moving_adds_.clear();
  subs_.clear();
  sub_work_ = 0;
  std::vector<CellGrid::Entry> still;
  for (uint32_t i = 0; i < cells_.size(); ++i) {
    const bool is_still = cells_[i].motion == Cell::Motion::kStill && states_[i].place == dvec3(0);
    if (cells_[i].mode == CellMode::kAdd && is_still) still.emplace_back(cells_[i].shape, i);
    if (cells_[i].mode == CellMode::kAdd && !is_still) moving_adds_.push_back(i);
    if (cells_[i].mode != CellMode::kSub) continue;
    subs_.push_back(i);
    sub_work_ += std::max<uint64_t>(1, cells_[i].shape.planes.size() / kPlanesPerTest);
  }
  still_adds_ = CellGrid(std::move(still));
}

bool CellSet::meets(uint32_t cell, uint32_t particle) const {
  if (particle == kNoNode) return true;
  const Cell& row = cells_[cell];
  return row.follow != particle &&
         (row.ignore.empty() || !std::binary_search(row.ignore.begin(), row.ignore.end(), particle));
}

uint32_t CellSet::first_new(const dvec3& p, uint32_t particle, uint32_t except, uint64_t path) const {
  const auto fits = [&](uint32_t cell) {
    ++work_;
    return cell != except && states_[cell].present && (path == 0 || visited_by_[cell] != path) && contains(cell, p) &&
           meets(cell, particle);
  };
  uint32_t first = kNoNode;
  for (const uint32_t index : still_adds_.near(p)) {
    const uint32_t still = still_adds_.cells()[index].number;
    if (!fits(still)) continue;
    first = still;
    break;
  }
  for (const uint32_t cell : moving_adds_) {
    if (cell >= first) break;
    if (fits(cell)) return cell;
  }
  return first;
}

void CellSet::follow(const dvec3& p, const dvec3& d, uint32_t current, const PathOptions& options, Path& path) const {
  path.contact.reset();
  path.visited.clear();
  path.entered.clear();
  path.end = kNoNode;
  work_ += 1 + sub_work_;
  if (is_exhausted()) return;
  if (d == dvec3(0)) {
    if (options.walls)
      path.end =
          current != kNoNode && states_[current].present ? current : first_add(p, options.particle, options.except);
    if (path.end != kNoNode) path.visited.push_back(path.end);
    return;
  }
  if (options.walls) {
    const bool usable =
        current != kNoNode && states_[current].present && current != options.except && meets(current, options.particle);
    uint32_t at = usable ? current : first_add(p, options.particle, options.except);
    double entered = 0;
    ++paths_;
    while (at != kNoNode) {
      visited_by_[at] = paths_;
      path.visited.push_back(at);
      path.entered.push_back(entered);
      if (cells_[at].shape.holds(p - states_[at].place, d)) break;
      const auto out = ray_out(placed(at), p, d);
      if (!out || out->t >= 1) break;
      const dvec3 exit = p + d * out->t;
      if (is_exhausted()) return;
      const uint32_t next = first_new(exit, options.particle, options.except, paths_);
      if (next == kNoNode) path.contact.emplace(out->t, cells_[at].shape.planes[out->plane].normal, at, true);
      entered = out->t;
      at = next;
    }
  }
  for (const uint32_t cell : subs_) {
    if (cell == options.except || !states_[cell].present || !meets(cell, options.particle)) continue;
    const auto in = ray_in(placed(cell), p, d);
    if (!in || in->t >= 1 || (path.contact && in->t >= path.contact->t)) continue;
    path.contact.emplace(in->t, -cells_[cell].shape.planes[in->plane].normal, cell, false);
  }
  // The current cell is the one entered last before the contact.
  for (size_t i = 0; i < path.visited.size(); ++i) {
    if (i == 0 || !path.contact || path.entered[i] < path.contact->t) path.end = path.visited[i];
  }
}

SpherePush push_sphere(const CellSet& set, const std::vector<Cell>& cells, const dvec3& at, double radius) {
  SpherePush push{at, radius, 0};
  const auto face = [&](double distance, const dvec3& normal, auto&& is_open) {
    if (!(distance >= -kTolerance && distance < push.radius)) return;
    if (is_open(push.at - normal * distance)) return;
    const double move = (push.radius - distance) / 2;
    push.at += normal * move;
    push.radius -= move;
    ++push.faces;
  };
  const uint32_t home = set.first_add(at, kNoNode);
  if (home != kNoNode) {
    const PlacedCell cell = set.placed(home);
    for (size_t plane = 0; plane < cell.shape->planes.size(); ++plane) {
      // A face that another ADD cell continues is an opening.
      face(cell.distance(plane, push.at), cell.shape->planes[plane].normal,
           [&](const dvec3& foot) { return set.first_add(foot, kNoNode, home) != kNoNode; });
    }
  }
  for (uint32_t sub = 0; sub < cells.size(); ++sub) {
    if (!set.is_here(sub, CellMode::kSub)) continue;
    const PlacedCell cell = set.placed(sub);
    for (size_t plane = 0; plane < cell.shape->planes.size(); ++plane) {
      // Edges and corners do not push: the foot must lie on the body.
      face(-cell.distance(plane, push.at), -cell.shape->planes[plane].normal,
           [&](const dvec3& foot) { return !cell.contains(foot); });
    }
  }
  return push;
}

}  // namespace vitrine::world
