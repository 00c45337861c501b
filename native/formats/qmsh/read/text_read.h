#pragma once
#include "base/diagnostics.h"
#include "base/limits.h"
#include "base/result.h"
#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

/// True when the content starts with the tokens `QMSH TMP`.
bool is_text(std::span<const uint8_t> bytes);

/// Reads versions 10 and 12 to 21. Vertex and material numbers, corner counts, the number of armatures and the frame
/// rate are tested. Errors: QMSH_VERSION, the codes of tokens, QMSH_SYNTAX, QMSH_FACE_*, QMSH_SECOND_ARMATURE,
/// QMSH_FPS, QMSH_CURVE_WORD, QMSH_TEXTURE_TWICE, LIMIT_*, CANCELLED; all with the offset of the token.
/// Once the objects are read and have a face, faults of the text are warnings (QMSH_OPTIONAL, QMSH_TRAILING_BYTES).
/// `model` is empty; after an error it holds something of no use.
Status read_text(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
                 const CancelFlag* cancel, TextModel& model);

}  // namespace vitrine::qmsh
