#pragma once
// Collision cells of meshes. Those of segments stand where their meshes stand at time 0; those of entities go where
// their meshes go, frame by frame. They follow the written cells in Document::cells, so that all else treats them
// alike.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "world/frame/frame.h"
#include "world/graph/document.h"
#include "world/physics/physics.h"

namespace vitrine::world {

class CarriedCells {
 public:
  static constexpr size_t kMost = 10'000;  ///< cells of meshes in a document

  /// Adds those of the mesh jobs of `frame` as cells of `segment` that stand still. False: there are too many.
  bool settle(const Frame& frame, uint32_t segment, Document& document);
  /// Puts those of the first `count` mesh jobs where their meshes are; cells that no job has any more are free for
  /// other jobs of their mesh. False: there are too many. `has_grown`: Document::cells has, so what points into it must
  /// be made anew.
  bool follow(const Frame& frame, size_t count, Document& document, bool& has_grown);
  /// Tells the simulation, which has grown by then, where the cells are to go.
  void hand_over(Simulation& simulation) const;
  /// Adds all of them to a document that takes the place of `former`.
  static void copy(const Document& former, Document& next);

 private:
  /// Which placing of which mesh: operator, instance, and a number where there are several.
  using Key = std::array<uint32_t, 3>;
  struct Place {
    uint32_t first = 0, count = 0;  ///< cells
    glm::dmat4 matrix{1};
    bool is_new = true, is_here = false, is_turned = false;
  };

  bool add(const Operator& op, const glm::dmat4& matrix, uint32_t segment, Document& document);
  static void shape(const Operator& op, const Place& place, Document& document);

  size_t count_ = 0;
  std::map<Key, Place> places_;
  std::map<Key, uint32_t> numbers_;                 ///< in this frame: by operator and instance
  std::map<uint32_t, std::vector<uint32_t>> free_;  ///< by operator: first cells
  std::vector<uint32_t> gone_;                      ///< cells, in this frame
};

}  // namespace vitrine::world
