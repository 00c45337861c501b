#include <algorithm>
#include <cmath>

#include "formats/gltf/codes.h"
#include "formats/gltf/read/builder.h"
#include "formats/gltf/sentences.h"
#include "formats/name_cost.h"
#include "scene/carry.h"
#include "scene/influence_writer.h"
#include "scene/stored_worlds.h"

namespace vitrine::gltf {
namespace {

constexpr float kWholeWeight = 1e-6f, kFarFromWhole = 0.01f;
constexpr double kRounding = 1e-6;

bool has_finite_squares(const glm::mat4& m) {
  for (int c = 0; c < 4; ++c) {
    if (!std::isfinite(glm::dot(m[c], m[c]))) return false;
  }
  return true;
}

/// At most so many influences: one for every weight, and one where a vertex has none.
size_t most_influences(const PrimitiveData& primitive) {
  size_t most = 0;
  for (size_t v = 0; v < primitive.vertices.size(); ++v) {
    const float* weight = primitive.weights.data() + v * primitive.influences;
    most += std::max<size_t>(
        1, static_cast<size_t>(std::count_if(weight, weight + primitive.influences, [](float w) { return w > 0; })));
  }
  return most;
}

}  // namespace

void Builder::read_skins() {
  const auto count = static_cast<uint32_t>(asset_.size("skins"));
  for (uint32_t i = 0; asset_.ok() && i < count; ++i) read_skin(asset_.element("skins", i), i);
}

void Builder::check_common_root(const Object& object, const SkinData& skin) {
  if (!asset_.ok()) return;
  // Parents come before their children.
  if (root_of_.empty()) {
    root_of_.resize(parent_.size());
    for (const uint32_t node : order_) root_of_[node] = parent_[node] == kNone ? node : root_of_[parent_[node]];
  }
  for (const uint32_t joint : skin.joints) {
    if (root_of_[joint] == root_of_[skin.joints.front()]) continue;
    return asset_.warn(messages::kNoCommonRoot, object.at("joints"), {skin.joints.front(), joint});
  }
}

void Builder::read_skin(const Object& object, uint32_t number) {
  SkinData skin;
  asset_.attempt("the name of a skin", [&] { skin.name = object.text("name"); });
  if (skin.name.empty()) skin.name = "skin " + std::to_string(number);
  if (asset_.ok() && !object.has("joints")) asset_.fail(messages::kRequired, object.at("joints"), {"joints"});
  skin.joints = object.indices("joints", "nodes");
  if (asset_.ok() && skin.joints.empty()) asset_.fail(messages::kSkinWithoutJoints, object.at("joints"));
  asset_.attempt("the root of a skeleton", [&] { object.index("skeleton", "nodes"); });
  check_common_root(object, skin);
  const uint32_t accessor = object.index("inverseBindMatrices", "accessors");
  asset_.limit(skin.joints.size(), kMostJoints, "joints of a skin", object.at("joints"));
  asset_.pay(skin.joints.size(), 4 * sizeof(glm::mat4), object.at("joints"));
  if (!asset_.ok()) return;
  skin.joint_from_bind.assign(skin.joints.size(), glm::mat4(1));
  if (accessor != kNone) {
    const Layout shape = asset_.layout(accessor);
    if (asset_.ok() && shape.type != "MAT4")
      asset_.fail(messages::kMatrixExpected, object.at("inverseBindMatrices"), {shape.type});
    const std::span<const float> numbers = asset_.floats(accessor);
    if (!asset_.ok()) return;
    const size_t given = std::min(numbers.size() / 16, skin.joints.size());
    if (given < skin.joints.size()) {
      asset_.warn(messages::kBindMatrices, object.at("inverseBindMatrices"), {given, skin.joints.size()});
    }
    for (size_t j = 0; j < given; ++j) {
      glm::mat4& m = skin.joint_from_bind[j];
      for (int i = 0; i < 16; ++i)
        m[i / 4][i % 4] = i % 4 == 3 ? (i == 15 ? 1.0f : 0.0f) : numbers[16 * j + static_cast<size_t>(i)];
      if (!has_finite_squares(m)) return asset_.fail(messages::kMatrixNotFinite, object.at("inverseBindMatrices"), {j});
    }
  }
  skins_.push_back(std::move(skin));
}

uint32_t Builder::add_skin(const SkinData& from, uint32_t own_node) {
  asset_.fail(charge_names(asset_.context().budget, from.name, 1));
  Skin skin;
  skin.name = from.name;
  skin.joint_from_bind = from.joint_from_bind;
  for (const uint32_t joint : from.joints) {
    skin.joints.push_back(node_of_[joint]);
    Node& node = part_.nodes[node_of_[joint]];
    if (node.kind == NodeKind::kEmpty) node.kind = NodeKind::kJoint;
  }
  if (own_node != kNone) {
    skin.joints.push_back(own_node);
    skin.joint_from_bind.emplace_back(glm::inverse(own_bind(own_node)));
  }
  skin.bind_is_rest = is_bound_at_rest(skin);
  part_.skins.push_back(std::move(skin));
  return static_cast<uint32_t>(part_.skins.size() - 1);
}

const glm::dmat4& Builder::stored_world(uint32_t node) {
  if (worlds_.empty()) worlds_ = stored_worlds(part_);
  return worlds_[node];
}

/// Where a mesh's node is bound as a joint of its own skin: where it stands. One that is flat holds its vertices in the
/// mesh's space.
glm::dmat4 Builder::own_bind(uint32_t node) {
  const glm::dmat4& world = stored_world(node);
  return has_finite_squares(glm::mat4(glm::inverse(world))) ? world : glm::dmat4(1);
}

/// True if the nodes as they are stored hold every joint where it was bound, but for rounding.
bool Builder::is_bound_at_rest(const Skin& skin) {
  for (size_t j = 0; j < skin.joints.size(); ++j) {
    const glm::dmat4& world = stored_world(skin.joints[j]);
    const glm::dmat4 moved = world * glm::dmat4(skin.joint_from_bind[j]);
    for (int c = 0; c < 4; ++c) {
      const double size = c == 3 ? std::max(1.0, glm::length(glm::dvec3(world[3]))) : 1;
      for (int r = 0; r < 3; ++r) {
        if (!(std::abs(moved[c][r] - (c == r ? 1 : 0)) <= kRounding * size)) return false;
      }
    }
  }
  return true;
}

/// Influences of all vertices of `mesh`, which holds the primitives of `data` one after another. Vertices without a
/// weight follow the mesh's own node, as those of an unskinned mesh do.
uint32_t Builder::bind(const MeshData& data, SkinData& from, uint32_t node, Mesh& mesh) {
  std::vector<AffineMap> joint_from_mesh;
  for (const glm::mat4& m : from.joint_from_bind) joint_from_mesh.emplace_back(glm::dmat4(m));
  const auto own = static_cast<uint32_t>(from.joints.size());
  uint64_t most = 0, rigid = 0, odd = 0, beyond = 0, weightless = 0;
  size_t room = 0;
  for (const PrimitiveData& p : data.primitives) {
    most += p.vertices.size() * std::max(p.influences, 1u);
    room += most_influences(p);
  }
  asset_.fail(asset_.context().budget.charge(most, sizeof(Influence)));
  // Every pose has some matrices per joint of each skinned mesh.
  asset_.fail(asset_.context().budget.charge(from.joints.size() + 1, 6 * sizeof(glm::mat4)));
  asset_.fail(asset_.context().budget.charge(mesh.positions.size() + 1, sizeof(uint32_t)));
  if (!asset_.ok()) return kNone;
  InfluenceWriter writer(mesh, room);
  size_t vertex = 0;
  for (const PrimitiveData& primitive : data.primitives) {
    for (size_t v = 0; v < primitive.vertices.size(); ++v, ++vertex) {
      writer.begin_vertex();
      const glm::vec3& place = mesh.positions[vertex];
      const uint32_t* const joints = primitive.joints.data() + v * primitive.influences;
      const float* const weights = primitive.weights.data() + v * primitive.influences;
      float sum = 0;
      for (uint32_t k = 0; k < primitive.influences; ++k) {
        if (!(weights[k] > 0)) continue;
        if (joints[k] < own)
          sum += weights[k];
        else
          ++beyond;
      }
      if (!(sum > 0) || !std::isfinite(sum)) {
        writer.add(own, 1, place);
        ++rigid;
        weightless += primitive.influences != 0;
        continue;
      }
      odd += std::abs(sum - 1) > kFarFromWhole;
      const bool whole = std::abs(sum - 1) <= kWholeWeight;
      const glm::dvec3 exact(place);
      for (uint32_t k = 0; k < primitive.influences; ++k) {
        const uint32_t joint = joints[k];
        if (!(weights[k] > 0) || joint >= own) continue;
        writer.add(joint, whole ? weights[k] : weights[k] / sum, joint_from_mesh[joint], exact);
      }
    }
  }
  writer.finish();
  // Those that follow the mesh's node were read in its space; like all of a skinned mesh they are kept where they are
  // bound.
  if (const glm::dmat4 bind = rigid == 0 ? glm::dmat4(1) : own_bind(node); bind != glm::dmat4(1))
    carry(mesh, bind, [&](size_t v) { return mesh.influences[mesh.influence_first[v]].joint == own; });
  const std::string& pointer = data.pointer;
  if (weightless != 0) asset_.warn(messages::kNoWeights, pointer, {weightless});
  if (odd != 0) asset_.warn(messages::kWeightSum, pointer, {odd});
  if (beyond != 0) asset_.warn(messages::kNoSuchJoint, pointer, {beyond});
  if (rigid != 0) return add_skin(from, node);
  if (from.plain == kNone) from.plain = add_skin(from, kNone);
  return from.plain;
}

}  // namespace vitrine::gltf
