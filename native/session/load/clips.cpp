#include "session/load/clips.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "base/utf8.h"

namespace vitrine {

uint32_t find_clip(const Scene& scene, std::string_view wanted) {
  const auto& clips = scene.clips;
  const auto lower = [](std::string_view text) {
    std::string out(text);
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
  };
  for (uint32_t i = 0; i < clips.size(); ++i) {
    if (clips[i].name == wanted || to_utf8(clips[i].name) == wanted) return i;
  }
  for (uint32_t i = 0; i < clips.size(); ++i) {
    if (!clips[i].full_name.empty() && (clips[i].full_name == wanted || to_utf8(clips[i].full_name) == wanted))
      return i;
  }
  for (uint32_t i = 0; i < clips.size(); ++i) {
    if (lower(clips[i].name) == lower(wanted)) return i;
  }
  uint32_t index = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
  const bool number = error == std::errc() && end == wanted.data() + wanted.size();
  return number && index < clips.size() ? index : kNone;
}

Bounds stored_bounds(const Clip& clip, double time_s) {
  Bounds out;
  if (!clip.frames || clip.frames->bounds.empty() || !(clip.frame_rate > 0)) return out;
  const auto& boxes = clip.frames->bounds;
  const double last = static_cast<double>(boxes.size() - 1),
               at = std::isfinite(time_s) ? std::clamp(time_s * clip.frame_rate, 0.0, last) : 0;
  for (const double frame : {std::floor(at + 1e-6), std::ceil(at - 1e-6)}) {
    const auto& box = boxes[static_cast<size_t>(std::clamp(frame, 0.0, last))];
    if (box.min == glm::vec3(0) && box.max == glm::vec3(0)) continue;
    out.add(box.min), out.add(box.max);
  }
  return out;
}

}  // namespace vitrine
