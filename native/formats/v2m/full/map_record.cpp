#include "formats/v2m/full/map_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/byte_reader.h"
#include "base/utf8.h"
#include "formats/record_map.h"
#include "formats/v2m/parameters.h"
#include "formats/v2m/read/song.h"

namespace vitrine::v2m {
namespace {

using Bytes = std::span<const uint8_t>;

struct Record {
  enum class Kind : uint8_t { kHeader, kTempo, kChannel, kGlobals, kPatchTable, kPatch, kSpeech, kPadding, kTail };
  Kind kind = Kind::kHeader;
  uint32_t number = 0;  ///< of channels and patches
  uint64_t at = 0, bytes = 0;
};

/// In order, without a gap.
std::vector<Record> records_of(const Song& song) {
  using Kind = Record::Kind;
  std::vector<Record> out;
  uint32_t channel = 0;
  for (const Section& section : song.sections) {
    const std::string_view what = section.what;
    if (what == "patches") {
      uint64_t at = song.patches.at + 4 * song.patches.sizes.size();
      out.push_back({Kind::kPatchTable, 0, section.at, at - section.at});
      for (uint32_t i = 0; i < song.patches.sizes.size(); at += song.patches.sizes[i++])
        out.push_back({Kind::kPatch, i, at, song.patches.sizes[i]});
    } else {
      const Kind kind = what == "header"    ? Kind::kHeader
                        : what == "tempo"   ? Kind::kTempo
                        : what == "channel" ? Kind::kChannel
                        : what == "globals" ? Kind::kGlobals
                        : what == "speech"  ? Kind::kSpeech
                        : what == "tail"    ? Kind::kTail
                                            : Kind::kPadding;
      out.push_back({kind, kind == Kind::kChannel ? channel++ : 0, section.at, section.bytes});
    }
  }
  return out;
}

/// Writes the fields of a record one after another.
class Mapper {
 public:
  Mapper(Bytes bytes, std::string_view kind, const Record& record)
      : bytes_(bytes), at_(record.at), end_(record.at + record.bytes), map_(kind, record.at, record.bytes) {}

  uint32_t number(std::string name) {
    ByteReader in(bytes_.subspan(static_cast<size_t>(at_), 4));
    const uint32_t value = in.u32();
    map_.field(std::move(name), "u32", at_, 4, value);
    at_ += 4;
    return value;
  }
  uint8_t byte(std::string name) {
    const uint8_t value = bytes_[static_cast<size_t>(at_++)];
    map_.field(std::move(name), "u8", at_ - 1, 1, value);
    return value;
  }
  void array(std::string name, uint64_t count, const std::vector<ElementPart>& parts) {
    map_.array(std::move(name), at_, count, parts);
    for (const ElementPart& part : parts) at_ += count * part.count * bytes_of_type(part.type);
  }
  /// A count, then rows as planes of differences: three bytes of the tick, and one for each value.
  uint32_t rows(const std::string& what, const std::vector<const char*>& values) {
    const uint32_t count = number(what + " count");
    for (const char* part : {"tick, low byte", "tick, middle byte", "tick, high byte"}) plane(what, part, count);
    for (const char* value : values) plane(what, value, count);
    return count;
  }
  void plane(const std::string& what, const char* part, uint32_t count) {
    array(what + ": " + part, count, {{"difference", "u8"}});
  }
  /// Bytes up to the next 0 and with it; 0 where none follows.
  uint64_t text_size() const {
    const auto rest = bytes_.subspan(static_cast<size_t>(at_), static_cast<size_t>(left()));
    const auto found = std::find(rest.begin(), rest.end(), uint8_t{0});
    return found == rest.end() ? 0 : static_cast<uint64_t>(found - rest.begin()) + 1;
  }
  void text(std::string name, uint64_t size) {
    const std::string_view letters(reinterpret_cast<const char*>(&bytes_[static_cast<size_t>(at_)]),
                                   static_cast<size_t>(size - 1));
    map_.field(std::move(name), "text", at_, size, to_utf8(letters));
    at_ += size;
  }
  void rest(const char* name) {
    if (at_ < end_) map_.field(name, "bytes", at_, end_ - at_, nullptr);
    at_ = end_;
  }
  uint64_t left() const { return end_ - at_; }
  RecordMap::Json take() && { return std::move(map_).take(); }

 private:
  Bytes bytes_;
  uint64_t at_, end_;
  RecordMap map_;
};

template <size_t count>
void parameters(Mapper& map, const std::array<Parameter, count>& list, int version) {
  for (const Parameter& parameter : list) {
    if (parameter.since > version || map.left() == 0) continue;
    std::string name(parameter.module);
    if (parameter.name != parameter.module) (name += ' ') += parameter.name;
    map.byte(std::move(name));
  }
}

void map_tempo(Mapper& map) {
  const uint32_t count = map.number("tempo count");
  for (const char* part : {"tick, low byte", "tick, middle byte", "tick, high byte"}) map.plane("tempo", part, count);
  map.array("tempo: microseconds per quarter", count, {{"value", "u32"}});
  for (const char* name : {"tempo: numerator", "tempo: denominator", "tempo: tpq"})
    map.array(name, count, {{"value", "u8"}});
}

void map_channel(Mapper& map) {
  if (map.rows("notes", {"note", "velocity"}) == 0) return;
  map.rows("programs", {"program"});
  map.rows("pitch bends", {"low bits", "high bits"});
  for (int number = 1; number <= 7; ++number) map.rows("controller " + std::to_string(number), {"value"});
}

void map_patch(Mapper& map, int version) {
  parameters(map, kPatchParameters, version);
  if (map.left() == 0) return;
  const uint64_t count = map.byte("modulation count");
  map.array("modulations", std::min(count, map.left() / 3),
            {{"source", "u8"}, {"amount", "u8"}, {"destination", "u8"}});
  map.rest("padding");
}

void map_speech(Mapper& map, const Speech& speech) {
  map.number("speech bytes");
  if (map.left() == 0) return;
  if (map.left() < 4) return map.rest("unread");
  const uint64_t count = map.number("text count");
  map.array("text offsets", std::min(count, map.left() / 4), {{"offset", "u32"}});
  while (const uint64_t size = map.text_size()) map.text("text", size);
  // A block that was cut has lost the end of its last text.
  const bool is_text = !speech.texts.empty() && speech.texts.back().size() == map.left();
  map.rest(is_text ? "text without an end" : "unused");
}

}  // namespace

nlohmann::ordered_json map_record(Bytes bytes, uint64_t offset) {
  const auto song = read(bytes);
  if (!song) return nullptr;
  const auto records = records_of(*song);
  const auto found = std::find_if(records.begin(), records.end(), [&](const Record& r) { return r.at == offset; });
  if (found == records.end()) return nullptr;
  using Kind = Record::Kind;
  switch (const Record& record = *found; record.kind) {
    case Kind::kHeader: {
      Mapper map(bytes, "header", record);
      map.number("time division");
      map.number("last tick");
      return std::move(map).take();
    }
    case Kind::kTempo: {
      Mapper map(bytes, "tempo", record);
      map_tempo(map);
      return std::move(map).take();
    }
    case Kind::kChannel: {
      Mapper map(bytes, "channel " + std::to_string(record.number), record);
      map_channel(map);
      return std::move(map).take();
    }
    case Kind::kGlobals: {
      Mapper map(bytes, "globals", record);
      map.number("globals bytes");
      parameters(map, kGlobalParameters, song->version);
      map.rest("unread");
      return std::move(map).take();
    }
    case Kind::kPatchTable: {
      Mapper map(bytes, "patch table", record);
      map.number("patches bytes");
      map.array("patch offsets", song->patches.sizes.size(), {{"offset", "u32"}});
      return std::move(map).take();
    }
    case Kind::kPatch: {
      Mapper map(bytes, "patch " + std::to_string(record.number), record);
      map_patch(map, song->version);
      return std::move(map).take();
    }
    case Kind::kSpeech: {
      Mapper map(bytes, "speech", record);
      map_speech(map, *song->speech);
      return std::move(map).take();
    }
    case Kind::kPadding:
    case Kind::kTail:
      break;
  }
  const char* name = found->kind == Kind::kTail ? "tail" : "padding";
  Mapper map(bytes, name, *found);
  map.rest(name);
  return std::move(map).take();
}

uint64_t record_start(Bytes bytes, uint64_t offset) {
  uint64_t start = 0;
  const auto song = read(bytes);
  if (!song) return start;
  for (const Record& record : records_of(*song)) {
    if (record.at <= offset) start = record.at;
  }
  return start;
}

}  // namespace vitrine::v2m
