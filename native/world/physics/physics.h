#pragma once
// The collision world: particles on Verlet integration, constraints, cells that move, push, appear and never squash.

#include <functional>
#include <utility>
#include <vector>

#include "world/graph/document.h"
#include "world/physics/collision.h"

namespace vitrine::world {

struct ContactRecord {
  ContactRecord(uint32_t number, const Contact& met, const glm::dvec3& place)
      : particle(number), contact(met), at(place) {}

  uint32_t particle;
  Contact contact;
  glm::dvec3 at;
};
struct BlockedRecord {
  uint32_t cell = 0;
  double allowed = 0;
};
struct ParticleState {
  glm::dvec3 at{0}, before{0};
  uint32_t cell = kNoNode;  ///< current ADD cell
};
struct ZoneRecord {
  uint32_t cell = 0;
  std::vector<uint32_t> particles, entered, left;
  bool camera = false;
};

class Simulation {
 public:
  explicit Simulation(const Document& document);

  /// Runs to time_s; a time before the last one goes back to the start. `offset(cell, is_start)` gives the requested
  /// displacement of a cell with an offset: at the frame's time, or at its start (TIME 0) in the first frame.
  /// WORLD_LIMIT when a first frame asks for too many slices, or any frame for too many tests.
  Status advance(double time_s, const glm::dvec3& camera,
                 const std::function<glm::dvec3(uint32_t cell, bool is_start)>& offset, std::vector<Issue>& issues);

  const CellSet& cells() const { return cells_; }
  /// The document has changed; there may be further cells, but no others.
  void refresh();
  /// A cell goes with a mesh to `place` until the end of the next `advance`; a new one is there at once. `is_turned`:
  /// its shape has changed.
  void carry(uint32_t cell, const glm::dvec3& place, bool is_new, bool is_turned);
  /// The mesh of a cell is not in the frame.
  void drop(uint32_t cell) { cells_.state(cell).is_wanted = cells_.state(cell).present = false; }
  const std::vector<ParticleState>& particles() const { return particles_; }
  glm::dvec3 velocity(uint32_t particle) const {
    return (particles_[particle].at - particles_[particle].before) / physics_.slice;
  }
  /// Particles and constraints that have vanished stay where they were, and nothing meets them.
  bool is_gone(uint32_t particle) const { return is_over(physics_.particles[particle].vanish); }
  bool is_gone(const Constraint& row) const { return is_over(row.vanish) || is_gone(row.a) || is_gone(row.b); }
  uint64_t slices() const { return slices_; }
  uint64_t dropped() const { return dropped_; }
  uint64_t slice() const { return slice_; }
  const std::vector<ContactRecord>& contacts() const { return contacts_; }  ///< of the last slice
  const std::vector<BlockedRecord>& blocked() const { return blocked_; }    ///< of the last slice
  uint64_t contact_count() const { return contact_count_; }
  uint64_t blocked_count() const { return blocked_count_; }
  const std::vector<ZoneRecord>& zones() const { return zones_; }
  /// Particles that zones list.
  uint64_t zone_particles() const { return zone_particles_; }

 private:
  void start(uint64_t slice, const std::function<glm::dvec3(uint32_t, bool)>& offset, bool is_first,
             std::vector<Issue>& issues);
  void run_slice(double now, double share);
  bool is_over(double vanish) const { return vanish <= static_cast<double>(slice_) * physics_.slice + 1e-9; }
  bool is_due(uint32_t cell, double now) const;
  void let_come_and_go(double now);
  bool push_out(uint32_t cell);
  bool push_particle(uint32_t cell, uint32_t particle, glm::dvec3& to, uint32_t& current);
  void move_particles();
  void solve_constraints();
  void move_cells(double now, double share, bool& pushed);
  void move_cell(uint32_t cell, const glm::dvec3& motion, bool& pushed);
  void record(uint32_t particle, const glm::dvec3& at);
  glm::dvec3 path_place(const Cell& cell, double time_s) const;
  void update_zones(const glm::dvec3& camera);
  void measure_probes();

  const Document& document_;
  const Physics& physics_;
  CellSet cells_;
  std::vector<ParticleState> particles_;
  std::vector<glm::dvec3> slice_start_;          ///< particles at the beginning of the slice
  std::vector<glm::dvec3> requested_, request_;  ///< per cell: last and new offset
  std::vector<uint32_t> moving_;                 ///< dynamic cells
  struct Carried {
    uint32_t particle;
    double t;
  };
  std::vector<Carried> carried_;
  Path path_;
  // Kept for their memory.
  std::vector<ParticleState> moved_;
  std::vector<std::pair<double, uint32_t>> faces_;  ///< depth, plane
  std::vector<glm::dvec3> solve_start_;
  std::vector<uint32_t> inside_before_;  ///< of a zone
  bool started_ = false;
  double time_s_ = 0;  ///< of the last frame
  uint64_t slice_ = 0, slices_ = 0, dropped_ = 0;
  std::vector<ContactRecord> contacts_;
  std::vector<BlockedRecord> blocked_;
  uint64_t contact_count_ = 0, blocked_count_ = 0;
  std::vector<ZoneRecord> zones_;
  uint64_t zone_particles_ = 0;
};

}  // namespace vitrine::world
