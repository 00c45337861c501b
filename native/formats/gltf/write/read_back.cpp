#include "formats/gltf/write/read_back.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "base/whole_json.h"
#include "formats/gltf/write/codes.h"
#include "formats/gltf/write/sentences.h"

namespace vitrine::glb {

using nlohmann::json;

/// Takes one file apart. A fault sets `ok_` and everything after it is empty.
class Reader {
 public:
  Result<Asset> run(std::span<const uint8_t> bytes) {
    if (!chunks(bytes)) return Error{messages::kChunksDoNotFit, 0};
    read_nodes();
    read_meshes();
    read_skins();
    read_animations();
    if (!ok_) return Error{messages::kReferenceMissing, kNoOffset};
    return std::move(asset_);
  }

 private:
  bool chunks(std::span<const uint8_t> bytes) {
    const auto u32 = [&](size_t at) {
      uint32_t value = 0;
      std::memcpy(&value, bytes.data() + at, 4);
      return value;
    };
    if (bytes.size() < 20 || u32(0) != 0x46546C67 || u32(4) != 2 || u32(8) != bytes.size()) return false;
    const uint64_t text = u32(12);
    if (u32(16) != 0x4E4F534A || !range_inside(20, text, bytes.size())) return false;
    document_ = parse_whole_json(bytes.subspan(20, text));
    if (!document_.is_object()) return false;
    const uint64_t rest = 20 + text;
    if (rest == bytes.size()) return true;
    if (!range_inside(rest, 8, bytes.size()) || u32(rest + 4) != 0x004E4942) return false;
    if (!range_inside(rest + 8, u32(rest), bytes.size())) return false;
    bin_ = bytes.subspan(rest + 8, u32(rest));
    return true;
  }

  const json& list(const char* name) const { return elements(document_, name); }
  static const json& elements(const json& object, const char* name) {
    static const json kEmpty = json::array();
    const auto found = object.find(name);
    return found == object.end() || !found->is_array() ? kEmpty : *found;
  }
  static const json& member(const json& object, const char* name) {
    static const json kNothing = json::object();
    const auto found = object.find(name);
    return found == object.end() || !found->is_object() ? kNothing : *found;
  }
  static std::string word(const json& object, const char* name, const char* otherwise = "") {
    const auto found = object.find(name);
    return found == object.end() || !found->is_string() ? otherwise : found->get<std::string>();
  }
  uint32_t number(const json& object, const char* name, uint32_t otherwise) {
    const auto found = object.find(name);
    if (found == object.end()) return otherwise;
    if (found->is_number_unsigned()) return found->get<uint32_t>();
    ok_ = false;
    return 0;
  }
  uint32_t index(const json& object, const char* name, size_t size) {
    const uint32_t value = number(object, name, kNoIndex);
    if (value != kNoIndex && value >= size) ok_ = false;
    return ok_ ? value : kNoIndex;
  }
  double component(const json& object, const char* name, size_t i, double otherwise) {
    const auto found = object.find(name);
    if (found == object.end()) return otherwise;
    if (found->is_array() && i < found->size() && (*found)[i].is_number()) return (*found)[i].get<double>();
    ok_ = false;
    return otherwise;
  }

  /// The bytes of an accessor that is stored without gaps; its component type and count.
  struct Raw {
    std::span<const uint8_t> bytes;
    uint32_t type = 0, components = 0;
    size_t count = 0;
  };
  Raw accessor(uint32_t number_of) {
    Raw out;
    const json& accessors = list("accessors");
    if (number_of >= accessors.size()) return ok_ = false, out;
    const json& from = accessors[number_of];
    out.type = number(from, "componentType", 0);
    out.count = number(from, "count", 0);
    const std::string shape = word(from, "type");
    out.components = shape == "SCALAR" ? 1
                     : shape == "VEC2" ? 2
                     : shape == "VEC3" ? 3
                     : shape == "VEC4" ? 4
                     : shape == "MAT4" ? 16
                                       : 0;
    const uint64_t size = out.type == 5126 || out.type == 5125 ? 4 : out.type == 5123 ? 2 : out.type == 5121 ? 1 : 0;
    const json& views = list("bufferViews");
    const uint32_t view = index(from, "bufferView", views.size());
    if (!ok_ || view == kNoIndex) return ok_ = false, out;
    const uint64_t start = uint64_t{number(views[view], "byteOffset", 0)} + number(from, "byteOffset", 0);
    const uint64_t bytes = saturating_mul(out.count, size * out.components);
    const uint64_t end = uint64_t{number(views[view], "byteOffset", 0)} + number(views[view], "byteLength", 0);
    if (bytes == 0 || !range_inside(start, bytes, std::min<uint64_t>(end, bin_.size()))) return ok_ = false, out;
    out.bytes = bin_.subspan(start, bytes);
    return out;
  }
  template <class T>
  std::vector<T> values(uint32_t number_of, uint32_t components) {
    const Raw raw = accessor(number_of);
    if (!ok_ || raw.type != 5126 || raw.components != components) return ok_ = false, std::vector<T>();
    std::vector<T> out(raw.bytes.size() / sizeof(T));
    std::memcpy(out.data(), raw.bytes.data(), out.size() * sizeof(T));
    return out;
  }

  void read_nodes() {
    const json& nodes = list("nodes");
    asset_.nodes_.resize(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i) {
      Asset::Node& node = asset_.nodes_[i];
      const json& from = nodes[i];
      node.mesh = index(from, "mesh", list("meshes").size());
      node.skin = index(from, "skin", list("skins").size());
      for (int c = 0; c < 3; ++c) {
        node.translation[c] = component(from, "translation", c, 0);
        node.scale[c] = component(from, "scale", c, 1);
      }
      node.rotation = glm::dquat(component(from, "rotation", 3, 1), component(from, "rotation", 0, 0),
                                 component(from, "rotation", 1, 0), component(from, "rotation", 2, 0));
      for (const json& child : elements(from, "children")) {
        if (!child.is_number_unsigned() || child.get<uint64_t>() >= nodes.size()) {
          ok_ = false;
          return;
        }
        asset_.nodes_[child.get<uint32_t>()].parent = static_cast<uint32_t>(i);
      }
    }
    std::vector<std::vector<uint32_t>> children(nodes.size());
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      const uint32_t parent = asset_.nodes_[i].parent;
      (parent == kNoIndex ? asset_.order_ : children[parent]).push_back(i);
    }
    for (size_t k = 0; k < asset_.order_.size(); ++k) {
      for (const uint32_t child : children[asset_.order_[k]]) asset_.order_.push_back(child);
    }
    ok_ = ok_ && asset_.order_.size() == nodes.size();
    asset_.worlds_.assign(nodes.size(), glm::dmat4(1));
    asset_.weights_.resize(nodes.size());
  }

  void read_meshes() {
    for (const json& from : list("meshes")) {
      Asset::Mesh& mesh = asset_.meshes_.emplace_back();
      const json& primitives = elements(from, "primitives");
      if (primitives.empty()) return void(ok_ = false);
      const json& first = primitives[0];
      const json& attributes = member(first, "attributes");
      mesh.positions = values<glm::vec3>(number(attributes, "POSITION", kNoIndex), 3);
      mesh.normals = values<glm::vec3>(number(attributes, "NORMAL", kNoIndex), 3);
      ok_ = ok_ && mesh.normals.size() == mesh.positions.size();
      while (attributes.contains("JOINTS_" + std::to_string(mesh.influences / 4))) mesh.influences += 4;
      for (uint32_t set = 0; ok_ && set < mesh.influences / 4; ++set) read_influences(mesh, attributes, set);
      for (const json& target : elements(first, "targets")) {
        mesh.targets.push_back(values<glm::vec3>(number(target, "POSITION", kNoIndex), 3));
        if (const uint32_t accessor = number(target, "NORMAL", kNoIndex); accessor != kNoIndex)
          mesh.target_normals.push_back(values<glm::vec3>(accessor, 3));
      }
      for (size_t k = 0; k < mesh.targets.size(); ++k)
        mesh.target_weights.push_back(static_cast<float>(component(from, "weights", k, 0)));
    }
  }

  void read_influences(Asset::Mesh& mesh, const json& attributes, uint32_t set) {
    const std::string suffix = std::to_string(set);
    const Raw joints = accessor(number(attributes, ("JOINTS_" + suffix).c_str(), kNoIndex));
    const auto weights = values<glm::vec4>(number(attributes, ("WEIGHTS_" + suffix).c_str(), kNoIndex), 4);
    const size_t count = mesh.positions.size();
    if (!ok_ || joints.count != count || weights.size() != count || joints.components != 4) return void(ok_ = false);
    mesh.joints.resize(count * mesh.influences);
    mesh.weights.resize(count * mesh.influences);
    for (size_t v = 0; v < count; ++v) {
      for (uint32_t k = 0; k < 4; ++k) {
        const size_t at = 4 * v + k, to = v * mesh.influences + 4 * set + k;
        mesh.joints[to] = joints.type == 5121
                              ? joints.bytes[at]
                              : static_cast<uint16_t>(joints.bytes[2 * at] | joints.bytes[2 * at + 1] << 8);
        mesh.weights[to] = weights[v][static_cast<int>(k)];
      }
    }
  }

  void read_skins() {
    for (const json& from : list("skins")) {
      Asset::Skin& skin = asset_.skins_.emplace_back();
      for (const json& joint : elements(from, "joints"))
        skin.joints.push_back(joint.is_number_unsigned() ? joint.get<uint32_t>() : kNoIndex);
      for (const glm::mat4& m : values<glm::mat4>(number(from, "inverseBindMatrices", kNoIndex), 16))
        skin.joint_from_bind.emplace_back(m);
      ok_ = ok_ && skin.joint_from_bind.size() == skin.joints.size();
      for (const uint32_t joint : skin.joints) ok_ = ok_ && joint < asset_.nodes_.size();
    }
    for (const Asset::Mesh& mesh : asset_.meshes_) {
      for (const auto& target : mesh.targets) ok_ = ok_ && target.size() == mesh.positions.size();
      for (const auto& target : mesh.target_normals) ok_ = ok_ && target.size() == mesh.positions.size();
      ok_ = ok_ && (mesh.target_normals.empty() || mesh.target_normals.size() == mesh.targets.size());
    }
    for (const Asset::Node& node : asset_.nodes_) {
      if (!ok_ || node.skin == kNoIndex) continue;
      if (node.mesh == kNoIndex) return void(ok_ = false);
      for (const uint16_t joint : asset_.meshes_[node.mesh].joints)
        ok_ = ok_ && joint < asset_.skins_[node.skin].joints.size();
    }
  }

  void read_animations() {
    for (const json& from : list("animations")) {
      Asset::Animation& animation = asset_.animations_.emplace_back();
      for (const json& one : elements(from, "samplers")) {
        Asset::Sampler& sampler = animation.samplers.emplace_back();
        const std::string named = word(one, "interpolation", "LINEAR");
        sampler.interpolation = named == "STEP"     ? Asset::Interpolation::kStep
                                : named == "LINEAR" ? Asset::Interpolation::kLinear
                                                    : Asset::Interpolation::kCubic;
        sampler.times_s = values<float>(number(one, "input", kNoIndex), 1);
        const Raw raw = accessor(number(one, "output", kNoIndex));
        if (!ok_ || raw.type != 5126 || sampler.times_s.empty()) return void(ok_ = false);
        sampler.values.resize(raw.bytes.size() / 4);
        std::memcpy(sampler.values.data(), raw.bytes.data(), raw.bytes.size());
        ok_ = ok_ && sampler.values.size() % sampler.times_s.size() == 0;
      }
      for (const json& one : elements(from, "channels")) {
        Asset::Channel& channel = animation.channels.emplace_back();
        channel.sampler = index(one, "sampler", animation.samplers.size());
        channel.node = index(member(one, "target"), "node", asset_.nodes_.size());
        const std::string path = word(member(one, "target"), "path");
        channel.path = path == "translation" ? Asset::Path::kTranslation
                       : path == "rotation"  ? Asset::Path::kRotation
                       : path == "scale"     ? Asset::Path::kScale
                                             : Asset::Path::kWeights;
        ok_ = ok_ && channel.sampler != kNoIndex && channel.node != kNoIndex;
        if (!ok_) return;
        const Asset::Sampler& sampler = animation.samplers[channel.sampler];
        const size_t parts = sampler.interpolation == Asset::Interpolation::kCubic ? 3 : 1;
        const size_t per_key = sampler.values.size() / sampler.times_s.size();
        const size_t least = channel.path == Asset::Path::kWeights ? 1 : channel.path == Asset::Path::kRotation ? 4 : 3;
        ok_ = per_key % parts == 0 && per_key / parts >= least;
      }
    }
  }

  Asset asset_;
  json document_;
  std::span<const uint8_t> bin_;
  bool ok_ = true;
};

Result<Asset> Asset::read(std::span<const uint8_t> bytes) { return Reader().run(bytes); }

std::vector<double> Asset::sample(const Sampler& sampler, double time_s, bool rotation) {
  const std::vector<float>& times = sampler.times_s;
  const size_t keys = times.size(), per_key = sampler.values.size() / keys;
  const bool cubic = sampler.interpolation == Interpolation::kCubic;
  const size_t n = cubic ? per_key / 3 : per_key;
  const auto value = [&](size_t key, size_t part, size_t i) {
    return static_cast<double>(sampler.values[key * per_key + (cubic ? part * n : 0) + i]);
  };
  const auto after = std::upper_bound(times.begin(), times.end(), time_s);
  const size_t next = static_cast<size_t>(after - times.begin());
  std::vector<double> out(n);
  if (next == 0 || next == keys || sampler.interpolation == Interpolation::kStep) {
    const size_t key = next == 0 ? 0 : next - 1;
    for (size_t i = 0; i < n; ++i) out[i] = value(key, 1, i);
    return out;
  }
  const double width = static_cast<double>(times[next]) - times[next - 1];
  const double u = (time_s - times[next - 1]) / width;
  if (cubic) {
    const double u2 = u * u, u3 = u2 * u;
    for (size_t i = 0; i < n; ++i) {
      out[i] = (2 * u3 - 3 * u2 + 1) * value(next - 1, 1, i) + width * (u3 - 2 * u2 + u) * value(next - 1, 2, i) +
               (3 * u2 - 2 * u3) * value(next, 1, i) + width * (u3 - u2) * value(next, 0, i);
    }
    return out;
  }
  double from = 1 - u, to = u;
  if (rotation) {
    double cosine = 0;
    for (size_t i = 0; i < n; ++i) cosine += value(next - 1, 1, i) * value(next, 1, i);
    const double sign = cosine < 0 ? -1 : 1, angle = std::acos(std::min(1.0, std::abs(cosine)));
    if (angle > 1e-6) from = std::sin((1 - u) * angle) / std::sin(angle), to = std::sin(u * angle) / std::sin(angle);
    to *= sign;
  }
  for (size_t i = 0; i < n; ++i) out[i] = from * value(next - 1, 1, i) + to * value(next, 1, i);
  return out;
}

void Asset::pose(uint32_t animation, double time_s) {
  std::vector<Node> posed = nodes_;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    weights_[i].clear();
    if (nodes_[i].mesh == kNoIndex) continue;
    const std::vector<float>& stated = meshes_[nodes_[i].mesh].target_weights;
    weights_[i].assign(stated.begin(), stated.end());
  }
  if (animation < animations_.size()) {
    for (const Channel& channel : animations_[animation].channels) {
      const std::vector<double> v =
          sample(animations_[animation].samplers[channel.sampler], time_s, channel.path == Path::kRotation);
      Node& node = posed[channel.node];
      if (channel.path == Path::kWeights)
        weights_[channel.node] = v;
      else if (channel.path == Path::kRotation)
        node.rotation = glm::normalize(glm::dquat(v[3], v[0], v[1], v[2]));
      else
        (channel.path == Path::kScale ? node.scale : node.translation) = glm::dvec3(v[0], v[1], v[2]);
    }
  }
  for (const uint32_t i : order_) {
    const Node& node = posed[i];
    const glm::dmat3 r = glm::mat3_cast(node.rotation);
    const glm::dmat4 local(glm::dvec4(r[0] * node.scale.x, 0), glm::dvec4(r[1] * node.scale.y, 0),
                           glm::dvec4(r[2] * node.scale.z, 0), glm::dvec4(node.translation, 1));
    worlds_[i] = node.parent == kNoIndex ? local : worlds_[node.parent] * local;
  }
}

}  // namespace vitrine::glb
