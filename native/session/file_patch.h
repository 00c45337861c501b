#pragma once
// A file as it was with some of it replaced: has the new bytes and the ranges that differ.

#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "formats/fix.h"
#include "formats/format.h"

namespace vitrine {

class PatchedFile {
 public:
  explicit PatchedFile(std::span<const uint8_t> original);
  /// Edits speak of the bytes as they are now, in order of their offsets.
  void apply(const std::vector<Edit>& edits);
  const std::vector<uint8_t>& bytes() const { return bytes_; }

  /// Stretches that differ, [from, to) before and after.
  struct Change {
    uint64_t from, to, new_from, new_to;
  };
  std::vector<Change> changes() const;

 private:
  struct Piece {
    uint64_t offset, size;
    bool original;
  };
  void push(std::vector<Piece>& to, Piece piece) const;

  std::span<const uint8_t> original_;
  std::vector<uint8_t> added_, bytes_;
  std::vector<Piece> pieces_;
};

/// Hunks of lines with some around them, as in unified diffs.
nlohmann::ordered_json text_diff(std::span<const uint8_t> before, const PatchedFile& after);
/// Fields before and after; what is no field of a record is named by its bytes.
nlohmann::ordered_json binary_diff(std::span<const uint8_t> before, const PatchedFile& after, const FormatRow& row);

}  // namespace vitrine
