#include "formats/gltf/read/primitive.h"
#include "base/sort.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>

#include "base/generated.h"
#include "formats/gltf/codes.h"
#include "formats/gltf/sentences.h"
#include "scene/transform.h"

namespace vitrine::gltf {
namespace {

constexpr uint32_t kMostUvSets = 8;
using Four = float __attribute__((vector_size(16)));
/// Beyond this the square of a length is no float.
constexpr float kMostPlace = 1e18f;

template <class Vector>
bool has_finite_squares(const Vector& v) {
  return std::isfinite(glm::dot(v, v));
}

class PrimitiveReader {
 public:
  PrimitiveReader(Asset& asset, const Object& object) : asset_(asset), object_(object) {}

  PrimitiveData run() {
    const auto attributes = object_.object("attributes");
    if (asset_.ok() && !attributes) asset_.fail(messages::kRequired, object_.at("attributes"), {"attributes"});
    const uint64_t mode = object_.whole("mode", 4);
    if (asset_.ok() && mode > 6) asset_.fail(messages::kUnknownMode, object_.at("mode"), {mode});
    if (!asset_.ok()) return {};
    out_.mode = static_cast<uint32_t>(mode);
    asset_.attempt("the material", [&] { out_.material = object_.index("material", "materials"); });
    attributes_ = &*attributes;
    read_targets_and_places();
    if (!asset_.ok()) return {};
    return std::move(out_);
  }

 private:
  uint32_t attribute(const std::string& name) const {
    const auto found = named_.find(name);
    return found == named_.end() ? kNone : found->second;
  }

  void read_targets_and_places() {
    for (const auto& [name, unused] : attributes_->json().items()) {
      const uint32_t accessor = attributes_->index(name.c_str(), "accessors");
      if (!asset_.ok()) return;
      if (accessor != kNone) named_.emplace(name, accessor);
    }
    const uint32_t position = attribute("POSITION");
    if (position == kNone) {
      asset_.warn(messages::kNoPositions, object_.pointer());
      return;
    }
    if (object_.extension("KHR_draco_mesh_compression") && !asset_.element("accessors", position).has("bufferView")) {
      asset_.warn(messages::kPrimitiveIsDraco, object_.at("extensions"));
    }
    check_unread();
    const std::span<const float> places = floats(position, attributes_->at("POSITION"), 3);
    if (!asset_.ok()) return;
    out_.file_vertices = places.size() / 3;
    for (const auto& [name, accessor] : named_) check_count(name, accessor);
    read_elements();
    if (!asset_.ok()) return;
    if (const Status paid = asset_.context().budget.charge(out_.vertices.size(), 96); !paid) return asset_.fail(paid);
    gather(places, out_.positions);
    check_places();
    read_surface();
    read_influences();
    read_targets();
    if (asset_.ok()) find_kept();
  }

  /// What has no field of its own in a scene.
  void find_kept() {
    for (const auto& [name, accessor] : named_) {
      const bool further_uv = name.starts_with("TEXCOORD_") && name.size() > 9 &&
                              std::strtoul(name.c_str() + 9, nullptr, 10) >= out_.uv.size();
      const bool further_color = name.starts_with("COLOR_") && name != "COLOR_0";
      if ((!name.starts_with("_") && !further_uv && !further_color) || !usable(name)) continue;
      const Layout shape = asset_.layout(accessor);
      if (shape.rows == 0 && shape.components <= 4)
        out_.kept.emplace(name, accessor);
      else
        ++out_.attributes_left_out;
    }
  }

  /// Attributes that are not used must still lie within the file.
  void check_unread() {
    for (const auto& [name, accessor] : named_) {
      asset_.check(accessor);
      if (!asset_.ok()) return;
    }
  }

  std::span<const float> floats(uint32_t accessor, const std::string& pointer, uint32_t components) {
    const Layout shape = asset_.layout(accessor);
    if (asset_.ok() && (shape.components != components || shape.rows != 0)) {
      asset_.fail(messages::kVectorExpected, pointer, {shape.type, components});
    }
    return asset_.floats(accessor);
  }

  /// Joints and weights have a test of their own.
  static bool fits_surface(const std::string& name, const Layout& shape) {
    if (name == "NORMAL") return shape.type == "VEC3";
    if (name == "TANGENT") return shape.type == "VEC4";
    if (name.starts_with("TEXCOORD_")) return shape.type == "VEC2";
    return !name.starts_with("COLOR_") || shape.type == "VEC3" || shape.type == "VEC4";
  }

  void check_count(const std::string& name, uint32_t accessor) {
    const Layout shape = asset_.layout(accessor);
    if (!asset_.ok()) return;
    const bool fits = shape.count == out_.file_vertices;
    if (fits && fits_surface(name, shape)) return;
    const bool is_left_out = !name.starts_with("JOINTS_") && !name.starts_with("WEIGHTS_");
    if (is_left_out && fits)
      asset_.warn(messages::kTypeLeftOut, attributes_->at(name), {name, shape.type});
    else if (is_left_out)
      asset_.warn(messages::kCountLeftOut, attributes_->at(name), {name, shape.count, out_.file_vertices});
    else if (fits)
      return asset_.fail(messages::kAccessorOfType, attributes_->at(name), {shape.type});
    else
      return asset_.fail(messages::kTargetElements, attributes_->at(name), {shape.count, out_.file_vertices});
    short_.push_back(name);
  }
  bool usable(const std::string& name) const {
    return attribute(name) != kNone && std::find(short_.begin(), short_.end(), name) == short_.end();
  }

  // ---- elements
  void read_elements() {
    std::vector<uint32_t> list;
    const uint32_t accessor = object_.index("indices", "accessors");
    if (!asset_.ok()) return;
    if (accessor == kNone) {
      if (const Status paid = asset_.context().budget.charge(out_.file_vertices, 4); !paid) return asset_.fail(paid);
      list.resize(out_.file_vertices);
      std::iota(list.begin(), list.end(), 0u);
      expand(list);
      return;
    }
    const Layout shape = asset_.layout(accessor);
    if (asset_.ok() && (shape.type != "SCALAR" || !shape.is_unsigned()))
      return asset_.fail(messages::kIndicesNotWhole, object_.at("indices"));
    const std::span<const uint32_t> indices = asset_.wholes(accessor);
    const auto beyond =
        std::find_if(indices.begin(), indices.end(), [&](uint32_t index) { return index >= out_.file_vertices; });
    if (asset_.ok() && beyond != indices.end()) {
      return asset_.fail(messages::kNoSuchVertex, object_.at("indices"),
                         {beyond - indices.begin(), *beyond, out_.file_vertices});
    }
    if (!asset_.ok()) return;
    const uint64_t most = shape.component_bytes() == 4 ? 0xffffffffu : (1u << 8 * shape.component_bytes()) - 1;
    if (out_.file_vertices > most && std::find(indices.begin(), indices.end(), most) != indices.end()) {
      asset_.warn(messages::kRestartIndex, object_.at("indices"), {most});
    }
    expand(indices);
  }

  void expand(std::span<const uint32_t> list) {
    const size_t count = list.size(), cut = out_.mode == 1 ? count % 2 : out_.mode == 4 ? count % 3 : 0;
    constexpr size_t kLeast[] = {1, 2, 2, 2, 3, 3, 3};
    if (cut != 0 || count < kLeast[out_.mode]) asset_.warn(messages::kLeftOverIndices, object_.pointer(), {count});
    if (count < kLeast[out_.mode]) return;
    if (const Status paid = asset_.context().budget.charge(count, out_.mode > 4 ? 24 : 8); !paid)
      return asset_.fail(paid);
    std::vector<uint32_t> corners;
    if (out_.mode < 5) {
      corners.assign(list.begin(), list.end() - static_cast<std::ptrdiff_t>(cut));
    } else {
      corners.reserve(3 * (count - 2));
      for (size_t i = 0; i + 2 < count; ++i) {
        if (out_.mode == 5)
          corners.insert(corners.end(), {list[i], list[i + 1 + i % 2], list[i + 2 - i % 2]});
        else
          corners.insert(corners.end(), {list[i + 1], list[i + 2], list[0]});
      }
    }
    out_.elements = out_.mode == 0   ? count
                    : out_.mode == 1 ? count / 2
                    : out_.mode == 2 ? count
                    : out_.mode == 3 ? count - 1
                                     : corners.size() / 3;
    number_vertices(std::move(corners));
  }

  void number_vertices(std::vector<uint32_t> corners) {
    if (out_.has_triangles() && !usable("NORMAL")) {
      out_.indices.resize(corners.size());
      std::iota(out_.indices.begin(), out_.indices.end(), 0u);
      out_.vertices = std::move(corners);
      return;
    }
    std::vector<uint32_t>& used = out_.vertices;
    if (corners.size() < out_.file_vertices / 8) {
      // A few of many: nothing is allocated for the rest.
      used = corners;
      sort_different(used);
      used.erase(std::unique(used.begin(), used.end()), used.end());
      for (uint32_t& corner : corners)
        corner = static_cast<uint32_t>(std::lower_bound(used.begin(), used.end(), corner) - used.begin());
    } else {
      std::vector<uint32_t> numbers(out_.file_vertices, kNone);
      for (const uint32_t corner : corners) numbers[corner] = 0;
      for (uint32_t v = 0; v < numbers.size(); ++v) {
        if (numbers[v] == kNone) continue;
        numbers[v] = static_cast<uint32_t>(used.size());
        used.push_back(v);
      }
      out_.is_whole = used.size() == numbers.size();
      if (!out_.is_whole) {
        for (uint32_t& corner : corners) corner = numbers[corner];
      }
    }
    if (out_.has_triangles()) out_.indices = std::move(corners);
  }

  // ---- vertices
  template <class Vector>
  void gather(std::span<const float> from, std::vector<Vector>& to) {
    constexpr auto kComponents = static_cast<size_t>(Vector::length());
    static_assert(sizeof(Vector) == kComponents * sizeof(float));
    if (from.size() != kComponents * out_.file_vertices) return;
    const auto* bytes = reinterpret_cast<const uint8_t*>(from.data());
    if (out_.is_whole)
      to = packed<Vector>({bytes, from.size_bytes()});
    else
      to = generated<Vector>(out_.vertices.size(),
                             [&](size_t v) { return load_packed<Vector>(bytes + sizeof(Vector) * out_.vertices[v]); });
  }

  /// NaN counts as 0, so that the rest of the model shows.
  void check_places() {
    uint64_t odd = 0;
    for (glm::vec3& place : out_.positions) {
      if (has_finite_squares(place)) continue;
      ++odd;
      for (int c = 0; c < 3; ++c) place[c] = std::abs(place[c]) <= kMostPlace ? place[c] : 0;
    }
    if (odd != 0) asset_.warn(messages::kPositionsNotFinite, attributes_->at("POSITION"), {odd});
  }

  void read_surface() {
    if (usable("NORMAL")) {
      gather(floats(attribute("NORMAL"), attributes_->at("NORMAL"), 3), out_.normals);
      if (usable("TANGENT")) gather(floats(attribute("TANGENT"), attributes_->at("TANGENT"), 4), out_.tangents);
      make_unit(out_.tangents);
    }
    for (uint32_t set = 0; asset_.ok() && set < kMostUvSets; ++set) {
      const std::string name = "TEXCOORD_" + std::to_string(set);
      if (attribute(name) == kNone) break;
      auto& uv = out_.uv.emplace_back();
      if (usable(name)) gather(floats(attribute(name), attributes_->at(name), 2), uv);
      for (glm::vec2& at : uv) {
        if (!has_finite_squares(at)) at = glm::vec2(0);
      }
    }
    if (usable("COLOR_0")) read_colors();
  }

  /// A zero vector means that the exporter had none: they are computed then.
  static void make_unit(std::vector<glm::vec4>& tangents) {
    for (glm::vec4& t : tangents) {
      const float square = glm::dot(glm::vec3(t), glm::vec3(t));
      if (!(square > 1e-12f) || !std::isfinite(square)) return tangents.clear();
      t = glm::vec4(is_unit_square(square) ? glm::vec3(t) : glm::vec3(t) / std::sqrt(square), t.w < 0 ? -1.0f : 1.0f);
    }
  }

  void read_colors() {
    const Layout shape = asset_.layout(attribute("COLOR_0"));
    const bool has_alpha = shape.components == 4;
    const std::span<const float> from = asset_.floats(attribute("COLOR_0"));
    if (!asset_.ok()) return;
    const auto byte = [](float v) { return static_cast<uint8_t>(v > 0 ? std::min(v, 1.0f) * 255.0f + 0.5f : 0.0f); };
    // The file's are linear, a scene's are as images have them.
    const auto coded = [&](float v) {
      return byte(v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(std::min(v, 1.0f), 1 / 2.4f) - 0.055f);
    };
    for (const uint32_t v : out_.vertices) {
      const float* c = &from[size_t{v} * shape.components];
      out_.colors.emplace_back(coded(c[0]), coded(c[1]), coded(c[2]), has_alpha ? byte(c[3]) : 255);
    }
  }

  void read_influences() {
    uint32_t sets = 0;
    while (asset_.ok() && attribute("JOINTS_" + std::to_string(sets)) != kNone &&
           attribute("WEIGHTS_" + std::to_string(sets)) != kNone)
      ++sets;
    for (const char* const name : {"JOINTS_", "WEIGHTS_"}) {
      const std::string alone = name + std::to_string(sets);
      if (attribute(alone) != kNone) asset_.warn(messages::kUnpaired, attributes_->at(alone), {alone});
    }
    if (sets == 0 || !asset_.ok()) return;
    asset_.fail(check_limit(4ull * sets, asset_.context().limits.influences_per_vertex, "influences per vertex"));
    asset_.fail(asset_.context().budget.charge(out_.vertices.size(), 32ull * sets));
    if (!asset_.ok()) return;
    out_.influences = 4 * sets;
    out_.joints.resize(out_.vertices.size() * out_.influences);
    out_.weights.resize(out_.joints.size());
    for (uint32_t set = 0; asset_.ok() && set < sets; ++set) read_set(set);
    if (asset_.ok() && sets > 1) share_whole_first_set();
  }

  /// three.js makes the first four weights whole and leaves the others as they were (SkinnedMesh.normalizeSkinWeights
  /// knows one set): the first set gets what the others leave, as it was before.
  void share_whole_first_set() {
    const Layout shape = asset_.layout(attribute("WEIGHTS_0"));
    // Four weights, each rounded by half a step.
    const double room = shape.is_float() ? 1e-5 : shape.component_bytes() == 1 ? 2.5 / 255 : 2.5 / 65535;
    uint64_t shared = 0;
    for (size_t v = 0; v < out_.vertices.size(); ++v) {
      float* weights = out_.weights.data() + v * out_.influences;
      double first = 0, others = 0;
      for (uint32_t k = 0; k < out_.influences; ++k) (k < 4 ? first : others) += std::max(weights[k], 0.0f);
      // Whole numbers that add up to 1 with the others may be near it without them.
      const double off = std::abs(first - 1);
      if (!(others > 0) || others > 1 + room || off > room || off >= std::abs(first + others - 1)) continue;
      const double left = std::max(0.0, 1 - others) / first;
      for (uint32_t k = 0; k < 4; ++k) weights[k] = static_cast<float>(weights[k] * left);
      ++shared;
    }
    if (shared != 0) asset_.warn(messages::kFirstSetWhole, attributes_->at("WEIGHTS_0"), {shared});
  }

  void read_set(uint32_t set) {
    const std::string joints_name = "JOINTS_" + std::to_string(set), weights_name = "WEIGHTS_" + std::to_string(set);
    const Layout shape = asset_.layout(attribute(joints_name)), weight_shape = asset_.layout(attribute(weights_name));
    if (!asset_.ok()) return;
    if (shape.type != "VEC4" || !shape.is_unsigned())
      return asset_.fail(messages::kJointsNotWhole, attributes_->at(joints_name));
    if (weight_shape.type != "VEC4") return asset_.fail(messages::kWeightsNoNumbers, attributes_->at(weights_name));
    const std::span<const uint32_t> joints = asset_.wholes(attribute(joints_name));
    const std::span<const float> weights = asset_.floats(attribute(weights_name));
    if (!asset_.ok()) return;
    // Whole numbers always stand for parts of their largest, whether the accessor is `normalized` or not.
    const float scale = weight_shape.is_float() || weight_shape.normalized ? 1
                        : weight_shape.component_bytes() == 1              ? 1 / 255.0f
                                                                           : 1 / 65535.0f;
    uint32_t* to_joints = out_.joints.data() + 4 * set;
    float* to_weights = out_.weights.data() + 4 * set;
    for (const uint32_t vertex : out_.vertices) {
      std::memcpy(to_joints, &joints[4 * size_t{vertex}], 4 * sizeof(uint32_t));
      Four weight;
      std::memcpy(&weight, &weights[4 * size_t{vertex}], sizeof weight);
      weight = weight * 0 == Four{} ? weight * scale : Four{};  // what is not finite times 0 is NaN
      std::memcpy(to_weights, &weight, sizeof weight);
      to_joints += out_.influences;
      to_weights += out_.influences;
    }
  }

  void read_targets() {
    for (const Object& target : object_.objects("targets")) {
      for (const auto& [name, unused] : target.json().items()) {
        const uint32_t accessor = target.index(name.c_str(), "accessors");
        if (asset_.ok() && accessor != kNone) asset_.check(accessor);
        if (!asset_.ok()) return;
      }
      auto& to = out_.targets.emplace_back();
      const uint32_t accessor = target.index("POSITION", "accessors");
      if (accessor == kNone) continue;
      const std::span<const float> from = floats(accessor, target.at("POSITION"), 3);
      if (!asset_.ok()) return;
      if (from.size() != 3 * out_.file_vertices) {
        return asset_.fail(messages::kTargetElements, target.at("POSITION"), {from.size() / 3, out_.file_vertices});
      }
      asset_.fail(asset_.context().budget.charge(out_.vertices.size(), sizeof(glm::vec3)));
      if (!asset_.ok()) return;
      gather(from, to);
      if (!std::all_of(to.begin(), to.end(), has_finite_squares<glm::vec3>))
        return asset_.fail(messages::kShapeNotFinite, target.at("POSITION"));
    }
  }

  Asset& asset_;
  const Object& object_;
  const Object* attributes_ = nullptr;
  std::map<std::string, uint32_t> named_;
  std::vector<std::string> short_;  ///< attributes without an element per vertex
  PrimitiveData out_;
};

}  // namespace

PrimitiveData read_primitive(Asset& asset, const Object& object) { return PrimitiveReader(asset, object).run(); }

}  // namespace vitrine::gltf
