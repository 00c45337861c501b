#include "base/json_text.h"

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/number.h"
#include "base/utf8.h"

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

void JsonWriter::separate() {
  if (follows_) text_ += ',';
  follows_ = true;
}

void JsonWriter::begin(char bracket) {
  separate();
  text_ += bracket;
  follows_ = false;
}

void JsonWriter::end(char bracket) {
  text_ += bracket;
  follows_ = true;
}

void JsonWriter::quote(const char* text, size_t size) {
  separate();
  text_ += '"';
  const char* const last = text + size;
  const char* kept = text;  // what is not written yet
  for (; text != last; ++text) {
    const char c = *text;
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') continue;
    text_.append(kept, static_cast<size_t>(text - kept));
    kept = text + 1;
    text_ += '\\';
    // Backspace, tab, line feed, form feed and return have letters, 8 to 13 but for 11.
    constexpr char kLetters[] = "btn\0fr";
    const unsigned control = static_cast<unsigned char>(c) - 8u;
    if (control < 6 && kLetters[control] != 0) {
      text_ += kLetters[control];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      text_ += "u00";
      text_ += static_cast<char>('0' + (c >> 4));
      text_ += "0123456789abcdef"[c & 15];
    } else {
      text_ += c;
    }
  }
  text_.append(kept, static_cast<size_t>(last - kept));
  text_ += '"';
}

void JsonWriter::begin_value() {
  text_ += ':';
  follows_ = false;
}

void JsonWriter::key(const char* name) { value(name), begin_value(); }
void JsonWriter::key(const std::string& name) { value(name), begin_value(); }
void JsonWriter::key(size_t number) {
  separate();
  text_ += '"';
  follows_ = false;
  write_unsigned(number);
  text_ += '"';
  begin_value();
}

void JsonWriter::value(const std::string& text) {
  if (is_utf8(text)) return quote(text.data(), text.size());
  const std::string repaired = to_utf8(text);
  quote(repaired.data(), repaired.size());
}

void JsonWriter::value(const char* text) { quote(text, std::strlen(text)); }
void JsonWriter::value(bool truth) { raw(truth ? "true" : "false"); }
void JsonWriter::null() { raw("null"); }

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  separate();
  char digits[kLongestNumberText];
  text_.append(digits, static_cast<size_t>(write_number(digits, number) - digits));
}

void JsonWriter::write_signed(int64_t number) {
  if (number >= 0) return write_unsigned(static_cast<uint64_t>(number));
  separate();
  text_ += '-';
  follows_ = false;
  write_unsigned(0 - static_cast<uint64_t>(number));
}

void JsonWriter::write_unsigned(uint64_t number) {
  separate();
  char digits[20];
  char* first = digits + sizeof digits;
  do *--first = static_cast<char>('0' + number % 10);
  while ((number /= 10) != 0);
  text_.append(first, static_cast<size_t>(digits + sizeof digits - first));
}

void JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
}

void JsonWriter::field(const char* name, const std::string& text) { key(name), value(text); }
void JsonWriter::field(const char* name, const char* text) { key(name), value(text); }
void JsonWriter::field(const char* name, bool truth) { key(name), value(truth); }
void JsonWriter::field(const char* name, double number) { key(name), value(number); }
void JsonWriter::unsigned_field(const char* name, uint64_t number) { key(name), write_unsigned(number); }
void JsonWriter::null_field(const char* name) { key(name), null(); }
void JsonWriter::begin_object(const char* name) { key(name), begin('{'); }
void JsonWriter::begin_array(const char* name) { key(name), begin('['); }

void JsonWriter::field(const char* name, const float* numbers, size_t count) {
  begin_array(name);
  for (; count != 0; --count) value(double{*numbers++});
  end_array();
}

void JsonWriter::field(const char* name, const uint32_t* numbers, size_t count) {
  begin_array(name);
  for (; count != 0; --count) write_unsigned(*numbers++);
  end_array();
}

}  // namespace vitrine
