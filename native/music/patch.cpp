#include "music/patch.h"

#include <algorithm>

namespace vitrine::music {
namespace {

/// The generation a parameter came with, and its value in songs that are older.
struct Since {
  uint8_t version = 0, usual = 0;
};

constexpr std::array<Since, kParameters> parameter_history() {
  std::array<Since, kParameters> rows{};
  rows[1] = {2, 64};
  rows[3] = rows[9] = rows[15] = {2, 0};
  rows[27] = {3, 64};
  rows[49] = rows[56] = {5, 0};
  for (int i = 60; i <= 63; ++i) rows[static_cast<size_t>(i)] = {6, 0};
  rows[67] = {1, 0};
  constexpr uint8_t kCompressor[] = {0, 0, 1, 2, 90, 32, 20, 64, 64};
  for (size_t i = 0; i < 9; ++i) rows[79 + i] = {1, kCompressor[i]};
  return rows;
}
constexpr std::array<Since, kGlobals> global_history() {
  std::array<Since, kGlobals> rows{};
  rows[2] = {4, 32};
  constexpr uint8_t kCompressor[] = {0, 0, 1, 2, 90, 32, 20, 64, 64};
  for (size_t i = 0; i < 9; ++i) rows[13 + i] = {1, kCompressor[i]};
  rows[22] = {6, 0};
  return rows;
}
constexpr auto kParameterHistory = parameter_history();
constexpr auto kGlobalHistory = global_history();

/// Fills `out` and returns how many bytes of the file that took.
template <size_t count>
size_t convert(const std::array<Since, count>& history, int version, std::span<const uint8_t> bytes,
               std::array<uint8_t, count>& out) {
  size_t used = 0;
  for (size_t i = 0; i < count; ++i) {
    const bool stored = history[i].version <= version && used < bytes.size();
    out[i] = stored ? std::min<uint8_t>(bytes[used++], 127) : history[i].usual;
  }
  return used;
}

template <size_t count>
int stored_at(const std::array<Since, count>& history, int number, int version) {
  if (history[static_cast<size_t>(number)].version > version) return -1;
  int at = 0;
  for (int i = 0; i < number; ++i) at += history[static_cast<size_t>(i)].version <= version;
  return at;
}

/// A destination counted in the parameters of `version`, counted in all.
int destination_of(int destination, int version) {
  for (int k = 0; k <= destination && k < kParameters; ++k) {
    if (kParameterHistory[static_cast<size_t>(k)].version > version) ++destination;
  }
  return destination;
}

Patch read_patch(std::span<const uint8_t> bytes, int version) {
  Patch patch;
  const size_t used = convert(kParameterHistory, version, bytes, patch.values);
  const auto rest = bytes.subspan(std::min(used + 1, bytes.size()));
  const size_t count = std::min<size_t>(used < bytes.size() ? bytes[used] : 0, rest.size() / 3);
  for (size_t i = 0; i < count; ++i) {
    const int destination = destination_of(rest[3 * i + 2], version);
    if (destination >= at::kPolyphony) continue;
    const float factor = (static_cast<float>(std::min<int>(rest[3 * i + 1], 127)) - 64.0f) / 64.0f;
    auto& list = destination < kVoiceParameters ? patch.voice : patch.channel;
    list.push_back({rest[3 * i], factor, static_cast<uint8_t>(destination)});
  }
  return patch;
}

}  // namespace

int stored_parameter(int parameter, int version) { return stored_at(kParameterHistory, parameter, version); }
int stored_global(int number, int version) { return stored_at(kGlobalHistory, number, version); }

Bank read_bank(std::span<const uint8_t> bytes, const v2m::Song& song) {
  Bank bank;
  convert(kGlobalHistory, song.version, bytes.subspan(static_cast<size_t>(song.globals_at), song.globals_bytes),
          bank.globals);
  size_t from = static_cast<size_t>(song.patches.at) + 4 * song.patches.sizes.size();
  for (const uint32_t size : song.patches.sizes) {
    bank.patches.push_back(read_patch(bytes.subspan(from, size), song.version));
    from += size;
  }
  return bank;
}

}  // namespace vitrine::music
