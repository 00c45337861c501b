#pragma once
// What a model takes of a list beside it: which rows, and which of its frames each has.

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/names.h"
#include "formats/action_list.h"

namespace vitrine {

struct TakenAction {
  const ListedAction* row = nullptr;
  std::vector<uint32_t> frames;  ///< as they play, at least one
};

/// The part of a player that a model is by its name, as Quake III and its heirs look for it: lower.md3, upper.md3.
inline PlayerPart player_part(std::string_view name) {
  std::string_view stem = file_stem(name);
  if (ends_ignoring_case(name, ".gz")) stem = file_stem(stem);
  if (equal_ignoring_case(stem, "lower")) return PlayerPart::kLegs;
  if (equal_ignoring_case(stem, "upper")) return PlayerPart::kTorso;
  return PlayerPart::kWhole;
}

/// Frames of a row that a model has. A list of one model is for it whatever its numbers are: they are moved into the
/// model, as DarkPlaces does. Of a list of a folder, what the model does not have is left out.
inline std::vector<uint32_t> frames_of(const ListedAction& row, bool for_folder, int64_t frame_count) {
  std::vector<uint32_t> out;
  for (const uint32_t frame : row.frames)
    out.push_back(static_cast<uint32_t>(std::min<int64_t>(frame, frame_count - 1)));
  if (!out.empty()) return out;
  int64_t first = row.first, end = row.first + row.count;
  if (for_folder) {
    first = std::max<int64_t>(first, 0), end = std::min(end, frame_count);
  } else {
    first = std::clamp<int64_t>(first, 0, frame_count - 1);
    end = first + std::clamp<int64_t>(row.count, 1, frame_count - first);
  }
  for (int64_t frame = first; frame < end; ++frame) out.push_back(static_cast<uint32_t>(frame));
  if (row.backwards) std::reverse(out.begin(), out.end());
  return out;
}

/// Is a list of a folder for this model? It is for the one that is called as the folder, and for those with its frames.
inline bool is_for(const ActionList& list, std::string_view model, int64_t frame_count) {
  if (!list.for_folder) return true;
  const bool is_player = std::any_of(list.actions.begin(), list.actions.end(),
                                     [](const ListedAction& row) { return row.part != PlayerPart::kWhole; });
  if (is_player) return player_part(model) != PlayerPart::kWhole;
  const std::string_view folder = model.substr(0, model.size() - base_name(model).size());
  const bool is_named =
      !folder.empty() && equal_ignoring_case(base_name(folder.substr(0, folder.size() - 1)), file_stem(model));
  const auto fits = [&](const ListedAction& row) { return row.first >= 0 && row.first + row.count <= frame_count; };
  return frame_count > 1 && (is_named || std::all_of(list.actions.begin(), list.actions.end(), fits));
}

/// Empty where the list is not for the model. Notes in the list that it was taken.
inline Result<std::vector<TakenAction>> take_actions(ActionList& list, std::string_view model, uint32_t frame_count,
                                                     Budget& budget) {
  std::vector<TakenAction> out;
  if (frame_count == 0 || !is_for(list, model, frame_count)) return out;
  const PlayerPart part = list.for_folder ? player_part(model) : PlayerPart::kWhole;
  for (const ListedAction& row : list.actions) {
    const bool is_own = row.part == PlayerPart::kWhole || row.part == PlayerPart::kBoth || row.part == part;
    if (!is_own) continue;
    const auto most = static_cast<uint64_t>(std::clamp<int64_t>(row.count, 1, frame_count));
    VITRINE_CHECK(budget.charge(std::max<uint64_t>(most, row.frames.size()), 2 * sizeof(uint32_t), row.offset));
    std::vector<uint32_t> frames = frames_of(row, list.for_folder, frame_count);
    if (!frames.empty()) out.push_back({&row, std::move(frames)});
  }
  if (out.empty()) return out;
  list.taken = true;
  (part == PlayerPart::kLegs    ? list.legs_count
   : part == PlayerPart::kTorso ? list.torso_count
                                : list.frame_count) = frame_count;
  return out;
}

}  // namespace vitrine
