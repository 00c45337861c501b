#pragma once
// Numbers of material declarations: id Tech 4 lets every one of them be an expression over time, sound and parameters.

#include <optional>

#include "formats/mtr/full/words.h"

namespace vitrine::mtr {

struct Value {
  float number = 0;
  bool changes = false;  ///< depends on time, sound or a parameter: `number` is its value at the start
};

/// Reads one expression; nothing, and the cursor somewhere behind the fault, where there is none. Parameters 0 to 3 are
/// 1 (the game's colour of an entity), everything else that moves is 0, and a table gives 1. `nesting` bounds
/// parentheses.
std::optional<Value> read_expression(Words& words, uint64_t nesting);

}  // namespace vitrine::mtr
