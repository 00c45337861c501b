#include "formats/qmsh/full/places.h"

#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/read/text_lexer.h"

namespace vitrine::qmsh {
namespace {

/// Walks the blocks of a text that has opened; what it does not look for it passes over.
class TextPlaces {
 public:
  explicit TextPlaces(std::span<const uint8_t> bytes) : text_(bytes), in_(text_) {}

  SourceRecordLists run() {
    in_.take_word("QMSH");
    in_.take_word("TMP");
    version_ = in_.unsigned_integer("");
    in_.take_word("objects");
    in_.take('{');
    while (going() && !in_.take('}')) object();
    in_.take_word("actions");
    in_.take('{');
    while (going() && !in_.take('}')) action();
    return std::move(lists_);
  }

 private:
  bool going() { return !in_.failed() && !in_.at_end(); }
  uint64_t past() const { return text_.file_offset(in_.plain().cursor().offset()); }
  void pass() {
    if (in_.next_is_string())
      in_.string("");
    else if (in_.next_is_number())
      in_.wide_number("");
    else if (!in_.take('{') && !in_.take('}') && !in_.take(',') && !in_.take(':') && !in_.take(';') && !in_.take('='))
      in_.word("");
  }
  void block(uint64_t at) {
    SourceRecords list;
    list.add(at, past());
    lists_.push_back(std::move(list));
  }
  /// Past the closing brace that ends the block we are in.
  void leave() {
    for (uint32_t depth = 1; depth != 0 && going();) {
      if (in_.take('{'))
        ++depth;
      else if (in_.take('}'))
        --depth;
      else
        pass();
    }
  }
  void to(std::string_view word) {
    while (going() && !in_.take_word(word)) pass();
    in_.take(':');
  }
  void numbers(uint32_t count) {
    for (uint32_t i = 0; i < count && going(); ++i) {
      if (i != 0) in_.take(',');
      in_.wide_number("");
    }
  }

  void object() {
    const uint64_t at = in_.offset();
    if (in_.next_is_word("mesh")) return mesh(at);
    const bool armature = in_.next_is_word("armature");
    while (going() && !in_.take('{')) pass();
    if (!armature) {
      leave();
    } else {
      while (going() && !in_.take('}')) {
        const uint64_t bone = in_.offset();
        if (!in_.next_is_word("bone")) {
          if (in_.take('{'))  // of a group
            leave();
          else
            pass();
          continue;
        }
        while (going() && !in_.take('{')) pass();
        leave();
        block(bone);
      }
    }
    block(at);
  }

  void mesh(uint64_t at) {
    SourceRecords vertices, faces;
    vertices.kind = PlaceKind::kVertex, vertices.name = "vertex";
    faces.kind = PlaceKind::kTriangle, faces.name = "face", faces.runs = true;
    vertices.owner = faces.owner = at;
    while (going() && !in_.take('{')) pass();
    // Material and texture names are quoted, unlike these keywords.
    to("vertices");
    const uint32_t vertex_count = in_.unsigned_integer("");
    in_.take('{');
    for (uint32_t i = 0; i < vertex_count && going(); ++i) {
      const uint64_t from = in_.offset();
      numbers(3);
      if (version_ >= 17) in_.take(','), numbers(3);
      vertices.add(from, past());
    }
    in_.take('}');
    to("faces");
    const uint32_t face_count = in_.unsigned_integer("");
    in_.take('{');
    uint32_t triangle = 0;
    for (uint32_t i = 0; i < face_count && going(); ++i) {
      const uint64_t from = in_.offset();
      const uint32_t corners = in_.unsigned_integer("");
      in_.wide_number(""), in_.wide_number("");
      for (uint32_t c = 0; c < corners && going(); ++c) in_.wide_number(""), numbers(2);
      if (version_ >= 12) numbers(3);
      faces.add(from, past(), triangle);
      triangle += corners - 2;
    }
    in_.take('}');
    lists_.push_back(std::move(vertices));
    lists_.push_back(std::move(faces));
    to("vertex_groups");
    in_.take('{');
    while (going() && !in_.take('}')) {
      SourceRecords group;
      group.kind = PlaceKind::kWeight, group.name = "vertex group entry", group.owner = at;
      in_.string("");
      in_.take('{');
      while (going() && !in_.take('}')) {
        const uint64_t from = in_.offset();
        const uint32_t vertex = in_.unsigned_integer("");
        in_.wide_number("");
        group.add(from, past(), vertex);
      }
      lists_.push_back(std::move(group));
    }
    in_.take('}');
    block(at);
  }

  void action() {
    const uint64_t at = in_.offset();
    in_.string("");
    in_.take('{');
    while (going() && !in_.take('}')) {
      in_.string("");
      in_.take('{');
      while (going() && !in_.take('}')) {
        SourceRecords keys;
        keys.kind = PlaceKind::kKey, keys.name = "point";
        keys.owner = in_.offset();
        while (going() && !in_.take('{')) pass();
        while (going() && !in_.take('}')) {
          const uint64_t from = in_.offset();
          numbers(2);
          keys.add(from, past());
        }
        const uint64_t curve = keys.owner;
        lists_.push_back(std::move(keys));
        block(curve);
      }
    }
    block(at);
  }

  SplicedText text_;
  TextLexer in_;
  uint32_t version_ = 0;
  SourceRecordLists lists_;
};

}  // namespace

SourceRecordLists text_places(std::span<const uint8_t> bytes) { return TextPlaces(bytes).run(); }

SourceRecordLists binary_places(std::span<const uint8_t> bytes) {
  SourceRecordLists lists;
  const auto model = read_quietly(bytes);
  if (!model) return lists;
  const BinaryModel& m = *model;
  const uint64_t owner = m.vertices_offset;
  lists.push_back(
      fixed_places(PlaceKind::kVertex, "vertex", owner, m.vertices_offset, m.positions.size(), m.vertex_stride()));
  uint32_t next = 0;
  bool contiguous = true;
  for (const BinarySubmesh& s : m.submeshes) {
    contiguous &= s.first_triangle == next;
    next = uint32_t{s.first_triangle} + s.triangle_count;
  }
  // Otherwise the triangles are drawn in another order (see QMSH_SUBMESH_COVER).
  if (contiguous && next == m.indices.size() / 3)
    lists.push_back(fixed_places(PlaceKind::kTriangle, "triangle", owner, m.triangles_offset, m.indices.size() / 3, 6));
  const auto blocks = [&](const auto& records, uint64_t past) {
    for (size_t i = 0; i < records.size(); ++i) {
      SourceRecords list;
      list.add(records[i].offset, i + 1 < records.size() ? records[i + 1].offset : past);
      lists.push_back(std::move(list));
    }
  };
  const auto end_of = [&](std::string_view name) {
    for (const Section& section : m.sections) {
      if (section.name == name) return section.offset + section.bytes;
    }
    return uint64_t{0};
  };
  SourceRecords vertices;
  if (!m.positions.empty()) vertices.add(owner, owner + m.positions.size() * m.vertex_stride());
  lists.push_back(std::move(vertices));
  blocks(m.submeshes, end_of("submeshes"));
  blocks(m.bones, end_of("bones"));
  blocks(m.animations, end_of("animations"));
  blocks(m.points, end_of("points"));
  const uint32_t stride = static_cast<uint32_t>(4 + m.bones.size() * (m.version >= 22 ? 40 : 32));
  for (const BinaryAnimation& a : m.animations)
    lists.push_back(
        fixed_places(PlaceKind::kFrame, "key", a.offset, a.offset + 1 + a.name.size() + 6, a.times_s.size(), stride));
  return lists;
}

std::vector<NamedPlace> pose_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists, uint64_t owner,
                                    const ChannelPlace& channel, uint32_t key) {
  const auto frames = std::find_if(lists.begin(), lists.end(), [&](const SourceRecords& list) {
    return list.kind == PlaceKind::kFrame && list.owner == owner;
  });
  if (frames == lists.end() || key >= frames->size()) return {};
  // A bone has translation, rotation and scale; TFQMSH10 has no number where later versions have theirs.
  const bool three_scales = bytes.size() > 4 && bytes[0] == 'Q' && bytes[4] >= 22;
  const uint64_t bone = 4 + uint64_t{channel.track} * (three_scales ? 40 : 32);
  const uint64_t number = channel.property == "translation" ? 4 * channel.component
                          : channel.property == "rotation"  ? 12 + 4 * channel.component
                                                            : 28 + (three_scales ? 4 * channel.component : 0);
  const uint64_t at = frames->offset_of(key);
  return {{at + bone + number, 4, "key"}, {at, 4, "time"}};
}

}  // namespace vitrine::qmsh
