#pragma once
#include <string>

#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

/// The model as text of version 10, whatever `model.version` is: what that version cannot hold (empties, cameras,
/// textures, normals, bone groups) is left out. Numbers have nine decimals at most.
std::string write_text(const TextModel& model);

/// A number as the text spells it: decimal, no exponent where nine decimals hold it.
void append_number(std::string& out, double value);
/// A quoted string, bytes by encode_name, with the escapes that the tokenizer accepts.
void append_string(std::string& out, const std::string& utf8);

}  // namespace vitrine::qmsh
