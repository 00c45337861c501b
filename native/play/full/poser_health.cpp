// Poses that are made to be measured: the boxes stored with frames against what the mesh needs, and poses mixed of two.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "play/full/health.h"
#include "play/poser.h"
#include "pose/hierarchy.h"

namespace vitrine {

Json Poser::stored_bounds_excess(uint32_t clip_index, const HealthThresholds& thresholds) {
  if (scene_ == nullptr || clip_index >= scene_->clips.size()) return nullptr;
  const Clip& clip = scene_->clips[clip_index];
  if (!clip.frames || clip.frames->bounds.empty() || !clip.playable || instances_.empty()) return nullptr;
  const auto& stored = clip.frames->bounds;
  const bool all_zero = std::all_of(stored.begin(), stored.end(),
                                    [](const auto& box) { return box.min == glm::vec3(0) && box.max == glm::vec3(0); });
  if (all_zero) return nullptr;
  uint64_t vertices = 1;
  for (const Instance& instance : instances_) vertices += instance.mesh->positions.size();
  const uint64_t frames = std::min<uint64_t>(clip.frame_count, stored.size());
  const uint64_t step = std::max<uint64_t>(1, (frames * vertices + thresholds.vertices - 1) / thresholds.vertices);
  const uint32_t kept_clip = clip_;
  const double kept_time_s = time_s_, kept_weight = blend_weight_;
  const pose::PlayOptions kept_options = options;
  options = {};
  options.loop = false;
  blend_weight_ = 0;
  clip_ = clip_index;
  play_selected();
  uint64_t checked = 0, outside = 0;
  Excess largest;
  uint64_t largest_frame = 0;
  double allowed = 0;
  Json list = Json::array();
  for (uint64_t frame = 0; frame < frames; frame += step) {
    ++checked;
    evaluate(static_cast<double>(frame) / clip.frame_rate, {true, false, false, false});
    const Bounds box = bounds();
    const double size = glm::length(glm::dvec3(box.max) - glm::dvec3(box.min));
    const Excess excess = excess_of(stored[frame], box);
    allowed = std::max(allowed, thresholds.bounds_part * size);
    if (excess.amount > largest.amount) largest = excess, largest_frame = frame;
    if (!(excess.amount > thresholds.bounds_part * size)) continue;
    ++outside;
    if (list.size() < thresholds.listed)
      list.push_back(
          {{"frame", frame}, {"time", static_cast<double>(frame) / clip.frame_rate}, {"excess", excess.amount}});
  }
  options = kept_options;
  blend_weight_ = kept_weight;
  clip_ = kept_clip;
  play_selected();
  evaluate(kept_time_s, {true, true, false, true});
  return {{"frames", frames},
          {"checked", checked},
          {"outside", outside},
          {"allowed", allowed},
          {"largest",
           {{"frame", largest_frame},
            {"time", static_cast<double>(largest_frame) / clip.frame_rate},
            {"excess", largest.amount},
            {"axis", std::string(1, static_cast<char>('x' + largest.axis))},
            {"side", largest.above ? "max" : "min"}}},
          {"list", std::move(list)}};
}

bool Poser::set_blend(uint32_t clip, double time_s, double weight) {
  blend_weight_ = 0;
  if (scene_ == nullptr || !(weight > 0)) return scene_ != nullptr;
  if (clip == kSimultaneousClips ? !offers_together()
                                 : clip != kNone && (clip >= scene_->clips.size() || !scene_->clips[clip].playable))
    return false;
  if (blended_.local.size() != scene_->nodes.size()) blended_ = pose::make_local_pose(*scene_);
  blend_clip_ = clip;
  blend_time_s_ = std::isfinite(time_s) ? time_s : 0;
  blend_weight_ = std::min(weight, 1.0);
  return true;
}

void Poser::add_blend() {
  pose::sample_bind(*scene_, blended_);
  const auto add = [&](uint32_t clip) {
    pose::add_clip(*scene_, scene_->clips[clip], blend_time_s_, options, blended_, tracks_of(clip));
  };
  if (blend_clip_ == kSimultaneousClips)
    for (const uint32_t clip : together_) add(clip);
  else if (blend_clip_ != kNone)
    add(blend_clip_);
  pose::blend(blended_, blend_weight_, local_);
}

}  // namespace vitrine
