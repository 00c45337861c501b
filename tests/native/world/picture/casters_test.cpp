// What rays among casters look at.

#include "world/picture/casters.h"

#include <gtest/gtest.h>

namespace vitrine::render {
namespace {

TEST(WorldCasters, StepsAreTheBoxesAndTrianglesOfAWay) {
  WorldCasters alike, apart;
  for (int i = 0; i < 1024; ++i) {
    alike.add({glm::dvec3(0), glm::dvec3(4), glm::dvec3(4, 4, 4 - 1e-4)});
    apart.add({glm::dvec3(10 * i, 0, 0), glm::dvec3(10 * i + 4, 4, 4), glm::dvec3(10 * i + 4, 4, 3)});
  }
  alike.build(), apart.build();
  uint64_t all = 0, few = 0;
  EXPECT_FALSE(alike.meets({1, 3, 0.5}, {1, 0.5, 3}, all));
  EXPECT_EQ(all, 1024u + 511) << "every triangle, and every box of a tree whose leaves have four";
  EXPECT_FALSE(apart.meets({1, 3, 0.5}, {1, 0.5, 3}, few));
  EXPECT_LT(few, 40u);
}

}  // namespace
}  // namespace vitrine::render
