#include "formats/qmsh/full/text_info.h"

#include <algorithm>

namespace vitrine::qmsh {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

nlohmann::ordered_json text_info(const TextModel& model, std::span<const VertexBinding> held) {
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

}  // namespace vitrine::qmsh
