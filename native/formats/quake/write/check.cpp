#include "formats/quake/write/check.h"

#include <algorithm>

#include "convert/load_written.h"
#include "convert/scene_points.h"
#include "formats/quake/rows.h"
#include "formats/quake/write/sentences.h"
#include "scene/validate.h"
#include "scene/vertex_frames.h"

namespace vitrine::md3_export {
namespace {

using Json = nlohmann::ordered_json;

class ReadBack {
 public:
  ReadBack(const Scene& scene, const Space& space, const Surfaces& surfaces, const Motion& motion, const Scene& written)
      : motion_(motion), sources_(surfaces.sources), source_(scene, space), written_(written) {}

  /// The scene as it stands, which is the one frame of `still`.
  Json bind(const Action& still) {
    Deviation off;
    compare(kNone, 0, {still.first, still.first, 0}, off);
    return off.json(1, motion_.size);
  }

  Json action(const Action& action, uint64_t samples) {
    return compare_action(action, samples, motion_.size,
                          [&](double time_s, size_t frame, size_t next, double fraction, Deviation& off) {
                            const auto at = [&](size_t k) { return static_cast<uint32_t>(action.first + k); };
                            compare(action.clip, time_s, {at(frame), at(next), fraction}, off);
                          });
  }

 private:
  void compare(uint32_t clip, double time_s, const FrameBlend& blend, Deviation& off) {
    if (sources_.empty()) return;
    source_.pose(clip, time_s);
    const VertexFrames& frames = *written_.meshes[0].frames;
    const FrameView first(frames, blend.first), second(frames, blend.second);
    uint32_t node = kNone;
    ScenePoints::OfNode points;
    for (uint32_t v = 0; v < sources_.size(); ++v) {
      if (sources_[v].node != node) points = source_.of(node = sources_[v].node);
      const glm::dvec3 made = glm::mix(first.position(v), second.position(v), blend.fraction);
      off.add(glm::distance(points.at(sources_[v].vertex), made), time_s);
    }
  }

  const Motion& motion_;
  const std::vector<Source>& sources_;
  ScenePoints source_;
  const Scene& written_;
};

bool is_whole(const Scene& written, const Surfaces& surfaces, const Motion& motion) {
  if (written.tag_tracks.size() != motion.tags.size()) return false;
  if (surfaces.list.empty()) return written.meshes.empty();
  return written.meshes.size() == 1 && written.meshes[0].frames &&
         written.meshes[0].frames->vertex_count == surfaces.sources.size() &&
         written.meshes[0].frames->frame_count == motion.frames &&
         written.meshes[0].primitives.size() == surfaces.list.size();
}

}  // namespace

Result<Json> check_file(const Scene& scene, const Space& space, const Surfaces& surfaces, const Motion& motion,
                        std::span<const uint8_t> bytes, LossReport& loss_report) {
  Scene written;
  VITRINE_CHECK(load_written(quake::rows(), "written.md3", bytes, written));
  VITRINE_CHECK(validate(written));
  if (!is_whole(written, surfaces, motion)) return Error{messages::kOtherContent, kNoOffset};
  ReadBack read_back(scene, space, surfaces, motion, written);
  const std::vector<Action>& actions = motion.actions;
  const uint64_t pose = surfaces.sources.size() + scene.nodes.size() + 1;
  const CompareBudget budget(actions.size(), pose);
  Json bind = Deviation().json(0, motion.size), list = Json::array();
  for (size_t k = 0; k < std::min<uint64_t>(actions.size(), budget.actions); ++k) {
    if (actions[k].clip == kNone)
      bind = read_back.bind(actions[k]);
    else
      list.push_back(read_back.action(actions[k], budget.samples));
  }
  budget.report(actions.size(), loss_report);
  return Json{{"size", motion.size}, {"bind", std::move(bind)}, {"actions", std::move(list)}};
}

}  // namespace vitrine::md3_export
