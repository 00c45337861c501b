#pragma once
// Animated numbers of a clip: curves as they are, components of sampled frames and key poses as straight
// lines between their samples. Reports and the curve view read clips through it, whatever holds their numbers.

#include <cstdint>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace vitrine {

/// One animated number. Holds pointers into the clip it was made of.
class ScalarCurve {
 public:
  explicit ScalarCurve(const Curve& curve) : curve_(&curve) {}
  /// A component of a track of sampled frames: `part` 0 to 2 translation, 3 to 6 rotation xyzw, 7 angle of the camera.
  static ScalarCurve of_frames(const Clip& clip, uint32_t track, uint32_t part, uint32_t node);
  /// A component of a track of key poses: `part` as above, 7 to 9 scale.
  static ScalarCurve of_poses(const Clip& clip, uint32_t track, uint32_t part);

  const Curve* curve() const { return curve_; }  ///< null for samples
  uint32_t track() const { return track_; }
  uint32_t node() const { return node_; }      ///< of samples; kNone = nothing in the scene answers to it
  bool animated() const { return animated_; }  ///< of frames: false where the file holds the base value all along
  /// "translation", "rotation", "euler", "scale", "fov" or "other".
  const char* kind() const;
  uint32_t component() const;
  /// The file's own name, or one like "translation.x" for samples.
  std::string path() const;

  size_t key_count() const;
  double time_s(size_t key) const;
  double value(size_t key) const;
  /// First key later than a time; key_count() when there is none.
  size_t key_after(double time_s) const;
  double evaluate(double time_s) const;
  Extension before() const { return curve_ ? curve_->before : Extension::kHold; }
  Extension after() const { return curve_ ? curve_->after : Extension::kHold; }

 private:
  ScalarCurve() = default;
  double sample(size_t key) const;

  const Curve* curve_ = nullptr;
  const Clip* clip_ = nullptr;
  uint32_t track_ = 0, part_ = 0, node_ = kNone;
  bool animated_ = true;
};

/// All channels of a clip: tracks in their order, then curves.
std::vector<ScalarCurve> channels_of(const Clip& clip);

}  // namespace vitrine
