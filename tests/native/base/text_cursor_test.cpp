#include "base/text_cursor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace vitrine {
namespace {

std::vector<uint8_t> cursor_bytes(std::string_view text) { return {text.begin(), text.end()}; }

TEST(TextCursor, PeeksZeroPastTheEndAndNeverAdvancesBeyondIt) {
  const auto bytes = cursor_bytes("ab");
  TextCursor cursor(bytes);
  EXPECT_EQ(cursor.peek(), 'a');
  EXPECT_EQ(cursor.peek(1), 'b');
  EXPECT_EQ(cursor.peek(2), '\0');
  EXPECT_EQ(cursor.peek(~size_t{0}), '\0');
  cursor.advance(100);
  EXPECT_TRUE(cursor.at_end());
  EXPECT_EQ(cursor.offset(), 2u);
  EXPECT_EQ(cursor.remaining(), 0u);
}

TEST(TextCursor, TakesWhileAPredicateHoldsAndStopsAtTheEnd) {
  const auto bytes = cursor_bytes("aaab");
  TextCursor cursor(bytes);
  EXPECT_EQ(cursor.take_while([](char c) { return c == 'a'; }), "aaa");
  EXPECT_FALSE(cursor.take('a'));
  EXPECT_TRUE(cursor.take('b'));
  EXPECT_EQ(cursor.take_while([](char) { return true; }), "");
  EXPECT_FALSE(cursor.take('b'));
}

TEST(TextCursor, ComparesPrefixesInsideTheTextOnly) {
  const auto bytes = cursor_bytes("vert");
  TextCursor cursor(bytes);
  EXPECT_TRUE(cursor.starts_with("vert"));
  EXPECT_FALSE(cursor.starts_with("verts"));
  cursor.advance(4);
  EXPECT_TRUE(cursor.starts_with(""));
  EXPECT_FALSE(cursor.starts_with("v"));
}

TEST(TextCursor, GivesTheTextSinceAnOffsetAndMovesBackToIt) {
  const auto bytes = cursor_bytes("one two");
  TextCursor cursor(bytes);
  cursor.advance(3);
  EXPECT_EQ(cursor.since(1), "ne");
  cursor.move_to(1);
  EXPECT_EQ(cursor.offset(), 1u);
  cursor.move_to(99);
  EXPECT_TRUE(cursor.at_end());
}

TEST(TextCursor, AnEndPutInsideCutsTheText) {
  const auto bytes = cursor_bytes("one two");
  TextCursor cursor(bytes);
  cursor.advance(3);
  cursor.end_here();
  EXPECT_TRUE(cursor.at_end());
  EXPECT_EQ(cursor.size(), 3u);
  EXPECT_EQ(cursor.peek(), '\0');
}

TEST(TextCursor, ReadsNumbersAndStaysWhereThereIsNone) {
  const auto bytes = cursor_bytes("1.5x");
  TextCursor cursor(bytes);
  float value = 0;
  EXPECT_TRUE(cursor.take_number(value));
  EXPECT_EQ(value, 1.5f);
  double wide = 7;
  EXPECT_FALSE(cursor.take_number(wide));
  EXPECT_EQ(wide, 7);
  EXPECT_EQ(cursor.offset(), 3u);
}

TEST(TextCursor, TakesUpTo18DigitsWhateverFollows) {
  const std::string digits = "09876543210123456789";
  for (size_t count = 0; count <= digits.size(); ++count) {
    for (const char* behind : {"", ".", "/:", " 12345678901234"}) {
      const std::string text = digits.substr(0, count) + behind;
      const auto bytes = cursor_bytes(text.c_str());
      TextCursor cursor(bytes);
      uint64_t value = 7;
      const size_t taken = std::min<size_t>(count, 18);
      EXPECT_EQ(cursor.take_digits(value), count > 0) << text;
      EXPECT_EQ(cursor.offset(), taken) << text;
      EXPECT_EQ(value, taken == 0 ? 0 : std::stoull(digits.substr(0, taken))) << text;
    }
  }
}

TEST(TextCursor, TakesOneByteThatIsWanted) {
  const auto bytes = cursor_bytes("ab");
  TextCursor cursor(bytes);
  const auto is_a = [](char c) { return c == 'a'; };
  EXPECT_TRUE(cursor.take_if(is_a));
  EXPECT_FALSE(cursor.take_if(is_a));
  EXPECT_EQ(cursor.offset(), 1u);
  cursor.advance();
  EXPECT_FALSE(cursor.take_if([](char) { return true; }));
}

TEST(TextCursor, AnEmptyTextIsAtItsEnd) {
  TextCursor cursor({});
  EXPECT_TRUE(cursor.at_end());
  EXPECT_EQ(cursor.peek(), '\0');
  float value = 0;
  EXPECT_FALSE(cursor.take_number(value));
}

}  // namespace
}  // namespace vitrine
