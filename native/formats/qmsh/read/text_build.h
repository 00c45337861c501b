#pragma once
#include "formats/format.h"
#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

/// The axes of every text: Blender's, right-handed, +Z up, characters face -Y, v = 0 at the bottom.
Axes text_axes();

/// The rotation of Euler angles x, then y, then z about fixed axes.
glm::dquat from_euler(const glm::vec3& angles_rad);

/// Appends the model to `scene`: the armature with its bones as joints, a node and a mesh per object with a primitive
/// per material (`<Object>.<Material>`), empties and cameras, actions as curves. Vertices are split by texture
/// coordinate; normals are left to be computed at Mesh::crease_angle_rad where the text gives none. `held` says for
/// every object what holds its vertices.
Status build_text(const TextModel& model, LoadContext& context, Scene& scene, std::vector<VertexBinding>& held);

}  // namespace vitrine::qmsh
