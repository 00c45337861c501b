#include "formats/md5/describe.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "formats/md5/build.h"
#include "formats/md5/places.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kNamesShown = 4;

std::string list_names(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < kNamesShown; ++i) out += (i == 0 ? "'" : ", '") + names[i] + "'";
  if (names.size() > kNamesShown) out += " and " + std::to_string(names.size() - kNamesShown) + " more";
  return out;
}

std::vector<std::string> unmatched_joints(const Scene& scene, const Skeleton& skeleton) {
  std::vector<std::string> names;
  for (size_t j = 0; j < skeleton.nodes.size(); ++j) {
    if (skeleton.fit.track[j] == kNone) names.push_back(scene.nodes[skeleton.nodes[j]].name);
  }
  return names;
}

const char* match_name(Match match) {
  switch (match) {
    case Match::kName:
      return "name";
    case Match::kNameIgnoringCase:
      return "name-case";
    case Match::kHierarchy:
      return "hierarchy";
    case Match::kUnmatched:
      break;
  }
  return "none";
}

/// The loosest rule that was needed; kUnmatched when nothing matched.
Match how(const Fit& fit) {
  Match loosest = Match::kUnmatched;
  for (const Match one : fit.match) loosest = std::max(loosest, one);
  return loosest;
}

}  // namespace

void describe_game(const Lexer& lexer, Json& info) {
  info["game"] = {{"accepts", lexer.game_accepts()}};
  if (!lexer.game_accepts()) info["game"]["reason"] = to_utf8(lexer.game_reason());
}

// ---- models
// -----------------------------------------------------------------------------------------------------------

void describe(const RawModel& raw, Json& info) {
  info["version"] = raw.version;
  info["commandline"] = to_utf8(raw.commandline);
  info["joints"] = raw.joints.size();
  size_t roots = 0;
  for (const RawJoint& joint : raw.joints) roots += joint.parent < 0;
  info["roots"] = roots;
  auto& meshes = info["meshes"] = Json::array();
  for (size_t m = 0; m < raw.meshes.size(); ++m) {
    const RawMesh& mesh = raw.meshes[m];
    Json entry = {{"name", to_utf8(mesh_name(mesh, m))},
                  {"shader", to_utf8(mesh.shader)},
                  {"vertices", mesh.uv.size()},
                  {"triangles", mesh.indices.size() / 3},
                  {"weights", mesh.weights.size()}};
    if (!mesh.flags.empty()) entry["flags"] = to_utf8(mesh.flags);
    meshes.push_back(std::move(entry));
  }
}

void report_weight_sums(LoadContext& context, const RawMesh& raw, size_t number, const WeightSums& sums) {
  char sum[32];
  std::snprintf(sum, sizeof sum, "%.6g", sums.sum);
  // A place takes another walk over the list, so messages that are only counted do without.
  const bool is_kept = context.diagnostics.count(Severity::kWarning) < context.limits.messages;
  const uint64_t at = is_kept ? vertex_place(context.bytes, raw.verts_offset, sums.first) : kNoOffset;
  context.diagnostics.add(says::kWeightSums, at,
                          {sums.off, sums.off == 1 ? " vertex has weights" : " vertices have weights", sums.first, sum},
                          {"meshes[{}].vertices[{}]", {number, sums.first}});
}

// ---- animations
// -------------------------------------------------------------------------------------------------------

void describe(const RawAnimation& raw, Json& info) {
  info["version"] = raw.version;
  info["commandline"] = to_utf8(raw.commandline);
  info["frames"] = raw.frame_count;
  info["joints"] = raw.tracks.size();
  info["frameRate"] = raw.frame_rate;
  info["animatedComponents"] = raw.component_count;
  info["bounds"] = raw.bounds.size();
  info["fit"] = Json::array();
}

void describe_fit(const Scene& scene, const Skeleton& skeleton, const std::vector<RawTrack>& tracks, Json& info) {
  const Fit& fit = skeleton.fit;
  Json joints = Json::array();
  std::vector<bool> used(tracks.size(), false);
  for (size_t j = 0; j < skeleton.nodes.size(); ++j) {
    Json joint = {{"name", to_utf8(scene.nodes[skeleton.nodes[j]].name)}, {"matched", match_name(fit.match[j])}};
    if (fit.track[j] == kNone) {
      joint["reason"] = "the animation has no joint of this name; the bind pose is kept";
    } else {
      used[fit.track[j]] = true;
      joint["track"] = to_utf8(tracks[fit.track[j]].name);
      if (fit.rebased[j]) joint["reason"] = "its parent in the animation is another; the place in model space is kept";
    }
    joints.push_back(std::move(joint));
  }
  Json unused = Json::array();
  for (size_t t = 0; t < tracks.size(); ++t) {
    if (!used[t]) unused.push_back(to_utf8(tracks[t].name));
  }
  info["fit"].push_back({{"skin", to_utf8(skeleton.name)},
                         {"how", match_name(how(fit))},
                         {"fits", fit.fits},
                         {"matched", fit.matched},
                         {"joints", std::move(joints)},
                         {"unusedTracks", std::move(unused)}});
}

void report_fit(LoadContext& context, const Scene& scene, const Skeleton& skeleton) {
  const Fit& fit = skeleton.fit;
  const size_t joints = skeleton.nodes.size();
  if (fit.matched < joints)
    context.diagnostics.add(
        says::kFitPartial, kNoOffset,
        {joints - fit.matched, joints, skeleton.name, list_names(unmatched_joints(scene, skeleton))});
  const auto by_shape = std::count(fit.match.begin(), fit.match.end(), Match::kHierarchy);
  if (by_shape != 0) context.diagnostics.add(says::kFitHierarchy, kNoOffset, {by_shape, joints, skeleton.name});
}

Status report_misfit(LoadContext& context, const std::vector<Skeleton>& targets, uint32_t best, size_t tracks,
                     Clip& clip) {
  clip.playable = false;
  clip.why_not = "only " + std::to_string(best) + " of its " + std::to_string(tracks) + " joints are in " +
                 (targets.size() == 1 ? "the model '" + targets[0].name + "'"
                                      : "any of the " + std::to_string(targets.size()) + " models");
  context.diagnostics.add(says::kCannotPlay, kNoOffset, {clip.why_not});
  return ok_status();
}

}  // namespace vitrine::md5
