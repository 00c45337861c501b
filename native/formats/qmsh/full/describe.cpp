#include "formats/qmsh/full/describe.h"

#include <algorithm>

#include "formats/qmsh/full/loops/binary_check.h"
#include "formats/qmsh/read/binary_build.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/qmsh/read/text_build.h"

namespace vitrine::qmsh {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPointTypeNames[] = {"PLAIN_AXES", "SPHERE", "CUBE", "ARROWS", "SINGLE_ARROW", "CIRCLE", "CONE"};
constexpr struct {
  uint8_t bit;
  const char* name;
} kFlagNames[] = {{kFlagTangents, "tangents"},
                  {kFlagSkinned, "skinned"},
                  {kFlagStatic, "static"},
                  {kFlagPhysics, "physics"},
                  {kFlagSplit, "split"}};

std::string text(const std::string& raw) {
  bool was_1250 = false;
  return decode_name(raw, was_1250);
}
Json vec(const glm::vec3& v) { return {v.x, v.y, v.z}; }
Json vec(const glm::vec4& v) { return {v.x, v.y, v.z, v.w}; }
Json box(const Box& b) { return {{"min", vec(b.min)}, {"max", vec(b.max)}}; }

Json submesh_json(const BinarySubmesh& s, const BinaryModel& m) {
  Json json{{"name", text(s.name)}, {m.version == 10 ? "material" : "texture", text(s.material)}};
  json["firstTriangle"] = s.first_triangle, json["triangles"] = s.triangle_count;
  json["minVertex"] = s.min_vertex, json["vertices"] = s.vertex_count;
  if (m.version >= 18) {
    json["specular"] = vec(s.specular);
    json["specularIntensity"] = s.specular_intensity;
    json["hardness"] = s.hardness;
  }
  if (!s.normal_map.empty()) json["normalMap"] = {{"texture", text(s.normal_map)}, {"factor", s.normal_factor}};
  if (!s.specular_map.empty())
    json["specularMap"] = {
        {"texture", text(s.specular_map)}, {"factor", s.specular_factor}, {"colorFactor", s.specular_color_factor}};
  if (m.has(kFlagSplit)) json["split"] = {{"center", vec(s.center)}, {"radius", s.radius}, {"box", box(s.box)}};
  json["offset"] = s.offset;
  return json;
}

Json point_json(const BinaryPoint& p, const BinaryModel& m) {
  const uint32_t bone = p.bone + (m.version == 12 ? 1u : 0u);
  Json json{{"name", text(p.name)}};
  if (bone != 0 && bone <= m.bones.size())
    json["bone"] = text(m.bones[bone - 1].name);
  else
    json["bone"] = nullptr;
  json["boneRaw"] = p.bone;
  json["type"] = p.type < std::size(kPointTypeNames) ? Json(kPointTypeNames[p.type]) : Json(p.type);
  json["position"] = {p.matrix[12], p.matrix[13], p.matrix[14]};
  json["size"] = vec(p.size), json["rotation"] = vec(p.rotation), json["offset"] = p.offset;
  return json;
}

Json bone_json(const BinaryBone& b, const BinaryModel& m) {
  Json json{{"name", text(b.name)}, {"parent", b.parent}, {"offset", b.offset}};
  if (m.version >= 21) json["head"] = vec(b.head), json["tail"] = vec(b.tail), json["connected"] = b.connected != 0;
  return json;
}

template <class T, class ToJson>
Json list(const std::vector<T>& values, ToJson&& to_json) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(to_json(value));
  return json;
}

/// Facts of QMSH binaries for the report: header, account of every byte, submeshes, points, groups, splits.
Json binary_info(const BinaryModel& m, uint64_t file_bytes) {
  Json info{{"version", m.version}};
  info["flags"] = Json::array();
  for (const auto& flag : kFlagNames) {
    if (m.has(flag.bit)) info["flags"].push_back(flag.name);
  }
  info["counts"] = {{"vertices", m.positions.size()},    {"triangles", m.indices.size() / 3},
                    {"submeshes", m.submeshes.size()},   {"bones", m.header_bones},
                    {"animations", m.header_animations}, {"points", m.points.size()},
                    {"groups", m.header_groups}};
  info["radius"] = m.radius;
  info["box"] = box(m.box);
  info["physics"] = m.has(kFlagPhysics), info["split"] = m.has(kFlagSplit);
  // One before each section; a file in which one is not 0 is refused.
  if (m.version == 10) info["guards"] = m.sections.size() - 1;
  uint64_t consumed = 0;
  info["sections"] = Json::array();
  for (const Section& s : m.sections) {
    consumed += s.bytes;
    info["sections"].push_back({{"name", s.name}, {"offset", s.offset}, {"bytes", s.bytes}});
  }
  info["bytes"] = file_bytes, info["bytesConsumed"] = consumed;
  info["submeshes"] = list(m.submeshes, [&](const BinarySubmesh& s) { return submesh_json(s, m); });
  if (m.has_skeleton()) {
    info["bones"] = list(m.bones, [&](const BinaryBone& b) { return bone_json(b, m); });
    info["animations"] = list(m.animations, [](const BinaryAnimation& a) {
      return Json{{"name", text(a.name)}, {"length", a.length_s}, {"keys", a.times_s.size()}, {"offset", a.offset}};
    });
  }
  if (m.version == 10) return info;
  info["camera"] = {{"position", vec(m.camera_position)}, {"target", vec(m.camera_target)}, {"up", vec(m.camera_up)}};
  info["points"] = list(m.points, [&](const BinaryPoint& p) { return point_json(p, m); });
  info["groups"] = list(m.groups, [](const BinaryGroup& g) {
    return Json{{"name", text(g.name)}, {"parent", g.parent}, {"bones", g.bones}};
  });
  return info;
}

Json triple(const glm::vec3& v) { return {v.x, v.y, v.z}; }

/// One word for where the weights come from, and the vertices by it.
Json weights_json(const VertexBinding& held) {
  const char* source = held.by_parent_bone != 0                        ? "parentBone"
                       : held.by_groups != 0 && held.by_envelopes != 0 ? "groupsAndEnvelopes"
                       : held.by_groups != 0                           ? "groups"
                       : held.by_envelopes != 0                        ? "envelopes"
                                                                       : "none";
  return {{"source", source},
          {"parentBone", held.by_parent_bone},
          {"groups", held.by_groups},
          {"envelopes", held.by_envelopes},
          {"none", held.by_nothing}};
}

Json object_json(const TextMesh& mesh, const VertexBinding& held) {
  size_t quads = 0, smooth = 0;
  for (const TextFace& face : mesh.faces) quads += face.corner_count == 4, smooth += face.smooth;
  Json json{{"name", mesh.name},
            {"position", triple(mesh.position)},
            {"rotation", triple(mesh.rotation_rad)},
            {"scale", triple(mesh.scale)}};
  json["parentArmature"] = mesh.parent_armature, json["parentBone"] = mesh.parent_bone;
  if (mesh.auto_smooth_deg >= 0) json["autoSmoothDegrees"] = mesh.auto_smooth_deg;
  json["vertices"] = mesh.vertices.size(), json["faces"] = mesh.faces.size(), json["quads"] = quads,
  json["smoothFaces"] = smooth;
  // Texts of version 17 and later bring normals, which stand where an object is smooth all over.
  json["normals"] = !mesh.normals.empty() && smooth == mesh.faces.size() ? "stored" : "angle";
  json["weights"] = weights_json(held);
  json["materials"] = Json::array(), json["vertexGroups"] = Json::array();
  for (const TextMaterial& material : mesh.materials) json["materials"].push_back(material.name);
  for (const TextGroup& group : mesh.groups)
    json["vertexGroups"].push_back({{"name", group.name}, {"vertices", group.entries.size()}});
  return json;
}

Json action_json(const TextAction& action) {
  size_t curves = 0, points = 0;
  double first = 0, last = 0;
  for (const TextChannel& channel : action.channels) {
    for (const TextCurve& curve : channel.curves) {
      ++curves;
      for (const TextPoint& point : curve.points) {
        first = points == 0 ? point.frame : std::min(first, point.frame);
        last = points == 0 ? point.frame : std::max(last, point.frame);
        ++points;
      }
    }
  }
  return {{"name", action.name}, {"firstFrame", first}, {"lastFrame", last}, {"channels", action.channels.size()},
          {"curves", curves},    {"points", points}};
}

/// Facts of QMSH texts for the report: objects with their quads, smooth flags and what holds their vertices
/// (`held`, one per object), armature, actions in frames, and the totals that the exporter printed.
Json text_info(const TextModel& model, std::span<const VertexBinding> held) {
  Json info{{"version", model.version}};
  if (model.fps > 0) info["fps"] = model.fps;
  if (model.version >= 12) info["static"] = model.is_static;
  if (model.version >= 17) info["tangents"] = model.force_tangents;
  if (model.version >= 18) info["split"] = model.split;
  size_t vertices = 0, faces = 0, bones = 0;
  info["objects"] = Json::array();
  for (const TextMesh& mesh : model.meshes) {
    vertices += mesh.vertices.size(), faces += mesh.faces.size();
    info["objects"].push_back(object_json(mesh, held[info["objects"].size()]));
  }
  for (const TextArmature& armature : model.armatures) {
    bones += armature.bones.size();
    info["armature"] = {{"name", armature.name},
                        {"position", triple(armature.position)},
                        {"rotation", triple(armature.rotation_rad)},
                        {"scale", triple(armature.scale)},
                        {"useVertexGroups", armature.use_groups},
                        {"useEnvelopes", armature.use_envelopes},
                        {"bones", armature.bones.size()}};
  }
  if (!model.empties.empty()) info["empties"] = model.empties.size();
  if (!model.cameras.empty()) info["cameras"] = model.cameras.size();
  info["actions"] = Json::array();
  for (const TextAction& action : model.actions) info["actions"].push_back(action_json(action));
  info["exported"] = {{"objects", model.meshes.size()},
                      {"vertices", vertices},
                      {"faces", faces},
                      {"bones", bones},
                      {"actions", model.actions.size()}};
  return info;
}

}  // namespace

Status build_described(BinaryModel&& model, LoadContext& context, Scene& scene) {
  check_binary(model, context.diagnostics);
  auto info = binary_info(model, context.bytes.size());
  VITRINE_CHECK(build_binary(std::move(model), context, scene));
  context.info = std::move(info);
  return ok_status();
}

Status build_described(const TextModel& model, LoadContext& context, Scene& scene) {
  std::vector<VertexBinding> held;
  VITRINE_CHECK(build_text(model, context, scene, held));
  context.info = text_info(model, held);
  return ok_status();
}

}  // namespace vitrine::qmsh
