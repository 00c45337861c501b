#pragma once
// Shadow rays between a light and a point: the triangles of casters in a tree of boxes.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace vitrine::render {

class WorldCasters {
 public:
  void clear() { triangles_.clear(), nodes_.clear(); }
  void add(const std::array<glm::dvec3, 3>& triangle) { triangles_.push_back(triangle); }
  size_t size() const { return triangles_.size(); }
  /// To be called after the last `add`.
  void build();
  /// Does the straight way from `from` to `to` meet a triangle, of either side? Adds the boxes and triangles that were
  /// looked at to `steps`.
  bool meets(const glm::dvec3& from, const glm::dvec3& to, uint64_t& steps) const;

 private:
  struct Node {
    glm::dvec3 low{0}, high{0};
    uint32_t first = 0, count = 0;  ///< triangles; none: the children are the next node and `other`
    uint32_t other = 0;
  };
  void split(uint32_t first, uint32_t count);

  std::vector<std::array<glm::dvec3, 3>> triangles_;
  std::vector<Node> nodes_;
};

}  // namespace vitrine::render
