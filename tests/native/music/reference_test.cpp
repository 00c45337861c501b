// Every reference render of the original synthesizer is met sample by sample: signal to noise 40 dB and more, without
// any alignment of gain or time.

#include <fstream>
#include <nlohmann/json.hpp>

#include "music/player.h"
#include "music/reference_sound.h"

namespace vitrine {
namespace {

namespace fs = std::filesystem;

#ifdef __SANITIZE_ADDRESS__
/// Fifteen times slower: the excerpts far inside their songs are left to the other builds.
constexpr uint64_t kLatestStart = 5 * 44100;
#else
constexpr uint64_t kLatestStart = ~uint64_t{0};
#endif

/// `folder` has the sound, `songs` the song.
void expect_exact(const nlohmann::json& wanted, const fs::path& folder, const fs::path& songs) {
  if (wanted["start"].get<uint64_t>() > kLatestStart) return;
  const auto name = wanted["name"].get<std::string>();
  SCOPED_TRACE(name);
  const auto bytes = test::file_bytes(songs / wanted["song"].get<std::string>());
  auto player = music::SongPlayer::open(bytes);
  ASSERT_TRUE(player);
  // Those without speech were made with channel 15 silenced.
  if (name.find("mute15") != std::string::npos) (*player)->mute(1u << music::kSpeechChannel);
  const auto count = wanted["samples"].get<size_t>();
  test::Sides reference, render;
  test::unpack(test::unzipped(folder / wanted["pcm"].get<std::string>()), count, wanted["scale"].get<double>(),
               reference);
  std::vector<float> sound(2 * count);
  (*player)->seek(wanted["start"].get<uint64_t>());
  (*player)->render(sound);
  for (size_t i = 0; i < count; ++i) {
    ASSERT_LT(std::fabs(sound[2 * i]), 64);
    ASSERT_LT(std::fabs(sound[2 * i + 1]), 64);
    render[0].push_back(sound[2 * i]);
    render[1].push_back(sound[2 * i + 1]);
  }
  // One frame in eight of those of the measure is transformed: the distance is a mean.
  const test::Score score = test::compare(reference, render, 4096);
  std::printf("%-52s %7.1f %9.3f %9.3f %9.3f %6d\n", name.c_str(), score.snr_db, score.gain_db, score.rms95_db,
              score.spectral_db, score.onset_blocks);
  EXPECT_GE(score.snr_db, 60);
  EXPECT_LE(std::fabs(score.gain_db), 0.05);
  EXPECT_LE(score.rms95_db, 0.1);
  EXPECT_LE(score.spectral_db, 0.5);
  EXPECT_EQ(score.onset_blocks, 0);
}

constexpr const char* kHead =
    "reference (dB)                                           SNR      gain    levels   spectra  onset\n";

TEST(Reference, SongsOfOneFeatureEachAreExact) {
  const fs::path folder = fs::path(VITRINE_TEST_DATA) / "v2m/reference";
  std::ifstream in(folder / "songs.json");
  const auto songs = nlohmann::json::parse(in);
  EXPECT_EQ(songs.size(), 31u);
  std::printf("%s", kHead);
  for (const auto& song : songs) expect_exact(song, folder, folder);
}

TEST(Reference, ExcerptsOfPublicSongsAreExact) {
  const fs::path folder = fs::path(VITRINE_SHARED) / "reference/v2_pcm";
  if (!fs::exists(folder)) GTEST_SKIP() << "reference/v2_pcm is absent";
  size_t count = 0;
  std::printf("%s", kHead);
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || !entry.path().filename().string().starts_with("c_")) continue;
    std::ifstream in(entry.path());
    expect_exact(nlohmann::json::parse(in), folder, fs::path(VITRINE_SHARED) / "corpus/v2m");
    ++count;
  }
  EXPECT_EQ(count, 7u);
}

/// Steps, and the sample of the last one at 44.1 kHz, as the original player has them.
TEST(Reference, EventsOfPublicSongsLieOnTheSamplesOfTheOriginal) {
  struct Row {
    const char* name;
    uint64_t steps, last;
  };
  constexpr Row kRows[] = {{"RG2_flybye_tpinv2", 1651, 6108403},
                           {"RG2_welcome_to_invtro", 2962, 9098566},
                           {"v2_v2m_v2_zeitmaschine_new", 2681, 7253512},
                           {"werkkzeug3_data_debris_debris_ost", 26838, 18934066},
                           {"werkkzeug3_data_debris_debrisfx_beta_edited", 65, 2559552},
                           {"werkkzeug3_data_kkrieger6", 1123, 6183492}};
  const fs::path folder = fs::path(VITRINE_SHARED) / "corpus/v2m";
  if (!fs::exists(folder)) GTEST_SKIP() << "corpus/v2m is absent";
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.name);
    const auto bytes = test::file_bytes(folder / (std::string(row.name) + ".v2m"));
    const auto song = v2m::read(bytes);
    ASSERT_TRUE(song);
    const auto extent = v2m::measure(*song);
    EXPECT_EQ(extent.steps, row.steps);
    EXPECT_EQ(extent.last_sample, row.last);
  }
}

}  // namespace
}  // namespace vitrine
