#include "base/whole_json.h"

#include <gtest/gtest.h>

#include <string>

namespace vitrine {
namespace {

TEST(WholeJson, IsAValueWithSpaceAroundIt) { EXPECT_EQ(parse_whole_json(" [1] \n"), nlohmann::json::array({1})); }

TEST(WholeJson, IsNothingWhereMoreFollows) { EXPECT_TRUE(parse_whole_json("[1]]").is_discarded()); }

TEST(WholeJson, IsNothingWhereANulAndMoreFollow) {
  EXPECT_TRUE(parse_whole_json(std::string_view("[1]\0]", 5)).is_discarded());
  EXPECT_TRUE(parse_whole_json(std::string_view("[1]\0", 4)).is_discarded());
}

TEST(WholeJson, BytesAreReadAsText) {
  const uint8_t bytes[] = {'{', '}', 0, 'x'};
  EXPECT_TRUE(parse_whole_json(std::span(bytes, 2)).is_object());
  EXPECT_TRUE(parse_whole_json(std::span(bytes)).is_discarded());
}

}  // namespace
}  // namespace vitrine
