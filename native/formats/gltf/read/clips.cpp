#include <algorithm>
#include <cmath>
#include <set>

#include "formats/gltf/codes.h"
#include "formats/gltf/read/builder.h"
#include "formats/gltf/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::gltf {

enum class Path : uint8_t { kTranslation, kRotation, kScale, kWeights };

namespace {

Channel channel_of(Path path) {
  return path == Path::kTranslation ? Channel::kTranslation
         : path == Path::kRotation  ? Channel::kRotationQuat
                                    : Channel::kScale;
}

constexpr const char* kPathNames[] = {"translation", "rotation", "scale", "weights"};

}  // namespace

/// Keys of all components of one property.
struct Builder::Track {
  uint32_t node = kNone;  ///< of the file
  Path path = Path::kTranslation;
  Interpolation interpolation = Interpolation::kLinear;
  size_t components = 0;
  size_t first = 0;                      ///< key; of equal times at the start the last one counts
  std::span<const float> times, values;  ///< with kBezier tangent, value, tangent per key
  SourceRange source;
};

void Builder::read_clips() {
  const auto count = static_cast<uint32_t>(asset_.size("animations"));
  const std::vector<TextRange> places = elements_of(asset_.container().json, "/animations");
  std::set<std::string> names;
  std::map<std::string, uint32_t> numbers;
  for (uint32_t i = 0; asset_.ok() && i < count; ++i) {
    const Object object = asset_.element("animations", i);
    Clip clip;
    asset_.attempt("the name of an animation", [&] { clip.name = object.text("name"); });
    if (clip.name.empty()) clip.name = "animation " + std::to_string(i);
    const std::string stem = clip.name;
    // Each try takes a number for good, so that as many equal names as there are cost no more than one try each.
    while (!names.insert(clip.name).second)
      clip.name = stem + " " + std::to_string(++numbers.try_emplace(stem, 1).first->second);
    clip.file = asset_.context().file;
    asset_.fail(charge_names(asset_.context().budget, asset_.context().name, 1));  // of the file
    if (i < places.size())
      clip.source = {asset_.context().file, asset_.container().json_offset + places[i].offset, places[i].length};
    read_clip(object, i < places.size() ? places[i] : TextRange{}, clip);
    if (!asset_.ok()) return;
    part_.clips.push_back(std::move(clip));
  }
}

void Builder::read_clip(const Object& object, const TextRange& place, Clip& clip) {
  for (const char* list : {"samplers", "channels"}) {
    if (asset_.ok() && !object.has(list)) asset_.fail(messages::kRequired, object.at(list), {list});
  }
  const std::vector<Object> channels = object.objects("channels"), samplers = object.objects("samplers");
  if (!asset_.ok()) return;
  const std::vector<TextRange> places =
      elements_of(asset_.container().json.substr(0, place.offset + place.length), "/channels", place.offset);
  std::set<std::pair<uint32_t, Path>> taken;
  for (size_t i = 0; i < channels.size(); ++i) {
    Track track;
    if (i < places.size())
      track.source = {asset_.context().file, asset_.container().json_offset + places[i].offset, places[i].length};
    const bool whole = asset_.attempt(kChannelPart, [&] { read_channel(channels[i], samplers, track); });
    if (!asset_.ok()) return;
    if (!whole || track.node == kNone) continue;
    if (!taken.insert({track.node, track.path}).second) {
      asset_.warn(messages::kChannelTwice, channels[i].pointer());
      continue;
    }
    add_curves(track, clip);
    if (!asset_.ok()) return;
    clip.duration_s = std::max(clip.duration_s, static_cast<double>(track.times.back()));
  }
}

void Builder::read_channel(const Object& channel, const std::vector<Object>& samplers, Track& track) {
  const auto target = channel.object("target");
  if (asset_.ok() && !target) asset_.fail(messages::kRequired, channel.at("target"), {"target"});
  if (!asset_.ok()) return;
  const std::string path = target->text("path");
  const auto* known =
      std::find_if(std::begin(kPathNames), std::end(kPathNames), [&](const char* name) { return path == name; });
  const uint32_t node = target->index("node", "nodes");
  if (!asset_.ok()) return;
  if (known == std::end(kPathNames))
    return asset_.fail(messages::kNotAnimated, target->at("path"), {path.substr(0, 40)});
  if (node == kNone) return asset_.fail(messages::kChannelWithoutNode, target->at("node"));
  track.path = static_cast<Path>(known - std::begin(kPathNames));
  const uint64_t sampler = channel.required_whole("sampler");
  if (asset_.ok() && sampler >= samplers.size())
    asset_.fail(messages::kNoSampler, channel.at("sampler"), {sampler, samplers.size()});
  if (!asset_.ok()) return;
  track.components = track.path == Path::kRotation ? 4 : track.path == Path::kWeights ? targets_of(node) : 3;
  if (track.components == 0) return asset_.fail(messages::kNoMorphTargets, target->at("path"));
  read_sampler(samplers[sampler], track);
  if (asset_.ok()) track.node = node;
}

size_t Builder::targets_of(uint32_t node) {
  const uint32_t mesh = asset_.element("nodes", node).index("mesh", "meshes");
  return mesh == kNone ? 0 : meshes_[mesh].targets;
}

void Builder::read_sampler(const Object& sampler, Track& track) {
  const std::string mode = sampler.text("interpolation", "LINEAR");
  const uint32_t input = sampler.index("input", "accessors"), output = sampler.index("output", "accessors");
  if (!asset_.ok()) return;
  if (mode != "LINEAR" && mode != "STEP" && mode != "CUBICSPLINE")
    return asset_.fail(messages::kNoInterpolation, sampler.at("interpolation"), {mode.substr(0, 40)});
  if (input == kNone || output == kNone)
    return asset_.fail(messages::kInputOutputRequired, sampler.at(input == kNone ? "input" : "output"));
  const bool spline = mode == "CUBICSPLINE";
  track.interpolation = mode == "STEP" ? Interpolation::kStep
                        : spline       ? Interpolation::kBezier
                                       : Interpolation::kLinear;
  const Layout times = asset_.layout(input);
  if (asset_.ok() && (times.type != "SCALAR" || !times.is_float()))
    return asset_.fail(messages::kKeyTimesNoFloats, sampler.at("input"));
  track.times = asset_.floats(input);
  track.values = asset_.floats(output);
  if (!asset_.ok()) return;
  const size_t keys = track.times.size();
  if (keys == 0) return asset_.fail(messages::kNoKeys, sampler.at("input"));
  if (keys == 1 && spline) asset_.warn(messages::kOneCubicKey, sampler.at("input"));
  const size_t wanted = keys * track.components * (spline ? 3 : 1);
  if (track.values.size() != wanted) {
    return asset_.fail(messages::kKeyNumbers, sampler.at("output"), {track.values.size(), wanted});
  }
  const auto finite = [](float v) { return std::isfinite(v); };
  if (!std::all_of(track.times.begin(), track.times.end(), finite) ||
      !std::all_of(track.values.begin(), track.values.end(), finite))
    return asset_.fail(messages::kKeyNotFinite, sampler.pointer());
  if (!std::is_sorted(track.times.begin(), track.times.end()))
    return asset_.fail(messages::kKeysDescend, sampler.at("input"));
  while (track.first + 1 < keys && track.times[track.first + 1] == track.times[0]) ++track.first;
}

/// One curve per component. Straight rotations are marked as a block that turns along the arc.
void Builder::add_curves(const Track& track, Clip& clip) {
  const uint32_t node = node_of_[track.node];
  const bool weights = track.path == Path::kWeights;
  if (weights && part_.nodes[node].mesh == kNone) return;  // not in the scene that is shown
  const size_t keys = track.times.size() - track.first, n = track.components;
  const bool spline = track.interpolation == Interpolation::kBezier && keys > 1;
  asset_.fail(asset_.context().budget.charge(n, sizeof(Curve) + 64));
  asset_.fail(asset_.context().budget.charge(keys * n, sizeof(Key)));
  if (!asset_.ok()) return;
  const bool arc = track.path == Path::kRotation && track.interpolation == Interpolation::kLinear;
  for (size_t c = 0; c < n; ++c) {
    Curve curve;
    curve.target_kind = weights ? TargetKind::kShape : TargetKind::kNode;
    curve.target = weights ? part_.nodes[node].mesh : node;
    if (weights) curve.sub_target = static_cast<uint32_t>(c + 1);  // behind the basis
    curve.channel = weights ? Channel::kOther : channel_of(track.path);
    curve.component = weights ? 0 : static_cast<uint8_t>(c);
    curve.path = weights ? "value" : kPathNames[static_cast<size_t>(track.path)];
    curve.interpolation = track.interpolation;
    curve.handles = spline ? HandleKind::kFull : arc ? HandleKind::kValuesOnly : HandleKind::kNone;
    curve.source = track.source;
    curve.keys.reserve(keys);
    add_keys(track, c, curve);
    if (curve.keys.size() == 1) curve.interpolation = Interpolation::kStep;
    clip.curves.push_back(std::move(curve));
  }
}

/// Hermite tangents are Bezier handles a third of the way to the neighbouring key.
void Builder::add_keys(const Track& track, size_t component, Curve& curve) {
  const std::span<const float> times = track.times, values = track.values;
  const size_t count = times.size(), n = track.components;
  const bool spline = track.interpolation == Interpolation::kBezier;
  for (size_t k = track.first; k < count; ++k) {
    Key key;
    key.time_s = key.left_time_s = key.right_time_s = times[k];
    const float* at = &values[(spline ? 3 * k + 1 : k) * n + component];
    key.value = key.left_value = key.right_value = *at;
    if (spline && k > track.first) {
      const double span = static_cast<double>(times[k]) - static_cast<double>(times[k - 1]);
      key.left_time_s = key.time_s - span / 3;
      key.left_value = key.value - static_cast<double>(*(at - n)) * span / 3;
    }
    if (spline && k + 1 < count) {
      const double span = static_cast<double>(times[k + 1]) - static_cast<double>(times[k]);
      key.right_time_s = key.time_s + span / 3;
      key.right_value = key.value + static_cast<double>(*(at + n)) * span / 3;
    }
    curve.keys.push_back(key);
  }
}

}  // namespace vitrine::gltf
