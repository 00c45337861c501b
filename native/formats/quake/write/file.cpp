#include "formats/quake/write/file.h"

#include <algorithm>
#include <cmath>

#include "base/byte_writer.h"
#include "convert/check_written.h"
#include "convert/source_pose.h"
#include "formats/quake/header_fields.h"
#include "formats/quake/rows.h"
#include "formats/quake/write/loops/grid.h"
#include "formats/quake/write/loops/points.h"
#include "formats/quake/write/sentences.h"
#include "scene/validate.h"

namespace vitrine::md3_export {
namespace {

namespace md3 = quake::md3;

constexpr uint32_t kVersion = 15;
constexpr size_t kFrameNameBytes = 16, kUvBytes = 8, kRowBytes = 8;

class Writer {
 public:
  Writer(const Surfaces& surfaces, const Motion& motion) : surfaces_(surfaces), motion_(motion) {
    grid_.rows.resize(motion.positions.size());
    grid_.boxes.resize(motion.frames), grid_.error.frames.resize(motion.frames);
    put_on_grid(motion, surfaces.sources.size(), grid_);
  }

  Md3File run(const std::string& name) {
    write_header(name);
    write_frames();
    for (uint32_t k = 0; k < motion_.frames; ++k) write_tags(k);
    for (const Surface& surface : surfaces_.list) write_surface(surface);
    out_.patch_u32(md3::kEnd, static_cast<uint32_t>(out_.size()));
    return {out_.take(), std::move(grid_.error)};
  }

 private:
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
      Bounds box = grid_.boxes[k];
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
    std::vector<std::array<uint8_t, kRowBytes>> rows(surface.vertices);
    for (uint32_t k = 0; k < motion_.frames; ++k) {
      put_rows(grid_, motion_, size_t{k} * surfaces_.sources.size() + surface.first, rows);
      out_.raw(std::span(reinterpret_cast<const uint8_t*>(rows.data()), rows.size() * kRowBytes));
    }
  }

  const Surfaces& surfaces_;
  const Motion& motion_;
  Grid grid_;
  ByteWriter out_;
};

}  // namespace

double GridError::largest() const { return frames.empty() ? 0 : *std::max_element(frames.begin(), frames.end()); }

Md3File write_md3(const Surfaces& surfaces, const Motion& motion, const std::string& name) {
  return Writer(surfaces, motion).run(name);
}

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
