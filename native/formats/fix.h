#pragma once
// How a fault is put right: bytes of a file that give way to others. Found by each format from the file alone.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

struct Edit {
  uint64_t offset = 0, removed = 0;
  std::vector<uint8_t> bytes;  ///< what stands there instead
};

/// All that is wrong in a file under one code, as far as a rule can put it right.
struct Fix {
  const char* code = "";
  const char* title = "";   ///< what it does, one sentence without a full stop
  std::vector<Edit> edits;  ///< in the order of their offsets, none touching another
  void add(uint64_t offset, uint64_t removed, std::string_view text) {
    edits.push_back({offset, removed, {text.begin(), text.end()}});
  }
  /// False when an edit lies before or within another: lists that a file has twice ask for different things.
  bool is_consistent() const {
    uint64_t at = 0;
    for (const Edit& edit : edits) {
      if (edit.offset < at) return false;
      at = edit.offset + edit.removed;
    }
    return true;
  }
  template <class T>
  void put(uint64_t offset, const T& value, bool big_endian = false) {
    Edit edit{offset, sizeof value, std::vector<uint8_t>(sizeof value)};
    std::memcpy(edit.bytes.data(), &value, sizeof value);
    if (big_endian) edit.bytes = {edit.bytes.rbegin(), edit.bytes.rend()};
    edits.push_back(std::move(edit));
  }
};
using Fixes = std::vector<Fix>;

/// The fix for a code: the one that is there already, else a new one. Holds until another is added.
inline Fix& fix_for(Fixes& fixes, const char* code, const char* title) {
  for (Fix& known : fixes) {
    if (std::string_view(known.code) == code) return known;
  }
  fixes.push_back({code, title, {}});
  return fixes.back();
}

}  // namespace vitrine
