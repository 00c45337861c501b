#pragma once
// Changing the text of a document in place, value by value: everything else stays as it was written, since the order of
// the file has a meaning.

#include <span>
#include <string>
#include <string_view>

#include "world/graph/document.h"

namespace vitrine::world {

/// The text with `value` (JSON) in place of what the pointer (RFC 6901) names. A member that is missing is added at the
/// end of its object, and so is an element whose number is that of the array's elements, or "-". WORLD_JSON for a value
/// that is none, WORLD_NAME where the pointer leads nowhere.
Result<std::string> change_text(std::string_view text, const JsonTree& tree, std::string_view pointer,
                                std::string_view value);

/// Keys of an operator that every frame reads again, and none keeps; the numbers of a key may be animated.
std::span<const std::string_view> keys_read_each_frame(OpKind kind);

/// True if every frame reads the value again and none keeps it. So are lighting, wireframe and debug lines; of
/// materials, lights, texts, particles, effects and steps on the picture what only the picture shows; and the pose of a
/// mesh. What moves or comes and goes is not: triggers, caches, memory and collision remember it.
bool is_read_each_frame(const Document& document, std::string_view pointer);

}  // namespace vitrine::world
