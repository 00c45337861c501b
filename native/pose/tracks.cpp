#include "pose/tracks.h"

#include <algorithm>
#include <span>
#include <utility>

namespace vitrine::pose {
namespace {

using Group = ClipTracks::Group;

/// Groups that a track is compared with, the latest first: files have few times or times for every track.
constexpr size_t kLookBack = 8;

bool has_times(const Curve& curve, const std::vector<double>& times_s) {
  return std::equal(curve.keys.begin(), curve.keys.end(), times_s.begin(), times_s.end(),
                    [](const Key& key, double time_s) { return key.time_s == time_s; });
}

bool is_single(const Key& key) { return static_cast<double>(static_cast<float>(key.value)) == key.value; }

size_t components_of(const Curve& first) { return first.channel == Channel::kRotationQuat ? 4 : 3; }

/// True for a curve that may be this component of a track which begins with `first`.
bool is_component(const Curve& curve, const Curve& first, size_t component) {
  const bool held = curve.before == Extension::kHold && curve.after == Extension::kHold;
  // With the handles of straight rotations they turn along the arc.
  const bool turns = first.channel == Channel::kRotationQuat && first.interpolation == Interpolation::kLinear;
  const bool plain = curve.interpolation != Interpolation::kBezier &&
                     (curve.keys.size() == 1 || curve.handles == (turns ? HandleKind::kValuesOnly : HandleKind::kNone));
  return plain && held && curve.component == component && drives_node(curve) && curve.target == first.target &&
         curve.channel == first.channel && curve.interpolation == first.interpolation &&
         std::all_of(curve.keys.begin(), curve.keys.end(), is_single);
}

/// True where a track begins with the first of these curves.
bool is_track(std::span<const Curve> curves) {
  const Curve& first = curves[0];
  const std::vector<Key>& keys = first.keys;
  if (first.channel == Channel::kRotationEuler || curves.size() < components_of(first) || keys.empty() ||
      (keys.size() > 1 && keys[0].time_s == keys[1].time_s))
    return false;
  for (size_t c = 0; c < components_of(first); ++c) {
    if (!is_component(curves[c], first, c)) return false;
  }
  return true;
}

Group& group_of(const Curve& first, std::vector<Group>& groups) {
  const bool steps = first.interpolation == Interpolation::kStep;
  for (size_t back = 1; back <= std::min(kLookBack, groups.size()); ++back) {
    Group& group = groups[groups.size() - back];
    if (group.steps == steps && has_times(first, group.times_s)) return group;
  }
  Group& group = groups.emplace_back();
  group.steps = steps;
  for (const Key& key : first.keys) group.times_s.push_back(key.time_s);
  return group;
}

std::vector<uint32_t>& list_of(Channel channel, Group& group) {
  return channel == Channel::kTranslation ? group.moved : channel == Channel::kScale ? group.scaled : group.turned;
}

/// The lists hold where tracks begin among the curves, and then their nodes.
void fill_rows(const std::vector<Curve>& curves, Group& group) {
  const size_t width = 3 * (group.moved.size() + group.scaled.size()) + 4 * group.turned.size();
  group.rows.resize(width * group.times_s.size());
  float* column = group.rows.data();
  for (std::vector<uint32_t>* list : {&group.moved, &group.scaled, &group.turned}) {
    for (uint32_t& track : *list) {
      const Curve* curve = &curves[track];
      track = curve->target;
      for (size_t left = components_of(*curve); left > 0; --left, ++curve, ++column) {
        for (size_t key = 0; key < curve->keys.size(); ++key)
          column[key * width] = static_cast<float>(curve->keys[key].value);
      }
    }
  }
}

/// Where a time lies among keys. Beyond an end both rows are the one there.
struct RowsAt {
  const float *a = nullptr, *b = nullptr;
  double fraction = 0;
};

RowsAt rows_at(const Group& group, double time_s) {
  const std::vector<double>& times = group.times_s;
  const size_t width = group.rows.size() / times.size();
  const auto after = static_cast<size_t>(std::upper_bound(times.begin(), times.end(), time_s) - times.begin());
  const size_t key = after == 0 ? 0 : after - 1;
  const float* row = &group.rows[key * width];
  if (after == 0 || after == times.size() || group.steps) return {row, row, 0};
  return {row, row + width, (time_s - times[key]) / (times[after] - times[key])};
}

/// A curve adds what its earlier cycles came to, here 0: that makes 0 of -0.
constexpr double kNoOffset = 0.0;

glm::vec3 between(const float* a, const float* b, double u) {
  const auto one = [&](int c) {
    return static_cast<float>(static_cast<double>(a[c]) + (static_cast<double>(b[c]) - static_cast<double>(a[c])) * u +
                              kNoOffset);
  };
  return {one(0), one(1), one(2)};
}

glm::dquat quat_at(const float* row) { return glm::dquat(row[3], row[0], row[1], row[2]); }

glm::quat turned(const RowsAt& at) {
  const glm::dquat a = quat_at(at.a);
  if (at.a == at.b) return glm::quat(normalized(a + glm::dquat(kNoOffset, kNoOffset, kNoOffset, kNoOffset)));
  return glm::quat(normalized(slerp(normalized(a), normalized(quat_at(at.b)), at.fraction)));
}

}  // namespace

ClipTracks plan_tracks(const Clip& clip) {
  const std::span<const Curve> curves(clip.curves);
  ClipTracks out, other;
  std::vector<uint8_t> kinds;  // per node, a bit for each kind of track
  for (const Curve& curve : curves)
    other.moves_properties |= curve.target_kind != TargetKind::kNode && curve.target != kNone;
  out.moves_properties = other.moves_properties;
  for (size_t i = 0; i < curves.size();) {
    const Curve& first = curves[i];
    if (!drives_node(first)) {
      ++i;
      continue;
    }
    if (!is_track(curves.subspan(i))) return other;
    if (first.target >= kinds.size()) kinds.resize(size_t{first.target} + 1);
    const auto kind = static_cast<uint8_t>(1 << static_cast<int>(first.channel));
    if ((std::exchange(kinds[first.target], kinds[first.target] | kind) & kind) != 0) return other;
    Group& group = group_of(first, out.groups);
    list_of(first.channel, group).push_back(static_cast<uint32_t>(i));
    for (size_t end = i + components_of(first); i < end; ++i) {
      if (!has_times(curves[i], group.times_s)) return other;
    }
  }
  for (Group& group : out.groups) fill_rows(clip.curves, group);
  out.whole = true;
  return out;
}

void sample_tracks(const ClipTracks& tracks, double time_s, LocalPose& pose) {
  for (const Group& group : tracks.groups) {
    RowsAt at = rows_at(group, time_s);
    const auto next = [&](ptrdiff_t components) { at.a += components, at.b += components; };
    for (const uint32_t node : group.moved) {
      pose.local[node].translation = between(at.a, at.b, at.fraction);
      pose.driven[node] = 1;
      next(3);
    }
    for (const uint32_t node : group.scaled) {
      pose.local[node].scale = between(at.a, at.b, at.fraction);
      pose.driven[node] = 1;
      next(3);
    }
    for (const uint32_t node : group.turned) {
      pose.local[node].rotation = turned(at);
      pose.driven[node] = 1;
      next(4);
    }
  }
}

}  // namespace vitrine::pose
