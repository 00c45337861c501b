// The fields of the header or of one object with their places in the file.

#include "formats/pivot/full/map_record.h"

#include "formats/pivot/read/names.h"
#include "formats/pivot/read/parser.h"
#include "formats/record_trace.h"

namespace vitrine::pivot {
namespace {

/// What is asked for has opened, by force or not.
RecordTrace traced(std::span<const uint8_t> bytes, uint64_t wanted) {
  const auto scene = parse_forced(bytes, nullptr);
  RecordTrace trace(wanted, decode_name, scene && scene->dialect.big_endian);
  if (!scene) return trace;
  (void)Parser(bytes, scene->dialect, nullptr, false, trace).run();
  trace.unread(scene->end, bytes.size());
  return trace;
}

}  // namespace

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  return traced(bytes, offset).map();
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) { return traced(bytes, offset).start(offset); }

}  // namespace vitrine::pivot
