#pragma once
// The text files that engines read beside a model: skins by the name of a surface, and lists of its frames.

#include <span>
#include <string>
#include <vector>

#include "convert/export.h"
#include "convert/loss_report.h"
#include "convert/sampled_action.h"

namespace vitrine {

/// Those that an engine reads. FILE is the model's name with its ending, NAME without.
struct CompanionRules {
  bool skin_by_number = false;       ///< FILE_0.skin
  bool skin_default = false;         ///< NAME_default.skin
  bool skin_image = false;           ///< NAME.skin, which holds the image of the whole model
  const char* frame_list = nullptr;  ///< the ending behind FILE of a list of actions by name
  bool animation_cfg = false;        ///< animation.cfg
  bool last_frames = false;          ///< whose second number is the last frame
  bool player_rows = false;          ///< whose rows are those of a player of Quake III
  const char* actor_lump = nullptr;  ///< the word before NAME of a file with the images and frames of an actor
};

struct CompanionSurface {
  std::string name, shader;
};

struct CompanionModel {
  std::string name;                        ///< without folder and ending
  std::string file;                        ///< with the ending that the engine reads
  std::vector<CompanionSurface> surfaces;  ///< in the order of the file
  const std::vector<SampledAction>& actions;
  std::vector<std::string> action_files = {};  ///< one for each, where they are no part of the model's own
  bool named_frames = false;                   ///< frames of the file go by ACTION:N, else by number
  double grid_scale = 1;                       ///< how many times larger the model is in the file than in the game
};

/// No list of frames for a model that only stands. Rows that a player of Quake III is missing are the loss "actions".
std::vector<TextFile> make_companions(const CompanionModel& model, const CompanionRules& rules,
                                      LossReport& loss_report);

/// In quotes where a blank or a comma would end it.
std::string as_word(const std::string& text);

}  // namespace vitrine
