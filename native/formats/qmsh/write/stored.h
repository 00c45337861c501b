#pragma once
// What a QMSH file said beyond the scene, to be written again.

#include <vector>

#include "scene/scene.h"

namespace vitrine::qmsh {

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
