#include "formats/quake/full/places.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/utf8.h"
#include "formats/quake/build.h"
#include "formats/quake/fields.h"
#include "formats/quake/header_fields.h"
#include "formats/quake/read.h"

namespace vitrine::quake {
namespace {

/// A file that has opened, read once more for the views of its bytes.
std::optional<RawModel> reread_model(std::span<const uint8_t> bytes) {
  const ReadOptions options;
  const Limits limits;
  Budget budget(~uint64_t{0});
  Diagnostics diagnostics(0);
  nlohmann::ordered_json info;
  LoadContext context{.name = "",
                      .bytes = bytes,
                      .options = options,
                      .limits = limits,
                      .budget = budget,
                      .diagnostics = diagnostics,
                      .info = info};
  const std::string_view magic = File(bytes).magic();
  auto raw = magic == "IDP2" ? read_md2(context) : magic == "IDP3" ? read_md3(context) : read_mdl(context);
  if (!raw) return {};
  return std::move(*raw);
}

/// The mesh has no place of its own: it is the file.
constexpr uint64_t kMesh = 0;

void add_frame(const RawModel& raw, uint32_t frame, const RawSurface& surface, uint32_t first,
               SourceRecordLists& lists) {
  const bool is_wide = raw.layout == VertexFrames::Layout::kWords;
  const uint32_t row = raw.kind == Kind::kMd3 ? 8 : 4;
  const uint64_t rows =
      raw.kind == Kind::kMd3 ? surface.rows + uint64_t{row} * surface.vertex_count * frame : raw.frames[frame].rows;
  for (const char* name : {"vertex", "low bytes"}) {
    const bool is_low = name[0] == 'l';
    if (is_low && !is_wide) return;
    SourceRecords list =
        fixed_places(PlaceKind::kVertex, name, kMesh, rows + (is_low ? uint64_t{row} * surface.vertex_count : 0),
                     surface.vertex_count, row, first);
    list.frame = frame;
    lists.push_back(std::move(list));
  }
}

void add_actions(const RawModel& raw, SourceRecordLists& lists) {
  const uint64_t head = raw.kind == Kind::kMd3 ? md3::kFrameBytes : 0;
  const uint64_t vertices = raw.surfaces.empty() ? 0 : raw.surfaces[0].vertex_count,
                 row = raw.layout == VertexFrames::Layout::kWords ? 8 : 4;
  for (const Action& action : actions_of(raw)) {
    SourceRecords list;
    list.kind = PlaceKind::kFrame, list.name = "frame", list.owner = raw.frames[action.first].offset;
    for (uint32_t k = 0; k < action.count; ++k) {
      const RawFrame& frame = raw.frames[action.first + k];
      list.add(frame.offset, head != 0 ? frame.offset + head : frame.rows + row * vertices);
    }
    lists.push_back(std::move(list));
  }
}

}  // namespace

SourceRecordLists places_of(std::span<const uint8_t> bytes) {
  const auto raw = reread_model(bytes);
  SourceRecordLists lists;
  if (!raw) return lists;
  const bool is_md3 = raw->kind == Kind::kMd3;
  SourceRecords surfaces;
  surfaces.name = "surface";
  uint32_t vertex = 0, triangle = 0;
  for (const RawSurface& surface : raw->surfaces) {
    const auto triangles = static_cast<uint32_t>(surface.indices.size() / 3);
    const uint32_t size = is_md3 ? 12 : raw->kind == Kind::kMd2 ? 12 : 16;
    lists.push_back(
        fixed_places(PlaceKind::kTriangle, "triangle", kMesh, surface.triangles, triangles, size, triangle));
    // Others give each corner of a triangle a texture coordinate of its own.
    if (is_md3)
      lists.push_back(fixed_places(PlaceKind::kVertex, "st", kMesh, surface.uv_at, surface.vertex_count, 8, vertex));
    else if (raw->kind == Kind::kMdl && raw->magic != "RAPO")
      lists.push_back(fixed_places(PlaceKind::kVertex, "stvert", kMesh, raw->uv_at, raw->uv_count, 12));
    for (uint32_t frame = 0; frame < raw->frames.size(); ++frame) add_frame(*raw, frame, surface, vertex, lists);
    if (is_md3) surfaces.add(surface.offset, surface.offset + md3::kSurfaceBytes);
    vertex += surface.vertex_count;
    triangle += triangles;
  }
  if (surfaces.size() != 0) lists.push_back(std::move(surfaces));
  if (!raw->tag_names.empty())
    lists.push_back(fixed_places(PlaceKind::kBlock, "tag", 0, raw->tags_at, raw->tag_names.size(), md3::kTagBytes));
  add_actions(*raw, lists);
  return lists;
}

namespace {

struct HeaderField {
  const char* name;
  const char* type;  ///< "i32", "f32", "text"
  uint32_t count = 1;
};

constexpr HeaderField kMdlHeader[] = {
    {"ident", "text", 4},      {"version", "i32"},        {"scale", "f32", 3}, {"scale_origin", "f32", 3},
    {"boundingradius", "f32"}, {"eyeposition", "f32", 3}, {"numskins", "i32"}, {"skinwidth", "i32"},
    {"skinheight", "i32"},     {"numverts", "i32"},       {"numtris", "i32"},  {"numframes", "i32"},
    {"synctype", "i32"},       {"flags", "i32"},          {"size", "f32"},     {"num_st_verts", "i32"}};
constexpr HeaderField kMd3Header[] = {{"ident", "text", 4},   {"version", "i32"},     {"name", "text", 64},
                                      {"flags", "i32"},       {"numFrames", "i32"},   {"numTags", "i32"},
                                      {"numSurfaces", "i32"}, {"numSkins", "i32"},    {"ofsFrames", "i32"},
                                      {"ofsTags", "i32"},     {"ofsSurfaces", "i32"}, {"ofsEnd", "i32"}};
constexpr HeaderField kSurfaceHeader[] = {{"ident", "text", 4},    {"name", "text", 64},     {"flags", "i32"},
                                          {"numFrames", "i32"},    {"numShaders", "i32"},    {"numVerts", "i32"},
                                          {"numTriangles", "i32"}, {"ofsTriangles", "i32"},  {"ofsShaders", "i32"},
                                          {"ofsSt", "i32"},        {"ofsXyzNormals", "i32"}, {"ofsEnd", "i32"}};

/// A grid's step in a byte, and the number of a normal.
const std::vector<ElementPart> kByteVertex = {{"position", "u8", 3}, {"normal", "u8"}};

uint64_t frame_head(const RawFrame& frame) { return frame.rows - frame.offset; }

class SectionList {
 public:
  SectionList(std::span<const uint8_t> bytes, const RawModel& raw) : file_(bytes), raw_(raw) {}

  std::vector<Section> run() {
    if (raw_.kind == Kind::kMdl)
      add_mdl();
    else if (raw_.kind == Kind::kMd2)
      add_md2();
    else
      add_md3();
    // Parts may lie over one another or over the header: the first one counts.
    std::stable_sort(out_.begin(), out_.end(), [](const Section& a, const Section& b) { return a.offset < b.offset; });
    uint64_t end = 0;
    std::erase_if(out_, [&](const Section& section) {
      if (section.offset < end || section.size == 0) return true;
      end = section.offset + section.size;
      return false;
    });
    fill_gaps(file_.size(), out_);
    return std::move(out_);
  }

 private:
  void add(std::string name, uint64_t offset, uint64_t count, std::vector<ElementPart> members) {
    uint64_t stride = 0;
    for (const ElementPart& member : members) stride += bytes_of_type(member.type) * uint64_t{member.count};
    out_.push_back({std::move(name), offset, count * stride, count, std::move(members)});
  }
  void add_bytes(std::string name, uint64_t offset, uint64_t size) {
    out_.push_back({std::move(name), offset, size, 0, {}});
  }

  void add_frames() {
    const uint64_t vertices = raw_.surfaces[0].vertex_count;
    const uint64_t row = raw_.layout == VertexFrames::Layout::kWords ? 8 : 4;
    for (const RawFrame& frame : raw_.frames)
      out_.push_back({"frame", frame.offset, frame_head(frame) + row * vertices, vertices, kByteVertex});
  }

  void add_mdl() {
    const bool is_hexen = raw_.magic == "RAPO";
    add_bytes("header", 0, raw_.version == 3 ? 76 : is_hexen ? 88 : 84);
    const uint64_t pixels = uint64_t{raw_.skin_width} * raw_.skin_height;
    for (const RawSkin& skin : raw_.skins) {
      add_bytes("skin head", skin.offset, skin.images.front() - skin.offset);
      for (const uint64_t image : skin.images) add_bytes("skin", image, pixels);
    }
    add("texture coordinates", raw_.uv_at, raw_.uv_count, {{"onseam", "u32"}, {"s, t", "u32", 2}});
    const RawSurface& surface = raw_.surfaces[0];
    if (is_hexen)
      add("triangles", surface.triangles, surface.indices.size() / 3,
          {{"facesfront", "u32"}, {"vertices", "u16", 3}, {"texture coordinates", "u16", 3}});
    else
      add("triangles", surface.triangles, surface.indices.size() / 3, {{"facesfront", "u32"}, {"vertices", "u32", 3}});
    for (const RawEntry& entry : raw_.entries) {
      const uint64_t first = raw_.frames[entry.first].offset;
      add_bytes(entry.ends_s.empty() ? "frame head" : "group head", entry.offset, first - entry.offset);
    }
    add_frames();
  }

  void add_md2() {
    add_bytes("header", 0, md2::kHeaderBytes);
    const RawSurface& surface = raw_.surfaces[0];
    add("skins", file_.u32(md2::kSkinsAt), raw_.skin_names.size(), {{"name", "u8", 64}});
    add("texture coordinates", raw_.uv_at, raw_.uv_count, {{"s, t", "i16", 2}});
    add("triangles", surface.triangles, surface.indices.size() / 3,
        {{"vertices", "u16", 3}, {"texture coordinates", "u16", 3}});
    add_frames();
    const uint64_t commands = file_.u32(md2::kCommandsAt), words = file_.u32(md2::kCommands);
    if (commands >= md2::kHeaderBytes && words != 0 && file_.has(commands, saturating_mul(words, 4)))
      add("drawing commands", commands, words, {{"word", "u32"}});
  }

  void add_md3() {
    namespace field = md3::surface;
    add_bytes("header", 0, md3::kHeaderBytes);
    if (!raw_.frames.empty())
      add("frames", raw_.frames[0].offset, raw_.frames.size(),
          {{"min", "f32", 3}, {"max", "f32", 3}, {"origin", "f32", 3}, {"radius", "f32"}, {"name", "u8", 16}});
    add("tags", raw_.tags_at, raw_.tag_names.size() * raw_.frames.size(),
        {{"name", "u8", 64}, {"origin", "f32", 3}, {"axes", "f32", 9}});
    for (const RawSurface& surface : raw_.surfaces) {
      add_bytes("surface", surface.offset, md3::kSurfaceBytes);
      add("triangles", surface.triangles, surface.indices.size() / 3, {{"vertices", "u32", 3}});
      if (surface.shader_count != 0)
        add("shaders", surface.offset + file_.u32(surface.offset + field::kShadersAt), surface.shader_count,
            {{"name", "u8", 64}, {"number", "u32"}});
      add("texture coordinates", surface.uv_at, surface.vertex_count, {{"u, v", "f32", 2}});
      add("vertices", surface.rows, uint64_t{surface.vertex_count} * raw_.frames.size(),
          {{"position", "i16", 3}, {"normal", "u8", 2}});
    }
  }

  File file_;
  const RawModel& raw_;
  std::vector<Section> out_;
};

nlohmann::ordered_json value_of(const File& file, const HeaderField& field, uint64_t at) {
  const std::string_view type = field.type;
  if (type == "text") return to_utf8(std::string(file.text(at, field.count)));
  if (type == "i32") return file.i32(at);
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (uint32_t i = 0; i < field.count; ++i) out.push_back(file.f32(at + 4 * i));
  return field.count == 1 ? out[0] : out;
}

void map_fields(const File& file, std::span<const HeaderField> fields, const Section& section, RecordMap& map) {
  uint64_t at = section.offset;
  for (const HeaderField& field : fields) {
    const bool is_text = std::string_view(field.type) == "text";
    const uint64_t size = uint64_t{field.count} * (is_text ? 1 : 4);
    if (at + size > section.offset + section.size) return;
    const char* type = is_text ? "text" : std::string_view(field.type) == "i32" ? "u32" : "f32";
    if (field.count > 1 && !is_text)
      map.array(field.name, at, 1, {{field.name, "f32", field.count}});
    else
      map.field(field.name, type, at, size, value_of(file, field, at));
    at += size;
  }
}

void map_frame(const RawModel& raw, const Section& section, RecordMap& map) {
  const auto frame = std::find_if(raw.frames.begin(), raw.frames.end(),
                                  [&](const RawFrame& one) { return one.offset == section.offset; });
  const uint64_t at = section.offset;
  uint64_t name = at + 8;
  if (raw.kind == Kind::kMd2) {
    map.array("scale", at, 1, {{"scale", "f32", 3}});
    map.array("translate", at + 12, 1, {{"translate", "f32", 3}});
    name = at + 24;
  } else {
    map.array("min", at, 1, kByteVertex);
    map.array("max", at + 4, 1, kByteVertex);
  }
  if (name < frame->rows) map.field("name", "text", name, 16, to_utf8(frame->name));
  map.array("vertices", frame->rows, section.count, kByteVertex);
  if (raw.layout == VertexFrames::Layout::kWords)
    map.array("low bytes", frame->rows + 4 * section.count, section.count, kByteVertex);
}

void map_head(const File& file, const Section& section, RecordMap& map) {
  const uint64_t at = section.offset;
  map.field("type", "u32", at, 4, file.i32(at));
  if (section.size == 4) return;
  map.field("count", "u32", at + 4, 4, file.i32(at + 4));
  uint64_t ends = at + 8;
  if (section.name == "group head") {
    map.array("min", at + 8, 1, kByteVertex);
    map.array("max", at + 12, 1, kByteVertex);
    ends = at + 16;
  }
  map.array("ends", ends, (at + section.size - ends) / 4, {{"seconds", "f32"}});
}

}  // namespace

std::vector<Section> sections_of(std::span<const uint8_t> bytes, const RawModel& raw) {
  return SectionList(bytes, raw).run();
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto raw = reread_model(bytes);
  return raw ? section_start(sections_of(bytes, *raw), offset) : 0;
}

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto raw = reread_model(bytes);
  if (!raw) return nullptr;
  const auto sections = sections_of(bytes, *raw);
  const Section* found = section_at(sections, offset);
  if (found == nullptr) return nullptr;
  const File file(bytes);
  RecordMap map(found->name, offset, found->size);
  if (found->name == "header" && raw->kind == Kind::kMd2) {
    map.field("ident", "text", 0, 4, "IDP2");
    for (uint64_t at = 4; at < md2::kHeaderBytes; at += 4) map.field(md2::name_of(at), "u32", at, 4, file.i32(at));
  } else if (found->name == "header") {
    map_fields(file, raw->kind == Kind::kMdl ? std::span<const HeaderField>(kMdlHeader) : kMd3Header, *found, map);
  } else if (found->name == "surface") {
    map_fields(file, kSurfaceHeader, *found, map);
  } else if (found->name == "frame") {
    map_frame(*raw, *found, map);
  } else if (found->name.ends_with(" head")) {
    map_head(file, *found, map);
  } else if (found->members.empty()) {
    map.field(found->name, "bytes", offset, found->size, nullptr);
  } else {
    map.array(found->name, offset, found->count, found->members);
  }
  return std::move(map).take();
}

}  // namespace vitrine::quake
