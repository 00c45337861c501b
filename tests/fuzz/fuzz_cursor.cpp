// Any sequence of moves over any text: the cursor stays inside, and what it hands out is what lies there.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/text_cursor.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using vitrine::TextCursor;
  // First half: what to do; second half: the text, in a buffer of its exact size.
  const size_t steps = size / 2, length = size - steps;
  const std::unique_ptr<uint8_t[]> text(new uint8_t[length]);
  if (length != 0) std::memcpy(text.get(), data + steps, length);
  TextCursor cursor({text.get(), length});
  for (size_t i = 0; i < steps; ++i) {
    const uint64_t before = cursor.offset();
    const uint8_t operand = data[i] >> 3;
    double wide = 0;
    float narrow = 0;
    switch (data[i] & 7) {
      case 0:
        cursor.advance(operand);
        break;
      case 1:
        require(cursor.take(char(operand)) == (cursor.offset() == before + 1), "take");
        break;
      case 2: {
        const auto part = cursor.take_while([&](char c) { return (c & 0x1F) != operand; });
        require(part == cursor.since(before), "take_while");
        break;
      }
      case 3:
        require(cursor.take_number(wide) == (cursor.offset() > before), "take_number(double)");
        break;
      case 4:
        require(cursor.take_number(narrow) == (cursor.offset() > before), "take_number(float)");
        break;
      case 5:
        cursor.move_to(uint64_t(operand) * operand);
        require(cursor.offset() <= uint64_t(operand) * operand, "move_to");
        break;
      case 6: {
        const char c = cursor.peek(operand);
        const uint64_t at = cursor.offset() + operand;
        require(c == (at < cursor.size() ? char(text[at]) : '\0'), "peek");
        break;
      }
      case 7: {
        const char c = char(operand);
        require(cursor.starts_with({&c, 1}) == (cursor.peek() == c && !cursor.at_end()), "starts_with");
        break;
      }
    }
    require(cursor.offset() <= cursor.size() && cursor.size() <= length, "the cursor has left the text");
    require(cursor.at_end() == (cursor.remaining() == 0), "at_end");
  }
  return 0;
}
