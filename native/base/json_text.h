#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace vitrine {

using Json = nlohmann::ordered_json;

/// Compact JSON text. Unlike the library's own dump it does not recurse, so that a chain of four thousand joints cannot
/// exhaust a call stack. Strings that are not UTF-8 get replacement characters; NaN and infinity become null.
std::string json_text(const Json& value);

}  // namespace vitrine
