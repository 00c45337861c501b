#include "formats/gltf/read/json_text.h"

#include <algorithm>

#include "base/whole_json.h"
#include "formats/gltf/codes.h"
#include "formats/gltf/sentences.h"

namespace vitrine::gltf {
namespace {

/// Most memory of a value in nlohmann/json: the value, its node in a map with the key, its string or container.
constexpr uint64_t kBytesPerValue = 144;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool ends_scalar(char c) { return is_space(c) || c == ',' || c == ':' || c == ']' || c == '}' || c == '"'; }

size_t skip_space(std::string_view text, size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}
/// Past the closing quote of the string that begins at `at`.
size_t skip_string(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}
size_t skip_value(std::string_view text, size_t at) {
  size_t depth = 0;
  do {
    at = skip_space(text, at);
    if (at >= text.size()) return text.size();
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at);
    } else if (c == '{' || c == '[') {
      ++depth, ++at;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return at;
      --depth, ++at;
    } else if (c == ',' || c == ':') {
      ++at;
    } else {
      while (at < text.size() && !ends_scalar(text[at])) ++at;
    }
  } while (depth > 0);
  return at;
}

struct Survey {
  uint64_t values = 1, depth = 0, deepest_at = 0;
};
Survey survey(std::string_view text) {
  Survey out;
  uint64_t depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at) - 1;
    } else if (c == '{' || c == '[') {
      ++out.values;
      if (++depth > out.depth) out.depth = depth, out.deepest_at = at;
    } else if (c == '}' || c == ']') {
      depth -= depth > 0;
    } else if (c == ',') {
      ++out.values;
    }
  }
  return out;
}

/// Steps through the members of the object, or the elements of the array, that begins at `at`.
class Children {
 public:
  Children(std::string_view text, size_t at) : text_(text), at_(skip_space(text, at)) {
    if (at_ < text.size() && (text[at_] == '{' || text[at_] == '[')) open_ = text[at_++];
  }
  bool is_object() const { return open_ == '{'; }
  bool next() {
    if (open_ == '\0') return false;
    at_ = skip_space(text_, at_);
    if (at_ < text_.size() && text_[at_] == ',') at_ = skip_space(text_, at_ + 1);
    if (at_ >= text_.size() || text_[at_] == '}' || text_[at_] == ']') return false;
    if (is_object()) {
      const size_t end = skip_value(text_, at_);
      key_ = text_.substr(at_, end - at_);
      at_ = skip_space(text_, end);
      if (at_ < text_.size() && text_[at_] == ':') at_ = skip_space(text_, at_ + 1);
    }
    start_ = at_;
    at_ = std::max(skip_value(text_, at_), start_ + 1);
    return at_ <= text_.size();
  }
  TextRange value() const { return {start_, at_ - start_}; }
  bool is_called(std::string_view name) const {
    const std::string_view inside = key_.size() < 2 ? key_ : key_.substr(1, key_.size() - 2);
    if (inside.find('\\') == inside.npos) return inside == name;
    const Json plain = parse_whole_json(key_);
    return plain.is_string() && plain.get_ref<const std::string&>() == name;
  }

 private:
  std::string_view text_, key_;
  size_t at_ = 0, start_ = 0;
  char open_ = '\0';
};

/// The step of a pointer up to the next slash, with its escapes undone.
std::string take_step(std::string_view& pointer) {
  const size_t end = pointer.find('/');
  const std::string_view raw = pointer.substr(0, end);
  pointer.remove_prefix(end == pointer.npos ? pointer.size() : end + 1);
  std::string step;
  for (size_t i = 0; i < raw.size(); ++i) {
    const bool escaped = raw[i] == '~' && i + 1 < raw.size();
    step += escaped ? (raw[++i] == '1' ? '/' : '~') : raw[i];
  }
  return step;
}

std::optional<TextRange> child(std::string_view text, const TextRange& parent, const std::string& step) {
  Children children(text, static_cast<size_t>(parent.offset));
  std::optional<TextRange> found;
  for (size_t number = 0; children.next(); ++number) {
    if (children.is_object()) {
      if (children.is_called(step)) found = children.value();
    } else if (std::to_string(number) == step) {
      return children.value();
    }
  }
  return found;
}

size_t first_value(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  return skip_space(text, text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

}  // namespace

Result<Json> parse_json(std::string_view text, uint64_t base, const Limits& limits, Budget& budget) {
  const Survey cost = survey(text);
  VITRINE_CHECK(check_limit(cost.depth, limits.nesting, "levels of nesting", base + cost.deepest_at));
  VITRINE_CHECK(budget.charge(cost.values, kBytesPerValue, base));
  VITRINE_CHECK(budget.charge(text.size(), 1, base));
  if (const size_t nul = nul_in_json(text); nul != text.npos) return Error{messages::kZeroByte, base + nul};
  Json document = parse_whole_json(text);
  if (!document.is_discarded()) return document;
  return fault_of(text, base);
}

TextRange find_value(std::string_view text, std::string_view pointer) {
  const size_t first = first_value(text);
  TextRange at{first, skip_value(text, first) - first};
  if (!pointer.empty()) pointer.remove_prefix(1);
  while (!pointer.empty()) {
    const auto next = child(text, at, take_step(pointer));
    if (!next) break;
    at = *next;
  }
  return at;
}

std::vector<TextRange> elements_of(std::string_view text, std::string_view pointer, uint64_t within) {
  TextRange at{within != 0 ? within : first_value(text), 0};
  if (!pointer.empty()) pointer.remove_prefix(1);
  while (!pointer.empty()) {
    const auto next = child(text, at, take_step(pointer));
    if (!next) return {};
    at = *next;
  }
  std::vector<TextRange> out;
  Children children(text, static_cast<size_t>(at.offset));
  if (children.is_object()) return out;
  while (children.next()) out.push_back(children.value());
  return out;
}

}  // namespace vitrine::gltf
