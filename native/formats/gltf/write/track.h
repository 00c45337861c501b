#pragma once
// A function of time as glTF keys: STEP, LINEAR or CUBICSPLINE where that gives the same values, more keys elsewhere.

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <vector>

namespace vitrine {

struct GlbTrack {
  uint32_t components = 3;
  /// Quaternions x y z w, of any length: only their direction counts. glTF turns LINEAR ones along the shorter arc.
  bool rotation = false;
  /// Ascending, from the start to the end; between two of them the function is smooth.
  std::vector<double> breaks_s;
  /// `out` receives `components` numbers. At a jump the values just before and just after are asked for.
  std::function<void(double time_s, double* out)> at;
};

enum class GlbInterpolation : uint8_t { kStep, kLinear, kCubic };

struct GlbKeys {
  GlbInterpolation interpolation = GlbInterpolation::kLinear;
  std::vector<float> times_s;  ///< strictly ascending
  std::vector<float> values;   ///< per key `components` numbers; kCubic: in-tangent, value, out-tangent
  bool resampled = false;      ///< there are keys between the breaks
  double error = 0;            ///< largest difference seen between the function and the keys (of quaternions: chord)
  bool finite = true;
};

/// Keys that come as near to the track as `tolerance`, or as many halvings allow. One key where nothing moves.
GlbKeys fit_keys(const GlbTrack& track, double tolerance);

/// Keys of straight lines (arcs): `values` holds `components` numbers per time. Of equal times the first is the value
/// just before, the last the value from there on.
GlbKeys linear_keys(const std::vector<double>& times_s, const std::vector<double>& values, uint32_t components,
                    bool rotation);

/// The same motion as keys between which every number runs straight, for readers that drop the tangents of CUBICSPLINE
/// or mix rotations number by number: more of them where curves bend and arcs are wide, until the difference is at most
/// `tolerance` (of quaternions: chord). `error` has the largest. STEP stays as it is.
GlbKeys straight_keys(const GlbKeys& keys, uint32_t components, bool rotation, double tolerance);

}  // namespace vitrine
