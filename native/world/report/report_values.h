#pragma once
// Values of reports as JSON.

#include <nlohmann/json.hpp>

#include "world/graph/document.h"

namespace vitrine::world {

using Json = nlohmann::ordered_json;

inline Json vec(const glm::dvec2& v) { return {v.x, v.y}; }
inline Json vec(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
inline Json vec(const glm::dvec4& v) { return {v.x, v.y, v.z, v.w}; }
inline Json index_or_null(uint32_t index) { return index == kNoNode ? Json() : Json(index); }

}  // namespace vitrine::world
