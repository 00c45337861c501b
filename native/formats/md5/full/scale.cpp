// q2pro's .md5scale: factors by which the vertices of a joint grow about it, in single frames of the animation that is
// called the same. JSON: { JOINT: { FRAME: FACTOR, ..., "scale_positions": true } }.
//
// A factor moves no other joint, and nothing is blended between frames. So each joint named gets a node below it that
// only has the scale; the vertices hang on that.

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/name_index.h"
#include "base/names.h"
#include "base/utf8.h"
#include "formats/md5/codes.h"
#include "formats/md5/full/scale.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

using ScaleJson = nlohmann::json;

constexpr double kLargestFactor = 1e6;

/// The animation of that name, or the only one there is.
Clip* clip_of(Scene& scene, std::string_view name) {
  Clip* only = nullptr;
  uint32_t count = 0;
  for (Clip& clip : scene.clips) {
    if (!clip.frames || clip.camera_node != kNone || !clip.playable) continue;
    if (equal_ignoring_case(file_stem(clip.name), file_stem(name))) return &clip;
    only = &clip, ++count;
  }
  return count == 1 ? only : nullptr;
}

/// Everything that stands between two quotes, and where it does first.
NameIndex quoted_places(std::span<const uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  NameIndex places;
  for (size_t at = text.find('"'); at != std::string_view::npos;) {
    const size_t next = text.find('"', at + 1);
    if (next != std::string_view::npos)
      places.find_or_add(text.substr(at + 1, next - at - 1), static_cast<uint32_t>(at));
    at = next;
  }
  return places;
}

struct Joint {
  std::string name;
  std::map<uint32_t, double> factors;  ///< by frame
  bool moves = false;                  ///< its own place in its parent is scaled too
};

class Reader {
 public:
  Reader(LoadContext& context, Scene& scene) : context_(context), scene_(scene) {}

  Status run() {
    ScaleJson document;
    VITRINE_CHECK(parse(document));
    places_ = quoted_places(context_.bytes);
    std::vector<Joint> joints;
    for (const auto& [name, value] : document.items()) VITRINE_CHECK(read_joint(name, value, joints));
    Clip* clip = clip_of(scene_, context_.name);
    if (clip == nullptr) {
      context_.diagnostics.add(messages::kNothingToScale, kNoOffset);
      return ok_status();
    }
    const uint64_t keys = uint64_t{3} * clip->frame_count * sizeof(Key);
    VITRINE_CHECK(context_.budget.charge(joints.size(), sizeof(Node) + 3 * sizeof(Curve) + keys));
    for (const SampledFrames::Binding& binding : clip->frames->bindings)
      bindings_[scene_.nodes[binding.node].name].push_back(binding);
    for (const Joint& joint : joints) apply(joint, *clip);
    for (Skin& skin : scene_.skins) {
      for (uint32_t& joint : skin.joints)
        if (const auto holder = holders_.find(joint); holder != holders_.end()) joint = holder->second;
    }
    return ok_status();
  }

 private:
  Status parse(ScaleJson& out) {
    VITRINE_CHECK(context_.budget.charge(context_.bytes.size(), 24));
    uint32_t deepest = 0, depth = 0;
    for (const uint8_t c : context_.bytes) {
      if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
      if ((c == '}' || c == ']') && depth > 0) --depth;
    }
    if (deepest > 64) return Error{messages::kNestedTooDeeply, 0};
    try {
      out = ScaleJson::parse(context_.bytes.begin(), context_.bytes.end());
    } catch (const ScaleJson::parse_error& error) {
      const uint64_t at = error.byte > 0 ? error.byte - 1 : 0;
      return Error{messages::kNoJson, std::min<uint64_t>(at, context_.bytes.size())};
    }
    if (!out.is_object()) return Error{messages::kNoJoints, 0};
    return ok_status();
  }

  Status read_joint(const std::string& name, const ScaleJson& value, std::vector<Joint>& joints) {
    const uint64_t at = place_of(name);
    if (!value.is_object()) return Error{messages::kNoFactors, at};
    Joint joint{name, {}, false};
    for (const auto& [key, factor] : value.items()) {
      if (key == "scale_positions") {
        joint.moves = factor.is_boolean() && factor.get<bool>();
        continue;
      }
      if (key.empty() || key.size() > 9 || key.find_first_not_of("0123456789") != std::string::npos)
        return Error{messages::kNoFrameNumber, at, {printable(key)}};
      const double number = factor.is_number() ? factor.get<double>() : NAN;
      if (!(std::abs(number) <= kLargestFactor)) return Error{messages::kNoFactor, at, {key}};
      joint.factors[static_cast<uint32_t>(std::stoul(key))] = number;
    }
    joints.push_back(std::move(joint));
    return ok_status();
  }

  void apply(const Joint& joint, Clip& clip) {
    SampledFrames& frames = *clip.frames;
    const uint64_t at = place_of(joint.name);
    if (!joint.factors.empty() && joint.factors.rbegin()->first >= clip.frame_count)
      context_.diagnostics.add(messages::kFramePastLast, at, {joint.factors.rbegin()->first, printable(joint.name)});
    const auto found = bindings_.find(joint.name);
    if (found == bindings_.end()) {
      context_.diagnostics.add(messages::kJointNotMoved, at, {printable(joint.name)});
      return;
    }
    for (const SampledFrames::Binding& binding : found->second) {
      if (joint.moves) {
        for (const auto& [frame, factor] : joint.factors) {
          if (frame >= clip.frame_count) break;
          frames.translations[size_t{frame} * frames.track_count + binding.track] *= static_cast<float>(factor);
        }
      }
      add_holder(binding.node, joint, clip);
    }
  }

  void add_holder(uint32_t node, const Joint& joint, Clip& clip) {
    if (std::all_of(joint.factors.begin(), joint.factors.end(), [](const auto& one) { return one.second == 1; }))
      return;
    const auto [place, is_new] = holders_.try_emplace(node, static_cast<uint32_t>(scene_.nodes.size()));
    if (is_new) {
      Node holder;
      holder.name = joint.name + ".scale";
      holder.kind = NodeKind::kEmpty;
      holder.parent = node;
      holder.source = {context_.file, std::min<uint64_t>(place_of(joint.name), context_.bytes.size()), 0};
      scene_.nodes.push_back(std::move(holder));
    }
    Curve curve;
    curve.target = place->second;
    curve.channel = Channel::kScale;
    curve.path = "scale";
    curve.interpolation = Interpolation::kStep;
    curve.source = {context_.file, 0, context_.bytes.size()};
    double last = 1;
    for (uint32_t frame = 0; frame < clip.frame_count; ++frame) {
      const auto given = joint.factors.find(frame);
      const double factor = given == joint.factors.end() ? 1 : given->second;
      Key key;
      key.time_s = frame / clip.frame_rate;
      key.value = factor;
      if (frame == 0 || factor != last) curve.keys.push_back(key);
      last = factor;
    }
    for (uint8_t axis = 0; axis < 3; ++axis) {
      curve.component = axis;
      clip.curves.push_back(curve);
    }
  }

  uint64_t place_of(std::string_view name) const {
    const uint32_t at = places_.find(name);
    return at == NameIndex::kUnknown ? kNoOffset : at;
  }

  static std::string printable(const std::string& text) { return to_utf8(text.substr(0, 64)); }

  LoadContext& context_;
  Scene& scene_;
  NameIndex places_;
  std::unordered_map<std::string, std::vector<SampledFrames::Binding>> bindings_;  ///< by the name of their node
  std::map<uint32_t, uint32_t> holders_;                                           ///< of nodes
};

}  // namespace

bool sniff_scale(std::span<const uint8_t> bytes, std::string_view name) {
  if (!ends_ignoring_case(name, ".md5scale")) return false;
  const auto first = std::find_if(bytes.begin(), bytes.end(), [](uint8_t c) { return c > ' '; });
  return first != bytes.end() && *first == '{';
}

Status load_scale(LoadContext& context, Scene& scene) { return Reader(context, scene).run(); }

}  // namespace vitrine::md5
