#include "session/curve_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "pose/sample.h"
#include "pose/scalar_curve.h"

namespace vitrine {
namespace {

constexpr uint32_t kMostColumns = 16384;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
/// Points looked at within a column beside its keys: Bezier curves may bulge between them.
constexpr int kInnerPoints = 3;
/// Columns of the survey that finds a channel's range.
constexpr uint32_t kSurveyColumns = 512;

struct Range {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

bool is_cyclic(Extension e) { return e == Extension::kCyclic || e == Extension::kCyclicExtrapolate; }

/// Least and largest values of a channel over stretches of time.
class Surveyor {
 public:
  explicit Surveyor(const ScalarCurve& channel) : channel_(channel), count_(channel.key_count()) {
    if (count_ == 0) return;
    first_ = channel.time_s(0);
    last_ = channel.time_s(count_ - 1);
    rise_ = channel.value(count_ - 1) - channel.value(0);
    for (size_t i = 0; i < count_; ++i) all_.add(channel.value(i));
  }

  /// `start` and `end` are the channel's values at both ends.
  void add(double from_s, double to_s, double start, double end, Range& range) const {
    range.add(start);
    range.add(end);
    const Curve* curve = channel_.curve();
    if (curve != nullptr && curve->interpolation == Interpolation::kBezier) {
      for (int i = 1; i <= kInnerPoints; ++i)
        range.add(channel_.evaluate(from_s + (to_s - from_s) * i / (kInnerPoints + 1)));
    }
    if (count_ < 2) return;
    add_keys(from_s, to_s, 0, range);
    if (from_s < first_) add_periods(from_s, std::min(to_s, first_), channel_.before(), range);
    if (to_s > last_) add_periods(std::max(from_s, last_), to_s, channel_.after(), range);
  }

 private:
  void add_keys(double from_s, double to_s, double offset, Range& range) const {
    for (size_t k = channel_.key_after(from_s); k < count_ && channel_.time_s(k) < to_s; ++k)
      range.add(channel_.value(k) + offset);
  }

  /// Keys that come round again outside.
  void add_periods(double from_s, double to_s, Extension extension, Range& range) const {
    const double period = last_ - first_;
    if (!is_cyclic(extension) || !(period > 0)) return;
    const double period_rise = extension == Extension::kCyclicExtrapolate ? rise_ : 0;
    const double index = std::floor((from_s - first_) / period), last_index = std::floor((to_s - first_) / period);
    if (last_index - index >= 2) {  // complete periods: the first and the last have the extremes
      for (const double t : {index, last_index}) {
        range.add(all_.least + t * period_rise);
        range.add(all_.most + t * period_rise);
      }
      return;
    }
    const double shift = index * period;
    add_keys(from_s - shift, to_s - shift, index * period_rise, range);
    if (last_index > index) {
      // The end of a round and the start of the next meet at one time.
      range.add(channel_.value(count_ - 1) + index * period_rise);
      range.add(channel_.value(0) + last_index * period_rise);
      add_keys(from_s - shift - period, to_s - shift - period, last_index * period_rise, range);
    }
  }

  const ScalarCurve& channel_;
  size_t count_;
  double first_ = 0, last_ = 0, rise_ = 0;
  Range all_;
};

/// The rotation of a track at one of its samples.
glm::dquat rotation_at(const Clip& clip, uint32_t track, size_t sample) {
  if (clip.frames) return glm::dquat(clip.frames->rotations[sample * clip.frames->track_count + track]);
  return glm::normalize(glm::dquat(clip.poses->transforms[sample * clip.poses->nodes.size() + track].rotation));
}

/// A channel as its clip plays.
class Played {
 public:
  /// `whole_s`: the seconds that the longest of the clips takes; `block` as in CurveViews.
  Played(const Clip& clip, const ScalarCurve& channel, uint32_t block, double whole_s, const pose::PlayOptions& options)
      : clip_(clip),
        channel_(channel),
        block_(block),
        options_(options),
        own_s_(pose::cycle_s(clip, options)),
        ends_early_(own_s_ < whole_s),
        turns_(channel.curve() == nullptr && std::string_view(channel.kind()) == "rotation") {
    options_.close_loop |= clip.closes;
  }

  double evaluate(double time_s) const {
    if (time_s < 0) return channel_.evaluate(time_s);
    if (time_s < own_s_ || ends_early_) return playing(time_s);
    const bool closes = options_.loop && options_.close_loop && clip_.frames && channel_.curve() == nullptr;
    return closes ? channel_.value(0) : channel_.evaluate(time_s);
  }

  /// Of the channel, by its `surveyor`; `start` and `end` are the values at both ends.
  void survey(const Surveyor& surveyor, double from_s, double to_s, double start, double end, Range& range) const {
    if (!ends_early_ || to_s <= own_s_) return surveyor.add(from_s, to_s, start, end, range);
    range.add(start);
    range.add(end);
    if (from_s < own_s_) part(surveyor, from_s, own_s_, range);
    if (!options_.loop || !(own_s_ > 0)) return;
    from_s = std::max(from_s, own_s_);
    const double first = std::floor(from_s / own_s_), last = std::floor(to_s / own_s_);
    if (last - first >= 2) return part(surveyor, 0, own_s_, range);
    part(surveyor, from_s - first * own_s_, last > first ? own_s_ : to_s - first * own_s_, range);
    if (last > first) part(surveyor, 0, to_s - last * own_s_, range);
  }

 private:
  void part(const Surveyor& surveyor, double from_s, double to_s, Range& range) const {
    surveyor.add(from_s, to_s, channel_.evaluate(from_s), channel_.evaluate(to_s), range);
  }

  /// Where the pose of that time comes from: pose/sample.cpp.
  double playing(double time_s) const {
    if (const Curve* curve = channel_.curve(); curve != nullptr || !clip_.frames) {
      const double within_s = pose::time_in_cycle_s(clip_, time_s, options_);
      if (block_ != kNone)
        return pose::slerp_block(std::span(clip_.curves).subspan(block_, 4), within_s)[int(channel_.component())];
      if (!turns_) return channel_.evaluate(within_s);
      const size_t after = channel_.key_after(within_s), first = after == 0 ? 0 : after - 1;
      if (after == 0 || after == channel_.key_count()) return mixed(first, first, 0);
      const double start_s = channel_.time_s(first);
      return mixed(first, after, (within_s - start_s) / (channel_.time_s(after) - start_s));
    }
    if (clip_.frame_count == 0) return 0;
    const pose::FramePosition at =
        clip_.camera_node != kNone
            ? pose::camera_frame_at(time_s, clip_.frame_rate, clip_.frame_count, clip_.frames->cuts, options_.loop,
                                    options_.close_loop)
            : pose::frame_at(time_s, clip_.frame_rate, clip_.frame_count, options_.loop, options_.close_loop);
    return mixed(at.first, at.second, at.fraction);
  }

  double mixed(size_t first, size_t second, double fraction) const {
    if (!turns_) {
      const double a = channel_.value(first);
      return a + (channel_.value(second) - a) * fraction;
    }
    const uint32_t track = channel_.track();
    glm::dquat turned = pose::slerp(rotation_at(clip_, track, first), rotation_at(clip_, track, second), fraction);
    if (!clip_.frames) turned = glm::normalize(turned);
    const double parts[] = {turned.x, turned.y, turned.z, turned.w};
    return parts[channel_.component()];
  }

  const Clip& clip_;
  const ScalarCurve& channel_;
  uint32_t block_;
  pose::PlayOptions options_;
  double own_s_;
  bool ends_early_, turns_;
};

bool is_same(const Curve& a, const Curve& b) {
  const auto same_key = [](const Key& x, const Key& y) { return x.time_s == y.time_s && x.value == y.value; };
  return a.interpolation == b.interpolation && a.before == b.before && a.after == b.after &&
         std::equal(a.keys.begin(), a.keys.end(), b.keys.begin(), b.keys.end(), same_key);
}

const Curve* counterpart(const Clip& clip, const Curve& curve) {
  const auto found = std::find_if(clip.curves.begin(), clip.curves.end(), [&](const Curve& c) {
    return c.target != kNone && c.target == curve.target && c.target_kind == curve.target_kind &&
           c.channel == curve.channel && c.component == curve.component;
  });
  return found == clip.curves.end() ? nullptr : &*found;
}

void add_keys(const ScalarCurve& channel, const CurveQuery& query, CurvePicture& out) {
  const size_t after = channel.key_after(query.to_s), count = channel.key_count();
  size_t first = channel.key_after(query.from_s);
  // Handles of the neighbours outside reach in; a key on the edge counts as inside.
  first = first == 0 ? 0 : first - 1;
  const size_t last = std::min(after + 1, count);
  if (last - std::min(first, last) > query.most_keys) {
    out.key_counts.push_back(kNone);
    return;
  }
  for (size_t k = first; k < last; ++k) {
    out.keys.insert(out.keys.end(), {channel.time_s(k), channel.value(k), kNothing, kNothing, kNothing, kNothing});
    const Curve* curve = channel.curve();
    if (curve == nullptr || curve->handles == HandleKind::kNone) continue;
    double* handles = &out.keys[out.keys.size() - 4];
    const Key& key = curve->keys[k];
    if (curve->handles == HandleKind::kFull) handles[0] = key.left_time_s, handles[2] = key.right_time_s;
    handles[1] = key.left_value, handles[3] = key.right_value;
  }
  out.key_counts.push_back(static_cast<uint32_t>(last - std::min(first, last)));
}

}  // namespace

CurveQuery curve_query_of(const Json& object) {
  CurveQuery query;
  if (!object.is_object()) return query;
  const auto number = [&](const char* name, double fallback) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number() ? found->get<double>() : fallback;
  };
  const auto count = [&](const char* name) { return static_cast<uint32_t>(std::clamp(number(name, 0), 0.0, 4e9)); };
  query.from_s = number("from", 0);
  query.to_s = number("to", 1);
  query.columns = count("columns");
  query.most_keys = count("mostKeys");
  const auto other = object.find("other");
  query.other = other != object.end() && other->is_boolean() && other->get<bool>();
  if (const double at = number("at", kNothing); std::isfinite(at)) query.at_s = at;
  const auto channels = object.find("channels");
  if (channels == object.end() || !channels->is_array()) return query;
  for (const auto& channel : *channels) {
    if (channel.is_number_unsigned()) query.channels.push_back(channel.get<uint32_t>());
  }
  return query;
}

CurveViews::CurveViews(const Scene& scene, const std::vector<uint32_t>& clips,
                       const std::function<std::optional<Clip>(uint32_t)>& other_reading)
    : scene_(scene) {
  for (const uint32_t clip : clips) {
    const Clip* other = nullptr;
    if (auto read = other_reading(clip)) {
      others_.push_back(std::make_unique<Clip>(std::move(*read)));
      other = others_.back().get();
    }
    const std::span<const Curve> curves(scene.clips[clip].curves);
    uint32_t block = kNone;
    for (const ScalarCurve& channel : channels_of(scene.clips[clip])) {
      if (channel.curve() != nullptr) {
        const auto at = static_cast<uint32_t>(channel.curve() - curves.data());
        if (block != kNone && at >= block + 4) block = kNone;
        const bool turns = channel.curve()->target != kNone && channel.curve()->channel == Channel::kRotationQuat;
        if (block == kNone && turns && pose::is_slerp_block(curves.subspan(at))) block = at;
      }
      Entry entry{channel, clip, {}, block};
      if (other != nullptr && channel.curve() != nullptr) {
        const Curve* curve = counterpart(*other, *channel.curve());
        if (curve != nullptr && !is_same(*curve, *channel.curve())) entry.other = ScalarCurve(*curve);
      }
      entries_.push_back(std::move(entry));
    }
  }
}

double CurveViews::duration_s(const pose::PlayOptions& options) const {
  double longest = 0;
  for (const Entry& entry : entries_) longest = std::max(longest, pose::cycle_s(scene_.clips[entry.clip], options));
  return longest;
}

Json CurveViews::list(const pose::PlayOptions& options) const {
  Json curves = Json::array();
  double rate = 0, first_frame = 1;
  for (const Entry& entry : entries_) {
    const Clip& clip = scene_.clips[entry.clip];
    if (rate == 0) rate = clip.frame_rate, first_frame = clip.first_frame;
    const ScalarCurve& channel = entry.channel;
    Json out = channel_json(scene_, clip, channel);
    out["clip"] = entry.clip;
    out["keyCount"] = channel.key_count();
    if (const size_t count = channel.key_count(); count > 0) {
      const double first = channel.time_s(0), last = channel.time_s(count - 1);
      Range range;
      const Surveyor surveyor(channel);
      double at = first, start = channel.evaluate(first);
      for (uint32_t c = 1; c <= kSurveyColumns; ++c) {
        const double next = first + (last - first) * c / kSurveyColumns, end = channel.evaluate(next);
        surveyor.add(at, next, start, end, range);
        at = next, start = end;
      }
      out["first"] = first, out["last"] = last, out["least"] = range.least, out["most"] = range.most;
    }
    if (entry.other) {
      const Json other = channel_json(scene_, clip, *entry.other);
      out["other"] = {
          {"interpolation", other["interpolation"]}, {"before", other["before"]}, {"after", other["after"]}};
    }
    curves.push_back(std::move(out));
  }
  return {{"duration", duration_s(options)},
          {"frameRate", rate},
          {"firstFrame", first_frame},
          {"curves", std::move(curves)}};
}

CurvePicture CurveViews::picture(const CurveQuery& query, const pose::PlayOptions& options) const {
  CurvePicture out;
  const double whole_s = duration_s(options);
  const uint32_t columns = std::min(query.columns, kMostColumns);
  const double step = (query.to_s - query.from_s) / std::max(columns, 1u);
  for (const uint32_t number : query.channels) {
    const Entry* entry = number < entries_.size() ? &entries_[number] : nullptr;
    const bool there = entry != nullptr && (!query.other || entry->other);
    std::optional<Played> played;
    if (there && (query.other ? *entry->other : entry->channel).key_count() > 0)
      played.emplace(scene_.clips[entry->clip], query.other ? *entry->other : entry->channel,
                     query.other ? kNone : entry->block, whole_s, options);
    if (query.at_s) out.values.push_back(played ? played->evaluate(*query.at_s) : kNothing);
    if (columns == 0) continue;
    if (!played || !std::isfinite(step) || !(step > 0)) {
      out.columns.insert(out.columns.end(), size_t{columns} * 3, std::numeric_limits<float>::quiet_NaN());
      out.key_counts.push_back(0);
      continue;
    }
    const Surveyor surveyor(query.other ? *entry->other : entry->channel);
    double at = query.from_s, start = played->evaluate(at);
    for (uint32_t c = 1; c <= columns; ++c) {
      const double next = query.from_s + step * c, end = played->evaluate(next);
      Range range;
      played->survey(surveyor, at, next, start, end, range);
      out.columns.insert(out.columns.end(),
                         {static_cast<float>(start), static_cast<float>(range.least), static_cast<float>(range.most)});
      at = next, start = end;
    }
    add_keys(query.other ? *entry->other : entry->channel, query, out);
  }
  return out;
}

namespace {

bool has_material(const Scene& scene, const Node& node, uint32_t material) {
  if (node.mesh == kNone) return false;
  const auto& parts = scene.meshes[node.mesh].primitives;
  return std::any_of(parts.begin(), parts.end(), [&](const Primitive& part) { return part.material == material; });
}

bool moves(const Scene& scene, const Curve& curve, uint32_t node) {
  if (node == kNone) return true;
  if (curve.target == kNone) return false;
  const Node& own = scene.nodes[node];
  switch (curve.target_kind) {
    case TargetKind::kNode:
      return curve.target == node;
    case TargetKind::kShape:
      return curve.target == own.mesh;
    case TargetKind::kLight:
      return curve.target == own.light;
    case TargetKind::kCamera:
      return curve.target == own.camera;
    case TargetKind::kMaterial:
    case TargetKind::kTextureSlot:
      return has_material(scene, own, curve.target);
  }
  return false;
}

}  // namespace

std::vector<double> key_times(const Scene& scene, const std::vector<uint32_t>& clips, uint32_t node) {
  std::vector<double> times;
  if (node != kNone && node >= scene.nodes.size()) return times;
  for (const uint32_t clip : clips) {
    bool sampled = false;  // frames and key poses have common times: once is enough
    for (const ScalarCurve& channel : channels_of(scene.clips[clip])) {
      if (channel.curve() != nullptr ? !moves(scene, *channel.curve(), node)
                                     : sampled || !channel.animated() || (node != kNone && channel.node() != node))
        continue;
      sampled |= channel.curve() == nullptr;
      for (size_t key = 0; key < channel.key_count(); ++key) times.push_back(channel.time_s(key));
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace vitrine
