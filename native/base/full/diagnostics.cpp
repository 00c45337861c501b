#include "base/diagnostics.h"

#include <algorithm>

#include "base/utf8.h"

namespace vitrine {
namespace {

constexpr size_t kExcerptBytes = 120;

bool is_line_end(uint8_t c) { return c == '\n' || c == '\r'; }

/// LF, CR LF and lone CR end a line each: true at their last byte.
bool ends_line(std::span<const uint8_t> bytes, size_t i) {
  return bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 >= bytes.size() || bytes[i + 1] != '\n'));
}

/// Lines that end in [from, to), in strides that the compiler does sixteen bytes at once.
uint32_t line_ends(std::span<const uint8_t> bytes, size_t from, size_t to) {
  constexpr size_t kStride = 240;  // what a byte can count
  uint32_t lines = 0;
  size_t at = from;
  for (; to - at >= kStride && bytes.size() - at > kStride; at += kStride) {  // the byte behind each is looked at
    const uint8_t* p = bytes.data() + at;
    uint8_t ends = 0;
    for (size_t i = 0; i < kStride; ++i)
      ends = static_cast<uint8_t>(ends + ((p[i] == '\n') | ((p[i] == '\r') & (p[i + 1] != '\n'))));
    lines += ends;
  }
  for (; at < to; ++at) lines += ends_line(bytes, at);
  return lines;
}

uint32_t column_at(std::span<const uint8_t> bytes, size_t at) {
  size_t first = at;
  while (first > 0 && !ends_line(bytes, first - 1)) --first;
  return static_cast<uint32_t>(at - first + 1);
}

/// The window of the line around `at`, with control characters made visible as blanks so that one byte stays one
/// column.
void fill_excerpt(std::span<const uint8_t> bytes, size_t at, TextDecoder decode, Message& message) {
  size_t first = at, last = at;
  while (first > 0 && !is_line_end(bytes[first - 1]) && at - first < kExcerptBytes / 2) --first;
  while (last < bytes.size() && !is_line_end(bytes[last]) && last - first < kExcerptBytes) ++last;
  // Do not cut a UTF-8 sequence at either end of the window.
  while (first < at && (bytes[first] & 0xC0) == 0x80) ++first;
  while (last > at && last < bytes.size() && (bytes[last] & 0xC0) == 0x80) --last;
  message.excerpt.assign(reinterpret_cast<const char*>(bytes.data()) + first, last - first);
  for (char& c : message.excerpt) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  const std::string before = decode(std::string_view(message.excerpt).substr(0, at - first));
  message.excerpt = decode(message.excerpt);
  message.excerpt_caret = static_cast<uint32_t>(std::min(before.size(), message.excerpt.size()));
}

}  // namespace

void Diagnostics::enter(std::string source) {
  source_ = std::move(source);
  first_of_source_ = messages_.size();
}

void Diagnostics::add_as(Severity severity, const Sentence& sentence, uint64_t offset, Arguments arguments,
                         const Phrase& path) {
  const bool is_kept = counts_[static_cast<int>(severity)] < limit_;
  keep(severity, sentence.code, offset, is_kept ? to_text({sentence.text, arguments}) : "",
       is_kept ? to_text(path) : "");
}

void Diagnostics::add(const Error& error) {
  keep(error.code()->severity, *error.code(), error.offset(), error.message(), error.path());
}

void Diagnostics::keep(Severity severity, const Code& code, uint64_t offset, std::string text, std::string path) {
  const uint64_t count = ++counts_[static_cast<int>(severity)];
  if (count > limit_) {
    truncated_ = true;
    return;
  }
  Message message;
  message.code = &code;
  message.severity = severity;
  message.text = std::move(text);
  message.source = source_;
  message.path = std::move(path);
  message.offset = offset;
  messages_.push_back(std::move(message));
}

void Diagnostics::locate(std::span<const uint8_t> bytes, TextDecoder decode) {
  // One pass over the file for all its messages, in order of offset.
  std::vector<size_t> order;
  for (size_t i = first_of_source_; i < messages_.size(); ++i) {
    if (messages_[i].offset != kNoOffset && messages_[i].line == 0) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return messages_[a].offset < messages_[b].offset; });
  uint32_t line = 1;
  size_t at = 0;
  for (const size_t index : order) {
    Message& message = messages_[index];
    const size_t target = static_cast<size_t>(std::min<uint64_t>(message.offset, bytes.size()));
    line += line_ends(bytes, at, target);
    at = target;
    message.line = line;
    message.column = column_at(bytes, target);
    fill_excerpt(bytes, target, decode != nullptr ? decode : to_utf8, message);
  }
}

LineColumn line_column(std::span<const uint8_t> bytes, uint64_t offset) {
  const size_t target = static_cast<size_t>(std::min<uint64_t>(offset, bytes.size()));
  return {1 + line_ends(bytes, 0, target), column_at(bytes, target)};
}

}  // namespace vitrine
