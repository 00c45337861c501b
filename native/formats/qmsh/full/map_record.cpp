// The fields of one section of a binary with their places in the file.

#include "formats/qmsh/full/map_record.h"

#include "formats/qmsh/read/binary_reader.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/record_trace.h"

namespace vitrine::qmsh {
std::optional<BinaryModel> read_quietly(std::span<const uint8_t> bytes) {
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  auto model = read_binary(bytes, Limits{}, budget, discarded);
  if (!model) return {};
  return std::move(*model);
}

namespace {

std::string decode(std::string_view raw) {
  bool was_1250 = false;
  return decode_name(raw, was_1250);
}

/// Without records when the file cannot be read.
RecordTrace traced(std::span<const uint8_t> bytes, uint64_t wanted) {
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  BinaryModel model;
  RecordTrace trace(wanted, decode);
  if (BinaryReader(bytes, Limits{}, budget, discarded, nullptr, model, trace).read()) return trace;
  return {wanted, decode};
}

}  // namespace

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  return traced(bytes, offset).map();
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) { return traced(bytes, offset).start(offset); }

}  // namespace vitrine::qmsh
