#include "base/utf8.h"

#include <gtest/gtest.h>

namespace vitrine {
namespace {

TEST(Utf8, AcceptsEveryLengthAndRefusesWhatUnicodeForbids) {
  EXPECT_TRUE(is_utf8("plain"));
  EXPECT_TRUE(is_utf8("\xC3\xB3\xE2\x82\xAC\xF0\x9F\x98\x80"));
  EXPECT_FALSE(is_utf8("\xC0\x80")) << "overlong";
  EXPECT_FALSE(is_utf8("\xE0\x9F\xBF")) << "overlong";
  EXPECT_FALSE(is_utf8("\xF0\x8F\xBF\xBF")) << "overlong";
  EXPECT_FALSE(is_utf8("\xED\xA0\x80")) << "surrogate";
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80")) << "beyond U+10FFFF";
  EXPECT_FALSE(is_utf8("\xE2\x82")) << "cut off";
  EXPECT_FALSE(is_utf8("\x80")) << "tail without lead";
}

TEST(Utf8, WritesWhatItReads) {
  for (const uint32_t code : {0x41u, 0x7FFu, 0x800u, 0xFFFDu, 0x10000u, 0x10FFFFu}) {
    std::string text;
    append_utf8(text, code);
    uint32_t read = 0;
    EXPECT_EQ(take_utf8(text, read), text.size());
    EXPECT_EQ(read, code);
  }
}

TEST(Utf8, ReadsOtherBytesAsWindows1252) {
  EXPECT_EQ(to_utf8("caf\xE9 \x80"), "caf\xC3\xA9 \xE2\x82\xAC");
  EXPECT_EQ(to_utf8("caf\xC3\xA9"), "caf\xC3\xA9");
}

}  // namespace
}  // namespace vitrine
