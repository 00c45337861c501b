#include "formats/iqm/write/check.h"

#include <algorithm>

#include "convert/check_written.h"
#include "convert/source_pose.h"
#include "formats/iqm/rows.h"
#include "formats/iqm/write/sentences.h"
#include "play/poser.h"
#include "scene/validate.h"

namespace vitrine::iqm_export {
namespace {

using Json = nlohmann::ordered_json;

class ReadBack {
 public:
  ReadBack(const Scene& scene, const Space& space, const Model& model, const Scene& written)
      : model_(model), source_(scene, space) {
    wanted_.resize(model.geometry.sources.size());
    made_.options.loop = false;
    made_.attach(written);
  }

  Json bind() {
    made_.select(kNone);
    Deviation off;
    pose(kNone, 0, 0, off);
    return off.json(1, model_.geometry.size);
  }

  Json action(uint32_t number, uint64_t samples) {
    const Action& action = model_.motion.actions[number];
    made_.select(number);
    return compare_action(action, samples, model_.geometry.size,
                          [&](double time_s, size_t frame, size_t, double fraction, Deviation& off) {
                            pose(action.clip, time_s, (static_cast<double>(frame) + fraction) / action.rate, off);
                          });
  }

 private:
  void pose(uint32_t clip, double source_s, double written_s, Deviation& off) {
    source_.pose(clip, source_s);
    made_.evaluate(written_s, {true, false, false, false});
    const auto* found = static_cast<const glm::vec3*>(made_.buffer(BufferKind::kPositions, 0).data);
    source_.points(model_.geometry.sources, wanted_);
    off.add(wanted_, {found, wanted_.size()}, source_s);
  }

  const Model& model_;
  ScenePoints source_;
  Poser made_;
  std::vector<glm::dvec3> wanted_;
};

}  // namespace

Result<Json> check_file(const Scene& scene, const Space& space, const Model& model, std::span<const uint8_t> bytes,
                        bool is_text, LossReport& loss_report) {
  Scene written;
  VITRINE_CHECK(load_written(iqm::rows(), is_text ? "written.iqe" : "written.iqm", bytes, written));
  VITRINE_CHECK(validate(written));
  const Geometry& geometry = model.geometry;
  const std::vector<Action>& actions = model.motion.actions;
  if (written.meshes.size() != 1 || written.meshes[0].positions.size() != geometry.positions.size() ||
      written.clips.size() != actions.size())
    return Error{messages::kOtherContent, kNoOffset};
  ReadBack read_back(scene, space, model, written);
  // A scale that became part of the mesh is not in the positions that are stored, and parts that no skin holds stand
  // elsewhere in a bind pose of its own: there is nothing to compare but the actions.
  const JointPlan& plan = model.skeleton.plan;
  const bool comparable = plan.folded == 0 && plan.rests_bound;
  Json out = {{"size", geometry.size},
              {"joints", model.skeleton.joints.size()},
              {"bind", comparable ? read_back.bind() : Deviation().json(0, geometry.size)}};
  const uint64_t pose =
      geometry.positions.size() + kVerticesPerNode * (scene.nodes.size() + model.skeleton.joints.size());
  const CompareBudget budget(actions.size(), pose);
  Json list = Json::array();
  for (uint32_t k = 0; k < std::min<uint64_t>(actions.size(), budget.actions); ++k)
    list.push_back(read_back.action(k, budget.samples));
  out["actions"] = std::move(list);
  budget.report(actions.size(), loss_report);
  return out;
}

Status check_action_file(const Model& model, std::span<const uint8_t> bytes, bool is_text) {
  Scene written;
  VITRINE_CHECK(load_written(iqm::rows(), is_text ? "written.iqe" : "written.iqm", bytes, written));
  VITRINE_CHECK(validate(written));
  const bool same = written.clips.size() == 1 && written.skins.size() == 1 &&
                    written.skins[0].joints.size() == model.skeleton.joints.size() &&
                    written.clips[0].frame_count == model.motion.frames;
  return same ? ok_status() : Error{messages::kOtherContent, kNoOffset};
}

}  // namespace vitrine::iqm_export
