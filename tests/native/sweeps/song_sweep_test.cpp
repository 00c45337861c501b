// Songs of tests/data with every allocation failing once, from their bytes to their sound: what fails is bad_alloc,
// which the hosts catch, and nothing is leaked.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <vector>

#include "music/player.h"
#include "sweeps/failing_allocation.h"

namespace vitrine::test {
namespace {

std::vector<uint8_t> bytes_of(const char* name) {
  std::ifstream file(std::filesystem::path(VITRINE_TEST_DATA) / name, std::ios::binary);
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

/// True when the song could be opened, heard and listed.
bool whole(const std::vector<uint8_t>& bytes) {
  Budget budget(1 << 24);
  auto player = music::SongPlayer::open(bytes, &budget);
  if (!player) return false;
  std::vector<float> sound(512);
  (*player)->render(sound);
  (*player)->seek(0);
  return v2m::timed_notes((*player)->song(), budget).ok();
}

class SongSweep : public testing::TestWithParam<const char*> {};

TEST_P(SongSweep, EveryFailingAllocationIsCaught) {
  const std::vector<uint8_t> bytes = bytes_of(GetParam());
  ASSERT_TRUE(whole(bytes));
  FailingAllocation failing;
  long failed = 0;
  while (failing.next()) {
    bool done = false;
    failing.begin();
    try {
      done = whole(bytes);
    } catch (const std::bad_alloc&) {
      ++failed;
      done = true;
    }
    failing.end();
    ASSERT_TRUE(done) << "allocation " << failing.nth();
  }
  EXPECT_GT(failed, 20);
}

INSTANTIATE_TEST_SUITE_P(Data, SongSweep, testing::Values("v2m/valid/melody.v2m", "vfx/valid/effects.vfx"),
                         [](const auto& row) { return "song_" + std::to_string(row.index); });

}  // namespace
}  // namespace vitrine::test
