#pragma once
// A decoded chunk: named fields in file order, as the chunk panel shows them and as the builder reads them.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::kri {

struct Field;

class Record {
 public:
  void add_number(std::string_view name, double value);
  void add_flag(std::string_view name, bool value);
  void add_numbers(std::string_view name, std::vector<double> values);
  void add_text(std::string_view name, std::string_view value);
  std::vector<Record>& add_rows(std::string_view name);
  /// Where the field added last stands in the chunk, and its type in the layout table.
  void place_last(size_t offset, size_t size, char type);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The number (a flag counts 0 or 1), element `index` of several numbers, or `fallback`.
  double number(std::string_view name, size_t index = 0, double fallback = 0) const;
  float f32(std::string_view name, size_t index = 0, float fallback = 0) const {
    return static_cast<float>(number(name, index, fallback));
  }
  /// The text as it stands in the file, or empty.
  std::string_view text(std::string_view name) const;
  const std::vector<Record>& rows(std::string_view name) const;
  const std::vector<Field>& fields() const { return fields_; }
  bool empty() const { return fields_.empty(); }

  nlohmann::ordered_json to_json() const;

 private:
  const Field* find(std::string_view name) const;

  std::vector<Field> fields_;
};

enum class FieldKind : uint8_t { kNumber, kFlag, kNumbers, kText, kRows };

struct Field {
  std::string_view name;  ///< of static storage
  FieldKind kind = FieldKind::kNumber;
  std::vector<double> numbers;
  std::string text;
  std::vector<Record> rows;
  uint32_t offset = 0, size = 0;  ///< of its bytes within the payload; not known of array chunks
  char type = 0;  ///< ? B H L f T J * as in the layout table, { for counted rows, } for rows with an end
};

}  // namespace vitrine::kri
