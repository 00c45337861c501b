#include "scene/validate.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "base/checked.h"
#include "scene/finite.h"
#include "scene/sentences.h"
#include "scene/stored_frames.h"

namespace vitrine {
namespace {

Error bad(const Sentence& sentence, const Phrase& path, Arguments arguments = {}) {
  return Error{sentence, kNoOffset, arguments, path};
}

/// `index` is kNone or names an element of a table of `size`.
bool optional_index(uint32_t index, size_t size) { return index == kNone || index < size; }

/// Millions of numbers at once, by their bits and without a way out of the loop.
bool none_is_odd(const void* numbers, size_t count) {
  constexpr uint32_t kExponent = 0x7F800000u;
  const auto* words = static_cast<const uint8_t*>(numbers);
  uint32_t odd = 0;
  for (size_t i = 0; i < count; ++i) {
    uint32_t bits;
    std::memcpy(&bits, words + 4 * i, sizeof bits);
    odd |= (bits & kExponent) == kExponent;
  }
  return odd == 0;
}

template <class T>
Status first_odd(const std::vector<T>& values, const Phrase& path, const char* what) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (!is_finite(values[i])) return bad(messages::kOddNumber, {"{}.{}[{}]", {path, what, i}});
  }
  return ok_status();
}

/// `T` holds floats and nothing else.
template <class T>
Status all_finite(const std::vector<T>& values, const Phrase& path, const char* what) {
  static_assert(sizeof(T) % sizeof(float) == 0 && alignof(T) == alignof(float));
  if (none_is_odd(values.data(), values.size() * (sizeof(T) / sizeof(float)))) return ok_status();
  return first_odd(values, path, what);
}

Status per_vertex(size_t have, size_t want, const Phrase& path, const char* what) {
  if (have == want) return ok_status();
  return bad(messages::kElementsPerVertex, {"{}.{}", {path, what}}, {want, have});
}

Status validate_node(const Scene& scene, size_t i, const std::vector<MeshReach>& reaches) {
  const Node& node = scene.nodes[i];
  const Phrase path{"nodes[{}]", {i}};
  if (node.parent != kNone && node.parent >= i) return bad(messages::kParentBehindChild, {"{}.parent", {path}});
  if (!is_finite(node.local) || !is_finite(node.length)) return bad(messages::kOddNumber, {"{}.local", {path}});
  if (!optional_index(node.rest, scene.rest_matrices.size())) return bad(messages::kNoRestMatrix, {"{}.rest", {path}});
  if (!optional_index(node.mesh, scene.meshes.size())) return bad(messages::kNoMesh, {"{}.mesh", {path}});
  if (!optional_index(node.skin, scene.skins.size())) return bad(messages::kNoSkin, {"{}.skin", {path}});
  if (!optional_index(node.camera, scene.cameras.size())) return bad(messages::kNoCamera, {"{}.camera", {path}});
  if (!optional_index(node.light, scene.lights.size())) return bad(messages::kNoLight, {"{}.light", {path}});
  if (!optional_index(node.emitter, scene.emitters.size())) return bad(messages::kNoEmitter, {"{}.emitter", {path}});
  if (node.skin != kNone && node.mesh == kNone) return bad(messages::kSkinWithoutMesh, {"{}.skin", {path}});
  if (node.mesh == kNone) return ok_status();
  const Mesh& mesh = scene.meshes[node.mesh];
  const size_t joint_count = node.skin == kNone ? 0 : scene.skins[node.skin].joints.size();
  if (!mesh.influence_first.empty() && node.skin == kNone)
    return bad(messages::kInfluencesWithoutSkin, {"{}.skin", {path}});
  if (reaches[node.mesh].joint < joint_count) return ok_status();
  for (size_t k = 0; k < mesh.influences.size(); ++k) {
    if (mesh.influences[k].joint >= joint_count) {
      return bad(messages::kJointBeyond, {"{}.influences[{}]", {path, k}}, {mesh.influences[k].joint, joint_count});
    }
  }
  return ok_status();
}

Status validate_mesh(const Scene& scene, size_t i, const MeshReach& reach) {
  const Mesh& mesh = scene.meshes[i];
  const Phrase path{"meshes[{}]", {i}};
  const size_t vertex_count = mesh.positions.size();
  if (!is_finite(reach.position)) VITRINE_CHECK(first_odd(mesh.positions, path, "positions"));
  VITRINE_CHECK(all_finite(mesh.normals, path, "normals"));
  VITRINE_CHECK(all_finite(mesh.tangents, path, "tangents"));
  if (!mesh.normals.empty()) VITRINE_CHECK(per_vertex(mesh.normals.size(), vertex_count, path, "normals"));
  if (!mesh.tangents.empty()) VITRINE_CHECK(per_vertex(mesh.tangents.size(), vertex_count, path, "tangents"));
  if (!mesh.tangent_frames.empty())
    VITRINE_CHECK(per_vertex(mesh.tangent_frames.size(), vertex_count, path, "tangent_frames"));
  for (const UvLayer& layer : mesh.uv_layers) {
    VITRINE_CHECK(per_vertex(layer.uv.size(), vertex_count, path, "uv"));
    VITRINE_CHECK(all_finite(layer.uv, path, "uv"));
  }
  for (const ColorLayer& layer : mesh.color_layers)
    VITRINE_CHECK(per_vertex(layer.color.size(), vertex_count, path, "colors"));
  for (const ShapeKey& shape : mesh.shapes) {
    VITRINE_CHECK(per_vertex(shape.positions.size(), vertex_count, path, "shapes"));
    VITRINE_CHECK(all_finite(shape.positions, path, "shapes"));
    if (shape.relative_to >= mesh.shapes.size()) return bad(messages::kRelativeShapeMissing, {"{}.shapes", {path}});
  }
  for (const VertexAttribute& attribute : mesh.attributes) {
    const bool whole =
        attribute.components >= 1 && attribute.components <= 4 && attribute.values.size() % attribute.components == 0;
    VITRINE_CHECK(
        per_vertex(whole ? attribute.values.size() / attribute.components : 0, vertex_count, path, "attributes"));
  }
  if (mesh.indices.size() % 3 != 0) return bad(messages::kNoWholeTriangles, {"{}.indices", {path}});
  uint32_t highest = 0;
  for (const uint32_t index : mesh.indices) highest = std::max(highest, index);
  for (size_t k = 0; highest >= vertex_count && k < mesh.indices.size(); ++k) {
    if (mesh.indices[k] >= vertex_count) {
      return bad(messages::kVertexBeyond, {"{}.indices[{}]", {path, k}}, {mesh.indices[k], vertex_count});
    }
  }
  if (!mesh.file_vertex.empty()) VITRINE_CHECK(per_vertex(mesh.file_vertex.size(), vertex_count, path, "fileVertex"));
  for (size_t k = 0; k < mesh.file_vertex.size(); ++k) {
    if (mesh.file_vertex[k] >= mesh.file_vertex_count)
      return bad(messages::kNoFileVertex, {"{}.fileVertex[{}]", {path, k}});
  }
  if (!mesh.file_triangle.empty() && mesh.file_triangle.size() != mesh.indices.size() / 3)
    return bad(messages::kPlacePerTriangle, {"{}.fileTriangle", {path}});
  for (size_t k = 0; k < mesh.file_triangle.size(); ++k) {
    if (mesh.file_triangle[k] >= mesh.file_triangle.size())
      return bad(messages::kNoPlace, {"{}.fileTriangle[{}]", {path, k}});
  }
  if (!is_finite(mesh.crease_angle_rad)) return bad(messages::kAngleNotFinite, {"{}.creaseAngle", {path}});
  uint64_t covered = 0;
  for (size_t k = 0; k < mesh.primitives.size(); ++k) {
    const Primitive& primitive = mesh.primitives[k];
    if (primitive.first_index != covered || primitive.index_count % 3 != 0 ||
        !range_inside(primitive.first_index, primitive.index_count, mesh.indices.size())) {
      return bad(messages::kPrimitivesLeaveGaps, {"{}.primitives[{}]", {path, k}});
    }
    if (!optional_index(primitive.material, scene.materials.size()))
      return bad(messages::kNoMaterial, {"{}.primitives[{}]", {path, k}});
    covered += primitive.index_count;
  }
  if (covered != mesh.indices.size()) return bad(messages::kTrianglesWithoutPrimitive, {"{}.primitives", {path}});
  if (mesh.influence_first.empty()) {
    if (!mesh.influences.empty()) return bad(messages::kInfluencesWithoutRuns, {"{}.influences", {path}});
    return ok_status();
  }
  if (mesh.influence_first.size() != vertex_count + 1)
    return bad(messages::kRunPerVertex, {"{}.influence_first", {path}});
  if (mesh.influence_first.front() != 0 || mesh.influence_first.back() != mesh.influences.size()) {
    return bad(messages::kRunsLeaveOut, {"{}.influence_first", {path}});
  }
  for (size_t v = 0; v < vertex_count; ++v) {
    if (mesh.influence_first[v] > mesh.influence_first[v + 1])
      return bad(messages::kRunsGoBack, {"{}.influence_first[{}]", {path, v}});
  }
  const bool any_odd = !is_finite(reach.weight) || !is_finite(reach.offset);
  for (size_t k = 0; any_odd && k < mesh.influences.size(); ++k) {
    if (!is_finite(mesh.influences[k].weight) || !is_finite(mesh.influences[k].position)) {
      return bad(messages::kOddNumber, {"{}.influences[{}]", {path, k}});
    }
  }
  return ok_status();
}

size_t target_count(const Scene& scene, TargetKind kind) {
  switch (kind) {
    case TargetKind::kNode:
      return scene.nodes.size();
    case TargetKind::kMaterial:
    case TargetKind::kTextureSlot:
      return scene.materials.size();
    case TargetKind::kLight:
      return scene.lights.size();
    case TargetKind::kCamera:
      return scene.cameras.size();
    case TargetKind::kShape:
      return scene.meshes.size();
  }
  return 0;
}

Status validate_curve(const Scene& scene, const Curve& curve, const Phrase& path) {
  if (!optional_index(curve.target, target_count(scene, curve.target_kind)))
    return bad(messages::kNoTarget, {"{}.target", {path}});
  if (curve.target != kNone && curve.sub_target != kNone) {
    const bool is_slot = curve.target_kind == TargetKind::kTextureSlot,
               is_shape = curve.target_kind == TargetKind::kShape;
    const size_t parts = is_slot    ? scene.materials[curve.target].slots.size()
                         : is_shape ? scene.meshes[curve.target].shapes.size()
                                    : 0;
    if (curve.sub_target >= parts) return bad(messages::kNoSlotOrShape, {"{}.subTarget", {path}});
  }
  const bool is_trs = curve.channel != Channel::kOther;
  if (is_trs && (curve.component > 3 || (curve.component > 2 && curve.channel != Channel::kRotationQuat))) {
    return bad(messages::kNoComponent, {"{}.component", {path}});
  }
  for (size_t k = 0; k < curve.keys.size(); ++k) {
    const Key& key = curve.keys[k];
    if (!is_finite(key.time_s) || !is_finite(key.value) || !is_finite(key.left_time_s) || !is_finite(key.left_value) ||
        !is_finite(key.right_time_s) || !is_finite(key.right_value)) {
      return bad(messages::kOddNumber, {"{}.keys[{}]", {path, k}});
    }
    if (k > 0 && key.time_s < curve.keys[k - 1].time_s)
      return bad(messages::kKeysOutOfOrder, {"{}.keys[{}]", {path, k}});
  }
  return ok_status();
}

Status validate_sampled_frames(const Scene& scene, const Clip& clip, const SampledFrames& frames, const Phrase& path) {
  const uint64_t count = uint64_t{clip.frame_count} * frames.track_count;
  if (clip.frame_count == 0) return bad(messages::kNoFrames, {"{}.frames", {path}});
  if (!(clip.frame_rate > 0)) return bad(messages::kNoFrameRate, {"{}.frameRate", {path}});
  if (frames.translations.size() != count || frames.rotations.size() != count)
    return bad(messages::kTransformPerFrame, {"{}.frames", {path}});
  VITRINE_CHECK(all_finite(frames.translations, path, "translations"));
  VITRINE_CHECK(all_finite(frames.rotations, path, "rotations"));
  VITRINE_CHECK(all_finite(frames.fov_rad, path, "fov"));
  if (!frames.fov_rad.empty() && frames.fov_rad.size() != clip.frame_count)
    return bad(messages::kAnglePerFrame, {"{}.fov", {path}});
  if (!frames.bounds.empty() && frames.bounds.size() != clip.frame_count)
    return bad(messages::kBoxPerFrame, {"{}.bounds", {path}});
  for (const auto& binding : frames.bindings) {
    if (binding.node >= scene.nodes.size() || binding.track >= frames.track_count)
      return bad(messages::kNoNodeOrTrack, {"{}.bindings", {path}});
  }
  for (size_t k = 0; k < frames.cuts.size(); ++k) {
    if (frames.cuts[k] >= clip.frame_count) return bad(messages::kCutPastEnd, {"{}.cuts[{}]", {path, k}});
  }
  return ok_status();
}

Status validate_clip(const Scene& scene, size_t i) {
  const Clip& clip = scene.clips[i];
  const Phrase path{"clips[{}]", {i}};
  if (!is_finite(clip.duration_s) || clip.duration_s < 0 || !is_finite(clip.frame_rate))
    return bad(messages::kDurationIsNoTime, {"{}.duration", {path}});
  if (!optional_index(clip.root_node, scene.nodes.size())) return bad(messages::kNoNode, {"{}.rootNode", {path}});
  if (!optional_index(clip.camera_node, scene.nodes.size())) return bad(messages::kNoNode, {"{}.cameraNode", {path}});
  for (size_t k = 0; k < clip.curves.size(); ++k)
    VITRINE_CHECK(validate_curve(scene, clip.curves[k], {"{}.curves[{}]", {path, k}}));
  if (clip.frames) VITRINE_CHECK(validate_sampled_frames(scene, clip, *clip.frames, path));
  if (clip.poses) {
    const KeyPoses& poses = *clip.poses;
    if (poses.transforms.size() != uint64_t{poses.times_s.size()} * poses.nodes.size())
      return bad(messages::kTransformPerKey, {"{}.poses", {path}});
    for (const uint32_t node : poses.nodes) {
      if (node >= scene.nodes.size()) return bad(messages::kNoNode, {"{}.poses", {path}});
    }
    for (size_t k = 0; k < poses.times_s.size(); ++k) {
      if (!is_finite(poses.times_s[k])) return bad(messages::kOddNumber, {"{}.times[{}]", {path, k}});
      if (k > 0 && poses.times_s[k] < poses.times_s[k - 1])
        return bad(messages::kKeysOutOfOrder, {"{}.times[{}]", {path, k}});
    }
    VITRINE_CHECK(all_finite(poses.transforms, path, "transforms"));
  }
  return ok_status();
}

}  // namespace

Status validate(const Scene& scene, std::vector<MeshReach>& reaches) {
  VITRINE_CHECK(all_finite(scene.rest_matrices, {"scene"}, "restMatrices"));
  reaches.clear();
  for (size_t i = 0; i < scene.meshes.size(); ++i) {
    reaches.push_back(reach_of(scene.meshes[i]));
    VITRINE_CHECK(validate_mesh(scene, i, reaches.back()));
  }
  for (size_t i = 0; i < scene.skins.size(); ++i) {
    const Skin& skin = scene.skins[i];
    for (size_t k = 0; k < skin.joints.size(); ++k) {
      if (skin.joints[k] >= scene.nodes.size()) return bad(messages::kNoNode, {"skins[{}].joints[{}]", {i, k}});
    }
    if (!skin.joint_from_bind.empty() && skin.joint_from_bind.size() != skin.joints.size()) {
      return bad(messages::kMatrixPerJoint, {"skins[{}].jointFromBind", {i}});
    }
    VITRINE_CHECK(all_finite(skin.joint_from_bind, {"skins[{}]", {i}}, "jointFromBind"));
  }
  for (size_t i = 0; i < scene.nodes.size(); ++i) VITRINE_CHECK(validate_node(scene, i, reaches));
  for (size_t i = 0; i < scene.materials.size(); ++i) {
    const Material& material = scene.materials[i];
    if (!is_finite(material.diffuse) || !is_finite(material.specular) || !is_finite(material.emissive) ||
        !is_finite(material.hardness) || !is_finite(material.alpha_cutoff)) {
      return bad(messages::kOddNumber, {"materials[{}]", {i}});
    }
    for (const TextureSlot& slot : material.slots) {
      if (!optional_index(slot.texture, scene.textures.size()))
        return bad(messages::kNoTexture, {"materials[{}]", {i}});
      if (!is_finite(slot.uv_offset) || !is_finite(slot.uv_scale) || !is_finite(slot.factor))
        return bad(messages::kOddNumber, {"materials[{}]", {i}});
    }
  }
  for (size_t i = 0; i < scene.cameras.size(); ++i) {
    const Camera& camera = scene.cameras[i];
    if (!is_finite(camera.fov_rad) || !is_finite(camera.ortho_scale) || !is_finite(camera.near_plane) ||
        !is_finite(camera.far_plane) || !is_finite(camera.look) || !is_finite(camera.up))
      return bad(messages::kOddNumber, {"cameras[{}]", {i}});
  }
  for (size_t i = 0; i < scene.lights.size(); ++i) {
    const Light& light = scene.lights[i];
    if (!is_finite(light.color) || !is_finite(light.energy) || !is_finite(light.attenuation) ||
        !is_finite(glm::vec4(light.near_plane, light.far_plane, light.spot_angle_rad, light.spot_blend)))
      return bad(messages::kOddNumber, {"lights[{}]", {i}});
  }
  for (size_t i = 0; i < scene.emitters.size(); ++i) {
    const Emitter& emitter = scene.emitters[i];
    if (!optional_index(emitter.material, scene.materials.size()))
      return bad(messages::kNoMaterial, {"emitters[{}]", {i}});
    if (!is_finite(glm::vec4(emitter.life_start_s, emitter.life_end_s, emitter.lifetime_s, emitter.life_random)) ||
        !is_finite(glm::vec4(emitter.size, emitter.size_random, emitter.velocity_normal, emitter.velocity_random)) ||
        !is_finite(emitter.velocity))
      return bad(messages::kOddNumber, {"emitters[{}]", {i}});
  }
  for (size_t i = 0; i < scene.textures.size(); ++i) {
    if (!optional_index(scene.textures[i].file, scene.files.size()))
      return bad(messages::kNoFile, {"textures[{}]", {i}});
    const std::vector<float>& ends = scene.textures[i].turns_s;
    if (ends.size() > scene.textures.size() - i) return bad(messages::kNoTexture, {"textures[{}]", {i}});
    if (!ends.empty() && !(ends.back() > 0 && std::isfinite(ends.back())))
      return bad(messages::kDurationIsNoTime, {"textures[{}]", {i}});
  }
  for (size_t i = 0; i < scene.clips.size(); ++i) VITRINE_CHECK(validate_clip(scene, i));
  return validate_frames(scene);
}

Status validate(const Scene& scene) {
  std::vector<MeshReach> reaches;
  return validate(scene, reaches);
}

}  // namespace vitrine
