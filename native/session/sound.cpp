#include "session/sound.h"

#include <nlohmann/json.hpp>

#include "formats/details.h"
#include "session/patches.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

Status check_input(std::span<const uint8_t> bytes, const Limits& limits) {
  if (bytes.size() <= limits.input_bytes) return ok_status();
  return Error{&kLimitInput, kNoOffset, "the file has " + std::to_string(bytes.size()) + " bytes", {}};
}

}  // namespace

Result<Json> sound_table(bool effects, std::string_view name, std::span<const uint8_t> bytes, const Limits& limits) {
  VITRINE_CHECK(check_input(bytes, limits));
  Budget budget(limits.heap_bytes);
  for (const FormatRow& row : formats()) {
    const SoundReader* sound = row.details->sound;
    if (sound == nullptr || sound->effects != effects) continue;
    VITRINE_TRY(Json out, sound->read(name, bytes, false, budget));
    return std::move(out["table"]);
  }
  return Error{&kUnknownFormat, 0, "unrecognised file format", {}};
}

Result<Json> sound_report(std::string_view name, std::span<const uint8_t> bytes, const Limits& limits) {
  VITRINE_CHECK(check_input(bytes, limits));
  // The last one is known by structure alone: it says what is wrong with a file that nobody knows.
  const FormatRow* row = nullptr;
  for (const FormatRow& other : formats()) {
    if (other.details->sound == nullptr) continue;
    row = &other;
    if (row->sniff(bytes, name)) break;
  }
  Budget budget(limits.heap_bytes);
  VITRINE_TRY(Json read, row->details->sound->read(name, bytes, true, budget));
  Json out = {{"kind", row->kind}};
  out.update(read);
  VITRINE_TRY(const Json sounds, patches_report(bytes, budget));
  out.update(sounds);
  return out;
}

}  // namespace vitrine
