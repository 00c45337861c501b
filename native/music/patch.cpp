#include "music/patch.h"

#include <algorithm>

namespace vitrine::music {
namespace {

/// Fills `out` and returns how many bytes of the file that took.
template <size_t count>
size_t convert(const std::array<Parameter, count>& parameters, int version, std::span<const uint8_t> bytes,
               std::array<uint8_t, count>& out) {
  size_t used = 0;
  for (size_t i = 0; i < count; ++i) {
    const bool stored = parameters[i].since <= version && used < bytes.size();
    out[i] = stored ? std::min<uint8_t>(bytes[used++], 127) : parameters[i].usual;
  }
  return used;
}

template <size_t count>
int stored_at(const std::array<Parameter, count>& parameters, int number, int version) {
  if (parameters[static_cast<size_t>(number)].since > version) return -1;
  int at = 0;
  for (int i = 0; i < number; ++i) at += parameters[static_cast<size_t>(i)].since <= version;
  return at;
}

/// A destination counted in the parameters of `version`, counted in all.
int destination_of(int destination, int version) {
  for (int k = 0; k <= destination && k < kParameters; ++k) {
    if (kPatchParameters[static_cast<size_t>(k)].since > version) ++destination;
  }
  return destination;
}

Patch read_patch(std::span<const uint8_t> bytes, int version) {
  Patch patch;
  const size_t used = convert(kPatchParameters, version, bytes, patch.values);
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

int stored_parameter(int parameter, int version) { return stored_at(kPatchParameters, parameter, version); }
int stored_global(int number, int version) { return stored_at(kGlobalParameters, number, version); }

Bank read_bank(std::span<const uint8_t> bytes, const v2m::Song& song) {
  Bank bank;
  convert(kGlobalParameters, song.version, bytes.subspan(static_cast<size_t>(song.globals_at), song.globals_bytes),
          bank.globals);
  size_t from = static_cast<size_t>(song.patches.at) + 4 * song.patches.sizes.size();
  for (const uint32_t size : song.patches.sizes) {
    bank.patches.push_back(read_patch(bytes.subspan(from, size), song.version));
    from += size;
  }
  return bank;
}

}  // namespace vitrine::music
