#include "base/whole_json.h"

namespace vitrine {

template <typename Value>
Value parse_whole_json(std::string_view text) {
  if (nul_in_json(text) != text.npos) return Value(Value::value_t::discarded);
  return Value::parse(text.begin(), text.end(), nullptr, false);
}

template nlohmann::json parse_whole_json(std::string_view text);
template nlohmann::ordered_json parse_whole_json(std::string_view text);

}  // namespace vitrine
