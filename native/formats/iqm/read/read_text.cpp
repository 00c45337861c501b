// The text form: one command a line. Unknown words are skipped, missing numbers take their default, as the compiler of
// the format's author does.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/text_cursor.h"
#include "base/utf8.h"
#include "formats/iqm/codes.h"
#include "formats/iqm/full/describe.h"
#include "formats/iqm/read.h"
#include "formats/iqm/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::iqm {
namespace {

/// Numbers of a line of any length that are read in one go; even, because influences are pairs.
constexpr size_t kNumbersAtOnce = 8;
/// Fewer than a vertex takes with its numbers, weights and two triangles, as exporters write them.
constexpr size_t kBytesPerVertex = 128;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Without a call, because the length is known.
template <size_t N>
bool is(std::string_view word, const char (&name)[N]) {
  return word.size() == N - 1 && std::memcmp(word.data(), name, N - 1) == 0;
}

/// The words of one line.
class Line {
 public:
  explicit Line(TextCursor& cursor) : cursor_(cursor) {
    (void)cursor_.take_while(is_blank);
    start_ = cursor_.offset();
  }
  uint64_t start() const { return start_; }
  bool over() {
    (void)cursor_.take_while(is_blank);
    return cursor_.at_end() || cursor_.peek() == '\n';
  }
  std::string_view word() {
    if (over()) return {};
    if (cursor_.take('"')) {
      const std::string_view text = cursor_.take_while([](char c) { return c != '"' && c != '\n'; });
      (void)cursor_.take('"');
      return text;
    }
    return cursor_.take_while([](char c) { return !is_blank(c) && c != '\n'; });
  }
  /// False when the line is over or what comes is no number.
  bool number(double& value) {
    TextCursor at = cursor_;
    const bool read = number(at, value);
    cursor_ = at;
    return read;
  }
  /// Numbers in a row into `out`, which keeps its defaults where there are none; how many.
  template <size_t N>
  size_t numbers(std::array<double, N>& out) {
    TextCursor at = cursor_;  // in registers
    size_t count = 0;
    while (count < N && number(at, out[count])) ++count;
    cursor_ = at;
    return count;
  }
  void skip() {
    (void)cursor_.take_while([](char c) { return c != '\n'; });
    (void)cursor_.take('\n');
  }

 private:
  VITRINE_HOT_INLINE static bool number(TextCursor& at, double& value) {
    if (at.take_if(is_blank) && at.take_if(is_blank)) at.take_while(is_blank);
    const char sign = at.peek();  // 0 at the end
    const bool negative = sign == '-';
    if (negative || sign == '+') at.advance();
    Decimal decimal;
    if (!at.take_decimal(decimal)) return false;
    const double read = to_double(decimal);
    value = negative ? -read : read;
    return true;
  }

  TextCursor& cursor_;
  uint64_t start_ = 0;
};

/// Axes of a rotation to a quaternion, by its largest component.
glm::dquat quaternion_of(const glm::dmat3& rotation) { return glm::normalize(glm::quat_cast(rotation)); }

class TextReader {
 public:
  explicit TextReader(LoadContext& context) : context_(context), cursor_(context.bytes) {}

  Result<RawModel> run() {
    if (!is_text(context_.bytes)) return Error{messages::kNoTextMagic, 0};
    if (!cursor_.starts_with("#")) cursor_.advance(3);  // a byte order mark
    bool go_on = true;
    while (go_on && !cursor_.at_end()) {
      if (context_.cancelled()) return Error{messages::kCancelled, cursor_.offset()};
      Line line(cursor_);
      if (!line.over() && cursor_.peek() != '#') {
        VITRINE_TRY(go_on, command(line));
      }
      if (go_on) line.skip();
    }
    VITRINE_CHECK(finish());
    describe(raw_, context_.info);
    if (!comment_.empty()) describe_comment(comment_, context_.info);
    return std::move(raw_);
  }

 private:
  static float float_or_zero(double value) {
    const auto single = static_cast<float>(value);
    return std::isfinite(single) ? single : 0;
  }

  /// So that arrays of most files never grow; all of it is less than the file itself.
  void make_room() {
    const size_t vertices = context_.bytes.size() / kBytesPerVertex;
    raw_.positions.reserve(vertices);
    raw_.uv.reserve(vertices);
    raw_.normals.reserve(vertices);
    raw_.influence_first.reserve(vertices + 1);
    influence_at_.reserve(vertices);
    raw_.influences.reserve(2 * vertices);
    raw_.triangles.reserve(6 * vertices);
    triangle_at_.reserve(2 * vertices);
  }

  Result<bool> command(Line& line) {
    VITRINE_CHECK(context_.budget.charge(1, 64, line.start()));
    const std::string_view word = line.word();
    if (is(word, "vp")) {
      std::array<double, 3> v{};
      line.numbers(v);
      if (raw_.positions.empty()) make_room();
      raw_.positions.emplace_back(float_or_zero(v[0]), float_or_zero(v[1]), float_or_zero(v[2]));
      VITRINE_CHECK(check_limit(raw_.positions.size(), context_.limits.vertices, "vertices", line.start()));
    } else if (is(word, "vt")) {
      std::array<double, 2> v{};
      line.numbers(v);
      raw_.uv.emplace_back(float_or_zero(v[0]), float_or_zero(v[1]));
    } else if (is(word, "vn")) {
      std::array<double, 3> v{};
      line.numbers(v);
      raw_.normals.emplace_back(float_or_zero(v[0]), float_or_zero(v[1]), float_or_zero(v[2]));
    } else if (is(word, "vc")) {
      std::array<double, 4> v{0, 0, 0, 1};
      line.numbers(v);
      glm::u8vec4& color = raw_.colors.emplace_back();
      for (int c = 0; c < 4; ++c) {
        const double value = v[static_cast<size_t>(c)];
        color[c] = static_cast<uint8_t>(value > 0 ? std::lround(std::min(value, 1.0) * 255) : 0);
      }
    } else if (is(word, "vb")) {
      VITRINE_CHECK(influences(line));
    } else if (is(word, "mesh")) {
      mesh_name_ = to_utf8(std::string(line.word()));
      relative_ = static_cast<uint32_t>(raw_.positions.size());
      part_ended_ = true, part_at_ = line.start();
    } else if (is(word, "material")) {
      material_ = to_utf8(std::string(line.word()));
      part_ended_ = true;
      if (part_at_ == kNoOffset) part_at_ = line.start();
    } else if (is(word, "fa") || is(word, "fm")) {
      VITRINE_CHECK(face(line, is(word, "fm")));
    } else if (is(word, "joint")) {
      RawJoint joint;
      joint.offset = line.start();
      joint.name = to_utf8(std::string(line.word()));
      double parent = -1;
      line.number(parent);
      joint.parent = parent >= 0 && parent < 1e9 ? static_cast<int64_t>(parent) : parent >= 1e9 ? 1000000000 : -1;
      raw_.joints.push_back(std::move(joint));
      VITRINE_CHECK(check_limit(raw_.joints.size(), context_.limits.joints, "joints", line.start()));
    } else if (is(word, "pq") || is(word, "pm") || is(word, "pa")) {
      VITRINE_CHECK(pose(line, word[1]));
    } else if (is(word, "animation")) {
      end_frame();
      RawAction action;
      action.offset = line.start();
      action.name = to_utf8(std::string(line.word()));
      action.rate = kDefaultRate;
      action.first_frame = static_cast<uint32_t>(frames_.size());
      raw_.actions.push_back(std::move(action));
    } else if (is(word, "framerate") && !raw_.actions.empty()) {
      double rate = 0;
      line.number(rate);
      if (std::isfinite(rate) && rate > 1e-6) raw_.actions.back().rate = rate;
    } else if (is(word, "loop") && !raw_.actions.empty()) {
      raw_.actions.back().loop = true;
    } else if (is(word, "frame")) {
      end_frame();
    } else if (is(word, "comment")) {
      line.skip();
      const uint64_t from = cursor_.offset();
      while (!cursor_.at_end()) cursor_.advance(cursor_.remaining());
      comment_ = std::string(cursor_.since(from));
      return false;
    } else if (!is_other_word(word)) {
      context_.diagnostics.add(messages::kUnknownCommand, line.start(), {to_utf8(std::string(word.substr(0, 40)))});
    }
    return true;
  }

  /// Tangents, custom arrays, and what only the compiler does.
  static bool is_other_word(std::string_view word) {
    constexpr std::string_view kWords[] = {"vx", "vertexarray", "smoothuv",  "smoothgroup", "smoothangle",
                                           "fs", "vs",          "framerate", "loop"};
    if (word.size() == 2 && word[0] == 'v' && word[1] >= '0' && word[1] <= '9') return true;
    return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
  }

  Status influences(Line& line) {
    const size_t first = raw_.influences.size();
    raw_.influence_first.push_back(static_cast<uint32_t>(first));
    influence_at_.push_back(line.start());
    double sum = 0;
    std::array<double, kNumbersAtOnce> numbers;
    for (size_t count = numbers.size(); count == numbers.size();) {
      count = line.numbers(numbers);
      for (size_t k = 0; k + 1 < count; k += 2) {
        const double joint = numbers[k], weight = numbers[k + 1];
        if (!(weight > 0) || weight > 3e38 || !(joint >= 0) || joint > 1e9) continue;
        VITRINE_CHECK(context_.budget.charge(1, sizeof(RawInfluence), line.start()));
        VITRINE_CHECK(check_limit(raw_.influences.size() - first, context_.limits.influences_per_vertex, "weights",
                                  line.start()));
        raw_.influences.push_back({static_cast<uint32_t>(joint), static_cast<float>(weight)});
        sum += weight;
      }
    }
    for (size_t k = first; k < raw_.influences.size(); ++k)
      raw_.influences[k].weight = static_cast<float>(static_cast<double>(raw_.influences[k].weight) / sum);
    return ok_status();
  }

  Status begin_part(uint64_t at) {
    if (!part_ended_ && !raw_.meshes.empty()) return ok_status();
    VITRINE_CHECK(charge_names(context_.budget, mesh_name_, 1, at));
    VITRINE_CHECK(charge_names(context_.budget, material_, 1, at));
    RawMesh mesh;
    mesh.offset = part_at_ == kNoOffset ? at : part_at_;
    mesh.name = mesh_name_, mesh.material = material_;
    mesh.first_triangle = static_cast<uint32_t>(raw_.triangles.size() / 3);
    raw_.meshes.push_back(std::move(mesh));
    part_ended_ = false;
    part_at_ = kNoOffset;
    return ok_status();
  }

  /// A fan. Negative numbers count back from the last vertex so far.
  Status face(Line& line, bool relative) {
    VITRINE_CHECK(begin_part(line.start()));
    VITRINE_CHECK(check_limit(raw_.meshes.size(), context_.limits.meshes, "meshes", line.start()));
    const auto known = static_cast<double>(raw_.positions.size());
    uint32_t first = 0, before = 0;
    size_t corner = 0;
    std::array<double, kNumbersAtOnce> numbers;
    for (size_t count = numbers.size(); count == numbers.size();) {
      count = line.numbers(numbers);
      for (size_t k = 0; k < count; ++k, ++corner) {
        const double number = numbers[k], vertex = number < 0 ? known + number : number + (relative ? relative_ : 0);
        if (!(vertex >= 0) || vertex >= kNone) {
          return Error{messages::kFaceNamesVertex, line.start(), {vertex}};
        }
        const auto index = static_cast<uint32_t>(vertex);
        if (corner >= 2) {
          VITRINE_CHECK(context_.budget.charge(1, 24, line.start()));
          raw_.triangles.insert(raw_.triangles.end(), {first, before, index});
          triangle_at_.push_back(line.start());
          VITRINE_CHECK(check_limit(raw_.triangles.size(), context_.limits.vertices, "indices", line.start()));
          ++raw_.meshes.back().triangle_count;
        }
        (corner == 0 ? first : before) = index;
      }
    }
    return ok_status();
  }

  Status pose(Line& line, char kind) {
    std::array<double, 3> move{}, scale{1, 1, 1};
    std::array<double, 4> rotation{0, 0, 0, 1};
    line.numbers(move);
    if (kind == 'q') {
      rotation[3] = NAN;
      line.numbers(rotation);
      if (std::isnan(rotation[3])) rotation[3] = restored_w(rotation[0], rotation[1], rotation[2]);
      line.numbers(scale);
    } else if (kind == 'a') {
      std::array<double, 3> angle{};
      line.numbers(angle);
      const glm::dquat q = glm::angleAxis(angle[2], glm::dvec3(0, 0, 1)) *
                           glm::angleAxis(angle[1], glm::dvec3(0, 1, 0)) *
                           glm::angleAxis(angle[0], glm::dvec3(1, 0, 0));
      rotation = {q.x, q.y, q.z, q.w};
      line.numbers(scale);
    } else {
      std::array<double, 9> rows{1, 0, 0, 0, 1, 0, 0, 0, 1};
      line.numbers(rows);
      line.numbers(scale);
      glm::dmat3 m;
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) m[c][r] = rows[static_cast<size_t>(3 * r + c)];
      }
      const double hand = glm::determinant(m) < 0 ? -1 : 1;
      for (int c = 0; c < 3; ++c) {
        const double length = glm::length(m[c]);
        if (!(length > 1e-12)) continue;
        m[c] /= hand * length;
        scale[static_cast<size_t>(c)] *= hand * length;
      }
      const glm::dquat q = quaternion_of(m);
      rotation = {q.x, q.y, q.z, q.w};
    }
    VITRINE_CHECK(context_.budget.charge(1, sizeof(Transform), line.start()));
    const Transform local = make_transform(move.data(), rotation.data(), scale.data());
    if (raw_.actions.empty()) {
      bind_.push_back(local);
      return ok_status();
    }
    frame_.push_back(local);
    pose_count_ = std::max(pose_count_, frame_.size());
    return check_limit(pose_count_, context_.limits.joints, "poses", line.start());
  }

  void end_frame() {
    if (raw_.actions.empty() || frame_.empty()) return;
    frames_.push_back(std::move(frame_));
    frame_.clear();
    ++raw_.actions.back().frame_count;
  }

  Status finish() {
    end_frame();
    for (size_t i = 0; i < raw_.triangles.size(); ++i) {
      if (raw_.triangles[i] < raw_.positions.size()) continue;
      return Error{messages::kFaceVertex, triangle_at_[i / 3], {raw_.triangles[i], raw_.positions.size()}};
    }
    for (size_t j = 0; j < raw_.joints.size(); ++j) {
      raw_.joints[j].rests = j < bind_.size();
      if (j < bind_.size()) raw_.joints[j].local = bind_[j];
    }
    VITRINE_CHECK(check_joints());
    raw_.meshes_offset = raw_.meshes.empty() ? 0 : raw_.meshes.front().offset;
    fill(raw_.uv, glm::vec2(0)), fill(raw_.normals, glm::vec3(0)), fill(raw_.colors, glm::u8vec4(255));
    VITRINE_CHECK(finish_influences());
    return finish_frames();
  }

  /// Lists end up equally long.
  template <class T>
  void fill(std::vector<T>& values, const T& rest) const {
    if (!values.empty()) values.resize(raw_.positions.size(), rest);
  }

  Status check_joints() {
    for (size_t j = 0; j < raw_.joints.size(); ++j) {  // each at its own line
      const RawJoint& joint = raw_.joints[j];
      if (joint.parent >= static_cast<int64_t>(raw_.joints.size()))
        return Error{messages::kParentMissing, joint.offset, {joint.name}};
    }
    std::vector<int64_t> parents;
    for (const RawJoint& joint : raw_.joints) parents.push_back(joint.parent);
    Status status = check_parents(parents, 0, 1, context_.diagnostics);
    if (status) return status;
    return status.error().at(raw_.joints[static_cast<size_t>(status.error().offset())].offset);
  }

  Status finish_influences() {
    if (raw_.influence_first.empty()) return ok_status();
    const size_t vertices = raw_.positions.size();
    if (raw_.influence_first.size() > vertices) {
      raw_.influences.resize(raw_.influence_first[vertices]);
      raw_.influence_first.resize(vertices);
    }
    const auto known = [&](const RawInfluence& influence) { return influence.joint < raw_.joints.size(); };
    if (std::all_of(raw_.influences.begin(), raw_.influences.end(), known)) {
      raw_.influence_first.resize(vertices + 1, static_cast<uint32_t>(raw_.influences.size()));
      return ok_status();
    }
    uint64_t lost = 0, first = 0;
    UnwrittenVector<RawInfluence> kept;
    std::vector<uint32_t> starts;
    for (size_t v = 0; v < vertices; ++v) {
      starts.push_back(static_cast<uint32_t>(kept.size()));
      if (v >= raw_.influence_first.size()) continue;
      const size_t end = v + 1 < raw_.influence_first.size() ? raw_.influence_first[v + 1] : raw_.influences.size();
      double sum = 0;
      for (size_t k = raw_.influence_first[v]; k < end; ++k) {
        if (!known(raw_.influences[k])) {
          if (lost++ == 0) first = influence_at_[v];
          continue;
        }
        kept.push_back(raw_.influences[k]);
        sum += static_cast<double>(raw_.influences[k].weight);
      }
      if (lost == 0) continue;
      for (size_t k = starts.back(); k < kept.size(); ++k)
        kept[k].weight = static_cast<float>(static_cast<double>(kept[k].weight) / sum);
    }
    if (lost != 0 && !raw_.joints.empty()) context_.diagnostics.add(messages::kNoSuchJoint, first, {lost});
    starts.push_back(static_cast<uint32_t>(kept.size()));
    raw_.influences = std::move(kept), raw_.influence_first = std::move(starts);
    return ok_status();
  }

  /// Frames without all of their poses rest in the others.
  Status finish_frames() {
    VITRINE_CHECK(check_limit(frames_.size() * pose_count_, context_.limits.frame_joints, "frames x poses", 0));
    VITRINE_CHECK(context_.budget.charge(frames_.size() * pose_count_, sizeof(Transform)));
    for (size_t i = 0; i < pose_count_; ++i)
      raw_.poses.push_back({raw_.actions.front().offset, i < raw_.joints.size() ? raw_.joints[i].parent : -1});
    raw_.frame_count = static_cast<uint32_t>(frames_.size());
    for (std::vector<Transform>& frame : frames_) {
      frame.resize(pose_count_);
      raw_.frames.insert(raw_.frames.end(), frame.begin(), frame.end());
      frame = {};
    }
    return ok_status();
  }

  LoadContext& context_;
  TextCursor cursor_;
  RawModel raw_;
  std::string mesh_name_, material_, comment_;
  uint32_t relative_ = 0;
  bool part_ended_ = true;
  uint64_t part_at_ = kNoOffset;
  std::vector<uint64_t> triangle_at_, influence_at_;
  std::vector<Transform> bind_, frame_;
  std::vector<std::vector<Transform>> frames_;
  size_t pose_count_ = 0;
};

}  // namespace

bool is_text(std::span<const uint8_t> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text.starts_with("# Inter-Quake Export");
}

Result<RawModel> read_text(LoadContext& context) { return TextReader(context).run(); }

}  // namespace vitrine::iqm
