#include "formats/qmsh/read/text_actions.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/read/lists.h"
#include "formats/qmsh/sentences.h"

namespace vitrine::qmsh {
namespace {

struct CurveName {
  const char* name;
  Channel channel;
  uint8_t component;
};
constexpr CurveName kCurveNames[] = {{"LocX", Channel::kTranslation, 0},   {"LocY", Channel::kTranslation, 1},
                                     {"LocZ", Channel::kTranslation, 2},   {"QuatX", Channel::kRotationQuat, 0},
                                     {"QuatY", Channel::kRotationQuat, 1}, {"QuatZ", Channel::kRotationQuat, 2},
                                     {"QuatW", Channel::kRotationQuat, 3}, {"ScaleX", Channel::kScale, 0},
                                     {"ScaleY", Channel::kScale, 1},       {"ScaleZ", Channel::kScale, 2}};

/// All three scale curves say the same, or there are none.
bool is_uniform_scale(const TextChannel& channel) {
  const TextCurve* first = nullptr;
  size_t count = 0;
  for (const TextCurve& curve : channel.curves) {
    if (!curve.name.starts_with("Scale")) continue;
    ++count;
    if (first == nullptr) first = &curve;
    const auto same = [](const TextPoint& a, const TextPoint& b) { return a.frame == b.frame && a.value == b.value; };
    if (!std::equal(curve.points.begin(), curve.points.end(), first->points.begin(), first->points.end(), same))
      return false;
  }
  return count == 0 || count == 3;
}

struct Tallies {
  FindingCounter bones, names, time, order, empty, without_keys, scales, steps, extensions, handles;
};

class ActionBuilder {
 public:
  ActionBuilder(const TextModel& model, const NameIndex& bones, uint32_t first_joint, LoadContext& context,
                std::vector<Clip>& clips)
      : model_(model),
        bones_(bones),
        first_joint_(first_joint),
        context_(context),
        clips_(clips),
        fps_(model.fps > 0 ? model.fps : kDefaultFps) {}

  void build() {
    if (model_.fps == 0 && !model_.actions.empty())
      context_.diagnostics.add(messages::kNoFps, model_.actions.front().offset);
    fill_new(clips_, model_.actions.size());
    Clip* next = clips_.data();
    for (const TextAction& action : model_.actions) clip(action, *next++);
    report();
  }

 private:
  void clip(const TextAction& action, Clip& clip);
  void curve(const TextCurve& text, const CurveName* known, uint32_t node, double first_frame, Curve& curve);
  void report();

  const TextModel& model_;
  const NameIndex& bones_;
  uint32_t first_joint_;
  LoadContext& context_;
  std::vector<Clip>& clips_;
  double fps_;
  Tallies tally_;
};

void ActionBuilder::clip(const TextAction& action, Clip& clip) {
  double first = std::numeric_limits<double>::infinity(), last = -first;
  size_t curves = 0;
  for (const TextChannel& channel : action.channels) {
    curves += channel.curves.size();
    for (const TextCurve& text : channel.curves) {
      for (const TextPoint& point : text.points)
        first = std::min(first, point.frame), last = std::max(last, point.frame);
    }
  }
  clip.name = action.name;
  clip.file = context_.file;
  clip.source = {context_.file, action.offset, 0};
  clip.frame_rate = fps_;
  clip.first_frame = last < first ? 1 : first;
  clip.duration_s = last > first ? (last - first) / fps_ : 0;
  fill_new(clip.curves, curves);
  if (last < first) tally_.without_keys.add(action.offset, {"{}", {action.name}});
  std::vector<uint8_t> driven(model_.armatures.empty() ? 0 : model_.armatures.front().bones.size(), 0);
  Curve* next = clip.curves.data();
  for (const TextChannel& channel : action.channels) {
    const uint32_t bone = bones_.find(channel.bone);
    // The first channel of a bone's name counts.
    const bool answers = bone != kNone && driven[bone] == 0;
    if (answers) driven[bone] = 1;
    const uint32_t node = answers ? first_joint_ + bone : kNone;
    if (!answers) tally_.bones.add(channel.offset, {"{}/{}", {action.name, channel.bone}});
    for (const TextCurve& text : channel.curves) {
      const auto* known = std::find_if(std::begin(kCurveNames), std::end(kCurveNames),
                                       [&](const CurveName& c) { return text.name == c.name; });
      if (known == std::end(kCurveNames)) {
        known = nullptr;
        (text.name == "Time" ? tally_.time : tally_.names)
            .add(text.offset, {"{}/{}/{}", {action.name, channel.bone, text.name}});
      }
      curve(text, known, node, first, *next++);
    }
    if (!is_uniform_scale(channel)) tally_.scales.add(channel.offset, {"{}/{}", {action.name, channel.bone}});
  }
}

void ActionBuilder::curve(const TextCurve& text, const CurveName* known, uint32_t node, double first_frame,
                          Curve& curve) {
  curve.path = text.name;
  if (known != nullptr) {
    curve.channel = known->channel;
    curve.component = known->component;
    curve.target = node;
  }
  curve.source = {context_.file, text.offset, 0};
  fill_new(curve.keys, text.points.size());
  bool sorted = true;
  for (size_t i = 0; i < text.points.size(); ++i) {
    Key& key = curve.keys[i];
    key.time_s = (text.points[i].frame - first_frame) / fps_;
    key.value = text.points[i].value;
    sorted &= i == 0 || curve.keys[i - 1].time_s <= key.time_s;
  }
  if (!sorted) put_in_order(text, curve.keys, tally_.order, context_.diagnostics);
  if (text.points.empty()) tally_.empty.add(text.offset, {"{}", {text.name}});
  if (text.interpolation == Interpolation::kStep) tally_.steps.add(text.offset, {"{}", {text.name}});
  if (text.extension != Extension::kHold) tally_.extensions.add(text.offset, {"{}", {text.name}});
  if (text.interpolation == Interpolation::kBezier) tally_.handles.add(text.offset, {"{}", {text.name}});
  curve.interpolation = text.interpolation;
  curve.before = curve.after = text.extension;
}

void ActionBuilder::report() {
  Diagnostics& d = context_.diagnostics;
  tally_.bones.report(d, messages::kChannelsWithoutBone);
  tally_.names.report(d, messages::kUnknownCurves);
  tally_.time.report(d, messages::kTimeCurves);
  tally_.order.report(d, messages::kPointsOutOfOrder);
  tally_.scales.report(d, messages::kUnevenScales);
  tally_.empty.report(d, messages::kCurvesWithoutPoints);
  tally_.without_keys.report(d, messages::kActionsWithoutPoints);
  if (context_.options.has(kLegacyCurves)) {
    if (!model_.actions.empty()) d.add(messages::kConverterReading, model_.actions.front().offset);
    return;
  }
  tally_.steps.report(d, messages::kSteppedCurves);
  tally_.extensions.report(d, messages::kCurvesGoOn);
  tally_.handles.report(d, messages::kAutomaticHandles);
}

}  // namespace

void read_scale_as_original(Clip& clip) {
  std::vector<Curve> kept;
  std::unordered_map<uint32_t, Curve> last;  // per bone the curve that stays
  for (Curve& curve : clip.curves) {
    if (curve.channel != Channel::kScale || curve.target == kNone)
      kept.push_back(std::move(curve));
    else if (curve.component < 2)
      last.insert_or_assign(curve.target, std::move(curve));
  }
  std::vector<uint32_t> nodes;
  for (const auto& [node, curve] : last) nodes.push_back(node);
  std::sort(nodes.begin(), nodes.end());
  for (const uint32_t node : nodes) {
    Curve wrong = std::move(last.at(node));
    for (Key& key : wrong.keys) key.value = (key.value + 2) / 3;
    for (const CurveName& name : kCurveNames) {
      if (name.channel != Channel::kScale) continue;
      wrong.component = name.component;
      wrong.path = name.name;
      kept.push_back(wrong);
    }
  }
  clip.curves = std::move(kept);
}

void read_as_original(Clip& clip, bool scale_fault) {
  for (Curve& curve : clip.curves) {
    curve.interpolation = Interpolation::kLinear;
    curve.handles = HandleKind::kNone;
    curve.before = curve.after = Extension::kHold;
    // Evaluation shows the first of equal first keys at their time, as Blender does; the original shows the last.
    if (curve.keys.size() > 1 && curve.keys[0].time_s == curve.keys[1].time_s)
      curve.keys[0].time_s = std::nextafter(curve.keys[0].time_s, -HUGE_VAL);
  }
  if (scale_fault) read_scale_as_original(clip);
}

void build_actions(const TextModel& model, const NameIndex& bones, uint32_t first_joint, LoadContext& context,
                   std::vector<Clip>& clips) {
  ActionBuilder(model, bones, first_joint, context, clips).build();
}

}  // namespace vitrine::qmsh
