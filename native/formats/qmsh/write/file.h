#pragma once
// A model as a file: a binary or text.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/qmsh/binary_model.h"
#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

/// The model as a file of `model.version` (10 or 12 to 22): a file that was read comes out byte for byte. Counts,
/// offsets and strings are tested against the width of their fields (LIMIT_COUNT); arrays must have the lengths that
/// the flags ask for.
Result<std::vector<uint8_t>> write_binary(const BinaryModel& model);

/// The model as text of version 10, whatever `model.version` is: what that version cannot hold (empties, cameras,
/// textures, normals, bone groups) is left out. Numbers have nine decimals at most.
std::string write_text(const TextModel& model);

/// A number as the text spells it: decimal, no exponent where nine decimals hold it.
void append_number(std::string& out, double value);
/// A quoted string, bytes by encode_name, with the escapes that the tokenizer accepts.
void append_string(std::string& out, const std::string& utf8);

}  // namespace vitrine::qmsh
