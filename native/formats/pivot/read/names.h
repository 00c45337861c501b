#pragma once
#include <string>
#include <string_view>

namespace vitrine::pivot {

/// UTF-8 when the bytes are valid UTF-8, else read as Windows-1251.
std::string decode_name(std::string_view bytes);
/// The bytes of Windows-1251 that decode_name reads as these letters; empty where there are none.
std::string encode_name(std::string_view utf8);
/// "ascii", "utf-8" or "windows-1251", as decode_name reads it.
const char* encoding_of(std::string_view bytes);

}  // namespace vitrine::pivot
