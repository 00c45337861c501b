// The core for hearing: a song played and laid out as a piano roll, as exports that scripts call themselves
// (web/src/music/core.ts). It plays or fails without a reason, which the full core finds. It has no exceptions: memory
// that runs out is a trap, after which the instance is not used again. The whole of its state lies in its memory, so
// that a copy of that is a copy of the song where it stands.

#include <emscripten/emscripten.h>
#include <unistd.h>

#include <cstdlib>

#include "music/player.h"
#include "music/roll.h"

namespace {

using namespace vitrine;

struct OpenSong {
  std::unique_ptr<music::SongPlayer> player;
  std::unique_ptr<music::Synth> keyboard;  ///< plays the keys that are pressed, beside the song
  music::Roll roll;
  float levels[2 * music::kChannels];
  uint32_t voices[music::kVoices];
  music::StereoFrame frame;
};

uint32_t sample_of(double number) { return static_cast<uint32_t>(std::min(number, 4294967295.0)); }

}  // namespace

#define VITRINE_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

/// Room for a file that the host writes; null when there is none.
VITRINE_EXPORT void* alloc(uint32_t bytes) { return std::malloc(bytes); }
/// The end of what is in use: a copy of the memory needs no more.
VITRINE_EXPORT const void* heap_end() { return sbrk(0); }

/// A song at its start; null where it cannot be played. `bytes` are released either way.
VITRINE_EXPORT OpenSong* song_open(uint8_t* bytes, uint32_t size, bool with_roll) {
  OpenSong* song = nullptr;
  Budget budget(Limits{}.heap_bytes);
  const std::span<const uint8_t> file{bytes, size};
  if (size <= Limits{}.input_bytes) {
    if (auto player = music::SongPlayer::open(file, &budget)) {
      song = new OpenSong{std::move(*player), nullptr, {}, {}, {}, {}};
      if (with_roll) {
        if (auto roll = music::read_roll(file, song->player->song(), budget)) {
          song->roll = std::move(*roll);
        } else {
          delete song;
          song = nullptr;
        }
      }
    }
  }
  std::free(bytes);
  return song;
}
VITRINE_EXPORT double song_length(OpenSong* song) { return static_cast<double>(song->player->length()); }
VITRINE_EXPORT double song_position(OpenSong* song) { return static_cast<double>(song->player->position()); }
VITRINE_EXPORT uint32_t song_programs(OpenSong* song) {
  return static_cast<uint32_t>(song->player->song().patches.sizes.size());
}
VITRINE_EXPORT uint32_t song_version(OpenSong* song) { return static_cast<uint32_t>(song->player->song().version); }
/// Rows of the roll as they lie in music/roll.h: 0 notes, 1 programs, 2 tempo, 3 effects.
VITRINE_EXPORT uint32_t roll_count(OpenSong* song, uint32_t kind) {
  const music::Roll& roll = song->roll;
  const size_t counts[] = {roll.notes.size(), roll.programs.size(), roll.tempo.size(), roll.effects.size()};
  return static_cast<uint32_t>(counts[kind & 3]);
}
VITRINE_EXPORT const void* roll_rows(OpenSong* song, uint32_t kind) {
  const music::Roll& roll = song->roll;
  const void* rows[] = {roll.notes.data(), roll.programs.data(), roll.tempo.data(), roll.effects.data()};
  return rows[kind & 3];
}

/// A bit per channel.
VITRINE_EXPORT void song_mute(OpenSong* song, uint32_t channels) { song->player->mute(channels); }
/// Up to 128 pairs of left and right, kept until the next call.
VITRINE_EXPORT const float* song_render(OpenSong* song, uint32_t samples) {
  float* const out = &song->frame[0].l;
  song->player->render({out, 2 * size_t{std::min<uint32_t>(samples, music::kFrame)}});
  return out;
}
VITRINE_EXPORT void song_seek(OpenSong* song, double sample) { song->player->seek(sample_of(std::max(0.0, sample))); }
/// From the first event on again, while what has sounded fades.
VITRINE_EXPORT void song_repeat(OpenSong* song) { song->player->repeat(); }
/// 16 peaks since the last call, then 16 numbers of voices.
VITRINE_EXPORT const float* song_levels(OpenSong* song) {
  music::Synth& synth = song->player->synth();
  for (int i = 0; i < music::kChannels; ++i) {
    song->levels[i] = synth.take_peak(i);
    song->levels[music::kChannels + i] = static_cast<float>(synth.channel_voices(i));
  }
  return song->levels;
}

/// The notes of the voices that sounded in the last frame: 16 times the row of the note on, and its channel; all bits
/// for a voice that is free. Files are too short for rows of more than 28 bits.
VITRINE_EXPORT const uint32_t* song_voices(OpenSong* song) {
  uint32_t* out = song->voices;
  for (const music::Voice& voice : song->player->synth().voices())
    *out++ = voice.channel < 0 ? UINT32_MAX : voice.row << 4 | static_cast<uint32_t>(voice.channel);
  return song->voices;
}

/// A key of a keyboard that plays a program of the song; velocity 0 lets it go.
VITRINE_EXPORT void keyboard_note(OpenSong* song, uint32_t program, uint32_t key, uint32_t velocity) {
  if (!song->keyboard) song->keyboard = song->player->make_synth();
  // Channel 15 belongs to speech.
  const int channel = static_cast<int>(program % (music::kChannels - 1));
  song->keyboard->program_change(channel, static_cast<uint8_t>(program));
  song->keyboard->note(channel, static_cast<uint8_t>(key & 127), static_cast<uint8_t>(velocity & 127));
}
/// A frame of 128 pairs of the keyboard; null before its first note.
VITRINE_EXPORT const float* keyboard_render(OpenSong* song) {
  return song->keyboard ? &song->keyboard->frame()[0].l : nullptr;
}
VITRINE_EXPORT uint32_t keyboard_voices(OpenSong* song) { return song->keyboard ? song->keyboard->voice_count() : 0; }
