#include "formats/gltf/write/builder.h"

#include <algorithm>
#include <cmath>

#include "formats/gltf/write/loops/farthest.h"
#include "formats/gltf/write/read_back.h"
#include "play/poser.h"

namespace vitrine {
namespace {

constexpr uint64_t kMostWork = 20'000'000;  // vertices compared in all
constexpr size_t kNormalSamples = 3;
constexpr uint64_t kMostSamples = 32, kLeastSamples = 3;

class Check {
 public:
  Check(const GlbBuilder& builder, glb::Asset asset)
      : builder_(builder),
        scene_(builder.options.source == nullptr ? builder.scene : *builder.options.source),
        asset_(std::move(asset)) {
    poser_.options.loop = false;
    poser_.attach(scene_);
    for (uint32_t i = 0; i < poser_.instance_count(); ++i) {
      const uint32_t node = poser_.instance_node(i);
      if (builder.places[node].mesh_node == kNone) continue;
      drawn_.push_back(i);
      vertices_ += scene_.meshes[scene_.nodes[node].mesh].positions.size();
    }
  }

  Json run(uint64_t most_posed) {
    Json out = {{"size", builder_.size}, {"bind", compare(kNone, kNone, {0})}};
    uint64_t playable = 1;
    for (const uint32_t animation : builder_.animation_numbers) playable += animation != kNone;
    const uint64_t samples =
        std::clamp(kMostWork / (playable * std::max<uint64_t>(1, vertices_)), kLeastSamples, kMostSamples);
    uint64_t left = most_posed / ((samples + 1) * (vertices_ + scene_.nodes.size() + builder_.nodes.size() + 1));
    uint64_t not_measured = 0;
    Json actions = Json::array();
    for (uint32_t clip = 0; clip < scene_.clips.size(); ++clip) {
      if (builder_.animation_numbers[clip] == kNone || !poser_.select(clip)) continue;
      if (left == 0) {
        ++not_measured;
        continue;
      }
      --left;
      Json one = {{"name", glb_text(scene_.clips[clip].name)}};
      one.update(compare(clip, builder_.animation_numbers[clip], times(scene_.clips[clip], samples)));
      actions.push_back(std::move(one));
    }
    out["actions"] = std::move(actions);
    builder_.loss_report.add("distance", not_measured,
                             "actions are too many to be posed beside the model: these were not measured");
    return out;
  }

 private:
  /// On frames and between them; the times of cuts and steps are passed over, where rounding decides.
  std::vector<double> times(const Clip& clip, uint64_t samples) const {
    const double end_s = poser_.duration_s();
    std::vector<double> out;
    if (!(end_s > 0)) return {0};
    for (uint64_t k = 0; k < samples; ++k) {
      double time = end_s * (static_cast<double>(k) + 0.5) / static_cast<double>(samples);
      if (clip.frames && clip.camera_node == kNone && k % 2 == 0)
        time = std::round(time * clip.frame_rate) / clip.frame_rate;
      out.push_back(time);
    }
    if (clip.camera_node == kNone && clip.frames) out.push_back(0), out.push_back(end_s);
    return out;
  }

  Json compare(uint32_t clip, uint32_t animation, const std::vector<double>& times) {
    if (clip == kNone) poser_.select(kNone);
    double largest = 0, at_s = 0;
    largest_angle_deg_ = 0;
    const size_t stride = (times.size() + kNormalSamples - 1) / kNormalSamples;
    for (size_t k = 0; k < times.size(); ++k) {
      const bool normals = k % stride == 0;
      poser_.evaluate(times[k], {true, normals, false, false});
      asset_.pose(animation == kNone ? glb::kNoIndex : animation, times[k]);
      const double off = drawn_.empty() ? node_difference() : vertex_difference(normals);
      if (!(off <= largest)) largest = off, at_s = times[k];
    }
    Json out = {{"samples", times.size()},
                {"largest", largest},
                {"relative", builder_.size > 0 ? largest / builder_.size : largest},
                {"time", at_s}};
    if (!drawn_.empty()) out["normals"] = largest_angle_deg_;
    return out;
  }

  double vertex_difference(bool normals) {
    const auto* matrices = static_cast<const glm::mat4*>(poser_.buffer(BufferKind::kNodeMatrices, 0).data);
    double largest = 0;
    for (const uint32_t instance : drawn_) {
      const uint32_t node = poser_.instance_node(instance);
      const Node& from = scene_.nodes[node];
      const bool placed = from.skin != kNone && !scene_.meshes[from.mesh].influence_first.empty();
      const auto* wanted = static_cast<const glm::vec3*>(poser_.buffer(BufferKind::kPositions, instance).data);
      const glm::dmat4 matrix = placed ? glm::dmat4(1) : glm::dmat4(matrices[node]);
      asset_.vertices(builder_.places[node].mesh_node, found_, normals ? &found_normals_ : nullptr);
      if (normals) compare_normals(instance, placed ? glm::dmat3(1) : glm::dmat3(matrix));
      largest = farthest(found_, {wanted, found_.size()}, matrix, builder_.space, largest);
    }
    return largest;
  }

  /// Compares normals of vertices that have one in both; degrees.
  void compare_normals(uint32_t instance, const glm::dmat3& matrix) {
    const BufferView normals = poser_.buffer(BufferKind::kNormals, instance);
    const auto* wanted = static_cast<const glm::vec3*>(normals.data);
    if (normals.bytes < found_normals_.size() * sizeof(glm::vec3) || glm::determinant(matrix) == 0) return;
    const glm::dmat3 normal_matrix = glm::transpose(glm::inverse(matrix));
    for (size_t v = 0; v < found_normals_.size(); ++v) {
      const glm::dvec3 there = normal_matrix * glm::dvec3(wanted[v]),
                       found = builder_.space.file_vector(found_normals_[v]);
      const double length = glm::length(there);
      if (!(length > 0) || !(glm::dot(found, found) > 0)) continue;
      const double angle = std::atan2(glm::length(glm::cross(there, found)), glm::dot(there, found));
      largest_angle_deg_ = std::max(largest_angle_deg_, glm::degrees(angle));
    }
  }

  double node_difference() {
    const auto* matrices = static_cast<const glm::mat4*>(poser_.buffer(BufferKind::kNodeMatrices, 0).data);
    double largest = 0;
    for (size_t i = 0; i < scene_.nodes.size(); ++i) {
      const glm::dvec3 found(asset_.world_from_node(builder_.places[i].node)[3]);
      largest = std::max(largest, glm::length(builder_.space.file_point(found) - glm::dvec3(matrices[i][3])));
    }
    return largest;
  }

  const GlbBuilder& builder_;
  const Scene& scene_;
  glb::Asset asset_;
  Poser poser_;
  std::vector<uint32_t> drawn_;
  uint64_t vertices_ = 0;
  std::vector<glm::dvec3> found_, found_normals_;
  double largest_angle_deg_ = 0;
};

}  // namespace

Result<Json> check_glb(const GlbBuilder& builder, std::span<const uint8_t> bytes, uint64_t most_posed) {
  VITRINE_TRY(glb::Asset asset, glb::Asset::read(bytes));
  return Check(builder, std::move(asset)).run(most_posed);
}

}  // namespace vitrine
