#pragma once
// Colour of a triangle at a point of the picture (as shaders/mesh.frag.glsl).

#include <glm/glm.hpp>

#include "render/light.h"
#include "render/model.h"
#include "render/tone.h"
#include "render/triangle.h"

namespace vitrine::render {

/// Weights of the three corners at a point, and their changes over one pixel: perspective-correct.
struct Weights {
  glm::vec3 at{0}, dx{0}, dy{0};
};
/// `x`, `y` in units (triangle.h).
Weights weights_of(const Triangle& triangle, std::span<const Cut> cuts, int32_t x, int32_t y, bool derivatives);

class Shader {
 public:
  Shader(const Model& model, const View& view, const Framing& framing, LightRig rig);

  /// sRGB times alpha, alpha.
  glm::vec4 color(const Drawn& drawn, const Triangle& triangle, int32_t x, int32_t y) const;
  /// True where the alpha test of a surface with a cutoff lets the point through. Detail of a quarter of a pixel.
  bool passes(const Drawn& drawn, const Triangle& triangle, int32_t x, int32_t y) const;
  const Surface& surface(const Triangle& triangle) const { return model_.surfaces[triangle.surface]; }

 private:
  glm::vec4 bone_color(const ModelMesh& mesh, const Triangle& triangle, const glm::vec3& v) const;

  const Model& model_;
  const ToneTables& tone_ = tone_tables();
  LightRig rig_;
  glm::vec3 eye_{0};
  bool perspective_ = true;
  float ground_ = 0, size_ = 1;
};

}  // namespace vitrine::render
