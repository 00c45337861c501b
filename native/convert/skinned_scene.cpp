#include "convert/skinned_scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "convert/action_times.h"
#include "convert/sentences.h"
#include "convert/source_pose.h"
#include "pose/runs.h"
#include "scene/influence_writer.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kEvenRate = 30;        // looks per second, where an action does not say when it changes
constexpr double kMostTimes = 100'000;  // of an action
constexpr const char* kMethod = "smooth skinning decomposition with rigid bones (Le and Deng 2012)";

/// A vertex of the source that moves by itself: those of a mesh with stored frames are split for their texture
/// coordinates alone.
struct Moving {
  uint32_t node = 0, vertex = 0;
};

class Maker {
 public:
  Maker(const Scene& source, const SkinningLimits& limits)
      : source_(source), limits_(limits), space_(source, as_it_is(source)), points_(source, space_, true) {}

  Result<SkinnedScene> run() {
    find_vertices();
    find_times();
    VITRINE_CHECK(look());
    SkinnedScene out;
    out.scene = source_;
    if (samples_ == 0 || vertices_.empty()) return out;
    centre_points();
    if (!(limits_.tolerance > 0)) limits_.tolerance = size_ / 1000;
    made_ = decompose_skinning(motion_, limits_);
    for (uint32_t c = 0; c < source_.clips.size(); ++c) move_clip(c, out);
    place_meshes(out.scene);
    add_joints(out.scene);
    out.report = report();
    return out;
  }

 private:
  static SpaceOptions as_it_is(const Scene& scene) {
    SpaceOptions out;
    out.axes = scene.axes;
    return out;
  }

  void find_vertices() {
    for (uint32_t node = 0; node < source_.nodes.size(); ++node) {
      if (source_.nodes[node].mesh == kNone) continue;
      const Mesh& mesh = source_.meshes[source_.nodes[node].mesh];
      std::map<uint32_t, uint32_t> by_row;
      std::vector<uint32_t>& numbers = number_of_[node];
      for (uint32_t v = 0; v < mesh.positions.size(); ++v) {
        const bool shares = mesh.frames && !mesh.file_vertex.empty();
        const auto next = static_cast<uint32_t>(vertices_.size());
        const auto [found, is_new] = by_row.try_emplace(shares ? mesh.file_vertex[v] : v, next);
        if (is_new) vertices_.push_back({node, v});
        numbers.push_back(found->second);
      }
    }
  }

  void find_times() {
    for (const Clip& clip : source_.clips) {
      std::vector<double>& times = times_.emplace_back();
      if (!clip.playable || clip.camera_node != kNone) continue;
      const ClipTimes ends = clip_times(clip, true);
      times = key_times(clip, true);
      const double length_s = ends.end_s - ends.from_s;
      if (clip.runs.empty() && length_s > 0) {
        const double rate = clip.frames && clip.frame_rate > 0 ? clip.frame_rate : kEvenRate;
        const double steps = std::clamp(std::ceil(length_s * rate - 1e-6), 1.0, kMostTimes);
        for (double k = 0; k <= steps; ++k) times.push_back(std::lerp(ends.from_s, ends.end_s, k / steps));
      }
      std::erase_if(times, [&](double time_s) { return !(time_s >= ends.from_s && time_s <= ends.end_s); });
      std::sort(times.begin(), times.end());
      times.erase(std::unique(times.begin(), times.end(), [](double a, double b) { return b - a < 1e-6; }),
                  times.end());
    }
  }

  /// The stored frames that a clip shows at a time; empty where it shows something between them, or has none.
  std::vector<uint32_t> frames_of(uint32_t clip, double time_s) const {
    pose::PlayOptions options;
    options.loop = false;
    std::vector<uint32_t> out;
    for (const FrameRun& run : source_.clips[clip].runs) {
      const FrameBlend at = pose::frames_at(run, time_s, options);
      if (at.fraction != 0) return {};
      for (const uint32_t mesh : run.meshes) out.push_back(mesh), out.push_back(at.first);
    }
    return out;
  }

  /// Every frame once, though several actions show it.
  Status look() {
    std::map<std::vector<uint32_t>, uint32_t> known;
    points_.pose(kNone, 0);
    append(motion_.rest);
    for (uint32_t c = 0; c < times_.size(); ++c) {
      for (const double time_s : times_[c]) {
        const std::vector<uint32_t> frames = frames_of(c, time_s);
        const auto found = known.find(frames);
        if (!frames.empty() && found != known.end()) {
          sample_of_[c].push_back(found->second);
          continue;
        }
        if (uint64_t{samples_ + 1} * vertices_.size() > kMostSkinningPoints)
          return Error{messages::kTooMuchMotion, kNoOffset, {vertices_.size(), kMostSkinningPoints}};
        if (!frames.empty()) known[frames] = samples_;
        sample_of_[c].push_back(samples_++);
        points_.pose(c, time_s);
        std::vector<glm::dvec3> at;
        append(at);
        for (const glm::dvec3& p : at) motion_.frames.emplace_back(p);
      }
    }
    return ok_status();
  }
  void append(std::vector<glm::dvec3>& to) const {
    for (const Moving& one : vertices_) {
      const glm::dvec3 p = points_.at(one.node, one.vertex);
      to.push_back(std::isfinite(p.x + p.y + p.z) ? p : glm::dvec3(0));
    }
  }

  /// The sums of squares lose no digits to a model that lies far out.
  void centre_points() {
    glm::dvec3 least = motion_.rest.front(), most = least;
    for (const glm::dvec3& p : motion_.rest) least = glm::min(least, p), most = glm::max(most, p);
    size_ = glm::length(most - least);
    for (const glm::vec3& p : motion_.frames)
      least = glm::min(least, glm::dvec3(p)), most = glm::max(most, glm::dvec3(p));
    // A model that begins as a point.
    if (!(size_ > 0)) size_ = glm::length(most - least);
    centre_ = (least + most) / 2.0;
    for (glm::dvec3& p : motion_.rest) p -= centre_;
    for (glm::vec3& p : motion_.frames) p = glm::vec3(glm::dvec3(p) - centre_);
  }

  uint32_t root() const { return static_cast<uint32_t>(source_.nodes.size()); }
  uint32_t joint_node(size_t joint) const { return root() + 1 + static_cast<uint32_t>(joint); }

  void move_clip(uint32_t c, SkinnedScene& out) {
    Clip& clip = out.scene.clips[c];
    std::vector<uint32_t> tags;
    for (const FrameRun& run : clip.runs) tags.insert(tags.end(), run.nodes.begin(), run.nodes.end());
    clip.runs.clear();
    if (times_[c].empty()) return;
    for (const Curve& curve : clip.curves)
      out.curves_left_out +=
          curve.target != kNone && curve.target_kind != TargetKind::kNode && curve.target_kind != TargetKind::kShape;
    clip.curves.clear();
    clip.frames.reset();
    clip.root_node = kNone;
    clip.frame_count = 0, clip.frame_rate = 0;
    KeyPoses poses;
    poses.times_s = times_[c];
    poses.nodes = tags;
    for (size_t j = 0; j < made_.centres.size(); ++j) poses.nodes.push_back(joint_node(j));
    pose::LocalPose local = pose::make_local_pose(source_);
    pose::PlayOptions options;
    options.loop = false;
    for (size_t k = 0; k < poses.times_s.size(); ++k) {
      if (!tags.empty()) pose::sample_clip(source_, source_.clips[c], poses.times_s[k], options, local);
      for (const uint32_t node : tags) poses.transforms.push_back(local.local[node]);
      for (size_t j = 0; j < made_.centres.size(); ++j) {
        const Rigid& motion = made_.motions[sample_of_[c][k] * made_.centres.size() + j];
        Transform& to = poses.transforms.emplace_back();
        to.translation = glm::vec3(motion * made_.centres[j] + centre_);
        to.rotation = glm::quat(motion.rotation);
      }
    }
    if (!source_.clips[c].runs.empty()) clip.duration_s = poses.times_s.back();
    clip.poses = std::move(poses);
  }

  /// Each mesh in the scene's space, once for every node that shows it.
  void place_meshes(Scene& scene) {
    points_.pose(kNone, 0);
    std::vector<bool> taken(scene.meshes.size(), false);
    const auto skin = static_cast<uint32_t>(0);
    for (const auto& [node, numbers] : number_of_) {
      const uint32_t shown = source_.nodes[node].mesh;
      uint32_t mesh = shown;
      if (taken[shown]) {
        mesh = static_cast<uint32_t>(scene.meshes.size());
        scene.meshes.push_back(source_.meshes[shown]);
      }
      taken[shown] = true;
      scene.nodes[node].mesh = mesh;
      scene.nodes[node].skin = skin;
      place_mesh(scene.meshes[mesh], node, numbers);
    }
    // Those that no node shows.
    for (size_t m = 0; m < taken.size(); ++m)
      if (!taken[m]) scene.meshes[m].frames.reset();
  }

  void place_mesh(Mesh& mesh, uint32_t node, const std::vector<uint32_t>& numbers) {
    for (uint32_t v = 0; v < mesh.positions.size(); ++v) {
      mesh.positions[v] = glm::vec3(points_.at(node, v));
      if (!mesh.normals.empty()) mesh.normals[v] = glm::vec3(points_.normal(node, v));
    }
    mesh.tangents.clear();
    mesh.tangent_frames.clear();
    mesh.shapes.clear();
    mesh.frames.reset();
    mesh.influence_first.clear();
    mesh.influences = {};
    mesh.normal_rule = mesh.normals.empty() ? NormalRule::kRecompute : NormalRule::kStored;
    InfluenceWriter writer(mesh, kMostWeights * numbers.size());
    for (uint32_t v = 0; v < numbers.size(); ++v) {
      writer.begin_vertex();
      const SparseWeights& held = made_.weights[numbers[v]];
      for (uint32_t k = 0; k < held.count; ++k)
        writer.add(held.joint[k], static_cast<float>(held.weight[k]),
                   glm::vec3(glm::dvec3(mesh.positions[v]) - bound_at(held.joint[k])));
    }
    writer.finish();
  }
  glm::dvec3 bound_at(size_t joint) const { return glm::dvec3(glm::vec3(made_.centres[joint] + centre_)); }

  void add_joints(Scene& scene) const {
    for (Node& node : scene.nodes) {
      if (node.kind == NodeKind::kJoint) node.kind = NodeKind::kEmpty;
      if (node.tag != kNone) node.tag = kNone;
    }
    if (!scene.tag_tracks.empty()) {
      const pose::LocalPose local = pose::make_local_pose(source_);
      for (uint32_t n = 0; n < source_.nodes.size(); ++n)
        if (source_.nodes[n].tag != kNone) scene.nodes[n].local = local.local[n];
      scene.tag_tracks.clear();
    }
    Node root_node;
    root_node.name = "root";
    root_node.kind = NodeKind::kJoint;
    scene.nodes.push_back(root_node);
    Skin skin;
    skin.name = "skinned frames";
    const size_t digits = std::to_string(made_.centres.size()).size();
    for (size_t j = 0; j < made_.centres.size(); ++j) {
      Node node;
      const std::string number = std::to_string(j + 1);
      node.name = "joint" + std::string(digits - number.size(), '0') + number;
      node.kind = NodeKind::kJoint;
      node.parent = root();
      node.local.translation = glm::vec3(bound_at(j));
      glm::mat4 back(1);
      back[3] = glm::vec4(-node.local.translation, 1);
      skin.joint_from_bind.push_back(back);
      skin.joints.push_back(joint_node(j));
      scene.nodes.push_back(std::move(node));
    }
    scene.skins = {std::move(skin)};
  }

  /// How far a vertex is off at most half-way between two frames: those of the source and the poses of the joints go
  /// straight, as engines blend them. Rotations half-way are the same by every rule.
  double half_way(size_t from, size_t to) const {
    const size_t count = vertices_.size(), joints = made_.centres.size();
    std::vector<Rigid> moved;
    for (size_t j = 0; j < joints; ++j) {
      const Rigid &a = made_.motions[from * joints + j], &b = made_.motions[to * joints + j];
      const double side = glm::dot(a.rotation, b.rotation) < 0 ? -1 : 1;
      Rigid& pose = moved.emplace_back();
      pose.rotation = glm::normalize(a.rotation + b.rotation * side);
      pose.translation = (a * made_.centres[j] + b * made_.centres[j]) / 2.0 - pose.rotation * made_.centres[j];
    }
    double largest = 0;
    for (size_t v = 0; v < count; ++v) {
      glm::dvec3 off =
          -(glm::dvec3(motion_.frames[from * count + v]) + glm::dvec3(motion_.frames[to * count + v])) / 2.0;
      const SparseWeights& held = made_.weights[v];
      for (uint32_t k = 0; k < held.count; ++k) off += held.weight[k] * (moved[held.joint[k]] * motion_.rest[v]);
      largest = std::max(largest, glm::length(off));
    }
    return largest;
  }

  Json report() const {
    double sum = 0, largest = 0, between = 0;
    for (const Skinning::FrameError& one : made_.errors) sum += one.mean, largest = std::max(largest, one.largest);
    Json actions = Json::array();
    for (uint32_t c = 0; c < source_.clips.size(); ++c) {
      if (times_[c].empty()) continue;
      Json means = Json::array(), largests = Json::array(), betweens = Json::array();
      const std::vector<uint32_t>& samples = sample_of_.at(c);
      for (const uint32_t sample : samples) {
        means.push_back(made_.errors[sample].mean);
        largests.push_back(made_.errors[sample].largest);
      }
      for (size_t k = 1; k < samples.size(); ++k) {
        const double off = half_way(samples[k - 1], samples[k]);
        betweens.push_back(off);
        between = std::max(between, off);
      }
      actions.push_back(
          {{"name", to_utf8(source_.clips[c].name)}, {"mean", means}, {"largest", largests}, {"between", betweens}});
    }
    return {{"method", kMethod},
            {"joints", made_.centres.size()},
            {"tolerance", limits_.tolerance},
            {"frames", samples_},
            {"size", size_},
            {"mean", sum / static_cast<double>(std::max<size_t>(1, made_.errors.size()))},
            {"largest", largest},
            {"relative", size_ > 0 ? largest / size_ : 0},
            {"between", between},
            {"actions", std::move(actions)}};
  }

  const Scene& source_;
  SkinningLimits limits_;
  Space space_;
  ScenePoints points_;
  std::vector<Moving> vertices_;
  std::map<uint32_t, std::vector<uint32_t>> number_of_;  ///< per node with a mesh and vertex: which of vertices_
  std::vector<std::vector<double>> times_;               ///< per clip
  std::map<uint32_t, std::vector<uint32_t>> sample_of_;  ///< per clip and time
  uint32_t samples_ = 0;
  VertexMotion motion_;
  glm::dvec3 centre_{0};
  double size_ = 0;
  Skinning made_;
};

}  // namespace

Result<SkinnedScene> skinned_scene(const Scene& source, const SkinningLimits& limits) {
  return Maker(source, limits).run();
}

}  // namespace vitrine
