#pragma once
// Actions that a file beside a model lists for it, instead of those in the model's own file. The list is read first;
// the model's reader cuts the actions from its frames, and the list's own turn comes when that is known.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vitrine {

/// Of a player in several models. The upper body has no frames of the legs, and the legs none of the torso.
enum class PlayerPart : uint8_t { kWhole, kBoth, kLegs, kTorso };

/// The actions of a player of Quake III in the order of its rows (cg_players.c).
inline constexpr const char* kPlayerActions[] = {
    "BOTH_DEATH1",   "BOTH_DEAD1",    "BOTH_DEATH2",     "BOTH_DEAD2",   "BOTH_DEATH3",    "BOTH_DEAD3",
    "TORSO_GESTURE", "TORSO_ATTACK",  "TORSO_ATTACK2",   "TORSO_DROP",   "TORSO_RAISE",    "TORSO_STAND",
    "TORSO_STAND2",  "LEGS_WALKCR",   "LEGS_WALK",       "LEGS_RUN",     "LEGS_BACK",      "LEGS_SWIM",
    "LEGS_JUMP",     "LEGS_LAND",     "LEGS_JUMPB",      "LEGS_LANDB",   "LEGS_IDLE",      "LEGS_IDLECR",
    "LEGS_TURN",     "TORSO_GETFLAG", "TORSO_GUARDBASE", "TORSO_PATROL", "TORSO_FOLLOWME", "TORSO_AFFIRMATIVE",
    "TORSO_NEGATIVE"};
inline constexpr size_t kPlayerRows = 25;  ///< the others came with Team Arena

struct ListedAction {
  std::string name;
  PlayerPart part = PlayerPart::kWhole;
  int64_t first = 0, count = 0;  ///< frames, as written
  std::vector<uint32_t> frames;  ///< one by one; empty = `count` from `first` on
  double rate = 1;               ///< frames per second, above 0
  bool loop = false;
  bool backwards = false;  ///< from the last of the frames to the first
  int64_t loop_count = 0;  ///< of a loop: its frames, counted from the end; 0 = all
  uint64_t offset = 0;
  std::string comment;
};

struct ActionList {
  uint32_t file = 0;        ///< of the list, index into Scene::files
  bool for_folder = false;  ///< for all models of its folder that have its frames
  std::vector<ListedAction> actions;
  bool taken = false;        ///< by a model
  uint64_t frame_count = 0;  ///< of that model
  uint64_t legs_count = 0;   ///< frames of the legs, where those are a model of their own; 0 = none took the list
  uint64_t torso_count = 0;  ///< likewise
};

}  // namespace vitrine
