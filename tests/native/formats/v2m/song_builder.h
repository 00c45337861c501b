#pragma once
// Writes V2M songs for tests, field by field as FORMAT.md lays them out.

#include <cstdint>
#include <string>
#include <vector>

namespace vitrine::test {

using Bytes = std::vector<uint8_t>;

inline void put_u32(Bytes& out, uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<uint8_t>(value >> shift));
}

/// Rows of (tick, values...) as planes of differences.
inline Bytes planes(const std::vector<std::vector<uint32_t>>& rows) {
  Bytes out;
  const size_t values = rows.empty() ? 0 : rows[0].size() - 1;
  for (int byte = 0; byte < 3; ++byte) {
    for (size_t i = 0; i < rows.size(); ++i)
      out.push_back(static_cast<uint8_t>((rows[i][0] - (i == 0 ? 0 : rows[i - 1][0])) >> (8 * byte)));
  }
  for (size_t v = 1; v <= values; ++v) {
    for (size_t i = 0; i < rows.size(); ++i)
      out.push_back(static_cast<uint8_t>(rows[i][v] - (i == 0 ? 0 : rows[i - 1][v])));
  }
  return out;
}

struct SongChannel {
  std::vector<std::vector<uint32_t>> notes;     ///< tick, note, velocity
  std::vector<std::vector<uint32_t>> programs;  ///< tick, program
  uint32_t bends = 0;
  uint32_t controllers[7] = {};
};

struct SongBuilder {
  uint32_t division = 96, max_ticks = 960;
  struct Tempo {
    uint32_t tick, us;
  };
  std::vector<Tempo> tempo{{0, 500000}};
  std::vector<SongChannel> channels;  ///< the first of the sixteen
  int version = 6;
  std::vector<uint32_t> modulations{0, 2};  ///< per patch
  uint32_t globals = 23;
  std::vector<std::string> texts;
  bool with_speech = true;
  uint32_t trailing = 0;

  /// Where parts begin, once built.
  size_t globals_at = 0, patches_at = 0, speech_at = 0;

  Bytes build() {
    constexpr uint32_t kParameters[] = {68, 78, 82, 83, 83, 85, 89};
    Bytes out;
    const auto append = [&](const Bytes& bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); };
    put_u32(out, division);
    put_u32(out, max_ticks);
    put_u32(out, static_cast<uint32_t>(tempo.size()));
    for (int byte = 0; byte < 3; ++byte) {
      for (size_t i = 0; i < tempo.size(); ++i)
        out.push_back(static_cast<uint8_t>((tempo[i].tick - (i == 0 ? 0 : tempo[i - 1].tick)) >> (8 * byte)));
    }
    for (const Tempo& row : tempo) put_u32(out, row.us);
    for (const uint8_t value : {uint8_t{4}, uint8_t{4}, uint8_t{8}}) out.insert(out.end(), tempo.size(), value);
    for (size_t i = 0; i < 16; ++i) {
      const SongChannel channel = i < channels.size() ? channels[i] : SongChannel{};
      put_u32(out, static_cast<uint32_t>(channel.notes.size()));
      append(planes(channel.notes));
      if (channel.notes.empty()) continue;
      put_u32(out, static_cast<uint32_t>(channel.programs.size()));
      append(planes(channel.programs));
      put_u32(out, channel.bends);
      out.insert(out.end(), channel.bends * 5, 0);
      for (const uint32_t count : channel.controllers) {
        put_u32(out, count);
        out.insert(out.end(), count * 4, 0);
      }
    }
    put_u32(out, globals);
    globals_at = out.size();
    out.insert(out.end(), globals, 7);
    Bytes patches;
    uint32_t at = static_cast<uint32_t>(modulations.size()) * 4;
    for (const uint32_t count : modulations) {
      put_u32(patches, at);
      at += kParameters[version] + 1 + 3 * count;
    }
    for (const uint32_t count : modulations) {
      patches.insert(patches.end(), kParameters[version], 1);
      patches.push_back(static_cast<uint8_t>(count));
      patches.insert(patches.end(), 3 * count, 5);
    }
    put_u32(out, static_cast<uint32_t>(patches.size()));
    patches_at = out.size();
    append(patches);
    speech_at = out.size();
    if (with_speech) {
      Bytes speech;
      put_u32(speech, static_cast<uint32_t>(texts.size()));
      uint32_t begin = 4 + static_cast<uint32_t>(texts.size()) * 4;
      for (const std::string& text : texts) {
        put_u32(speech, begin);
        begin += static_cast<uint32_t>(text.size()) + 1;
      }
      for (const std::string& text : texts) {
        speech.insert(speech.end(), text.begin(), text.end());
        speech.push_back(0);
      }
      put_u32(out, static_cast<uint32_t>(speech.size()));
      append(speech);
    }
    out.insert(out.end(), trailing, 0);
    return out;
  }
};

/// A song of one channel: middle C for a beat, then D held over the end.
inline SongBuilder short_song() {
  SongBuilder song;
  song.channels = {{{{0, 60, 100}, {96, 60, 0}, {480, 62, 90}}, {{0, 1}}, 2, {0, 1, 0, 0, 0, 0, 3}}};
  song.texts = {"!hello", "w3rld"};
  return song;
}

}  // namespace vitrine::test
