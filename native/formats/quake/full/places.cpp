#include "formats/quake/full/places.h"

#include "formats/quake/build.h"
#include "formats/quake/full/reread.h"
#include "formats/quake/md3.h"

namespace vitrine::quake {
namespace {

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

}  // namespace vitrine::quake
