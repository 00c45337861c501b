// The text form, by small texts whose numbers are known by hand.

#include "support.h"

namespace vitrine::iqm::test {
namespace {

constexpr const char* kHead = "# Inter-Quake Export\n";

Loaded load_text(const std::string& text) { return load(Bytes(text.begin(), text.end()), "test.iqe"); }

TEST(IqmText, FansCountFromTheMeshOrBackFromTheEnd) {
  const Loaded loaded = load_text(std::string(kHead) +
                                  "vp 0 0 0\nvp 1 0 0\nvp 1 1 0\nfa 0 1 2\nmesh b\n"
                                  "vp 0 0 1\nvp 1 0 1\nvp 1 1 1\nvp 0 1 1\nfm 0 1 2 3\nfa -4 -3 -2\n");
  ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
  ASSERT_EQ(loaded.scene.meshes.size(), 1u);
  EXPECT_EQ(loaded.scene.meshes[0].indices, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 3, 5, 6, 3, 4, 5}));
  ASSERT_EQ(loaded.scene.meshes[0].primitives.size(), 2u);
  EXPECT_EQ(loaded.scene.meshes[0].primitives[1].name, "b");
  EXPECT_EQ(loaded.scene.meshes[0].primitives[1].first_index, 3u);
}

TEST(IqmText, AnActionMovesItsJoint) {
  const Loaded loaded =
      load_text(std::string(kHead) +
                "joint a -1\npq 0 0 0\nvp 0 0 1\nvb 0 1\nvp 1 0 1\nvb 0 1\nvp 1 1 1\nvb 0 1\nfa 0 1 2\n"
                "animation up\nframerate 4\nframe\npq 0 0 0\nframe\npq 0 0 2\n");
  ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
  ASSERT_EQ(loaded.scene.clips.size(), 1u);
  EXPECT_DOUBLE_EQ(loaded.scene.clips[0].duration_s, 0.25);
  EXPECT_NEAR(pose_at(loaded.scene, &loaded.scene.clips[0], 0.125).positions[0].z, 2, 1e-6);
}

TEST(IqmText, ANameIsPaidForByEveryPartThatHasIt) {
  std::string text = std::string(kHead) + "mesh " + std::string(300000, 'n') + "\nvp 0 0 0\nvp 1 0 0\nvp 0 1 0\n";
  for (int i = 0; i < 2000; ++i) text += i % 2 == 0 ? "material a\nfa 0 1 2\n" : "material b\nfa 0 1 2\n";
  const Loaded loaded = load_text(text);
  ASSERT_FALSE(loaded.status.ok());
  EXPECT_EQ(loaded.status.error().code(), &kLimitMemory);
}

TEST(IqmText, FaultsStandAtTheirLines) {
  const Loaded index = load_text(std::string(kHead) + "vp 0 0 0\nfa 0 0 1\n");
  ASSERT_FALSE(index.status.ok());
  EXPECT_EQ(index.status.error().code(), &kIndex);
  EXPECT_EQ(index.status.error().offset(), 30u);
  const Loaded cycle = load_text(std::string(kHead) + "joint a 0\n");
  ASSERT_FALSE(cycle.status.ok());
  EXPECT_EQ(cycle.status.error().code(), &kCycle);
  EXPECT_EQ(cycle.status.error().offset(), 21u);
  const Loaded word = load_text(std::string(kHead) + "vp 0 0 0\nwhat 1\n");
  ASSERT_TRUE(word.status.ok());
  EXPECT_TRUE(word.has(kKeyword, 30));
}

}  // namespace
}  // namespace vitrine::iqm::test
