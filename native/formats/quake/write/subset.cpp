#include "formats/quake/write/subset.h"

#include <algorithm>
#include <numeric>

namespace vitrine::md3_export {
namespace {

/// The vertices of `corners`, ascending; the corners become numbers of these.
std::vector<uint32_t> number_anew(std::vector<uint32_t>& corners) {
  std::vector<uint32_t> used = corners;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (uint32_t& v : corners) v = static_cast<uint32_t>(std::lower_bound(used.begin(), used.end(), v) - used.begin());
  return used;
}

std::vector<std::vector<uint32_t>> by_surface(const Surfaces& surfaces, std::span<const uint32_t> indices) {
  std::vector<std::vector<uint32_t>> out(surfaces.list.size());
  for (size_t i = 0; i + 2 < indices.size(); i += 3) {
    const auto after = std::upper_bound(surfaces.list.begin(), surfaces.list.end(), indices[i],
                                        [](uint32_t v, const Surface& surface) { return v < surface.first; });
    std::vector<uint32_t>& corners = out[static_cast<size_t>(after - surfaces.list.begin() - 1)];
    for (size_t k = 0; k < 3; ++k) corners.push_back(indices[i + k]);
  }
  return out;
}

}  // namespace

Subset subset_of(const Surfaces& surfaces, const Motion& motion, std::span<const uint32_t> indices,
                 std::span<const uint32_t> frames) {
  Subset out;
  std::vector<std::vector<uint32_t>> corners = by_surface(surfaces, indices);
  std::vector<uint32_t>& kept = out.vertices;
  for (size_t s = 0; s < surfaces.list.size(); ++s) {
    if (corners[s].empty()) continue;
    const Surface& from = surfaces.list[s];
    const std::vector<uint32_t> used = number_anew(corners[s]);
    Surface to;
    to.name = from.name, to.shader = from.shader, to.material = from.material;
    to.first = static_cast<uint32_t>(kept.size()), to.vertices = static_cast<uint32_t>(used.size());
    for (const uint32_t v : used) to.uv.push_back(from.uv[v - from.first]);
    to.indices = std::move(corners[s]);
    kept.insert(kept.end(), used.begin(), used.end());
    out.surfaces.list.push_back(std::move(to));
  }
  for (const uint32_t v : kept) out.surfaces.sources.push_back(surfaces.sources[v]);
  const size_t vertices = surfaces.sources.size(), tags = motion.tags.size();
  Motion& to = out.motion;
  to.actions = motion.actions, to.tags = motion.tags, to.size = motion.size;
  to.frames = static_cast<uint32_t>(frames.size());
  to.positions.reserve(frames.size() * kept.size()), to.normals.reserve(frames.size() * kept.size());
  for (const size_t frame : frames) {
    for (const uint32_t v : kept) {
      to.positions.push_back(motion.positions[frame * vertices + v]);
      to.normals.push_back(motion.normals[frame * vertices + v]);
    }
    for (size_t t = 0; t < tags; ++t) to.places.push_back(motion.places[frame * tags + t]);
    to.frame_names.push_back(motion.frame_names[frame]);
  }
  return out;
}

std::vector<uint32_t> all_frames(const Motion& motion) {
  std::vector<uint32_t> out(motion.frames);
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

}  // namespace vitrine::md3_export
