// Fixes of QMSH files.

#include "formats/qmsh/full/fixes.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "formats/qmsh/fix_titles.h"
#include "formats/qmsh/full/loops/binary_check.h"
#include "formats/qmsh/full/places.h"
#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/read/text_lexer.h"
#include "formats/reread.h"
#include "scene/finite.h"

namespace vitrine::qmsh {
namespace {

constexpr uint8_t kDefinedFlags10 = kFlagTangents | kFlagSkinned, kDefinedFlags = 0x1F;

void put(Fix& fix, uint64_t offset, const glm::vec3& v) {
  for (int i = 0; i < 3; ++i) fix.put(offset + 4 * static_cast<uint64_t>(i), v[i]);
}

class BinaryFinder {
 public:
  BinaryFinder(std::span<const uint8_t> bytes, const BinaryModel& model) : bytes_(bytes), m_(model) {}

  Fixes run() {
    header();
    vertices();
    submeshes();
    animations();
    points();
    end();
    return std::move(fixes_);
  }

 private:
  Fix& fix(const char* code, const char* title) { return fix_for(fixes_, code, title); }
  bool v10() const { return m_.version == 10; }
  uint64_t flags_at() const { return v10() ? 8 : 5; }

  void header() {
    const uint8_t flags = bytes_[flags_at()], known = v10() ? kDefinedFlags10 : kDefinedFlags;
    if ((flags & ~known) != 0)
      fix("QMSH_FLAGS", fix_titles::kFlags).put(flags_at(), static_cast<uint8_t>(flags & known));
    if (v10() && !m_.has_skeleton() && (m_.header_bones != 0 || m_.header_animations != 0)) {
      Fix& counts = fix("QMSH_BONES_WITHOUT_SKIN", fix_titles::kNoBones);
      counts.put(15, uint16_t{0}), counts.put(17, uint16_t{0});
    }
    if (!v10() && !m_.has_skeleton() && m_.header_groups != 0)
      fix("QMSH_GROUPS_WITHOUT_DATA", fix_titles::kNoGroups).put(18, uint16_t{0});
    bounds();
    if (m_.version >= 20) {
      uint32_t stored = 0;
      std::memcpy(&stored, bytes_.data() + 48, sizeof stored);
      uint64_t points = 0;
      for (const Section& section : m_.sections) {
        if (std::string_view(section.name) == "points") points = section.offset;
      }
      if (points != 0 && stored != points)
        fix("QMSH_OFFSET", fix_titles::kOffset).put(48, static_cast<uint32_t>(points));
    }
  }

  void bounds() {
    Bounds box;
    float radius = 0;
    for (const glm::vec3& p : m_.positions) {
      if (!is_finite(p)) return;
      box.add(p);
      radius = std::max(radius, glm::length(p));
    }
    if (box.empty) return;
    const float slack = 1e-5f * std::max(1.0f, radius);
    const glm::vec3 off = glm::max(glm::abs(box.min - m_.box.min), glm::abs(box.max - m_.box.max));
    const bool physics = m_.has(kFlagPhysics),
               sphere = physics ? radius <= m_.radius + slack : std::abs(radius - m_.radius) <= slack;
    if (off.x <= slack && off.y <= slack && off.z <= slack && sphere) return;
    const uint64_t at = v10() ? 19 : 20;
    Fix& fit = fix("QMSH_BOUNDS", fix_titles::kBounds);
    if (!sphere) fit.put(at, radius);
    put(fit, at + 4, box.min);
    put(fit, at + 16, box.max);
  }

  void vertices() {
    const uint64_t stride = m_.vertex_stride();
    const bool skinned = m_.has(kFlagSkinned);
    const uint64_t normal_at = skinned ? 20 : 12, tangent_at = normal_at + 20;
    for (size_t v = 0; v < m_.positions.size(); ++v) {
      const uint64_t at = m_.vertices_offset + v * stride;
      if (v < m_.weights.size()) {
        const float weight = m_.weights[v];
        if (std::isnan(weight))
          fix("QMSH_NAN_WEIGHT", fix_titles::kNanWeights).put(at + 12, 1.0f);
        else if (weight < 0 || weight > 1)
          fix("QMSH_WEIGHT_RANGE", fix_titles::kWeightRange).put(at + 12, std::clamp(weight, 0.0f, 1.0f));
      }
      if (v >= m_.normals.size()) continue;
      const glm::vec3 normal = m_.normals[v];
      const float length = glm::length(normal);
      if (is_finite(normal) && !is_unit(normal) && length > 1e-12f)
        put(fix("QMSH_NORMAL_LENGTH", fix_titles::kNormals), at + normal_at, normal / length);
      if (v < m_.tangents.size()) frame(v, at + tangent_at);
    }
  }

  void frame(size_t v, uint64_t at) {
    const glm::vec3 n = m_.normals[v], t = m_.tangents[v], b = m_.binormals[v];
    if (is_unit(t) && is_unit(b) && std::abs(glm::dot(t, n)) <= kUnitTolerance &&
        std::abs(glm::dot(b, n)) <= kUnitTolerance)
      return;
    const float length = glm::length(n);
    if (!is_finite(n) || !(length > 1e-12f)) return;
    const glm::vec3 unit = n / length;
    const auto off_normal = [&](const glm::vec3& v) { return v - unit * glm::dot(unit, v); };
    // A tangent without a direction is replaced by any at right angles.
    glm::vec3 across = is_finite(t) ? off_normal(t) : glm::vec3(0);
    if (!(glm::length(across) > 1e-6f))
      across = off_normal(std::abs(unit.x) < 0.9f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0));
    const glm::vec3 tangent = across / glm::length(across);
    const float side = glm::dot(glm::cross(unit, tangent), b) < 0 ? -1.0f : 1.0f;
    Fix& square = fix("QMSH_TANGENT_FRAME", fix_titles::kTangents);
    put(square, at, tangent);
    put(square, at + 12, glm::cross(unit, tangent) * side);
  }

  void submeshes() {
    for (const BinarySubmesh& s : m_.submeshes) {
      uint32_t least = 0xFFFF, most = 0;
      const size_t first = size_t{s.first_triangle} * 3, last = first + size_t{s.triangle_count} * 3;
      for (size_t i = first; i < last; ++i)
        least = std::min(least, m_.indices[i]), most = std::max(most, m_.indices[i]);
      if (first == last || (least >= s.min_vertex && most - s.min_vertex < s.vertex_count)) continue;
      Fix& range = fix("QMSH_SUBMESH_VERTICES", fix_titles::kVertexRanges);
      range.put(s.offset + 4, static_cast<uint16_t>(least));
      range.put(s.offset + 6, static_cast<uint16_t>(most - least + 1));
    }
  }

  void animations() {
    const uint32_t per_bone = m_.version >= 22 ? 40 : 32;
    const size_t bones = m_.bones.size();
    for (const BinaryAnimation& a : m_.animations) {
      const uint64_t length_at = a.offset + 1 + a.name.size(), keys_at = length_at + 6;
      const uint64_t stride = 4 + bones * per_bone;
      float last = 0;
      for (size_t k = 0; k < a.times_s.size(); ++k) {
        if (a.times_s[k] < last)
          fix("QMSH_KEY_ORDER", fix_titles::kKeyOrder).put(keys_at + k * stride, last);
        else
          last = a.times_s[k];
        for (size_t b = 0; b < bones; ++b) {
          const glm::quat& q = a.poses[k * bones + b].rotation;
          const float square = glm::dot(q, q);
          if (!std::isfinite(square) || std::abs(square - 1) <= 2 * kUnitTolerance || !(square > 1e-12f)) continue;
          Fix& unit = fix("QMSH_QUATERNION_LENGTH", fix_titles::kRotations);
          const float length = std::sqrt(square);
          uint64_t at = keys_at + k * stride + 4 + b * per_bone + 12;
          for (const float component : {q.x, q.y, q.z, q.w}) unit.put(at, component / length), at += 4;
        }
      }
      if (!(std::abs(a.length_s - last) <= 1e-4f * std::max(1.0f, last)))
        fix("QMSH_ANIMATION_LENGTH", fix_titles::kLengths).put(length_at, last);
    }
  }

  void points() {
    for (const BinaryPoint& point : m_.points) {
      const uint64_t at = point.offset + 1 + point.name.size() + 64;
      if (point.bone > m_.bones.size()) fix("QMSH_POINT_BONE", fix_titles::kPointBones).put(at, uint16_t{0});
      if (point.type >= 7) fix("QMSH_POINT_TYPE", fix_titles::kPointTypes).put(at + 2, uint16_t{0});
    }
  }

  void end() {
    uint64_t past = 0;
    for (const Section& section : m_.sections) past = std::max(past, section.offset + section.bytes);
    if (past < bytes_.size()) fix("QMSH_TRAILING_BYTES", fix_titles::kTrailing).add(past, bytes_.size() - past, "");
  }

  std::span<const uint8_t> bytes_;
  const BinaryModel& m_;
  Fixes fixes_;
};

/// The texts of an array that are to stand in another order.
void reorder(Fix& fix, std::span<const uint8_t> bytes, const SourceRecords& list, const std::vector<uint32_t>& order) {
  for (uint32_t slot = 0; slot < order.size(); ++slot) {
    if (order[slot] == slot) continue;
    fix.add(list.offsets[slot], list.sizes[slot],
            {reinterpret_cast<const char*>(bytes.data()) + list.offsets[order[slot]], list.sizes[order[slot]]});
  }
}

/// Frames of the points of a curve.
std::vector<double> frames_of(std::span<const uint8_t> bytes, const SourceRecords& list) {
  std::vector<double> frames;
  for (uint32_t i = 0; i < list.size(); ++i) {
    const SplicedText text(bytes.subspan(static_cast<size_t>(list.offsets[i]), list.sizes[i]));
    TextLexer in(text);
    frames.push_back(in.wide_number(""));
  }
  return frames;
}

void text_counts(std::span<const uint8_t> bytes, Fixes& fixes) {
  // `vertices: 3 {` with another number of rows than that.
  const SplicedText text(bytes);
  TextLexer in(text);
  Fix counts{"QMSH_SYNTAX", fix_titles::kCounts, {}};
  in.take_word("QMSH"), in.take_word("TMP");
  const uint32_t version = in.unsigned_integer("");
  const auto pass = [&] {
    if (in.next_is_string())
      in.string("");
    else if (in.next_is_number())
      in.wide_number("");
    else if (!in.take('{') && !in.take('}') && !in.take(',') && !in.take(':') && !in.take(';') && !in.take('='))
      in.word("");
  };
  while (!in.failed() && !in.at_end()) {
    const bool vertices = in.take_word("vertices"), faces = !vertices && in.take_word("faces");
    if (!vertices && !faces) {
      pass();
      continue;
    }
    in.take(':');
    if (!in.next_is_number()) continue;
    const uint64_t at = in.offset();
    const uint32_t declared = in.unsigned_integer("");
    const uint64_t past = in.past();
    if (!in.take('{')) continue;
    uint64_t numbers = 0, rows = 0;
    bool whole = true;
    while (!in.failed() && !in.at_end() && !in.take('}')) {
      if (!in.next_is_number()) {
        whole &= in.take(',');
        if (!whole) break;
        continue;
      }
      if (vertices) {
        in.wide_number(""), ++numbers;
      } else {
        const double corners = in.wide_number("");
        const uint64_t rest = 2 + 3 * static_cast<uint64_t>(std::clamp(corners, 0.0, 4.0)) + (version >= 12 ? 3 : 0);
        for (uint64_t i = 0; i < rest && !in.failed(); ++i)
          in.take(','), whole &= in.next_is_number(), in.wide_number("");
        ++rows;
      }
    }
    if (in.failed() || !whole) break;
    const uint64_t per_row = version >= 17 ? 6 : 3;
    if (vertices && numbers % per_row != 0) continue;
    if (vertices) rows = numbers / per_row;
    if (rows != declared) counts.add(at, past - at, std::to_string(rows));
  }
  if (in.failed()) return;
  if (!counts.edits.empty()) fixes.push_back(std::move(counts));
}

}  // namespace

Fixes find_binary_fixes(std::span<const uint8_t> bytes) {
  const auto model = read_quietly(bytes);
  if (!model) return {};
  return BinaryFinder(bytes, *model).run();
}

Fixes find_text_fixes(std::span<const uint8_t> bytes, const FormatRow& row) {
  Fixes fixes;
  const Reread reading = reread(bytes, row);
  if (reading.error != nullptr) {
    text_counts(bytes, fixes);
    // The code that the reader stopped with.
    for (Fix& fix : fixes) fix.code = reading.error;
    return fixes;
  }
  Fix mark{"QMSH_BOM", fix_titles::kMark, {}}, order{"QMSH_CURVE_ORDER", fix_titles::kPointOrder, {}},
      groups{"QMSH_GROUP_VERTEX", fix_titles::kMissingVertices, {}}, fps{"QMSH_FPS_MISSING", fix_titles::kFps, {}};
  bool disordered = false;
  const SourceRecordLists lists = text_places(bytes);
  for (const Message& message : reading.said.messages()) {
    const std::string_view code = message.code->id;
    if (code == "QMSH_BOM" && bytes.size() >= 3 && bytes[0] == 0xEF) mark.add(0, 3, "");
    disordered |= code == "QMSH_CURVE_ORDER";
    if (code == "QMSH_GROUP_VERTEX") {
      for (const SourceRecords& list : lists) {
        if (list.kind != PlaceKind::kWeight) continue;
        if (const auto record = list.at(message.offset)) groups.add(list.offsets[*record], list.sizes[*record], "");
      }
    }
    if (code == "QMSH_FPS_MISSING") {
      const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      const size_t params = text.rfind("params"), brace = params == text.npos ? text.npos : text.find('{', params);
      const bool old = reading.scene.clips.empty() ? false : text.find("TMP 10") != text.npos;
      if (brace != text.npos) fps.add(brace + 1, 0, old ? "\n\tfps = 25" : "\n\tfps: 25");
    }
  }
  for (const SourceRecords& list : lists) {
    if (!disordered || list.kind != PlaceKind::kKey) continue;
    const std::vector<double> frames = frames_of(bytes, list);
    if (std::is_sorted(frames.begin(), frames.end())) continue;
    std::vector<uint32_t> places(frames.size());
    for (uint32_t i = 0; i < places.size(); ++i) places[i] = i;
    std::stable_sort(places.begin(), places.end(), [&](uint32_t a, uint32_t b) { return frames[a] < frames[b]; });
    reorder(order, bytes, list, places);
  }
  for (Fix* fix : {&mark, &groups, &order, &fps}) {
    std::sort(fix->edits.begin(), fix->edits.end(), [](const Edit& a, const Edit& b) { return a.offset < b.offset; });
    fixes.push_back(std::move(*fix));
  }
  return fixes;
}

}  // namespace vitrine::qmsh
