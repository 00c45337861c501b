#pragma once
#include <optional>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "base/result.h"
#include "formats/qmsh/binary_model.h"

namespace vitrine::qmsh {

/// True when the content starts like a QMSH binary of any version, readable or not.
bool is_binary(std::span<const uint8_t> bytes);
/// True for a binary with weights but without bones of its own: it must be loaded after the file with the skeleton.
bool borrows_skeleton(std::span<const uint8_t> bytes);

/// Reads versions 10 and 12 to 22 and accounts for every byte. Indices of triangles, submeshes and bone parents are
/// tested; everything else is as stored. Errors: QMSH_HEADER, QMSH_VERSION, QMSH_GUARD, QMSH_TRIANGLE_INDEX,
/// QMSH_SUBMESH_TRIANGLES, QMSH_BONE_PARENT, TRUNCATED, LIMIT_*, CANCELLED.
Result<BinaryModel> read_binary(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget,
                                Diagnostics& diagnostics, const CancelFlag* cancel = nullptr);
/// The same into an empty model; after an error it holds something of no use.
Status read_binary(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
                   const CancelFlag* cancel, BinaryModel& model);
/// A file that was read before, for its places and fixes: without limits and messages; nothing when it cannot be read.
std::optional<BinaryModel> read_quietly(std::span<const uint8_t> bytes);

}  // namespace vitrine::qmsh
