#pragma once
// What readers of binary files tell of the bytes that they take, each field by its name. The trace is a template
// parameter: loading has NoTrace, of which nothing is left once it is compiled; RecordTrace (record_trace.h) makes the
// views of bytes from the same reader, so that a layout is written down once.

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "base/byte_reader.h"

namespace vitrine {

/// One member of the elements of an array: `count` numbers of `type` side by side.
struct ElementPart {
  std::string_view name, type;  ///< "u8", "u16", "i16", "u32", "f32"
  uint32_t count = 1;
};

constexpr uint32_t bytes_of_type(std::string_view type) {
  return type == "u8" ? 1 : type == "u16" || type == "i16" ? 2 : 4;
}

/// Of one element.
constexpr uint32_t bytes_of_parts(std::span<const ElementPart> parts) {
  uint32_t bytes = 0;
  for (const ElementPart& part : parts) bytes += bytes_of_type(part.type) * part.count;
  return bytes;
}

namespace {

/// Takes no notice. RecordTrace says what each of these is told. Of each source by itself, as are the readers made for
/// it: what has one caller becomes part of it.
struct NoTrace {
  static constexpr bool kRecords = false;
  struct Name {
    constexpr Name(const char*) {}
  };
  void record(Name, uint64_t) {}
  void record(Name, size_t, uint64_t) {}
  void end(uint64_t) {}
  void drop() {}
  void unread(uint64_t, uint64_t) {}
  void item(Name, size_t) {}
  void leave_item() {}
  template <class Value>
  void field(Name, Name, uint64_t, const Value&) {}
  void floats(Name, uint64_t, std::span<const float>) {}
  void letters(Name, uint64_t, uint64_t, std::string_view) {}
  void text(Name, uint64_t, uint32_t, std::string_view) {}
  void array(Name, uint64_t, uint64_t, std::span<const ElementPart>) {}
};

}  // namespace

/// How a reader keeps its trace; one that takes no notice takes no room.
template <class Trace>
using KeptTrace = std::conditional_t<Trace::kRecords, Trace&, Trace>;

/// Fields that a trace hears of.
template <class Trace>
class FieldReader : public ByteReader {
 public:
  using Name = typename Trace::Name;

  FieldReader(std::span<const uint8_t> bytes, Trace& trace, uint64_t base_offset = 0, bool big_endian = false)
      : ByteReader(bytes, base_offset, big_endian), trace_(trace) {}

  uint8_t u8(Name name) { return told(name, "u8", ByteReader::u8()); }
  uint16_t u16(Name name) { return told(name, "u16", ByteReader::u16()); }
  uint32_t u32(Name name) { return told(name, "u32", ByteReader::u32()); }
  float f32(Name name) { return told(name, "f32", ByteReader::f32()); }
  void floats(Name name, float* out, size_t count) {
    const uint64_t at = offset();
    for (size_t i = 0; i < count; ++i) out[i] = ByteReader::f32();
    trace_.floats(name, at, {out, count});
  }

 private:
  template <class Value>
  Value told(Name name, Name type, Value value) {
    trace_.field(name, type, offset() - sizeof value, value);
    return value;
  }

  [[no_unique_address]] KeptTrace<Trace> trace_;
};

}  // namespace vitrine
