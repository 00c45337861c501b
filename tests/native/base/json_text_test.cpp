#include "base/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace vitrine {
namespace {

TEST(JsonText, WritesWhatTheLibraryWritesAndAnyDepth) {
  const Json value = {{"a", {1, 2.5, nullptr, "x\"\n"}}, {"b", Json::object()}, {"c", Json::array()}, {"d", true}};
  EXPECT_EQ(json_text(value), value.dump());
  Json deep = 1;
  for (int i = 0; i < 200000; ++i) {
    Json level = Json::array();
    level.push_back(std::move(deep));
    deep = std::move(level);
  }
  EXPECT_EQ(json_text(deep).size(), 400001u);
  EXPECT_EQ(json_text(Json("\xFF")), "\"\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace vitrine
