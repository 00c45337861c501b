// MDL of Quake (IDPO 6), of its test of 1996 (IDPO 3), with 16 bits (MD16) and of Hexen II (RAPO): parts follow one
// another without offsets.

#include "base/names.h"
#include "formats/quake/fields.h"
#include "formats/quake/read.h"
#include "formats/quake/read/corners.h"
#include "scene/vertex_frames.h"

namespace vitrine::quake {
namespace {

constexpr uint64_t kSkins = 48, kWidth = 52, kHeight = 56, kVertices = 60, kTriangles = 64, kFrames = 68, kSync = 72,
                   kFlags = 76, kSize = 80, kUvCount = 84;
constexpr uint64_t kUvBytes = 12, kTriangleBytes = 16, kFrameHead = 24, kNameBytes = 16;

class MdlReader {
 public:
  explicit MdlReader(LoadContext& context) : context_(context), file_(context.bytes) {}

  Result<RawModel> run() {
    VITRINE_CHECK(read_header());
    VITRINE_CHECK(read_skins());
    VITRINE_CHECK(place_uv());
    VITRINE_CHECK(read_triangles());
    VITRINE_CHECK(read_frames());
    raw_.end = at_;
    return std::move(raw_);
  }

 private:
  bool is_hexen() const { return raw_.magic == "RAPO"; }
  /// The test has neither flags nor names of frames.
  bool is_test() const { return !is_hexen() && raw_.version == 3; }
  uint64_t frame_head() const { return is_test() ? kFrameHead - kNameBytes : kFrameHead; }
  uint64_t vertex_bytes() const { return raw_.layout == VertexFrames::Layout::kWords ? 8 : 4; }

  Status count(int32_t value, uint64_t offset, const char* field) const {
    if (value >= 0) return ok_status();
    return Error{messages::kNegative, offset, {field, value}};
  }

  Status read_header() {
    raw_.kind = Kind::kMdl;
    raw_.magic = file_.magic();
    VITRINE_CHECK(file_.need(0, kFlags, "the header"));
    raw_.version = file_.u32(4);
    const bool known =
        is_hexen() ? raw_.version == 50 : raw_.version == 6 || (raw_.version == 3 && raw_.magic == "IDPO");
    if (!known) return Error{messages::kVersion, 4, {raw_.version}};
    const uint64_t header = is_test() ? kFlags : is_hexen() ? kUvCount + 4 : kUvCount;
    VITRINE_CHECK(file_.need(0, header, "the header"));
    if (raw_.magic == "MD16") raw_.layout = VertexFrames::Layout::kWords;
    const glm::vec3 scale = file_.vec3(8), origin = file_.vec3(20);
    if (!is_finite_vector(origin)) return Error{messages::kOddNumber, 20, {"origin"}};
    if (!has_places({scale, origin})) return Error{messages::kOddNumber, 8, {"scale"}};
    raw_.grids = {{scale, origin}};
    raw_.radius = file_.f32(32);
    raw_.eye = file_.vec3(36);
    const int32_t skins = file_.i32(kSkins), width = file_.i32(kWidth), height = file_.i32(kHeight),
                  vertices = file_.i32(kVertices), triangles = file_.i32(kTriangles), frames = file_.i32(kFrames),
                  coordinates = is_hexen() ? file_.i32(kUvCount) : vertices;
    raw_.sync = file_.i32(kSync);
    if (!is_test()) raw_.flags = file_.u32(kFlags), raw_.size = file_.f32(kSize);
    if (is_hexen()) VITRINE_CHECK(count(coordinates, kUvCount, "num_st_verts"));
    VITRINE_CHECK(count(skins, kSkins, "numskins"));
    VITRINE_CHECK(count(width, kWidth, "skinwidth"));
    VITRINE_CHECK(count(height, kHeight, "skinheight"));
    VITRINE_CHECK(count(vertices, kVertices, "numverts"));
    VITRINE_CHECK(count(triangles, kTriangles, "numtris"));
    VITRINE_CHECK(count(frames, kFrames, "numframes"));
    if (frames == 0) return Error{messages::kNoneOf, kFrames, {"frames"}};
    if (vertices == 0) return Error{messages::kNoneOf, kVertices, {"vertices"}};
    // What cannot be there at all is the fault of the count, whatever lies before it.
    const auto u = [](int32_t value) { return static_cast<uint32_t>(value); };
    const uint64_t frame_bytes = 4 + frame_head() + u(vertices) * vertex_bytes();
    VITRINE_CHECK(file_.fits(header, u(skins), 4, "numskins", skins, kSkins));
    if (!is_hexen()) VITRINE_CHECK(file_.fits(header, u(vertices), kUvBytes, "numverts", vertices, kVertices));
    VITRINE_CHECK(file_.fits(header, u(triangles), kTriangleBytes, "numtris", triangles, kTriangles));
    VITRINE_CHECK(file_.fits(header, u(frames), frame_bytes, "numframes", frames, kFrames));
    raw_.skin_width = u(width), raw_.skin_height = u(height);
    raw_.uv_count = u(coordinates);
    skin_count_ = u(skins), triangle_count_ = u(triangles), frame_count_ = u(frames);
    surface_.vertex_count = u(vertices);
    at_ = header;
    return ok_status();
  }

  /// The count of a group, and when each of its members ends.
  Result<std::vector<float>> read_group(uint64_t times, const char* what) {
    VITRINE_CHECK(file_.need(at_, times, what));
    const uint64_t place = at_;
    const int32_t members = file_.i32(at_);
    if (members < 1) return Error{messages::kGroupOf, place, {members}};
    VITRINE_CHECK(file_.fits(at_ + times, static_cast<uint32_t>(members), 4, "the count of a group", members, place));
    at_ += times;
    std::vector<float> ends;
    VITRINE_CHECK(context_.budget.charge(static_cast<uint32_t>(members), 2 * sizeof(float), place));
    for (int32_t i = 0; i < members; ++i, at_ += 4) {
      const float end = file_.f32(at_);
      if (!std::isfinite(end) || end <= 0) return Error{messages::kNoTime, at_, {i, end}};
      ends.push_back(end);
    }
    return ends;
  }

  Status read_skins() {
    const uint64_t pixels = saturating_mul(raw_.skin_width, raw_.skin_height);
    for (uint32_t i = 0; i < skin_count_; ++i) {
      if (context_.cancelled()) return Error{messages::kCancelled, at_};
      VITRINE_CHECK(file_.need(at_, 4, "the type of a skin"));
      VITRINE_CHECK(context_.budget.charge(1, sizeof(RawSkin) + sizeof(uint64_t), at_));
      RawSkin& skin = raw_.skins.emplace_back();
      skin.offset = at_;
      const bool is_group = file_.i32(at_) != 0;
      at_ += 4;
      if (is_group) {
        VITRINE_TRY(skin.ends_s, read_group(4, "the count of a group of skins"));
        VITRINE_CHECK(context_.budget.charge(skin.ends_s.size(), 2 * sizeof(uint64_t), at_));
      }
      const size_t images = is_group ? skin.ends_s.size() : 1;
      for (size_t k = 0; k < images; ++k, at_ += pixels) {
        if (pixels > file_.size()) VITRINE_CHECK(file_.fits(at_, 1, pixels, "skinwidth", file_.i32(kWidth), kWidth));
        VITRINE_CHECK(file_.need(at_, pixels, "a skin"));
        skin.images.push_back(at_);
      }
    }
    return ok_status();
  }

  Status place_uv() {
    raw_.uv_at = at_;
    const auto value = static_cast<int64_t>(raw_.uv_count);
    if (is_hexen()) {
      VITRINE_CHECK(file_.fits(at_, raw_.uv_count, kUvBytes, "num_st_verts", value, kUvCount));
    } else {
      VITRINE_CHECK(file_.fits(at_, raw_.uv_count, kUvBytes, "numverts", value, kVertices));
    }
    at_ += kUvBytes * raw_.uv_count;
    return ok_status();
  }

  /// The middle of a texel. A corner of a back face that lies on the seam has its place in the right half of the skin.
  glm::vec2 uv(uint32_t number, bool shifted) const {
    const uint64_t at = raw_.uv_at + kUvBytes * number;
    const double s = double{static_cast<double>(file_.i32(at + 4))} + (shifted ? raw_.skin_width / 2 : 0),
                 t = file_.i32(at + 8);
    return {raw_.skin_width == 0 ? 0 : static_cast<float>((s + 0.5) / raw_.skin_width),
            raw_.skin_height == 0 ? 0 : static_cast<float>((t + 0.5) / raw_.skin_height)};
  }

  Status read_triangles() {
    surface_.triangles = at_;
    VITRINE_CHECK(file_.fits(at_, triangle_count_, kTriangleBytes, "numtris", triangle_count_, kTriangles));
    VITRINE_CHECK(context_.budget.charge(3 * uint64_t{triangle_count_} + surface_.vertex_count, kBytesOfCorner, at_));
    Corners corners(surface_);
    for (uint32_t i = 0; i < triangle_count_; ++i, at_ += kTriangleBytes) {
      const bool back = file_.i32(at_) == 0;
      for (uint64_t k = 0; k < 3; ++k) {
        const uint64_t place = is_hexen() ? at_ + 4 + 2 * k : at_ + 4 + 4 * k;
        const uint32_t vertex = is_hexen() ? file_.u16(place) : file_.u32(place);
        const uint32_t number = is_hexen() ? file_.u16(place + 6) : vertex;
        if (is_hexen() && number >= raw_.uv_count)
          return Error{messages::kUvBeyond, place + 6, {i, number, raw_.uv_count}};
        if (vertex >= surface_.vertex_count)
          return Error{messages::kVertexBeyond, place, {i, static_cast<int32_t>(vertex), surface_.vertex_count}};
        const bool shifted = back && file_.i32(raw_.uv_at + kUvBytes * number) != 0;
        corners.add(vertex, number << 1 | uint32_t{shifted}, [&] { return uv(number, shifted); });
      }
    }
    corners.add_unused();
    return ok_status();
  }

  Status read_frame() {
    const uint64_t rows = surface_.vertex_count * vertex_bytes();
    VITRINE_CHECK(file_.need(at_, frame_head() + rows, "a frame"));
    VITRINE_CHECK(context_.budget.charge(1, sizeof(RawFrame) + 128, at_));
    RawFrame frame{at_, at_ + frame_head(), {}};
    if (!is_test()) frame.name = file_.text(at_ + 8, kNameBytes);
    raw_.frames.push_back(std::move(frame));
    at_ += frame_head() + rows;
    return ok_status();
  }

  Status read_frames() {
    for (uint32_t i = 0; i < frame_count_; ++i) {
      if (context_.cancelled()) return Error{messages::kCancelled, at_};
      VITRINE_CHECK(file_.need(at_, 4, "the type of a frame"));
      VITRINE_CHECK(context_.budget.charge(1, sizeof(RawEntry), at_));
      RawEntry entry{at_, static_cast<uint32_t>(raw_.frames.size()), 1, {}};
      const bool is_group = file_.i32(at_) != 0;
      at_ += 4;
      if (is_group) {
        VITRINE_TRY(entry.ends_s, read_group(12, "the head of a group of frames"));
        entry.count = static_cast<uint32_t>(entry.ends_s.size());
      }
      for (uint32_t k = 0; k < entry.count; ++k) VITRINE_CHECK(read_frame());
      raw_.entries.push_back(std::move(entry));
    }
    surface_.rows = raw_.frames.front().rows;
    raw_.surfaces.push_back(std::move(surface_));
    return ok_status();
  }

  LoadContext& context_;
  File file_;
  RawModel raw_;
  RawSurface surface_;
  uint32_t skin_count_ = 0, triangle_count_ = 0, frame_count_ = 0;
  uint64_t at_ = 0;
};

}  // namespace

Result<RawModel> read_mdl(LoadContext& context) { return MdlReader(context).run(); }

}  // namespace vitrine::quake
