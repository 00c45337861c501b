#include "skin/linear_blend.h"

#include <gtest/gtest.h>

#include "skin/codes.h"

namespace vitrine::skin {
namespace {

// The seed's debug print: matrices 5, 6 and 16 row by row, translation last, and three weighted vertices.
constexpr double kMatrix5[4][4] = {{0.984716892, -0.174149424, 0.00222909194, 0},
                                   {0.173312888, 0.981090486, 0.0861648321, 0},
                                   {-0.0171926748, -0.084461771, 0.996278524, 0},
                                   {0.0169034414, 0.325439274, -0.0130805969, 1}};
constexpr double kMatrix6[4][4] = {{0.999836564, -0.00124051445, 0.0180426482, 0},
                                   {-0.000398731412, 0.995891094, 0.0905616134, 0},
                                   {-0.0180809889, -0.0905540884, 0.995727658, 0},
                                   {0.0462447256, 0.354375184, -0.0109014511, 1}};
constexpr double kMatrix16[4][4] = {{0.480736107, 0.494286448, -0.724274397, 0},
                                    {0.17373684, 0.755914032, 0.631196558, 0},
                                    {0.859481275, -0.429272234, 0.277519464, 0},
                                    {-3.88230085, 1.35830069, 3.82836199, 1}};

std::map<uint32_t, glm::dmat4> seed_matrices(SeedConvention convention) {
  return {{5, seed_matrix(kMatrix5, convention)},
          {6, seed_matrix(kMatrix6, convention)},
          {16, seed_matrix(kMatrix16, convention)}};
}
std::vector<SeedVertex> seed_vertices() {
  return {{{0.89723742, 0.257948995, 5.22265816}, {16, 5, 6, 0}, {0.333332986, 0.333332986, 0.333332986, 0}},
          {{0.406001657, 0.196949303, 5.35383463}, {5, 6, 0, 0}, {0.5, 0.5, 0, 0}},
          {{0.57800132, -0.314050585, 5.15383434}, {5, 6, 0, 0}, {0.5, 0.5, 0, 0}}};
}

TEST(SeedFormula, GivesTheSeedsOwnPositions) {
  const auto positions = seed_skin(seed_matrices(SeedConvention::kRow), seed_vertices());
  ASSERT_TRUE(positions.ok());
  // Computed in decimal from the printed numbers.
  const double expected[3][4] = {{0.9289224477067088, -0.0422671012760995, 5.0780220339245825, 0.999998958},
                                 {0.3570430594579411, 0.0304825138690399, 5.3419630713578443, 1},
                                 {0.4870621364363237, -0.4722180629461874, 5.0993519336246306, 1}};
  for (size_t v = 0; v < 3; ++v) {
    for (int i = 0; i < 4; ++i) EXPECT_NEAR((*positions)[v][i], expected[v][i], 5e-7) << v << ' ' << i;
  }
}

TEST(SeedFormula, TheOtherConventionIsTheTransposedMatrix) {
  const auto wrong = seed_skin(seed_matrices(SeedConvention::kColumn), seed_vertices());
  ASSERT_TRUE(wrong.ok());
  EXPECT_NEAR((*wrong)[0].w, 6.656, 5e-4);  // how the wrong reading shows itself
  double transposed[4][4];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) transposed[i][j] = kMatrix5[j][i];
  }
  EXPECT_EQ(seed_matrix(transposed, SeedConvention::kColumn), seed_matrix(kMatrix5, SeedConvention::kRow));
}

TEST(SeedFormula, AMissingMatrixNamesVertexAndJoint) {
  auto vertices = seed_vertices();
  vertices[2].weights[3] = 0.25;  // joint 0 now counts, and has no matrix
  const auto result = seed_skin(seed_matrices(SeedConvention::kRow), vertices);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code(), &kSeedMissingMatrix);
  EXPECT_EQ(result.error().message(), "vertex 2 is weighted to joint 0, which has no matrix");
  EXPECT_EQ(result.error().path(), "vertices[2].joints[3]");
}

}  // namespace
}  // namespace vitrine::skin
