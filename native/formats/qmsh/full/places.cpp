#include "formats/qmsh/full/places.h"

#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/read/binary_reader.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/qmsh/read/text_reader.h"
#include "formats/record_trace.h"

namespace vitrine::qmsh {
namespace {

/// Keeps what the reader of texts comes past.
struct PlaceTrace {
  static constexpr bool kRecords = true;

  void list(PlaceKind kind, const char* name, uint64_t owner) {
    SourceRecords& rows = lists.emplace_back();
    rows.kind = kind, rows.name = name, rows.owner = owner;
    rows.runs = kind == PlaceKind::kTriangle;  // of faces with any number of corners
  }
  /// Of the list begun last.
  template <class... Number>
  void record(uint64_t at, uint64_t past, Number... number) {
    lists.back().add(at, past, number...);
  }
  void block(uint64_t at, uint64_t past) { lists.emplace_back().add(at, past); }

  SourceRecordLists lists;
};

}  // namespace

SourceRecordLists text_places(std::span<const uint8_t> bytes) {
  constexpr uint64_t kAny = ~uint64_t{0};
  const SplicedText text(bytes);
  const Limits limits{.joints = kAny, .meshes = kAny, .vertices = kAny};  // the file has opened
  Budget budget(kAny);
  Diagnostics discarded;
  TextModel model;
  PlaceTrace trace;
  (void)TextReader(text, limits, budget, discarded, nullptr, model, trace).read();
  return std::move(trace.lists);
}

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

// The fields of one section of a binary with their places in the file.

std::optional<BinaryModel> read_quietly(std::span<const uint8_t> bytes) {
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  auto model = read_binary(bytes, Limits{}, budget, discarded);
  if (!model) return {};
  return std::move(*model);
}

namespace {

std::string decode(std::string_view raw) {
  bool was_1250 = false;
  return decode_name(raw, was_1250);
}

/// Without records when the file cannot be read.
RecordTrace traced(std::span<const uint8_t> bytes, uint64_t wanted) {
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  BinaryModel model;
  RecordTrace trace(wanted, decode);
  if (BinaryReader(bytes, Limits{}, budget, discarded, nullptr, model, trace).read()) return trace;
  return {wanted, decode};
}

}  // namespace

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  return traced(bytes, offset).map();
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) { return traced(bytes, offset).start(offset); }

}  // namespace vitrine::qmsh
