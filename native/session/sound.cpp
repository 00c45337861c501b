#include "session/sound.h"

#include <nlohmann/json.hpp>

#include "base/sentences.h"
#include "formats/details.h"
#include "session/neighbours.h"
#include "session/sentences.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

Status check_input(std::span<const uint8_t> bytes, const Limits& limits) {
  if (bytes.size() <= limits.input_bytes) return ok_status();
  return Error{messages::kSoundTooLarge, kNoOffset, {bytes.size()}};
}

/// A page or a pointer under the name of a song has no fault of a song.
Status check_kind(std::string_view name, std::span<const uint8_t> bytes) {
  const Neighbour* neighbour = find_neighbour(bytes, name);
  if (neighbour == nullptr || find_format(bytes, "") != nullptr) return ok_status();
  return Error{messages::kNeighbour, 0, {sentence_about(*neighbour, bytes, name)}};
}

}  // namespace

Result<Json> sound_table(bool effects, std::string_view name, std::span<const uint8_t> bytes, const Limits& limits) {
  VITRINE_CHECK(check_input(bytes, limits));
  VITRINE_CHECK(check_kind(name, bytes));
  Budget budget(limits.heap_bytes);
  for (const FormatRow& row : formats()) {
    const SoundReader* sound = row.details->sound;
    if (sound == nullptr || sound->effects != effects) continue;
    VITRINE_TRY(Json out, sound->read(name, bytes, false, budget));
    return std::move(out["table"]);
  }
  return Error{messages::kUnrecognised, 0, {""}};
}

Result<Json> sound_report(std::string_view name, std::span<const uint8_t> bytes, const Limits& limits) {
  VITRINE_CHECK(check_input(bytes, limits));
  VITRINE_CHECK(check_kind(name, bytes));
  // The last format has no signature; it reports the error of an unrecognised file.
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
