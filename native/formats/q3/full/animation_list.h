#pragma once
// An animation.cfg as it is written: what a player is like, and rows of frames.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/format.h"

namespace vitrine::q3 {

struct AnimationFile {
  std::vector<ListedAction> actions;  ///< `first` is a frame of the model that the part has
  std::vector<int64_t> written_first;
  std::vector<std::pair<std::string_view, std::string_view>> words;  ///< `sex m`; the second may be several
  int64_t torso_only = 0;  ///< frames of the torso, which rows of legs count and the legs do not have
  const char* rows = "";   ///< whose: "player", "nonsegmented", "buildable", "weapon", "named", "other"
};

/// Faults are messages of `diagnostics`, where it is given.
Result<AnimationFile> read_animation_file(std::span<const uint8_t> bytes, Budget& budget, Diagnostics* diagnostics);
Result<std::vector<ListedAction>> read_animations(std::span<const uint8_t> bytes, Budget& budget,
                                                  Diagnostics* diagnostics);

}  // namespace vitrine::q3
