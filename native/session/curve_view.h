#pragma once
// Curves for the eye: what a view over a stretch of time shows of each channel, at the resolution of its picture.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "pose/play_options.h"
#include "pose/scalar_curve.h"
#include "scene/scene.h"

namespace vitrine {

struct CurveQuery {
  std::vector<uint32_t> channels;  ///< numbers in the order of `CurveViews::list`
  double from_s = 0, to_s = 1;
  uint32_t columns = 0;    ///< of the picture, up to 16384; 0 = no picture
  uint32_t most_keys = 0;  ///< keys of a channel in sight are handed over up to this number, else none
  bool other = false;      ///< the reading that is not shown, for channels that have another
  std::optional<double> at_s = std::nullopt;  ///< a time whose exact values are wanted
};

/// Query of { "channels", "from", "to", "columns", "mostKeys", "other", "at" }; what is missing keeps its default.
CurveQuery curve_query_of(const Json& object);

/// Per channel of the query, one after the other:
struct CurvePicture {
  std::vector<float> columns;        ///< 3 per column: value at its left edge, least and largest value within
  std::vector<uint32_t> key_counts;  ///< keys handed over, kNone = too many
  std::vector<double> keys;          ///< 6 per key: time, value, left and right handle; NaN where there is none
  std::vector<double> values;        ///< at the query's time, NaN where there is nothing; empty when none was asked for
};

/// The channels of one clip, or of several that play together, as they play: a clip that is shorter than the longest
/// begins again at its end, or holds it where nothing loops. Before 0 and past the end of all a channel goes on as its
/// curve says. Holds copies of nothing but other readings: the scene must outlive it.
class CurveViews {
 public:
  /// `other_reading` gives the clip under the reading that is not shown, or nothing.
  CurveViews(const Scene& scene, const std::vector<uint32_t>& clips,
             const std::function<std::optional<Clip>(uint32_t)>& other_reading);

  /// { "duration", "frameRate", "curves": [ channel_json + { "clip", "keyCount", "first", "last", "least", "most",
  /// "other": { "interpolation", "before", "after" } } ] }. `other` stands where the other reading differs.
  Json list(const pose::PlayOptions& options = {}) const;
  CurvePicture picture(const CurveQuery& query, const pose::PlayOptions& options = {}) const;

 private:
  struct Entry {
    ScalarCurve channel;
    uint32_t clip;
    std::optional<ScalarCurve> other;
    uint32_t block;  ///< number of the first of four curves that turn along the arc together; kNone = by itself
  };
  /// Seconds that the longest of the clips takes.
  double duration_s(const pose::PlayOptions& options) const;
  const Scene& scene_;
  std::vector<std::unique_ptr<Clip>> others_;
  std::vector<Entry> entries_;
};

/// Times of the keys of a node in these clips, ascending, each once; kNone = of everything that moves. Components of
/// sampled frames that the file keeps at their base value have no keys; what moves with a node (its mesh's shapes, its
/// lamp, its camera, its materials) counts as its own.
std::vector<double> key_times(const Scene& scene, const std::vector<uint32_t>& clips, uint32_t node);

}  // namespace vitrine
