// Keys of one track: read by glTF's rules, in double, they are the function within the tolerance.

#include "formats/gltf/write/track.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace vitrine {
namespace {

using Numbers = std::vector<double>;

Numbers value_of(const GlbKeys& keys, size_t key, size_t n, size_t part) {
  const size_t stride = keys.interpolation == GlbInterpolation::kCubic ? 3 * n : n;
  const size_t first = key * stride + (keys.interpolation == GlbInterpolation::kCubic ? part * n : 0);
  return {keys.values.begin() + std::ptrdiff_t(first), keys.values.begin() + std::ptrdiff_t(first + n)};
}

/// glTF 2.0, appendix C: linear and cubic spline interpolation; quaternions by the great arc, cubics normalised.
Numbers played(const GlbKeys& keys, size_t n, bool rotation, double time_s) {
  const auto after = std::upper_bound(keys.times_s.begin(), keys.times_s.end(), time_s);
  if (after == keys.times_s.begin()) return value_of(keys, 0, n, 1);
  const auto k = size_t(after - keys.times_s.begin()) - 1;
  if (after == keys.times_s.end() || keys.interpolation == GlbInterpolation::kStep) return value_of(keys, k, n, 1);
  const double span = double(keys.times_s[k + 1]) - keys.times_s[k], u = (time_s - keys.times_s[k]) / span;
  const Numbers a = value_of(keys, k, n, 1), b = value_of(keys, k + 1, n, 1);
  Numbers out(n);
  double from = 1 - u, to = u;
  if (keys.interpolation == GlbInterpolation::kLinear && rotation) {
    double cosine = 0;
    for (size_t i = 0; i < n; ++i) cosine += a[i] * b[i];
    const double angle = std::acos(std::min(std::abs(cosine), 1.0)), sine = std::sin(angle);
    if (sine > 0) from = std::sin((1 - u) * angle) / sine, to = std::sin(u * angle) / sine * (cosine < 0 ? -1 : 1);
  }
  for (size_t i = 0; i < n; ++i) out[i] = from * a[i] + to * b[i];
  if (keys.interpolation == GlbInterpolation::kCubic) {
    const Numbers leaving = value_of(keys, k, n, 2), arriving = value_of(keys, k + 1, n, 0);
    const double u2 = u * u, u3 = u2 * u;
    for (size_t i = 0; i < n; ++i)
      out[i] = (2 * u3 - 3 * u2 + 1) * a[i] + span * (u3 - 2 * u2 + u) * leaving[i] + (3 * u2 - 2 * u3) * b[i] +
               span * (u3 - u2) * arriving[i];
  }
  double square = 0;
  for (const double v : out) square += v * v;
  if (rotation) {
    for (double& v : out) v /= std::sqrt(square);
  }
  return out;
}

double largest_gap(const GlbTrack& track, const GlbKeys& keys) {
  double gap = 0;
  Numbers wanted(track.components);
  for (double time_s = track.breaks_s.front() + 1 / 512.0; time_s < track.breaks_s.back(); time_s += 1 / 128.0) {
    track.at(time_s, wanted.data());
    const Numbers found = played(keys, track.components, track.rotation, time_s);
    double sign = 0;
    for (size_t i = 0; i < wanted.size(); ++i) sign += wanted[i] * found[i];
    for (size_t i = 0; i < wanted.size(); ++i)
      gap = std::max(gap, std::abs(wanted[i] - (track.rotation && sign < 0 ? -found[i] : found[i])));
  }
  return gap;
}

constexpr double kTolerance = 1e-3;

TEST(GlbTrack, ABendBeyondTheToleranceIsNoStraightLine) {
  for (const double bend : {0.5, 2.0, 5.0, 20.0, 45.0, 400.0}) {  // times the tolerance, in the middle
    GlbTrack track;
    track.components = 1;
    track.breaks_s = {0, 1};
    track.at = [&](double t, double* out) { *out = 3 * t + bend * kTolerance * 4 * t * (1 - t); };
    const GlbKeys keys = fit_keys(track, kTolerance);
    EXPECT_EQ(keys.interpolation == GlbInterpolation::kLinear, bend < 1) << bend;
    EXPECT_LT(largest_gap(track, keys), kTolerance) << bend;
  }
}

TEST(GlbTrack, ATurnThatSpeedsUpBeyondTheToleranceIsNoStraightArc) {
  for (const double bend : {0.5, 3.0, 20.0, 90.0}) {
    GlbTrack track;
    track.rotation = true;
    track.components = 4;
    track.breaks_s = {0, 1};
    track.at = [&](double t, double* out) {
      const double half = 0.4 * t + bend * kTolerance * 4 * t * (1 - t);
      out[0] = out[1] = 0, out[2] = std::sin(half), out[3] = std::cos(half);
    };
    const GlbKeys keys = fit_keys(track, kTolerance);
    EXPECT_EQ(keys.interpolation == GlbInterpolation::kLinear, bend < 1) << bend;
    EXPECT_LT(largest_gap(track, keys), kTolerance) << bend;
  }
}

TEST(GlbTrack, ATurnWhoseNumbersAreUnitAtItsKeysAloneTakesNoKeysBetween) {
  GlbTrack track;
  track.rotation = true;
  track.components = 4;
  track.breaks_s = {0, 1};
  // About z, speeding up; the length of the four numbers is no cubic, and says nothing about the turn.
  track.at = [&](double t, double* out) {
    const double half = 0.2 * t * (1 + t), size = 1 + 0.5 * std::sin(2 * 3.14159265358979 * t);
    out[0] = out[1] = 0, out[2] = size * std::sin(half), out[3] = size * std::cos(half);
  };
  const GlbKeys keys = fit_keys(track, kTolerance);
  EXPECT_EQ(keys.times_s, (std::vector<float>{0, 1}));
  EXPECT_FALSE(keys.resampled);
  for (double t = 0; t <= 1; t += 1 / 64.0) {
    const Numbers found = played(keys, 4, true, t);
    EXPECT_NEAR(std::atan2(found[2], found[3]), 0.2 * t * (1 + t), kTolerance);
  }
}

/// Number by number between keys, then made unit, as readers do that know no arcs.
Numbers mixed(const GlbKeys& keys, size_t n, bool rotation, double time_s) {
  GlbKeys plain = keys;
  plain.interpolation = GlbInterpolation::kLinear;
  Numbers out = played(plain, n, false, time_s);
  double square = 0;
  for (const double v : out) square += v * v;
  if (rotation) {
    for (double& v : out) v /= std::sqrt(square);
  }
  return out;
}

double largest_bend(const GlbKeys& keys, const GlbKeys& straight, size_t n, bool rotation) {
  double out = 0;
  for (double time_s = keys.times_s.front(); time_s < keys.times_s.back(); time_s += 1 / 512.0) {
    const Numbers wanted = played(keys, n, rotation, time_s), found = mixed(straight, n, rotation, time_s);
    double sign = 0;
    for (size_t i = 0; i < n; ++i) sign += wanted[i] * found[i];
    for (size_t i = 0; i < n; ++i)
      out = std::max(out, std::abs(wanted[i] - (rotation && sign < 0 ? -found[i] : found[i])));
  }
  return out;
}

TEST(GlbTrack, StraightKeysFollowACurve) {
  GlbKeys keys;
  keys.interpolation = GlbInterpolation::kCubic;
  keys.times_s = {0, 1, 3};
  keys.values = {0, 0, 4, 0, 2, -3, 1, 5, 0};
  const GlbKeys straight = straight_keys(keys, 1, false, 1e-3);
  EXPECT_EQ(straight.interpolation, GlbInterpolation::kLinear);
  EXPECT_EQ(straight.times_s.front(), 0.0f);
  EXPECT_EQ(straight.times_s.back(), 3.0f);
  EXPECT_TRUE(std::is_sorted(straight.times_s.begin(), straight.times_s.end(), std::less_equal<>()));
  EXPECT_LE(largest_bend(keys, straight, 1, false), 1.2e-3);
  EXPECT_LE(straight.error, 1e-3);
  EXPECT_LT(straight.times_s.size(), 200u);
}

TEST(GlbTrack, StraightKeysFollowAWideArcByTheShorterWay) {
  // 165 degrees about z, whose second key is given with the other sign.
  const double half = 165 * 3.14159265358979323846 / 360;
  GlbKeys keys;
  keys.times_s = {0, 2};
  keys.values = {0, 0, 0, 1, 0, 0, float(-std::sin(half)), float(-std::cos(half))};
  EXPECT_GT(largest_bend(keys, keys, 4, true), 0.05);
  const GlbKeys straight = straight_keys(keys, 4, true, 1e-4);
  EXPECT_LE(largest_bend(keys, straight, 4, true), 1.2e-4);
  EXPECT_LT(straight.times_s.size(), 40u);
}

TEST(GlbTrack, StraightKeysNeedNoneBetweenForTheOtherSignOfARotation) {
  const double half = 3.14159265358979323846 / 360;  // one degree
  GlbKeys keys;
  keys.times_s = {0, 2};
  keys.values = {0, 0, 0, 1, 0, 0, float(-std::sin(half)), float(-std::cos(half))};
  const GlbKeys straight = straight_keys(keys, 4, true, 1e-4);
  EXPECT_EQ(straight.times_s, keys.times_s);
  EXPECT_GT(straight.values[7], 0);
}

TEST(GlbTrack, StraightKeysLeaveWhatIsStraight) {
  GlbKeys keys;
  keys.times_s = {0, 1, 3};
  keys.values = {0, 5, -1};
  EXPECT_EQ(straight_keys(keys, 1, false, 1e-4).times_s, keys.times_s);
  keys.interpolation = GlbInterpolation::kStep;
  const GlbKeys steps = straight_keys(keys, 1, false, 1e-4);
  EXPECT_EQ(steps.interpolation, GlbInterpolation::kStep);
  EXPECT_EQ(steps.values, keys.values);
}

TEST(GlbTrack, StraightKeysEndWhereFloatsHaveNoTimeBetween) {
  const float begin = 1000, next = std::nextafter(begin, 2000.0f);
  GlbKeys keys;
  keys.interpolation = GlbInterpolation::kCubic;
  keys.times_s = {begin, next};
  keys.values = {0, 0, 1e9f, -1e9f, 1, 0};
  const GlbKeys straight = straight_keys(keys, 1, false, 1e-4);
  EXPECT_EQ(straight.times_s, keys.times_s);
  EXPECT_GT(straight.error, 1e-4);
}

}  // namespace
}  // namespace vitrine
