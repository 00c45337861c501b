// A frame of a world that is warm allocates nothing: evaluation, tables, volumes of what stands still.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "sweeps/failing_allocation.h"
#include "world/session/document.h"

namespace vitrine::test {
namespace {

const std::filesystem::path kWorlds = std::filesystem::path(VITRINE_TEST_DATA) / "world" / "valid";

std::optional<std::vector<uint8_t>> bytes_at(std::string_view name) {
  std::ifstream file(kWorlds / std::filesystem::path(name), std::ios::binary);
  if (!file) return {};
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

/// Allocations of thirty frames, after as many that are not counted.
long allocations(std::string_view text, bool has_volumes) {
  WorldSession session(text, bytes_at);
  EXPECT_TRUE(session.ok());
  int tick = 0;
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i, ++tick) {
      ASSERT_TRUE(session.evaluate(tick / 60.0, world::CameraOverride{{1, 1, 1}, {1, 0, 0}}, 1.6));
      ASSERT_NE(session.tables(), nullptr);
      if (has_volumes) {
        ASSERT_TRUE(session.update_volumes());
      }
    }
  };
  frames(30);
  return count_allocations([&] { frames(30); });
}

/// Thousand boxes in two rooms, some of which move, under four lights that cast shadows.
std::string thousand_jobs(bool lights_move) {
  const std::string box = R"({ "op": "mesh", "boxes": [{ "min": [-0.3, 0, -0.3], "max": [0.3, 0.6, 0.3] }] })";
  const std::string moves = R"x(, "anim": { "b": "sin(TIME)", "c": "X" } } }, )x";
  std::string lights, rows;
  for (int i = 0; i < 4; ++i) {
    const std::string at = "[" + std::to_string(i * 8) + ", 9, -16]";
    lights += R"({ "op": "light", "range": 90, "at": )";
    lights += lights_move ? R"({ "value": )" + at + moves : at + " }, ";
  }
  for (int i = 0; i < 40; ++i) {
    rows += std::string(i != 0 ? ", " : "") + R"({ "op": "transform", "translate": [0, 0, -)" + std::to_string(i) +
            R"(], "in": [{ "op": "multiply", "count": 25, "translate": [1, 0, 0], "in": [)" + box + "] }] }";
  }
  const std::string head = R"({ "kind": "vitrine-world", "version": 1, "scenes": { "a": { "op": "add", "in": [)";
  return head + lights + rows + "] } }, \"entities\": [\"a\"] }";
}

TEST(WorldAllocations, AreNoneOnceWarm) {
  // Without those whose triggers make new events in every frame.
  for (const char* name : {"rooms", "materials", "physics", "calls"}) {
    const auto bytes = bytes_at(std::string(name) + ".world.json");
    ASSERT_TRUE(bytes) << name;
    EXPECT_EQ(allocations(std::string(bytes->begin(), bytes->end()), false), 0) << name;
  }
}

TEST(WorldAllocations, AreNoneForAThousandJobs) {
  EXPECT_EQ(allocations(thousand_jobs(false), true), 0);
  EXPECT_EQ(allocations(thousand_jobs(true), false), 0);
}

TEST(WorldAllocations, AreCounted) {
  EXPECT_EQ(count_allocations([] {
              std::vector<int> list(100);
              list.resize(1000);
            }),
            2);
}

}  // namespace
}  // namespace vitrine::test
