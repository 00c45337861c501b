#pragma once
// Motion of one node by the curves of one clip, as separate functions of time.

#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine {

class GlbNodeMotion {
 public:
  explicit GlbNodeMotion(const Transform& rest) : rest_(rest) {}
  /// `curves` from this curve on to the end of its clip; returns how many of them were taken (a block of four).
  size_t add(std::span<const Curve> curves);

  bool translates() const { return !translation_.empty(); }
  bool rotates() const { return !rotation_.empty(); }
  bool scales() const { return !scale_.empty(); }
  glm::dvec3 translation(double time_s) const { return vector(translation_, glm::dvec3(rest_.translation), time_s); }
  glm::dvec3 scale(double time_s) const { return vector(scale_, glm::dvec3(rest_.scale), time_s); }
  /// Not normalised.
  glm::dquat rotation(double time_s) const;

  /// Where pieces of the channel's curves meet between 0 and `end_s`, both included, ascending.
  std::vector<double> translation_breaks(double end_s) const { return breaks(translation_, end_s); }
  std::vector<double> rotation_breaks(double end_s) const { return breaks(rotation_, end_s); }
  std::vector<double> scale_breaks(double end_s) const { return breaks(scale_, end_s); }

 private:
  struct Part {
    std::span<const Curve> curves;  ///< one curve, or the four of a block
    bool euler = false;
  };
  static glm::dvec3 vector(const std::vector<Part>& parts, glm::dvec3 value, double time_s);
  static std::vector<double> breaks(const std::vector<Part>& parts, double end_s);

  Transform rest_;
  std::vector<Part> translation_, rotation_, scale_;
};

/// Adds the times at which `curve` may change its course within [0, end_s], repetitions included; at most a few ten
/// thousand of them.
void add_curve_breaks(const Curve& curve, double end_s, std::vector<double>& times_s);
/// Sorts them, with 0 and `end_s` among them.
std::vector<double> closed_breaks(std::vector<double> times_s, double end_s);

}  // namespace vitrine
