#include "formats/kri/read/record.h"

namespace vitrine::kri {

Field& Record::add(std::string_view name, FieldKind kind) {
  Field& field = fields_.emplace_back();
  field.name = name;
  field.kind = kind;
  return field;
}

double* Record::add_numbers(std::string_view name, size_t count, FieldKind kind) {
  Field& field = add(name, kind);
  field.number_count = static_cast<uint8_t>(count);
  return field.stored;
}

std::vector<Record>& Record::add_rows(std::string_view name) {
  add(name, FieldKind::kRows);
  return rows_;
}

void Record::place_last(size_t offset, size_t size, char type) {
  Field& field = fields_.back();
  field.offset = static_cast<uint32_t>(offset);
  field.size = static_cast<uint32_t>(size);
  field.type = type;
}

const Field* Record::find(const char* wanted) const {
  const std::string_view name = wanted;
  for (const Field& field : fields_) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

double Record::number(const char* name, size_t index, double fallback) const {
  const Field* field = find(name);
  return field != nullptr && index < field->number_count ? field->stored[index] : fallback;
}

float Record::f32(const char* name, size_t index, float fallback) const {
  return static_cast<float>(number(name, index, fallback));
}

const double* Record::numbers(const char* name) const {
  static constexpr double kZeros[Field::kMostNumbers] = {};
  const Field* field = find(name);
  return field != nullptr ? field->stored : kZeros;
}

std::string_view Record::text(const char* name) const {
  const Field* field = find(name);
  return field != nullptr ? field->text : std::string_view();
}

}  // namespace vitrine::kri
