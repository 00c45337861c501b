// Fixes of pivot scenes.

#include "formats/pivot/full/fixes.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>

#include "formats/pivot/fix_titles.h"
#include "formats/pivot/read/parse.h"
#include "formats/pivot/scalars.h"

namespace vitrine::pivot {
namespace {

constexpr uint64_t kNameAt = 6;  // behind flags, children and the length of the name

class Finder {
 public:
  Finder(std::span<const uint8_t> bytes, const RawScene& scene)
      : bytes_(bytes), scene_(scene), big_(scene.dialect.big_endian) {}

  Fixes run() {
    for (const RawObject& object : scene_.objects) {
      flags(object);
      rotation(object);
      for (const RawSurface& surface : object.surfaces) {
        if (!object.has_geometry()) continue;
        normals(object, surface);
        if (object.is_skinned() && !object.bones.empty()) weights(object, surface);
      }
    }
    if (scene_.end < bytes_.size())
      fix("PIVOT_TRAILING", fix_titles::kTrailing).add(scene_.end, bytes_.size() - scene_.end, "");
    return std::move(fixes_);
  }

 private:
  Fix& fix(const char* code, const char* title) { return fix_for(fixes_, code, title); }

  void flags(const RawObject& object) {
    const auto known = static_cast<uint16_t>(object.flags & (kHasGeometry | kSkinned));
    if (known != object.flags)
      fix("PIVOT_UNKNOWN_FLAGS", fix_titles::kUnknownFlags).put(object.offset, known, big_);
    else if (!object.has_geometry() && !object.surfaces.empty())
      fix("PIVOT_FLAGS", fix_titles::kFlags)
          .put(object.offset, static_cast<uint16_t>(object.flags | kHasGeometry), big_);
  }

  void rotation(const RawObject& object) {
    const glm::quat& q = object.local.rotation;
    const float square = glm::dot(q, q);
    if (square > 0 && std::isfinite(square)) return;
    // Name, count of surfaces, position, then x y z w.
    const uint64_t at = object.offset + kNameAt + object.name.size() + 2 + 12;
    Fix& none = fix("PIVOT_ZERO_ROTATION", fix_titles::kRotations);
    for (uint64_t i = 0; i < 4; ++i) none.put(at + 4 * i, i == 3 ? 1.0f : 0.0f, big_);
  }

  uint64_t offset_of(std::span<const uint8_t> part) const { return static_cast<uint64_t>(part.data() - bytes_.data()); }

  void normals(const RawObject& object, const RawSurface& surface) {
    const Scalars numbers(surface.vertices, big_), words(surface.indices, big_);
    const size_t stride = object.stride();
    std::vector<glm::vec3> sums;
    for (size_t v = 0; v < surface.vertex_count; ++v) {
      const glm::vec3 normal = numbers.vec3(v * stride + 24);
      const float length = glm::length(normal);
      if (length > 1e-12f && std::isfinite(length)) continue;
      if (sums.empty()) {
        sums.resize(surface.vertex_count, glm::vec3(0));
        for (size_t k = 0; k + 2 < surface.index_count; k += 3) {
          const size_t t[3] = {words.u32(4 * k), words.u32(4 * k + 4), words.u32(4 * k + 8)};
          const glm::vec3 a = numbers.vec3(t[0] * stride), b = numbers.vec3(t[1] * stride),
                          c = numbers.vec3(t[2] * stride);
          for (const size_t corner : t) sums[corner] += glm::cross(b - a, c - a);
        }
      }
      const float own = glm::length(sums[v]);
      const glm::vec3 unit = own > 1e-20f && std::isfinite(own) ? sums[v] / own : glm::vec3(0, 1, 0);
      Fix& made = fix("PIVOT_NORMALS", fix_titles::kNormals);
      for (int i = 0; i < 3; ++i)
        made.put(offset_of(surface.vertices) + v * stride + 24 + 4 * static_cast<uint64_t>(i), unit[i], big_);
    }
  }

  /// Influences of bones that are not listed go; the others share their weight.
  void weights(const RawObject& object, const RawSurface& surface) {
    const Scalars numbers(surface.vertices, big_);
    for (size_t v = 0; v < surface.vertex_count; ++v) {
      const size_t at = v * kSkinnedStride + kRigidStride;
      float weight[4];
      double kept = 0;
      bool lost = false;
      for (size_t slot = 0; slot < 4; ++slot) {
        const float stored = numbers.f32(at + 8 + 4 * slot);
        const bool usable = stored > 0 && std::isfinite(stored);
        const bool there = numbers.u16(at + 2 * slot) < object.bones.size();
        lost |= usable && !there;
        weight[slot] = usable && there ? stored : 0;
        kept += weight[slot];
      }
      if (!lost || !(kept > 1e-6)) continue;
      Fix& shared = fix("PIVOT_WEIGHTS", fix_titles::kInfluences);
      for (size_t slot = 0; slot < 4; ++slot) {
        const uint64_t base = offset_of(surface.vertices) + at;
        if (numbers.u16(at + 2 * slot) >= object.bones.size()) shared.put(base + 2 * slot, uint16_t{0}, big_);
      }
      for (size_t slot = 0; slot < 4; ++slot)
        shared.put(offset_of(surface.vertices) + at + 8 + 4 * slot, static_cast<float>(weight[slot] / kept), big_);
    }
  }

  std::span<const uint8_t> bytes_;
  const RawScene& scene_;
  bool big_;
  Fixes fixes_;
};

}  // namespace

Fixes find_fixes(std::span<const uint8_t> bytes) {
  const auto scene = parse_forced(bytes, nullptr);
  if (!scene) return {};
  return Finder(bytes, *scene).run();
}

}  // namespace vitrine::pivot
