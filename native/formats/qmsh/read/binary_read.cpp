#include "formats/qmsh/read/binary_read.h"

#include "formats/qmsh/read/binary_reader.h"

namespace vitrine::qmsh {
bool is_binary(std::span<const uint8_t> bytes) {
  if (starts_with(bytes, "TFQMSH")) return true;
  if (!starts_with(bytes, kMagic) || bytes.size() < kFlagsOffset || bytes[4] >= ' ') return false;
  // The text starts with the same word, then white space (version 13 is a carriage return) and "TMP".
  size_t at = 4;
  while (at < bytes.size() && bytes[at] <= ' ') ++at;
  return !starts_with(bytes.subspan(at), "TMP");
}

bool borrows_skeleton(std::span<const uint8_t> bytes) {
  return is_binary(bytes) && starts_with(bytes, kMagic) && bytes.size() > kFlagsOffset &&
         (bytes[kFlagsOffset] & kFlagStatic) != 0 && (bytes[kFlagsOffset] & kFlagSkinned) != 0;
}

Status read_binary(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
                   const CancelFlag* cancel, BinaryModel& model) {
  NoTrace none;
  return BinaryReader(bytes, limits, budget, diagnostics, cancel, model, none).read();
}

Result<BinaryModel> read_binary(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget,
                                Diagnostics& diagnostics, const CancelFlag* cancel) {
  BinaryModel model;
  VITRINE_CHECK(read_binary(bytes, limits, budget, diagnostics, cancel, model));
  return model;
}

}  // namespace vitrine::qmsh
