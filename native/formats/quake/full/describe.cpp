#include "formats/quake/full/describe.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/names.h"
#include "base/utf8.h"
#include "formats/name_cost.h"
#include "formats/quake/build.h"
#include "formats/quake/fields.h"
#include "formats/quake/full/commands.h"
#include "formats/quake/header_fields.h"

namespace vitrine::quake {
namespace {

using Json = nlohmann::ordered_json;

/// Faults of one kind: told once, at the first of them, with their number.
struct Tally {
  uint64_t count = 0, offset = kNoOffset;
  void add(uint64_t at) {
    if (count++ == 0) offset = at;
  }
};

Json number(float value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json numbers(const glm::vec3& v) { return {number(v.x), number(v.y), number(v.z)}; }

class Description {
 public:
  Description(LoadContext& context, const RawModel& raw)
      : context_(context), said_(context.diagnostics), raw_(raw), file_(context.bytes) {}

  Status run() {
    VITRINE_CHECK(report());
    switch (raw_.kind) {
      case Kind::kMdl:
        check_mdl();
        break;
      case Kind::kMd2:
        VITRINE_CHECK(check_md2());
        break;
      case Kind::kMd3:
        VITRINE_CHECK(check_md3());
        break;
    }
    tell(messages::kNameWithoutEnd, unended_);
    tell(messages::kNameNotUtf8, foreign_);
    tell(messages::kNameGoesOn, trailing_names_);
    tell(messages::kCollapsed, collapsed_);
    return ok_status();
  }

 private:
  void tell(const Sentence& sentence, const Tally& tally) {
    if (tally.count != 0) said_.add(sentence, tally.offset, {tally.count});
  }

  // ---- the report

  uint64_t images_of_skins() const {
    uint64_t count = 0;
    for (const RawSkin& skin : raw_.skins) count += skin.images.size();
    return count;
  }

  Status report() {
    Json& info = context_.info;
    const uint64_t names = raw_.frames.size() + raw_.entries.size() + raw_.surfaces.size() + raw_.tag_names.size() +
                           images_of_skins() + raw_.skin_names.size();
    VITRINE_CHECK(context_.budget.charge(names, kBytesOfRow));
    uint64_t vertices = 0, corners = 0, triangles = 0, groups = 0, images = 0;
    for (const RawSurface& surface : raw_.surfaces) {
      vertices += surface.vertex_count;
      corners += surface.uv.size();
      triangles += surface.indices.size() / 3;
    }
    for (const RawEntry& entry : raw_.entries) groups += !entry.ends_s.empty();
    for (const RawSkin& skin : raw_.skins) images += skin.images.size();
    info = {{"magic", raw_.magic}, {"version", raw_.version}, {"bytes", context_.bytes.size()}, {"flags", raw_.flags}};
    if (raw_.kind == Kind::kMd3) info["name"] = to_utf8(raw_.name);
    info["counts"] = {{"surfaces", raw_.surfaces.size()},
                      {"vertices", vertices},
                      {"corners", corners},
                      {"triangles", triangles},
                      {"frames", raw_.frames.size()},
                      {"entries", raw_.entries.size()},
                      {"groups", groups},
                      {"tags", raw_.tag_names.size()},
                      {"skins", raw_.kind == Kind::kMdl ? raw_.skins.size() : raw_.skin_names.size()}};
    if (raw_.kind == Kind::kMdl) {
      info["counts"]["skinImages"] = images;
      info["scale"] = numbers(raw_.grids[0].scale);
      info["origin"] = numbers(raw_.grids[0].offset);
      info["radius"] = number(raw_.radius);
      info["eye"] = numbers(raw_.eye);
      info["sync"] = raw_.sync;
      info["size"] = number(raw_.size);
    }
    if (raw_.kind != Kind::kMd3) info["skinSize"] = {raw_.skin_width, raw_.skin_height};
    info["frames"] = Json::array();
    for (const RawFrame& frame : raw_.frames)
      info["frames"].push_back({{"name", to_utf8(frame.name)}, {"offset", frame.offset}});
    info["groups"] = Json::array();
    for (const RawEntry& entry : raw_.entries) {
      if (!entry.ends_s.empty())
        info["groups"].push_back({{"first", entry.first}, {"offset", entry.offset}, {"ends", entry.ends_s}});
    }
    if (raw_.kind == Kind::kMd3) {
      info["surfaces"] = Json::array();
      for (const RawSurface& surface : raw_.surfaces)
        info["surfaces"].push_back({{"name", to_utf8(surface.name)},
                                    {"shader", to_utf8(surface.shader)},
                                    {"offset", surface.offset},
                                    {"vertices", surface.vertex_count},
                                    {"triangles", surface.indices.size() / 3}});
    }
    if (raw_.kind == Kind::kMdl && raw_.magic != "RAPO") list_flags();
    list_skins();
    return ok_status();
  }

  /// Skins that can be chosen, as those of .skin files are listed, and the members of a group one by one.
  void list_skins() {
    context_.info["skins"] = Json::array();
    const size_t count = std::max(raw_.skins.size(), raw_.skin_names.size());
    const bool any_group =
        std::any_of(raw_.skins.begin(), raw_.skins.end(), [](const RawSkin& skin) { return skin.images.size() > 1; });
    if (count < 2 && !any_group) return;
    const SkinNumber worn = worn_skin(context_.options.skin, raw_);
    for (size_t i = 0; i < count; ++i) {
      const size_t members = i < raw_.skins.size() ? raw_.skins[i].images.size() : 1;
      for (size_t member = 0; member < members; ++member) {
        Json skin = {{"name", std::to_string(i) + (member == 0 ? "" : "_" + std::to_string(member))},
                     {"models", {to_utf8(context_.name.substr(0, 255))}},
                     {"replaces", Json::array()}};
        if (i < raw_.skin_names.size())
          skin["replaces"].push_back({{"from", to_utf8(raw_.skin_names[0])}, {"to", to_utf8(raw_.skin_names[i])}});
        if (i < raw_.skins.size()) skin["offset"] = raw_.skins[i].images[member];
        if (i < raw_.skins.size() && !raw_.skins[i].ends_s.empty()) skin["ends"] = raw_.skins[i].ends_s[member];
        if (i == worn.skin && member == worn.member.value_or(0)) skin["worn"] = true;
        if (i == 0 && member == 0) skin["default"] = true;
        context_.info["skins"].push_back(std::move(skin));
      }
    }
  }

  /// What the flags of an MDL mean in the game.
  void list_flags() {
    constexpr std::pair<uint32_t, const char*> kFlags[] = {{1, "rocket trail"},
                                                           {2, "grenade trail"},
                                                           {4, "gib trail"},
                                                           {8, "rotates"},
                                                           {16, "tracer trail"},
                                                           {32, "zombie trail"},
                                                           {64, "second tracer trail"},
                                                           {128, "third tracer trail"},
                                                           {1 << 14, "colour 255 is transparent"}};
    Json names = Json::array();
    for (const auto& [bit, name] : kFlags) {
      if ((raw_.flags & bit) != 0) names.push_back(name);
    }
    context_.info["effects"] = std::move(names);
  }

  // ---- what all kinds have

  void check_name(uint64_t at, size_t size) {
    const std::string_view field(reinterpret_cast<const char*>(file_.at(at)), size);
    const size_t end = field.find('\0');
    if (end == field.npos)
      unended_.add(at);
    else if (field.find_first_not_of('\0', end) != field.npos)
      trailing_names_.add(at);
    if (!is_utf8(field.substr(0, end))) foreign_.add(at);
  }

  void check_triangle(const RawSurface& surface, size_t triangle, uint64_t at) {
    const uint32_t* t = &surface.indices[3 * triangle];
    const auto vertex = [&](uint32_t corner) { return surface.vertex.empty() ? corner : surface.vertex[corner]; };
    const uint32_t a = vertex(t[0]), b = vertex(t[1]), c = vertex(t[2]);
    if (a == b || b == c || a == c) collapsed_.add(at);
  }

  void check_scale(const glm::vec3& scale, uint64_t at, bool zero) {
    if (zero && (scale.x == 0 || scale.y == 0 || scale.z == 0)) flat_.add(at);
    if (scale.x < 0 || scale.y < 0 || scale.z < 0) mirrored_.add(at);
  }
  void tell_scale() {
    if (flat_.count != 0) said_.add(messages::kFlat, flat_.offset);
    if (mirrored_.count != 0) said_.add(messages::kMirrored, mirrored_.offset);
  }

  /// Numbers of normals that the table does not have.
  void check_normals() {
    Tally unknown;
    const uint64_t rows = raw_.surfaces[0].vertex_count;
    for (const RawFrame& frame : raw_.frames) {
      const uint8_t* at = file_.at(frame.rows);
      for (uint64_t v = 0; v < rows; ++v) unknown.count += at[4 * v + 3] >= kNormals;
    }
    unknown.offset = raw_.frames[0].rows;
    tell(messages::kUnknownNormals, unknown);
  }

  // ---- MDL

  void check_mdl() {
    const RawSurface& surface = raw_.surfaces[0];
    if (surface.indices.empty()) said_.add(messages::kNoTriangles, 64);
    if (raw_.skins.empty())
      said_.add(messages::kNoSkins, 48);
    else if (raw_.skin_width == 0 || raw_.skin_height == 0)
      said_.add(messages::kNoPixels, raw_.skin_width == 0 ? 52 : 56, {raw_.skin_width, raw_.skin_height});
    if (raw_.skin_width % 4 != 0) said_.add(messages::kOddWidth, 52, {raw_.skin_width});
    if (raw_.sync != 0 && raw_.sync != 1) said_.add(messages::kSyncType, 72, {raw_.sync});
    check_scale(raw_.grids[0].scale, 8, true);
    tell_scale();
    check_groups();
    check_uv_of_mdl();
    Tally marks;
    for (size_t t = 0; t < surface.indices.size() / 3; ++t) {
      const uint64_t at = surface.triangles + 16 * t;
      check_triangle(surface, t, at);
      const int32_t front = file_.i32(at);
      if (front != 0 && front != 1 && front != 16) marks.add(at);
    }
    tell(messages::kFrontMarks, marks);
    if (raw_.version != 3) {
      for (const RawFrame& frame : raw_.frames) check_name(frame.offset + 8, 16);
    }
    check_boxes_of_mdl();
    check_normals();
    if (raw_.end < file_.size()) {
      const bool by_qme = file_.has(raw_.end, 4) && file_.text(raw_.end, 4) == "QMEX";
      said_.add(by_qme ? messages::kEditorBehind : messages::kBytesBehind, raw_.end, {file_.size() - raw_.end});
    }
  }

  void check_groups() {
    Tally types, fall;
    const auto check = [&](uint64_t offset, const std::vector<float>& ends, uint64_t head) {
      if (ends.empty()) return;
      if (file_.i32(offset) != 1) types.add(offset);
      for (size_t i = 1; i < ends.size(); ++i) {
        if (ends[i] <= ends[i - 1]) fall.add(offset + head + 4 * i);
      }
    };
    for (const RawSkin& skin : raw_.skins) check(skin.offset, skin.ends_s, 8);
    for (const RawEntry& entry : raw_.entries) check(entry.offset, entry.ends_s, 16);
    tell(messages::kOtherType, types);
    tell(messages::kTimesFall, fall);
  }

  void check_uv_of_mdl() {
    Tally seam, outside;
    for (uint64_t i = 0; i < raw_.uv_count; ++i) {
      const uint64_t at = raw_.uv_at + 12 * i;
      const int32_t mark = file_.i32(at), s = file_.i32(at + 4), t = file_.i32(at + 8);
      if (mark != 0 && mark != 32) seam.add(raw_.uv_at);
      const bool inside =
          s >= 0 && t >= 0 && static_cast<uint32_t>(s) < raw_.skin_width && static_cast<uint32_t>(t) < raw_.skin_height;
      if (!inside) outside.add(raw_.uv_at);
    }
    tell(messages::kSeamMarks, seam);
    if (!raw_.skins.empty()) tell_outside(outside);
  }
  void tell_outside(const Tally& outside) {
    if (outside.count == 0 || raw_.skin_width == 0 || raw_.skin_height == 0) return;
    said_.add(messages::kUvOutside, outside.offset, {raw_.uv_count, outside.count});
  }

  void check_boxes_of_mdl() {
    Tally boxes;
    const uint64_t rows = raw_.surfaces[0].vertex_count;
    for (const RawFrame& frame : raw_.frames) {
      uint8_t low[4] = {255, 255, 255, 255}, high[4] = {0, 0, 0, 0};
      const uint8_t* row = file_.at(frame.rows);
      for (const uint8_t* const end = row + 4 * rows; row != end; row += 4) {
        for (int c = 0; c < 4; ++c) {
          low[c] = std::min(low[c], row[c]);
          high[c] = std::max(high[c], row[c]);
        }
      }
      const uint8_t* stored = file_.at(frame.offset);
      if (!std::equal(low, low + 3, stored) || !std::equal(high, high + 3, stored + 4)) boxes.add(frame.offset);
    }
    tell(messages::kOtherBox, boxes);
  }

  // ---- MD2

  Status check_md2() {
    const RawSurface& surface = raw_.surfaces[0];
    if (surface.vertex_count == 0)
      said_.add(messages::kNoVertices, md2::kVertices);
    else if (surface.indices.empty())
      said_.add(messages::kNoTriangles, md2::kTriangles);
    if (raw_.skin_names.empty()) said_.add(messages::kNoSkins, md2::kSkins);
    if (raw_.skin_width == 0 || raw_.skin_height == 0)
      said_.add(messages::kNoPixels, raw_.skin_width == 0 ? md2::kWidth : md2::kHeight,
                {raw_.skin_width, raw_.skin_height});
    const uint64_t frame_bytes = file_.u32(md2::kFrameBytes),
                   needed = md2::kFrameHead + 4 * uint64_t{surface.vertex_count};
    if (frame_bytes > needed) said_.add(messages::kLongFrames, md2::kFrameBytes, {frame_bytes, needed});
    for (const auto& [count, at] :
         {std::pair(md2::kSkins, md2::kSkinsAt), std::pair(md2::kUvs, md2::kUvsAt),
          std::pair(md2::kTriangles, md2::kTrianglesAt), std::pair(md2::kFrames, md2::kFramesAt)}) {
      if (file_.u32(count) != 0 && file_.u32(at) % 4 != 0)
        said_.add(messages::kUnaligned, at, {md2::name_of(at), file_.u32(at)});
    }
    if (file_.u32(md2::kEnd) != file_.size())
      said_.add(messages::kOtherEnd, md2::kEnd, {file_.i32(md2::kEnd), file_.size()});
    for (size_t i = 0; i < raw_.skin_names.size(); ++i)
      check_name(file_.u32(md2::kSkinsAt) + md2::kSkinBytes * i, md2::kSkinBytes);
    Tally outside;
    for (uint64_t i = 0; i < raw_.uv_count; ++i) {
      const int16_t s = file_.i16(raw_.uv_at + 4 * i), t = file_.i16(raw_.uv_at + 4 * i + 2);
      const bool inside =
          s >= 0 && t >= 0 && static_cast<uint32_t>(s) < raw_.skin_width && static_cast<uint32_t>(t) < raw_.skin_height;
      if (!inside) outside.add(raw_.uv_at);
    }
    tell_outside(outside);
    for (size_t t = 0; t < surface.indices.size() / 3; ++t) check_triangle(surface, t, surface.triangles + 12 * t);
    for (size_t i = 0; i < raw_.frames.size(); ++i) {
      check_name(raw_.frames[i].offset + 24, 16);
      check_scale(raw_.grids[i].scale, raw_.frames[i].offset, false);
    }
    tell_scale();
    check_normals();
    return check_commands(context_, raw_);
  }

  // ---- MD3

  Status check_md3() {
    if (raw_.surfaces.empty() && raw_.tag_names.empty())
      said_.add(messages::kNoneToShow, md3::kSurfaces);
    else if (raw_.surfaces.empty())
      said_.add(messages::kNoSurfaces, md3::kSurfaces);
    check_name(md3::kName, md3::kNameBytes);
    check_alignment(md3::kFrames, md3::kFramesAt, "ofsFrames");
    check_alignment(md3::kTags, md3::kTagsAt, "ofsTags");
    if (file_.u32(md3::kEnd) != file_.size())
      said_.add(messages::kOtherEnd, md3::kEnd, {file_.i32(md3::kEnd), file_.size()});
    check_frames_of_md3();
    check_tags();
    VITRINE_CHECK(check_surfaces());
    return ok_status();
  }

  void check_alignment(uint64_t count, uint64_t at, const char* name) {
    if (file_.u32(count) != 0 && file_.u32(at) % 4 != 0) said_.add(messages::kUnaligned, at, {name, file_.u32(at)});
  }

  void check_frames_of_md3() {
    Tally odd, moved, boxes;
    for (size_t i = 0; i < raw_.frames.size(); ++i) {
      const uint64_t at = raw_.frames[i].offset;
      check_name(at + 40, 16);
      bool finite = true;
      for (uint64_t k = 0; k < 10; ++k) finite &= std::isfinite(file_.f32(at + 4 * k));
      if (!finite) odd.add(at);
      if (file_.vec3(at + 24) != glm::vec3(0)) moved.add(at + 24);
      if (!agrees(i, file_.vec3(at), file_.vec3(at + 12))) boxes.add(at);
    }
    tell(messages::kFrameNumbers, odd);
    tell(messages::kMovedFrames, moved);
    tell(messages::kOtherBox, boxes);
  }

  /// Does a stored box agree with the vertices to two steps of their grid?
  bool agrees(size_t frame, const glm::vec3& min, const glm::vec3& max) const {
    glm::ivec3 low(32767), high(-32768);
    bool any = false;
    for (const RawSurface& surface : raw_.surfaces) {
      const uint64_t bytes = 8 * uint64_t{surface.vertex_count};
      const uint8_t* row = file_.at(surface.rows + (surface.vertex_count == 0 ? 0 : bytes * frame));
      for (const uint8_t* const end = row + bytes; row != end; row += 8) {
        for (int c = 0; c < 3; ++c) {
          const int value = load_packed<int16_t>(row + 2 * c);
          low[c] = std::min(low[c], value), high[c] = std::max(high[c], value);
        }
        any = true;
      }
    }
    if (!any) return true;
    for (int c = 0; c < 3; ++c) {
      if (!(std::abs(min[c] - low[c] / 64.0) <= 1.0 / 32) || !(std::abs(max[c] - high[c] / 64.0) <= 1.0 / 32))
        return false;
    }
    return true;
  }

  void check_tags() {
    const size_t tags = raw_.tag_names.size();
    std::set<std::string_view> seen;
    for (size_t t = 0; t < tags; ++t) {
      if (seen.insert(raw_.tag_names[t]).second) continue;
      said_.add(messages::kTagTwice, raw_.tags_at + md3::kTagBytes * t, {to_utf8(raw_.tag_names[t])});
      break;
    }
    Tally axes;
    size_t changed = 0;
    for (size_t i = 0; i < tags * raw_.frames.size(); ++i) {
      const uint64_t at = raw_.tags_at + md3::kTagBytes * i;
      check_name(at, md3::kNameBytes);
      if (changed == 0 && file_.text(at, md3::kNameBytes) != raw_.tag_names[i % tags]) changed = i / tags;
      bool unit = true;
      for (uint64_t k = 0; k < 3; ++k) {
        const glm::dvec3 axis(file_.vec3(at + md3::kNameBytes + 12 + 12 * k));
        unit &= std::abs(std::sqrt(glm::dot(axis, axis)) - 1) <= 1e-3;
      }
      if (!unit) axes.add(raw_.tags_at);
    }
    tell(messages::kTagAxes, axes);
    if (changed != 0) said_.add(messages::kTagNames, raw_.tags_at + md3::kTagBytes * changed * tags, {changed});
  }

  Status check_surfaces() {
    namespace field = md3::surface;
    std::set<std::string> names;
    Tally behind;
    for (const RawSurface& surface : raw_.surfaces) {
      const uint64_t at = surface.offset;
      const std::string name = to_utf8(surface.name);
      VITRINE_CHECK(context_.budget.charge(1, 256, at));
      if (file_.text(at, 4) != "IDP3") said_.add(messages::kOtherIdent, at, {name});
      check_name(at + field::kName, md3::kNameBytes);
      if (surface.vertex_count == 0) said_.add(messages::kEmptySurface, at + field::kVertices, {name, "vertices"});
      if (surface.indices.empty()) said_.add(messages::kEmptySurface, at + field::kTriangles, {name, "triangles"});
      if (surface.shader_count == 0)
        said_.add(messages::kNoShader, at + field::kShaders, {name});
      else
        for (uint64_t k = 0; k < std::min<uint32_t>(surface.shader_count, 1024); ++k)
          check_name(at + file_.u32(at + field::kShadersAt) + md3::kShaderBytes * k, md3::kNameBytes);
      Tally odd;
      for (uint64_t v = 0; v < surface.vertex_count; ++v) {
        const uint64_t uv = surface.uv_at + 8 * v;
        if (!std::isfinite(file_.f32(uv)) || !std::isfinite(file_.f32(uv + 4))) odd.add(surface.uv_at);
      }
      tell(messages::kUvNumbers, odd);
      const int64_t end = file_.i32(at + field::kEnd);
      const std::tuple<uint64_t, uint64_t, uint64_t, const char*> parts[] = {
          {surface.indices.size() / 3, md3::kTriangleBytes, field::kTrianglesAt, "ofsTriangles"},
          {surface.shader_count, md3::kShaderBytes, field::kShadersAt, "ofsShaders"},
          {surface.vertex_count, 8, field::kUvsAt, "ofsSt"},
          {surface.vertex_count * uint64_t{raw_.frames.size()}, 8, field::kRowsAt, "ofsXyzNormals"}};
      for (const auto& [count, bytes, place, what] : parts) {
        const uint64_t from = file_.u32(at + place);
        if (count == 0) continue;
        if ((at + from) % 4 != 0) said_.add(messages::kUnaligned, at + place, {what, from});
        if (end > 0 && from + count * bytes > static_cast<uint64_t>(end)) {
          if (behind.count == 0) said_.add(messages::kPartBehind, at + place, {name});
          behind.add(at + place);
        }
      }
      for (size_t t = 0; t < surface.indices.size() / 3; ++t)
        check_triangle(surface, t, surface.triangles + md3::kTriangleBytes * t);
      if (!names.insert(lower_case(surface.name)).second) said_.add(messages::kSameName, at + field::kName, {name});
    }
    if (raw_.surfaces.empty()) return ok_status();
    const uint64_t place = raw_.surfaces.back().offset + field::kEnd;
    const int64_t end = static_cast<int64_t>(raw_.surfaces.back().offset) + file_.i32(place);
    if (end != static_cast<int64_t>(file_.size()) && end != file_.i32(md3::kEnd))
      said_.add(messages::kLastEnd, place, {end, file_.size()});
    return ok_status();
  }

  LoadContext& context_;
  Diagnostics& said_;
  const RawModel& raw_;
  File file_;
  Tally unended_, foreign_, trailing_names_, collapsed_, flat_, mirrored_;
};

}  // namespace

Status describe(LoadContext& context, const RawModel& raw) { return Description(context, raw).run(); }

}  // namespace vitrine::quake
