#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "formats/name_cost.h"
#include "formats/q3/full/animation_list.h"
#include "formats/q3/full/skin_lines.h"
#include "formats/q3/read.h"
#include "formats/q3/sentences.h"

namespace vitrine::q3 {
namespace {

using Json = nlohmann::ordered_json;

const char* part_name(PlayerPart part) {
  switch (part) {
    case PlayerPart::kBoth:
      return "both";
    case PlayerPart::kLegs:
      return "legs";
    case PlayerPart::kTorso:
      return "torso";
    default:
      return "whole";
  }
}

/// Frames that a model does not have leave its action.
void check_range(const ListedAction& action, uint64_t frames, const char* whose, Diagnostics& diagnostics) {
  if (frames == 0 || action.count == 0) return;
  const int64_t last = action.first + action.count - 1;
  if (action.first < 0 || last >= static_cast<int64_t>(frames))
    diagnostics.add(messages::kFramesBeyond, action.offset,
                    {shown(action.name), action.first, last, whose, frames - 1});
}

}  // namespace

Status load_animations(LoadContext& context, Scene&) {
  VITRINE_TRY(const AnimationFile file, read_animation_file(context.bytes, context.budget, &context.diagnostics));
  const ActionList* list = context.actions;
  context.info["rows"] = file.rows;
  Json words = Json::object();
  for (const auto& [word, value] : file.words) words[shown(word)] = shown(value);
  context.info["words"] = std::move(words);
  if (file.torso_only != 0) context.info["torsoFrames"] = file.torso_only;
  Json rows = Json::array();
  for (size_t i = 0; i < file.actions.size(); ++i) {
    const ListedAction& action = file.actions[i];
    if (list != nullptr && list->taken) {
      using enum PlayerPart;
      if (action.part == kWhole) check_range(action, list->frame_count, "the model", context.diagnostics);
      if (action.part == kBoth || action.part == kLegs)
        check_range(action, list->legs_count, "the legs", context.diagnostics);
      if (action.part == kBoth || action.part == kTorso)
        check_range(action, list->torso_count, "the torso", context.diagnostics);
    }
    VITRINE_CHECK(context.budget.charge(1, kBytesOfRow, action.offset));
    Json row = {{"name", shown(action.name)},
                {"part", part_name(action.part)},
                {"firstFrame", file.written_first[i]},
                {"modelFrame", action.first},
                {"frames", action.count},
                {"loopFrames", !action.loop             ? 0
                               : action.loop_count == 0 ? action.count
                                                        : action.loop_count},
                {"rate", action.rate}};
    if (action.backwards) row["backwards"] = true;
    if (!action.comment.empty()) row["comment"] = to_utf8(action.comment);
    rows.push_back(std::move(row));
  }
  context.info["actions"] = std::move(rows);
  if (file.actions.empty())
    context.diagnostics.add(messages::kNoRows, kNoOffset);
  else if (list != nullptr && !list->taken)
    context.diagnostics.add(messages::kNoPlayer, kNoOffset);
  return ok_status();
}

}  // namespace vitrine::q3
