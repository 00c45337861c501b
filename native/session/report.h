#pragma once
// Reports as JSON, in the shapes of the public interface (`vitrine inspect`, `curves`). Pure functions of a scene.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/utf8.h"
#include "scene/scene.h"

namespace vitrine {

using Json = nlohmann::ordered_json;

Json issues_json(const Diagnostics& diagnostics);
Json message_json(const Message& message);
Json statistics_json(const Scene& scene);
Json bounds_json(const Bounds& bounds);
Json axes_json(const Axes& axes);
/// The node tree, children nested. Iterative: any depth.
Json hierarchy_json(const Scene& scene);
Json meshes_json(const Scene& scene);
Json materials_json(const Scene& scene);
Json textures_json(const Scene& scene);
Json skins_json(const Scene& scene);
Json cameras_json(const Scene& scene);
Json lights_json(const Scene& scene);
Json emitters_json(const Scene& scene);
Json actions_json(const Scene& scene);
Json files_json(const Scene& scene);

Json vec_json(const glm::vec2& v);
Json vec_json(const glm::vec3& v);
Json vec_json(const glm::vec4& v);
/// x, y, z, w.
Json vec_json(const glm::quat& q);
/// 16 numbers, column-major.
Json vec_json(const glm::mat4& m);

}  // namespace vitrine
