#include "base/limits.h"

#include <gtest/gtest.h>

#include "base/codes.h"

namespace vitrine {
namespace {

TEST(Limits, AreWhatThereMayBeOf) {
  EXPECT_TRUE(check_limit(4096, 4096, "joints").ok());
  const Status status = check_limit(4097, 4096, "joints", 12);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), &kLimitCount);
  EXPECT_EQ(status.error().offset(), 12u);
}

TEST(Limits, OfMemoryMayBeUsedUp) {
  Budget budget(100);
  EXPECT_TRUE(budget.charge(10, 6).ok());
  EXPECT_FALSE(budget.charge(1, 41).ok());  // which takes nothing
  EXPECT_TRUE(budget.charge(4, 10).ok());
  EXPECT_EQ(budget.left(), 0u);
  EXPECT_FALSE(budget.charge(1ull << 40, 1ull << 40).ok());  // 2^80 is no number of bytes
}

}  // namespace
}  // namespace vitrine
