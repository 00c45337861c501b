#pragma once
// A model of a world document that stays open: its clusters in bind pose, and their triangles in any pose.

#include <memory>
#include <string>
#include <vector>

#include "render/world_picture.h"
#include "session/document.h"
#include "world/frame.h"

namespace vitrine {

class WorldModel {
 public:
  /// Of a document that has been loaded.
  explicit WorldModel(std::unique_ptr<Document> document);

  /// Boxes and names of materials: one cluster per primitive of each visible mesh, in bind pose, turned y up.
  const world::Model& clusters() const { return clusters_; }
  bool has_action(const std::string& name) const { return find(name) != kNone; }
  /// Poses the model: `action` at `time_s`, which loops; an empty or unknown one is the bind pose.
  void pose(const std::string& action, double time_s);
  /// Triangles of a cluster in the last pose, y up as the box is.
  std::vector<render::WorldTriangle> triangles(uint32_t cluster) const;

 private:
  struct Part {
    uint32_t instance = 0;
    const Primitive* primitive = nullptr;
  };
  uint32_t find(const std::string& action) const;
  glm::dmat4 upright(uint32_t instance) const;

  std::unique_ptr<Document> document_;
  std::vector<Part> parts_;
  world::Model clusters_;
};

}  // namespace vitrine
