#include "formats/quake/write/check.h"

#include <algorithm>

#include "convert/check_written.h"
#include "convert/source_pose.h"
#include "formats/quake/rows.h"
#include "formats/quake/write/loops/points.h"
#include "formats/quake/write/sentences.h"
#include "scene/validate.h"

namespace vitrine::md3_export {
namespace {

using Json = nlohmann::ordered_json;

class ReadBack {
 public:
  ReadBack(const Scene& scene, const Space& space, const Surfaces& surfaces, const Motion& motion, const Scene& written)
      : motion_(motion),
        sources_(surfaces.sources),
        source_(scene, space),
        written_(written),
        wanted_(sources_.size()),
        found_(sources_.size()) {}

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
    source_.points(sources_, wanted_);
    blended_points(*written_.meshes[0].frames, blend, found_);
    off.add(wanted_, found_, time_s);
  }

  const Motion& motion_;
  const std::vector<Source>& sources_;
  ScenePoints source_;
  const Scene& written_;
  std::vector<glm::dvec3> wanted_, found_;
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
