#pragma once
// The binary chunk of a GLB in the making: buffer views and accessors over one run of bytes, every one on a multiple of
// four. Numbers are written as they are given; none is quantised.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace vitrine::glb {

using Json = nlohmann::ordered_json;

class Buffer {
 public:
  /// Per-vertex numbers in a view of their own. `components` 2, 3 or 4; `ranged` adds min and max (positions).
  uint32_t vertices(std::span<const float> values, uint32_t components, bool ranged = false);
  /// The same as numbers of another type (5120 to 5126), which are parts of their largest where they are normalized.
  uint32_t attribute(std::span<const float> values, uint32_t components, uint32_t component_type, bool normalized);
  /// Four joint numbers per vertex, as bytes where all of them fit.
  uint32_t joints(std::span<const uint16_t> values);
  /// Indices of one mesh; 16 bits where none reaches 65535. The view, for `index_run`.
  uint32_t indices(std::span<const uint32_t> values);
  /// A part of the view that `indices` gave last.
  uint32_t index_run(uint32_t view, uint32_t first, uint32_t count);
  /// Matrices of 16 floats, column-major.
  uint32_t matrices(std::span<const float> values);
  /// Key times; equal ones are stored once.
  uint32_t times(std::span<const float> values);
  /// Key values: `components` 1, 3 or 4.
  uint32_t keys(std::span<const float> values, uint32_t components);
  /// Bytes of an image.
  uint32_t image(std::span<const uint8_t> bytes);

  /// Closes the chunk; views and accessors are complete afterwards.
  void finish();
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  const Json& views() const { return views_; }
  const Json& accessors() const { return accessors_; }
  /// False when a NaN or infinite number was given.
  bool all_finite() const { return finite_; }
  uint64_t size() const { return bytes_.size() + animation_.size(); }

 private:
  uint32_t view(std::span<const uint8_t> bytes, int target);
  uint32_t floats(std::span<const float> values, uint32_t components, uint32_t view, uint64_t offset, bool ranged);
  uint64_t animation(std::span<const float> values);

  std::vector<uint8_t> bytes_, animation_;
  Json views_ = Json::array(), accessors_ = Json::array();
  uint32_t animation_view_ = ~0u;
  bool wide_ = false;  ///< of the last index view
  std::unordered_map<std::string, uint32_t> times_;
  bool finite_ = true;
};

// The container: header, JSON chunk, binary chunk.

/// `document` is a glTF 2.0 document whose buffer 0 is `bin`; strings that are not UTF-8 get replacement characters.
/// The chunk of an empty `bin` is left out. LIMIT_COUNT above 4 GB, which the header cannot say.
Result<std::vector<uint8_t>> write(const Json& document, std::span<const uint8_t> bin);

}  // namespace vitrine::glb
