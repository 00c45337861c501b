#pragma once
// What differs between two documents, and with it how much of a running world may stay.

#include "world/graph/document.h"

namespace vitrine::world {

enum class Difference : uint8_t {
  kEachFrame,  ///< nothing, or values that every frame reads again (`keys_read_each_frame`, lighting, wireframe, debug
               ///< lines); how the text is written, comments and unknown keys do not count
  kValues,     ///< values of the same operators, linked in the same way: what a running world keeps fits both
  kStructure,  ///< more
};
Difference difference(const Document& before, const Document& after);

}  // namespace vitrine::world
