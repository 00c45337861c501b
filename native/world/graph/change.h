#pragma once
// Changing the text of a document in place, stretch by stretch: everything else stays as it was written, since the
// order of the file has a meaning.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "world/graph/document.h"

namespace vitrine::world {

/// What comes in place of a stretch of a text.
struct Splice {
  uint64_t from = 0, to = 0;  ///< UTF-16 units of the text before any change, as the hosts count
  std::string text;           ///< UTF-8
};

/// The text with all of them in place; they stand in order and do not overlap. WORLD_SPLICE for one that leaves the
/// text, begins before the end of the one before it, or cuts a character in two.
Result<std::string> splice_text(std::string_view text, std::span<const Splice> splices);

/// The text with `value` (JSON) in place of what the pointer (RFC 6901) names. A member that is missing is added at the
/// end of its object, and so is an element whose number is that of the array's elements, or "-". WORLD_JSON for a value
/// that is none, WORLD_NAME where the pointer leads nowhere.
Result<std::string> change_text(std::string_view text, const JsonTree& tree, std::string_view pointer,
                                std::string_view value);

/// Keys of an operator that every frame reads again, and none keeps; the numbers of a key may be animated. Of
/// materials, lights, texts, particles, effects and steps on the picture that is what only the picture shows, and the
/// pose of a mesh. What moves or comes and goes is not among them: triggers, caches, memory and collision remember it.
std::span<const std::string_view> keys_read_each_frame(OpKind kind);

// What differs between two documents, and with it how much of a running world may stay.

enum class Difference : uint8_t {
  kEachFrame,  ///< nothing, or values that every frame reads again (`keys_read_each_frame`, lighting, wireframe, debug
               ///< lines); how the text is written, comments and unknown keys do not count
  kValues,     ///< values of the same operators, linked in the same way: what a running world keeps fits both
  kStructure,  ///< more
};
Difference difference(const Document& before, const Document& after);

}  // namespace vitrine::world
