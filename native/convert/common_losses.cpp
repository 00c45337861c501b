#include "convert/common_losses.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/argument.h"
#include "convert/plain_text.h"

namespace vitrine {
namespace {

constexpr size_t kMostSheets = 5;  ///< in a message
/// Of the edges of a sheet at least one in so many borders on nothing; clothes and bodies have fewer.
constexpr size_t kEdgesPerOpen = 8;

/// Whether back faces are in sight: leaves, feathers and flags, as opposed to bodies with a hole.
bool is_sheet(const WrittenSurface& surface) {
  // Vertices at one place are one, whatever their texture coordinates.
  std::vector<uint32_t> order(surface.positions.size());
  for (uint32_t v = 0; v < order.size(); ++v) order[v] = v;
  const auto place = [&](uint32_t v) {
    const glm::vec3& p = surface.positions[v];
    return std::array{p.x, p.y, p.z};
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return place(a) < place(b); });
  std::vector<uint32_t> welded(order.size());
  for (size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && place(order[k]) == place(order[k - 1]);
    welded[order[k]] = same ? welded[order[k - 1]] : order[k];
  }
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  edges.reserve(surface.indices.size());
  for (size_t t = 0; t + 2 < surface.indices.size(); t += 3) {
    for (size_t k = 0; k < 3; ++k)
      edges.push_back(std::minmax({welded[surface.indices[t + k]], welded[surface.indices[t + (k + 1) % 3]]}));
  }
  std::sort(edges.begin(), edges.end());
  size_t all = 0, open = 0;
  for (size_t k = 0; k < edges.size();) {
    size_t end = k;
    while (end < edges.size() && edges[end] == edges[k]) ++end;
    ++all, open += end - k == 1;
    k = end;
  }
  return open * kEdgesPerOpen >= all && open > 0;
}

}  // namespace

void report_back_faces(const Scene& scene, const std::vector<WrittenSurface>& surfaces, const std::string& engine,
                       bool carried, LossReport& loss_report) {
  std::set<std::string> told;
  std::string list;
  uint64_t count = 0;
  for (const WrittenSurface& surface : surfaces) {
    const Material* material = surface.material == kNone ? nullptr : &scene.materials[surface.material];
    const bool is_stated = material != nullptr && material->double_sided;
    // Without a word of the material the viewer shows both sides.
    if (material != nullptr && material->culling != Culling::kNone) continue;
    if ((is_stated && carried) || !is_sheet(surface) || !told.insert(surface.name).second) continue;
    if (++count <= kMostSheets) list += (list.empty() ? "'" : ", '") + quotable(surface.name, "?") + "'";
  }
  if (count > kMostSheets) list += " and more";
  loss_report.add("back faces", count,
                  counted(count, "material shows", "materials show") + " back faces here, and " + engine +
                      " draws only front faces: " + list);
}

}  // namespace vitrine
