#pragma once
// Numbers, names and ranges of a file, and the checks that all three readers make.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "base/checked.h"
#include "base/generated.h"
#include "base/result.h"
#include "formats/quake/sentences.h"
#include "scene/scene.h"

namespace vitrine::quake {

class File {
 public:
  explicit File(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint64_t size() const { return bytes_.size(); }
  const uint8_t* at(uint64_t offset) const { return bytes_.data() + offset; }
  std::span<const uint8_t> part(uint64_t offset, uint64_t size) const {
    return bytes_.subspan(static_cast<size_t>(offset), static_cast<size_t>(size));
  }
  int32_t i32(uint64_t offset) const { return load_packed<int32_t>(at(offset)); }
  uint32_t u32(uint64_t offset) const { return load_packed<uint32_t>(at(offset)); }
  uint16_t u16(uint64_t offset) const { return load_packed<uint16_t>(at(offset)); }
  int16_t i16(uint64_t offset) const { return load_packed<int16_t>(at(offset)); }
  float f32(uint64_t offset) const { return load_packed<float>(at(offset)); }
  glm::vec3 vec3(uint64_t offset) const { return {f32(offset), f32(offset + 4), f32(offset + 8)}; }
  std::string_view magic() const { return text(0, std::min<size_t>(4, bytes_.size())); }
  /// Up to the zero, or the whole field.
  std::string_view text(uint64_t offset, size_t size) const {
    const std::string_view field(reinterpret_cast<const char*>(at(offset)), size);
    return field.substr(0, field.find('\0'));
  }
  bool has(uint64_t offset, uint64_t size) const { return range_inside(offset, size, bytes_.size()); }

  /// For parts that follow one another: what is missing has been cut off.
  Status need(uint64_t offset, uint64_t size, const char* what) const {
    if (has(offset, size)) return ok_status();
    return Error{messages::kTooShort, bytes_.size(), {what, size, offset, bytes_.size()}};
  }
  /// For parts that counts and offsets place; the field at `blame` is wrong.
  Status fits(uint64_t offset, uint64_t count, uint64_t size, const char* field, int64_t value, uint64_t blame) const {
    if (has(offset, saturating_mul(count, size))) return ok_status();
    return Error{messages::kCannotFit, blame, {field, value, count, size, bytes_.size()}};
  }

 private:
  std::span<const uint8_t> bytes_;
};

inline bool is_finite_vector(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The unit vectors that MDL and MD2 number, 162 of them.
std::span<const std::array<float, 3>> normals();
inline constexpr uint32_t kNormals = 162;

}  // namespace vitrine::quake
