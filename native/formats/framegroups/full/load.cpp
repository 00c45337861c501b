#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/names.h"
#include "base/utf8.h"
#include "formats/framegroups/read.h"
#include "formats/framegroups/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::framegroups {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostListed = 4096;

/// What the model does not have is left out, as DarkPlaces does.
void check_range(const ListedAction& action, int64_t frames, Diagnostics& diagnostics) {
  if (!action.frames.empty()) {
    const auto beyond =
        std::find_if(action.frames.begin(), action.frames.end(), [&](uint32_t frame) { return frame >= frames; });
    if (beyond != action.frames.end())
      diagnostics.add(messages::kFrameBeyond, action.offset, {shown(action.name), *beyond, frames - 1});
    return;
  }
  const int64_t first = std::clamp<int64_t>(action.first, 0, frames - 1),
                count = std::clamp<int64_t>(action.count, 1, frames - first);
  if (action.count > 0 && (first != action.first || count != action.count))
    diagnostics.add(
        messages::kBeyond, action.offset,
        {shown(action.name), action.first, action.first + action.count - 1, frames - 1, first, first + count - 1});
}

}  // namespace

Status load(LoadContext& context, Scene&) {
  VITRINE_TRY(const std::vector<ListedAction> actions, read_list(context.bytes, context.budget, &context.diagnostics));
  const ActionList* list = context.actions;
  std::string_view model = base_name(context.name);
  model = model.substr(0, model.rfind('.'));
  context.info["model"] = shown(model);
  Json rows = Json::array();
  for (const ListedAction& action : actions) {
    if (list != nullptr && list->taken)
      check_range(action, static_cast<int64_t>(list->frame_count), context.diagnostics);
    if (rows.size() == kMostListed) continue;
    VITRINE_CHECK(context.budget.charge(1 + action.frames.size(), kBytesOfRow, action.offset));
    Json row = {{"name", shown(action.name)},
                {"firstFrame", action.first},
                {"frames", action.count},
                {"rate", action.rate},
                {"loop", action.loop}};
    if (!action.frames.empty()) row["poses"] = action.frames;
    if (!action.comment.empty()) row["comment"] = to_utf8(action.comment);
    rows.push_back(std::move(row));
  }
  context.info["actions"] = std::move(rows);
  if (actions.empty())
    context.diagnostics.add(messages::kNoActions, kNoOffset);
  else if (list != nullptr && !list->taken)
    context.diagnostics.add(messages::kNoModel, kNoOffset, {shown(model)});
  return ok_status();
}

}  // namespace vitrine::framegroups
