#include "world/physics/physics.h"

#include <algorithm>
#include <cmath>

#include "world/frame/frame.h"
#include "world/graph/codes.h"
#include "world/graph/sentences.h"

namespace vitrine::world {
namespace {

using glm::dvec3;

constexpr double kMostSlices = 1e6;
constexpr uint64_t kSlicesPerFrame = 10;
constexpr uint64_t kInZone = 20;  // cells' worth of a particle in a zone, which the report lists
constexpr int kStretches = 4;     // of one particle's way in one slice

/// Takes from v what points against n.
void lose_against(dvec3& v, const dvec3& n) {
  const double along = glm::dot(v, n);
  if (along < 0) v -= n * along;
}

}  // namespace

Simulation::Simulation(const Document& document)
    : document_(document), physics_(document.physics), cells_(document.cells) {
  refresh();
}

void Simulation::refresh() {
  const std::vector<Cell>& cells = document_.cells;
  for (size_t i = request_.size(); i < cells.size(); ++i) {
    if (cells[i].motion != Cell::Motion::kStill) moving_.push_back(static_cast<uint32_t>(i));
    if (cells[i].mode == CellMode::kZone) zones_.push_back({static_cast<uint32_t>(i), {}, {}, {}, false});
  }
  requested_.resize(cells.size());
  request_.resize(cells.size());
  cells_.refresh();
}

void Simulation::carry(uint32_t cell, const dvec3& place, bool is_new, bool is_turned) {
  CellState& state = cells_.state(cell);
  request_[cell] = place;
  state.is_turned = is_turned;
  if (!is_new) return;
  state = {place, false, true, false};
  requested_[cell] = place;
}

/// Is the cell to be there?
bool Simulation::is_due(uint32_t cell, double now) const {
  const Cell& row = document_.cells[cell];
  return row.appear <= now + 1e-9 && row.vanish > now + 1e-9 && cells_.state(cell).is_wanted;
}

dvec3 Simulation::path_place(const Cell& cell, double time_s) const {
  double u = (time_s - cell.path_start) / cell.path_over;
  if (cell.pingpong) {
    u = u <= 0 ? 0 : u / 2 - std::floor(u / 2);
    u = 1 - std::abs(1 - 2 * u);
  } else {
    u = std::clamp(u, 0.0, 1.0);
  }
  return cell.path_to * u;
}

Status Simulation::advance(double time_s, const dvec3& camera, const std::function<dvec3(uint32_t, bool)>& offset,
                           std::vector<Issue>& issues) {
  const double count = std::floor(time_s / physics_.slice + 1e-6);
  contacts_.clear();
  blocked_.clear();
  cells_.begin_work();
  contact_count_ = blocked_count_ = slices_ = dropped_ = 0;
  const bool is_first = !started_;
  const auto target = static_cast<uint64_t>(std::min(count, 9e15));
  if (is_first) {
    if (count > kMostSlices) return Error{messages::kTooManySlices, kNoOffset};
    for (ZoneRecord& zone : zones_) zone.particles.clear();
    start(0, offset, true, issues);
    slices_ = target;
  } else if (time_s < time_s_) {
    start(target, offset, false, issues);
  } else {
    slices_ = std::min(target - slice_, kSlicesPerFrame);
    dropped_ = target - slice_ - slices_;
  }
  for (const uint32_t cell : moving_) {
    if (document_.cells[cell].motion == Cell::Motion::kOffset) request_[cell] = offset(cell, false);
  }
  slice_ = target - slices_;
  for (uint64_t j = 0; j < slices_ && !cells_.is_exhausted(); ++j) {
    ++slice_;
    run_slice(static_cast<double>(slice_) * physics_.slice, static_cast<double>(j + 1) / static_cast<double>(slices_));
  }
  requested_ = request_;
  started_ = true;
  time_s_ = time_s;
  update_zones(camera);
  measure_probes();
  if (cells_.is_exhausted()) return Error{messages::kCollisionTooLong, kNoOffset};
  return ok_status();
}

/// The report asks the probes; what that takes counts here.
void Simulation::measure_probes() {
  for (const Probe& probe : physics_.probes) {
    if (cells_.is_exhausted()) return;
    if (probe.kind == Probe::Kind::kPath) {
      cells_.follow(probe.at, probe.dir, probe.cell, {}, path_);
    } else if (probe.kind == Probe::Kind::kOverlap) {
      const CellShape &a = document_.cells[probe.cell].shape, &b = document_.cells[probe.other].shape;
      const uint64_t pairs = probe.exact ? a.edges.size() * b.edges.size() : a.planes.size() + b.planes.size();
      cells_.add_work(pairs * (a.corners.size() + b.corners.size()));
    } else {
      cells_.add_work(cells_.size());
    }
  }
}

void Simulation::start(uint64_t slice, const std::function<dvec3(uint32_t, bool)>& offset, bool is_first,
                       std::vector<Issue>& issues) {
  slice_ = slice;
  const double now = static_cast<double>(slice) * physics_.slice;
  particles_.clear();
  for (const Particle& particle : physics_.particles)
    particles_.push_back({particle.pos, particle.pos - particle.vel * physics_.slice, kNoNode});
  for (uint32_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = document_.cells[i];
    CellState& state = cells_.state(i);
    state.present = is_due(i, now);
    state.place = dvec3(0);
    if (cell.motion == Cell::Motion::kPath) state.place = path_place(cell, now);
    if (cell.motion == Cell::Motion::kOffset) state.place = requested_[i] = offset(i, is_first);
    if (cell.motion == Cell::Motion::kCarried) state.place = requested_[i] = request_[i];
  }
  for (uint32_t p = 0; p < particles_.size(); ++p) particles_[p].cell = cells_.first_add(particles_[p].at, p);
  for (uint32_t i = 0; i < cells_.size(); ++i) {
    if (!cells_.is_here(i, CellMode::kSub)) continue;
    // The cell does not block its own pushes.
    cells_.state(i).present = false;
    for (uint32_t p = 0; p < particles_.size() && !cells_.is_exhausted(); ++p) {
      dvec3 to = particles_[p].at;
      uint32_t current = particles_[p].cell;
      if (!push_particle(i, p, to, current)) {
        if (issues.size() >= kFrameWarnings) continue;
        const uint32_t node = physics_.particles[p].node;
        document_.place(issues.emplace_back(Issue{
                            &kWorldStuck, document_.tree.pointer(node),
                            "the particle starts inside cell " + std::to_string(i) + " and cannot be pushed out"}),
                        node);
        continue;
      }
      particles_[p].before += to - particles_[p].at;
      particles_[p].at = to;
      particles_[p].cell = current;
    }
    cells_.state(i).present = true;
  }
}

void Simulation::run_slice(double now, double share) {
  contacts_.clear();
  blocked_.clear();
  slice_start_.resize(particles_.size());
  for (size_t p = 0; p < particles_.size(); ++p) slice_start_[p] = particles_[p].at;
  let_come_and_go(now);
  move_particles();
  solve_constraints();
  bool pushed = false;
  move_cells(now, share, pushed);
  if (pushed) solve_constraints();
  contact_count_ += contacts_.size();
  blocked_count_ += blocked_.size();
}

void Simulation::let_come_and_go(double now) {
  cells_.add_work(cells_.size() + particles_.size());
  for (uint32_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = document_.cells[i];
    CellState& state = cells_.state(i);
    const bool is_wanted = is_due(i, now);
    if (!is_wanted) state.present = false;
    if (!is_wanted || (state.present && !state.is_turned)) continue;
    state.is_turned = false;
    if (cell.mode == CellMode::kSub && !push_out(i))
      blocked_.push_back({i, 0});
    else
      state.present = true;
  }
}

/// Makes room for a SUB cell that appears; all particles or none.
bool Simulation::push_out(uint32_t cell) {
  moved_ = particles_;
  for (uint32_t p = 0; p < particles_.size(); ++p) {
    dvec3 to = particles_[p].at;
    uint32_t current = particles_[p].cell;
    if (!push_particle(cell, p, to, current)) return false;
    moved_[p] = {to, particles_[p].before + (to - particles_[p].at), current};  // keeps its velocity
  }
  particles_.swap(moved_);
  return true;
}

/// Out through the nearest face whose way is free. True when the particle is not inside, or got out.
bool Simulation::push_particle(uint32_t cell, uint32_t particle, dvec3& to, uint32_t& current) {
  cells_.add_work(1);
  if (!cells_.meets(cell, particle) || is_gone(particle)) return true;
  const PlacedCell placed = cells_.placed(cell);
  const dvec3 from = particles_[particle].at;
  faces_.clear();
  for (uint32_t plane = 0; plane < placed.shape->planes.size(); ++plane) {
    const double depth = placed.distance(plane, from);
    if (depth <= kTolerance) return true;
    faces_.emplace_back(depth, plane);
  }
  if (physics_.particles[particle].fixed) return false;
  std::sort(faces_.begin(), faces_.end());
  for (const auto& [depth, plane] : faces_) {
    const dvec3 by = placed.shape->planes[plane].normal * -depth;
    cells_.follow(from, by, current, {particle, cell, true}, path_);
    if (path_.contact) continue;
    to = from + by;
    current = path_.end;
    return true;
  }
  return false;
}

void Simulation::record(uint32_t particle, const dvec3& at) { contacts_.emplace_back(particle, *path_.contact, at); }

void Simulation::move_particles() {
  const dvec3 pull = physics_.gravity * (physics_.slice * physics_.slice);
  for (uint32_t p = 0; p < particles_.size(); ++p) {
    const Particle& fixed = physics_.particles[p];
    ParticleState& state = particles_[p];
    if (cells_.is_exhausted()) return;
    if (fixed.fixed || is_gone(p)) continue;
    dvec3 v = (state.at - state.before) * (1 - fixed.damp) + pull;
    dvec3 d = v;
    for (int stretch = 0; stretch < kStretches; ++stretch) {
      cells_.follow(state.at, d, state.cell, {p, kNoNode, true}, path_);
      state.cell = path_.end;
      if (!path_.contact) {
        state.at += d;
        break;
      }
      const Contact& contact = *path_.contact;
      state.at += d * contact.t;
      record(p, state.at);
      lose_against(v, contact.normal);
      if (!physics_.slide) break;
      // A contact slides on: the rest of the way without what points into the face.
      d = (d - contact.normal * glm::dot(d, contact.normal)) * (1 - contact.t);
    }
    state.before = state.at - v;
  }
}

void Simulation::solve_constraints() {
  if (physics_.constraints.empty()) return;
  solve_start_.resize(particles_.size());
  for (size_t p = 0; p < particles_.size(); ++p) solve_start_[p] = particles_[p].at;
  const auto weight = [&](uint32_t p) { return physics_.particles[p].fixed ? 0 : 1 / physics_.particles[p].mass; };
  for (int i = 0; i < physics_.iterations; ++i) {
    cells_.add_work(physics_.constraints.size());
    if (cells_.is_exhausted()) return;
    for (const Constraint& row : physics_.constraints) {
      if (is_gone(row)) continue;
      dvec3 &a = particles_[row.a].at, &b = particles_[row.b].at;
      const double wa = weight(row.a), wb = weight(row.b);
      const dvec3 d = b - a;
      const double square = glm::dot(d, d), length = std::sqrt(square);
      if (!(wa + wb > 0) || !(length > 0)) continue;
      const double share = physics_.approximate
                               ? 2 * (0.5 - row.length * row.length / (square + row.length * row.length))
                               : 1 - row.length / length;
      a += d * (share * wa / (wa + wb));
      b -= d * (share * wb / (wa + wb));
    }
  }
  for (uint32_t p = 0; p < particles_.size(); ++p) {
    ParticleState& state = particles_[p];
    const dvec3 by = state.at - solve_start_[p];
    if (by == dvec3(0)) continue;
    cells_.follow(solve_start_[p], by, state.cell, {p, kNoNode, true}, path_);
    state.cell = path_.end;
    if (!path_.contact) continue;
    dvec3 v = state.at - state.before;
    lose_against(v, path_.contact->normal);
    state.at = solve_start_[p] + by * path_.contact->t;
    state.before = state.at - v;
    record(p, state.at);
  }
}

void Simulation::move_cells(double now, double share, bool& pushed) {
  for (const uint32_t i : moving_) {
    const Cell& cell = document_.cells[i];
    dvec3 target(0);
    switch (cell.motion) {
      case Cell::Motion::kPath:
        target = path_place(cell, now);
        break;
      case Cell::Motion::kOffset:
      case Cell::Motion::kCarried:
        target = requested_[i] + (request_[i] - requested_[i]) * share;
        break;
      case Cell::Motion::kFollow:
        target = slice_start_[cell.follow] - physics_.particles[cell.follow].pos;
        break;
      case Cell::Motion::kStill:
        break;
    }
    const dvec3 motion = target - cells_.state(i).place;
    if (motion == dvec3(0)) continue;
    if (cells_.state(i).present && cell.mode != CellMode::kZone)
      move_cell(i, motion, pushed);
    else
      cells_.state(i).place = target;
  }
}

/// Inverse test: would the particle, moved the opposite way, meet the cell? Then it is carried for the rest of the
/// motion, and the cell stops where a carried particle can go no further.
void Simulation::move_cell(uint32_t index, const dvec3& motion, bool& pushed) {
  const Cell& cell = document_.cells[index];
  const bool is_add = cell.mode == CellMode::kAdd;
  const PlacedCell placed = cells_.placed(index);
  carried_.clear();
  double allowed = 1;
  cells_.add_work(particles_.size());
  for (uint32_t p = 0; p < particles_.size(); ++p) {
    if (cells_.is_exhausted()) return;
    const ParticleState& state = particles_[p];
    if (!cells_.meets(index, p) || is_gone(p) || (is_add && state.cell != index)) continue;
    const auto hit = is_add ? ray_out(placed, state.at, -motion) : ray_in(placed, state.at, -motion);
    if (!hit || hit->t >= 1) continue;
    if (is_add && cells_.first_add(state.at, p, index) != kNoNode) continue;
    double free = 0;
    if (cell.push && !physics_.particles[p].fixed) {
      cells_.follow(state.at, motion * (1 - hit->t), state.cell, {p, index, !is_add}, path_);
      free = path_.contact ? path_.contact->t : 1;
    }
    allowed = std::min(allowed, hit->t + (1 - hit->t) * free);
    carried_.push_back({p, hit->t});
  }
  cells_.state(index).place += motion * allowed;
  for (const Carried& row : carried_) {
    if (row.t >= allowed) continue;
    ParticleState& state = particles_[row.particle];
    const dvec3 by = motion * (allowed - row.t);
    if (!is_add) {
      cells_.follow(state.at, by, state.cell, {row.particle, index, true}, path_);
      state.cell = path_.end;
    }
    state.at += by;
    state.before = state.at - motion * allowed;  // it takes over the cell's velocity
    pushed = true;
  }
  if (allowed < 1) blocked_.push_back({index, allowed});
}

void Simulation::update_zones(const dvec3& camera) {
  zone_particles_ = 0;
  for (ZoneRecord& zone : zones_) {
    cells_.add_work(particles_.size());
    if (cells_.is_exhausted()) return;
    inside_before_.swap(zone.particles);
    zone.particles.clear();
    zone.entered.clear();
    zone.left.clear();
    const bool here = cells_.state(zone.cell).present;
    for (uint32_t p = 0; here && p < particles_.size(); ++p) {
      if (cells_.contains(zone.cell, particles_[p].at) && cells_.meets(zone.cell, p) && !is_gone(p))
        zone.particles.push_back(p);
    }
    cells_.add_work(zone.particles.size() * kInZone);
    std::set_difference(zone.particles.begin(), zone.particles.end(), inside_before_.begin(), inside_before_.end(),
                        std::back_inserter(zone.entered));
    std::set_difference(inside_before_.begin(), inside_before_.end(), zone.particles.begin(), zone.particles.end(),
                        std::back_inserter(zone.left));
    zone_particles_ += zone.particles.size() + zone.entered.size() + zone.left.size();
    zone.camera = here && cells_.contains(zone.cell, camera);
  }
}

}  // namespace vitrine::world
