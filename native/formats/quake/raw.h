#pragma once
// What the three kinds of file have in common, in file space; build makes a Scene of it.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/listed_actions.h"
#include "scene/scene.h"

namespace vitrine::quake {

enum class Kind : uint8_t { kMdl, kMd2, kMd3 };

struct RawFrame {
  uint64_t offset = 0;  ///< of its record, behind the type
  uint64_t rows = 0;    ///< of its first vertex
  std::string name;
};
/// What the game calls a frame: one, or a group that plays by itself.
struct RawEntry {
  uint64_t offset = 0;
  uint32_t first = 0, count = 1;  ///< into the frames
  std::vector<float> ends_s;      ///< of the members of a group; empty = no group
};
struct RawSkin {
  uint64_t offset = 0;
  std::vector<uint64_t> images;  ///< where the pixels of each begin
  std::vector<float> ends_s;
};
struct RawSurface {
  uint64_t offset = 0;
  std::string name, shader;
  uint32_t vertex_count = 0, shader_count = 0;
  uint64_t triangles = 0, uv_at = 0, rows = 0;  ///< where they begin
  std::vector<uint32_t> indices;                ///< three corners for each triangle
  // Per corner. Vertices that no triangle has follow those that one has.
  std::vector<uint32_t> vertex;  ///< of the file; empty = the same
  std::vector<glm::vec2> uv;
};

struct RawModel {
  Kind kind = Kind::kMdl;
  std::string magic, name;
  uint32_t version = 0, flags = 0;
  VertexFrames::Layout layout = VertexFrames::Layout::kBytes;
  std::vector<VertexFrames::Grid> grids;  ///< one, or one per frame
  std::vector<RawFrame> frames;
  std::vector<RawEntry> entries;
  std::vector<RawSurface> surfaces;
  uint32_t skin_width = 0, skin_height = 0;
  std::vector<RawSkin> skins;           ///< in the file
  std::vector<std::string> skin_names;  ///< of images beside it
  std::vector<std::string> tag_names;   ///< those of the first frame
  uint64_t tags_at = 0;
  // MDL alone.
  float radius = 0, size = 0;
  glm::vec3 eye{0};
  int32_t sync = 0;
  uint64_t uv_at = 0, end = 0;  ///< where texture coordinates begin, and behind the last frame
  uint32_t uv_count = 0;
  /// Of a list beside the file, in place of those by names. They live in the list.
  std::vector<TakenAction> listed;
  uint32_t list_file = kNone;
};

}  // namespace vitrine::quake
