// Filters of meshopt: decoded numbers become those of an accessor.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "formats/gltf/read/meshopt.h"

namespace vitrine::gltf::meshopt {
namespace {

/// To the nearest whole number, halves to the even one, as the decoder does that others are measured by.
int nearest(float value) { return static_cast<int>(std::nearbyint(value)); }

template <class T, class Change>
void for_each_four(std::vector<uint8_t>& bytes, Change change) {
  for (size_t at = 0; at + 4 * sizeof(T) <= bytes.size(); at += 4 * sizeof(T)) {
    T four[4];
    std::memcpy(four, &bytes[at], sizeof four);
    change(four);
    std::memcpy(&bytes[at], four, sizeof four);
  }
}

/// x, y and what stands for 1 become the direction on the sphere; the fourth number stays.
template <class T>
void octahedral(T (&v)[4]) {
  constexpr float kMost = sizeof(T) == 1 ? 127.0f : 32767.0f;
  float x = v[0], y = v[1];
  const float z = static_cast<float>(v[2]) - std::abs(x) - std::abs(y);
  const float fold = std::min(z, 0.0f);
  x += x >= 0 ? fold : -fold;
  y += y >= 0 ? fold : -fold;
  const float length = std::sqrt(x * x + y * y + z * z);
  const float scale = length > 0 ? kMost / length : 0;
  v[0] = static_cast<T>(nearest(x * scale));
  v[1] = static_cast<T>(nearest(y * scale));
  v[2] = static_cast<T>(nearest(z * scale));
}

/// The low 16 bits of the nearest whole number: also for numbers that do not fit, as adding 1.5 * 2^23 leaves them.
int16_t nearest_bits(float value) {
  const float shifted = value + 12582912.0f;
  return static_cast<int16_t>(__builtin_bit_cast(uint32_t, shifted));
}

/// Three components without the largest; the fourth number holds their scale and, in its low bits, which one it is. The
/// extension leaves the arithmetic open; this order of it, in single precision, is that of the decoder which others are
/// measured by, bit for bit: the root is taken of the stored numbers, before they are scaled.
void quaternion(int16_t (&q)[4]) {
  const int largest = q[3] & 3;
  const auto one = static_cast<float>(q[3] | 3), x = static_cast<float>(q[0]), y = static_cast<float>(q[1]),
             z = static_cast<float>(q[2]);
  const float scale = 32767 * 0.70710678118654752f / one;
  const float w = std::sqrt(std::max(0.0f, 2 * one * one - (x * x + (y * y + z * z))));
  const float parts[4] = {w, x, y, z};
  for (int k = 0; k < 4; ++k) q[(largest + k) & 3] = nearest_bits(parts[k] * scale);
}

/// Eight bits of exponent above 24 of mantissa, both signed.
void exponential(std::vector<uint8_t>& bytes) {
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    uint32_t word;
    std::memcpy(&word, &bytes[at], sizeof word);
    const int exponent = static_cast<int32_t>(word) >> 24, mantissa = static_cast<int32_t>(word << 8) >> 8;
    const float value = std::ldexp(static_cast<float>(mantissa), exponent);
    std::memcpy(&bytes[at], &value, sizeof value);
  }
}

/// Brightness and two differences become red, green and blue; the highest bit of the fourth number is their scale.
template <class T>
void color(T (&v)[4]) {
  using Signed = std::make_signed_t<T>;
  constexpr float kMost = sizeof(T) == 1 ? 255.0f : 65535.0f;
  uint32_t range = v[3];
  for (uint32_t shift = 1; shift < 8 * sizeof(T); shift *= 2) range |= range >> shift;
  const int y = v[0], orange = static_cast<Signed>(v[1]), green = static_cast<Signed>(v[2]);
  // One bit of the alpha was given for the mark.
  const uint32_t alpha = (uint32_t{v[3]} << 1 & range) | (v[3] & 1u);
  const float scale = range == 0 ? 0 : kMost / static_cast<float>(range);
  const int parts[4] = {y + orange - green, y + green, y - orange - green, static_cast<int>(alpha)};
  for (int k = 0; k < 4; ++k)
    v[k] = static_cast<T>(std::clamp(nearest(static_cast<float>(parts[k]) * scale), 0, static_cast<int>(kMost)));
}

}  // namespace

const char* apply_filter(std::string_view filter, uint64_t stride, std::vector<uint8_t>& bytes) {
  const bool small = stride == 4, fits = small || stride == 8;
  if (filter == "NONE") return nullptr;
  if (filter == "OCTAHEDRAL" && fits) {
    small ? for_each_four<int8_t>(bytes, octahedral<int8_t>) : for_each_four<int16_t>(bytes, octahedral<int16_t>);
    return nullptr;
  }
  if (filter == "QUATERNION" && stride == 8) return for_each_four<int16_t>(bytes, quaternion), nullptr;
  if (filter == "EXPONENTIAL" && stride % 4 == 0) return exponential(bytes), nullptr;
  if (filter == "COLOR" && fits) {
    small ? for_each_four<uint8_t>(bytes, color<uint8_t>) : for_each_four<uint16_t>(bytes, color<uint16_t>);
    return nullptr;
  }
  return "the filter is not known, or not for elements of this size";
}

const char* decode(std::span<const uint8_t> data, const Parameters& parameters, std::vector<uint8_t>& out) {
  const auto& [count, stride, mode, filter] = parameters;
  const char* fault = "the mode is not known";
  if (mode == "ATTRIBUTES") fault = decode_attributes(data, count, stride, out);
  if (mode == "TRIANGLES") fault = decode_triangles(data, count, stride, out);
  if (mode == "INDICES") fault = decode_indices(data, count, stride, out);
  if (fault != nullptr) return fault;
  if (mode != "ATTRIBUTES" && filter != "NONE") return "only attributes have a filter";
  return apply_filter(filter, stride, out);
}

}  // namespace vitrine::gltf::meshopt
