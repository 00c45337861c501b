#include "formats/quake/write/file.h"

#include <algorithm>
#include <cmath>

#include "base/byte_writer.h"
#include "formats/quake/md3.h"

namespace vitrine::md3_export {
namespace {

namespace md3 = quake::md3;

constexpr uint32_t kVersion = 15;
constexpr size_t kFrameNameBytes = 16, kUvBytes = 8, kRowBytes = 8;

using Row = std::array<int16_t, 3>;

class Writer {
 public:
  Writer(const Surfaces& surfaces, const Motion& motion) : surfaces_(surfaces), motion_(motion) {}

  Md3File run(const std::string& name) {
    put_on_grid();
    write_header(name);
    write_frames();
    for (uint32_t k = 0; k < motion_.frames; ++k) write_tags(k);
    for (const Surface& surface : surfaces_.list) write_surface(surface);
    out_.patch_u32(md3::kEnd, static_cast<uint32_t>(out_.size()));
    return {out_.take(), std::move(error_)};
  }

 private:
  void put_on_grid() {
    const size_t vertices = surfaces_.sources.size();
    rows_.reserve(motion_.positions.size());
    for (uint32_t frame = 0; frame < motion_.frames; ++frame) {
      double largest = 0;
      Bounds bounds;
      for (size_t v = 0; v < vertices; ++v) {
        const glm::dvec3 p(motion_.positions[frame * vertices + v]);
        Row row{};
        glm::dvec3 made(0);
        for (int c = 0; c < 3; ++c) {
          row[c] = static_cast<int16_t>(std::clamp(std::round(p[c] * kGridSteps), -32768.0, 32767.0));
          made[c] = row[c] / kGridSteps;
        }
        largest = std::max(largest, glm::distance(p, made));
        bounds.add(glm::vec3(made));
        rows_.push_back(row);
      }
      error_.frames.push_back(largest);
      boxes_.push_back(bounds);
    }
  }

  void write_header(const std::string& name) {
    const auto tags = static_cast<uint32_t>(motion_.tags.size());
    const uint64_t frames_at = md3::kHeaderBytes, tags_at = frames_at + md3::kFrameBytes * motion_.frames,
                   surfaces_at = tags_at + md3::kTagBytes * motion_.frames * tags;
    out_.raw("IDP3");
    out_.u32(kVersion);
    out_.padded(name.substr(0, kLongestName), md3::kNameBytes);
    out_.u32(0);  // flags
    out_.u32(motion_.frames);
    out_.u32(tags);
    out_.u32(static_cast<uint32_t>(surfaces_.list.size()));
    out_.u32(0);  // skins, which nothing reads
    out_.u32(static_cast<uint32_t>(frames_at));
    out_.u32(static_cast<uint32_t>(tags_at));
    out_.u32(static_cast<uint32_t>(surfaces_at));
    out_.u32(0);
  }

  void vec3(const glm::vec3& v) {
    for (int c = 0; c < 3; ++c) out_.f32(v[c]);
  }

  void write_frames() {
    for (uint32_t k = 0; k < motion_.frames; ++k) {
      // A frame without vertices has the places of its tags.
      Bounds box = boxes_[k];
      if (box.empty) {
        for (size_t t = 0; t < motion_.tags.size(); ++t) box.add(motion_.places[k * motion_.tags.size() + t].origin);
      }
      glm::vec3 farthest(0);
      for (int c = 0; c < 3; ++c) farthest[c] = std::max(std::abs(box.min[c]), std::abs(box.max[c]));
      vec3(box.min), vec3(box.max), vec3(glm::vec3(0));
      out_.f32(glm::length(farthest));
      out_.padded(motion_.frame_names[k].substr(0, kLongestFrameName), kFrameNameBytes);
    }
  }

  void write_tags(uint32_t frame) {
    for (size_t t = 0; t < motion_.tags.size(); ++t) {
      const TagPlace& place = motion_.places[frame * motion_.tags.size() + t];
      out_.padded(motion_.tags[t].name, md3::kNameBytes);
      vec3(place.origin);
      for (const glm::vec3& axis : place.axes) vec3(axis);
    }
  }

  void write_surface(const Surface& surface) {
    const uint64_t triangles_at = md3::kSurfaceBytes + md3::kShaderBytes,
                   uv_at = triangles_at + md3::kTriangleBytes * surface.triangles(),
                   rows_at = uv_at + kUvBytes * surface.vertices,
                   end = rows_at + kRowBytes * surface.vertices * motion_.frames;
    out_.raw("IDP3");
    out_.padded(surface.name, md3::kNameBytes);
    out_.u32(0);  // flags
    out_.u32(motion_.frames);
    out_.u32(1);  // shaders
    out_.u32(surface.vertices);
    out_.u32(surface.triangles());
    for (const uint64_t at : {triangles_at, uint64_t{md3::kSurfaceBytes}, uv_at, rows_at, end})
      out_.u32(static_cast<uint32_t>(at));
    out_.padded(surface.shader, md3::kNameBytes);
    out_.u32(0);  // the engine's own number
    for (const uint32_t corner : surface.indices) out_.u32(corner);
    for (const glm::vec2& uv : surface.uv) out_.f32(uv.x), out_.f32(uv.y);
    for (uint32_t k = 0; k < motion_.frames; ++k) {
      const size_t first = size_t{k} * surfaces_.sources.size() + surface.first;
      for (size_t v = first; v < first + surface.vertices; ++v) {
        for (const int16_t number : rows_[v]) out_.u16(static_cast<uint16_t>(number));
        for (const uint8_t angle : motion_.normals[v]) out_.u8(angle);
      }
    }
  }

  const Surfaces& surfaces_;
  const Motion& motion_;
  std::vector<Row> rows_;
  std::vector<Bounds> boxes_;
  GridError error_;
  ByteWriter out_;
};

}  // namespace

double reach_of(const Motion& motion) {
  double out = 0;
  for (const glm::vec3& p : motion.positions)
    for (int c = 0; c < 3; ++c) out = std::max(out, std::abs(double{p[c]}));
  return out;
}

double GridError::largest() const { return frames.empty() ? 0 : *std::max_element(frames.begin(), frames.end()); }

Md3File write_md3(const Surfaces& surfaces, const Motion& motion, const std::string& name) {
  return Writer(surfaces, motion).run(name);
}

}  // namespace vitrine::md3_export
