#include "convert/json/export.h"

#include <glm/gtc/type_ptr.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json_text.h"
#include "pose/scalar_curve.h"
#include "scene/report.h"

namespace vitrine {
namespace {

/// Vectors one after the other; left out when there are none.
template <class Vector>
void flat(JsonWriter& out, const char* name, const std::vector<Vector>& list) {
  if (!list.empty()) out.field(name, glm::value_ptr(list[0]), list.size() * (sizeof(Vector) / sizeof(float)));
}

template <class Number>
void numbers(JsonWriter& out, const char* name, const std::vector<Number>& list) {
  if (list.empty()) return;
  out.begin_array(name);
  for (const Number number : list) out.value(static_cast<uint64_t>(number));
  out.end_array();
}

void index_or_null(JsonWriter& out, const char* name, uint32_t index) {
  if (index == kNone) return out.null_field(name);
  out.field(name, index);
}

void write_layers(JsonWriter& out, const Mesh& mesh) {
  out.begin_array("uvLayers");
  for (const UvLayer& layer : mesh.uv_layers) {
    out.begin_object();
    out.field("name", layer.name);
    flat(out, "uv", layer.uv);
    out.end_object();
  }
  out.end_array();
  out.begin_array("colorLayers");
  for (const ColorLayer& layer : mesh.color_layers) {
    out.begin_object();
    out.field("name", layer.name);
    out.begin_array("color");
    for (const glm::u8vec4& c : layer.color) {
      for (int i = 0; i < 4; ++i) out.value(static_cast<uint32_t>(c[i]));
    }
    out.end_array();
    out.end_object();
  }
  out.end_array();
}

void write_shapes(JsonWriter& out, const Mesh& mesh) {
  if (mesh.shapes.empty()) return;
  out.begin_array("shapes");
  for (const ShapeKey& shape : mesh.shapes) {
    out.begin_object();
    out.field("name", shape.name);
    out.field("relativeTo", shape.relative_to);
    out.field("value", shape.value);
    flat(out, "positions", shape.positions);
    out.end_object();
  }
  out.end_array();
}

/// Influences of vertex v: first[v] up to first[v + 1].
void write_influences(JsonWriter& out, const Mesh& mesh) {
  if (mesh.influences.empty()) return;
  out.begin_object("influences");
  numbers(out, "first", mesh.influence_first);
  out.begin_array("joint");
  for (const Influence& influence : mesh.influences) out.value(influence.joint);
  out.end_array();
  out.begin_array("weight");
  for (const Influence& influence : mesh.influences) out.value(double{influence.weight});
  out.end_array();
  out.begin_array("position");
  for (const Influence& influence : mesh.influences) {
    for (int i = 0; i < 3; ++i) out.value(double{influence.position[i]});
  }
  out.end_array();
  out.end_object();
}

void write_mesh_whole(JsonWriter& out, const Mesh& mesh) {
  out.field("name", mesh.name);
  flat(out, "positions", mesh.positions);
  flat(out, "normals", mesh.normals);
  flat(out, "tangents", mesh.tangents);
  flat(out, "tangentFrames", mesh.tangent_frames);
  write_layers(out, mesh);
  write_shapes(out, mesh);
  numbers(out, "indices", mesh.indices);
  out.begin_array("primitives");
  for (const Primitive& primitive : mesh.primitives) {
    out.begin_object();
    if (!primitive.name.empty()) out.field("name", primitive.name);
    out.field("firstIndex", primitive.first_index);
    out.field("indexCount", primitive.index_count);
    index_or_null(out, "material", primitive.material);
    out.end_object();
  }
  out.end_array();
  write_influences(out, mesh);
  out.field("normalRule", mesh.normal_rule == NormalRule::kStored ? "stored" : "recompute");
  if (mesh.crease_angle_rad >= 0) out.field("creaseAngle", mesh.crease_angle_rad);
  numbers(out, "faceCorners", mesh.face_corners);
  numbers(out, "fileVertex", mesh.file_vertex);
  numbers(out, "fileTriangle", mesh.file_triangle);
}

void write_skins_whole(JsonWriter& out, const Scene& scene) {
  out.begin_array("skins");
  for (const Skin& skin : scene.skins) {
    out.begin_object();
    out.field("name", skin.name);
    out.field("joints", skin.joints.data(), skin.joints.size());
    flat(out, "jointFromBind", skin.joint_from_bind);
    out.end_object();
  }
  out.end_array();
}

/// Channel by channel, so that no more than one action's keys are held twice.
void write_actions_whole(JsonWriter& out, const Scene& scene) {
  out.begin_array("actions");
  for (const Clip& clip : scene.clips) {
    out.begin_object();
    write_action_facts(out, scene, clip);
    index_or_null(out, "rootNode", clip.root_node);
    out.key("channels");
    out.raw(curves_json(scene, clip, 0)["curves"].dump());
    out.end_object();
  }
  out.end_array();
}

}  // namespace

std::vector<uint8_t> export_json(const Scene& scene) {
  JsonWriter out;
  out.begin_object();
  out.field("vitrine", VITRINE_VERSION);
  write_axes(out, scene.axes);
  write_files(out, scene);
  out.begin_array("nodes");
  for (uint32_t i = 0; i < scene.nodes.size(); ++i) {
    out.begin_object();
    write_node_facts(out, scene, i);
    index_or_null(out, "parent", scene.nodes[i].parent);
    out.end_object();
  }
  out.end_array();
  out.begin_array("meshes");
  for (const Mesh& mesh : scene.meshes) {
    out.begin_object();
    write_mesh_whole(out, mesh);
    out.end_object();
  }
  out.end_array();
  write_materials(out, scene);
  write_skins_whole(out, scene);
  write_cameras_lights_emitters(out, scene);
  write_actions_whole(out, scene);
  out.end_object();
  const std::string text = out.take();
  return {text.begin(), text.end()};
}

namespace {

Result<ExportedFile> to_json(const Scene& scene, GivenOptions& given, LossReport&) {
  VITRINE_CHECK(given.status());
  ExportedFile file;
  file.bytes = export_json(scene);
  return file;
}

}  // namespace

const ExportKind kJsonKind = {"json", "Scene as text (.json)", false, false, {}, to_json};

}  // namespace vitrine
