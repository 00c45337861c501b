// MD3 of Quake III: frames with their boxes, tags, and surfaces one behind another.

#include <limits>

#include "formats/quake/fields.h"
#include "formats/quake/header_fields.h"
#include "formats/quake/read.h"

namespace vitrine::quake {
namespace {

class Md3Reader {
 public:
  explicit Md3Reader(LoadContext& context) : context_(context), file_(context.bytes) {}

  Result<RawModel> run() {
    VITRINE_CHECK(read_header());
    VITRINE_CHECK(read_frames());
    VITRINE_CHECK(read_tags());
    VITRINE_CHECK(read_surfaces());
    return std::move(raw_);
  }

 private:
  Status count(uint64_t field, const char* name) const {
    if (file_.i32(field) >= 0) return ok_status();
    return Error{messages::kNegative, field, {name, file_.i32(field)}};
  }

  Status read_header() {
    raw_.kind = Kind::kMd3;
    raw_.layout = VertexFrames::Layout::kSignedAngles;
    raw_.magic = file_.magic();
    VITRINE_CHECK(file_.need(0, md3::kHeaderBytes, "the header"));
    raw_.version = file_.u32(4);
    if (raw_.version != 15) return Error{messages::kVersion, 4, {raw_.version}};
    raw_.name = file_.text(md3::kName, md3::kNameBytes);
    raw_.flags = file_.u32(md3::kFlags);
    VITRINE_CHECK(count(md3::kFrames, "numFrames"));
    VITRINE_CHECK(count(md3::kTags, "numTags"));
    VITRINE_CHECK(count(md3::kSurfaces, "numSurfaces"));
    if (file_.u32(md3::kFrames) == 0) return Error{messages::kNoneOf, md3::kFrames, {"frames"}};
    frame_count_ = file_.u32(md3::kFrames), tag_count_ = file_.u32(md3::kTags);
    VITRINE_CHECK(part(frame_count_, md3::kFrameBytes, md3::kFramesAt, "ofsFrames"));
    // A tag has a record in each frame.
    return part(saturating_mul(tag_count_, frame_count_), md3::kTagBytes, md3::kTagsAt, "ofsTags");
  }

  Status part(uint64_t number, uint64_t size, uint64_t field, const char* name) const {
    if (number == 0) return ok_status();
    const int64_t at = file_.i32(field);
    const uint64_t from = at < static_cast<int64_t>(md3::kHeaderBytes) ? file_.size() + 1 : static_cast<uint64_t>(at);
    return file_.fits(from, number, size, name, at, field);
  }

  Status read_frames() {
    raw_.grids = {{glm::vec3(1.0f / 64), glm::vec3(0)}};
    VITRINE_CHECK(context_.budget.charge(frame_count_, sizeof(RawFrame) + sizeof(RawEntry) + 160, md3::kFrames));
    for (uint32_t i = 0; i < frame_count_; ++i) {
      const uint64_t at = file_.u32(md3::kFramesAt) + md3::kFrameBytes * i;
      raw_.frames.push_back({at, 0, std::string(file_.text(at + 40, 16))});
      raw_.entries.push_back({at, i, 1, {}});
    }
    return ok_status();
  }

  Status read_tags() {
    raw_.tags_at = file_.u32(md3::kTagsAt);
    VITRINE_CHECK(context_.budget.charge(uint64_t{tag_count_} * frame_count_, sizeof(TagTrack::Place), md3::kTags));
    VITRINE_CHECK(context_.budget.charge(tag_count_, sizeof(Node) + sizeof(TagTrack) + 1024, md3::kTags));
    const uint64_t places = uint64_t{tag_count_} * frame_count_;
    for (uint64_t i = 0; i < places; ++i) {
      const uint64_t at = raw_.tags_at + md3::kTagBytes * i;
      if (i < tag_count_) raw_.tag_names.emplace_back(file_.text(at, md3::kNameBytes));
      for (uint64_t v = 0; v < 4; ++v) {
        // The length of an axis becomes the scale of a node.
        const double length = glm::length(glm::dvec3(file_.vec3(at + md3::kNameBytes + 12 * v)));
        if (!(length <= std::numeric_limits<float>::max()))
          return Error{messages::kOddNumber, at + md3::kNameBytes, {"tag"}};
      }
    }
    return ok_status();
  }

  Status read_surfaces() {
    const uint32_t count = file_.u32(md3::kSurfaces);
    int64_t at = file_.i32(md3::kSurfacesAt);
    uint64_t blame = md3::kSurfacesAt;
    for (uint32_t i = 0; i < count; ++i) {
      if (context_.cancelled()) return Error{messages::kCancelled, blame};
      const int64_t least = i == 0 ? static_cast<int64_t>(md3::kHeaderBytes) : 0;
      if (at < least || !file_.has(static_cast<uint64_t>(at), md3::kSurfaceBytes))
        return Error{messages::kSurfaceOutside, blame, {i, at, file_.size()}};
      VITRINE_CHECK(context_.budget.charge(1, sizeof(RawSurface) + sizeof(Primitive) + 4096, blame));
      VITRINE_CHECK(read_surface(static_cast<uint64_t>(at)));
      blame = static_cast<uint64_t>(at) + md3::surface::kEnd;
      const int64_t length = file_.i32(blame);
      if (length < static_cast<int64_t>(md3::kSurfaceBytes) && i + 1 < count)
        return Error{messages::kCannotFit, blame, {"ofsEnd", length, 1, md3::kSurfaceBytes, file_.size()}};
      at += length;
    }
    return ok_status();
  }

  /// Where a part of a surface begins; an empty part begins where its surface does.
  Result<uint64_t> surface_part(uint64_t surface, uint64_t number, uint64_t size, uint64_t field,
                                const char* name) const {
    if (number == 0) return surface;
    const int64_t at = file_.i32(surface + field);
    const uint64_t from = at < 0 ? file_.size() + 1 : surface + static_cast<uint64_t>(at);
    VITRINE_CHECK(file_.fits(from, number, size, name, at, surface + field));
    return from;
  }

  Status read_surface(uint64_t at) {
    namespace field = md3::surface;
    RawSurface surface;
    surface.offset = at;
    surface.name = file_.text(at + field::kName, md3::kNameBytes);
    VITRINE_CHECK(count(at + field::kFrames, "numFrames"));
    VITRINE_CHECK(count(at + field::kShaders, "numShaders"));
    VITRINE_CHECK(count(at + field::kVertices, "numVerts"));
    VITRINE_CHECK(count(at + field::kTriangles, "numTriangles"));
    if (file_.u32(at + field::kFrames) != frame_count_)
      return Error{messages::kOtherFrames, at + field::kFrames, {file_.u32(at + field::kFrames), frame_count_}};
    surface.vertex_count = file_.u32(at + field::kVertices);
    surface.shader_count = file_.u32(at + field::kShaders);
    const uint32_t triangles = file_.u32(at + field::kTriangles);
    VITRINE_TRY(surface.triangles,
                surface_part(at, triangles, md3::kTriangleBytes, field::kTrianglesAt, "ofsTriangles"));
    VITRINE_TRY(const uint64_t shaders,
                surface_part(at, surface.shader_count, md3::kShaderBytes, field::kShadersAt, "ofsShaders"));
    VITRINE_TRY(surface.uv_at, surface_part(at, surface.vertex_count, 8, field::kUvsAt, "ofsSt"));
    VITRINE_TRY(surface.rows, surface_part(at, saturating_mul(surface.vertex_count, frame_count_), 8, field::kRowsAt,
                                           "ofsXyzNormals"));
    if (surface.shader_count != 0) surface.shader = file_.text(shaders, md3::kNameBytes);
    VITRINE_CHECK(context_.budget.charge(3 * uint64_t{triangles}, 2 * sizeof(uint32_t), at));
    VITRINE_CHECK(context_.budget.charge(surface.vertex_count, 2 * sizeof(glm::vec2), at));
    surface.indices.reserve(3 * size_t{triangles});
    for (uint64_t k = 0; k < 3 * uint64_t{triangles}; ++k) {
      const uint32_t vertex = file_.u32(surface.triangles + 4 * k);
      if (vertex >= surface.vertex_count)
        return Error{messages::kVertexBeyond,
                     surface.triangles + 4 * k,
                     {k / 3, static_cast<int32_t>(vertex), surface.vertex_count}};
      surface.indices.push_back(vertex);
    }
    for (uint64_t v = 0; v < surface.vertex_count; ++v) {
      glm::vec2 uv(file_.f32(surface.uv_at + 8 * v), file_.f32(surface.uv_at + 8 * v + 4));
      for (int c = 0; c < 2; ++c) {
        if (!std::isfinite(uv[c])) uv[c] = 0;
      }
      surface.uv.push_back(uv);
    }
    raw_.surfaces.push_back(std::move(surface));
    return ok_status();
  }

  LoadContext& context_;
  File file_;
  RawModel raw_;
  uint32_t frame_count_ = 0, tag_count_ = 0;
};

}  // namespace

Result<RawModel> read_md3(LoadContext& context) { return Md3Reader(context).run(); }

}  // namespace vitrine::quake
