#include "formats/name_cost.h"

#include <gtest/gtest.h>

#include <string>

namespace vitrine {
namespace {

TEST(NameCost, EachThingPaysForTheWholeName) {
  // Reader, scene and twice the report, each of which may be copied while it grows.
  const std::string name(100, 'n');
  Budget budget(10 * 8 * 100);
  EXPECT_TRUE(charge_names(budget, name, 0).ok());
  EXPECT_TRUE(charge_names(budget, name, 7).ok());
  EXPECT_EQ(budget.left(), 3u * 8 * 100);
  EXPECT_FALSE(charge_names(budget, name, 4).ok());
  EXPECT_TRUE(charge_names(budget, name, 3).ok());
  EXPECT_EQ(budget.left(), 0u);
  EXPECT_TRUE(charge_names(budget, "", 1'000'000).ok());
}

}  // namespace
}  // namespace vitrine
