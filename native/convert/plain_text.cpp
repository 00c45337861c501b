#include "convert/plain_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace vitrine {
namespace {

constexpr size_t kEndingBytes = 6;

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
/// True for all bytes of a UTF-8 character except the first.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

template <class Fits>
std::string filtered(const std::string& name, Fits fits, const char* if_empty) {
  std::string out;
  for (const char c : to_utf8(name)) {
    if (!continues(c)) out += fits(c) ? c : '_';
  }
  return out.empty() ? if_empty : out;
}

}  // namespace

std::string plain_name(const std::string& name, const char* if_empty) {
  return filtered(
      name, [](char c) { return is_letter_or_digit(c) || c == '_' || c == '.' || c == '-'; }, if_empty);
}

std::string quotable(const std::string& name, const char* if_empty) {
  std::string out = filtered(
      name, [](char c) { return c >= ' ' && c < 127 && c != '"'; }, if_empty);
  for (size_t at = out.find("//"); at != std::string::npos; at = out.find("//", at)) out.erase(at, 1);
  return out;
}

std::string cut_name(const std::string& name, size_t bytes) {
  if (bytes == 0 || name.size() <= bytes) return name;
  const size_t mark = name.find_last_of("._-");
  size_t ending = mark == std::string::npos ? 0 : name.size() - mark;
  if (ending > kEndingBytes || ending >= bytes) ending = 0;
  return name.substr(0, bytes - ending) + name.substr(name.size() - ending);
}

std::string without_image_ending(const std::string& name) {
  const std::string lower = lower_case(name);
  for (const char* ending : {".tga", ".png", ".jpg", ".jpeg", ".dds", ".pcx", ".lmp", ".wal", ".bmp"}) {
    const std::string end = ending;
    if (lower.size() > end.size() && lower.ends_with(end)) return name.substr(0, name.size() - end.size());
  }
  return name;
}

std::string image_base_name(const std::string& name) { return without_image_ending(lower_case(base_name(name))); }

std::string NameList::take(const std::string& name) {
  std::string candidate = cut_name(name, most_bytes_);
  if (taken_.insert(lower_case(candidate)).second) return candidate;
  // Each try takes a number for good, so that as many equal names as there are cost no more than one try each.
  uint32_t& number = numbers_.try_emplace(lower_case(candidate), 1).first->second;
  do {
    const std::string ending = "_" + std::to_string(++number);
    const size_t room = most_bytes_ == 0 ? 0 : most_bytes_ - std::min(most_bytes_ - 1, ending.size());
    candidate = cut_name(name, room) + ending;
  } while (!taken_.insert(lower_case(candidate)).second);
  return candidate;
}

}  // namespace vitrine
