#include "base/portable_math.h"

#include <gtest/gtest.h>

#include <limits>

namespace vitrine::portable {
namespace {

constexpr double kUlp = std::numeric_limits<double>::epsilon();

TEST(PortableMath, SineAndCosineAreThoseOfTheLibraryToTheLastBits) {
  for (int i = -40000; i <= 40000; ++i) {
    const double x = i * 0.0137;
    ASSERT_NEAR(sin(x), std::sin(x), kUlp) << x;
    ASSERT_NEAR(cos(x), std::cos(x), kUlp) << x;
  }
  EXPECT_EQ(sin(0), 0);
  EXPECT_EQ(cos(0), 1);
}

TEST(PortableMath, SineOfLargeAndOfNoNumbersIsFinite) {
  for (const double x : {1e7, -1e15, 1e300, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    EXPECT_LE(std::abs(sin(x)), 1) << x;
    EXPECT_LE(std::abs(cos(x)), 1) << x;
  }
}

TEST(PortableMath, ArcTangentIsThatOfTheLibraryInAllQuarters) {
  for (int i = -3000; i <= 3000; ++i) {
    const double x = i * 0.0031;
    ASSERT_NEAR(atan(x), std::atan(x), 2 * kUlp) << x;
    for (const double y : {-2.5, -1e-9, 1e-9, 0.7, 400.0})
      ASSERT_NEAR(atan2(y, x), std::atan2(y, x), 4 * kUlp) << y << ' ' << x;
  }
  EXPECT_EQ(atan2(0, 0), 0);
  EXPECT_NEAR(atan2(0, -1), 3.141592653589793, kUlp);
  EXPECT_NEAR(atan(HUGE_VAL), 1.5707963267948966, kUlp);
}

TEST(PortableMath, ExponentialIsThatOfTheLibrary) {
  for (int i = -7000; i <= 7000; ++i) {
    const double x = i * 0.1;
    if (x > 700) continue;
    ASSERT_NEAR(exp(x) / std::exp(x), 1, 4 * kUlp) << x;
  }
  EXPECT_EQ(exp(0), 1);
  EXPECT_EQ(exp(-1000), 0);
}

TEST(PortableMath, TangentIsThatOfTheLibrary) {
  for (int i = -150; i <= 150; ++i) ASSERT_NEAR(tan(i * 0.01), std::tan(i * 0.01), 64 * kUlp) << i;
}

}  // namespace
}  // namespace vitrine::portable
