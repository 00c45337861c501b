#include "formats/md5/write/check.h"

#include <algorithm>
#include <cmath>

#include "convert/check_written.h"
#include "convert/source_pose.h"
#include "formats/md5/rows.h"
#include "formats/md5/write/sentences.h"
#include "scene/validate.h"

namespace vitrine::md5_export {
namespace {

using Json = nlohmann::ordered_json;

class Check {
 public:
  Check(const Scene& scene, const Space& space, const Rig& rig, const OutMeshes& meshes, Mover& mover,
        const Scene& written)
      : scene_(scene), space_(space), rig_(rig), meshes_(meshes), mover_(mover), source_(scene, space) {
    made_.options.loop = false;
    made_.attach(written);
    for (const Source& source : meshes.sources) vertices_.push_back({source.node, source.vertex});
    wanted_.resize(vertices_.size());
  }

  Json bind() {
    made_.select(kNone);
    source_.pose(kNone, 0);
    made_.evaluate(0, {true, false, false, false});
    Deviation off;
    compare_bound(0, off);
    return off.json(1, meshes_.size);
  }

  Json take(const AnimFile& file, uint32_t clip, const Take& take, uint64_t most) {
    made_.select(clip);
    Deviation on, between;
    const size_t frames = take.times_s.size();
    uint64_t samples = 0;
    for (const size_t k : compared_frames(frames, most)) {
      pose(take, take.times_s[k], file, static_cast<double>(take.first_frame + k), on);
      ++samples;
      if (k + 1 >= frames) continue;
      pose(take, (take.times_s[k] + take.times_s[k + 1]) / 2, file, static_cast<double>(take.first_frame + k) + 0.5,
           between);
    }
    Json out = on.json(samples, meshes_.size);
    out["mean"] = on.mean();
    out["between"] = between.largest;
    return out;
  }

 private:
  void pose(const Take& take, double time_s, const AnimFile& file, double frame, Deviation& off) {
    source_.pose(take.clip, time_s);
    made_.evaluate(frame / file.rate, {true, false, false, false});
    if (take.bind)
      compare_bound(time_s, off);
    else
      compare(mover_.removed(take, time_s), time_s, off);
  }

  /// Where the joints hold a vertex in the bind pose, or where the source itself has it.
  glm::dvec3 bound(const Source& source) const {
    const Node& node = scene_.nodes[source.node];
    const Mesh& mesh = scene_.meshes[node.mesh];
    glm::dvec3 sum(0);
    bool held = false;
    if (node.skin != kNone && !mesh.influence_first.empty() && mesh.shapes.empty()) {
      for (uint32_t i = mesh.influence_first[source.vertex]; i < mesh.influence_first[source.vertex + 1]; ++i) {
        const Influence& influence = mesh.influences[i];
        if (influence.weight == 0) continue;
        const glm::dmat4& reference = rig_.reference[scene_.skins[node.skin].joints[influence.joint]];
        sum += double{influence.weight} * glm::dvec3(reference * glm::dvec4(glm::dvec3(influence.position), 1));
        held = true;
      }
    }
    return held ? space_.point(sum) : source_.at(source.node, source.vertex);
  }

  void compare(const glm::dvec3& removed, double time_s, Deviation& off) {
    source_.points(vertices_, wanted_);
    if (removed != glm::dvec3(0))
      for (glm::dvec3& point : wanted_) point -= removed;
    add_written(made_, meshes_.sources, wanted_, time_s, off);
  }
  void compare_bound(double time_s, Deviation& off) {
    for (size_t i = 0; i < wanted_.size(); ++i) wanted_[i] = bound(meshes_.sources[i]);
    add_written(made_, meshes_.sources, wanted_, time_s, off);
  }

  const Scene& scene_;
  const Space& space_;
  const Rig& rig_;
  const OutMeshes& meshes_;
  Mover& mover_;
  ScenePoints source_;
  Poser made_;
  std::vector<NodeVertex> vertices_;  ///< of the scene, one per source
  std::vector<glm::dvec3> wanted_;    ///< where they are meant to be
};

}  // namespace

Result<Json> check_files(const Scene& scene, const Space& space, const Rig& rig, const OutMeshes& meshes, Mover& mover,
                         const std::string& mesh_text, const std::vector<WrittenAnim>& animations,
                         const std::vector<TextFile>& scales, LossReport& loss_report) {
  Scene written;
  const auto load = [&](const std::string& name, const std::string& text) {
    return load_written(md5::rows(), name, {reinterpret_cast<const uint8_t*>(text.data()), text.size()}, written);
  };
  VITRINE_CHECK(load("written.md5mesh", mesh_text));
  for (const WrittenAnim& one : animations) VITRINE_CHECK(load(one.file->name + ".md5anim", *one.text));
  for (const TextFile& one : scales) VITRINE_CHECK(load(one.name, one.text));
  VITRINE_CHECK(validate(written));
  if (written.meshes.size() != meshes.meshes.size() || written.clips.size() != animations.size())
    return Error{messages::kOtherContent, kNoOffset};
  Check check(scene, space, rig, meshes, mover, written);
  // A scale that became part of the mesh is not in the positions that are stored, and parts that no skin holds stand
  // elsewhere in a bind pose of its own: there is nothing to compare but the actions.
  const bool comparable = rig.folded == 0 && (rig.rests_bound || animations.empty());
  const Json bind = comparable ? check.bind() : Deviation().json(0, meshes.size);
  Json out = {{"size", meshes.size}, {"joints", rig.joints.size()}, {"bind", bind}};
  Json actions = Json::array();
  uint64_t takes = 0;
  for (const WrittenAnim& one : animations) takes += one.file->takes.size();
  const uint64_t pose = meshes.sources.size() + kVerticesPerNode * (scene.nodes.size() + rig.joints.size());
  const CompareBudget budget(takes, pose);
  for (uint32_t clip = 0; clip < animations.size(); ++clip) {
    const AnimFile& file = *animations[clip].file;
    for (const Take& take : file.takes) {
      if (actions.size() == budget.actions) break;
      Json one = {{"name", take.name},       {"file", file.name + ".md5anim"}, {"first", take.first_frame},
                  {"frames", take.frames()}, {"frameRate", file.rate},         {"start", take.times_s.front()}};
      one.update(check.take(file, clip, take, budget.samples));
      actions.push_back(std::move(one));
    }
  }
  out["actions"] = std::move(actions);
  budget.report(takes, loss_report);
  return out;
}

}  // namespace vitrine::md5_export
