#pragma once
// Animated numbers of a clip: curves as they are, components of sampled frames and key poses as straight
// lines between their samples. Reports and the curve view read clips through it, whatever holds their numbers.

#include <cstdint>
#include <string>
#include <vector>

#include "base/json_text.h"
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

/// Report of `vitrine curves` for one clip: every channel with its keys, handles, interpolation and extension. Sampled
/// clips and key poses give one curve per component. `samples` > 0 adds that many [time, value] points per channel,
/// evenly spread over the clip.
Json curves_json(const Scene& scene, const Clip& clip, uint32_t samples);

/// A channel without its keys.
Json channel_json(const Scene& scene, const Clip& clip, const ScalarCurve& channel);

}  // namespace vitrine
