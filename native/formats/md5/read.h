#pragma once
// Text to raw structs. Each reader reports what it tolerates through the lexer and stops at the first thing that
// drawing or playing could not do without; after success every index in the raw structs is in range.

#include "base/result.h"
#include "formats/md5/raw.h"
#include "formats/md5/read/lexer.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {

/// Of an md5anim, in the order in which the game wants them.
inline constexpr const char* kAnimKeys[] = {
    "commandline", "numFrames", "numJoints", "frameRate", "numAnimatedComponents",
    "hierarchy",   "bounds",    "baseframe", "frame"};

Result<RawModel> read_mesh(LoadContext& context, Lexer& lexer);
Result<RawAnimation> read_animation(LoadContext& context, Lexer& lexer);
Result<RawCamera> read_camera(LoadContext& context, Lexer& lexer);

// Version 6 of the 2002 alpha.
Result<RawModel> read_mesh_v6(LoadContext& context, Lexer& lexer);
Result<RawAnimation> read_animation_v6(LoadContext& context, Lexer& lexer);

// Parts the readers share.

/// `MD5Version n`; fails unless n is `version`.
void read_version(Lexer& lexer, int version);
/// Elements worth reserving for a declared count: no more than the remaining text can hold.
uint64_t plausible(const Lexer& lexer, uint64_t declared, uint64_t smallest_record_bytes);
/// A count of a list: within `limit` unless the text could not hold so many anyway (then MD5_COUNT).
uint32_t read_count(Lexer& lexer, const char* what, uint64_t limit, uint64_t smallest_record_bytes);
/// Skips an unknown key, with its value; a token that is no key is an error, unless all that the file
/// declares is read: then the text ends there.
void skip_unknown_key(Lexer& lexer, bool complete = false);
/// Fails when the block `key` that starts at `offset` was `read` before; notes that it is now.
bool first_time(Lexer& lexer, const char* key, bool& read, uint64_t offset);
/// Nothing where it has a fault, since the picture does not need it; then reading goes on at the next of `keys`.
std::string read_commandline(Lexer& lexer, bool join, std::span<const char* const> keys);
glm::dvec3 read_vec3(Lexer& lexer, const char* what);
/// The closing brace of a block; at the end of the file its absence is a warning.
void read_block_end(Lexer& lexer, const char* where);
/// Parents in range and without a cycle; `offset_of(i)` is the place of joint i in the file.
void check_parents(Lexer& lexer, const std::vector<int64_t>& parents, const std::vector<uint64_t>& offsets);
/// Joints in an order where parents come first; the file's own order wherever it is one.
std::vector<uint32_t> parents_first(const std::vector<int64_t>& parents);
template <class Joint>
std::vector<int64_t> parents_of(const std::vector<Joint>& joints) {
  std::vector<int64_t> parents;
  parents.reserve(joints.size());
  for (const Joint& joint : joints) parents.push_back(joint.parent);
  return parents;
}

/// The fixed order of keys in id's loader. Readers call `take` for every key they know.
class KeyOrder {
 public:
  /// Keys in order, ending with the first that may repeat.
  explicit KeyOrder(std::span<const char* const> keys) : keys_(keys) {}
  /// Warns when keys before this one are absent, or when it comes late.
  void take(Lexer& lexer, size_t key, uint64_t offset);

 private:
  std::span<const char* const> keys_;
  size_t next_ = 0;
};

/// Honours the numbers written on lines that are out of order. One per list.
class LineOrder {
 public:
  /// `index` is the number in line `line` of `declared`; false after an error (out of range or duplicate).
  bool take(Lexer& lexer, int64_t index, uint32_t line, uint32_t declared, uint64_t offset) {
    if (index == line && !shuffled()) return true;
    return place(lexer, index, line, declared, offset);
  }
  bool shuffled() const { return !position_.empty(); }
  /// Moves element k of `list` (of `stride` values each) to its written place.
  template <class List>
  void apply(List& list, size_t stride = 1) const {
    List sorted = list;
    for (size_t k = 0; k < position_.size(); ++k) {
      for (size_t i = 0; i < stride; ++i) sorted[position_[k] * stride + i] = list[k * stride + i];
    }
    list = std::move(sorted);
  }
  uint64_t first_offset() const { return first_offset_; }

 private:
  bool place(Lexer& lexer, int64_t index, uint32_t line, uint32_t declared, uint64_t offset);

  std::vector<uint32_t> position_;
  std::vector<bool> seen_;
  uint64_t first_offset_ = kNoOffset;
};

}  // namespace vitrine::md5
