#pragma once
// From a file's axes and unit to those of id Tech 4: right-handed, z up, facing +x, triangles clockwise.

#include "formats/md5/write/options.h"
#include "formats/md5/write/rigid.h"
#include "scene/axis_map.h"

namespace vitrine::md5_export {

class Space {
 public:
  Space(const Scene& scene, const Md5WriteOptions& options);

  double scale() const { return scale_; }
  bool flips_winding() const { return map_.flips_winding; }
  glm::dvec3 point(const glm::dvec3& p) const { return scale_ * (map_.matrix * p); }
  /// Linear part of a map from points of the file to points of the file.
  glm::dmat3 linear(const glm::dmat4& m) const { return map_.matrix * glm::dmat3(m) * glm::transpose(map_.matrix); }
  glm::dmat3 linear_back(const glm::dmat3& m) const { return glm::transpose(map_.matrix) * m * map_.matrix; }

 private:
  AxisMap map_;
  double scale_ = 1;
};

/// "+x" and the like as a direction; nothing for other texts.
std::optional<glm::vec3> direction_of(const std::string& text);

}  // namespace vitrine::md5_export
