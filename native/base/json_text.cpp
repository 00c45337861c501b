#include "base/json_text.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace vitrine {

std::string json_text(const Json& value) {
  struct Level {
    const Json* value;
    Json::const_iterator next;
  };
  std::string out;
  std::vector<Level> stack;
  const auto leaf = [&](const Json& v) { out += v.dump(-1, ' ', false, Json::error_handler_t::replace); };
  const auto open = [&](const Json& v) {
    if (!v.is_structured() || v.empty()) return leaf(v);
    out += v.is_object() ? '{' : '[';
    stack.push_back({&v, v.begin()});
  };
  open(value);
  while (!stack.empty()) {
    Level& level = stack.back();
    const bool object = level.value->is_object();
    if (level.next == level.value->end()) {
      out += object ? '}' : ']';
      stack.pop_back();
      continue;
    }
    if (level.next != level.value->begin()) out += ',';
    if (object) {
      leaf(Json(level.next.key()));
      out += ':';
    }
    const Json& child = *level.next;
    ++level.next;  // before open(), which may move the levels
    open(child);
  }
  return out;
}

}  // namespace vitrine
