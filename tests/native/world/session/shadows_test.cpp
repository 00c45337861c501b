// The shadows of a frame laid together: what a renderer draws in one call is what the volumes are one by one.

#include "world/session/volumes.h"

#include <gtest/gtest.h>

#include "world/worlds.h"

namespace vitrine::test {
namespace {

/// Two lights, one of which moves, over three boxes; the last box is drawn in pass 1.
const char* const kBoxes =
    R"("materials":{"late":{"pass":1}},"scenes":{"a":{"op":"add","in":[{"op":"light","at":[0,5,0],"range":20},)"
    R"({"op":"light","at":{"value":[8,4,0],"anim":{"b":"TIME","c":"X"}},"range":30},)"
    R"({"op":"mesh","boxes":[{"min":[-1,0,-1],"max":[1,1,1]},{"min":[3,0,0],"max":[4,1,1]}]},)"
    R"({"op":"mesh","material":"late","boxes":[{"min":[-4,0,2],"max":[-3,1,3]}]}]}})";

class WorldShadowsTest : public testing::Test {
 protected:
  void evaluate(double time_s) {
    ASSERT_TRUE(session_.ok() && session_.evaluate(time_s) && session_.update_volumes());
    shadows_.update(session_.world(), session_.volumes(), [](uint32_t job) { return job + 100; });
  }
  std::vector<uint32_t> versions() const {
    std::vector<uint32_t> list;
    for (const ShadowBatch& batch : shadows_.batches()) list.push_back(batch.version);
    return list;
  }
  uint32_t pass_of(const WorldVolumes::Row& row) const {
    return session_.world().frame().paint[row.pair.entry].key >> 24;
  }

  WorldSession session_{world(kBoxes), {}};
  WorldShadows shadows_;
};

TEST_F(WorldShadowsTest, AreOneListForEachPassAndLight) {
  evaluate(0);
  std::vector<std::array<uint32_t, 3>> lists;  // pass, rank, volumes
  for (const ShadowBatch& batch : shadows_.batches())
    lists.push_back({batch.pass, batch.rank, static_cast<uint32_t>(batch.ends.size())});
  EXPECT_EQ(lists, (std::vector<std::array<uint32_t, 3>>{{0, 0, 2}, {0, 1, 2}, {1, 0, 1}, {1, 1, 1}}));
}

TEST_F(WorldShadowsTest, HoldTheTrianglesOfTheVolumesInTheirOrder) {
  evaluate(0);
  const auto rows = session_.volumes().rows();
  size_t at = 0;
  for (const ShadowBatch& batch : shadows_.batches()) {
    size_t from = 0;
    for (size_t part = 0; part < batch.ends.size(); ++part, ++at) {
      const WorldVolumes::Row& row = rows[at];
      ASSERT_EQ(row.pair.rank, batch.rank);
      ASSERT_EQ(pass_of(row), batch.pass);
      const auto& indices = row.volume->shape.indices;
      ASSERT_EQ(batch.ends[part] - from, indices.size());
      for (size_t i = 0; i < indices.size(); ++i) {
        const ShadowPoint& point = batch.points[batch.indices[from + i]];
        const glm::vec4& wanted = row.caster->points[indices[i]];
        EXPECT_EQ(glm::vec4(point.at[0], point.at[1], point.at[2], point.at[3]), wanted);
        const bool is_near = i < row.volume->shape.near_indices;
        EXPECT_EQ(point.job, (row.pair.job + 100) | (is_near ? ShadowPoint::kNearCap : 0));
      }
      from = batch.ends[part];
    }
    EXPECT_EQ(from, batch.indices.size());
  }
  EXPECT_EQ(at, rows.size());
}

TEST_F(WorldShadowsTest, StayWhileTheirVolumesDo) {
  evaluate(0);
  const std::vector<uint32_t> before = versions();
  evaluate(0);
  EXPECT_EQ(versions(), before);
  // The light moves by a tenth, and sees the same sides of all boxes.
  evaluate(0.05);
  EXPECT_EQ(versions(), before);
}

TEST_F(WorldShadowsTest, AreLaidTogetherAnewForTheLightThatSeesOtherSides) {
  evaluate(0);
  const std::vector<uint32_t> before = versions();
  // A beat is half a second: ten units to the left it stands on the other side of the boxes' middle.
  ASSERT_TRUE(session_.set("/scenes/a/in/1/at/value", "[-8,4,0]", {}) == WorldChange::kTaken);
  evaluate(0.01);
  const std::vector<uint32_t> after = versions();
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < after.size(); ++i) EXPECT_EQ(after[i] == before[i], shadows_.batches()[i].rank == 0) << i;
}

TEST_F(WorldShadowsTest, AreNoneWithoutShadows) {
  evaluate(0);
  ASSERT_TRUE(session_.set("/lighting", R"({"shadows":false})", {}) == WorldChange::kTaken);
  evaluate(0.01);
  EXPECT_TRUE(shadows_.batches().empty());
}

}  // namespace
}  // namespace vitrine::test
