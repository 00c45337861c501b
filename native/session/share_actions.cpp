#include "session/model_files.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string>

#include "base/checked.h"
#include "base/name_index.h"
#include "base/names.h"
#include "formats/name_cost.h"
#include "scene/driven.h"
#include "scene/fit.h"
#include "scene/fit_sentences.h"
#include "scene/full/fit_report.h"
#include "scene/full/rebase.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

/// Joints of both sides of all fits: a second or so.
constexpr uint64_t kMostFitted = 8'000'000;
/// Where a track goes.
struct Hit {
  const Skeleton* skeleton = nullptr;
  uint32_t joint = 0;

  uint32_t node() const { return skeleton->nodes[joint]; }
  bool is_rebased() const { return skeleton->fit.rebased[joint] != 0; }
};

/// Key poses of all nodes of a file, those at rest included.
struct AllPoses {
  const KeyPoses* poses = nullptr;
  const Node* nodes = nullptr;
  std::vector<uint32_t> column;  ///< per node of the file; kNone = it rests

  static Transform at(const void* rows, size_t index) {
    const auto& all = *static_cast<const AllPoses*>(rows);
    const size_t row = index / all.column.size(), track = index % all.column.size();
    if (all.column[track] == kNone) return all.nodes[track].local;
    return all.poses->transforms[row * all.poses->nodes.size() + all.column[track]];
  }
};

class Sharer {
 public:
  Sharer(Scene& scene, std::vector<ModelFile>& models, const Limits& limits, Diagnostics& diagnostics,
         std::vector<Clip>& more)
      : scene_(scene),
        models_(models),
        limits_(limits),
        diagnostics_(diagnostics),
        more_(more),
        budget_(limits.heap_bytes) {}

  Status run() {
    const bool any_named =
        std::any_of(models_.begin(), models_.end(), [](const ModelFile& model) { return model.named_for_actions; });
    if (models_.size() < 2 || (scene_.clips.empty() && !any_named)) return ok_status();
    clips_of_.resize(models_.size());
    model_of_.assign(scene_.files.size(), kNone);
    for (uint32_t m = 0; m < models_.size(); ++m) model_of_[models_[m].file] = m;
    for (uint32_t c = 0; c < scene_.clips.size(); ++c) {
      const uint32_t file = scene_.clips[c].file;
      if (file != kNone && model_of_[file] != kNone) clips_of_[model_of_[file]].push_back(c);
    }
    gives_ = action_givers(scene_, models_, clips_of_);
    targets_.resize(models_.size());
    for (uint32_t m = 0; m < models_.size(); ++m) {
      const ScenePart& part = models_[m].part;
      if (gives_[m] == 0) targets_[m] = skeletons(scene_, {part.first.nodes, part.end.nodes}, true);
    }
    for (uint32_t m = 0; m < models_.size(); ++m) {
      if (!clips_of_[m].empty()) VITRINE_CHECK(share(m));
    }
    VITRINE_CHECK(name_apart());
    take_out();
    return ok_status();
  }

 private:
  /// The nodes of a file as tracks. Where it has no joints, the nodes that it moves are what counts.
  void make_tracks(const ModelFile& model, const std::vector<bool>& driven) {
    const uint32_t first = model.part.first.nodes, count = model.part.end.nodes - first;
    bool any_joint = false;
    for (uint32_t i = 0; i < count; ++i) any_joint |= scene_.nodes[first + i].kind == NodeKind::kJoint;
    tracks_.clear();
    for (uint32_t i = 0; i < count; ++i) {
      const Node& node = scene_.nodes[first + i];
      FitTrack& track = tracks_.emplace_back();
      track.name = node.name;
      track.parent = node.parent == kNone || node.parent < first ? -1 : int64_t{node.parent - first};
      track.rest = node.local;
      track.has_rest = node.rest == kNone;
      track.offset = node.source.offset;
      track.moves = driven[first + i];
      track.is_joint = any_joint ? node.kind == NodeKind::kJoint : track.moves;
      track.is_named = !is_made_up(node.name);
    }
  }

  /// Two models that both show are of one family when most joints of the larger one are the other's as well.
  bool is_family(const Skeleton& skeleton) const {
    const auto joints = static_cast<uint32_t>(
        std::count_if(tracks_.begin(), tracks_.end(), [](const FitTrack& track) { return track.is_joint; }));
    const uint32_t same = skeleton.fit.same_parent;
    return same > 1 && 2 * uint64_t{same} >= std::max(joints, skeleton.joint_count);
  }

  /// The values of a node with a rest matrix are relative to that: they mean the same only in the same format.
  bool means_the_same(uint32_t from, uint32_t to) const {
    const auto has_rest = [](const Node& node) { return node.rest != kNone && !node.rest_is_bind; };
    const bool a = has_rest(scene_.nodes[from]), b = has_rest(scene_.nodes[to]);
    return a == b && (!a || format_of(from) == format_of(to));
  }
  const std::string& format_of(uint32_t node) const {
    return scene_.files[models_[model_of_node(models_, node)].file].format;
  }

  Status share(uint32_t m) {
    diagnostics_.enter(std::string(models_[m].name));
    const Status status = fit_and_bind(m);
    if (!models_[m].text.empty()) diagnostics_.locate(models_[m].text);
    return status;
  }

  Status fit_and_bind(uint32_t m) {
    ModelFile& model = models_[m];
    const uint32_t first = model.part.first.nodes;
    std::vector<bool> driven(scene_.nodes.size());
    for (const uint32_t c : clips_of_[m]) mark_driven(scene_.clips[c], driven);
    VITRINE_CHECK(budget_.charge(model.part.end.nodes - first, sizeof(FitTrack) + sizeof(std::vector<Hit>)));
    make_tracks(model, driven);
    bool by_curves = false;
    for (const uint32_t c : clips_of_[m]) by_curves |= !scene_.clips[c].poses;
    std::vector<Skeleton*> fitted;
    for (uint32_t t = 0; t < models_.size(); ++t) {
      if (t == m) continue;
      for (Skeleton& skeleton : targets_[t]) {
        fitted_ += tracks_.size() + skeleton.nodes.size();
        VITRINE_CHECK(check_limit(fitted_, kMostFitted, "joints that actions are fitted to"));
        fit(scene_, skeleton, tracks_, FitRule::kNamesAndTree);
        skeleton.fit.keeps_values = by_curves;
        if (gives_[m] == 0) skeleton.fit.fits = is_family(skeleton);
        leave_out_odd(first, skeleton);
        if (gives_[m] != 0 || skeleton.fit.fits) {
          VITRINE_CHECK(budget_.charge(1, bytes_of_fit(skeleton, tracks_.size())));
          describe_fit(scene_, skeleton, tracks_, *model.info);
        }
        if (!skeleton.fit.fits) continue;
        report_fit(diagnostics_, scene_, skeleton, tracks_, true);
        fitted.push_back(&skeleton);
      }
    }
    const bool fits = !fitted.empty() || carries_shapes(m);
    if (gives_[m] != 0 && !fits && !model.named_for_actions) {
      gives_[m] = 0;  // a model of its own after all: a camera that moves, say
      return ok_status();
    }
    if (gives_[m] == 0 && !fits) return ok_status();
    return bind(m, fitted, driven);
  }

  void leave_out_odd(uint32_t first, Skeleton& skeleton) const {
    for (uint32_t j = 0; j < skeleton.nodes.size(); ++j) {
      uint32_t& track = skeleton.fit.track[j];
      if (track == kNone || means_the_same(first + track, skeleton.nodes[j])) continue;
      track = kNone;
      skeleton.fit.match[j] = JointMatch::kUnmatched;
      skeleton.fit.rebased[j] = 0;
      if (j < skeleton.joint_count) --skeleton.fit.matched;
    }
    skeleton.fit.fits &= skeleton.fit.matched > 0;
  }

  void collect_hits(const std::vector<Skeleton*>& fitted) {
    hits_.assign(tracks_.size(), {});
    for (const Skeleton* skeleton : fitted) {
      for (uint32_t j = 0; j < skeleton->nodes.size(); ++j) {
        if (skeleton->fit.track[j] != kNone) hits_[skeleton->fit.track[j]].push_back({skeleton, j});
      }
    }
  }

  Status bind(uint32_t m, const std::vector<Skeleton*>& fitted, const std::vector<bool>& driven) {
    ModelFile& model = models_[m];
    const uint32_t first = model.part.first.nodes;
    const bool twins = has_twins();
    if (!twins) collect_hits(fitted);
    std::set<std::string> lost;
    uint64_t lost_count = 0;
    for (const uint32_t c : clips_of_[m]) {
      if (twins) {
        std::vector<bool> own(driven.size());
        mark_driven(scene_.clips[c], own);
        fitted_ += tracks_.size() * (fitted.size() + 1);
        VITRINE_CHECK(check_limit(fitted_, kMostFitted, "joints that actions are fitted to"));
        make_tracks(model, own);
        for (Skeleton* skeleton : fitted) {
          fit(scene_, *skeleton, tracks_, FitRule::kNamesAndTree);
          leave_out_odd(first, *skeleton);
        }
        collect_hits(fitted);
      }
      shared_.push_back(c);
      for (Clip* clip : {&scene_.clips[c], c < more_.size() ? &more_[c] : nullptr}) {
        if (clip == nullptr) continue;
        VITRINE_CHECK(bind_clip(m, *clip, lost, lost_count));
      }
    }
    if (lost_count != 0) {
      std::string names;
      for (const std::string& name : lost) {
        if (names.size() > 120) break;
        names += (names.empty() ? "" : ", ") + name;
      }
      diagnostics_.add(messages::kNotCarried, kNoOffset, {lost_count, names});
    }
    return ok_status();
  }

  /// Several tracks with one name: which is meant depends on what a clip moves.
  bool has_twins() const {
    NameIndex names;
    for (uint32_t t = 0; t < tracks_.size(); ++t) {
      if (names.find_or_add(tracks_[t].name, t) != t) return true;
    }
    return false;
  }

  const std::vector<Hit>* hits_of(uint32_t m, uint32_t node) const {
    const ScenePart& part = models_[m].part;
    if (node < part.first.nodes || node >= part.end.nodes) return nullptr;
    return &hits_[node - part.first.nodes];
  }

  Status bind_clip(uint32_t m, Clip& clip, std::set<std::string>& lost, uint64_t& lost_count) {
    const bool moves_over = gives_[m] != 0;
    const std::vector<Hit>* root = clip.root_node == kNone ? nullptr : hits_of(m, clip.root_node);
    if (moves_over && root != nullptr) clip.root_node = root->empty() ? kNone : root->front().node();
    bool reaches = false;
    if (clip.poses) {
      VITRINE_CHECK(bind_poses(m, clip, reaches));
    } else {
      VITRINE_CHECK(bind_curves(m, clip, lost, lost_count, reaches));
    }
    if (!moves_over || reaches || !clip.playable) return ok_status();
    clip.playable = false;
    clip.why_not = "none of its channels has a counterpart in the models";
    return ok_status();
  }

  Status bind_curves(uint32_t m, Clip& clip, std::set<std::string>& lost, uint64_t& lost_count, bool& reaches) {
    const bool moves_over = gives_[m] != 0;
    // One model after the other, so that the components of a rotation stay side by side.
    std::vector<Curve> out;
    size_t most = 0;
    std::vector<std::vector<Goal>> goals;
    for (const Curve& curve : clip.curves) {
      goals.push_back(goals_of(m, curve));
      most = std::max(most, goals.back().size());
      reaches |= !goals.back().empty();
    }
    if (most == 0) {
      if (moves_over) clip.curves.clear();
      return ok_status();
    }
    for (size_t i = 0; moves_over && i < goals.size(); ++i) {
      if (!goals[i].empty()) continue;
      ++lost_count;
      if (lost.size() < 4) lost.insert(name_of_target(clip.curves[i]));
    }
    for (size_t k = 0; k < most; ++k) {
      for (size_t i = 0; i < clip.curves.size(); ++i) {
        if (k >= goals[i].size()) continue;
        VITRINE_CHECK(budget_.charge(1, sizeof(Curve) + 64));
        VITRINE_CHECK(budget_.charge(clip.curves[i].keys.size(), sizeof(Key)));
        Curve& copy = out.emplace_back(clip.curves[i]);
        copy.target = goals[i][k].target;
        if (copy.target_kind == TargetKind::kShape) copy.sub_target = goals[i][k].shape;
      }
    }
    if (!moves_over) {
      std::move(out.begin(), out.end(), std::back_inserter(clip.curves));
    } else {
      clip.curves = std::move(out);
    }
    return ok_status();
  }

  struct Goal {
    uint32_t target = kNone, shape = kNone;
  };
  std::vector<Goal> goals_of(uint32_t m, const Curve& curve) {
    std::vector<Goal> out;
    if (curve.target == kNone) return out;
    if (curve.target_kind == TargetKind::kNode) {
      const std::vector<Hit>* hits = hits_of(m, curve.target);
      if (hits == nullptr) return out;
      for (const Hit& hit : *hits) out.push_back({hit.node(), kNone});
    } else if (curve.target_kind == TargetKind::kShape) {
      for (const auto& [mesh, shapes] : shapes_of(m, curve.target)) {
        if (curve.sub_target < shapes.size() && shapes[curve.sub_target] != kNone)
          out.push_back({mesh, shapes[curve.sub_target]});
      }
    }
    return out;
  }

  std::string name_of_target(const Curve& curve) const {
    std::string name;
    if (curve.target != kNone && curve.target_kind == TargetKind::kNode) name = scene_.nodes[curve.target].name;
    if (curve.target != kNone && curve.target_kind == TargetKind::kShape) name = scene_.meshes[curve.target].name;
    return name.empty() ? curve.path : name + "." + curve.path;
  }

  // ---- shapes
  // --------------------------------------------------------------------------------------------------------

  /// A mesh with the shapes of another: per shape of that one, the shape of this.
  using SameShapes = std::pair<uint32_t, std::vector<uint32_t>>;

  const std::vector<SameShapes>& shapes_of(uint32_t m, uint32_t mesh) {
    const auto [known, is_new] = shapes_.try_emplace({m, mesh});
    if (!is_new) return known->second;
    const ScenePart& part = models_[m].part;
    uint32_t user = kNone;
    for (uint32_t n = part.first.nodes; n < part.end.nodes && user == kNone; ++n) {
      if (scene_.nodes[n].mesh == mesh) user = n;
    }
    for (uint32_t t = 0; t < models_.size(); ++t) {
      if (t == m || gives_[t] != 0) continue;
      const uint32_t counterpart = mesh_like(t, mesh, user);
      if (counterpart == kNone) continue;
      std::vector<uint32_t> same = same_shapes(scene_.meshes[mesh], scene_.meshes[counterpart]);
      if (std::any_of(same.begin(), same.end(), [](uint32_t shape) { return shape != kNone; }))
        known->second.push_back({counterpart, std::move(same)});
    }
    return known->second;
  }

  /// The mesh of a model whose node, else that itself, is called the same.
  uint32_t mesh_like(uint32_t t, uint32_t mesh, uint32_t user) const {
    const ScenePart& part = models_[t].part;
    uint32_t by_mesh = kNone;
    for (uint32_t n = part.first.nodes; n < part.end.nodes; ++n) {
      const Node& node = scene_.nodes[n];
      if (node.mesh == kNone || scene_.meshes[node.mesh].shapes.empty()) continue;
      if (user != kNone && node.name == scene_.nodes[user].name) return node.mesh;
      if (by_mesh == kNone && scene_.meshes[node.mesh].name == scene_.meshes[mesh].name) by_mesh = node.mesh;
    }
    return by_mesh;
  }

  /// By name; by number where there are as many, and none is called the same.
  static std::vector<uint32_t> same_shapes(const Mesh& from, const Mesh& to) {
    NameIndex names;
    for (uint32_t s = 0; s < to.shapes.size(); ++s) names.find_or_add(to.shapes[s].name, s);
    std::vector<uint32_t> out;
    bool any = false;
    for (uint32_t s = 0; s < from.shapes.size(); ++s) {
      out.push_back(s == 0 ? 0 : names.find(from.shapes[s].name));
      any |= s != 0 && out.back() != kNone;
    }
    if (!any && from.shapes.size() == to.shapes.size()) std::iota(out.begin(), out.end(), 0u);
    return out;
  }

  bool carries_shapes(uint32_t m) {
    for (const uint32_t c : clips_of_[m]) {
      for (const Curve& curve : scene_.clips[c].curves) {
        if (gives_[m] != 0 && curve.target_kind == TargetKind::kShape && curve.target != kNone &&
            !shapes_of(m, curve.target).empty())
          return true;
      }
    }
    return false;
  }

  // ---- key poses
  // -----------------------------------------------------------------------------------------------------

  Status bind_poses(uint32_t m, Clip& clip, bool& reaches) {
    KeyPoses& poses = *clip.poses;
    const bool moves_over = gives_[m] != 0;
    const ScenePart& part = models_[m].part;
    struct Column {
      uint32_t node = 0;
      size_t from = 0;
      bool is_computed = false;
    };
    std::vector<Column> columns;
    std::vector<Derived> derived;
    const size_t tracks = poses.nodes.size(), keys = poses.times_s.size();
    for (size_t i = 0; i < tracks; ++i) {
      if (!moves_over) columns.push_back({poses.nodes[i], i, false});
      const std::vector<Hit>* hits = hits_of(m, poses.nodes[i]);
      if (hits == nullptr) continue;
      for (const Hit& hit : *hits) {
        reaches = true;
        columns.push_back({hit.node(), hit.is_rebased() ? derived.size() : i, hit.is_rebased()});
        if (hit.is_rebased()) derived.push_back({hit.skeleton, hit.joint});
      }
    }
    if (!reaches && !moves_over) return ok_status();
    std::vector<Transform> computed;
    if (!derived.empty()) {
      AllPoses all{&poses, scene_.nodes.data() + part.first.nodes, {}};
      VITRINE_CHECK(budget_.charge(tracks_.size(), sizeof(uint32_t) + sizeof(int64_t)));
      all.column.assign(tracks_.size(), kNone);
      for (size_t i = 0; i < tracks; ++i) {
        if (hits_of(m, poses.nodes[i]) != nullptr)
          all.column[poses.nodes[i] - part.first.nodes] = static_cast<uint32_t>(i);
      }
      std::vector<int64_t> parents;
      for (const FitTrack& track : tracks_) parents.push_back(track.parent);
      VITRINE_TRY(computed, derived_transforms(limits_, budget_, {keys, parents, AllPoses::at, &all}, scene_, derived));
    }
    VITRINE_CHECK(budget_.charge(saturating_mul(keys, columns.size()), sizeof(Transform)));
    std::vector<Transform> out;
    out.reserve(keys * columns.size());
    for (size_t k = 0; k < keys; ++k) {
      for (const Column& column : columns)
        out.push_back(column.is_computed ? computed[k * derived.size() + column.from]
                                         : poses.transforms[k * tracks + column.from]);
    }
    poses.transforms = std::move(out);
    poses.nodes.clear();
    for (const Column& column : columns) poses.nodes.push_back(column.node);
    return ok_status();
  }

  // ---- afterwards
  // ----------------------------------------------------------------------------------------------------

  /// An action with the name of another file's is called after its file as well.
  Status name_apart() {
    std::vector<uint8_t> is_shared(scene_.clips.size(), 0);
    for (const uint32_t c : shared_) is_shared[c] = 1;
    std::vector<uint32_t> order;  // those of models go first
    for (const bool gives : {false, true}) {
      for (const uint32_t c : shared_) {
        if ((gives_[model_of_clip(c)] != 0) == gives) order.push_back(c);
      }
    }
    std::set<std::string> taken;
    std::map<std::string, uint32_t> numbers;
    for (uint32_t c = 0; c < scene_.clips.size(); ++c) {
      if (is_shared[c] == 0) taken.insert(scene_.clips[c].name);
    }
    for (const uint32_t c : order) {
      Clip& clip = scene_.clips[c];
      if (taken.insert(clip.name).second) continue;
      const std::string stem = std::string(file_stem(models_[model_of_clip(c)].name)) + ":" + clip.name;
      VITRINE_CHECK(charge_names(budget_, stem, 1));
      clip.name = stem;
      while (!taken.insert(clip.name).second)
        clip.name = stem + " " + std::to_string(++numbers.try_emplace(stem, 1).first->second);
      if (c < more_.size()) more_[c].name = clip.name;
    }
    return ok_status();
  }
  uint32_t model_of_clip(uint32_t clip) const { return model_of_[scene_.clips[clip].file]; }

  void take_out() {
    std::vector<ScenePart> parts;
    for (uint32_t m = 0; m < models_.size(); ++m) {
      if (gives_[m] == 0) {
        scene_.axes = models_[m].axes;
        continue;
      }
      ModelFile& model = models_[m];
      model.gives_actions_only = true;
      scene_.files[model.file].role = "animation";
      parts.push_back(model.part);
      const uint32_t meshes = model.part.end.meshes - model.part.first.meshes;
      diagnostics_.enter(std::string(model.name));
      if (meshes != 0) diagnostics_.add(messages::kActionsOnly, kNoOffset, {meshes});
    }
    if (!parts.empty()) remove_parts(scene_, parts, more_);
  }

  Scene& scene_;
  std::vector<ModelFile>& models_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
  std::vector<Clip>& more_;
  Budget budget_;
  uint64_t fitted_ = 0;
  std::vector<uint32_t> model_of_;                                           ///< per file of the scene
  std::vector<std::vector<uint32_t>> clips_of_;                              ///< per model
  std::vector<uint8_t> gives_;                                               ///< per model: it gives actions only
  std::vector<std::vector<Skeleton>> targets_;                               ///< per model
  std::vector<FitTrack> tracks_;                                             ///< of the model whose actions are shared
  std::vector<std::vector<Hit>> hits_;                                       ///< per track
  std::map<std::pair<uint32_t, uint32_t>, std::vector<SameShapes>> shapes_;  ///< by model and mesh
  std::vector<uint32_t> shared_;                                             ///< clips that other models play
};

}  // namespace

Status share_actions(Scene& scene, std::vector<ModelFile>& models, const Limits& limits, Diagnostics& diagnostics,
                     std::vector<Clip>& more) {
  return Sharer(scene, models, limits, diagnostics, more).run();
}

}  // namespace vitrine
