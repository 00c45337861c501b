#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/qmsh/full/properties.h"
#include "formats/qmsh/read/encoding.h"
#include "scene/finite.h"

namespace vitrine::qmsh {
namespace {

constexpr const char* kEmptyTypes[] = {"PLAIN_AXES", "SPHERE", "CUBE", "ARROWS", "SINGLE_ARROW", "CIRCLE", "CONE"};

Property number(const char* name, double value) { return {name, {value}, {}}; }
Property numbers(const char* name, std::vector<double> values) { return {name, std::move(values), {}}; }
Property numbers(const char* name, const glm::vec3& v) { return {name, {v.x, v.y, v.z}, {}}; }
Property numbers(const char* name, const glm::vec4& v) { return {name, {v.x, v.y, v.z, v.w}, {}}; }
Property text(const char* name, std::string value) { return {name, {}, std::move(value)}; }

/// Leaves out what has a number that is none.
void add(std::vector<Property>& properties, Property property) {
  const std::vector<double>& numbers = property.numbers;
  if (std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); }))
    properties.push_back(std::move(property));
}

/// The same angle from 0 to 2 pi.
float positive_angle(float angle_rad) {
  constexpr float kTurn = 2 * std::numbers::pi_v<float>;
  const float wrapped = std::fmod(angle_rad, kTurn);
  return wrapped < 0 ? wrapped + kTurn : wrapped + 0.0f;
}

}  // namespace

void add_bone_properties(const BinaryModel& m, std::vector<Node>& nodes, bool& was_1250) {
  for (size_t i = 0; i < m.bones.size() && m.version >= 21; ++i) {
    const BinaryBone& bone = m.bones[i];
    if (!is_finite(bone.editor_matrix)) continue;
    std::vector<Property>& properties = nodes[i].properties;
    add(properties, numbers("editorMatrix", std::vector<double>(bone.editor_matrix.begin(), bone.editor_matrix.end())));
    add(properties, numbers("head", bone.head));
    add(properties, numbers("tail", bone.tail));
    add(properties, number("connected", bone.connected));
  }
  for (size_t g = 0; g < m.groups.size(); ++g) {
    const BinaryGroup& group = m.groups[g];
    for (uint8_t number : group.bones) {
      if (m.version == 12) ++number;
      if (number == 0 || number > m.bones.size()) continue;
      Property property =
          numbers("group", std::vector<double>{static_cast<double>(g), static_cast<double>(group.parent)});
      property.text = decode_name(group.name, was_1250);
      add(nodes[number - 1u].properties, std::move(property));
    }
  }
}

void add_material_properties(const BinaryModel& m, const BinarySubmesh& s, Material& material) {
  if (!s.specular_map.empty()) add(material.properties, number("specularMapColorFactor", s.specular_color_factor));
  if (m.version < 18) return;
  add(material.properties, numbers("specularColor", s.specular));
  add(material.properties, number("specularIntensity", s.specular_intensity));
}

void add_point_properties(const BinaryModel& m, const BinaryPoint& point, bool attached, Node& node) {
  // Older versions turn the other way round y or do not say, and may store negative sizes (FORMAT.md).
  glm::vec3 rotation = point.rotation;
  if (m.version < 19)
    rotation = {0, positive_angle(std::atan2(point.matrix[8], point.matrix[10])), 0};
  else if (m.version < 21)
    rotation.y = positive_angle(-rotation.y);
  add(node.properties, number("pointType", point.type));
  add(node.properties, numbers("size", m.version < 22 ? glm::abs(point.size) : point.size));
  add(node.properties, numbers("rotation", rotation));
  if (attached)
    add(node.properties, numbers("modelMatrix", std::vector<double>(point.matrix.begin(), point.matrix.end())));
}

void add_camera_properties(const glm::vec3& target, const glm::vec3& up, Node& node) {
  add(node.properties, numbers("target", target));
  add(node.properties, numbers("up", up));
}

void add_armature_properties(const TextArmature& armature, Node& node) {
  add(node.properties, number("useVertexGroups", armature.use_groups));
  add(node.properties, number("useEnvelopes", armature.use_envelopes));
  if (armature.rotation_rad != glm::vec3(0)) add(node.properties, numbers("rotation", armature.rotation_rad));
}

void add_bone_properties(const TextModel& m, const TextBone& bone, Node& joint) {
  add(joint.properties, {"head", {bone.head.x, bone.head.y, bone.head.z, bone.head_radius}, {}});
  add(joint.properties, {"tail", {bone.tail.x, bone.tail.y, bone.tail.z, bone.tail_radius}, {}});
  if (m.version < 17) {
    add(joint.properties, {"roll", {bone.roll_bone_rad, bone.roll_armature_rad}, {}});
    add(joint.properties, number("weight", bone.weight));
  }
  if (m.version < 21) {
    add(joint.properties, numbers("headInBone", bone.head_in_bone));
    add(joint.properties, numbers("tailInBone", bone.tail_in_bone));
    add(joint.properties, {"matrixInBone", {bone.matrix3.begin(), bone.matrix3.end()}, {}});
  }
  if (!bone.group.empty()) add(joint.properties, text("group", bone.group));
}

void add_object_properties(const TextMesh& object, Node& node) {
  if (!object.parent_armature.empty()) add(node.properties, text("parentArmature", object.parent_armature));
  if (!object.parent_bone.empty()) add(node.properties, text("parentBone", object.parent_bone));
  if (object.rotation_rad != glm::vec3(0)) add(node.properties, numbers("rotation", object.rotation_rad));
  // Where faces use other numbers than those of the list, one after the other.
  std::vector<double> used;
  for (const TextFace& face : object.faces) used.push_back(face.material);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  const size_t listed = object.materials.size();
  if (used.size() == std::max<size_t>(listed, 1) && used.back() == static_cast<double>(used.size() - 1)) return;
  add(node.properties, numbers("materialNumbers", std::move(used)));
  for (size_t i = 0; i < listed; ++i)
    add(node.properties, text(("materialSlot" + std::to_string(i)).c_str(), object.materials[i].name));
}

void add_material_properties(const TextMaterial& text, Material& material) {
  if (text.has_colors) {
    add(material.properties, numbers("diffuseColor", text.diffuse));
    add(material.properties, number("diffuseIntensity", text.diffuse_intensity));
    add(material.properties, numbers("specularColor", text.specular));
    add(material.properties, number("specularIntensity", text.specular_intensity));
  }
  for (const TextTexture& t : text.textures) {
    if (t.specular_color >= 0) add(material.properties, number("specularMapColorFactor", t.specular_color));
  }
}

bool add_empty_properties(const TextEmpty& empty, Node& node) {
  const auto* type = std::find(std::begin(kEmptyTypes), std::end(kEmptyTypes), empty.type);
  const bool is_known = type != std::end(kEmptyTypes);
  add(node.properties, number("pointType", is_known ? static_cast<double>(type - kEmptyTypes) : 0));
  add(node.properties, numbers("size", empty.size));
  add(node.properties, numbers("rotation", empty.rotation_rad));
  return is_known;
}

}  // namespace vitrine::qmsh
