#pragma once
// Decoding of EXT_meshopt_compression and KHR_meshopt_compression, from the text of the extensions. The bytes are
// hostile: every read is tested, the streams must be used up exactly.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vitrine::gltf::meshopt {

struct Parameters {
  uint64_t count = 0, stride = 0;
  std::string_view mode;    ///< ATTRIBUTES, TRIANGLES, INDICES
  std::string_view filter;  ///< NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL, COLOR
};

/// Fills `out` with count * stride bytes, whose memory the caller has paid for. What is wrong, or null.
const char* decode(std::span<const uint8_t> data, const Parameters& parameters, std::vector<uint8_t>& out);

// Its parts.
const char* decode_attributes(std::span<const uint8_t> data, uint64_t count, uint64_t stride,
                              std::vector<uint8_t>& out);
const char* decode_triangles(std::span<const uint8_t> data, uint64_t count, uint64_t stride, std::vector<uint8_t>& out);
const char* decode_indices(std::span<const uint8_t> data, uint64_t count, uint64_t stride, std::vector<uint8_t>& out);
const char* apply_filter(std::string_view filter, uint64_t stride, std::vector<uint8_t>& bytes);

}  // namespace vitrine::gltf::meshopt
