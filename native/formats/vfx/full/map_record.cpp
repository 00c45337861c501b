#include "formats/vfx/full/map_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/record_map.h"
#include "formats/v2m/full/map_record.h"
#include "formats/vfx/read/effects.h"

namespace vitrine::vfx {
namespace {

/// A record of the song, with offsets in the file.
nlohmann::ordered_json map_music(const Effects& effects, uint64_t offset) {
  auto map = v2m::map_record(effects.music, offset - effects.music_at);
  if (map.is_null()) return map;
  map["offset"] = offset;
  for (auto& part : map["parts"]) part["offset"] = part["offset"].get<uint64_t>() + effects.music_at;
  return map;
}

}  // namespace

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto effects = read(bytes);
  if (!effects) return nullptr;
  const uint64_t end = effects->music_end(), rows = effects->table_at();
  if (offset == 0) {
    RecordMap map("header", 0, effects->music_at);
    map.field("tag", "text", 0, 4, "VFX0");
    map.field("song bytes", "u32", 4, 4, effects->music.size());
    return std::move(map).take();
  }
  if (offset >= effects->music_at && offset < end) return map_music(*effects, offset);
  if (offset == end) {
    RecordMap map("rate and count", end, kCountBytes);
    map.field("sample rate", "u32", end, 4, effects->rate);
    map.field("effect count", "u32", end + 4, 4, effects->declared);
    return std::move(map).take();
  }
  if (offset == effects->table_end() && offset < bytes.size()) {
    RecordMap map("tail", offset, bytes.size() - offset);
    map.field("tail", "bytes", offset, bytes.size() - offset, nullptr);
    return std::move(map).take();
  }
  if (offset < rows || offset >= effects->table_end() || (offset - rows) % kRowBytes != 0) return nullptr;
  const Effect& row = effects->rows[static_cast<size_t>((offset - rows) / kRowBytes)];
  RecordMap map("effect " + std::to_string((offset - rows) / kRowBytes), offset, kRowBytes);
  map.field("major id", "u8", offset, 1, row.major);
  map.field("minor id", "u8", offset + 1, 1, row.minor);
  map.field("gain, fifths of a decibel", "u8", offset + 2, 1, row.gain);
  map.field("reserved", "u8", offset + 3, 1, row.reserved);
  map.field("start", "u32", offset + 4, 4, row.start);
  map.field("end", "u32", offset + 8, 4, row.end);
  map.field("loop", "u32", offset + 12, 4, row.loop);
  return std::move(map).take();
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto effects = read(bytes);
  if (!effects || offset < effects->music_at) return 0;
  const uint64_t end = effects->music_end(), rows = effects->table_at();
  if (offset < end) return effects->music_at + v2m::record_start(effects->music, offset - effects->music_at);
  if (offset < rows) return end;
  const uint64_t last = std::min<uint64_t>(offset, bytes.size() - 1);
  if (last >= effects->table_end()) return effects->table_end();
  return last < rows ? end : last - (last - rows) % kRowBytes;
}

}  // namespace vitrine::vfx
