// Numbers, rotations and names as they stand in the files.

#include "formats/md5/write/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>

#include "convert/plain_text.h"
#include "convert/rigid.h"
#include "formats/md5/write/meshes.h"

namespace vitrine::md5_export {
namespace {

std::string number(float value) {
  std::string out;
  append_number(out, value);
  return out;
}

TEST(Md5Text, NumbersAreShortAndWithoutExponent) {
  const std::pair<float, const char*> kCases[] = {{0.0f, "0"},
                                                  {-0.0f, "0"},
                                                  {1.0f, "1"},
                                                  {-1.5f, "-1.5"},
                                                  {0.1f, "0.1"},
                                                  {1e-5f, "0.00001"},
                                                  {1e-10f, "0.0000000001"},
                                                  {1e-11f, "0"},
                                                  {-1e-11f, "0"},
                                                  {1.0f / 3, "0.33333334"},
                                                  {123456.789f, "123456.79"},
                                                  {16777216.0f, "16777216"},
                                                  {1e9f, "1000000000"}};
  for (const auto& [value, text] : kCases) EXPECT_EQ(number(value), text);
}

TEST(Md5Text, NumbersReadBackAsTheSameFloat) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> magnitude(-2, 6);
  for (int k = 0; k < 20000; ++k) {
    const auto value = static_cast<float>((k % 2 == 0 ? 1 : -1) * std::pow(10.0, magnitude(random)));
    const std::string text = number(value);
    EXPECT_EQ(std::strtof(text.c_str(), nullptr), value) << text;
    EXPECT_EQ(text.find_first_not_of("-0123456789."), std::string::npos) << text;
    EXPECT_LE(text.size() - std::min(text.size(), text.find('.')), 11u) << text;
  }
}

/// Of the nearest floats, as a writer without a choice has them.
double error_of_nearest(const glm::dquat& rotation) {
  const glm::dquat q = rotation.w < 0 ? -rotation : rotation;
  const glm::dvec3 xyz(static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z));
  const glm::dquat read(std::sqrt(std::abs(1 - glm::dot(xyz, xyz))), xyz.x, xyz.y, xyz.z);
  const glm::dquat off = glm::conjugate(glm::normalize(read)) * q;
  return 2 * std::atan2(glm::length(glm::dvec3(off.x, off.y, off.z)), std::abs(off.w));
}

TEST(Md5Text, RotationsRebuildWithinSinglePrecision) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  double worst = 0, sum = 0, plain_sum = 0;
  for (int k = 0; k < 5000; ++k) {
    glm::dquat q = glm::normalize(glm::dquat(normal(random), normal(random), normal(random), normal(random)));
    if (k % 3 == 0) q = glm::normalize(glm::dquat(q.w * 1e-4, q.x, q.y, q.z));  // near a half turn
    const StoredRotation rotation = stored(q);
    // The stored numbers are the conjugate's; w is positive.
    const glm::dvec3 xyz(rotation.xyz);
    const glm::dquat read(std::sqrt(std::abs(1 - glm::dot(xyz, xyz))), -xyz.x, -xyz.y, -xyz.z);
    const glm::dquat off = glm::conjugate(glm::normalize(read)) * q;
    const double error = 2 * std::atan2(glm::length(glm::dvec3(off.x, off.y, off.z)), std::abs(off.w));
    worst = std::max(worst, error);
    if (q.w > -0.1 && q.w < 0.1) sum += error, plain_sum += error_of_nearest(q);
    EXPECT_NEAR(rotation.error_rad, error, 1e-9);
    EXPECT_LE(rotation.xyz.x * rotation.xyz.x + rotation.xyz.y * rotation.xyz.y + rotation.xyz.z * rotation.xyz.z,
              1.0f + 1e-7f);
  }
  // About one axis there is no better choice than a half step of a float, 7e-4 rad at w = 0.
  EXPECT_LT(worst, 7e-4);
  EXPECT_LT(sum, 0.6 * plain_sum);
}

TEST(Md5Text, AQuarterTurnAboutZIsStoredAsItsConjugate) {
  const double half = std::numbers::pi / 4;
  std::string out;
  append_rotation(out, stored(glm::dquat(std::cos(half), 0, 0, std::sin(half))));
  EXPECT_EQ(out, "0 0 -0.70710677");
}

TEST(Md5Names, AreReadByEveryEngineAndDifferWhateverTheCase) {
  EXPECT_EQ(plain_name("mixamorig:Left Arm", "joint"), "mixamorig_Left_Arm");
  EXPECT_EQ(plain_name("", "joint"), "joint");
  EXPECT_EQ(plain_name("Z\xC3\xBC"
                       "ge",
                       "joint"),
            "Z_ge");
  EXPECT_EQ(cut_name("abcdefghijklmnopqrstuvwxyz_0123456789.L", 31).size(), 31u);
  EXPECT_TRUE(cut_name("abcdefghijklmnopqrstuvwxyz_0123456789.L", 31).ends_with(".L"));
  NameList names(31);
  EXPECT_EQ(names.take("Arm"), "Arm");
  EXPECT_EQ(names.take("ARM"), "ARM_2");
  EXPECT_EQ(names.take("arm"), "arm_3");
  const std::string longest(31, 'x');
  EXPECT_EQ(names.take(longest), longest);
  EXPECT_EQ(names.take(longest).size(), 31u);
  EXPECT_EQ(quotable("c:\\a \"b\"//c", "x"), "c:\\a _b_/c");
  EXPECT_EQ(image_base_name("models/Ogre/Body.TGA"), "body");
}

TEST(Md5Rigid, PolarSplitsRotationAndStretch) {
  const glm::dquat q = glm::normalize(glm::dquat(0.3, -0.4, 0.5, 0.7));
  glm::dmat3 stretch(0.01);
  stretch[1][1] = 0.02, stretch[0][1] = stretch[1][0] = 0.003;
  const Polar parts = polar(glm::mat3_cast(q) * stretch);
  EXPECT_LT(difference(glm::mat3_cast(parts.rotation), glm::mat3_cast(q)), 1e-12);
  EXPECT_LT(difference(parts.stretch, stretch), 1e-12);
  EXPECT_TRUE(polar(glm::dmat3(0)).flat);
}

std::vector<Held> held(std::initializer_list<double> weights) {
  std::vector<Held> out;
  for (const double weight : weights) out.push_back({static_cast<uint32_t>(out.size()), weight, 0, glm::dvec3(0)});
  return out;
}
int64_t sum_of_biases(const std::vector<Held>& list) {
  int64_t sum = 0;
  for (const Held& one : list) sum += one.bias;
  return sum;
}

TEST(Md5Weights, WrittenNumbersSumToOne) {
  WeightTally tally;
  auto list = held({0.333333f, 0.333333f, 0.333333f});
  settle_weights(list, {}, tally);
  EXPECT_EQ(sum_of_biases(list), kBiasOne);
  EXPECT_EQ(list[0].bias, 3333330000);
  EXPECT_EQ(tally.off_sum, 0u);
}

TEST(Md5Weights, TheStrongestStayAndTheShareDroppedIsTold) {
  Md5WriteOptions options;
  options.engine = "x";
  options.limits.influences = 2;
  WeightTally tally;
  auto list = held({0.1, 0.5, 0.4});
  settle_weights(list, options, tally);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].joint, 1u);
  EXPECT_EQ(list[1].joint, 2u);
  EXPECT_EQ(sum_of_biases(list), kBiasOne);
  EXPECT_NEAR(static_cast<double>(list[0].bias) / kBiasOne, 0.5 / 0.9, 1e-9);
  EXPECT_EQ(tally.reduced, 1u);
  EXPECT_NEAR(tally.largest_share, 0.1, 1e-12);
}

/// What Ironwail stores: the numbers as floats, scaled to the sum 255, cut to whole numbers.
TEST(Md5Weights, BytesKeepTheirSumInAnEngineThatCutsThem) {
  Md5WriteOptions options;
  options.engine = "x";
  options.byte_weights = true;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> share(0.05, 1);
  int lost = 0;
  for (int k = 0; k < 4000; ++k) {
    std::vector<double> weights;
    double sum = 0;
    for (int i = 0; i < 2 + k % 3; ++i) weights.push_back(share(random)), sum += weights.back();
    std::vector<Held> list;
    for (const double w : weights) list.push_back({static_cast<uint32_t>(list.size()), w / sum, 0, glm::dvec3(0)});
    WeightTally tally;
    settle_weights(list, options, tally);
    std::vector<float> read;
    float total = 0;
    for (const Held& one : list) {
      std::string text;
      append_bias(text, one.bias);
      read.push_back(std::strtof(text.c_str(), nullptr));
      total += read.back();
    }
    const float factor = 255.0f / total;
    int bytes = 0;
    for (const float w : read) bytes += static_cast<int>(w * factor);
    lost += bytes != 255;
    EXPECT_LE(tally.largest_step, 1.0 / 255);
  }
  EXPECT_EQ(lost, 0);
}

}  // namespace
}  // namespace vitrine::md5_export
