#include "formats/kri/record.h"

#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace vitrine::kri {

void Record::add_number(std::string_view name, double value) {
  fields_.push_back({name, FieldKind::kNumber, {value}, {}, {}});
}
void Record::add_flag(std::string_view name, bool value) {
  fields_.push_back({name, FieldKind::kFlag, {value ? 1.0 : 0.0}, {}, {}});
}
void Record::add_numbers(std::string_view name, std::vector<double> values) {
  fields_.push_back({name, FieldKind::kNumbers, std::move(values), {}, {}});
}
void Record::add_text(std::string_view name, std::string_view value) {
  fields_.push_back({name, FieldKind::kText, {}, std::string(value), {}});
}
std::vector<Record>& Record::add_rows(std::string_view name) {
  fields_.push_back({name, FieldKind::kRows, {}, {}, {}});
  return fields_.back().rows;
}
void Record::place_last(size_t offset, size_t size, char type) {
  Field& field = fields_.back();
  field.offset = static_cast<uint32_t>(offset);
  field.size = static_cast<uint32_t>(size);
  field.type = type;
}

const Field* Record::find(std::string_view name) const {
  for (const Field& field : fields_) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

double Record::number(std::string_view name, size_t index, double fallback) const {
  const Field* field = find(name);
  return field != nullptr && index < field->numbers.size() ? field->numbers[index] : fallback;
}

std::string_view Record::text(std::string_view name) const {
  const Field* field = find(name);
  return field != nullptr ? std::string_view(field->text) : std::string_view();
}

const std::vector<Record>& Record::rows(std::string_view name) const {
  static const std::vector<Record> none;
  const Field* field = find(name);
  return field != nullptr ? field->rows : none;
}

nlohmann::ordered_json Record::to_json() const {
  auto json = nlohmann::ordered_json::object();
  for (const Field& field : fields_) {
    auto& value = json[std::string(field.name)];
    switch (field.kind) {
      case FieldKind::kNumber:
        value = field.numbers[0];
        break;
      case FieldKind::kFlag:
        value = field.numbers[0] != 0;
        break;
      case FieldKind::kNumbers:
        value = field.numbers;
        break;
      case FieldKind::kText:
        value = to_utf8(field.text);
        break;
      case FieldKind::kRows:
        value = nlohmann::ordered_json::array();
        for (const Record& row : field.rows) value.push_back(row.to_json());
        break;
    }
  }
  return json;
}

}  // namespace vitrine::kri
