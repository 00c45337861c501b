#include "formats/qmsh/full/binary_info.h"

#include "formats/qmsh/read/encoding.h"

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

}  // namespace

nlohmann::ordered_json binary_info(const BinaryModel& m, uint64_t file_bytes) {
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

}  // namespace vitrine::qmsh
