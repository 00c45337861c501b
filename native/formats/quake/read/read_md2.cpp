// MD2 of Quake II: counts and offsets in the header, parts in any order, a grid of its own for each frame.

#include "formats/quake/fields.h"
#include "formats/quake/header_fields.h"
#include "formats/quake/read.h"
#include "formats/quake/read/corners.h"
#include "scene/vertex_frames.h"

namespace vitrine::quake {
namespace {

class Md2Reader {
 public:
  explicit Md2Reader(LoadContext& context) : context_(context), file_(context.bytes) {}

  Result<RawModel> run() {
    raw_.kind = Kind::kMd2;
    raw_.magic = file_.magic();
    VITRINE_CHECK(file_.need(0, md2::kHeaderBytes, "the header"));
    raw_.version = file_.u32(4);
    if (raw_.version != 8) return Error{messages::kVersion, 4, {raw_.version}};
    for (uint64_t field = md2::kWidth; field <= md2::kFrames; field += 4) {
      if (file_.i32(field) < 0) return Error{messages::kNegative, field, {md2::name_of(field), file_.i32(field)}};
    }
    VITRINE_CHECK(check_parts());
    raw_.skin_width = file_.u32(md2::kWidth), raw_.skin_height = file_.u32(md2::kHeight);
    VITRINE_CHECK(read_skins());
    VITRINE_CHECK(read_triangles());
    VITRINE_CHECK(read_frames());
    raw_.surfaces.push_back(std::move(surface_));
    return std::move(raw_);
  }

 private:
  Status check_part(uint64_t count, uint64_t offset, uint64_t size) const {
    const uint64_t number = file_.u32(count);
    const int64_t at = file_.i32(offset);
    if (number == 0) return ok_status();
    const uint64_t from = at < static_cast<int64_t>(md2::kHeaderBytes) ? file_.size() + 1 : static_cast<uint64_t>(at);
    return file_.fits(from, number, size, md2::name_of(offset), at, offset);
  }

  Status check_parts() {
    const uint64_t vertices = file_.u32(md2::kVertices), frame_bytes = file_.u32(md2::kFrameBytes);
    if (file_.u32(md2::kFrames) == 0) return Error{messages::kNoneOf, md2::kFrames, {"frames"}};
    if (frame_bytes < md2::kFrameHead + 4 * vertices)
      return Error{messages::kFrameTooSmall, md2::kFrameBytes, {frame_bytes, vertices}};
    VITRINE_CHECK(check_part(md2::kSkins, md2::kSkinsAt, md2::kSkinBytes));
    VITRINE_CHECK(check_part(md2::kUvs, md2::kUvsAt, 4));
    VITRINE_CHECK(check_part(md2::kTriangles, md2::kTrianglesAt, 12));
    return check_part(md2::kFrames, md2::kFramesAt, frame_bytes);
  }

  Status read_skins() {
    const uint32_t count = file_.u32(md2::kSkins);
    VITRINE_CHECK(context_.budget.charge(count, sizeof(std::string) + 4096, md2::kSkins));
    for (uint64_t i = 0; i < count; ++i)
      raw_.skin_names.emplace_back(file_.text(file_.u32(md2::kSkinsAt) + md2::kSkinBytes * i, md2::kSkinBytes));
    return ok_status();
  }

  glm::vec2 uv(uint64_t number) const {
    const uint64_t at = raw_.uv_at + 4 * number;
    return {raw_.skin_width == 0 ? 0 : static_cast<float>((file_.i16(at) + 0.5) / raw_.skin_width),
            raw_.skin_height == 0 ? 0 : static_cast<float>((file_.i16(at + 2) + 0.5) / raw_.skin_height)};
  }

  Status read_triangles() {
    const uint32_t triangles = file_.u32(md2::kTriangles);
    surface_.vertex_count = file_.u32(md2::kVertices);
    surface_.triangles = file_.u32(md2::kTrianglesAt);
    raw_.uv_at = file_.u32(md2::kUvsAt), raw_.uv_count = file_.u32(md2::kUvs);
    VITRINE_CHECK(context_.budget.charge(3 * uint64_t{triangles} + surface_.vertex_count, kBytesOfCorner));
    Corners corners(surface_);
    for (uint32_t i = 0; i < triangles; ++i) {
      for (uint64_t k = 0; k < 3; ++k) {
        const uint64_t place = surface_.triangles + 12 * uint64_t{i} + 2 * k;
        const uint32_t vertex = file_.u16(place), number = file_.u16(place + 6);
        if (vertex >= surface_.vertex_count)
          return Error{messages::kVertexBeyond, place, {i, vertex, surface_.vertex_count}};
        if (number >= raw_.uv_count) return Error{messages::kUvBeyond, place + 6, {i, number, raw_.uv_count}};
        corners.add(vertex, number, [&] { return uv(number); });
      }
    }
    corners.add_unused();
    return ok_status();
  }

  Status read_frames() {
    const uint32_t count = file_.u32(md2::kFrames);
    const uint64_t bytes = file_.u32(md2::kFrameBytes);
    VITRINE_CHECK(context_.budget.charge(count, sizeof(RawFrame) + sizeof(RawEntry) + 160, md2::kFrames));
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t at = file_.u32(md2::kFramesAt) + bytes * i;
      const VertexFrames::Grid grid{file_.vec3(at), file_.vec3(at + 12)};
      if (!has_places(grid)) return Error{messages::kOddNumber, at, {"grid"}};
      raw_.grids.push_back(grid);
      raw_.frames.push_back({at, at + md2::kFrameHead, std::string(file_.text(at + 24, 16))});
      raw_.entries.push_back({at, i, 1, {}});
    }
    surface_.rows = raw_.frames.front().rows;
    return ok_status();
  }

  LoadContext& context_;
  File file_;
  RawModel raw_;
  RawSurface surface_;
};

}  // namespace

Result<RawModel> read_md2(LoadContext& context) { return Md2Reader(context).run(); }

}  // namespace vitrine::quake
