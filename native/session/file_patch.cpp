#include "session/file_patch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/byte_reader.h"
#include "base/utf8.h"
#include "formats/details.h"
#include "formats/record_map.h"

namespace vitrine {

PatchedFile::PatchedFile(std::span<const uint8_t> original)
    : original_(original), bytes_(original.begin(), original.end()), pieces_{{0, original.size(), true}} {}

void PatchedFile::push(std::vector<Piece>& to, Piece piece) const {
  if (piece.size == 0) return;
  if (!to.empty() && to.back().original && piece.original && to.back().offset + to.back().size == piece.offset)
    to.back().size += piece.size;
  else
    to.push_back(piece);
}

void PatchedFile::apply(const std::vector<Edit>& edits) {
  std::vector<Piece> out;
  size_t piece = 0;
  uint64_t used = 0, at = 0;
  const auto take = [&](uint64_t until, bool keep) {
    while (at < until && piece < pieces_.size()) {
      const Piece& from = pieces_[piece];
      const uint64_t n = std::min(from.size - used, until - at);
      if (keep) push(out, {from.offset + used, n, from.original});
      used += n, at += n;
      if (used == from.size) ++piece, used = 0;
    }
  };
  for (const Edit& edit : edits) {
    take(edit.offset, true);
    take(edit.offset + edit.removed, false);
    push(out, {added_.size(), edit.bytes.size(), false});
    added_.insert(added_.end(), edit.bytes.begin(), edit.bytes.end());
  }
  take(bytes_.size(), true);
  pieces_ = std::move(out);
  bytes_.clear();
  for (const Piece& p : pieces_) {
    const uint8_t* from = (p.original ? original_.data() : added_.data()) + p.offset;
    bytes_.insert(bytes_.end(), from, from + p.size);
  }
}

std::vector<PatchedFile::Change> PatchedFile::changes() const {
  std::vector<Change> out;
  uint64_t was = 0, is = 0, pending = 0;
  const auto close = [&](uint64_t until) {
    if (pending != 0 || until > was) out.push_back({was, until, is - pending, is});
    pending = 0;
  };
  for (const Piece& p : pieces_) {
    if (!p.original) {
      pending += p.size, is += p.size;
      continue;
    }
    close(p.offset);
    was = p.offset + p.size;
    is += p.size;
  }
  close(original_.size());
  return out;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr uint32_t kContext = 3;
/// Rows handed over; what follows is only counted.
constexpr size_t kMostRows = 100'000;
constexpr size_t kLongestRow = 400;
constexpr uint64_t kMostHex = 32;
/// Bytes that are walked for names: each record is found from the beginning of the file. Scalars of further ones are
/// shown without.
constexpr uint64_t kMostWalked = 256u << 20;

std::vector<uint64_t> line_starts(std::span<const uint8_t> bytes) {
  std::vector<uint64_t> starts = {0};
  for (size_t i = 0; i + 1 < bytes.size(); ++i) {
    if (bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n')) starts.push_back(i + 1);
  }
  starts.push_back(bytes.size());
  return starts;
}

uint32_t line_of(const std::vector<uint64_t>& starts, uint64_t offset) {
  const auto after = std::upper_bound(starts.begin(), starts.end() - 1, offset);
  return static_cast<uint32_t>(after - starts.begin() - 1);
}

/// The end of a text that ends its last line counts as well.
bool starts_line(const std::vector<uint64_t>& starts, uint64_t offset) {
  return std::binary_search(starts.begin(), starts.end(), offset);
}

std::string line_text(std::span<const uint8_t> bytes, const std::vector<uint64_t>& starts, uint32_t line) {
  uint64_t from = starts[line], to = starts[line + 1];
  while (to > from && (bytes[to - 1] == '\n' || bytes[to - 1] == '\r')) --to;
  const bool cut = to - from > kLongestRow;
  if (cut) to = from + kLongestRow;
  return to_utf8(std::string(reinterpret_cast<const char*>(bytes.data()) + from, to - from)) + (cut ? " …" : "");
}

/// Lines [from, to) before, [new_from, new_to) after.
struct Lines {
  uint32_t from, to, new_from, new_to;
};

std::string hex(std::span<const uint8_t> bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string out;
  for (size_t i = 0; i < bytes.size() && i < kMostHex; ++i) {
    if (i != 0) out += ' ';
    out += kDigits[bytes[i] >> 4];
    out += kDigits[bytes[i] & 15];
  }
  if (bytes.size() > kMostHex) out += " …";
  return out;
}

Json value_of(std::span<const uint8_t> bytes, std::string_view type, bool big_endian) {
  ByteReader in(bytes, 0, big_endian);
  if (type == "f32") {
    const float value = in.f32();
    return std::isfinite(value) ? Json(value) : Json(std::isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf");
  }
  if (type == "u8") return in.u8();
  if (type == "u16") return in.u16();
  if (type == "u32") return in.u32();
  if (type == "bool") return in.u8() != 0;
  return nullptr;
}

/// Names the scalars of a binary file.
class Namer {
 public:
  Namer(std::span<const uint8_t> bytes, const FormatDetails& details) : bytes_(bytes), details_(details) {}

  struct Scalar {
    std::string name, type;
    uint64_t offset = 0, size = 0;
  };
  bool big_endian() const { return map_.is_object() && map_.value("bigEndian", false); }

  /// The scalar that holds a byte; one without a type where the bytes have no name.
  Scalar at(uint64_t offset) {
    if (details_.map_record == nullptr) return {"", "", offset, bytes_.size() - offset};
    if (!map_.is_object() || offset < start_ || offset >= end_) {
      if (walked_ > kMostWalked) return {"", "", offset, bytes_.size() - offset};
      walked_ += 2 * bytes_.size();
      start_ = details_.record_start(bytes_, offset);
      map_ = details_.map_record(bytes_, start_);
      if (!map_.is_object()) return {"", "", offset, bytes_.size() - offset};
      end_ = start_ + map_["size"].get<uint64_t>();
      last_ = 0;
    }
    const Json& parts = map_["parts"];
    for (size_t step = 0; step < parts.size(); ++step) {
      const size_t index = (last_ + step) % parts.size();
      const Json& part = parts[index];
      const uint64_t at = part["offset"].get<uint64_t>();
      const bool array = part.contains("members");
      const uint64_t size =
          array ? part["count"].get<uint64_t>() * part["stride"].get<uint64_t>() : part["size"].get<uint64_t>();
      if (offset < at || offset >= at + size) continue;
      last_ = index;
      return array ? element(part, offset - at, at) : field(part, offset - at, at, size);
    }
    return {map_["kind"].get<std::string>(), "", offset, end_ - offset};
  }

 private:
  static Scalar field(const Json& part, uint64_t within, uint64_t at, uint64_t size) {
    const auto name = part["name"].get<std::string>(), type = part["type"].get<std::string>();
    if (type == "text" || type == "bytes" || type == "bool") return {name, type, at, size};
    const uint64_t bytes = bytes_of_type(type);
    if (size <= bytes) return {name, type, at, size};
    const uint64_t i = within / bytes;
    return {name + "[" + std::to_string(i) + "]", type, at + i * bytes, bytes};
  }
  static Scalar element(const Json& part, uint64_t within, uint64_t at) {
    const uint64_t stride = part["stride"].get<uint64_t>(), i = within / stride, inside = within % stride;
    for (const Json& member : part["members"]) {
      const auto type = member["type"].get<std::string>();
      const uint64_t bytes = bytes_of_type(type), first = member["at"].get<uint64_t>(),
                     count = member["count"].get<uint64_t>();
      if (inside < first || inside >= first + bytes * count) continue;
      const uint64_t c = (inside - first) / bytes;
      std::string name =
          part["name"].get<std::string>() + "[" + std::to_string(i) + "]." + member["name"].get<std::string>();
      if (count > 1) name += "[" + std::to_string(c) + "]";
      return {std::move(name), type, at + i * stride + first + c * bytes, bytes};
    }
    return {part["name"].get<std::string>(), "", at + within, stride - inside};
  }

  std::span<const uint8_t> bytes_;
  const FormatDetails& details_;
  Json map_;
  uint64_t start_ = 0, end_ = 0, walked_ = 0;
  size_t last_ = 0;
};

}  // namespace

Json text_diff(std::span<const uint8_t> before, const PatchedFile& file) {
  const std::span<const uint8_t> after = file.bytes();
  const auto old_starts = line_starts(before), new_starts = line_starts(after);
  const auto old_count = static_cast<uint32_t>(old_starts.size() - 1),
             new_count = static_cast<uint32_t>(new_starts.size() - 1);
  std::vector<Lines> changed;
  for (const PatchedFile::Change& c : file.changes()) {
    Lines lines{line_of(old_starts, c.from), 0, line_of(new_starts, c.new_from), 0};
    const auto past = [](const std::vector<uint64_t>& starts, uint64_t from, uint64_t to) {
      return line_of(starts, std::max(from, to == 0 ? 0 : to - 1)) + 1;
    };
    lines.to = past(old_starts, c.from, c.to), lines.new_to = past(new_starts, c.new_from, c.new_to);
    // Whole lines that only went or came have no other half.
    if (starts_line(old_starts, c.from) && starts_line(new_starts, c.new_from)) {
      if (c.from == before.size()) lines.from = old_count;
      if (c.new_from == after.size()) lines.new_from = new_count;
      if (c.from == c.to && starts_line(new_starts, c.new_to)) lines.to = lines.from;
      if (c.new_from == c.new_to && starts_line(old_starts, c.to)) lines.new_to = lines.new_from;
    }
    if (!changed.empty() && lines.from < changed.back().to) {
      // Two changes of one line: the longer halves of both.
      changed.back().to = std::max(changed.back().to, lines.to);
      changed.back().new_to = std::max(changed.back().new_to, lines.new_to);
    } else {
      changed.push_back(lines);
    }
  }
  Json hunks = Json::array();
  size_t rows = 0;
  for (size_t first = 0; first < changed.size() && rows < kMostRows;) {
    size_t last = first;
    while (last + 1 < changed.size() && changed[last + 1].from <= changed[last].to + 2 * kContext) ++last;
    const uint32_t from = changed[first].from - std::min(changed[first].from, kContext),
                   to = std::min(old_count, changed[last].to + kContext);
    const uint32_t new_from = changed[first].new_from - (changed[first].from - from),
                   new_to = std::min(new_count, changed[last].new_to + (to - changed[last].to));
    Json list = Json::array();
    const auto row = [&](const char* sign, std::string text) {
      if (rows++ < kMostRows) list.push_back({sign, std::move(text)});
    };
    uint32_t line = from;
    for (size_t i = first; i <= last; ++i) {
      for (; line < changed[i].from; ++line) row(" ", line_text(before, old_starts, line));
      for (; line < changed[i].to; ++line) row("-", line_text(before, old_starts, line));
      for (uint32_t n = changed[i].new_from; n < changed[i].new_to; ++n) row("+", line_text(after, new_starts, n));
    }
    for (; line < to; ++line) row(" ", line_text(before, old_starts, line));
    hunks.push_back({{"line", from + 1},
                     {"lines", to - from},
                     {"newLine", new_from + 1},
                     {"newLines", new_to - new_from},
                     {"rows", std::move(list)}});
    first = last + 1;
  }
  return hunks;
}

Json binary_diff(std::span<const uint8_t> before, const PatchedFile& file, const FormatRow& row) {
  const std::span<const uint8_t> after = file.bytes();
  Namer namer(before, *row.details);
  Json out = Json::array();
  for (const PatchedFile::Change& c : file.changes()) {
    const bool same_size = c.to - c.from == c.new_to - c.new_from;
    for (uint64_t at = c.from; at < c.to || (at == c.from && !same_size);) {
      if (out.size() >= kMostRows) return out;
      auto scalar = at < before.size() ? namer.at(at) : Namer::Scalar{"end of the file", "", at, 0};
      if (scalar.name.empty()) scalar.size = std::min(scalar.size, c.to - at);
      if (!same_size || scalar.size == 0) scalar.offset = c.from, scalar.size = c.to - c.from;
      const uint64_t past = std::max(at + 1, same_size ? scalar.offset + scalar.size : c.to);
      const auto was = before.subspan(static_cast<size_t>(scalar.offset), static_cast<size_t>(scalar.size));
      const auto is = same_size
                          ? after.subspan(static_cast<size_t>(scalar.offset + c.new_from - c.from),
                                          static_cast<size_t>(scalar.size))
                          : after.subspan(static_cast<size_t>(c.new_from), static_cast<size_t>(c.new_to - c.new_from));
      at = past;
      if (same_size && std::equal(was.begin(), was.end(), is.begin())) continue;
      out.push_back({{"offset", scalar.offset},
                     {"size", was.size()},
                     {"newSize", is.size()},
                     {"field", scalar.name},
                     {"type", scalar.type},
                     {"before", same_size ? value_of(was, scalar.type, namer.big_endian()) : Json(nullptr)},
                     {"after", same_size ? value_of(is, scalar.type, namer.big_endian()) : Json(nullptr)},
                     {"hexBefore", hex(was)},
                     {"hexAfter", hex(is)}});
    }
  }
  return out;
}

}  // namespace vitrine
