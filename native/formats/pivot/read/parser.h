#pragma once
// Reads a pivot scene under one dialect.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/checked.h"
#include "formats/pivot/codes.h"
#include "formats/pivot/read/parse.h"
#include "formats/pivot/sentences.h"
#include "formats/trace.h"

namespace vitrine::pivot {

inline constexpr size_t kNameBytes = 10;

/// All that is read of a vertex but weights is finite; `at` is the file's offset of the array.
Status check_vertices(const RawSurface& surface, size_t stride, uint64_t at, bool big_endian);
/// Indices are below the count of vertices.
Status check_indices(const RawSurface& surface, uint64_t at, bool big_endian);

template <class Trace>
class Parser {
 public:
  Parser(std::span<const uint8_t> bytes, const Dialect& dialect, Budget* budget, bool to_the_end, Trace& trace)
      : bytes_(bytes),
        trace_(trace),
        reader_(bytes, trace, 0, dialect.big_endian),
        dialect_(dialect),
        budget_(budget),
        to_the_end_(to_the_end) {}

  Result<RawScene> run() {
    scene_.dialect = dialect_;
    VITRINE_CHECK(header());
    // Objects that still expect children, innermost last.
    std::vector<Open> open;
    uint32_t roots = 0;
    while (dialect_.counts_roots ? !open.empty() || roots < scene_.object_count
                                 : scene_.objects.size() < scene_.object_count) {
      const uint32_t parent = open.empty() ? kNone : open.back().object;
      roots += parent == kNone;
      VITRINE_CHECK(object(parent));
      if (!reader_.ok()) break;
      if (!open.empty()) --open.back().left;
      const RawObject& last = scene_.objects.back();
      if (last.child_count > 0) {
        open.push_back({static_cast<uint32_t>(scene_.objects.size() - 1), last.child_count});
        if (open.size() > kDeepest) return Error(messages::kNestedTooDeeply, last.offset);
      }
      while (!open.empty() && open.back().left == 0) open.pop_back();
    }
    if (!reader_.ok()) return Error(messages::kEndsInRecord, reader_.offset());
    if (!open.empty()) {
      const RawObject& waiting = scene_.objects[open.back().object];
      return Error(messages::kChildrenMissing, waiting.offset + 2, {open.back().left, waiting.child_count});
    }
    scene_.end = reader_.offset();
    if (to_the_end_ && !reader_.at_end()) {
      return Error(messages::kBytesLeft, reader_.offset(), {reader_.remaining()});
    }
    return std::move(scene_);
  }
  /// After a fault: how many objects came before it, the one that it is in included.
  size_t objects_read() const { return scene_.objects.size(); }

 private:
  using Name = typename Trace::Name;
  static constexpr uint64_t kSmallestObject = 48;

  struct Open {
    uint32_t object;
    uint32_t left;
  };

  Status need(uint64_t count, const char* what) {
    if (reader_.remaining() >= count) return ok_status();
    return Error(messages::kEndsBefore, reader_.offset(), {what});
  }
  Status u16(uint16_t& out, const char* what, Name name) {
    VITRINE_CHECK(need(2, what));
    out = reader_.u16(name);
    return ok_status();
  }
  Status text(std::string_view& out, const char* what, Name name) {
    VITRINE_CHECK(need(2, what));
    const uint64_t at = reader_.offset();
    const uint16_t length = reader_.ByteReader::u16();
    if (length > reader_.remaining()) {
      return Error(messages::kTextTooLong, at, {what, length, reader_.remaining()});
    }
    out = reader_.text(length);
    trace_.text(name, at, 2, out);
    return ok_status();
  }
  Status charge(uint64_t count, uint64_t size) {
    return budget_ == nullptr ? ok_status() : budget_->charge(count, size, reader_.offset());
  }

  Status header() {
    if (bytes_.size() < 16) {
      return Error(messages::kHeaderTooShort, 0, {bytes_.size()});
    }
    trace_.record("header", 0);
    const std::string_view name = reader_.text(kNameBytes);
    const size_t end = name.find_last_not_of(std::string_view("\0 ", 2)) + 1;  // npos + 1 = 0
    for (size_t i = 0; i < end; ++i) {
      if (name[i] < 0x20 || name[i] > 0x7E) return Error(messages::kUnprintableName, i);
    }
    scene_.format_name = name.substr(0, end);
    trace_.letters("format name", 0, kNameBytes, scene_.format_name);
    scene_.version = reader_.u16("version");
    VITRINE_CHECK(text(scene_.service_text, "the service text", "service text"));
    const uint64_t at = reader_.offset();
    VITRINE_CHECK(u16(scene_.object_count, "the object count", dialect_.counts_roots ? "root objects" : "objects"));
    if (scene_.object_count > reader_.remaining() / kSmallestObject) {
      return Error(messages::kTooManyObjects, at, {scene_.object_count, reader_.remaining() / kSmallestObject});
    }
    trace_.end(reader_.offset());
    return ok_status();
  }

  Status numbers(float* out, size_t count, const char* what, Name name) {
    const uint64_t first = reader_.offset();
    for (size_t i = 0; i < count; ++i) {
      VITRINE_CHECK(need(4, what));
      const uint64_t at = reader_.offset();
      out[i] = reader_.ByteReader::f32();
      if (std::isfinite(out[i])) continue;
      return Error(messages::kOddNumber, at, {what});
    }
    trace_.floats(name, first, {out, count});
    return ok_status();
  }

  Status object(uint32_t parent) {
    VITRINE_CHECK(charge(1, 2 * sizeof(RawObject)));
    RawObject object;
    object.offset = reader_.offset();
    object.parent = parent;
    trace_.record("object", object.offset);
    VITRINE_CHECK(u16(object.flags, "an object's flags", "flags"));
    VITRINE_CHECK(u16(object.child_count, "an object's child count", "children"));
    VITRINE_CHECK(text(object.name, "an object's name", "name"));
    uint16_t surfaces = 0, bones = 0;
    VITRINE_CHECK(u16(surfaces, "an object's surface count", "surfaces (count)"));
    VITRINE_CHECK(numbers(&object.local.translation[0], 3, "an object's position", "position"));
    VITRINE_CHECK(numbers(&object.local.rotation[0], 4, "an object's rotation", "rotation x y z w"));
    VITRINE_CHECK(numbers(&object.local.scale[0], 3, "an object's scale", "scale"));
    if (object.is_skinned()) {
      VITRINE_CHECK(u16(bones, "the bone count", "bones (count)"));
      VITRINE_CHECK(charge(std::min<uint64_t>(bones, reader_.remaining() / 2), 2 * sizeof(std::string_view)));
      for (uint16_t i = 0; i < bones; ++i) {
        std::string_view bone;
        trace_.item("bones", i);
        VITRINE_CHECK(text(bone, "a bone's name", ""));
        object.bones.push_back(bone);
      }
    }
    VITRINE_CHECK(charge(std::min<uint64_t>(surfaces, reader_.remaining() / 8), 2 * sizeof(RawSurface)));
    for (uint16_t i = 0; i < surfaces; ++i) VITRINE_CHECK(surface(object));
    trace_.end(reader_.offset());
    scene_.objects.push_back(std::move(object));
    return ok_status();
  }

  Status surface(RawObject& object) {
    RawSurface surface;
    surface.offset = reader_.offset();
    trace_.item("surfaces", object.surfaces.size());
    VITRINE_CHECK(need(4, "a vertex count"));
    surface.vertex_count = reader_.u32("vertices (count)");
    VITRINE_CHECK(need(4, "an index count"));
    const uint64_t count = reader_.u32(dialect_.counts_triangles ? "triangles (count)" : "indices (count)");
    const uint64_t indices = dialect_.counts_triangles ? count * 3 : count;
    const uint64_t vertex_bytes = uint64_t{surface.vertex_count} * object.stride();
    if (saturating_add(vertex_bytes, indices * 4) > reader_.remaining()) {
      return Error(messages::kSurfaceTooLarge, surface.offset, {surface.vertex_count, indices, reader_.remaining()});
    }
    if (indices % 3 != 0) {
      return Error(messages::kNoWholeTriangles, surface.offset + 4, {indices});
    }
    surface.index_count = static_cast<uint32_t>(indices);
    const uint64_t vertices_at = reader_.offset();
    trace_.array("vertices", vertices_at, surface.vertex_count, object.vertex());
    surface.vertices = reader_.bytes(vertex_bytes);
    VITRINE_CHECK(check_vertices(surface, object.stride(), vertices_at, dialect_.big_endian));
    const uint64_t indices_at = reader_.offset();
    trace_.array("triangles", indices_at, indices / 3, kTriangle);
    surface.indices = reader_.bytes(indices * 4);
    VITRINE_CHECK(check_indices(surface, indices_at, dialect_.big_endian));
    object.surfaces.push_back(surface);
    return ok_status();
  }

  std::span<const uint8_t> bytes_;
  [[no_unique_address]] KeptTrace<Trace> trace_;
  FieldReader<Trace> reader_;
  Dialect dialect_;
  Budget* budget_;
  bool to_the_end_;
  RawScene scene_;
};

}  // namespace vitrine::pivot
