#include <algorithm>
#include <cmath>

#include "formats/gltf/codes.h"
#include "formats/gltf/read/builder.h"
#include "formats/gltf/sentences.h"
#include "formats/name_cost.h"
#include "scene/decompose.h"
#include "scene/transform.h"

namespace vitrine::gltf {
namespace {

/// A matrix is given as its parts where they make it up again to this share of its largest number.
constexpr double kSameMatrix = 1e-6;

double largest(const glm::dmat4& m) {
  double most = 0;
  for (int i = 0; i < 16; ++i) most = std::max(most, std::abs(m[i / 4][i % 4]));
  return most;
}

bool is_same(const glm::dmat4& a, const glm::dmat4& b) { return largest(a - b) <= kSameMatrix * largest(a); }

glm::quat rotation_of(const double (&q)[4]) {
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 0) || !std::isfinite(length)) return {1, 0, 0, 0};
  const auto part = [&](int i) {
    return is_unit_square(static_cast<float>(length * length)) ? static_cast<float>(q[i])
                                                               : static_cast<float>(q[i] / length);
  };
  glm::quat out;
  out.x = part(0), out.y = part(1), out.z = part(2), out.w = part(3);
  return out;
}

}  // namespace

void Builder::read_tree() {
  const auto count = static_cast<uint32_t>(asset_.size("nodes"));
  asset_.limit(count, kMostNodes, "nodes", "/nodes");
  asset_.pay(count, sizeof(Node) + 2 * kBytesOfRow, "/nodes");
  if (!asset_.ok()) return;
  parent_.assign(count, kNone);
  for (uint32_t i = 0; i < count; ++i) {
    const Object node = asset_.element("nodes", i);
    const std::vector<uint32_t> children = node.indices("children", "nodes");
    for (size_t k = 0; asset_.ok() && k < children.size(); ++k) {
      const uint32_t child = children[k];
      const std::string at = node.at("children") + "/" + std::to_string(k);
      if (child == i)
        asset_.fail(messages::kOwnChild, node.pointer());
      else if (parent_[child] != kNone)
        asset_.fail(messages::kTwoParents, at, {child});
      else
        parent_[child] = i;
    }
    if (!asset_.ok()) return;
  }
  order_nodes();
}

/// In the order of the file, but every parent before its children.
void Builder::order_nodes() {
  node_of_.assign(parent_.size(), kNone);
  constexpr uint32_t kOnTheWay = kNone - 1;
  std::vector<uint32_t> way;
  for (uint32_t i = 0; i < parent_.size(); ++i) {
    uint32_t at = i;
    for (; at != kNone && node_of_[at] == kNone; at = parent_[at]) {
      node_of_[at] = kOnTheWay;
      way.push_back(at);
    }
    if (at != kNone && node_of_[at] == kOnTheWay)
      return asset_.fail(messages::kOwnAncestor, "/nodes/" + std::to_string(at));
    for (; !way.empty(); way.pop_back()) {
      node_of_[way.back()] = static_cast<uint32_t>(order_.size());
      order_.push_back(way.back());
    }
  }
}

void Builder::read_scenes() {
  const auto count = static_cast<uint32_t>(asset_.size("scenes"));
  for (uint32_t i = 0; asset_.ok() && i < count; ++i)
    scenes_.push_back(asset_.element("scenes", i).indices("nodes", "nodes"));
  if (!asset_.ok()) return;
  uint32_t chosen = kNone;
  asset_.attempt("the choice of a scene", [&] { chosen = asset_.root().index("scene", "scenes"); });
  if (!asset_.ok()) return;
  if (chosen == kNone && count > 0) chosen = 0;
  show_scene(chosen);
  if (!shows_a_mesh()) look_elsewhere(chosen);
}

/// kNone: all nodes are shown.
void Builder::show_scene(uint32_t number) {
  shown_.assign(parent_.size(), number == kNone);
  if (number == kNone) return;
  for (const uint32_t node : scenes_[number]) {
    shown_[node] = 1;
    if (parent_[node] != kNone) asset_.warn(messages::kNoRoot, "/scenes/" + std::to_string(number) + "/nodes", {node});
  }
  // Parents come first, so one walk passes it on.
  for (const uint32_t node : order_) {
    if (parent_[node] != kNone && shown_[parent_[node]] != 0) shown_[node] = 1;
  }
}

bool Builder::has_mesh(uint32_t node) const {
  const Json& json = asset_.root().json()["nodes"][node];
  const auto mesh = json.is_object() ? json.find("mesh") : json.end();
  return mesh != json.end() && mesh->is_number_unsigned();
}

bool Builder::shows_a_mesh() const {
  for (uint32_t node = 0; node < shown_.size(); ++node) {
    if (shown_[node] != 0 && has_mesh(node)) return true;
  }
  return false;
}

/// A scene that shows nothing is hardly meant while the file has meshes: another scene is shown, or all nodes.
void Builder::look_elsewhere(uint32_t chosen) {
  if (chosen == kNone) return;
  // What a scene shows is found from its meshes upwards, in one walk for all scenes.
  std::vector<uint8_t> holds(parent_.size());
  bool any = false;
  for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
    if (has_mesh(*node)) {
      holds[*node] = 1;
      any = true;
    }
    if (holds[*node] != 0 && parent_[*node] != kNone) holds[parent_[*node]] = 1;
  }
  if (!any) return;
  const std::string at = "/scenes/" + std::to_string(chosen);
  for (uint32_t i = 0; i < scenes_.size(); ++i) {
    const auto& roots = scenes_[i];
    if (std::none_of(roots.begin(), roots.end(), [&](uint32_t node) { return holds[node] != 0; })) continue;
    asset_.warn(messages::kOtherScene, at, {chosen, i});
    return show_scene(i);
  }
  asset_.warn(messages::kInNoScene, at, {chosen});
  show_scene(kNone);
}

/// Whose parts a clip replaces one by one.
std::vector<uint8_t> Builder::animated_nodes() {
  std::vector<uint8_t> out(parent_.size());
  const Json& root = asset_.root().json();
  const auto animations = root.find("animations");
  if (animations == root.end() || !animations->is_array()) return out;
  for (const Json& animation : *animations) {
    if (!animation.is_object() || !animation.contains("channels") || !animation["channels"].is_array()) continue;
    for (const Json& channel : animation["channels"]) {
      if (!channel.is_object() || !channel.contains("target") || !channel["target"].is_object()) continue;
      const auto node = channel["target"].find("node");
      if (node == channel["target"].end() || !node->is_number_unsigned()) continue;
      if (const auto number = node->get<uint64_t>(); number < out.size()) out[number] = 1;
    }
  }
  return out;
}

void Builder::read_transform(const Object& object, uint32_t animated, Node& node) {
  const bool both =
      object.has("matrix") && (object.has("translation") || object.has("rotation") || object.has("scale"));
  if (both) asset_.warn(messages::kMatrixBesides, object.pointer());
  double matrix[16], translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
  const bool has_matrix = object.numbers("matrix", matrix);
  object.numbers("translation", translation);
  object.numbers("rotation", rotation);
  object.numbers("scale", scale);
  if (!asset_.ok()) return;
  if (!has_matrix) {
    node.local.translation = glm::vec3(translation[0], translation[1], translation[2]);
    node.local.rotation = rotation_of(rotation);
    node.local.scale = glm::vec3(scale[0], scale[1], scale[2]);
    return;
  }
  glm::dmat4 m;
  for (int i = 0; i < 16; ++i) m[i / 4][i % 4] = i % 4 == 3 ? (i == 15 ? 1 : 0) : matrix[i];
  node.local = decompose(m, Mirror::kAlongX);
  if (animated != 0 || is_same(m, local_matrix(node.local))) return;
  // Shear: no translation, rotation and scale make this up.
  node.local = {};
  node.rest = static_cast<uint32_t>(part_.rest_matrices.size());
  part_.rest_matrices.emplace_back(m);
}

void Builder::read_nodes() {
  node_places_ = elements_of(asset_.container().json, "/nodes");
  const std::vector<uint8_t> animated = animated_nodes();
  for (const uint32_t number : order_) {
    const Object object = asset_.element("nodes", number);
    Node node;
    asset_.attempt("the name of a node", [&] { node.name = object.text("name"); });
    if (node.name.empty()) node.name = "node " + std::to_string(number);
    node.parent = parent_[number] == kNone ? kNone : node_of_[parent_[number]];
    read_transform(object, animated[number], node);
    if (!asset_.ok()) return;
    if (number < node_places_.size()) {
      const TextRange& place = node_places_[number];
      node.source = {asset_.context().file, asset_.container().json_offset + place.offset, place.length};
    }
    part_.nodes.push_back(std::move(node));
  }
}

}  // namespace vitrine::gltf
