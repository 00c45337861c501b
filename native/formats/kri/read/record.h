#pragma once
// A decoded chunk: named fields in file order, as the chunk panel shows them and as the builder reads them. Texts stay
// where they are in the file's bytes.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace vitrine::kri {

enum class FieldKind : uint8_t { kNumber, kFlag, kNumbers, kText, kRows };

struct Field {
  static constexpr size_t kMostNumbers = 8;

  std::string_view name;  ///< of static storage
  FieldKind kind = FieldKind::kNumber;
  char type = 0;  ///< ? B H L f T J * as in the layout table, { for counted rows, } for rows with an end
  uint8_t number_count = 0;
  double stored[kMostNumbers] = {};
  std::string_view text;
  uint32_t offset = 0, size = 0;  ///< of its bytes within the payload; not known of array chunks

  std::span<const double> numbers() const { return {stored, number_count}; }
};

class Record {
 public:
  /// Room for `count` numbers, at most kMostNumbers; the caller fills them.
  double* add_numbers(std::string_view name, size_t count, FieldKind kind = FieldKind::kNumbers);
  void add_number(std::string_view name, double value) { *add_numbers(name, 1, FieldKind::kNumber) = value; }
  void add_text(std::string_view name, std::string_view value) { add(name, FieldKind::kText).text = value; }
  /// A record has one field of rows at most.
  std::vector<Record>& add_rows(std::string_view name);
  /// Where the field added last stands in the chunk, and its type in the layout table.
  void place_last(size_t offset, size_t size, char type);

  bool has(const char* name) const { return find(name) != nullptr; }
  /// The number (a flag counts 0 or 1), element `index` of several numbers, or `fallback`.
  double number(const char* name, size_t index = 0, double fallback = 0) const;
  float f32(const char* name, size_t index = 0, float fallback = 0) const;
  /// kMostNumbers of them: 0 behind those of the field, and where there is no such field.
  const double* numbers(const char* name) const;
  /// The text as it stands in the file, or empty.
  std::string_view text(const char* name) const;
  /// None where there is no field of rows.
  const std::vector<Record>& rows() const { return rows_; }
  const std::vector<Field>& fields() const { return fields_; }
  bool empty() const { return fields_.empty(); }

  nlohmann::ordered_json to_json() const;

 private:
  Field& add(std::string_view name, FieldKind kind);
  const Field* find(const char* name) const;

  std::vector<Field> fields_;
  std::vector<Record> rows_;
};

}  // namespace vitrine::kri
