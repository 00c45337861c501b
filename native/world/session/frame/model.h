#pragma once
// A model of a world document that stays open: its clusters in bind pose, and their triangles in any pose.

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "session/document.h"
#include "world/frame/frame.h"
#include "world/picture/picture.h"

namespace vitrine {

/// What the poses of one frame may take, in steps of `WorldModel::pose_work`: a second or so.
inline constexpr uint64_t kMostPoseWork = 100'000'000;

class WorldModel {
 public:
  /// Wraps a loaded document.
  explicit WorldModel(std::unique_ptr<Document> document);

  /// Boxes and names of materials: one cluster per primitive of each visible mesh, in bind pose, turned y up.
  const world::Model& clusters() const { return clusters_; }
  /// Index of the action of this name; kNone without one.
  uint32_t action(const std::string& name) const;
  /// Names of the actions that play, in the order of the document.
  std::vector<std::string> action_names() const;
  /// Steps that one pose of the action takes, whatever of it is shown.
  uint64_t pose_work(uint32_t action) const;
  /// Poses the model: `action` at `time_s`, which loops; an empty or unknown one is the bind pose.
  void pose(const std::string& action, double time_s) { pose(action.empty() ? kNone : this->action(action), time_s); }
  /// The same by its index; kNone is the bind pose.
  void pose(uint32_t action, double time_s);
  /// Triangles of a cluster in the last pose, y up as the box is.
  std::vector<render::WorldTriangle> triangles(uint32_t cluster) const;
  /// The same into a list that is overwritten.
  void write_triangles(uint32_t cluster, std::vector<render::WorldTriangle>& list) const;
  uint32_t triangle_count(uint32_t cluster) const { return parts_[cluster].primitive->index_count / 3; }

 private:
  struct Part {
    uint32_t instance = 0;
    const Primitive* primitive = nullptr;
  };
  glm::dmat4 upright(uint32_t instance) const;

  std::unique_ptr<Document> document_;
  std::vector<Part> parts_;
  world::Model clusters_;
  std::unordered_map<std::string, uint32_t> actions_;  ///< by all that they are called
  uint64_t bind_work_ = 0;
};

// The triangles of a box of a mesh operator.

/// Two triangles per side, counter-clockwise from outside: -x, +x, -y, +y, -z, +z. A flat box is one side that is seen
/// from both; what has no area is left out. The third edge of the first of them, and the first of the second, is the
/// diagonal. Texture coordinates count units from the top left corner, those of the lightmap go from 0 to 1.
std::vector<render::WorldTriangle> box_triangles(const world::Box& box);

}  // namespace vitrine
