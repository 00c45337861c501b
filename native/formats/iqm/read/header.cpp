#include "formats/iqm/read/header.h"

#include <algorithm>
#include <cstring>

#include "base/beginning.h"
#include "base/checked.h"
#include "base/generated.h"
#include "base/utf8.h"
#include "formats/iqm/codes.h"
#include "formats/iqm/sentences.h"

namespace vitrine::iqm {
namespace {

/// One part of the file by its fields.
class PartFinder {
 public:
  PartFinder(std::span<const uint8_t> bytes, const Header& header, Diagnostics* diagnostics)
      : bytes_(bytes), header_(header), diagnostics_(diagnostics) {}

  Status find(Part& part, uint64_t count, Field at, uint64_t size) const {
    const uint64_t offset = header_[at];
    if (count == 0) return ok_status();
    const std::string name = kFieldNames[at];
    if (offset == 0) {
      return Error{messages::kRecordsMissing, offset_of(at), {count, name}};
    }
    if (offset < kHeaderBytes || !range_inside(offset, saturating_mul(count, size), bytes_.size())) {
      return Error{messages::kRecordsBeyondFile, offset_of(at), {name, offset, count, size, bytes_.size()}};
    }
    take(part, offset, count, at);
    return ok_status();
  }

  /// A part that the picture does not need: what the file lacks of it costs a message. Nothing is used of `whole` parts
  /// that are cut; they are absent where their offset is 0.
  void find_optional(Part& part, uint64_t count, Field at, uint64_t size, bool whole) const {
    const uint64_t offset = header_[at], total = bytes_.size();
    if (count == 0 || (whole && offset == 0)) return;
    const bool begins = offset >= kHeaderBytes && offset <= total;
    const uint64_t there = begins ? std::min(count, (total - offset) / size) : 0;
    if (there < count && diagnostics_ != nullptr)
      diagnostics_->add(messages::kOptionalCut, offset_of(at), {kFieldNames[at], offset, count, size, total});
    if (there != 0 && (there == count || !whole)) take(part, offset, there, at);
  }

 private:
  void take(Part& part, uint64_t offset, uint64_t count, Field at) const {
    if (offset % 4 != 0 && diagnostics_ != nullptr)
      diagnostics_->add(messages::kOffset, offset_of(at), {kFieldNames[at], offset});
    part = {offset, count};
  }

  std::span<const uint8_t> bytes_;
  const Header& header_;
  Diagnostics* diagnostics_;
};

}  // namespace

const std::array<const char*, kFieldCount> kFieldNames = {
    "version",           "filesize",         "flags",         "num_text",
    "ofs_text",          "num_meshes",       "ofs_meshes",    "num_vertexarrays",
    "num_vertexes",      "ofs_vertexarrays", "num_triangles", "ofs_triangles",
    "ofs_adjacency",     "num_joints",       "ofs_joints",    "num_poses",
    "ofs_poses",         "num_anims",        "ofs_anims",     "num_frames",
    "num_framechannels", "ofs_frames",       "ofs_bounds",    "num_comment",
    "ofs_comment",       "num_extensions",   "ofs_extensions"};

uint32_t u32_at(std::span<const uint8_t> bytes, uint64_t offset) { return load_packed<uint32_t>(&bytes[offset]); }
float f32_at(std::span<const uint8_t> bytes, uint64_t offset) { return load_packed<float>(&bytes[offset]); }

Result<Header> read_header(std::span<const uint8_t> bytes) {
  if (bytes.size() < kMagicBytes.size() || std::memcmp(bytes.data(), kMagicBytes.data(), kMagicBytes.size()) != 0)
    return Error{messages::kNoMagic, 0};
  if (bytes.size() < kHeaderBytes) {
    return Error{messages::kHeaderTooShort, bytes.size(), {bytes.size()}};
  }
  Header header;
  std::memcpy(header.fields.data(), &bytes[kMagicBytes.size()], sizeof header.fields);
  if (header[kVersionField] != 1 && header[kVersionField] != 2) {
    return Error{messages::kVersion, offset_of(kVersionField), {header[kVersionField]}};
  }
  return header;
}

Result<Parts> find_parts(std::span<const uint8_t> bytes, const Header& header, Diagnostics* diagnostics) {
  Parts parts;
  const PartFinder finder(bytes, header, diagnostics);
  finder.find_optional(parts.text, header[kTextCount], kTextAt, 1, false);
  VITRINE_CHECK(finder.find(parts.meshes, header[kMeshCount], kMeshesAt, 24));
  VITRINE_CHECK(finder.find(parts.arrays, header[kArrayCount], kArraysAt, 20));
  VITRINE_CHECK(finder.find(parts.triangles, header[kTriangleCount], kTrianglesAt, 12));
  finder.find_optional(parts.adjacency, header[kTriangleCount], kAdjacencyAt, 12, true);
  VITRINE_CHECK(finder.find(parts.joints, header[kJointCount], kJointsAt, header.joint_bytes()));
  VITRINE_CHECK(finder.find(parts.poses, header[kPoseCountField], kPosesAt, header.pose_bytes()));
  VITRINE_CHECK(finder.find(parts.anims, header[kAnimCount], kAnimsAt, 20));
  const uint64_t values = saturating_mul(header[kFrameCount], header[kChannelCount]);
  VITRINE_CHECK(finder.find(parts.frames, values, kFramesAt, 2));
  finder.find_optional(parts.bounds, header[kFrameCount], kBoundsAt, 32, true);
  finder.find_optional(parts.comment, header[kCommentCount], kCommentAt, 1, false);
  return parts;
}

std::string Strings::at(uint32_t offset, uint64_t place, size_t most) const {
  if (offset >= text_.size()) {
    if (offset != 0 || !text_.empty()) {
      if (diagnostics_ != nullptr) diagnostics_->add(messages::kNameBeyondText, place, {offset, text_.size()});
    }
    return {};
  }
  std::string_view text(reinterpret_cast<const char*>(text_.data()) + offset, text_.size() - offset);
  const bool goes_on = text.size() > most;
  text = beginning(text, most);
  const size_t end = text.find('\0');
  if (!goes_on && end == std::string_view::npos && diagnostics_ != nullptr)
    diagnostics_->add(messages::kNameWithoutEnd, place);
  text = text.substr(0, end);
  if (!is_utf8(text) && diagnostics_ != nullptr) diagnostics_->add(messages::kNameNotUtf8, place);
  return to_utf8(text);
}

}  // namespace vitrine::iqm
