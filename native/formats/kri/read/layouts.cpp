#include "formats/kri/read/layouts.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "base/byte_reader.h"
#include "base/checked.h"
#include "formats/kri/read/arrays.h"
#include "formats/kri/read/layout_table.h"

namespace vitrine::kri {
namespace {

constexpr std::array<std::string_view, 5> kLampWords = {"POINT", "SUN", "SPOT", "HEMI", "AREA"};
constexpr std::array<std::string_view, 11> kSourceWords = {
    "UV", "ORCO", "OBJECT", "GLOBAL", "WINDOW", "NORMAL", "REFLECTION", "TANGENT", "STRAND", "STICKY", "STRESS"};

bool word_fits(std::string_view word, std::string_view wanted) {
  const auto among = [&](const auto& words) { return std::find(words.begin(), words.end(), word) != words.end(); };
  if (wanted.empty()) return true;
  if (wanted == "@lamp") return among(kLampWords);
  if (wanted == "@source") return among(kSourceWords);
  if (wanted == "@other") return word != "UV" && word != "OBJECT" && among(kSourceWords);
  return word == wanted;
}

/// Rows of the table for chunks of this name, in the order in which they are tried.
std::span<const LayoutRow* const> rows_of(std::string_view name) {
  static const auto by_name = [] {
    std::map<std::string_view, std::vector<const LayoutRow*>> rows;
    for (const LayoutRow& row : layout_table()) {
      for (std::string_view names = row.chunk; !names.empty();) {
        const size_t bar = std::min(names.find('|'), names.size());
        rows[names.substr(0, bar)].push_back(&row);
        names.remove_prefix(std::min(bar + 1, names.size()));
      }
    }
    return rows;
  }();
  const auto found = by_name.find(name);
  if (found == by_name.end()) return {};
  return found->second;
}

/// Walks the field list of one layout over one payload.
class Matcher {
 public:
  explicit Matcher(std::span<const uint8_t> payload) : reader_(payload) {}

  bool run(std::string_view fields, Record& record) { return items(fields, record) && reader_.ok(); }
  bool exact() const { return reader_.ok() && reader_.at_end(); }

 private:
  static size_t item_end(std::string_view fields) {
    size_t depth = 0;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i] == '{') ++depth;
      if (fields[i] == '}') --depth;
      if (fields[i] == ' ' && depth == 0) return i;
    }
    return fields.size();
  }

  static char type_letter(std::string_view type) {
    if (type.find('{') != std::string_view::npos) return type[0] == '0' ? '}' : '{';
    return type[std::min(type.find_first_not_of("0123456789"), type.size() - 1)];
  }

  bool items(std::string_view fields, Record& record) {
    while (!fields.empty()) {
      const size_t end = item_end(fields);
      const std::string_view field = fields.substr(0, end);
      fields.remove_prefix(std::min(end + 1, fields.size()));
      const size_t colon = field.find(':');
      const std::string_view type = field.substr(colon + 1);
      const uint64_t from = reader_.offset();
      if (!item(field.substr(0, colon), type, record) || !reader_.ok()) return false;
      record.place_last(from, reader_.offset() - from, type_letter(type));
    }
    return true;
  }

  bool item(std::string_view name, std::string_view type, Record& record) {
    if (const size_t brace = type.find('{'); brace != std::string_view::npos) {
      return rows(name, type[0], type.substr(brace + 1, type.size() - brace - 2), record);
    }
    std::string_view wanted;
    if (const size_t equals = type.find('='); equals != std::string_view::npos) {
      wanted = type.substr(equals + 1);
      type = type.substr(0, equals);
    }
    size_t count = 0;
    while (type[0] >= '0' && type[0] <= '9') {
      count = count * 10 + static_cast<size_t>(type[0] - '0');
      type.remove_prefix(1);
    }
    switch (type[0]) {
      case '?': {
        const uint8_t value = reader_.u8();
        *record.add_numbers(name, 1, FieldKind::kFlag) = value != 0;
        return value <= 1;
      }
      case 'T':
        return text(name, type.substr(1), wanted, record);
      case 'J': {
        const uint8_t node = reader_.u8();
        double* numbers = record.add_numbers(name, node == 0 ? 1 : 2);
        numbers[0] = node;
        if (node != 0) numbers[1] = reader_.u8();
        return true;
      }
      case '*':
        record.add_number(name, static_cast<double>(reader_.remaining()));
        reader_.skip(reader_.remaining());
        return true;
    }
    if (count == 0) {
      const double value = number(type[0]);
      record.add_number(name, value);
      return wanted.empty() || value == wanted[0] - '0';
    }
    double* values = record.add_numbers(name, count);
    for (size_t i = 0; i < count; ++i) values[i] = number(type[0]);
    return true;
  }

  double number(char type) {
    switch (type) {
      case 'B':
        return reader_.u8();
      case 'H':
        return reader_.u16();
      case 'L':
        return reader_.u32();
    }
    return reader_.f32();
  }

  bool text(std::string_view name, std::string_view width, std::string_view wanted, Record& record) {
    std::string_view value;
    if (width.empty()) {
      value = reader_.text(reader_.u8());
    } else {
      size_t bytes = 0;
      for (const char digit : width) bytes = bytes * 10 + static_cast<size_t>(digit - '0');
      const std::string_view padded = reader_.text(bytes);
      value = padded.substr(0, std::min(padded.find('\0'), padded.size()));
      if (padded.find_first_not_of('\0', value.size()) != std::string_view::npos) return false;
    }
    record.add_text(name, value);
    return !has_control(value) && word_fits(value, wanted);
  }

  bool rows(std::string_view name, char count_type, std::string_view fields, Record& record) {
    std::vector<Record>& rows = record.add_rows(name);
    if (count_type == '0') {
      while (reader_.remaining() > 0) {
        ByteReader ahead = reader_;
        if (ahead.u8() == 0) {
          reader_.skip(1);
          return true;
        }
        if (!items(fields, rows.emplace_back())) return false;
      }
      return false;
    }
    const uint8_t count = reader_.u8();
    for (uint8_t i = 0; i < count; ++i) {
      if (!items(fields, rows.emplace_back())) return false;
    }
    return true;
  }

  ByteReader reader_;
};

bool agree(Strings row, Strings file) { return row == Strings::kUnknown || file == Strings::kUnknown || row == file; }

}  // namespace

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

std::optional<std::string_view> leading_text(std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  const std::string_view text = reader.text(reader.u8());
  if (!reader.ok() || has_control(text)) return std::nullopt;
  return text;
}

bool is_known(std::string_view name) { return is_array_chunk(name) || !rows_of(name).empty(); }

bool may_be_empty(std::string_view name) {
  if (is_array_chunk(name)) return false;
  const auto rows = rows_of(name);
  return rows.empty() ||
         std::any_of(rows.begin(), rows.end(), [](const LayoutRow* row) { return row->fields[0] == 0; });
}

Strings strings_of(const Frame& frame) {
  if (!frame.is("node") && !frame.is("mat")) return Strings::kUnknown;
  const auto decoded = decode(frame, Strings::kUnknown, 0);
  if (!decoded) return Strings::kUnknown;
  const bool fixed = decoded->is("fixed") || decoded->is("A") || decoded->is("B");
  return fixed ? Strings::kFixed : Strings::kText;
}

std::optional<Decoded> decode(const Frame& frame, Strings strings, uint32_t vertex_count) {
  if (is_array_chunk(frame.name)) return decode_array(frame, strings, vertex_count);
  const auto rows = rows_of(frame.name);
  // First the layouts of the file's own strings, then the others: one chunk may be wrong about itself.
  for (const bool own : {true, false}) {
    for (const LayoutRow* row : rows) {
      if (agree(row->strings, strings) != own) continue;
      Decoded decoded;
      Matcher matcher(frame.payload);
      if (!matcher.run(row->fields, decoded.fields) || !matcher.exact()) continue;
      decoded.layout = row->tag;
      return decoded;
    }
  }
  return std::nullopt;
}

}  // namespace vitrine::kri
