// Songs of tests/data and songs made to do harm: what a player gives however it is asked.

#include "music/player.h"

#include "formats/v2m/song_builder.h"
#include "music/reference_sound.h"

namespace vitrine {
namespace {

std::vector<uint8_t> melody() { return test::file_bytes(VITRINE_TEST_DATA "/v2m/valid/melody.v2m"); }

std::vector<float> rendered(const std::vector<uint8_t>& bytes, size_t samples, size_t chunk) {
  auto player = music::SongPlayer::open(bytes);
  if (!player) return {};
  std::vector<float> sound(2 * samples);
  for (size_t at = 0; at < samples; at += chunk)
    (*player)->render(std::span(sound).subspan(2 * at, 2 * std::min(chunk, samples - at)));
  return sound;
}

/// Every parameter random, all channels, many keys at once; then as `change` wants it.
test::Bytes wild_song(uint32_t seed) {
  test::SongBuilder song;
  song.modulations = {6, 6, 6, 6};
  for (uint32_t channel = 0; channel < 16; ++channel) {
    test::SongChannel rows;
    for (uint32_t i = 0; i < 24; ++i) {
      seed = music::next_random(seed);
      rows.notes.push_back({i * 4, seed >> 25, i % 3 == 2 ? 0u : 127u});
    }
    rows.programs = {{0, channel % 4}};
    song.channels.push_back(rows);
  }
  test::Bytes bytes = song.build();
  const auto randomize = [&](size_t from, size_t count) {
    for (size_t i = from; i < from + count; ++i) {
      seed = music::next_random(seed);
      bytes[i] = static_cast<uint8_t>(seed >> 25);
    }
  };
  randomize(song.globals_at, 23);
  for (size_t patch = 0; patch < 4; ++patch) {
    const size_t at = song.patches_at + 16 + patch * (89 + 1 + 18);
    randomize(at, 89);
    randomize(at + 90, 18);
  }
  return bytes;
}

TEST(Player, AnyChunksAreTheSameBits) {
  const auto whole = rendered(melody(), 50000, 50000);
  ASSERT_EQ(whole.size(), 100000u);
  for (const size_t chunk : {1u, 127u, 128u, 1000u, 4096u}) EXPECT_EQ(rendered(melody(), 50000, chunk), whole) << chunk;
}

TEST(Player, ASeekLeadsToTheSamplesOfThatPlace) {
  auto player = music::SongPlayer::open(melody());
  ASSERT_TRUE(player);
  const auto whole = rendered(melody(), 30000, 30000);
  std::vector<float> part(2000);
  for (const size_t at : {20001u, 5u, 12800u}) {
    (*player)->seek(at);
    (*player)->render(part);
    EXPECT_EQ((*player)->position(), at + 1000);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<ptrdiff_t>(2 * at))) << at;
  }
}

TEST(Player, AMutedSongIsSilent) {
  auto player = music::SongPlayer::open(wild_song(7));
  ASSERT_TRUE(player);
  (*player)->mute(0xFFFF);
  std::vector<float> sound(20000);
  (*player)->render(sound);
  for (const float x : sound) ASSERT_LT(std::fabs(x), 0.001);
}

TEST(Player, SongsMadeToRunAwayStayFiniteAndBelow64) {
  float loudest = 0;
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    const auto sound = rendered(wild_song(seed), 16384, 16384);
    ASSERT_EQ(sound.size(), 32768u);
    for (const float x : sound) {
      ASSERT_TRUE(std::fabs(x) < 64) << seed;
      loudest = std::max(loudest, std::fabs(x));
    }
  }
  EXPECT_GT(loudest, 1);  // they do try
}

TEST(Player, NoMoreThan64VoicesSound) {
  test::Bytes bytes = wild_song(3);
  auto player = music::SongPlayer::open(bytes);
  ASSERT_TRUE(player);
  (*player)->skip(20000);
  EXPECT_LE((*player)->most_voices(), 64u);
  EXPECT_GT((*player)->most_voices(), 0u);
}

/// All keys of all channels at once, again and again, with envelopes that hold and every module at work.
test::Bytes crowded_song(uint8_t polyphony, uint32_t us_per_quarter = 500000) {
  test::SongBuilder song;
  song.modulations = {0};
  song.tempo = {{0, us_per_quarter}};
  for (uint32_t channel = 0; channel < 16; ++channel) {
    test::SongChannel rows;
    for (uint32_t round = 0; round < 8; ++round) {
      for (uint32_t key = 0; key < 128; ++key) rows.notes.push_back({round * 4, key, 127});
    }
    rows.programs = {{0, 0}};
    song.channels.push_back(rows);
  }
  test::Bytes bytes = song.build();
  std::fill_n(bytes.begin() + static_cast<ptrdiff_t>(song.patches_at) + 4, 88, uint8_t{127});
  bytes[song.patches_at + 4 + 88] = polyphony;
  return bytes;
}

TEST(Player, ASongThatAsksForAllVoicesOnAllChannelsStaysBounded) {
  for (const uint8_t polyphony : {uint8_t{4}, uint8_t{127}}) {
    const auto sound = rendered(crowded_song(polyphony), 8192, 8192);
    ASSERT_EQ(sound.size(), 16384u);
    for (const float x : sound) ASSERT_LT(std::fabs(x), 64);
    auto player = music::SongPlayer::open(crowded_song(polyphony));
    ASSERT_TRUE(player);
    std::vector<float> frame(2 * music::kFrame);
    (*player)->render(frame);
    EXPECT_EQ((*player)->most_voices(), 64u);
  }
}

/// What a second of a song costs: 345 frames, and in each at most 64 voices, each of them rendered once for its
/// channel.
TEST(Player, ASecondOfAnySongTakesAtMost64VoicesInEachOf345Frames) {
  const auto voice_frames = [](const test::Bytes& bytes) {
    uint64_t taken = 0;
    auto player = music::SongPlayer::open(bytes);
    EXPECT_TRUE(player);
    if (!player) return taken;
    std::vector<float> frame(2 * music::kFrame);
    for (int i = 0; i < 345; ++i) {
      (*player)->render(frame);
      const music::Synth& synth = (*player)->synth();
      std::array<uint32_t, music::kChannels> owned{};
      for (const music::Voice& voice : synth.voices()) {
        if (voice.channel >= 0) ++owned[static_cast<size_t>(voice.channel)];
      }
      // Channels count their voices themselves, and are rendered while they count any.
      for (int channel = 0; channel < music::kChannels; ++channel)
        EXPECT_EQ(synth.channel_voices(channel), owned[static_cast<size_t>(channel)]);
      taken += synth.voice_count();
    }
    return taken;
  };
  constexpr uint64_t kMost = 345 * 64;
  EXPECT_EQ(voice_frames(crowded_song(4)), kMost);  // four on each channel
  EXPECT_EQ(voice_frames(crowded_song(127)), kMost);
  EXPECT_EQ(voice_frames(crowded_song(0)), 345u * 16);
  for (uint32_t seed = 1; seed <= 4; ++seed) EXPECT_LE(voice_frames(wild_song(seed)), kMost);
}

TEST(Player, ASongWithoutTimeTakesEachRowOnceAndEnds) {
  auto player = music::SongPlayer::open(crowded_song(4, 0));
  ASSERT_TRUE(player);
  EXPECT_EQ(v2m::measure((*player)->song()).steps, 8u);
  EXPECT_EQ((*player)->length(), 0u);
  std::vector<float> sound(2);
  (*player)->render(sound);
  EXPECT_EQ((*player)->position(), 1u);
  // 1,024 notes on each channel, of which the last four sound: rows 1020 to 1023.
  std::array<uint32_t, music::kChannels> rows{};
  for (const music::Voice& voice : (*player)->synth().voices()) rows[static_cast<size_t>(voice.channel)] += voice.row;
  for (const uint32_t sum : rows) EXPECT_EQ(sum, 1020u + 1021 + 1022 + 1023);
}

TEST(Player, PlaysTheSongOfAnEffectFile) {
  const auto bytes = test::file_bytes(VITRINE_TEST_DATA "/vfx/valid/effects.vfx");
  EXPECT_EQ(rendered(bytes, 20000, 20000), rendered(melody(), 20000, 20000));
  auto cut = test::file_bytes(VITRINE_TEST_DATA "/vfx/invalid/song_cut.vfx");
  const auto player = music::SongPlayer::open(cut);
  ASSERT_FALSE(player);
  EXPECT_EQ(player.error().offset(), 40u);  // 32 in the song, which begins at 8
}

TEST(Player, ACutSongIsAnErrorInsideTheFileOrStillASong) {
  const auto bytes = melody();
  size_t errors = 0;
  for (size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    auto player = music::SongPlayer::open(cut);
    if (!player) {
      EXPECT_LE(player.error().offset(), size);
      ++errors;
      continue;
    }
    std::vector<float> sound(512);
    (*player)->render(sound);
    for (const float x : sound) ASSERT_LT(std::fabs(x), 64);
  }
  EXPECT_GT(errors, bytes.size() / 2);
}

TEST(Player, AChangedByteNeverMakesNoise) {
  const auto bytes = melody();
  for (size_t at = 0; at < bytes.size(); ++at) {
    auto changed = bytes;
    changed[at] ^= 0xFF;
    for (const float x : rendered(changed, 1024, 1024)) ASSERT_TRUE(std::fabs(x) < 64) << at;
  }
}

TEST(Player, MemoryIsAskedForFirst) {
  Budget budget(100);
  const auto bytes = melody();
  EXPECT_FALSE(music::SongPlayer::open(bytes, &budget));
}

}  // namespace
}  // namespace vitrine
