#include "convert/stored_mesh.h"

namespace vitrine {

UvMap uv_map(const Scene& scene, uint32_t material) {
  UvMap out;
  out.from_bottom = !scene.axes.uv_origin_top;
  if (material == kNone) return out;
  const Material& from = scene.materials[material];
  for (const TextureSlot& slot : from.slots) {
    if (slot.role != TextureRole::kDiffuse) continue;
    out.layer = slot.uv_layer;
    // The engine reads declarations itself.
    if (from.declaration.line == 0) out.offset = slot.uv_offset, out.scale = slot.uv_scale;
    break;
  }
  return out;
}

glm::dvec3 shape_offset(const Mesh& mesh, uint32_t v) {
  glm::dvec3 sum(0);
  for (size_t k = 1; k < mesh.shapes.size(); ++k) {
    const ShapeKey& shape = mesh.shapes[k];
    if (shape.value != 0)
      sum += static_cast<double>(shape.value) *
             (glm::dvec3(shape.positions[v]) - glm::dvec3(mesh.shapes[shape.relative_to].positions[v]));
  }
  return sum;
}

}  // namespace vitrine
