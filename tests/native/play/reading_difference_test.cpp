#include "play/full/reading_difference.h"

#include <gtest/gtest.h>

namespace vitrine {
namespace {

/// A joint that clip number i moves by i units within a second of 25 frames.
struct Clips : ::testing::Test {
  Scene scene;
  std::vector<Clip> clips;
  void SetUp() override {
    scene.nodes.resize(1);
    scene.nodes[0].name = "joint";
    for (int i = 0; i < 10; ++i) {
      Clip& clip = clips.emplace_back();
      clip.name = std::to_string(i);
      clip.duration_s = 1;
      clip.frame_rate = 25;
      Curve& curve = clip.curves.emplace_back();
      curve.target = 0;
      curve.channel = Channel::kTranslation;
      curve.keys = {{0, 0}, {1, double(i)}};
    }
  }
  ReadingDifference difference(uint64_t most_steps) const {
    return reading_difference(
        scene, clips, [](Clip& clip) { clip.curves[0].keys[1].value = 0; }, most_steps);
  }
};

TEST_F(Clips, TheLargestDifferenceIsThatOfAllClips) {
  const ReadingDifference worst = difference(kMostReadingSteps);
  EXPECT_EQ(worst.distance, 9);
  EXPECT_EQ(worst.clip, "9");
  EXPECT_EQ(worst.time_s, 1);
}

TEST_F(Clips, OfVeryManyTheFirstAreCompared) {
  // A clip takes 101 samples, each of a node, a curve and 16 steps more; clip 0 is the same both ways.
  EXPECT_EQ(difference(101 * 18 * 4).clip, "4");
  EXPECT_EQ(difference(101 * 18 - 1).clip, "");
}

}  // namespace
}  // namespace vitrine
