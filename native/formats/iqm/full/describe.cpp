#include "formats/iqm/full/describe.h"
#include "formats/listed_actions.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/checked.h"
#include "base/utf8.h"
#include "formats/iqm/codes.h"
#include "formats/iqm/full/sections.h"
#include "formats/iqm/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::iqm {
namespace {

using Json = nlohmann::ordered_json;

/// A row of a block, with its names and its text; blocks may lie one on another.
constexpr uint64_t kBytesOfBlockRow = 1024;
constexpr size_t kMostText = 255;

/// JSON has no NaN.
Json number(float value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

struct Extension {
  uint64_t record = 0;
  std::string name;
  uint32_t size = 0, offset = 0;
};

bool is_called(const std::string& name, std::string_view wanted) {
  return std::equal(name.begin(), name.end(), wanted.begin(), wanted.end(),
                    [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 32 : a) == b; });
}

uint64_t rows_of(const Extension& extension, size_t meshes) {
  if (is_called(extension.name, "FTE_MESH") && extension.size == 28 * uint64_t{meshes}) return meshes;
  return is_called(extension.name, "FTE_EVENT") && extension.size % 16 == 0 ? extension.size / 16 : 0;
}

/// A linked list; of one that bites its tail or leaves the file, what comes before.
Result<std::vector<Extension>> extensions_of(LoadContext& context, const Header& header, const Strings& strings,
                                             size_t meshes) {
  const auto& bytes = context.bytes;
  std::vector<Extension> out;
  std::set<uint32_t> seen;
  uint64_t place = offset_of(kExtensionsAt);
  uint32_t at = header[kExtensionsAt];
  for (uint32_t i = 0; i < header[kExtensionCount]; ++i) {
    if (at == 0) {
      context.diagnostics.add(messages::kExtensionsEnd, place, {i, header[kExtensionCount]});
      break;
    }
    if (at < kHeaderBytes || !range_inside(at, 16, bytes.size())) {
      context.diagnostics.add(messages::kExtensionBegins, place, {at});
      break;
    }
    if (!seen.insert(at).second) {
      context.diagnostics.add(messages::kExtensionsInCircle, place);
      break;
    }
    Extension extension{at, strings.at(u32_at(bytes, at), at), u32_at(bytes, at + 4), u32_at(bytes, at + 8)};
    VITRINE_CHECK(charge_names(context.budget, extension.name, 1, at));
    if (extension.size != 0 && !range_inside(extension.offset, extension.size, bytes.size())) {
      place = at + 8;
      context.diagnostics.add(messages::kExtensionBytes, place, {extension.name, extension.size, extension.offset});
      extension.size = 0;
    }
    VITRINE_CHECK(context.budget.charge(1 + rows_of(extension, meshes), kBytesOfBlockRow, at));
    out.push_back(std::move(extension));
    place = at + 12;
    at = u32_at(bytes, at + 12);
  }
  return out;
}

/// FTE's blocks: what a mesh is to the game, and what happens at times of actions.
void describe_contents(const Extension& extension, std::span<const uint8_t> bytes, const Strings& strings,
                       size_t meshes, Json& out) {
  const uint64_t at = extension.offset;
  if (is_called(extension.name, "FTE_MESH") && extension.size == 28 * uint64_t{meshes}) {
    for (uint64_t i = 0; i < meshes; ++i) {
      const uint64_t from = at + 28 * i;
      out["meshes"].push_back({{"contents", u32_at(bytes, from)},
                               {"surfaceFlags", u32_at(bytes, from + 4)},
                               {"body", u32_at(bytes, from + 8)},
                               {"group", u32_at(bytes, from + 12)},
                               {"groupMember", u32_at(bytes, from + 16)},
                               {"minDistance", number(f32_at(bytes, from + 20))},
                               {"maxDistance", number(f32_at(bytes, from + 24))}});
    }
  }
  if (is_called(extension.name, "FTE_EVENT") && extension.size % 16 == 0) {
    for (uint64_t from = at; from < at + extension.size; from += 16) {
      out["events"].push_back({{"action", u32_at(bytes, from)},
                               {"time", number(f32_at(bytes, from + 4))},
                               {"code", u32_at(bytes, from + 8)},
                               {"text", strings.at(u32_at(bytes, from + 12), from + 12, kMostText)}});
    }
  }
}

/// An exporter states a length of 1 and writes a text that ends with a zero.
std::string comment_of(LoadContext& context, const Parts& parts) {
  const auto rest = context.bytes.subspan(parts.comment.offset);
  std::string_view text(reinterpret_cast<const char*>(rest.data()), parts.comment.count);
  if (parts.comment.count == 1 && text[0] != '\0') {
    text = {reinterpret_cast<const char*>(rest.data()), rest.size()};
    text = text.substr(0, text.find('\0'));
    if (text.size() > 1) {
      context.diagnostics.add(messages::kCommentSize, offset_of(kCommentCount), {text.size()});
    }
  }
  return to_utf8(text.substr(0, text.find_last_not_of('\0') + 1));
}

}  // namespace

void describe_comment(const std::string& comment, Json& info) { info["comment"] = to_utf8(comment); }

void describe(const RawModel& raw, Json& info) {
  uint32_t most = 0;
  // By pointer: where the compiler goes for size, it calls the members of a vector.
  const uint32_t* first = raw.influence_first.data();
  for (size_t left = raw.influence_first.size(); left > 1; --left, ++first) {
    if (first[1] - first[0] > most) most = first[1] - first[0];
  }
  info["counts"] = {
      {"meshes", raw.meshes.size()}, {"vertices", raw.positions.size()},    {"triangles", raw.triangles.size() / 3},
      {"joints", raw.joints.size()}, {"poses", raw.poses.size()},           {"actions", raw.actions.size()},
      {"frames", raw.frame_count},   {"influences", raw.influences.size()}, {"maxInfluences", most}};
  info["meshes"] = Json::array();
  for (const RawMesh& mesh : raw.meshes) {
    info["meshes"].push_back({{"name", mesh.name},
                              {"material", mesh.material},
                              {"offset", mesh.offset},
                              {"vertices", mesh.vertex_count},
                              {"triangles", mesh.triangle_count}});
  }
  info["actions"] = Json::array();
  for (const RawAction& action : raw.actions) {
    info["actions"].push_back({{"name", action.name},
                               {"offset", action.offset},
                               {"firstFrame", action.first_frame},
                               {"frames", action.frame_count},
                               {"rate", action.rate},
                               {"loop", action.loop}});
  }
}

Status describe_binary(LoadContext& context, const Header& header, const Parts& parts,
                       const std::vector<VertexArray>& arrays, const Strings& strings, const RawModel& raw) {
  Json& info = context.info;
  info = {{"version", header[kVersionField]}, {"bytes", context.bytes.size()}, {"flags", header[kFlags]}};
  describe(raw, info);
  info["channels"] = header[kChannelCount];
  info["boxes"] = parts.bounds.count;
  info["adjacency"] = parts.adjacency.count != 0;
  info["arrays"] = Json::array();
  for (const VertexArray& array : arrays) {
    info["arrays"].push_back({{"name", array.name},
                              {"format", kFormatNames[array.format]},
                              {"components", array.components},
                              {"offset", array.offset},
                              {"used", array.used}});
  }
  info["extensions"] = Json::array();
  VITRINE_TRY(const std::vector<Extension> extensions, extensions_of(context, header, strings, raw.meshes.size()));
  for (const Extension& extension : extensions) {
    Json item = {{"name", extension.name}, {"offset", extension.offset}, {"size", extension.size}};
    describe_contents(extension, context.bytes, strings, raw.meshes.size(), item);
    info["extensions"].push_back(std::move(item));
  }
  if (parts.comment.count != 0) info["comment"] = comment_of(context, parts);
  info["sections"] = Json::array();
  for (const Section& section : sections_of(context.bytes)) {
    info["sections"].push_back(
        {{"name", section.name}, {"offset", section.offset}, {"size", section.size}, {"count", section.count}});
  }
  return ok_status();
}

Status take_listed_actions(LoadContext& context, RawModel& raw) {
  ActionList* list = context.actions;
  if (list == nullptr || list->actions.empty() || raw.frame_count == 0) return ok_status();
  VITRINE_TRY(const std::vector<TakenAction> taken, take_actions(*list, context.name, raw.frame_count, context.budget));
  if (taken.empty()) return ok_status();
  raw.actions.clear();
  for (const auto& [row, frames] : taken) {
    const ListedAction& listed = *row;
    VITRINE_CHECK(context.budget.charge(1, sizeof(RawAction) + listed.name.size() + 4 * frames.size()));
    RawAction& action = raw.actions.emplace_back();
    action.offset = listed.offset;
    action.list = list->file;
    action.name = listed.name;
    action.rate = listed.rate;
    action.loop = listed.loop;
    action.first_frame = frames.front();
    action.frame_count = static_cast<uint32_t>(frames.size());
    if (!listed.frames.empty() || listed.backwards) action.frames = frames;
  }
  return ok_status();
}

}  // namespace vitrine::iqm
