#include "world/physics/carried.h"

#include <iterator>
#include <utility>

namespace vitrine::world {
namespace {

glm::dmat4 matrix_of(const MeshJob& job) { return job.matrix * job.mesh->deform; }

}  // namespace

bool CarriedCells::add(const Operator& op, const glm::dmat4& matrix, uint32_t segment, Document& document) {
  count_ += op.collision.size();
  if (count_ > kMost) return false;
  for (const Cell& cell : op.collision) {
    Cell& added = document.cells.emplace_back(cell);
    if (added.name.empty()) added.name = op.name;
    added.segment = segment;
    if (segment == kNoNode) {
      added.motion = Cell::Motion::kCarried;
      added.dynamic = true;
    } else if (auto moved = transformed(cell.shape, matrix)) {
      added.shape = std::move(*moved);
    } else {
      document.cells.pop_back();
    }
  }
  return true;
}

bool CarriedCells::settle(const Frame& frame, uint32_t segment, Document& document) {
  for (const MeshJob& job : frame.mesh_jobs) {
    const Operator& op = document.ops[job.mesh->op];
    if (!op.collision.empty() && !add(op, matrix_of(job), segment, document)) return false;
  }
  return true;
}

bool CarriedCells::follow(const Frame& frame, size_t count, Document& document, bool& has_grown) {
  for (auto& [key, place] : places_) place.is_here = place.is_turned = false;
  // Those of the frame before stay, at 0: nothing is allocated while the same meshes come.
  for (auto row = numbers_.begin(); row != numbers_.end();)
    row = std::exchange(row->second, 0) == 0 ? numbers_.erase(row) : std::next(row);
  gone_.clear();
  std::vector<std::pair<Key, const MeshJob*>> arrived;
  for (size_t i = 0; i < count; ++i) {
    const MeshJob& job = frame.mesh_jobs[i];
    const Operator& op = document.ops[job.mesh->op];
    if (op.collision.empty()) continue;
    const Key key{job.mesh->op, job.instance, numbers_[{job.mesh->op, job.instance, 0}]++};
    const auto known = places_.find(key);
    if (known == places_.end()) {
      arrived.emplace_back(key, &job);
      continue;
    }
    Place& place = known->second;
    const glm::dmat4 matrix = matrix_of(job);
    place.is_turned = glm::dmat3(matrix) != glm::dmat3(place.matrix);
    place.matrix = matrix;
    place.is_here = true;
    place.is_new = false;
    if (place.is_turned) shape(op, place, document);
  }
  std::erase_if(places_, [&](const auto& row) {
    if (row.second.is_here) return false;
    free_[row.first[0]].push_back(row.second.first);
    for (uint32_t i = 0; i < row.second.count; ++i) gone_.push_back(row.second.first + i);
    return true;
  });
  for (const auto& [key, job] : arrived) {
    const Operator& op = document.ops[key[0]];
    std::vector<uint32_t>& free = free_[key[0]];
    Place place;
    place.count = static_cast<uint32_t>(op.collision.size());
    place.matrix = matrix_of(*job);
    place.is_here = true;
    if (free.empty()) {
      place.first = static_cast<uint32_t>(document.cells.size());
      has_grown = true;
      if (!add(op, place.matrix, kNoNode, document)) return false;
    } else {
      place.first = free.back();
      free.pop_back();
    }
    shape(op, place, document);
    places_.emplace(key, place);
  }
  return true;
}

/// The cells turned and stretched as the mesh is; where they stand is the simulation's.
void CarriedCells::shape(const Operator& op, const Place& place, Document& document) {
  const glm::dmat4 linear{glm::dmat3(place.matrix)};
  for (size_t i = 0; i < op.collision.size(); ++i) {
    // A mesh pressed flat keeps the last shape that holds something.
    if (auto moved = transformed(op.collision[i].shape, linear))
      document.cells[place.first + i].shape = std::move(*moved);
  }
}

void CarriedCells::hand_over(Simulation& simulation) const {
  for (const uint32_t cell : gone_) simulation.drop(cell);
  for (const auto& [key, place] : places_) {
    for (uint32_t i = 0; i < place.count; ++i)
      simulation.carry(place.first + i, glm::dvec3(place.matrix[3]), place.is_new, place.is_turned);
  }
}

void CarriedCells::copy(const Document& former, Document& next) {
  const size_t written = next.cells.size();
  next.cells.insert(next.cells.end(), former.cells.begin() + static_cast<std::ptrdiff_t>(written), former.cells.end());
}

}  // namespace vitrine::world
