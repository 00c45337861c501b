#pragma once
// Queries of the simulation on cells: which contain a point, and which a straight path meets.

#include <optional>
#include <vector>

#include "world/graph/cell_grid.h"
#include "world/graph/document.h"

namespace vitrine::world {

/// Where a cell is now.
struct CellState {
  glm::dvec3 place{0};  ///< displacement from where it was written
  bool present = true;
  bool is_wanted = true;   ///< of carried cells: the mesh is in the frame
  bool is_turned = false;  ///< of carried cells: what it now covers has not been cleared yet
};

struct Contact {
  Contact(double when, const glm::dvec3& side, uint32_t met, bool wall)
      : t(when), normal(side), cell(met), is_wall(wall) {}

  double t;
  glm::dvec3 normal;  ///< points to the free side
  uint32_t cell;
  bool is_wall;  ///< left all ADD cells; else ran into a SUB cell
};
struct Path {
  std::optional<Contact> contact;
  uint32_t end = kNoNode;         ///< ADD cell entered last before the contact
  std::vector<uint32_t> visited;  ///< ADD cells in the order of the line
  std::vector<double> entered;    ///< when each of them was entered
};

class CellSet {
 public:
  explicit CellSet(const std::vector<Cell>& cells);
  /// Their shapes may have changed, and there may be more of them.
  void refresh();

  PlacedCell placed(uint32_t cell) const { return {&cells_[cell].shape, states_[cell].place}; }
  CellState& state(uint32_t cell) { return states_[cell]; }
  const CellState& state(uint32_t cell) const { return states_[cell]; }
  size_t size() const { return cells_.size(); }
  bool is_here(uint32_t cell, CellMode mode) const { return states_[cell].present && cells_[cell].mode == mode; }
  bool contains(uint32_t cell, const glm::dvec3& p) const { return placed(cell).contains(p); }
  /// May the particle meet the cell? Cells neither meet the particle they follow nor those they ignore.
  bool meets(uint32_t cell, uint32_t particle) const;
  /// First ADD cell present that contains p; kNoNode.
  uint32_t first_add(const glm::dvec3& p, uint32_t particle, uint32_t except = kNoNode) const {
    return first_new(p, particle, except, 0);
  }

  struct PathOptions {
    uint32_t particle = kNoNode;  ///< kNoNode: meets all cells
    uint32_t except = kNoNode;    ///< a cell left out
    bool walls = true;            ///< false: SUB cells only
  };
  /// From p along d, starting in ADD cell `current` (kNoNode or gone: the first that contains p). `path` is reused.
  void follow(const glm::dvec3& p, const glm::dvec3& d, uint32_t current, const PathOptions& options, Path& path) const;

  /// Cells looked at, SUB cells by their planes, since `begin_work`. Past kMostWork paths end where they begin: what
  /// asked for them must give up.
  static constexpr uint64_t kMostWork = 1'000'000'000;
  void begin_work() const { work_ = 0; }
  void add_work(uint64_t cells) const { work_ += cells; }
  bool is_exhausted() const { return work_ > kMostWork; }

 private:
  /// The same, but no cell that path `path` has visited; paths count from 1.
  uint32_t first_new(const glm::dvec3& p, uint32_t particle, uint32_t except, uint64_t path) const;

  const std::vector<Cell>& cells_;
  std::vector<CellState> states_;
  mutable std::vector<uint64_t> visited_by_;  ///< per cell: the last path through it
  mutable uint64_t paths_ = 0;
  std::vector<uint32_t> moving_adds_, subs_;
  CellGrid still_adds_;
  uint64_t sub_work_ = 0;  ///< of looking at all of subs_
  mutable uint64_t work_ = 0;
};

/// Soft push of a sphere out of faces (as in the released code): half of each penetration moves it, the rest shrinks
/// it.
struct SpherePush {
  glm::dvec3 at{0};
  double radius = 0;
  uint32_t faces = 0;
};
SpherePush push_sphere(const CellSet& set, const std::vector<Cell>& cells, const glm::dvec3& at, double radius);

}  // namespace vitrine::world
