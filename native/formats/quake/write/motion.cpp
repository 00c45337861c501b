#include "formats/quake/write/motion.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/argument.h"
#include "base/names.h"
#include "base/utf8.h"
#include "convert/action_times.h"
#include "convert/plain_text.h"
#include "formats/quake/write/loops/points.h"
#include "formats/quake/write/sentences.h"
#include "scene/driven.h"

namespace vitrine::md3_export {
namespace {

constexpr uint32_t kRates[] = {10, 12, 15, 20, 24, 25, 30, 60};
constexpr uint32_t kDefaultRate = 10;
constexpr double kPartOfFrame = 2e-3;
constexpr double kLongest = 1e6;          // seconds
constexpr double kHalfStep = 1.0 / 128;   // of the grid
constexpr double kMostSeen = 30'000'000;  // vertices posed to choose the rates of all actions
constexpr size_t kLeastPlaces = 2, kMostPlaces = 32;
constexpr uint32_t kMostFrames = 1'000'000;

/// Per node whether it or one below it shows what is written.
std::vector<bool> nodes_that_count(const Scene& scene, const Surfaces& surfaces, const std::vector<Tag>& tags) {
  std::vector<bool> out(scene.nodes.size(), false);
  for (const Source& source : surfaces.sources) out[source.node] = true;
  for (const Tag& tag : tags) out[tag.node] = true;
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (!out[n] || scene.nodes[n].skin == kNone) continue;
    for (const uint32_t joint : scene.skins[scene.nodes[n].skin].joints) out[joint] = true;
  }
  for (size_t n = scene.nodes.size(); n-- > 0;)
    if (out[n] && scene.nodes[n].parent != kNone) out[scene.nodes[n].parent] = true;
  return out;
}

bool moves(const Clip& clip, const std::vector<bool>& counts) {
  bool out = !clip.runs.empty();
  each_driven(clip, [&](uint32_t node) { out |= counts[node]; });
  for (const Curve& curve : clip.curves) out |= curve.target_kind == TargetKind::kShape && curve.target != kNone;
  return out;
}

class Sampler {
 public:
  Sampler(const Scene& scene, const Space& space, const Md3WriteOptions& options, const Surfaces& surfaces,
          std::vector<Tag> tags, LossReport& loss_report)
      : scene_(scene),
        space_(space),
        options_(options),
        sources_(surfaces.sources),
        loss_report_(loss_report),
        counts_(nodes_that_count(scene, surfaces, tags)),
        code_(options.normal_steps),
        names_(kLongestName),
        stems_(kLongestFrameName),
        points_(scene, space, true),
        places_(surfaces.sources.size()),
        normals_(surfaces.sources.size()) {
    out_.tags = std::move(tags);
  }

  Result<Motion> run() {
    std::vector<uint32_t> clips;
    for (uint32_t c = 0; c < scene_.clips.size(); ++c)
      if (scene_.clips[c].playable && moves(scene_.clips[c], counts_)) clips.push_back(c);
    const uint64_t left_out = scene_.clips.size() - clips.size();
    loss_report_.add("actions", left_out,
                     counted(left_out, "action moves", "actions move") + " no part of the model, or cannot be played");
    measure_still();
    if (clips.empty()) {
      Action still;
      still.rate = kDefaultRate;
      still.name = names_.take(plain_name(options_.name, "still"));
      still.times_s = {0};
      out_.actions.push_back(std::move(still));
    }
    uint64_t frames = 0;
    for (const uint32_t c : clips) {
      VITRINE_TRY(Action action, action_of(c, clips.size()));
      frames += action.frames();
      if (frames > kMostFrames) return too_large(static_cast<double>(frames));
      out_.actions.push_back(std::move(action));
    }
    for (Action& action : out_.actions) action.first = out_.frames, out_.frames += action.frames();
    VITRINE_CHECK(check_counts());
    const size_t rows = sources_.size() * out_.frames;
    out_.positions.resize(rows), out_.normals.resize(rows);
    for (const Action& action : out_.actions) VITRINE_CHECK(add_frames(action));
    const Bounds bounds = box_of(out_.positions);
    if (!bounds.empty) out_.size = glm::length(glm::dvec3(bounds.max) - glm::dvec3(bounds.min));
    loss_report_.add("names", renamed_,
                     counted(renamed_, "action has", "actions have") + " a name that is readable and its own");
    return std::move(out_);
  }

 private:
  void measure_still() {
    std::vector<glm::dvec3> still = places_at(kNone, 0);
    Bounds bounds;
    for (const glm::dvec3& p : still) bounds.add(glm::vec3(p));
    size_ = bounds.empty ? 1 : glm::length(glm::dvec3(bounds.max) - glm::dvec3(bounds.min));
  }

  /// Of all vertices, then the origins of the tags.
  std::vector<glm::dvec3> places_at(uint32_t clip, double time_s) {
    points_.pose(clip, time_s, false);
    std::vector<glm::dvec3> out(sources_.size());
    points_.points(sources_, out);
    for (const Tag& tag : out_.tags) out.push_back(space_.point(glm::dvec3(points_.matrix(tag.node)[3])));
    return out;
  }

  Result<Action> action_of(uint32_t c, size_t action_count) {
    const Clip& clip = scene_.clips[c];
    const ClipTimes times = clip_times(clip, true);
    const double length = times.end_s - times.from_s;
    if (!std::isfinite(times.from_s) || !std::isfinite(times.end_s) || length > kLongest)
      return Error{messages::kActionTooLong, kNoOffset};
    Action out;
    out.clip = c;
    const std::string from = to_utf8(clip.name);
    out.name = names_.take(plain_name(from, options_.name.c_str()));
    renamed_ += out.name != from;
    out.end_s = times.end_s;
    if (!clip.runs.empty() && clip.frame_rate > 0 && std::isfinite(clip.frame_rate)) {
      // The frames of the file, one by one.
      out.rate = clip.frame_rate;
      out.times_s = key_times(clip, true);
      out.loop = out.times_s.size() > 1 && clip.runs.front().closes;
      return out;
    }
    out.rate = options_.rate > 0 ? options_.rate : rate_of(c, times, action_count);
    const double steps = std::max(0.0, std::ceil(length * out.rate - kPartOfFrame));
    if (steps >= kMostFrames) return too_large(steps + 1);
    for (double k = 0; k <= steps; ++k) out.times_s.push_back(std::min(times.from_s + k / out.rate, times.end_s));
    out.loop = clip.closes;
    // A pose that closes a loop would be shown twice.
    if (steps > 1 && !clip.closes && farthest(places_at(c, times.from_s), places_at(c, times.end_s)) < kHalfStep) {
      out.loop = true;
      out.times_s.pop_back();
    }
    return out;
  }

  /// The clip's own rate, that of its keys, or the least between whose frames nothing is farther off than the
  /// tolerance; the best of them where none is.
  double rate_of(uint32_t c, const ClipTimes& times, size_t action_count) {
    const Clip& clip = scene_.clips[c];
    if ((clip.frames || clip.poses) && clip.frame_rate > 0) return clip.frame_rate;
    if (!(times.end_s > times.from_s)) return kDefaultRate;
    std::vector<double> rates;
    if (is_whole_rate(clip.frame_rate)) rates.push_back(clip.frame_rate);
    if (const uint32_t keys = key_rate(clip, true, times.from_s); keys > 0) rates.push_back(keys);
    rates.insert(rates.end(), std::begin(kRates), std::end(kRates));
    const double tolerance = options_.tolerance > 0 ? options_.tolerance : size_ / 1000;
    const double poses = kMostSeen / static_cast<double>(3 * rates.size() * action_count) /
                         static_cast<double>(sources_.size() + scene_.nodes.size());
    const size_t places = std::clamp(static_cast<size_t>(poses), kLeastPlaces, kMostPlaces);
    double best = kDefaultRate, least = -1;
    for (const double rate : rates) {
      const double off = between(c, times, rate, places);
      if (least < 0 || off < least) least = off, best = rate;
      if (off <= tolerance) return rate;
    }
    return best;
  }

  /// Largest distance half-way between frames, at about `places` of them.
  double between(uint32_t c, const ClipTimes& times, double rate, size_t places) {
    const auto steps = static_cast<size_t>(
        std::min(std::ceil((times.end_s - times.from_s) * rate - kPartOfFrame), double{kMostFrames}));
    const size_t stride = std::max<size_t>(1, steps / places);
    double off = 0;
    for (size_t k = 0; k < steps; k += stride) {
      const double from = times.from_s + static_cast<double>(k) / rate, to = std::min(from + 1 / rate, times.end_s);
      std::vector<glm::dvec3> first = places_at(c, from);
      const std::vector<glm::dvec3> second = places_at(c, to);
      for (size_t i = 0; i < first.size(); ++i) first[i] = (first[i] + second[i]) / 2.0;
      off = std::max(off, farthest(first, places_at(c, (from + to) / 2)));
    }
    return off;
  }

  Error too_large(double frames) const {
    return {messages::kTooLarge, kNoOffset, {static_cast<uint64_t>(frames), sources_.size(), kMostRows}};
  }
  Status check_counts() const {
    const uint32_t most = options_.limits.frames;
    if (most > 0 && out_.frames > most)
      return Error{messages::kTooManyFrames, kNoOffset, {out_.frames, options_.engine, most}};
    if (uint64_t{out_.frames} * (sources_.size() + 16 * out_.tags.size() + 8) > kMostRows)
      return too_large(out_.frames);
    return ok_status();
  }

  Status add_frames(const Action& action) {
    const std::string stem = stem_of(action);
    for (uint32_t k = 0; k < action.frames(); ++k) {
      points_.pose(action.clip, action.times_s[k]);
      points_.points(sources_, places_);
      points_.normals(sources_, normals_);
      const size_t first = (action.first + k) * sources_.size();
      const bool fits = put_frame(places_, normals_, code_, first, out_);
      if (!fits) return Error{messages::kModelNotFinite, kNoOffset};
      for (const Tag& tag : out_.tags) {
        out_.places.push_back(tag_place(scene_, space_, tag.node, points_.matrix(tag.node)));
        if (!can_be_written(glm::dvec3(out_.places.back().origin))) return Error{messages::kModelNotFinite, kNoOffset};
      }
      out_.frame_names.push_back(action.frames() == 1 ? stem : stem + std::to_string(k + 1));
    }
    return ok_status();
  }

  /// Names of frames are an action and a number, so that readers find the actions.
  std::string stem_of(const Action& action) {
    const size_t digits = std::to_string(action.frames()).size();
    std::string stem = cut_name(action.name, kLongestFrameName - digits - 3);
    stem = stems_.take(stem);
    const bool ends_in_digit = stem.back() >= '0' && stem.back() <= '9';
    return ends_in_digit && action.frames() > 1 ? stem + "_" : stem;
  }

  const Scene& scene_;
  const Space& space_;
  const Md3WriteOptions& options_;
  const std::vector<Source>& sources_;
  LossReport& loss_report_;
  std::vector<bool> counts_;
  NormalCode code_;
  NameList names_, stems_;
  ScenePoints points_;
  std::vector<glm::dvec3> places_, normals_;  ///< of a frame
  uint64_t renamed_ = 0;
  double size_ = 1;
  Motion out_;
};

}  // namespace

std::vector<Tag> find_tags(const Scene& scene, const Md3WriteOptions& options, LossReport& loss_report) {
  std::vector<Tag> out;
  NameList names(kLongestName);
  uint64_t renamed = 0, more = 0;
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const std::string& name = scene.nodes[n].name;
    if (!lower_case(name).starts_with("tag_")) continue;
    if (options.limits.tags > 0 && out.size() == options.limits.tags) {
      ++more;
      continue;
    }
    out.push_back({names.take(plain_name(name, "tag")), n});
    renamed += out.back().name != name;
  }
  loss_report.add("names", renamed, counted(renamed, "tag has", "tags have") + " a name that is readable and its own");
  loss_report.add("tags", more, counted(more, "tag is", "tags are") + " left out, because the engine takes no more");
  return out;
}

TagPlace tag_place(const Scene& scene, const Space& space, uint32_t node, const glm::dmat4& matrix) {
  TagPlace out;
  glm::dmat3 axes = space.linear(matrix);
  if (scene.nodes[node].tag == kNone) axes = glm::mat3_cast(polar(axes).rotation);
  for (int c = 0; c < 3; ++c) out.axes[c] = axes[c];
  out.origin = space.point(glm::dvec3(matrix[3]));
  return out;
}

Result<Motion> make_motion(const Scene& scene, const Space& space, const Md3WriteOptions& options,
                           const Surfaces& surfaces, std::vector<Tag> tags, LossReport& loss_report) {
  return Sampler(scene, space, options, surfaces, std::move(tags), loss_report).run();
}

namespace {

/// The vertices of `corners`, ascending; the corners become numbers of these.
std::vector<uint32_t> number_anew(std::vector<uint32_t>& corners) {
  std::vector<uint32_t> used = corners;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (uint32_t& v : corners) v = static_cast<uint32_t>(std::lower_bound(used.begin(), used.end(), v) - used.begin());
  return used;
}

std::vector<std::vector<uint32_t>> by_surface(const Surfaces& surfaces, std::span<const uint32_t> indices) {
  std::vector<std::vector<uint32_t>> out(surfaces.list.size());
  for (size_t i = 0; i + 2 < indices.size(); i += 3) {
    const auto after = std::upper_bound(surfaces.list.begin(), surfaces.list.end(), indices[i],
                                        [](uint32_t v, const Surface& surface) { return v < surface.first; });
    std::vector<uint32_t>& corners = out[static_cast<size_t>(after - surfaces.list.begin() - 1)];
    for (size_t k = 0; k < 3; ++k) corners.push_back(indices[i + k]);
  }
  return out;
}

}  // namespace

Subset subset_of(const Surfaces& surfaces, const Motion& motion, std::span<const uint32_t> indices,
                 std::span<const uint32_t> frames) {
  Subset out;
  std::vector<std::vector<uint32_t>> corners = by_surface(surfaces, indices);
  std::vector<uint32_t>& kept = out.vertices;
  for (size_t s = 0; s < surfaces.list.size(); ++s) {
    if (corners[s].empty()) continue;
    const Surface& from = surfaces.list[s];
    const std::vector<uint32_t> used = number_anew(corners[s]);
    Surface to;
    to.name = from.name, to.shader = from.shader, to.material = from.material;
    to.first = static_cast<uint32_t>(kept.size()), to.vertices = static_cast<uint32_t>(used.size());
    for (const uint32_t v : used) to.uv.push_back(from.uv[v - from.first]);
    to.indices = std::move(corners[s]);
    kept.insert(kept.end(), used.begin(), used.end());
    out.surfaces.list.push_back(std::move(to));
  }
  for (const uint32_t v : kept) out.surfaces.sources.push_back(surfaces.sources[v]);
  const size_t vertices = surfaces.sources.size(), tags = motion.tags.size();
  Motion& to = out.motion;
  to.actions = motion.actions, to.tags = motion.tags, to.size = motion.size;
  to.frames = static_cast<uint32_t>(frames.size());
  to.positions.reserve(frames.size() * kept.size()), to.normals.reserve(frames.size() * kept.size());
  for (const size_t frame : frames) {
    for (const uint32_t v : kept) {
      to.positions.push_back(motion.positions[frame * vertices + v]);
      to.normals.push_back(motion.normals[frame * vertices + v]);
    }
    for (size_t t = 0; t < tags; ++t) to.places.push_back(motion.places[frame * tags + t]);
    to.frame_names.push_back(motion.frame_names[frame]);
  }
  return out;
}

std::vector<uint32_t> all_frames(const Motion& motion) {
  std::vector<uint32_t> out(motion.frames);
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

}  // namespace vitrine::md3_export
