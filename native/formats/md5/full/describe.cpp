#include "formats/md5/full/describe.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "formats/md5/build.h"
#include "formats/md5/full/places.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

using Json = nlohmann::ordered_json;

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
  context.diagnostics.add(messages::kWeightSums, at, {sums.off, sums.first, sum},
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

}  // namespace vitrine::md5
