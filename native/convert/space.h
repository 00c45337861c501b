#pragma once
// From a file's axes and unit to those of a format.

#include <optional>
#include <string>

#include "convert/rigid.h"
#include "scene/axis_map.h"

namespace vitrine {

struct SpaceOptions {
  Axes axes = kIdTechAxes;     ///< of what is written
  double units_per_metre = 0;  ///< 0 = the numbers of the file
  double scale = 1;            ///< besides
  std::string front;           ///< "+x", "-x", "+z", ...: where the model faces in its file; empty = as the file says
};

class Space {
 public:
  Space(const Scene& scene, const SpaceOptions& options);

  double scale() const { return scale_; }
  bool flips_winding() const { return map_.flips_winding; }
  glm::dvec3 point(const glm::dvec3& p) const { return scale_ * (map_.matrix * p); }
  glm::dvec3 direction(const glm::dvec3& d) const { return map_.matrix * d; }
  /// Linear part of a map from points of the file to points of the file.
  glm::dmat3 linear(const glm::dmat4& m) const { return map_.matrix * glm::dmat3(m) * glm::transpose(map_.matrix); }
  glm::dmat3 linear_back(const glm::dmat3& m) const { return glm::transpose(map_.matrix) * m * map_.matrix; }

 private:
  AxisMap map_;
  double scale_ = 1;
};

/// "+x" and the like as a direction; nothing for other texts.
std::optional<glm::vec3> direction_of(const std::string& text);

}  // namespace vitrine
