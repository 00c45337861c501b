#pragma once
// The header of the binary form and the parts that it places in the file.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace vitrine::iqm {

inline constexpr std::string_view kMagicBytes("INTERQUAKEMODEL\0", 16);
inline constexpr uint64_t kHeaderBytes = 124;

enum Field : uint8_t {
  kVersionField,
  kFileSizeField,
  kFlags,
  kTextCount,
  kTextAt,
  kMeshCount,
  kMeshesAt,
  kArrayCount,
  kVertexCount,
  kArraysAt,
  kTriangleCount,
  kTrianglesAt,
  kAdjacencyAt,
  kJointCount,
  kJointsAt,
  kPoseCountField,
  kPosesAt,
  kAnimCount,
  kAnimsAt,
  kFrameCount,
  kChannelCount,
  kFramesAt,
  kBoundsAt,
  kCommentCount,
  kCommentAt,
  kExtensionCount,
  kExtensionsAt,
  kFieldCount
};
constexpr uint64_t offset_of(Field field) { return 16 + 4 * uint64_t{field}; }
extern const std::array<const char*, kFieldCount> kFieldNames;

struct Header {
  std::array<uint32_t, kFieldCount> fields{};

  uint32_t operator[](Field field) const { return fields[field]; }
  bool is_version_1() const { return fields[kVersionField] == 1; }
  uint64_t joint_bytes() const { return is_version_1() ? 44 : 48; }
  uint64_t pose_bytes() const { return is_version_1() ? 80 : 88; }
  uint32_t channels() const { return is_version_1() ? 9 : 10; }
};

/// Where a part lies; count 0 = the file has none.
struct Part {
  uint64_t offset = 0, count = 0;
};
struct Parts {
  Part text, meshes, arrays, triangles, adjacency, joints, poses, anims, frames, bounds, comment;
};

/// The header of a file that begins with the magic: IQM_MAGIC, TRUNCATED or IQM_VERSION otherwise.
Result<Header> read_header(std::span<const uint8_t> bytes);
/// The parts, all of them inside of the file behind the header; IQM_MISSING or IQM_RANGE at the field to blame. Of text
/// and comment what is there, of adjacency and boxes nothing where they are cut (IQM_OPTIONAL). `diagnostics` may be
/// null.
Result<Parts> find_parts(std::span<const uint8_t> bytes, const Header& header, Diagnostics* diagnostics);

uint32_t u32_at(std::span<const uint8_t> bytes, uint64_t offset);
float f32_at(std::span<const uint8_t> bytes, uint64_t offset);

/// Strings of the text part.
class Strings {
 public:
  Strings(std::span<const uint8_t> text, Diagnostics* diagnostics) : text_(text), diagnostics_(diagnostics) {}
  /// As UTF-8; a fault is reported at `place`, and the readable part of the string returned: of more than `most` bytes
  /// the first ones.
  std::string at(uint32_t offset, uint64_t place, size_t most = ~size_t{0}) const;

 private:
  std::span<const uint8_t> text_;
  Diagnostics* diagnostics_;
};

}  // namespace vitrine::iqm
