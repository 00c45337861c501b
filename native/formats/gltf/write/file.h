#pragma once
// The container of a GLB: header, JSON chunk, binary chunk.

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "formats/gltf/write/buffer.h"

namespace vitrine::glb {

/// `document` is a glTF 2.0 document whose buffer 0 is `bin`; strings that are not UTF-8 get replacement characters.
/// The chunk of an empty `bin` is left out. LIMIT_COUNT above 4 GB, which the header cannot say.
Result<std::vector<uint8_t>> write(const Json& document, std::span<const uint8_t> bin);

}  // namespace vitrine::glb
