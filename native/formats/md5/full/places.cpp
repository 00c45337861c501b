// Where the lines of md5 files stand. Words are looked for in any order; the lexer is the readers' own, so comments and
// strings are not misread.

#include "formats/md5/full/places.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "formats/md5/read.h"
#include "formats/md5/read/lexer.h"

namespace vitrine::md5 {
namespace {

/// A lexer without diagnostics.
class QuietLexer {
 public:
  QuietLexer(std::span<const uint8_t> bytes, uint64_t from)
      : budget_(~uint64_t{0}),
        context_{.name = "",
                 .bytes = bytes,
                 .options = options_,
                 .limits = limits_,
                 .budget = budget_,
                 .diagnostics = diagnostics_,
                 .info = info_},
        base_(context_),
        lexer_(base_, from) {}
  Lexer& operator*() { return lexer_; }

 private:
  ReadOptions options_;
  Limits limits_;
  Budget budget_;
  Diagnostics diagnostics_;
  nlohmann::ordered_json info_;
  LoadContext context_;
  Lexer base_, lexer_;
};

void vector(Lexer& in) {
  in.accept('(');
  for (int i = 0; i < 3; ++i) in.real64("");
  in.accept(')');
}

class MeshPlaces {
 public:
  explicit MeshPlaces(Lexer& in) : in_(in) {}

  SourceRecordLists run(bool version6) {
    while (!in_.at_end() && in_.ok()) {
      const Token token = in_.token();
      if (token.kind != TokenKind::kName) continue;
      if (token.text == "mesh" && version6) in_.integer("");
      if (token.text == "mesh" && in_.accept('{'))
        mesh(token.offset);
      else if (!version6 && token.text == "joints" && in_.accept('{'))
        joints();
    }
    return std::move(lists_);
  }

 private:
  void joints() {
    SourceRecords list;
    list.name = "joint";
    while (in_.ok() && !in_.at_end() && !in_.accept('}')) {
      const uint64_t at = in_.here();
      in_.text("", true);
      in_.integer("");
      vector(in_), vector(in_);
      if (in_.ok()) list.add(at, in_.offset());
    }
    lists_.push_back(std::move(list));
  }

  void mesh(uint64_t offset) {
    SourceRecords vertices, triangles, weights;
    vertices.kind = PlaceKind::kVertex, vertices.name = "vert";
    triangles.kind = PlaceKind::kTriangle, triangles.name = "tri";
    weights.kind = PlaceKind::kWeight, weights.name = "weight";
    vertices.owner = triangles.owner = weights.owner = offset;
    uint32_t depth = 1;
    while (depth != 0 && in_.ok() && !in_.at_end()) {
      const uint64_t at = in_.here();
      if (in_.accept("vert")) {
        const auto number = static_cast<uint32_t>(in_.integer(""));
        in_.accept('(');
        in_.real64(""), in_.real64("");
        in_.accept(')');
        vertices.links.push_back(in_.index(""));
        vertices.links.push_back(in_.index(""));
        vertices.add(at, in_.offset(), number);
      } else if (in_.accept("tri")) {
        const auto number = static_cast<uint32_t>(in_.integer(""));
        for (int i = 0; i < 3; ++i) in_.integer("");
        triangles.add(at, in_.offset(), number);
      } else if (in_.accept("weight")) {
        const auto number = static_cast<uint32_t>(in_.integer(""));
        in_.integer("");
        in_.real64("");
        vector(in_);
        weights.add(at, in_.offset(), number);
      } else if (in_.accept('{')) {
        ++depth;
      } else if (in_.accept('}')) {
        --depth;
      } else {
        in_.token();
      }
    }
    SourceRecords block;
    block.name = "mesh";
    block.add(offset, in_.offset());
    for (SourceRecords* list : {&block, &vertices, &triangles, &weights}) lists_.push_back(std::move(*list));
  }

  Lexer& in_;
  SourceRecordLists lists_;
};

/// Past the closing brace of a block whose opening one is taken.
void skip_block(Lexer& in) {
  for (uint32_t depth = 1; depth != 0 && in.ok() && !in.at_end();) {
    if (in.accept('{'))
      ++depth;
    else if (in.accept('}'))
      --depth;
    else
      in.token();
  }
}

}  // namespace

SourceRecordLists mesh_places(std::span<const uint8_t> bytes, bool version6) {
  QuietLexer lexer(bytes, 0);
  return MeshPlaces(*lexer).run(version6);
}

uint64_t vertex_place(std::span<const uint8_t> bytes, uint64_t from, uint64_t vertex) {
  QuietLexer lexer(bytes, from);
  Lexer& in = *lexer;
  while (in.ok() && !in.at_end()) {
    const uint64_t at = in.here();
    if (!in.accept("vert"))
      in.token();
    else if (in.integer("") == static_cast<int64_t>(vertex))
      return at;
  }
  return from;
}

SourceRecordLists animation_places(std::span<const uint8_t> bytes) {
  QuietLexer lexer(bytes, 0);
  Lexer& in = *lexer;
  SourceRecords hierarchy, bounds, base, frames;
  hierarchy.kind = base.kind = PlaceKind::kTrack;
  hierarchy.name = "hierarchy", base.name = "baseframe";
  frames.kind = PlaceKind::kFrame, frames.name = "frame";
  bounds.kind = PlaceKind::kFrame, bounds.name = "bounds";
  const auto vectors = [](Lexer& from, SourceRecords& list) {
    while (from.ok() && !from.at_end() && !from.accept('}')) {
      const uint64_t at = from.here();
      vector(from), vector(from);
      if (from.ok()) list.add(at, from.offset());
    }
  };
  while (!in.at_end() && in.ok()) {
    const Token token = in.token();
    if (token.kind != TokenKind::kName) continue;
    if (token.text == "hierarchy" && in.accept('{')) {
      while (in.ok() && !in.at_end() && !in.accept('}')) {
        const uint64_t at = in.here();
        in.text("", false);
        for (int i = 0; i < 3; ++i) in.integer("");
        if (in.ok()) hierarchy.add(at, in.offset());
      }
    } else if (token.text == "bounds") {
      // The reader leaves faulty bounds out, and a second block.
      const uint64_t from = in.offset();
      Lexer ahead(in, from);
      SourceRecords own = bounds;
      const bool is_block = ahead.accept('{');
      if (is_block) vectors(ahead, own);
      if (is_block && ahead.ok() && in.accept('{'))
        skip_block(in);
      else
        in.skip_to(kAnimKeys, from);
      if (is_block && ahead.ok() && bounds.size() == 0) bounds = std::move(own);
    } else if (token.text == "baseframe" && in.accept('{')) {
      vectors(in, base);
    } else if (token.text == "frame") {
      in.integer("");
      if (!in.accept('{')) continue;
      skip_block(in);
      frames.add(token.offset, in.offset());
    }
  }
  SourceRecordLists lists;
  for (SourceRecords* list : {&hierarchy, &bounds, &base, &frames}) lists.push_back(std::move(*list));
  return lists;
}

SourceRecordLists camera_places(std::span<const uint8_t> bytes) {
  QuietLexer lexer(bytes, 0);
  Lexer& in = *lexer;
  SourceRecords frames;
  frames.kind = PlaceKind::kFrame, frames.name = "frame";
  while (!in.at_end() && in.ok()) {
    const Token token = in.token();
    if (token.kind != TokenKind::kName || token.text != "camera" || !in.accept('{')) continue;
    while (in.ok() && !in.at_end() && !in.accept('}')) {
      const uint64_t at = in.here();
      vector(in), vector(in);
      in.real64("");
      if (in.ok()) frames.add(at, in.offset());
    }
  }
  SourceRecordLists lists;
  lists.push_back(std::move(frames));
  return lists;
}

std::vector<NumberPlace> numbers_between(std::span<const uint8_t> bytes, uint64_t from, uint64_t to) {
  QuietLexer lexer(bytes.subspan(0, static_cast<size_t>(std::min<uint64_t>(to, bytes.size()))), from);
  Lexer& in = *lexer;
  std::vector<NumberPlace> out;
  while (!in.at_end() && in.ok()) {
    const Token next = in.peek();
    if (next.kind == TokenKind::kNumber ||
        (next.kind == TokenKind::kPunctuation && (next.text == "-" || next.text == "+"))) {
      const uint64_t at = in.here();
      const double value = in.real64("");
      if (in.ok()) out.push_back({at, static_cast<uint32_t>(in.offset() - at), value});
    } else {
      in.token();
    }
  }
  return out;
}

namespace {

std::vector<NumberPlace> numbers_of(std::span<const uint8_t> bytes, const SourceRecords& list, uint32_t record) {
  return numbers_between(bytes, list.offset_of(record), list.offset_of(record) + list.bytes_of(record));
}

std::vector<NamedPlace> number_at(const std::vector<NumberPlace>& numbers, size_t index, const char* name) {
  if (index >= numbers.size()) return {};
  return {{numbers[index].offset, numbers[index].size, name}};
}

const SourceRecords* list_named(const SourceRecordLists& lists, std::string_view name) {
  const auto found = std::find_if(lists.begin(), lists.end(), [&](const SourceRecords& l) { return l.name == name; });
  return found == lists.end() ? nullptr : &*found;
}

bool is_computed(const ChannelPlace& channel) { return channel.property == "rotation" && channel.component == 3; }
uint32_t number_in_frame(const ChannelPlace& channel) {
  return (channel.property == "rotation" ? 3 : 0) + channel.component;
}

}  // namespace

std::vector<NamedPlace> animation_key_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists, uint64_t,
                                             const ChannelPlace& channel, uint32_t key) {
  const SourceRecords *frames = list_named(lists, "frame"), *hierarchy = list_named(lists, "hierarchy"),
                      *base = list_named(lists, "baseframe");
  if (key >= frames->size() || channel.track >= hierarchy->size()) return {};
  if (is_computed(channel)) return {{frames->offset_of(key), frames->bytes_of(key), "frame"}};
  const uint32_t bit = number_in_frame(channel);
  if ((channel.animated >> bit & 1) == 0) {
    if (channel.track >= base->size()) return {};
    return number_at(numbers_of(bytes, *base, channel.track), bit, "base value");
  }
  const auto line = numbers_of(bytes, *hierarchy, channel.track);
  if (line.empty()) return {};
  auto index = static_cast<size_t>(line.back().value);
  for (uint32_t b = 0; b < bit; ++b) index += channel.animated >> b & 1;
  return number_at(numbers_of(bytes, *frames, key), index + 1, "key");  // behind the number of the frame
}

std::vector<NamedPlace> camera_key_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists, uint64_t,
                                          const ChannelPlace& channel, uint32_t key) {
  const SourceRecords* frames = list_named(lists, "frame");
  if (key >= frames->size()) return {};
  if (channel.property == "fov") return number_at(numbers_of(bytes, *frames, key), 6, "fov");
  if (is_computed(channel)) return {{frames->offset_of(key), frames->bytes_of(key), "frame"}};
  return number_at(numbers_of(bytes, *frames, key), number_in_frame(channel), "key");
}

std::vector<DeclaredNumber> declared_numbers(std::span<const uint8_t> bytes) {
  QuietLexer lexer(bytes, 0);
  Lexer& in = *lexer;
  std::vector<DeclaredNumber> out;
  uint64_t mesh = 0;
  while (!in.at_end() && in.ok()) {
    const Token token = in.token();
    if (token.kind != TokenKind::kName) continue;
    if (token.text == "mesh") mesh = token.offset;
    const std::string_view word = token.text;
    const bool counts = word.starts_with("num") || word == "frameRate";
    if (!counts || in.peek().kind != TokenKind::kNumber) continue;
    const uint64_t at = in.here();
    const double value = in.real64("");
    if (in.ok()) out.push_back({std::string(word), mesh, {at, static_cast<uint32_t>(in.offset() - at), value}});
  }
  return out;
}

std::vector<NumberPlace> cut_numbers(std::span<const uint8_t> bytes) {
  QuietLexer lexer(bytes, 0);
  Lexer& in = *lexer;
  std::vector<NumberPlace> out;
  while (!in.at_end() && in.ok()) {
    if (!in.accept("cuts")) {
      in.token();
      continue;
    }
    if (!in.accept('{')) continue;
    while (in.ok() && !in.at_end() && !in.accept('}')) {
      if (in.peek().kind != TokenKind::kNumber) return {};
      const uint64_t at = in.here();
      const double value = in.real64("");
      out.push_back({at, static_cast<uint32_t>(in.offset() - at), value});
    }
  }
  return out;
}

uint32_t unclosed_blocks(std::span<const uint8_t> bytes) {
  QuietLexer lexer(bytes, 0);
  Lexer& in = *lexer;
  int64_t depth = 0;
  while (!in.at_end() && in.ok()) {
    const Token token = in.token();
    if (token.kind != TokenKind::kPunctuation) continue;
    depth += token.text == "{" ? 1 : token.text == "}" ? -1 : 0;
  }
  return in.ok() && depth > 0 ? static_cast<uint32_t>(depth) : 0;
}

}  // namespace vitrine::md5
