#pragma once
// The one place where text is walked: every advance tests the end, so tokenizers of the formats hold no raw pointer.

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "base/number.h"

namespace vitrine {

class TextCursor {
 public:
  explicit TextCursor(std::span<const uint8_t> bytes)
      : begin_(reinterpret_cast<const char*>(bytes.data())), at_(begin_), end_(begin_ + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  uint64_t offset() const { return static_cast<uint64_t>(at_ - begin_); }
  uint64_t size() const { return static_cast<uint64_t>(end_ - begin_); }
  size_t remaining() const { return static_cast<size_t>(end_ - at_); }
  /// The byte at the cursor or `ahead` of it; 0 past the end.
  char peek(size_t ahead = 0) const { return ahead < remaining() ? at_[ahead] : '\0'; }
  void advance(size_t count = 1) { at_ += count < remaining() ? count : remaining(); }
  /// Moves back (or forward) to an offset inside the text; past its end means the end.
  void move_to(uint64_t offset) { at_ = offset < size() ? begin_ + offset : end_; }
  /// Cuts the text: everything from the cursor on is gone.
  void end_here() { end_ = at_; }

  template <class Predicate>
  std::string_view take_while(Predicate&& wanted) {
    // In registers, even where the cursor is in memory that a byte of the text might be.
    const char *const first = at_, *const last = end_;
    const char* p = first;
    while (p != last && wanted(*p)) ++p;
    at_ = p;
    return {first, static_cast<size_t>(p - first)};
  }
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool starts_with(std::string_view text) const {
    return remaining() >= text.size() && std::memcmp(at_, text.data(), text.size()) == 0;
  }
  /// Text from an earlier offset up to the cursor.
  std::string_view since(uint64_t offset) const {
    return {begin_ + offset, static_cast<size_t>(at_ - begin_ - static_cast<std::ptrdiff_t>(offset))};
  }
  /// Up to 18 digits as a whole number; false and no movement when there is none. More digits are left standing.
  bool take_digits(uint64_t& value) {
    const char* last = end_ - at_ > 18 ? at_ + 18 : end_;
    const char* p = at_;
    value = 0;
    for (; p != last && static_cast<unsigned char>(*p - '0') < 10; ++p) {
      value = value * 10 + static_cast<uint64_t>(*p - '0');
    }
    return moved_to(p);
  }
  /// An unsigned decimal number (see number.h); false and no movement when there is none.
  bool take_number(float& value) { return moved_to(parse_float(at_, end_, value)); }
  bool take_number(double& value) { return moved_to(parse_double(at_, end_, value)); }
  /// The same, unconverted, for tokenizers that care how a number is written.
  VITRINE_HOT_INLINE bool take_decimal(Decimal& decimal) {
    decimal = scan_decimal(at_, end_);
    return moved_to(decimal.end);
  }

 private:
  bool moved_to(const char* end) {
    const bool moved = end != at_;
    at_ = end;
    return moved;
  }

  const char* begin_;
  const char* at_;
  const char* end_;
};

}  // namespace vitrine
