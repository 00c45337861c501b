#include "formats/gltf/write/motion.h"

#include <algorithm>
#include <cmath>

#include "pose/curve.h"
#include "pose/sample.h"

namespace vitrine {
namespace {

constexpr size_t kMostBreaks = 50'000;

bool repeats(Extension side) { return side == Extension::kCyclic || side == Extension::kCyclicExtrapolate; }

}  // namespace

void add_curve_breaks(const Curve& curve, double end_s, std::vector<double>& times_s) {
  if (curve.keys.empty()) return;
  const double first = curve.keys.front().time_s, last = curve.keys.back().time_s, period = last - first;
  const auto add = [&](double offset) {
    for (const Key& key : curve.keys) {
      const double time = key.time_s + offset;
      if (time > 0 && time < end_s && times_s.size() < kMostBreaks) times_s.push_back(time);
    }
  };
  add(0);
  if (!(period > 0)) return;
  for (double period_count = 1;
       repeats(curve.after) && last + (period_count - 1) * period < end_s && times_s.size() < kMostBreaks;
       ++period_count)
    add(period_count * period);
  for (double period_count = 1;
       repeats(curve.before) && first - (period_count - 1) * period > 0 && times_s.size() < kMostBreaks; ++period_count)
    add(-period_count * period);
}

std::vector<double> closed_breaks(std::vector<double> times_s, double end_s) {
  times_s.push_back(0);
  if (end_s > 0) times_s.push_back(end_s);
  std::sort(times_s.begin(), times_s.end());
  // Breaks that are one in single precision, as keys are stored, are one.
  const auto same = [](double a, double b) { return static_cast<float>(a) == static_cast<float>(b); };
  times_s.erase(std::unique(times_s.begin(), times_s.end(), same), times_s.end());
  if (times_s.size() > 1) times_s.back() = end_s;
  return times_s;
}

size_t GlbNodeMotion::add(std::span<const Curve> curves) {
  const Curve& curve = curves.front();
  const bool block = curve.channel == Channel::kRotationQuat && pose::is_slerp_block(curves);
  const Part part{curves.first(block ? 4 : 1), curve.channel == Channel::kRotationEuler};
  if (!block && (curve.keys.empty() || curve.component > (curve.channel == Channel::kRotationQuat ? 3 : 2))) return 1;
  switch (curve.channel) {
    case Channel::kTranslation:
      translation_.push_back(part);
      break;
    case Channel::kScale:
      scale_.push_back(part);
      break;
    case Channel::kRotationQuat:
    case Channel::kRotationEuler:
      rotation_.push_back(part);
      break;
    case Channel::kOther:
      break;
  }
  return part.curves.size();
}

glm::dvec3 GlbNodeMotion::vector(const std::vector<Part>& parts, glm::dvec3 value, double time_s) {
  for (const Part& part : parts) {
    const Curve& curve = part.curves.front();
    value[curve.component] = pose::evaluate(curve, time_s, value[curve.component]);
  }
  return value;
}

/// In the order of pose/sample.cpp: angles win over quaternions.
glm::dquat GlbNodeMotion::rotation(double time_s) const {
  const glm::dquat rest(rest_.rotation);
  glm::dvec4 q(rest.x, rest.y, rest.z, rest.w);
  glm::dvec3 angles(0);
  bool by_angles = false;
  for (const Part& part : rotation_) {
    const Curve& curve = part.curves.front();
    if (part.euler) {
      if (!by_angles) angles = pose::euler_from_quaternion(rest);
      by_angles = true;
      angles[curve.component] = pose::evaluate(curve, time_s, angles[curve.component]);
    } else if (part.curves.size() == 4) {
      q = pose::slerp_block(part.curves, time_s);
    } else {
      q[curve.component] = pose::evaluate(curve, time_s, q[curve.component]);
    }
  }
  if (by_angles) return pose::quaternion_from_euler(angles);
  return glm::dquat(q.w, q.x, q.y, q.z);
}

std::vector<double> GlbNodeMotion::breaks(const std::vector<Part>& parts, double end_s) {
  std::vector<double> times;
  for (const Part& part : parts) {
    for (const Curve& curve : part.curves) add_curve_breaks(curve, end_s, times);
  }
  return closed_breaks(std::move(times), end_s);
}

}  // namespace vitrine
