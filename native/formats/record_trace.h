#pragma once
// The records of a binary file, as its reader comes past them.

#include <optional>

#include "formats/record_map.h"
#include "formats/trace.h"

namespace vitrine {

/// Keeps where every record begins, and the map of the first one at the offset that is asked for.
class RecordTrace {
 public:
  static constexpr bool kRecords = true;
  using Name = std::string_view;
  using Decode = std::string (*)(std::string_view bytes);

  RecordTrace(uint64_t wanted, Decode decode, bool big_endian = false)
      : wanted_(wanted), decode_(decode), big_endian_(big_endian) {}

  /// A record begins.
  void record(Name kind, uint64_t at) {
    starts_.push_back(at);
    item_.clear();
    is_open_ = at == wanted_ && !map_;
    if (is_open_) map_.emplace(kind, at, 0, big_endian_);
  }
  /// One of several, which count from 0.
  void record(Name kind, size_t number, uint64_t at) { record(std::string(kind) + " " + std::to_string(number), at); }
  void end(uint64_t at) {
    if (is_open_) map_->resize(at - wanted_);
    is_open_ = false;
  }
  /// The record begun last holds nothing.
  void drop() {
    starts_.pop_back();
    if (is_open_) map_.reset();
    is_open_ = false;
  }
  /// Bytes up to `past` that are not read. Where there are none, a byte behind the file still belongs here.
  void unread(uint64_t at, uint64_t past, Name kind = "unread") {
    starts_.push_back(at);
    if (at != wanted_ || map_ || at == past) return;
    map_.emplace(kind, at, past - at);
    map_->field(std::string(kind), "bytes", at, past - at, nullptr);
  }

  /// The fields that follow are those of `list[i]`; a field without a name is the item itself.
  void item(Name list, size_t i) {
    if (is_open_) item_ = std::string(list) + "[" + std::to_string(i) + "]";
  }
  void leave_item() { item_.clear(); }
  void put(Name name, Name type, uint64_t at, uint64_t size, RecordMap::Json value) {
    if (is_open_) map_->field(full(name), type, at, size, std::move(value));
  }
  template <class Value>
  void field(Name name, Name type, uint64_t at, const Value& value) {
    put(name, type, at, sizeof value, value);
  }
  /// Several numbers in one field.
  void floats(Name name, uint64_t at, std::span<const float> values) {
    if (is_open_)
      map_->field(full(name), "f32", at, values.size_bytes(), std::vector<float>(values.begin(), values.end()));
  }
  /// `size` bytes that stand for these letters.
  void letters(Name name, uint64_t at, uint64_t size, std::string_view bytes) {
    if (is_open_ && size != 0) map_->field(full(name), "text", at, size, decode_(bytes));
  }
  /// A length of `length_bytes`, at `at`, and as many letters.
  void text(Name name, uint64_t at, uint32_t length_bytes, std::string_view bytes) {
    if (!is_open_) return;
    const char* type = length_bytes == 1 ? "u8" : "u16";
    map_->field(full(name) + " (length)", type, at, length_bytes, bytes.size());
    letters(name, at + length_bytes, bytes.size(), bytes);
  }
  void array(Name name, uint64_t at, uint64_t count, std::span<const ElementPart> parts) {
    if (is_open_) map_->array(full(name), at, count, {parts.begin(), parts.end()});
  }

  /// As FormatDetails has them.
  RecordMap::Json map() && { return map_ ? std::move(*map_).take() : RecordMap::Json(nullptr); }
  uint64_t start(uint64_t offset) const {
    uint64_t start = 0;
    for (const uint64_t at : starts_) {
      if (at <= offset) start = std::max(start, at);
    }
    return start;
  }

 private:
  std::string full(Name name) const {
    return item_.empty() || name.empty() ? item_ + std::string(name) : item_ + "." + std::string(name);
  }

  uint64_t wanted_;
  Decode decode_;
  bool big_endian_, is_open_ = false;
  std::string item_;
  std::optional<RecordMap> map_;
  std::vector<uint64_t> starts_;
};

}  // namespace vitrine
