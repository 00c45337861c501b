#pragma once
// The strict structural parse: the published description leaves three questions open, so a file is read under each of
// the eight combinations of answers until one consumes it exactly.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "formats/trace.h"
#include "scene/scene.h"

namespace vitrine::pivot {

/// Levels of objects.
inline constexpr size_t kDeepest = 1024;

struct Dialect {
  bool big_endian = false;
  bool counts_roots = false;      ///< the header counts root objects only, not all
  bool counts_triangles = false;  ///< a surface counts triangles, not indices
};
/// In the order of the search; "LE/total/index" is the first.
inline constexpr std::array<Dialect, 8> kDialects = {{{false, false, false},
                                                      {false, false, true},
                                                      {false, true, false},
                                                      {false, true, true},
                                                      {true, false, false},
                                                      {true, false, true},
                                                      {true, true, false},
                                                      {true, true, true}}};
std::string dialect_id(const Dialect& dialect);     ///< "LE/total/index"
std::string dialect_title(const Dialect& dialect);  ///< "LE, total objects, index counts"

inline constexpr uint16_t kHasGeometry = 1, kSkinned = 2;
/// Of a vertex; those that are not skinned have the first three.
inline constexpr ElementPart kVertex[] = {
    {"position", "f32", 3}, {"u v w", "f32", 3}, {"normal", "f32", 3}, {"bones", "u16", 4}, {"weights", "f32", 4}};
inline constexpr std::span<const ElementPart> kRigidVertex(kVertex, 3);
inline constexpr ElementPart kTriangle[] = {{"vertices", "u32", 3}};
inline constexpr size_t kRigidStride = bytes_of_parts(kRigidVertex), kSkinnedStride = bytes_of_parts(kVertex);

struct RawSurface {
  uint64_t offset = 0;  ///< of its vertex count
  uint32_t vertex_count = 0, index_count = 0;
  std::span<const uint8_t> vertices, indices;
};

struct RawObject {
  uint64_t offset = 0;
  uint16_t flags = 0, child_count = 0;
  uint32_t parent = kNone;
  std::string_view name;  ///< bytes as they stand
  Transform local;
  std::vector<std::string_view> bones;
  std::vector<RawSurface> surfaces;

  bool has_geometry() const { return (flags & kHasGeometry) != 0; }
  bool is_skinned() const { return (flags & kSkinned) != 0; }
  std::span<const ElementPart> vertex() const { return is_skinned() ? kVertex : kRigidVertex; }
  size_t stride() const { return is_skinned() ? kSkinnedStride : kRigidStride; }
};

/// Views into the file's bytes.
struct RawScene {
  Dialect dialect;
  std::string_view format_name, service_text;
  uint16_t version = 0, object_count = 0;
  uint64_t end = 0;                ///< of the last record
  std::vector<RawObject> objects;  ///< parents before children
};

/// The file under one dialect; the error is the first fault, at the offset of the field that is wrong. `budget` pays
/// for the records (null = unlimited, for sniffing: then no more is kept than the file can hold).
Result<RawScene> parse(std::span<const uint8_t> bytes, const Dialect& dialect, Budget* budget);

/// The same with bytes after the last record. Of the dialects that accept the file so, the first that leaves fewest.
Result<RawScene> parse_forced(std::span<const uint8_t> bytes, Budget* budget);

/// The first dialect that accepts the file; when none does, the fault of the first dialect whose byte order can read
/// the header.
Result<RawScene> parse_any(std::span<const uint8_t> bytes, Budget* budget);

}  // namespace vitrine::pivot
