#include "formats/iqm/full/places.h"

#include <algorithm>

#include "base/checked.h"
#include "formats/iqm/full/sections.h"
#include "formats/iqm/read/header.h"
#include "formats/iqm/read/vertex_arrays.h"

namespace vitrine::iqm {
namespace {

constexpr uint32_t kMeshBytes = 24, kActionBytes = 20, kTriangleBytes = 12;

SourceRecords fixed_list(PlaceKind kind, const char* name, uint64_t owner, const Part& part, uint64_t stride) {
  return fixed_places(kind, name, owner, part.offset, part.count, static_cast<uint32_t>(stride));
}

/// The frames of each action that lie inside of the file.
void add_frames(std::span<const uint8_t> bytes, const Header& header, const Parts& parts, SourceRecordLists& lists) {
  const uint64_t stride = 2 * uint64_t{header[kChannelCount]};
  if (parts.frames.count == 0 || stride == 0) return;
  for (uint64_t a = 0; a < parts.anims.count; ++a) {
    const uint64_t at = parts.anims.offset + kActionBytes * a, first = u32_at(bytes, at + 4),
                   count = u32_at(bytes, at + 8);
    if (range_inside(first, count, header[kFrameCount]))
      lists.push_back(
          fixed_list(PlaceKind::kFrame, "frame", at, {parts.frames.offset + stride * first, count}, stride));
  }
}

/// Triangles are numbered as the meshes take them.
void add_triangles(std::span<const uint8_t> bytes, const Parts& parts, SourceRecordLists& lists) {
  uint32_t number = 0;
  for (uint64_t m = 0; m < parts.meshes.count; ++m) {
    const uint64_t at = parts.meshes.offset + kMeshBytes * m, first = u32_at(bytes, at + 16),
                   count = u32_at(bytes, at + 20);
    if (!range_inside(first, count, parts.triangles.count)) return;
    lists.push_back(fixed_places(PlaceKind::kTriangle, "triangle", parts.meshes.offset,
                                 parts.triangles.offset + kTriangleBytes * first, count, kTriangleBytes, number));
    number += static_cast<uint32_t>(count);
  }
}

const SourceRecords* list_of(const SourceRecordLists& lists, PlaceKind kind, uint64_t owner) {
  const auto found = std::find_if(lists.begin(), lists.end(),
                                  [&](const SourceRecords& list) { return list.kind == kind && list.owner == owner; });
  return found == lists.end() || found->size() == 0 ? nullptr : &*found;
}

/// Where a number stands among translation, rotation (of `rotation_count` numbers) and scale.
uint32_t place_among(const ChannelPlace& channel, uint32_t rotation_count) {
  if (channel.property == "translation") return channel.component;
  return (channel.property == "rotation" ? 3 : 3 + rotation_count) + channel.component;
}

bool is_gap(uint8_t c) { return c == ' ' || c == '\t' || c == '\r'; }

/// The words of one line: where each begins and ends.
class Words {
 public:
  Words(std::span<const uint8_t> bytes, uint64_t from, uint64_t to) : bytes_(bytes), at_(from), end_(to) {}
  bool next(NamedPlace& word) {
    while (at_ < end_ && is_gap(bytes_[at_])) ++at_;
    if (at_ == end_) return false;
    word.offset = at_;
    const bool quoted = bytes_[at_] == '"';
    if (quoted) ++at_;
    while (at_ < end_ && (quoted ? bytes_[at_] != '"' : !is_gap(bytes_[at_]))) ++at_;
    if (quoted && at_ < end_) ++at_;
    word.size = at_ - word.offset;
    return true;
  }

 private:
  std::span<const uint8_t> bytes_;
  uint64_t at_, end_;
};

bool is_pose(std::string_view word) { return word == "pq" || word == "pm" || word == "pa"; }

/// Walks the lines of a text that has opened.
class TextPlaces {
 public:
  explicit TextPlaces(std::span<const uint8_t> bytes) : bytes_(bytes) {
    constexpr const char* kNames[] = {"vp", "vt", "vn", "vc"};
    for (size_t i = 0; i < std::size(kNames); ++i) {
      vertices_[i].kind = PlaceKind::kVertex;
      vertices_[i].name = kNames[i];
    }
    weights_.kind = PlaceKind::kWeight, weights_.name = "vb";
    faces_.kind = PlaceKind::kTriangle, faces_.name = "face", faces_.runs = true;
    joints_.name = "joint", parts_.name = "mesh", actions_.name = "animation";
  }

  SourceRecordLists run() {
    for (uint64_t at = 0; at < bytes_.size() && !over_;) {
      const auto* begin = bytes_.data() + at;
      const auto* end = std::find(begin, bytes_.data() + bytes_.size(), uint8_t{'\n'});
      const auto past = static_cast<uint64_t>(end - bytes_.data());
      line(at, past);
      at = past + 1;
    }
    end_frame(), end_action(), end_part();
    return take();
  }

 private:
  void line(uint64_t from, uint64_t to) {
    while (to > from && is_gap(bytes_[to - 1])) --to;
    Words words(bytes_, from, to);
    NamedPlace first;
    if (!words.next(first)) return;
    const std::string_view word(reinterpret_cast<const char*>(&bytes_[first.offset]), first.size);
    const uint64_t at = first.offset;
    for (SourceRecords& list : vertices_) {
      if (word == list.name) return list.add(at, to);
    }
    if (word == "vb") {
      weights_.add(at, to);
    } else if (word == "mesh" || word == "material") {
      end_part();
      if (part_at_ == kNowhere) part_at_ = at;
    } else if (word == "fa" || word == "fm") {
      face(words, at, to);
    } else if (word == "joint") {
      joints_.add(at, to);
    } else if (word == "animation") {
      end_frame(), end_action();
      action_at_ = at, last_ = to;
      frames_.emplace_back();
      frames_.back().kind = PlaceKind::kFrame, frames_.back().name = "frame", frames_.back().owner = at;
    } else if (word == "frame") {
      end_frame();
      frame_at_ = at;
    } else if (is_pose(word) && action_at_ != kNowhere) {
      if (!posed_ && frame_at_ == kNowhere) frame_at_ = at;
      posed_ = true, last_ = to;
    } else if (word == "comment") {
      over_ = true;
    }
  }

  void face(Words& words, uint64_t at, uint64_t to) {
    if (!in_part_) {
      in_part_ = true;
      if (part_at_ == kNowhere) part_at_ = at;
    }
    part_end_ = to;
    uint32_t corners = 0;
    for (NamedPlace word; words.next(word);) ++corners;
    if (corners < 3) return;
    faces_.add(at, to, triangle_);
    triangle_ += corners - 2;
  }

  /// A part begins with its names, or with its first face, and ends with its last face.
  void end_part() {
    if (!in_part_) return;
    parts_.add(part_at_, part_end_);
    in_part_ = false, part_at_ = kNowhere;
  }
  void end_frame() {
    if (posed_) frames_.back().add(frame_at_, last_);
    posed_ = false, frame_at_ = kNowhere;
  }
  void end_action() {
    if (action_at_ != kNowhere) actions_.add(action_at_, last_);
    action_at_ = kNowhere;
  }

  SourceRecordLists take() {
    const uint64_t owner = parts_.offsets.empty() ? 0 : parts_.offsets.front();
    SourceRecordLists out;
    for (SourceRecords* list : {&vertices_[0], &vertices_[1], &vertices_[2], &vertices_[3], &weights_, &faces_}) {
      list->owner = owner;
      out.push_back(std::move(*list));
    }
    for (SourceRecords* list : {&joints_, &parts_, &actions_}) out.push_back(std::move(*list));
    for (SourceRecords& list : frames_) out.push_back(std::move(list));
    return out;
  }

  static constexpr uint64_t kNowhere = ~uint64_t{0};
  std::span<const uint8_t> bytes_;
  SourceRecords vertices_[4], weights_, faces_, joints_, parts_, actions_;
  SourceRecordLists frames_;
  uint64_t part_at_ = kNowhere, part_end_ = 0, action_at_ = kNowhere, frame_at_ = kNowhere, last_ = 0;
  uint32_t triangle_ = 0;
  bool in_part_ = false, posed_ = false, over_ = false;
};

/// The lines of the poses of a frame.
std::vector<NamedPlace> pose_lines(std::span<const uint8_t> bytes, uint64_t from, uint64_t to) {
  std::vector<NamedPlace> out;
  for (uint64_t at = from; at < to;) {
    const auto* end = std::find(bytes.data() + at, bytes.data() + to, uint8_t{'\n'});
    const auto past = static_cast<uint64_t>(end - bytes.data());
    NamedPlace first;
    if (Words(bytes, at, past).next(first) &&
        is_pose(std::string_view(reinterpret_cast<const char*>(&bytes[first.offset]), static_cast<size_t>(first.size))))
      out.push_back({first.offset, past - first.offset, "key"});
    at = past + 1;
  }
  return out;
}

}  // namespace

SourceRecordLists binary_places(std::span<const uint8_t> bytes) {
  const auto header = read_header(bytes);
  if (!header) return {};
  const auto found = find_parts(bytes, *header, nullptr);
  if (!found) return {};
  const Parts& parts = *found;
  SourceRecordLists lists;
  lists.push_back(fixed_list(PlaceKind::kBlock, "mesh", 0, parts.meshes, kMeshBytes));
  lists.push_back(fixed_list(PlaceKind::kBlock, "joint", 0, parts.joints, header->joint_bytes()));
  lists.push_back(fixed_list(PlaceKind::kBlock, "animation", 0, parts.anims, kActionBytes));
  lists.push_back(fixed_list(PlaceKind::kTrack, "pose", 0, parts.poses, header->pose_bytes()));
  for (const Section& array : array_sections(bytes, *header, parts)) {
    const auto known = std::find_if(std::begin(kArrayNames), std::end(kArrayNames),
                                    [&](const char* name) { return array.name == name; });
    if (known != std::end(kArrayNames))
      lists.push_back(fixed_list(PlaceKind::kVertex, *known, parts.meshes.offset, {array.offset, array.count},
                                 array.size / array.count));
  }
  add_triangles(bytes, parts, lists);
  add_frames(bytes, *header, parts, lists);
  return lists;
}

SourceRecordLists text_places(std::span<const uint8_t> bytes) { return TextPlaces(bytes).run(); }

std::vector<NamedPlace> binary_key_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists,
                                          uint64_t owner, const ChannelPlace& channel, uint32_t key) {
  const SourceRecords *frames = list_of(lists, PlaceKind::kFrame, owner), *poses = list_of(lists, PlaceKind::kTrack, 0);
  const auto header = read_header(bytes);
  if (!header || poses == nullptr) return {};
  const uint32_t pose = channel.track % poses->size(), rotation_count = header->is_version_1() ? 3 : 4,
                 wanted = place_among(channel, rotation_count);
  const bool computed = channel.property == "rotation" && channel.component >= rotation_count;
  const auto mask_of = [&](uint32_t p) {
    return u32_at(bytes, poses->offset_of(p) + 4) & ((1u << header->channels()) - 1);
  };
  const uint32_t mask = mask_of(pose);
  if (!computed && (mask >> wanted & 1) == 0) return {{poses->offset_of(pose) + 8 + 4 * wanted, 4, "base value"}};
  if (frames == nullptr || key > frames->size()) return {};
  const uint32_t frame = key % frames->size();
  if (computed) return {{frames->offset_of(frame), frames->bytes_of(frame), "frame"}};
  auto number = static_cast<uint32_t>(__builtin_popcount(mask & ((1u << wanted) - 1)));
  for (uint32_t p = 0; p < pose; ++p) number += static_cast<uint32_t>(__builtin_popcount(mask_of(p)));
  return {{frames->offset_of(frame) + 2 * uint64_t{number}, 2, "key"}};
}

std::vector<NamedPlace> text_key_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists, uint64_t owner,
                                        const ChannelPlace& channel, uint32_t key) {
  const SourceRecords* frames = list_of(lists, PlaceKind::kFrame, owner);
  if (frames == nullptr || key > frames->size()) return {};
  const uint32_t frame = key % frames->size();
  const uint64_t at = frames->offset_of(frame);
  const auto lines = pose_lines(bytes, at, at + frames->bytes_of(frame));
  if (channel.track >= lines.size()) return {{at, frames->bytes_of(frame), "frame"}};
  const NamedPlace& line = lines[channel.track];
  Words words(bytes, line.offset, line.offset + line.size);
  std::vector<NamedPlace> numbers;
  for (NamedPlace word; words.next(word);) numbers.push_back({word.offset, word.size, "key"});
  // Only a line of quaternions has its numbers as they are; after the word itself come three, four and three.
  const bool plain = bytes[line.offset + 1] == 'q' || channel.property == "translation";
  const size_t index = 1 + place_among(channel, 4);
  const bool whole = numbers.size() > 7 || channel.property != "rotation" || channel.component < 3;
  if (!plain || !whole || index >= numbers.size()) return {line};
  return {numbers[index]};
}

}  // namespace vitrine::iqm
