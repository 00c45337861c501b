// Songs and effect files into the synthesizer: whatever is read sounds finite and within 64, after a seek as well, and
// its notes end after they begin; its sounds as tables have their places inside the file.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nlohmann/json.hpp>

#include "music/player.h"
#include "session/sound.h"

using namespace vitrine;

namespace {

constexpr uint64_t kMemory = 64 << 20;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void check_sound(const std::vector<float>& sound) {
  for (const float x : sound) require(std::fabs(x) < 64, "a sample is not within 64");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Budget budget(kMemory);
  auto player = music::SongPlayer::open({data, size}, &budget);
  if (!player) {
    require(player.error().offset() == kNoOffset || player.error().offset() <= size, "an error lies behind the file");
    return 0;
  }
  std::vector<float> sound(2 * 2048);
  (*player)->render(sound);
  check_sound(sound);
  (*player)->seek(20000);
  (*player)->mute(0x5555);
  (*player)->render(sound);
  check_sound(sound);
  require((*player)->most_voices() <= 64, "more than 64 voices");
  Budget tables(kMemory);
  if (const auto sounds = patches_report({data, size}, tables)) {
    for (const auto& patch : (*sounds)["patches"]) {
      for (const auto& module : patch["modules"]) {
        for (const auto& value : module["values"])
          require(value["at"].is_null() || data[value["at"].get<size_t>()] >= value["raw"].get<int>(), "a wrong place");
      }
    }
  }
  Budget notes(kMemory);
  if (const auto timed = v2m::timed_notes((*player)->song(), notes)) {
    for (const v2m::TimedNote& note : *timed) require(note.end.seconds >= note.start.seconds, "a note ends early");
  }
  return 0;
}
