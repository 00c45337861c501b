#include "formats/vfx/full/map_record.h"

#include <utility>

#include "base/utf8.h"
#include "formats/record_trace.h"
#include "formats/v2m/full/map_record.h"
#include "formats/vfx/read/effect_reader.h"

namespace vitrine::vfx {
namespace {

/// Without records and song when the file cannot be read.
std::pair<Effects, RecordTrace> traced(std::span<const uint8_t> bytes, uint64_t wanted) {
  RecordTrace trace(wanted, to_utf8);
  const auto effects = read_effects(bytes, trace);
  if (!effects) return {Effects{}, RecordTrace(wanted, to_utf8)};
  const uint64_t end = effects->table_end();
  if (end < bytes.size()) trace.unread(end, bytes.size(), "tail");
  return {*effects, std::move(trace)};
}

}  // namespace

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  auto [effects, trace] = traced(bytes, offset);
  const uint64_t song_at = effects.music_at;
  if (offset < song_at || offset >= effects.music_end()) return std::move(trace).map();
  auto map = v2m::map_record(effects.music, offset - song_at);
  if (map.is_null()) return map;
  map["offset"] = offset;
  for (auto& part : map["parts"]) part["offset"] = part["offset"].get<uint64_t>() + song_at;
  return map;
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto [effects, trace] = traced(bytes, offset);
  const uint64_t song_at = effects.music_at;
  if (offset < song_at || offset >= effects.music_end()) return trace.start(offset);
  return song_at + v2m::record_start(effects.music, offset - song_at);
}

}  // namespace vitrine::vfx
