#pragma once
// Names of objects and of their parts, the same in texts and binaries.

#include <string>
#include <vector>

#include "convert/loss_report.h"
#include "scene/scene.h"

namespace vitrine {

/// Per node the name of its object: its own, else that of its mesh, numbered where an earlier object has it. Empty
/// where the node has no mesh. Meshes that are instanced are an object each.
std::vector<std::string> qmsh_object_names(const Scene& scene, LossReport& loss_report);

/// `<Object>.<Material>` where the object has several materials (seed rule of the exporter). Parts that the file names
/// keep their names.
std::string qmsh_part_name(const Scene& scene, const std::string& object, const Mesh& mesh, const Primitive& primitive);

/// Layer `set` of the mesh, else its first one; null where it has none.
const UvLayer* qmsh_uv_layer(const Mesh& mesh, uint32_t set);

}  // namespace vitrine

namespace vitrine::qmsh {

// What a QMSH file said beyond the scene, to be written again.

/// What frame numbers of floats of seconds are off by: a part of a frame.
inline constexpr double kOnFrame = 2e-3;

/// The property of this name that has so many numbers; null where there is none.
inline const Property* find_property(const std::vector<Property>& properties, const char* name, size_t numbers) {
  for (const Property& p : properties) {
    if (p.name == name && p.numbers.size() >= numbers) return &p;
  }
  return nullptr;
}
inline glm::vec3 vec3_of(const Property& p) { return glm::vec3(p.numbers[0], p.numbers[1], p.numbers[2]); }

}  // namespace vitrine::qmsh
