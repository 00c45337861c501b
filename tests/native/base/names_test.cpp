#include "base/names.h"

#include <gtest/gtest.h>

namespace vitrine {
namespace {

TEST(Names, AreTheSameWhateverTheirCase) {
  EXPECT_TRUE(equal_ignoring_case("Skin.TGA", "sKIN.tga"));
  EXPECT_FALSE(equal_ignoring_case("skin", "skins"));
  EXPECT_FALSE(equal_ignoring_case("[", "{"));  // 32 apart, as letters are
}

TEST(Names, EndInAnEndingThatMayBeAllOfThem) {
  EXPECT_TRUE(ends_ignoring_case("art/walk.MD5Anim", ".md5anim"));
  EXPECT_TRUE(ends_ignoring_case(".Mtr", ".mtr"));
  EXPECT_FALSE(ends_ignoring_case("mtr", ".mtr"));
}

TEST(Names, LoseTheirFoldersAndTheirExtension) {
  EXPECT_EQ(base_name("c:\\art/heron.tga"), "heron.tga");
  EXPECT_EQ(file_stem("art.old/heron.low.tga"), "heron.low");
  EXPECT_EQ(file_stem("art.old/heron"), "heron");
  EXPECT_EQ(file_stem("art/.mtr"), ".mtr");
}

}  // namespace
}  // namespace vitrine
