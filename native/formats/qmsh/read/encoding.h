#pragma once
#include <string>
#include <string_view>

namespace vitrine::qmsh {

/// Names of QMSH files are 8-bit: UTF-8 where they are valid UTF-8, else Windows-1250 (undefined bytes become U+FFFD).
/// `was_1250` is set, never cleared, when the second reading was taken.
std::string decode_name(std::string_view bytes, bool& was_1250);

/// The bytes for a UTF-8 name: Windows-1250 where it can hold the name and reads back as the same name, else UTF-8.
std::string encode_name(std::string_view utf8);

}  // namespace vitrine::qmsh
