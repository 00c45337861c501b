#include "formats/md5/write/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace vitrine::md5_export {
namespace {

constexpr int kMostDecimals = 10;
constexpr double kWholeFloats = 16777216;  // from here on every float is a whole number
constexpr double kSmallW = 0.25, kHalfTurnW = 0.1;

/// The longest number: a sign, digits and a point.
constexpr size_t kMostCharacters = 32;

/// Returns where it ends.
[[gnu::noinline]] char* put_scaled(char* to, bool negative, uint64_t scaled, int decimals) {
  while (decimals > 0 && scaled % 10 == 0) scaled /= 10, --decimals;
  if (negative && scaled != 0) *to++ = '-';
  char digits[24];
  const auto count = static_cast<int>(std::to_chars(digits, digits + sizeof(digits), scaled).ptr - digits);
  const int whole = std::max(0, count - decimals);
  if (whole == 0) *to++ = '0';
  to = std::copy(digits, digits + whole, to);
  if (decimals == 0) return to;
  *to++ = '.';
  to = std::fill_n(to, std::max(0, decimals - count), '0');
  return std::copy(digits + whole, digits + count, to);
}

glm::dquat rebuilt_from(const glm::vec3& xyz) {
  const glm::dvec3 v(xyz);
  return glm::normalize(glm::dquat(std::sqrt(std::abs(1 - glm::dot(v, v))), -v.x, -v.y, -v.z));
}

double angle_between(const glm::dquat& a, const glm::dquat& b) {
  const glm::dquat off = glm::conjugate(a) * b;
  return 2 * std::atan2(glm::length(glm::dvec3(off.x, off.y, off.z)), std::abs(off.w));
}

/// As std::round, which is a call in WebAssembly; `value` is not below 0.
double rounded(double value) {
  const double whole = std::floor(value);
  return value - whole >= 0.5 ? whole + 1 : whole;
}

/// In single precision, as the engines reckon.
bool within_unit(const glm::vec3& v) { return v.x * v.x + v.y * v.y + v.z * v.z <= 1.0f; }

/// `steps` floats further.
float moved(float value, int steps) {
  for (; steps > 0; --steps) value = std::nextafter(value, 2.0f);
  return steps < 0 ? std::nextafter(value, -2.0f) : value;
}

float below(double exact) {
  const auto near = static_cast<float>(exact);
  return static_cast<double>(near) <= exact ? near : std::nextafter(near, -2.0f);
}

/// No decimal that is farther off than this share of a float reads as it, and one that is need not be divided to know.
constexpr double kSureMiss = 0x1p-23;

[[gnu::noinline]] char* put_number(char* to, float value) {
  const double exact = std::abs(static_cast<double>(value));
  if (exact >= kWholeFloats)
    return put_scaled(to, value < 0, static_cast<uint64_t>(std::min(exact, kLargestNumber * 1000)), 0);
  double scale = 1;
  for (int decimals = 0;; ++decimals, scale *= 10) {
    const double meant = exact * scale, scaled = rounded(meant);
    if (decimals < kMostDecimals && (std::abs(scaled - meant) > kSureMiss * meant ||
                                     static_cast<float>(scaled / scale) != static_cast<float>(exact)))
      continue;
    return put_scaled(to, value < 0, static_cast<uint64_t>(scaled), decimals);
  }
}

char* put_exact(char* to, float value) {
  const double scaled = std::round(std::abs(static_cast<double>(value)) * static_cast<double>(kBiasOne));
  return put_scaled(to, value < 0, static_cast<uint64_t>(scaled), kMostDecimals);
}

char* put_rotation(char* to, const StoredRotation& rotation) {
  for (int i = 0; i < 3; ++i) {
    if (i > 0) *to++ = ' ';
    to = rotation.half_turn ? put_exact(to, rotation.xyz[i]) : put_number(to, rotation.xyz[i]);
  }
  return to;
}

}  // namespace

void append_number(std::string& out, float value) {
  char text[kMostCharacters];
  out.append(text, put_number(text, value));
}

void append_exact(std::string& out, float value) {
  char text[kMostCharacters];
  out.append(text, put_exact(text, value));
}

void append_bias(std::string& out, int64_t bias) {
  char text[kMostCharacters];
  out.append(text, put_scaled(text, bias < 0, static_cast<uint64_t>(std::abs(bias)), kMostDecimals));
}

void append_vector(std::string& out, const glm::vec3& v) {
  char text[3 * kMostCharacters + 4], *to = text;
  *to++ = '(', *to++ = ' ';
  for (int i = 0; i < 3; ++i) to = put_number(to, v[i]), *to++ = ' ';
  *to++ = ')';
  out.append(text, to);
}

StoredRotation stored(const glm::dquat& rotation) {
  glm::dquat q = glm::normalize(rotation);
  if (q.w < 0) q = -q;
  const glm::dvec3 meant(0 - q.x, 0 - q.y, 0 - q.z);
  StoredRotation out;
  out.half_turn = q.w < kHalfTurnW;
  out.xyz = glm::vec3(meant);
  out.rebuilt = rebuilt_from(out.xyz);
  out.error_rad = angle_between(out.rebuilt, q);
  if (q.w >= kSmallW) return out;
  // Near a half turn w is what rounding leaves of 1 - x2 - y2 - z2.
  bool fits = within_unit(out.xyz);
  const glm::vec3 low(below(meant.x), below(meant.y), below(meant.z));
  for (int choice = 0; choice < 64; ++choice) {
    glm::vec3 xyz;
    for (int i = 0; i < 3; ++i) xyz[i] = moved(low[i], (choice >> (2 * i) & 3) - 1);
    if (!within_unit(xyz)) continue;
    const glm::dquat candidate = rebuilt_from(xyz);
    const double error = angle_between(candidate, q);
    if (fits && error >= out.error_rad) continue;
    fits = true, out.xyz = xyz, out.rebuilt = candidate, out.error_rad = error;
  }
  return out;
}

void append_whole(std::string& out, uint64_t value) {
  char text[kMostCharacters];
  out.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

void append_rotation(std::string& out, const StoredRotation& rotation) {
  char text[3 * kMostCharacters];
  out.append(text, put_rotation(text, rotation));
}

void append_frame_row(std::string& out, const glm::vec3& position, const StoredRotation& rotation) {
  char text[6 * kMostCharacters], *to = text;
  *to++ = '\t';
  for (int i = 0; i < 3; ++i) to = put_number(to, position[i]), *to++ = ' ';
  to = put_rotation(to, rotation);
  *to++ = '\n';
  out.append(text, to);
}

}  // namespace vitrine::md5_export
