#pragma once
// The rows of a player's animation.cfg, and which frames of a model each part has for them.

#include "convert/loss_report.h"
#include "formats/quake/write/motion.h"

namespace vitrine::md3_export {

struct PlayerRows {
  std::vector<Action> rows;            ///< `first` as the game counts: frames of both, of the torso, of the legs
  std::vector<const Action*> actions;  ///< of each row; nullptr where no action is called as it
  std::vector<uint32_t> lower, upper;  ///< frames of the model
  uint32_t head = 0;                   ///< the head's one frame
};

/// Rows in the order of the game, by the names of the actions.
PlayerRows player_rows_of(const Motion& motion, LossReport& loss_report);

}  // namespace vitrine::md3_export
