#include "session/sound.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/v2m/table.h"
#include "formats/vfx/table.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

Status check_input(std::span<const uint8_t> bytes, const Limits& limits) {
  if (bytes.size() <= limits.input_bytes) return ok_status();
  return Error{&kLimitInput, kNoOffset, "the file has " + std::to_string(bytes.size()) + " bytes", {}};
}

}  // namespace

Result<Json> v2m_table(std::string_view name, std::span<const uint8_t> bytes, const Limits& limits) {
  VITRINE_CHECK(check_input(bytes, limits));
  Budget budget(limits.heap_bytes);
  VITRINE_TRY(const v2m::Song song, v2m::read(bytes, &budget));
  return v2m::table(name, song, budget);
}

Result<Json> vfx_table(std::string_view name, std::span<const uint8_t> bytes, const Limits& limits) {
  VITRINE_CHECK(check_input(bytes, limits));
  Budget budget(limits.heap_bytes);
  VITRINE_TRY(const vfx::EffectFile file, vfx::read_with_song(bytes, &budget));
  return vfx::table(name, bytes.size(), file, budget);
}

Result<Json> sound_report(std::string_view name, std::span<const uint8_t> bytes, const Limits& limits) {
  VITRINE_CHECK(check_input(bytes, limits));
  Budget budget(limits.heap_bytes);
  const bool is_vfx = bytes.size() >= 4 && std::equal(bytes.begin(), bytes.begin() + 4, "VFX0");
  if (is_vfx) {
    VITRINE_TRY(const vfx::EffectFile file, vfx::read_with_song(bytes, &budget));
    VITRINE_TRY(Json table, vfx::table(name, bytes.size(), file, budget));
    VITRINE_TRY(Json notes, v2m::notes(file.song, budget));
    return Json{{"kind", "vfx"}, {"table", std::move(table)}, {"notes", std::move(notes)}};
  }
  VITRINE_TRY(const v2m::Song song, v2m::read(bytes, &budget));
  VITRINE_TRY(Json table, v2m::table(name, song, budget));
  VITRINE_TRY(Json notes, v2m::notes(song, budget));
  return Json{{"kind", "v2m"}, {"table", std::move(table)}, {"notes", std::move(notes)}};
}

}  // namespace vitrine
