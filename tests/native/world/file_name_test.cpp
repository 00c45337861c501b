// Names of files that lead out of the folder of a world document.

#include "world/graph/file_name.h"

#include <gtest/gtest.h>

namespace vitrine::world {
namespace {

TEST(FileNames, InTheFolderOrBelowStay) {
  for (const char* name :
       {"", "a.png", "b/a.png", "./a.png", "b/../a.png", "b//../c/..", "..a/b", "a..", ".../x", "b\\a.png"})
    EXPECT_FALSE(leaves_folder(name)) << name;
}

TEST(FileNames, ThatLeadOutAreFound) {
  for (const char* name : {"..", "../a.png", "b/../../a.png", "./../a", "/etc/passwd", "\\\\host\\a", "..\\a.png",
                           "b\\..\\..\\a", "C:\\a", "c:a", "/", "b/..//../a"})
    EXPECT_TRUE(leaves_folder(name)) << name;
}

}  // namespace
}  // namespace vitrine::world
