#include "formats/pivot/read/parse.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/byte_reader.h"
#include "base/checked.h"
#include "formats/pivot/codes.h"
#include "formats/pivot/sentences.h"

namespace vitrine::pivot {
namespace {

constexpr size_t kNameBytes = 10;
constexpr uint64_t kSmallestObject = 48;
constexpr size_t kCheckedFloats = 9;  // position, UVW, normal; weights may be anything

bool is_finite_bits(uint32_t bits) { return (bits & 0x7F800000u) != 0x7F800000u; }

uint32_t u32_at(const uint8_t* at, bool big_endian) {
  uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return big_endian ? __builtin_bswap32(value) : value;
}

class Parser {
 public:
  Parser(std::span<const uint8_t> bytes, const Dialect& dialect, Budget* budget, bool to_the_end)
      : bytes_(bytes),
        reader_(bytes, 0, dialect.big_endian),
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
  struct Open {
    uint32_t object;
    uint32_t left;
  };

  Status need(uint64_t count, const char* what) {
    if (reader_.remaining() >= count) return ok_status();
    return Error(messages::kEndsBefore, reader_.offset(), {what});
  }
  Status text(std::string_view& out, const char* what) {
    VITRINE_CHECK(need(2, what));
    const uint64_t at = reader_.offset();
    const uint16_t length = reader_.u16();
    if (length > reader_.remaining()) {
      return Error(messages::kTextTooLong, at, {what, length, reader_.remaining()});
    }
    out = reader_.text(length);
    return ok_status();
  }
  Status charge(uint64_t count, uint64_t size) {
    return budget_ == nullptr ? ok_status() : budget_->charge(count, size, reader_.offset());
  }

  Status header() {
    if (bytes_.size() < 16) {
      return Error(messages::kHeaderTooShort, 0, {bytes_.size()});
    }
    const std::string_view name = reader_.text(kNameBytes);
    const size_t end = name.find_last_not_of(std::string_view("\0 ", 2)) + 1;  // npos + 1 = 0
    for (size_t i = 0; i < end; ++i) {
      if (name[i] < 0x20 || name[i] > 0x7E) return Error(messages::kUnprintableName, i);
    }
    scene_.format_name = name.substr(0, end);
    scene_.version = reader_.u16();
    VITRINE_CHECK(text(scene_.service_text, "the service text"));
    VITRINE_CHECK(need(2, "the object count"));
    const uint64_t at = reader_.offset();
    scene_.object_count = reader_.u16();
    if (scene_.object_count > reader_.remaining() / kSmallestObject) {
      return Error(messages::kTooManyObjects, at, {scene_.object_count, reader_.remaining() / kSmallestObject});
    }
    return ok_status();
  }

  Status numbers(float* out, int count, const char* what) {
    for (int i = 0; i < count; ++i) {
      VITRINE_CHECK(need(4, what));
      const uint64_t at = reader_.offset();
      out[i] = reader_.f32();
      if (std::isfinite(out[i])) continue;
      return Error(messages::kOddNumber, at, {what});
    }
    return ok_status();
  }

  Status object(uint32_t parent) {
    VITRINE_CHECK(charge(1, 2 * sizeof(RawObject)));
    RawObject object;
    object.offset = reader_.offset();
    object.parent = parent;
    VITRINE_CHECK(need(2, "an object's flags"));
    object.flags = reader_.u16();
    VITRINE_CHECK(need(2, "an object's child count"));
    object.child_count = reader_.u16();
    VITRINE_CHECK(text(object.name, "an object's name"));
    VITRINE_CHECK(need(2, "an object's surface count"));
    const uint16_t surfaces = reader_.u16();
    VITRINE_CHECK(numbers(&object.local.translation[0], 3, "an object's position"));
    VITRINE_CHECK(numbers(&object.local.rotation[0], 4, "an object's rotation"));
    VITRINE_CHECK(numbers(&object.local.scale[0], 3, "an object's scale"));
    if (object.is_skinned()) {
      VITRINE_CHECK(need(2, "the bone count"));
      const uint16_t bones = reader_.u16();
      VITRINE_CHECK(charge(std::min<uint64_t>(bones, reader_.remaining() / 2), 2 * sizeof(std::string_view)));
      for (uint16_t i = 0; i < bones; ++i) {
        std::string_view bone;
        VITRINE_CHECK(text(bone, "a bone's name"));
        object.bones.push_back(bone);
      }
    }
    VITRINE_CHECK(charge(std::min<uint64_t>(surfaces, reader_.remaining() / 8), 2 * sizeof(RawSurface)));
    for (uint16_t i = 0; i < surfaces; ++i) VITRINE_CHECK(surface(object));
    scene_.objects.push_back(std::move(object));
    return ok_status();
  }

  Status surface(RawObject& object) {
    RawSurface surface;
    surface.offset = reader_.offset();
    VITRINE_CHECK(need(4, "a vertex count"));
    surface.vertex_count = reader_.u32();
    VITRINE_CHECK(need(4, "an index count"));
    const uint64_t count = reader_.u32();
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
    surface.vertices = reader_.bytes(vertex_bytes);
    VITRINE_CHECK(check_vertices(surface, object.stride(), vertices_at));
    const uint64_t indices_at = reader_.offset();
    surface.indices = reader_.bytes(indices * 4);
    VITRINE_CHECK(check_indices(surface, indices_at));
    object.surfaces.push_back(surface);
    return ok_status();
  }

  /// None of these floats is NaN or infinite. The loops have no way out, so that they run on many numbers at once.
  bool are_finite(const uint8_t* floats, size_t count) const {
    const uint32_t exponent = dialect_.big_endian ? 0x0000807Fu : 0x7F800000u;
    uint32_t odd = 0;
    for (size_t i = 0; i < count; ++i) odd |= (u32_at(floats + 4 * i, false) & exponent) == exponent;
    return odd == 0;
  }

  /// The same of skinned vertices without their weights.
  bool checked_are_finite(const uint8_t* vertices, size_t count) const {
    const uint32_t exponent = dialect_.big_endian ? 0x0000807Fu : 0x7F800000u;
    uint32_t odd = 0;
    for (size_t v = 0; v < count; ++v) {
      for (size_t i = 0; i < kCheckedFloats; ++i)
        odd |= (u32_at(vertices + v * kSkinnedStride + 4 * i, false) & exponent) == exponent;
    }
    return odd == 0;
  }

  Status check_vertices(const RawSurface& surface, size_t stride, uint64_t at) const {
    if (stride == kRigidStride ? are_finite(surface.vertices.data(), surface.vertices.size() / 4)
                               : checked_are_finite(surface.vertices.data(), surface.vertex_count))
      return ok_status();
    for (size_t v = 0; v < surface.vertex_count; ++v) {
      const uint8_t* vertex = surface.vertices.data() + v * stride;
      if (are_finite(vertex, kCheckedFloats)) continue;
      size_t i = 0;
      while (is_finite_bits(u32_at(vertex + 4 * i, dialect_.big_endian))) ++i;
      return Error(messages::kOddVertex, at + v * stride + 4 * i, {v});
    }
    return ok_status();
  }

  Status check_indices(const RawSurface& surface, uint64_t at) const {
    uint32_t largest = 0;
    for (size_t i = 0; i < surface.index_count; ++i)
      largest = std::max(largest, u32_at(surface.indices.data() + 4 * i, dialect_.big_endian));
    if (surface.index_count == 0 || largest < surface.vertex_count) return ok_status();
    for (size_t i = 0; i < surface.index_count; ++i) {
      const uint32_t index = u32_at(surface.indices.data() + 4 * i, dialect_.big_endian);
      if (index < surface.vertex_count) continue;
      return Error(messages::kIndexBeyond, at + 4 * i, {index, surface.vertex_count});
    }
    return ok_status();
  }

  std::span<const uint8_t> bytes_;
  ByteReader reader_;
  Dialect dialect_;
  Budget* budget_;
  bool to_the_end_;
  RawScene scene_;
};

}  // namespace

std::string dialect_id(const Dialect& d) {
  return std::string(d.big_endian ? "BE/" : "LE/") + (d.counts_roots ? "roots/" : "total/") +
         (d.counts_triangles ? "triangle" : "index");
}

std::string dialect_title(const Dialect& d) {
  return std::string(d.big_endian ? "BE, " : "LE, ") + (d.counts_roots ? "root objects, " : "total objects, ") +
         (d.counts_triangles ? "triangle counts" : "index counts");
}

Result<RawScene> parse(std::span<const uint8_t> bytes, const Dialect& dialect, Budget* budget) {
  return Parser(bytes, dialect, budget, true).run();
}

Result<RawScene> parse_forced(std::span<const uint8_t> bytes, Budget* budget) {
  auto best = parse_any(bytes, budget);
  if (best || best.error().code() == &kLimitMemory) return best;
  for (const Dialect& dialect : kDialects) {
    auto scene = Parser(bytes, dialect, budget, false).run();
    if (scene && (!best || scene->end > best->end)) best = std::move(scene);
  }
  return best;
}

Result<RawScene> parse_any(std::span<const uint8_t> bytes, Budget* budget) {
  std::optional<Error> furthest;  // fault of the dialect that read most objects, of several the first
  size_t most_read = 0;
  std::optional<RawScene> empty;  // a wrong byte order may swallow the file as service text and find no objects
  for (const Dialect& dialect : kDialects) {
    Parser parser(bytes, dialect, budget, true);
    auto scene = parser.run();
    if (scene && !scene->objects.empty()) return scene;
    if (scene) {
      if (!empty) empty = std::move(*scene);
      continue;
    }
    const Error& fault = scene.error();
    if (fault.code() == &kLimitMemory) return scene;
    // Faults of the header show that the byte order is wrong.
    const bool in_header = fault.code() == &kHeader || fault.code() == &kFormatName ||
                           (fault.code() == &kString && fault.offset() == kNameBytes + 2);
    const size_t read = in_header ? 0 : 1 + parser.objects_read();
    if (furthest && read <= most_read) continue;
    furthest = std::move(scene.error());
    most_read = read;
  }
  if (empty && most_read == 0) return std::move(*empty);
  return std::move(*furthest);
}

}  // namespace vitrine::pivot
