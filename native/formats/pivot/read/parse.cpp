#include "formats/pivot/read/parse.h"

#include "formats/pivot/read/parser.h"
#include "formats/pivot/scalars.h"

namespace vitrine::pivot {
namespace {

constexpr size_t kCheckedFloats = 9;  // position, UVW, normal; weights may be anything

bool is_finite_bits(uint32_t bits) { return (bits & 0x7F800000u) != 0x7F800000u; }

uint32_t u32_at(const uint8_t* at, bool big_endian) {
  uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return big_endian ? __builtin_bswap32(value) : value;
}

/// None of these floats is NaN or infinite. The loops have no way out, so that they run on many numbers at once.
bool are_finite(const uint8_t* floats, size_t count, bool big_endian) {
  const uint32_t exponent = big_endian ? 0x0000807Fu : 0x7F800000u;
  uint32_t odd = 0;
  for (size_t i = 0; i < count; ++i) odd |= (u32_at(floats + 4 * i, false) & exponent) == exponent;
  return odd == 0;
}

/// The same of skinned vertices without their weights.
bool checked_are_finite(const uint8_t* vertices, size_t count, bool big_endian) {
  const uint32_t exponent = big_endian ? 0x0000807Fu : 0x7F800000u;
  uint32_t odd = 0;
  for (size_t v = 0; v < count; ++v) {
    for (size_t i = 0; i < kCheckedFloats; ++i)
      odd |= (u32_at(vertices + v * kSkinnedStride + 4 * i, false) & exponent) == exponent;
  }
  return odd == 0;
}

}  // namespace

Status check_vertices(const RawSurface& surface, size_t stride, uint64_t at, bool big_endian) {
  if (stride == kRigidStride ? are_finite(surface.vertices.data(), surface.vertices.size() / 4, big_endian)
                             : checked_are_finite(surface.vertices.data(), surface.vertex_count, big_endian))
    return ok_status();
  for (size_t v = 0; v < surface.vertex_count; ++v) {
    const uint8_t* vertex = surface.vertices.data() + v * stride;
    if (are_finite(vertex, kCheckedFloats, big_endian)) continue;
    size_t i = 0;
    while (is_finite_bits(u32_at(vertex + 4 * i, big_endian))) ++i;
    return Error(messages::kOddVertex, at + v * stride + 4 * i, {v});
  }
  return ok_status();
}

Status check_indices(const RawSurface& surface, uint64_t at, bool big_endian) {
  const uint32_t largest = in_order(big_endian, [&](auto is_big) {
    uint32_t most = 0;
    for (size_t i = 0; i < surface.index_count; ++i)
      most = std::max(most, u32_at(surface.indices.data() + 4 * i, is_big));
    return most;
  });
  if (surface.index_count == 0 || largest < surface.vertex_count) return ok_status();
  for (size_t i = 0; i < surface.index_count; ++i) {
    const uint32_t index = u32_at(surface.indices.data() + 4 * i, big_endian);
    if (index < surface.vertex_count) continue;
    return Error(messages::kIndexBeyond, at + 4 * i, {index, surface.vertex_count});
  }
  return ok_status();
}

std::string dialect_id(const Dialect& d) {
  return std::string(d.big_endian ? "BE/" : "LE/") + (d.counts_roots ? "roots/" : "total/") +
         (d.counts_triangles ? "triangle" : "index");
}

std::string dialect_title(const Dialect& d) {
  return std::string(d.big_endian ? "BE, " : "LE, ") + (d.counts_roots ? "root objects, " : "total objects, ") +
         (d.counts_triangles ? "triangle counts" : "index counts");
}

Result<RawScene> parse(std::span<const uint8_t> bytes, const Dialect& dialect, Budget* budget) {
  NoTrace none;
  return Parser(bytes, dialect, budget, true, none).run();
}

Result<RawScene> parse_forced(std::span<const uint8_t> bytes, Budget* budget) {
  auto best = parse_any(bytes, budget);
  if (best || best.error().code() == &kLimitMemory) return best;
  NoTrace none;
  for (const Dialect& dialect : kDialects) {
    auto scene = Parser(bytes, dialect, budget, false, none).run();
    if (scene && (!best || scene->end > best->end)) best = std::move(scene);
  }
  return best;
}

Result<RawScene> parse_any(std::span<const uint8_t> bytes, Budget* budget) {
  std::optional<Error> furthest;  // fault of the dialect that read most objects, of several the first
  size_t most_read = 0;
  std::optional<RawScene> empty;  // a wrong byte order may swallow the file as service text and find no objects
  NoTrace none;
  for (const Dialect& dialect : kDialects) {
    Parser parser(bytes, dialect, budget, true, none);
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
