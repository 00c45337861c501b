#include "formats/quake/write/player.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/argument.h"
#include "base/names.h"
#include "formats/action_list.h"

namespace vitrine::md3_export {
namespace {

constexpr size_t kFirstOfTorso = 6, kFirstOfLegs = 13;

enum class Section : uint8_t { kBoth, kTorso, kLegs };
Section section_of(size_t row) {
  if (row < kFirstOfTorso) return Section::kBoth;
  return row < kFirstOfLegs || row >= kPlayerRows ? Section::kTorso : Section::kLegs;
}

/// The action of each row, by name.
std::vector<const Action*> actions_by_row(const std::vector<Action>& actions) {
  std::vector<const Action*> out(std::size(kPlayerActions));
  for (size_t row = 0; row < out.size(); ++row)
    for (const Action& action : actions)
      if (out[row] == nullptr && equal_ignoring_case(action.name, kPlayerActions[row])) out[row] = &action;
  return out;
}

/// A frame for a row without an action: where the death before it ends, how the part stands, or its first action.
uint32_t stand_in(size_t row, const std::vector<const Action*>& known, const std::vector<Action>& actions) {
  const auto last_of = [](const Action& action) { return action.first + action.frames() - 1; };
  const Section section = section_of(row);
  if (section == Section::kBoth && row % 2 == 1 && known[row - 1] != nullptr) return last_of(*known[row - 1]);
  const std::string_view stands = section == Section::kLegs ? "LEGS_IDLE" : "TORSO_STAND";
  for (size_t other = 0; other < known.size(); ++other)
    if (known[other] != nullptr && kPlayerActions[other] == stands) return known[other]->first;
  for (size_t other = 0; other < known.size(); ++other)
    if (known[other] != nullptr && section_of(other) == section) return known[other]->first;
  return actions.front().first;
}

}  // namespace

PlayerRows player_rows_of(const Motion& motion, LossReport& loss_report) {
  PlayerRows out;
  const std::vector<const Action*> known = actions_by_row(motion.actions);
  std::vector<std::string> missing;
  std::vector<uint32_t> both, torso, legs;
  std::vector<Section> sections;
  // Rows of Team Arena are left out where they have no action.
  for (size_t row = 0; row < known.size(); ++row) {
    const Action* const action = known[row];
    if (action == nullptr && row >= kPlayerRows) continue;
    const Section section = section_of(row);
    std::vector<uint32_t>& frames = section == Section::kBoth ? both : section == Section::kTorso ? torso : legs;
    Action written = action != nullptr ? *action : Action();
    written.name = kPlayerActions[row];
    written.first = static_cast<uint32_t>(frames.size());
    if (action == nullptr) {
      missing.emplace_back(kPlayerActions[row]);
      written.times_s = {0};
      frames.push_back(stand_in(row, known, motion.actions));
    } else {
      for (uint32_t k = 0; k < action->frames(); ++k) frames.push_back(action->first + k);
    }
    out.rows.push_back(std::move(written));
    out.actions.push_back(action);
    sections.push_back(section);
  }
  for (size_t k = 0; k < out.rows.size(); ++k) {
    if (sections[k] != Section::kBoth) out.rows[k].first += static_cast<uint32_t>(both.size());
    if (sections[k] == Section::kLegs) out.rows[k].first += static_cast<uint32_t>(torso.size());
  }
  out.lower = both, out.upper = both;
  out.lower.insert(out.lower.end(), legs.begin(), legs.end());
  out.upper.insert(out.upper.end(), torso.begin(), torso.end());
  out.head = stand_in(kFirstOfTorso, known, motion.actions);
  uint64_t others = 0;
  for (const Action& action : motion.actions)
    others += action.clip != kNone && std::find(known.begin(), known.end(), &action) == known.end();
  loss_report.add("actions", missing.size(),
                  counted(missing.size(), "row", "rows") + " of a player " + (missing.size() == 1 ? "has" : "have") +
                      " one frame of another action, as no action is called so: " + named_list(missing));
  loss_report.add("actions", others,
                  counted(others, "action is", "actions are") +
                      " left out: the game plays those that are called as its rows, BOTH_DEATH1 to LEGS_TURN");
  return out;
}

}  // namespace vitrine::md3_export
