#include "scene/full/fit_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/argument.h"
#include "base/utf8.h"
#include "scene/fit_sentences.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kNamesShown = 4;
/// Rest poses agree up to this share of the skeleton's longest joint, and these degrees.
constexpr double kSamePlace = 1e-3, kSameDegrees = 0.1;

std::string list_names(const std::vector<std::string>& names, size_t all) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < kNamesShown; ++i) out += (i == 0 ? "'" : ", '") + names[i] + "'";
  if (all > kNamesShown) out += " and " + std::to_string(all - kNamesShown) + " more";
  return out;
}

const std::string& joint_name(const Scene& scene, const Skeleton& skeleton, uint32_t joint) {
  return scene.nodes[skeleton.nodes[joint]].name;
}

const char* match_name(JointMatch match) {
  switch (match) {
    case JointMatch::kName:
      return "name";
    case JointMatch::kNameIgnoringCase:
      return "name-case";
    case JointMatch::kNumber:
      return "number";
    case JointMatch::kHierarchy:
      return "hierarchy";
    case JointMatch::kUnmatched:
      break;
  }
  return "none";
}

/// The loosest rule that was needed; kUnmatched when nothing matched.
JointMatch loosest_of(const Fit& fit) {
  JointMatch loosest = JointMatch::kUnmatched;
  for (const JointMatch one : fit.match) loosest = std::max(loosest, one);
  return loosest;
}

/// By how much a joint rests elsewhere in the animation's file, relative to its parent.
struct RestDifference {
  double translation = 0, degrees = 0, longest = 0;
  uint32_t moved = kNone, turned = kNone;  ///< joints of the skeleton
};

double degrees_between(const glm::quat& a, const glm::quat& b) {
  const glm::dquat x = glm::normalize(glm::dquat(a)), y = glm::normalize(glm::dquat(b));
  // From the distance: the cosine of a small angle has lost it.
  const double near = std::min(glm::length(x - y), glm::length(x + y));
  return 4 * std::asin(std::min(near / 2, 1.0)) * 180 / std::numbers::pi;
}

/// Largest differences among the matched joints. Joints with a rest matrix have no plain rest pose.
RestDifference rest_difference(const Scene& scene, const Skeleton& skeleton, const std::vector<FitTrack>& tracks) {
  RestDifference out;
  for (uint32_t j = 0; j < skeleton.joint_count; ++j) {
    const uint32_t t = skeleton.fit.track[j];
    const Node& node = scene.nodes[skeleton.nodes[j]];
    if (node.rest != kNone) continue;
    out.longest = std::max(out.longest, glm::length(glm::dvec3(node.local.translation)));
    if (t == kNone || !tracks[t].has_rest || skeleton.fit.rebased[j] != 0) continue;
    const double moved = glm::distance(glm::dvec3(node.local.translation), glm::dvec3(tracks[t].rest.translation));
    const double turned = degrees_between(node.local.rotation, tracks[t].rest.rotation);
    if (moved > out.translation) out.translation = moved, out.moved = j;
    if (turned > out.degrees) out.degrees = turned, out.turned = j;
  }
  return out;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

void describe_fit(const Scene& scene, const Skeleton& skeleton, const std::vector<FitTrack>& tracks, Json& info) {
  const Fit& fit = skeleton.fit;
  Json joints = Json::array();
  std::vector<bool> used(tracks.size(), false);
  for (uint32_t j = 0; j < skeleton.nodes.size(); ++j) {
    const uint32_t track = fit.track[j];
    if (track != kNone) used[track] = true;
    if (j >= skeleton.joint_count && (track == kNone || !tracks[track].moves)) continue;
    Json joint = {{"name", to_utf8(joint_name(scene, skeleton, j))}, {"matched", match_name(fit.match[j])}};
    if (track == kNone) {
      joint["reason"] = "the animation has no joint of this name; the bind pose is kept";
    } else {
      joint["track"] = to_utf8(tracks[track].name);
      if (fit.rebased[j])
        joint["reason"] = fit.keeps_values ? "its parent in the animation is another; its values are kept"
                                           : "its parent in the animation is another; the place in model space is kept";
    }
    joints.push_back(std::move(joint));
  }
  Json unused = Json::array();
  for (size_t t = 0; t < tracks.size(); ++t) {
    if (!used[t] && tracks[t].is_joint) unused.push_back(to_utf8(tracks[t].name));
  }
  Json item = {
      {"skin", to_utf8(skeleton.name)}, {"how", match_name(loosest_of(fit))}, {"fits", fit.fits},
      {"matched", fit.matched},         {"joints", std::move(joints)},        {"unusedTracks", std::move(unused)}};
  const RestDifference rest = rest_difference(scene, skeleton, tracks);
  item["restPose"] = {{"translation", rest.translation}, {"degrees", rest.degrees}};
  if (rest.moved != kNone) item["restPose"]["moved"] = to_utf8(joint_name(scene, skeleton, rest.moved));
  if (rest.turned != kNone) item["restPose"]["turned"] = to_utf8(joint_name(scene, skeleton, rest.turned));
  info["fit"].push_back(std::move(item));
}

void report_fit(Diagnostics& diagnostics, const Scene& scene, const Skeleton& skeleton,
                const std::vector<FitTrack>& tracks, bool rests) {
  const Fit& fit = skeleton.fit;
  const uint32_t joints = skeleton.joint_count;
  const uint64_t place = tracks.empty() ? kNoOffset : tracks.front().offset;
  const auto with = [&](JointMatch match) { return std::count(fit.match.begin(), fit.match.begin() + joints, match); };
  if (fit.matched < joints) {
    std::vector<std::string> names;
    for (uint32_t j = 0; j < joints; ++j) {
      if (fit.track[j] == kNone) names.push_back(joint_name(scene, skeleton, j));
    }
    diagnostics.add(messages::kFitPartial, place,
                    {joints - fit.matched, joints, skeleton.name, list_names(names, names.size())});
  }
  if (const auto count = with(JointMatch::kHierarchy); count != 0)
    diagnostics.add(messages::kFitNames, place, {count, joints, skeleton.name});
  if (const auto count = with(JointMatch::kNumber); count != 0)
    diagnostics.add(messages::kFitNumbers, place, {count, skeleton.name});
  const auto rebased = std::count(fit.rebased.begin(), fit.rebased.end(), uint8_t{1});
  if (rebased != 0) {
    const auto first =
        static_cast<uint32_t>(std::find(fit.rebased.begin(), fit.rebased.end(), uint8_t{1}) - fit.rebased.begin());
    diagnostics.add(messages::kFitParents, tracks[fit.track[first]].offset,
                    {rebased, joints, skeleton.name, joint_name(scene, skeleton, first)});
  }
  if (!rests) return;
  const RestDifference rest = rest_difference(scene, skeleton, tracks);
  if (rest.translation <= kSamePlace * rest.longest && rest.degrees <= kSameDegrees) return;
  const auto joint = [&](uint32_t j) { return j == kNone ? std::string_view("none") : joint_name(scene, skeleton, j); };
  diagnostics.add(messages::kFitRestPose, place,
                  {skeleton.name, short_number(rest.translation), joint(rest.moved), short_number(rest.degrees),
                   joint(rest.turned)});
}

Status report_misfit(Diagnostics& diagnostics, const std::vector<Skeleton>& targets, const Misfit& misfit,
                     uint64_t offset, Clip& clip) {
  clip.playable = false;
  const std::string models = targets.size() == 1 ? "the model '" + targets[0].name + "'"
                                                 : "any of the " + std::to_string(targets.size()) + " models";
  clip.why_not = misfit.is_named
                     ? "only " + std::to_string(misfit.matched) + " of its " +
                           counted(misfit.tracks, "joint is in ", "joints are in ") + models
                     : "it has " +
                           counted(misfit.tracks, "pose without a name, which fits", "poses without names, which fit") +
                           " by number only, and " +
                           (targets.size() == 1 ? models + " has " + counted(targets[0].joint_count, "joint", "joints")
                                                : "no model has as many joints");
  diagnostics.add(messages::kMovesNothing, offset, {clip.name, clip.why_not});
  return ok_status();
}

void tell_idle(Diagnostics& diagnostics, const Scene& scene, const std::vector<uint32_t>& clips,
               const std::string& why) {
  const Clip& first = scene.clips[clips.front()];
  std::vector<std::string> names;
  for (const uint32_t clip : clips) {
    names.push_back(scene.clips[clip].name);
    if (names.size() > kNamesShown) break;
  }
  if (clips.size() == 1)
    diagnostics.add(messages::kMovesNothing, first.source.offset, {first.name, why});
  else
    diagnostics.add(messages::kMoveNothing, first.source.offset, {clips.size(), list_names(names, clips.size()), why});
}

}  // namespace vitrine
