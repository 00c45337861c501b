#include "formats/md5/write/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace vitrine::md5_export {
namespace {

constexpr int kMostDecimals = 10;
constexpr double kWholeFloats = 16777216;  // from here on every float is a whole number
constexpr double kSmallW = 0.25, kHalfTurnW = 0.1;

void append_scaled(std::string& out, bool negative, uint64_t scaled, int decimals) {
  while (decimals > 0 && scaled % 10 == 0) scaled /= 10, --decimals;
  if (negative && scaled != 0) out += '-';
  char digits[24];
  const auto count = static_cast<int>(std::to_chars(digits, digits + sizeof(digits), scaled).ptr - digits);
  const int whole = std::max(0, count - decimals);
  if (whole == 0)
    out += '0';
  else
    out.append(digits, static_cast<size_t>(whole));
  if (decimals == 0) return;
  out += '.';
  out.append(static_cast<size_t>(std::max(0, decimals - count)), '0');
  out.append(digits + whole, static_cast<size_t>(count - whole));
}

glm::dquat rebuilt_from(const glm::vec3& xyz) {
  const glm::dvec3 v(xyz);
  return glm::normalize(glm::dquat(std::sqrt(std::abs(1 - glm::dot(v, v))), -v.x, -v.y, -v.z));
}

double angle_between(const glm::dquat& a, const glm::dquat& b) {
  const glm::dquat off = glm::conjugate(a) * b;
  return 2 * std::atan2(glm::length(glm::dvec3(off.x, off.y, off.z)), std::abs(off.w));
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

}  // namespace

void append_number(std::string& out, float value) {
  const double exact = std::abs(static_cast<double>(value));
  if (exact >= kWholeFloats) {
    append_scaled(out, value < 0, static_cast<uint64_t>(std::min(exact, kLargestNumber * 1000)), 0);
    return;
  }
  double scale = 1;
  for (int decimals = 0;; ++decimals, scale *= 10) {
    const double scaled = std::round(exact * scale);
    if (decimals < kMostDecimals && static_cast<float>(scaled / scale) != static_cast<float>(exact)) continue;
    append_scaled(out, value < 0, static_cast<uint64_t>(scaled), decimals);
    return;
  }
}

void append_exact(std::string& out, float value) {
  const double scaled = std::round(std::abs(static_cast<double>(value)) * static_cast<double>(kBiasOne));
  append_scaled(out, value < 0, static_cast<uint64_t>(scaled), kMostDecimals);
}

void append_bias(std::string& out, int64_t bias) {
  append_scaled(out, bias < 0, static_cast<uint64_t>(std::abs(bias)), kMostDecimals);
}

void append_vector(std::string& out, const glm::vec3& v) {
  out += "( ";
  for (int i = 0; i < 3; ++i) append_number(out, v[i]), out += ' ';
  out += ')';
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

void append_rotation(std::string& out, const StoredRotation& rotation) {
  for (int i = 0; i < 3; ++i) {
    if (i > 0) out += ' ';
    if (rotation.half_turn)
      append_exact(out, rotation.xyz[i]);
    else
      append_number(out, rotation.xyz[i]);
  }
}

}  // namespace vitrine::md5_export
