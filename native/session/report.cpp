#include "session/report.h"

#include <algorithm>
#include <map>

#include "scene/statistics.h"

namespace vitrine {
namespace {

constexpr const char* kKindNames[] = {"empty", "joint", "mesh", "camera", "light", "emitter"};
constexpr const char* kRoleNames[] = {"diffuse", "normal", "specular", "emissive", "reflection", "height", "other"};
constexpr const char* kStatusNames[] = {"unresolved", "found", "missing"};
constexpr const char* kAlphaNames[] = {"opaque", "mask", "blend", "add", "filter"};
constexpr const char* kCullingNames[] = {"none", "back", "front"};
constexpr const char* kLightNames[] = {"point", "sun", "spot", "hemi", "area"};

template <class Enum, size_t N>
const char* name_of(const char* const (&names)[N], Enum value) {
  return names[static_cast<size_t>(value)];
}

Json transform_json(const Transform& t) {
  return {{"translation", vec_json(t.translation)}, {"rotation", vec_json(t.rotation)}, {"scale", vec_json(t.scale)}};
}

Json properties_json(const std::vector<Property>& properties) {
  Json out = Json::object();
  for (const Property& p : properties) {
    if (p.numbers.empty())
      out[to_utf8(p.name)] = to_utf8(p.text);
    else if (p.numbers.size() == 1)
      out[to_utf8(p.name)] = p.numbers[0];
    else
      out[to_utf8(p.name)] = p.numbers;
  }
  return out;
}

Json material_reference(const Scene& scene, uint32_t material) {
  return material == kNone ? Json(nullptr) : Json(to_utf8(scene.materials[material].name));
}

}  // namespace

Json vec_json(const glm::vec2& v) { return Json::array({v.x, v.y}); }
Json vec_json(const glm::vec3& v) { return Json::array({v.x, v.y, v.z}); }
Json vec_json(const glm::vec4& v) { return Json::array({v.x, v.y, v.z, v.w}); }
Json vec_json(const glm::quat& q) { return Json::array({q.x, q.y, q.z, q.w}); }
Json vec_json(const glm::mat4& m) {
  Json out = Json::array();
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) out.push_back(m[c][r]);
  }
  return out;
}

Json message_json(const Message& message) {
  Json out = {{"code", message.code->id},
              {"severity", static_cast<int>(message.severity)},
              {"message", to_utf8(message.text)},
              {"source", to_utf8(message.source)}};
  if (message.line != 0) {
    out["line"] = message.line;
    out["column"] = message.column;
  }
  if (message.offset != kNoOffset) out["offset"] = message.offset;
  if (!message.path.empty()) out["path"] = to_utf8(message.path);
  out["help"] = message.code->help;
  if (message.line != 0) out["excerpt"] = {{"text", to_utf8(message.excerpt)}, {"caret", message.excerpt_caret}};
  return out;
}

Json issues_json(const Diagnostics& diagnostics) {
  Json out = {{"numErrors", diagnostics.count(Severity::kError)},
              {"numWarnings", diagnostics.count(Severity::kWarning)},
              {"numInfos", diagnostics.count(Severity::kInfo)},
              {"numHints", diagnostics.count(Severity::kHint)},
              {"truncated", diagnostics.truncated()},
              {"messages", Json::array()}};
  for (const Message& message : diagnostics.messages()) out["messages"].push_back(message_json(message));
  return out;
}

Json statistics_json(const Scene& scene) {
  const Statistics s = statistics(scene);
  return {{"nodes", s.nodes},
          {"meshes", s.meshes},
          {"primitives", s.primitives},
          {"vertices", s.vertices},
          {"triangles", s.triangles},
          {"influences", s.influences},
          {"maxInfluences", s.max_influences},
          {"skins", s.skins},
          {"joints", s.joints},
          {"materials", s.materials},
          {"textures", s.textures},
          {"actions", s.actions},
          {"curves", s.curves},
          {"keys", s.keys},
          {"cameras", s.cameras},
          {"lights", s.lights}};
}

Json bounds_json(const Bounds& bounds) {
  if (bounds.empty) return nullptr;
  return {{"min", vec_json(bounds.min)}, {"max", vec_json(bounds.max)}};
}

Json axes_json(const Axes& axes) {
  return {{"up", axes.up == Up::kY ? "y" : "z"},
          {"handedness", axes.handedness == Handedness::kRight ? "right" : "left"},
          {"unit", axes.unit_m},
          {"forward", vec_json(axes.forward)},
          {"frontFace", axes.front_face == FrontFace::kCounterClockwise ? "ccw" : "cw"},
          {"uvOrigin", axes.uv_origin_top ? "top" : "bottom"}};
}

Json hierarchy_json(const Scene& scene) {
  // Children are finished before their parents: nodes are in parent-first order, so go backwards and collect.
  std::vector<std::vector<Json>> children(scene.nodes.size() + 1);
  const size_t top = scene.nodes.size();
  for (size_t i = scene.nodes.size(); i-- > 0;) {
    const Node& node = scene.nodes[i];
    Json out = {{"name", to_utf8(node.name)}, {"kind", name_of(kKindNames, node.kind)}, {"index", i}};
    out.update(transform_json(node.local));
    if (node.rest != kNone) out["rest"] = vec_json(scene.rest_matrices[node.rest]);
    if (node.mesh != kNone) out["mesh"] = node.mesh;
    if (node.skin != kNone) out["skin"] = node.skin;
    if (node.camera != kNone) out["camera"] = node.camera;
    if (node.light != kNone) out["light"] = node.light;
    if (node.emitter != kNone) out["emitter"] = node.emitter;
    if (node.length > 0) out["length"] = node.length;
    if (node.hidden) out["hidden"] = true;
    std::reverse(children[i].begin(), children[i].end());
    Json list = Json::array();
    for (Json& child : children[i]) list.push_back(std::move(child));
    children[i].clear();
    out["children"] = std::move(list);
    children[node.parent == kNone ? top : node.parent].push_back(std::move(out));
  }
  Json roots = Json::array();
  for (size_t i = children[top].size(); i-- > 0;) roots.push_back(std::move(children[top][i]));
  return roots;
}

Json meshes_json(const Scene& scene) {
  Json out = Json::array();
  for (const Mesh& mesh : scene.meshes) {
    Bounds bounds;
    for (const glm::vec3& p : mesh.positions) bounds.add(p);
    Json histogram = Json::object();
    std::map<uint32_t, uint64_t> counts;
    for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v)
      ++counts[mesh.influence_first[v + 1] - mesh.influence_first[v]];
    for (const auto& [count, vertices] : counts) histogram[std::to_string(count)] = vertices;
    Json item = {{"name", to_utf8(mesh.name)},
                 {"vertices", mesh.positions.size()},
                 {"triangles", mesh.indices.size() / 3},
                 {"material", mesh.primitives.empty() ? Json(nullptr)
                                                      : material_reference(scene, mesh.primitives.front().material)},
                 {"bounds", bounds_json(bounds)},
                 {"influences", histogram},
                 {"normals", mesh.normals.empty() ? "computed" : "stored"},
                 {"tangentFrames", !mesh.tangent_frames.empty()},
                 {"primitives", Json::array()},
                 {"uvLayers", Json::array()},
                 {"colorLayers", Json::array()}};
    for (const Primitive& p : mesh.primitives) {
      Json part = {{"firstIndex", p.first_index},
                   {"indexCount", p.index_count},
                   {"material", p.material == kNone ? Json(nullptr) : Json(p.material)}};
      if (!p.name.empty()) part["name"] = to_utf8(p.name);
      item["primitives"].push_back(std::move(part));
    }
    for (const UvLayer& layer : mesh.uv_layers) item["uvLayers"].push_back(to_utf8(layer.name));
    for (const ColorLayer& layer : mesh.color_layers) item["colorLayers"].push_back(to_utf8(layer.name));
    if (!mesh.shapes.empty()) {
      item["shapes"] = Json::array();
      for (const ShapeKey& shape : mesh.shapes)
        item["shapes"].push_back({{"name", to_utf8(shape.name)}, {"value", shape.value}});
    }
    if (!mesh.face_corners.empty()) {
      item["quads"] = std::count(mesh.face_corners.begin(), mesh.face_corners.end(), uint8_t{4});
      item["faces"] = mesh.face_corners.size();
    }
    out.push_back(std::move(item));
  }
  return out;
}

Json materials_json(const Scene& scene) {
  Json out = Json::array();
  for (const Material& m : scene.materials) {
    Json item = {{"name", to_utf8(m.name)},
                 {"diffuse", vec_json(m.diffuse)},
                 {"specular", vec_json(m.specular)},
                 {"hardness", m.hardness},
                 {"emissive", vec_json(m.emissive)},
                 {"shadeless", m.shadeless},
                 {"doubleSided", m.double_sided},
                 {"hidden", m.hidden},
                 {"culled", name_of(kCullingNames, m.culling)},
                 {"alphaMode", name_of(kAlphaNames, m.alpha_mode)},
                 {"alphaCutoff", m.alpha_cutoff},
                 {"slots", Json::array()}};
    for (const TextureSlot& slot : m.slots) {
      item["slots"].push_back({{"role", name_of(kRoleNames, slot.role)},
                               {"texture", slot.texture == kNone ? Json(nullptr) : Json(slot.texture)},
                               {"uvLayer", slot.uv_layer},
                               {"offset", vec_json(slot.uv_offset)},
                               {"scale", vec_json(slot.uv_scale)},
                               {"factor", slot.factor}});
      if (slot.clamp) item["slots"].back()["clamp"] = true;
    }
    if (m.declaration.line != 0) {
      item["declaration"] = {{"name", to_utf8(m.declaration.name)},
                             {"file", to_utf8(scene.files[m.declaration.source.file].name)},
                             {"line", m.declaration.line},
                             {"offset", m.declaration.source.offset}};
    }
    if (!m.properties.empty()) item["properties"] = properties_json(m.properties);
    out.push_back(std::move(item));
  }
  return out;
}

Json textures_json(const Scene& scene) {
  Json out = Json::array();
  for (const Texture& t : scene.textures) {
    Json searched = Json::array();
    for (const std::string& name : t.candidates) searched.push_back(to_utf8(name));
    Json item = {
        {"name", to_utf8(t.name)}, {"status", name_of(kStatusNames, t.status)}, {"searched", std::move(searched)}};
    if (t.file != kNone) item["file"] = to_utf8(scene.files[t.file].name);
    out.push_back(std::move(item));
  }
  return out;
}

Json skins_json(const Scene& scene) {
  Json out = Json::array();
  for (const Skin& skin : scene.skins) out.push_back({{"name", to_utf8(skin.name)}, {"joints", skin.joints}});
  return out;
}

Json cameras_json(const Scene& scene) {
  Json out = Json::array();
  for (const Camera& c : scene.cameras) {
    out.push_back({{"name", to_utf8(c.name)},
                   {"projection", c.projection == Projection::kPerspective ? "perspective" : "orthographic"},
                   {"fov", c.fov_rad},
                   {"fovRule", c.fov_rule == FovRule::kVertical     ? "vertical"
                               : c.fov_rule == FovRule::kHorizontal ? "horizontal"
                                                                    : "horizontal 4:3"},
                   {"orthoScale", c.ortho_scale},
                   {"near", c.near_plane},
                   {"far", c.far_plane},
                   {"look", vec_json(c.look)},
                   {"up", vec_json(c.up)},
                   {"active", c.active}});
  }
  return out;
}

Json lights_json(const Scene& scene) {
  Json out = Json::array();
  for (const Light& l : scene.lights) {
    Json item = {{"name", to_utf8(l.name)}, {"kind", name_of(kLightNames, l.kind)},   {"color", vec_json(l.color)},
                 {"energy", l.energy},      {"attenuation", vec_json(l.attenuation)}, {"near", l.near_plane},
                 {"far", l.far_plane},      {"spotAngle", l.spot_angle_rad},          {"spotBlend", l.spot_blend}};
    if (!l.properties.empty()) item["properties"] = properties_json(l.properties);
    out.push_back(std::move(item));
  }
  return out;
}

Json emitters_json(const Scene& scene) {
  Json out = Json::array();
  for (const Emitter& e : scene.emitters) {
    Json item = {{"name", to_utf8(e.name)},
                 {"count", e.count},
                 {"material", e.material == kNone ? Json(nullptr) : Json(e.material)},
                 {"start", e.life_start_s},
                 {"end", e.life_end_s},
                 {"lifetime", e.lifetime_s},
                 {"lifetimeRandom", e.life_random},
                 {"size", e.size},
                 {"sizeRandom", e.size_random},
                 {"velocity", vec_json(e.velocity)},
                 {"velocityNormal", e.velocity_normal},
                 {"velocityRandom", e.velocity_random}};
    if (!e.properties.empty()) item["properties"] = properties_json(e.properties);
    out.push_back(std::move(item));
  }
  return out;
}

Json actions_json(const Scene& scene) {
  Json out = Json::array();
  for (const Clip& clip : scene.clips) {
    const uint64_t keys = clip.poses ? clip.poses->times_s.size() : 0;
    Json item = {{"name", to_utf8(clip.name)},
                 {"source", clip.file == kNone ? "" : to_utf8(scene.files[clip.file].name)},
                 {"duration", clip.duration_s},
                 {"frames", clip.frame_count != 0 ? uint64_t{clip.frame_count} : keys},
                 {"frameRate", clip.frame_rate},
                 {"curves", clip.curves.size()},
                 {"kind", clip.frames  ? "frames"
                          : clip.poses ? "poses"
                                       : "curves"},
                 {"playable", clip.playable}};
    if (!clip.playable) item["whyNot"] = to_utf8(clip.why_not);
    if (clip.camera_node != kNone) item["cameraNode"] = clip.camera_node;
    if (clip.frames && !clip.frames->cuts.empty()) item["cuts"] = clip.frames->cuts;
    out.push_back(std::move(item));
  }
  return out;
}

Json files_json(const Scene& scene) {
  Json out = Json::array();
  for (const SourceFile& file : scene.files) {
    Json item = {{"name", to_utf8(file.name)}, {"bytes", file.bytes}, {"role", file.role}};
    if (!file.format.empty()) item["format"] = file.format;
    out.push_back(std::move(item));
  }
  return out;
}

}  // namespace vitrine
