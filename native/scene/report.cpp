#include "scene/report.h"

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>

#include "base/beginning.h"
#include "base/name_index.h"
#include "scene/full/messages_report.h"
#include "scene/summary.h"

namespace vitrine {
namespace {

constexpr const char* kKindNames[] = {"empty", "joint", "mesh", "camera", "light", "emitter"};
constexpr const char* kRoleNames[] = {"diffuse", "normal", "specular", "emissive", "reflection", "height", "other"};
constexpr const char* kStatusNames[] = {"unresolved", "found", "missing"};
constexpr const char* kFoundByNames[] = {"", "address", "root", "path", "folder", "nearest"};
constexpr const char* kAlphaNames[] = {"opaque", "mask", "blend", "add", "filter"};
constexpr const char* kCullingNames[] = {"none", "back", "front"};
constexpr const char* kLightNames[] = {"point", "sun", "spot", "hemi", "area"};
constexpr const char* kFovRuleNames[] = {"vertical", "horizontal", "horizontal 4:3"};

/// Of a name that its users repeat, however long it is: meshes are some thousands at most.
constexpr size_t kMostOfName = 4096;

template <class Enum, size_t N>
const char* name_of(const char* const (&names)[N], Enum value) {
  return names[static_cast<size_t>(value)];
}

/// The numbers in memory order: x y z w, matrices column by column.
template <class Vector>
void write_vector(JsonWriter& out, const char* name, const Vector& v) {
  out.field(name, glm::value_ptr(v), sizeof(Vector) / sizeof(float));
}

void write_list(JsonWriter& out, const char* name, const std::vector<uint32_t>& list) {
  out.field(name, list.data(), list.size());
}

using WriteItem = void (*)(JsonWriter&, const Scene&, const void* item);

void write_items(JsonWriter& out, const Scene& scene, const char* name, const void* items, size_t count, size_t bytes,
                 WriteItem write) {
  out.begin_array(name);
  for (auto item = static_cast<const char*>(items); count != 0; --count, item += bytes) {
    out.begin_object();
    write(out, scene, item);
    out.end_object();
  }
  out.end_array();
}

/// An array with an object per item; kWrite writes the fields of one. The loop is one for all types, for size.
template <auto kWrite, class T>
void write_objects(JsonWriter& out, const Scene& scene, const char* name, const std::vector<T>& items) {
  write_items(out, scene, name, items.data(), items.size(), sizeof(T),
              [](JsonWriter& to, const Scene& of, const void* item) { kWrite(to, of, *static_cast<const T*>(item)); });
}

void write_name(JsonWriter& out, const std::string& name) { out.field("name", name); }

/// Left out when there is none.
void write_index(JsonWriter& out, const char* name, uint32_t index) {
  if (index != kNone) out.field(name, index);
}
/// Null when there is none.
void write_index_or_null(JsonWriter& out, const char* name, uint32_t index) {
  if (index == kNone) return out.null_field(name);
  out.field(name, index);
}

void write_bounds(JsonWriter& out, const Bounds& bounds) {
  if (bounds.empty) return out.null_field("bounds");
  out.begin_object("bounds");
  write_vector(out, "min", bounds.min);
  write_vector(out, "max", bounds.max);
  out.end_object();
}

}  // namespace

/// One field per name: of several with one name the last one counts, in the place of the first.
void write_properties(JsonWriter& out, const std::vector<Property>& properties) {
  if (properties.empty()) return;
  NameIndex firsts;
  std::vector<uint32_t> last(properties.size());  // per first one of a name
  for (uint32_t i = 0; i < properties.size(); ++i) last[firsts.find_or_add(properties[i].name, i)] = i;
  out.begin_object("properties");
  for (uint32_t i = 0; i < properties.size(); ++i) {
    if (firsts.find(properties[i].name) != i) continue;
    const Property& p = properties[last[i]];
    out.key(p.name);
    if (p.numbers.empty()) {
      out.value(p.text);
      continue;
    }
    if (p.numbers.size() > 1) out.begin_array();
    for (const double number : p.numbers) out.value(number);
    if (p.numbers.size() > 1) out.end_array();
  }
  out.end_object();
}

namespace {

void write_file(JsonWriter& out, const Scene&, const SourceFile& file) {
  write_name(out, file.name);
  out.field("bytes", file.bytes);
  out.field("role", file.role);
  if (!file.format.empty()) out.field("format", file.format);
}

void write_statistics(JsonWriter& out, const Scene& scene) {
  const Statistics s = statistics(scene);
  out.begin_object("statistics");
  out.field("nodes", s.nodes);
  out.field("meshes", s.meshes);
  out.field("primitives", s.primitives);
  out.field("vertices", s.vertices);
  out.field("triangles", s.triangles);
  out.field("influences", s.influences);
  out.field("maxInfluences", s.max_influences);
  out.field("skins", s.skins);
  out.field("joints", s.joints);
  out.field("materials", s.materials);
  out.field("textures", s.textures);
  out.field("actions", s.actions);
  out.field("curves", s.curves);
  out.field("keys", s.keys);
  out.field("cameras", s.cameras);
  out.field("lights", s.lights);
  out.end_object();
}

}  // namespace

void write_axes(JsonWriter& out, const Axes& axes) {
  out.begin_object("axes");
  out.field("up", axes.up == Up::kY ? "y" : "z");
  out.field("handedness", axes.handedness == Handedness::kRight ? "right" : "left");
  out.field("unit", axes.unit_m);
  write_vector(out, "forward", axes.forward);
  out.field("frontFace", axes.front_face == FrontFace::kCounterClockwise ? "ccw" : "cw");
  out.field("uvOrigin", axes.uv_origin_top ? "top" : "bottom");
  out.end_object();
}

void write_node_facts(JsonWriter& out, const Scene& scene, uint32_t index) {
  const Node& node = scene.nodes[index];
  write_name(out, node.name);
  out.field("kind", name_of(kKindNames, node.kind));
  out.field("index", index);
  write_vector(out, "translation", node.local.translation);
  write_vector(out, "rotation", node.local.rotation);
  write_vector(out, "scale", node.local.scale);
  if (node.rest != kNone) write_vector(out, "rest", scene.rest_matrices[node.rest]);
  write_index(out, "mesh", node.mesh);
  write_index(out, "skin", node.skin);
  write_index(out, "camera", node.camera);
  write_index(out, "light", node.light);
  write_index(out, "emitter", node.emitter);
  if (node.length > 0) out.field("length", node.length);
  if (node.hidden) out.field("hidden", true);
  write_properties(out, node.properties);
}

namespace {

/// The node tree, children nested in the order of their indices.
void write_hierarchy(JsonWriter& out, const Scene& scene) {
  const auto count = static_cast<uint32_t>(scene.nodes.size());
  std::vector<uint32_t> first(count + 1, kNone), next(count, kNone);  // children of the last one are the roots
  for (uint32_t i = count; i-- > 0;) {
    uint32_t& head = first[std::min(scene.nodes[i].parent, count)];
    next[i] = head;
    head = i;
  }
  out.begin_array("hierarchy");
  for (uint32_t node = first[count]; node != kNone;) {
    out.begin_object();
    write_node_facts(out, scene, node);
    out.begin_array("children");
    if (first[node] != kNone) {
      node = first[node];
      continue;
    }
    // Up to where something follows.
    for (bool up = true; up && node != kNone;) {
      out.end_array();
      out.end_object();
      up = next[node] == kNone;
      node = up ? scene.nodes[node].parent : next[node];
    }
  }
  out.end_array();
}

/// How many vertices have how many influences.
void write_influence_counts(JsonWriter& out, const Mesh& mesh) {
  const std::vector<uint32_t>& first = mesh.influence_first;
  uint32_t most = 0;
  for (size_t v = 0; v + 1 < first.size(); ++v) most = std::max(most, first[v + 1] - first[v]);
  std::vector<uint32_t> vertices_with(size_t{most} + 1, 0);
  for (size_t v = 0; v + 1 < first.size(); ++v) ++vertices_with[first[v + 1] - first[v]];
  out.begin_object("influences");
  for (size_t count = 0; count < vertices_with.size(); ++count) {
    if (vertices_with[count] != 0) out.key(count), out.value(vertices_with[count]);
  }
  out.end_object();
}

template <class Layer>
void write_layer_names(JsonWriter& out, const char* name, const std::vector<Layer>& layers) {
  out.begin_array(name);
  for (const Layer& layer : layers) out.value(layer.name);
  out.end_array();
}

void write_primitive(JsonWriter& out, const Scene&, const Primitive& p) {
  out.field("firstIndex", p.first_index);
  out.field("indexCount", p.index_count);
  write_index_or_null(out, "material", p.material);
  if (!p.name.empty()) write_name(out, p.name);
}

void write_shape(JsonWriter& out, const Scene&, const ShapeKey& shape) {
  write_name(out, shape.name);
  out.field("value", shape.value);
}

void write_mesh(JsonWriter& out, const Scene& scene, const Mesh& mesh) {
  Bounds bounds;
  for (const glm::vec3& p : mesh.positions) bounds.add(p);
  const uint32_t material = mesh.primitives.empty() ? kNone : mesh.primitives.front().material;
  write_name(out, mesh.name);
  out.field("vertices", mesh.positions.size());
  out.field("triangles", mesh.indices.size() / 3);
  if (material == kNone)
    out.null_field("material");
  else
    out.field("material", std::string(beginning(scene.materials[material].name, kMostOfName)));
  write_bounds(out, bounds);
  write_influence_counts(out, mesh);
  out.field("normals", mesh.normals.empty() ? "computed" : "stored");
  out.field("tangentFrames", !mesh.tangent_frames.empty());
  write_objects<write_primitive>(out, scene, "primitives", mesh.primitives);
  write_layer_names(out, "uvLayers", mesh.uv_layers);
  for (const UvLayer& layer : mesh.uv_layers) {
    if (layer.w.empty()) continue;
    const auto [least, most] = std::minmax_element(layer.w.begin(), layer.w.end());
    out.begin_array("uvW");
    out.value(*least), out.value(*most);
    out.end_array();
    break;
  }
  write_layer_names(out, "colorLayers", mesh.color_layers);
  if (!mesh.shapes.empty()) write_objects<write_shape>(out, scene, "shapes", mesh.shapes);
  if (mesh.frames) out.field("vertexFrames", mesh.frames->frame_count);
  if (!mesh.face_corners.empty()) {
    out.field("quads", std::count(mesh.face_corners.begin(), mesh.face_corners.end(), uint8_t{4}));
    out.field("faces", mesh.face_corners.size());
  }
}

void write_slot(JsonWriter& out, const Scene&, const TextureSlot& slot) {
  out.field("role", name_of(kRoleNames, slot.role));
  write_index_or_null(out, "texture", slot.texture);
  out.field("uvLayer", slot.uv_layer);
  write_vector(out, "offset", slot.uv_offset);
  write_vector(out, "scale", slot.uv_scale);
  out.field("factor", slot.factor);
  if (slot.clamp) out.field("clamp", true);
}

void write_material(JsonWriter& out, const Scene& scene, const Material& m) {
  write_name(out, m.name);
  write_vector(out, "diffuse", m.diffuse);
  write_vector(out, "specular", m.specular);
  out.field("hardness", m.hardness);
  write_vector(out, "emissive", m.emissive);
  out.field("shadeless", m.shadeless);
  out.field("doubleSided", m.double_sided);
  if (m.tints || m.declaration.line != 0) out.field("tints", true);
  out.field("hidden", m.hidden);
  out.field("culled", name_of(kCullingNames, m.culling));
  out.field("alphaMode", name_of(kAlphaNames, m.alpha_mode));
  out.field("alphaCutoff", m.alpha_cutoff);
  write_objects<write_slot>(out, scene, "slots", m.slots);
  if (m.declaration.line != 0) {
    out.begin_object("declaration");
    write_name(out, m.declaration.name);
    out.field("file", scene.files[m.declaration.source.file].name);
    out.field("line", m.declaration.line);
    out.field("offset", m.declaration.source.offset);
    out.end_object();
  }
  write_properties(out, m.properties);
}

void write_texture(JsonWriter& out, const Scene& scene, const Texture& t) {
  write_name(out, t.name);
  out.field("status", name_of(kStatusNames, t.status));
  out.begin_array("searched");
  for (const std::string& name : t.candidates) out.value(name);
  out.end_array();
  if (t.file != kNone) {
    out.field("file", scene.files[t.file].name);
    if (t.found_by != FoundBy::kNothing) {
      out.field("foundBy", name_of(kFoundByNames, t.found_by));
      if (t.steps != 0) out.field("steps", t.steps);
      if (t.others != 0) out.field("others", t.others);
    }
  }
  if (!t.bytes.empty()) {
    out.field("file", t.inside);
    out.field("inside", true);
  }
  if (!t.turns_s.empty()) out.field("turns", t.turns_s.data(), t.turns_s.size());
}

void write_skin(JsonWriter& out, const Scene&, const Skin& skin) {
  write_name(out, skin.name);
  write_list(out, "joints", skin.joints);
}

void write_camera(JsonWriter& out, const Scene&, const Camera& c) {
  write_name(out, c.name);
  out.field("projection", c.projection == Projection::kPerspective ? "perspective" : "orthographic");
  out.field("fov", c.fov_rad);
  out.field("fovRule", name_of(kFovRuleNames, c.fov_rule));
  out.field("orthoScale", c.ortho_scale);
  out.field("near", c.near_plane);
  out.field("far", c.far_plane);
  write_vector(out, "look", c.look);
  write_vector(out, "up", c.up);
  out.field("active", c.active);
}

void write_light(JsonWriter& out, const Scene&, const Light& l) {
  write_name(out, l.name);
  out.field("kind", name_of(kLightNames, l.kind));
  write_vector(out, "color", l.color);
  out.field("energy", l.energy);
  write_vector(out, "attenuation", l.attenuation);
  out.field("near", l.near_plane);
  out.field("far", l.far_plane);
  out.field("spotAngle", l.spot_angle_rad);
  out.field("spotBlend", l.spot_blend);
  write_properties(out, l.properties);
}

void write_emitter(JsonWriter& out, const Scene&, const Emitter& e) {
  write_name(out, e.name);
  out.field("count", e.count);
  write_index_or_null(out, "material", e.material);
  out.field("start", e.life_start_s);
  out.field("end", e.life_end_s);
  out.field("lifetime", e.lifetime_s);
  out.field("lifetimeRandom", e.life_random);
  out.field("size", e.size);
  out.field("sizeRandom", e.size_random);
  write_vector(out, "velocity", e.velocity);
  out.field("velocityNormal", e.velocity_normal);
  out.field("velocityRandom", e.velocity_random);
  write_properties(out, e.properties);
}

}  // namespace

void write_action_facts(JsonWriter& out, const Scene& scene, const Clip& clip) {
  const uint64_t keys = clip.poses ? clip.poses->times_s.size() : 0;
  write_name(out, clip.name);
  if (!clip.full_name.empty()) out.field("fullName", clip.full_name);
  out.field("source", clip.file == kNone ? std::string() : scene.files[clip.file].name);
  out.field("duration", clip.duration_s);
  out.field("frames", clip.frame_count != 0 ? uint64_t{clip.frame_count} : keys);
  out.field("frameRate", clip.frame_rate);
  out.field("firstFrame", clip.first_frame);
  out.field("curves", clip.curves.size());
  if (clip.closes) out.field("closes", true);
  out.field("kind", clip.frames ? "frames" : clip.poses ? "poses" : !clip.runs.empty() ? "vertices" : "curves");
  out.field("playable", clip.playable);
  if (!clip.playable) out.field("whyNot", clip.why_not);
  write_index(out, "cameraNode", clip.camera_node);
  if (clip.frames && !clip.frames->cuts.empty()) write_list(out, "cuts", clip.frames->cuts);
}

namespace {

void write_actions(JsonWriter& out, const Scene& scene, const RawReportParts& whole) {
  out.begin_array("actions");
  for (size_t i = 0; i < scene.clips.size(); ++i) {
    out.begin_object();
    write_action_facts(out, scene, scene.clips[i]);
    if (i < whole.stored_bounds.size() && !whole.stored_bounds[i].empty()) {
      out.key("storedBounds");
      out.raw(whole.stored_bounds[i]);
    }
    out.end_object();
  }
  out.end_array();
}

}  // namespace

void write_files(JsonWriter& out, const Scene& scene) { write_objects<write_file>(out, scene, "files", scene.files); }

void write_materials(JsonWriter& out, const Scene& scene) {
  write_objects<write_material>(out, scene, "materials", scene.materials);
  write_objects<write_texture>(out, scene, "textures", scene.textures);
}

void write_cameras_lights_emitters(JsonWriter& out, const Scene& scene) {
  write_objects<write_camera>(out, scene, "cameras", scene.cameras);
  write_objects<write_light>(out, scene, "lights", scene.lights);
  write_objects<write_emitter>(out, scene, "emitters", scene.emitters);
}

void write_report(JsonWriter& out, const Scene& scene, const Diagnostics& diagnostics, const std::string& format,
                  const Bounds& bind_bounds, const std::vector<uint32_t>* together, const RawReportParts& whole) {
  out.begin_object();
  out.field("vitrine", VITRINE_VERSION);
  out.field("format", format);
  write_files(out, scene);
  write_issues(out, diagnostics);
  out.begin_object("info");
  write_statistics(out, scene);
  write_bounds(out, bind_bounds);
  write_axes(out, scene.axes);
  write_hierarchy(out, scene);
  write_objects<write_mesh>(out, scene, "meshes", scene.meshes);
  write_materials(out, scene);
  write_objects<write_skin>(out, scene, "skins", scene.skins);
  write_cameras_lights_emitters(out, scene);
  write_actions(out, scene, whole);
  if (!whole.format_info.empty()) {
    out.key("format");
    out.raw(whole.format_info);
  }
  if (together != nullptr) write_list(out, "together", *together);
  out.end_object();
  out.end_object();
}

}  // namespace vitrine
