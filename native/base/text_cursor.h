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
  /// One byte; two of these before a take_while are less work than its loop where most runs are short.
  template <class Predicate>
  bool take_if(Predicate&& wanted) {
    if (at_ == end_ || !wanted(*at_)) return false;
    ++at_;
    return true;
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
  VITRINE_HOT_INLINE bool take_digits(uint64_t& value) {
    using namespace number_detail;
    if (kForSpeed && remaining() >= 8) {
      const uint64_t word = load8(at_);
      const int count = leading_digits(word);
      if (count < 8) {
        value = count == 0 ? 0 : with_digits(0, word, count);
        at_ += count;
        return count != 0;
      }
    }
    const Digits digits = scan_other_digits(at_, end_);
    value = digits.value;
    return moved_to(digits.end);
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
