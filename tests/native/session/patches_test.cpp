// Values of sounds in units, from the formulas of the synthesizer's description; places against the bytes of the file.

#include <gtest/gtest.h>
#include <cmath>
#include <nlohmann/json.hpp>

#include "formats/v2m/song_builder.h"
#include "session/sound.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

/// A song of one patch whose parameters are `values`, where those say so.
test::Bytes song_with(const std::vector<std::pair<size_t, uint8_t>>& values, uint32_t modulations = 0, int version = 6,
                      uint32_t globals = 23) {
  test::SongBuilder song = test::short_song();
  song.channels[0].programs = {{0, 0}};
  song.modulations = {modulations};
  song.version = version;
  song.globals = globals;
  test::Bytes bytes = song.build();
  for (const auto& [at, value] : values) bytes[song.patches_at + 4 + at] = value;
  return bytes;
}
Json report_of(const test::Bytes& bytes) {
  const auto report = sound_report("a.v2m", bytes);
  EXPECT_TRUE(report.ok());
  return report ? *report : Json();
}
const Json& module_of(const Json& patch, const std::string& id) {
  for (const Json& module : patch["modules"]) {
    if (module["id"] == id) return module;
  }
  ADD_FAILURE() << id;
  return patch;
}
const Json& value_of(const Json& patch, const std::string& id, const std::string& name) {
  const Json& module = module_of(patch, id);
  for (const Json& value : module["values"]) {
    if (value["name"] == name) return value;
  }
  ADD_FAILURE() << id << "." << name;
  return module;
}

TEST(Patches, ValuesAreSaidInUnits) {
  // Filter 1 low-pass at 64, envelope 1: 64, 64, 64, 72, 0; LFO 1 at 64; chorus left 32; threshold 90; boost 64.
  const Json report = report_of(song_with({{1, 76},
                                           {2, 3},
                                           {5, 96},
                                           {7, 64},
                                           {20, 1},
                                           {21, 64},
                                           {32, 64},
                                           {33, 64},
                                           {34, 64},
                                           {35, 72},
                                           {36, 0},
                                           {47, 64},
                                           {59, 64},
                                           {67, 64},
                                           {74, 32},
                                           {83, 90},
                                           {88, 5}}));
  ASSERT_EQ(report["patches"].size(), 1u);
  const Json& patch = report["patches"][0];
  const auto number = [&](const char* id, const char* name) {
    return value_of(patch, id, name)["value"].get<double>();
  };
  EXPECT_EQ(number("voice", "transpose"), 12);
  EXPECT_EQ(value_of(patch, "osc1", "mode")["value"], "sine");
  EXPECT_EQ(number("osc1", "detune"), 25);                   // cents: 32/128 of a semitone
  EXPECT_NEAR(number("osc1", "volume"), -6.021, 0.001);      // half
  EXPECT_NEAR(number("filter1", "cutoff"), 438.7, 1);        // 2^-5 of the 14,037 Hz of a two-pole run at 88,200
  EXPECT_NEAR(number("env1", "attack"), 64 * 2.9025, 0.01);  // 2^(0.09375 * 64) ticks of 128 samples
  // 1 - 2^-5.5 a tick: half after 31.02 ticks.
  EXPECT_NEAR(number("env1", "decay"), 31.02 * 2.9025, 0.1);
  EXPECT_EQ(number("env1", "sustain"), 50);
  EXPECT_NEAR(number("env1", "slope"), 20 * std::log10(2) * 0.0019375 * 8 * 344.53, 0.01);
  EXPECT_EQ(number("env1", "release"), 0);
  EXPECT_NEAR(number("lfo1", "rate"), 86.1328 / 32, 0.001);
  EXPECT_NEAR(number("channel", "volume"), 20 * std::log10(0.3), 0.001);
  EXPECT_NEAR(number("channel", "boost"), 6.021, 0.001);         // half of 12 dB
  EXPECT_NEAR(number("chorus", "left"), 256 / 44.1, 0.001);      // 8 samples a step
  EXPECT_NEAR(number("compressor", "threshold"), 0.188, 0.001);  // 8 * 2^(10 (90/128 - 1))
  EXPECT_EQ(number("polyphony", "polyphony"), 5);
  EXPECT_EQ(module_of(patch, "filter1")["mode"], "low");
  EXPECT_FALSE(module_of(patch, "lfo2").contains("response"));
}

TEST(Patches, PlacesAreThoseOfTheBytes) {
  const test::Bytes bytes = song_with({{59, 99}, {88, 17}});
  const Json patch = report_of(bytes)["patches"][0];
  for (const auto& [id, name, raw] : {std::tuple{"channel", "volume", 99}, {"polyphony", "polyphony", 17}}) {
    const Json& value = value_of(patch, id, name);
    EXPECT_EQ(value["raw"], raw);
    EXPECT_EQ(bytes[value["at"].get<size_t>()], raw);
  }
}

TEST(Patches, WhatAnOldGenerationLacksHasNoPlaceAndItsUsualValue) {
  const test::Bytes bytes = song_with({{52, 99}}, 0, 0, 12);
  const Json patch = report_of(bytes)["patches"][0];
  EXPECT_TRUE(value_of(patch, "voice", "transpose")["at"].is_null());
  EXPECT_EQ(value_of(patch, "voice", "transpose")["value"], 0);
  // 59 parameters before the volume in the last generation; seven of them came later.
  const Json& volume = value_of(patch, "channel", "volume");
  EXPECT_EQ(volume["raw"], 99);
  EXPECT_EQ(bytes[volume["at"].get<size_t>()], 99);
}

TEST(Patches, AnEnvelopeIsALineFromItsAttackToItsRelease) {
  const Json patch = report_of(song_with({{32, 40}, {33, 80}, {34, 64}, {35, 64}, {36, 80}, {37, 127}}))["patches"][0];
  const Json& line = module_of(patch, "env1")["envelope"];
  const auto levels = line["levels"].get<std::vector<double>>();
  ASSERT_GT(levels.size(), 40u);
  const auto top = std::max_element(levels.begin(), levels.end());
  EXPECT_NEAR(*top, 127.0 / 128, 0.05);  // every third tick or so is shown
  const auto released = static_cast<size_t>(line["released"].get<double>());
  EXPECT_NEAR(levels[released - 1], 0.5 * 127 / 128, 0.01);  // sustain 64
  EXPECT_LT(levels.back(), 0.01);
}

TEST(Patches, AFilterIsALineOfDecibels) {
  // Low-pass at 439 Hz without resonance, and the ladder.
  for (const uint8_t mode : {uint8_t{1}, uint8_t{6}}) {
    const Json patch = report_of(song_with({{20, mode}, {21, 64}, {22, 0}}))["patches"][0];
    const auto levels = module_of(patch, "filter1")["response"]["levels"].get<std::vector<double>>();
    ASSERT_EQ(levels.size(), 49u);
    EXPECT_NEAR(levels[0], 0, 0.6) << int{mode};
    // Two poles: 12 dB an octave far above; the ladder has four.
    EXPECT_LT(levels[40], mode == 1 ? -35 : -55) << int{mode};
    EXPECT_GT(levels[10], -6) << int{mode};
  }
}

TEST(Patches, ModulationsNameTheirParameters) {
  test::Bytes bytes = song_with({}, 2);
  // Behind the 89 parameters and their count: LFO 1 takes the cutoff of filter 1 down by half, the key moves the pan.
  const size_t at = report_of(bytes)["patches"][0]["at"].get<size_t>() + 90;
  const uint8_t rows[] = {10, 32, 21, 12, 127, 0};
  std::copy(std::begin(rows), std::end(rows), bytes.begin() + static_cast<ptrdiff_t>(at));
  const Json list = report_of(bytes)["patches"][0]["modulations"];
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["source"], "lfo1");
  EXPECT_EQ(list[0]["percent"], -50);
  EXPECT_EQ(list[0]["parameter"], "filter1.cutoff");
  EXPECT_EQ(list[1]["source"], "note");
  EXPECT_EQ(list[1]["parameter"], "voice.pan");
}

TEST(Patches, EveryValueOfEveryByteIsFiniteOrAbsent) {
  for (const uint8_t raw : {uint8_t{0}, uint8_t{1}, uint8_t{64}, uint8_t{127}, uint8_t{255}}) {
    test::Bytes bytes = song_with({});
    const size_t at = report_of(bytes)["patches"][0]["at"].get<size_t>();
    std::fill_n(bytes.begin() + static_cast<ptrdiff_t>(at), 89, raw);
    // The JSON library writes what is not finite as null: only levels of nothing may be that.
    const Json report = report_of(bytes);
    for (const Json& module : report["patches"][0]["modules"]) {
      for (const Json& value : module["values"]) {
        EXPECT_TRUE(!value["value"].is_null() || (raw == 0 && value["unit"] == "dB")) << module["id"] << value;
      }
    }
  }
}

}  // namespace
}  // namespace vitrine
