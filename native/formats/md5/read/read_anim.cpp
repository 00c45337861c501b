// md5anim version 10.

#include <algorithm>
#include <bit>
#include <optional>

#include "base/checked.h"
#include "formats/md5/codes.h"
#include "formats/md5/read.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

struct AnimKey {
  enum : size_t {
    kCommandline,
    kNumFrames,
    kNumJoints,
    kFrameRate,
    kNumComponents,
    kHierarchy,
    kBounds,
    kBaseFrame,
    kFrame
  };
};

// Smallest records: `"a"-1 0 0`, `(0 0 0)(0 0 0)`, `frame 0{}`.
constexpr uint64_t kTrackBytes = 9, kVectorPairBytes = 14, kFrameBytes = 9;
constexpr double kDefaultFrameRate = 24;
constexpr uint32_t kMaxComponents = 6;
constexpr uint32_t kKnownFlags = 63;

class AnimationReader {
 public:
  AnimationReader(LoadContext& context, Lexer& lexer) : context_(context), lexer_(lexer) {}

  Result<RawAnimation> read() {
    read_version(lexer_, 10);
    while (lexer_.ok() && !lexer_.at_end()) read_file_key();
    lexer_.place = {};
    if (lexer_.ok()) check_file();
    if (!lexer_.ok()) return lexer_.take_error();
    return std::move(raw_);
  }

 private:
  void read_file_key() {
    lexer_.place = {};
    const uint64_t offset = lexer_.here();
    if (lexer_.accept("commandline")) {
      order_.take(lexer_, AnimKey::kCommandline, offset);
      raw_.commandline = read_commandline(lexer_, false, kAnimKeys);
    } else if (lexer_.accept("numFrames")) {
      order_.take(lexer_, AnimKey::kNumFrames, offset);
      frames_at_ = lexer_.here();
      declare(frames_, "numFrames", positive("numFrames", context_.limits.frame_joints, kFrameBytes), frames_at_);
    } else if (lexer_.accept("numJoints")) {
      order_.take(lexer_, AnimKey::kNumJoints, offset);
      joints_at_ = lexer_.here();
      declare(joints_, "numJoints", positive("numJoints", context_.limits.joints, kTrackBytes), joints_at_);
    } else if (lexer_.accept("frameRate")) {
      order_.take(lexer_, AnimKey::kFrameRate, offset);
      read_frame_rate();
    } else if (lexer_.accept("numAnimatedComponents")) {
      order_.take(lexer_, AnimKey::kNumComponents, offset);
      components_at_ = lexer_.here();
      declare(components_, "numAnimatedComponents", lexer_.index("numAnimatedComponents"), components_at_);
    } else if (lexer_.accept("hierarchy")) {
      order_.take(lexer_, AnimKey::kHierarchy, offset);
      if (need(joints_, "numJoints") && need(components_, "numAnimatedComponents") &&
          first_time(lexer_, "hierarchy", hierarchy_read_, offset))
        read_hierarchy();
    } else if (lexer_.accept("bounds")) {
      order_.take(lexer_, AnimKey::kBounds, offset);
      if (!need(frames_, "numFrames")) return;
      const uint64_t from = lexer_.offset();
      const bool first = first_time(lexer_, "bounds", bounds_read_, offset);
      if (first) read_bounds();
      if (!lexer_.ok() && lexer_.forgive("these bounds are", from, kAnimKeys) && first) raw_.bounds.clear();
    } else if (lexer_.accept("baseframe")) {
      order_.take(lexer_, AnimKey::kBaseFrame, offset);
      if (need(joints_, "numJoints") && first_time(lexer_, "baseframe", base_read_, offset)) read_base_frame();
    } else if (lexer_.accept("frame")) {
      order_.take(lexer_, AnimKey::kFrame, offset);
      if (need(frames_, "numFrames") && need(joints_, "numJoints") && need(components_, "numAnimatedComponents"))
        read_frame();
    } else {
      skip_unknown_key(lexer_, frames_ == frames_read_);
    }
  }

  uint32_t positive(const char* what, uint64_t limit, uint64_t record_bytes) {
    const uint64_t offset = lexer_.here();
    const uint32_t count = read_count(lexer_, what, limit, record_bytes);
    if (lexer_.ok() && count == 0) lexer_.fail(messages::kCountZero, offset, {what});
    return count;
  }
  /// A block has been read by the count that is in force.
  void declare(std::optional<uint32_t>& count, const char* key, uint32_t value, uint64_t offset) {
    if (count && *count != value && (hierarchy_read_ || bounds_read_ || base_read_))
      lexer_.fail(messages::kCountChanges, offset, {key, *count, value});
    count = value;
  }
  bool need(const std::optional<uint32_t>& count, const char* key) {
    if (!count) lexer_.fail_expected({"'{}' before this block", {key}});
    return lexer_.ok();
  }

  void read_frame_rate() {
    const uint64_t offset = lexer_.here();
    raw_.frame_rate = lexer_.real64("the frame rate");
    if (!lexer_.ok()) return;
    if (raw_.frame_rate < 0) {
      lexer_.fail(messages::kFrameRateNegative, offset);
    } else if (raw_.frame_rate == 0) {
      raw_.frame_rate = kDefaultFrameRate;
      lexer_.warn(messages::kFrameRateZero, offset);
    } else if (raw_.frame_rate != std::floor(raw_.frame_rate)) {
      lexer_.warn(messages::kFrameRateFraction, offset);
    }
  }

  void read_hierarchy() {
    const uint64_t room = plausible(lexer_, *joints_, kTrackBytes);
    if (!lexer_.charge(room, sizeof(RawTrack), joints_at_)) return;
    raw_.tracks.reserve(room);
    lexer_.expect('{', "after 'hierarchy'");
    if (*components_ > uint64_t{kMaxComponents} * *joints_) {
      lexer_.warn_game(messages::kTooManyComponents, components_at_, {*components_, *joints_});
    }
    std::vector<uint64_t> parent_offsets;
    for (uint32_t i = 0; i < *joints_ && lexer_.ok(); ++i) {
      lexer_.place = {kNone, "hierarchy", "joint", i};
      RawTrack track;
      track.offset = lexer_.here();
      if (const TokenKind kind = lexer_.peek().kind; kind != TokenKind::kName && kind != TokenKind::kString) {
        lexer_.fail_expected({"the name of a joint"});
        return;
      }
      track.name = lexer_.text("the name of a joint", false);
      const uint64_t parent_at = lexer_.here();
      parent_offsets.push_back(parent_at);
      track.parent = lexer_.integer("the parent");
      read_components(track, parent_at, i);
      if (lexer_.ok()) raw_.tracks.push_back(std::move(track));
    }
    if (!lexer_.ok()) return;
    lexer_.place = {kNone, "hierarchy", nullptr, kNone};
    lexer_.expect('}', "after the joints that numJoints declares");
    lexer_.place.item = "joint";
    check_parents(lexer_, parents_of(raw_.tracks), parent_offsets);
  }

  void read_components(RawTrack& track, uint64_t parent_at, uint32_t i) {
    if (!lexer_.ok()) return;
    // id's loader has one root, the first joint, and takes parents only from before.
    if (i == 0 && track.parent >= 0)
      lexer_.warn_game(messages::kFirstIsNoRoot, parent_at);
    else if (i != 0 && track.parent < 0)
      lexer_.warn_game(messages::kAdditionalRoot, parent_at, {i});
    else if (track.parent >= int64_t{i})
      lexer_.warn_game(messages::kParentBehind, parent_at, {i, track.parent});
    const uint64_t flags_at = lexer_.here();
    const uint32_t flags = lexer_.index("the flags");
    if (flags > kKnownFlags) lexer_.warn_game(messages::kUnknownFlagBits, flags_at, {flags, flags & kKnownFlags});
    track.flags = flags & kKnownFlags;
    const uint64_t first_at = lexer_.here();
    const int64_t first = lexer_.integer("the first component");
    if (!lexer_.ok()) return;
    const auto used = static_cast<int64_t>(std::popcount(track.flags));
    const auto count = static_cast<int64_t>(*components_);
    if (used != 0 && (first < 0 || first > count - used)) {
      lexer_.fail(messages::kComponentsBeyond, first_at, {used, first, count});
      return;
    }
    if (first < 0 || (count > 0 && first >= count))
      lexer_.warn_game(messages::kFirstComponentBeyond, first_at, {first, count});
    track.first = used == 0 ? 0 : static_cast<uint32_t>(first);
  }

  void read_bounds() {
    const uint64_t room = plausible(lexer_, *frames_, kVectorPairBytes);
    if (!lexer_.charge(room, sizeof(SampledFrames::Bounds), frames_at_)) return;
    raw_.bounds.reserve(room);
    lexer_.expect('{', "after 'bounds'");
    uint32_t lines = 0;
    uint64_t deviation_at = kNoOffset;
    for (; lexer_.ok() && lexer_.peek().text == "("; ++lines) {
      lexer_.place = {kNone, "bounds", "frame", lines};
      if (lines == *frames_) deviation_at = lexer_.here();
      const glm::dvec3 low = read_vec3(lexer_, "a corner of the bounds"),
                       high = read_vec3(lexer_, "a corner of the bounds");
      if (lines < *frames_ && lexer_.ok()) raw_.bounds.push_back({narrow(low), narrow(high)});
    }
    if (!lexer_.ok()) return;
    lexer_.place = {kNone, "bounds", nullptr, kNone};
    if (lines < *frames_) deviation_at = lexer_.here();
    lexer_.expect('}', "after the bounds");
    if (deviation_at == kNoOffset || !lexer_.ok()) return;
    lexer_.warn_game(messages::kBoundsPerFrame, deviation_at, {lines, *frames_});
    if (lines < *frames_) raw_.bounds.clear();  // it is unknown which frames these bounds belong to
  }

  void read_base_frame() {
    lexer_.expect('{', "after 'baseframe'");
    const uint64_t room = plausible(lexer_, *joints_, kVectorPairBytes);
    if (!lexer_.charge(room, 2 * sizeof(glm::dvec3), joints_at_)) return;
    base_.reserve(2 * room);
    for (uint32_t i = 0; i < *joints_ && lexer_.ok(); ++i) {
      lexer_.place = {kNone, "baseframe", "joint", i};
      base_.push_back(read_vec3(lexer_, "the position of the joint"));
      base_.push_back(read_vec3(lexer_, "the orientation of the joint"));
    }
    lexer_.place = {kNone, "baseframe", nullptr, kNone};
    lexer_.expect('}', "after the joints that numJoints declares");
  }

  /// Sized at the first frame, when the text has shown its joints.
  bool prepare_frames(uint64_t offset) {
    if (!hierarchy_read_ || !base_read_) {
      lexer_.fail(messages::kBlockBeforeFrames, offset, {hierarchy_read_ ? "'baseframe'" : "'hierarchy'"});
      return false;
    }
    const uint64_t total = saturating_mul(*frames_, *joints_);
    if (!lexer_.holds(check_limit(total, context_.limits.frame_joints, "frames times joints", frames_at_), frames_at_))
      return false;
    // A frame takes `frame 0{}` and two bytes per component: more frames than that cannot follow.
    const uint64_t frame_bytes = kFrameBytes - 1 + 2 * uint64_t{*components_};
    if (*frames_ > (lexer_.remaining() + 2 * frame_bytes) / frame_bytes) {
      lexer_.fail(messages::kFramesBeyondFile, frames_at_,
                  {*frames_, (lexer_.remaining() + frame_bytes) / frame_bytes});
      return false;
    }
    if (!lexer_.charge(total, sizeof(glm::vec3) + sizeof(glm::quat), frames_at_) ||
        !lexer_.charge(std::min<uint64_t>(*components_, lexer_.remaining()), sizeof(double), components_at_))
      return false;
    raw_.translations.resize(total);
    raw_.rotations.resize(total);
    prepared_ = true;
    for (size_t j = 0; j < raw_.tracks.size(); ++j) {
      raw_.tracks[j].translation = base_[2 * j];
      raw_.tracks[j].rotation = base_[2 * j + 1];
    }
    return true;
  }

  void read_frame() {
    if (context_.cancelled()) lexer_.fail(messages::kCancelled, lexer_.offset());
    if (!prepared_ && !prepare_frames(lexer_.offset())) return;
    lexer_.place = {kNone, "frames", "frame", frames_read_};
    const uint64_t number_at = lexer_.here();
    const int64_t number = lexer_.integer("the frame number");
    if (!lexer_.ok()) return;
    const uint32_t frame = frames_read_;
    if (frame == *frames_) {
      lexer_.place = {};
      lexer_.fail(messages::kOneFrameMore, number_at, {*frames_});
      return;
    }
    // Frames play in the order they stand in; the game accepts no other numbers than 0, 1, 2.
    if (number != int64_t{frame} && !order_told_) {
      order_told_ = true;
      lexer_.warn_game(messages::kFrameNumber, number_at, {frame, number});
    }
    ++frames_read_;
    lexer_.expect('{', "after the frame number");
    values_.clear();
    const uint64_t values_at = lexer_.offset();
    for (uint32_t c = 0; c < *components_ && lexer_.ok(); ++c) values_.push_back(lexer_.real64("a component"));
    if (!lexer_.ok()) return;
    build_frame(frame, values_at);
    if (frames_read_ == *frames_)
      read_block_end(lexer_, "after the components of the frame");
    else
      lexer_.expect('}', "after the components of the frame");
  }

  /// Flagged components replace those of the base frame, in the order of the bits.
  void build_frame(uint32_t frame, uint64_t values_at) {
    const size_t row = size_t{frame} * raw_.tracks.size();
    for (size_t j = 0; j < raw_.tracks.size(); ++j) {
      const RawTrack& track = raw_.tracks[j];
      glm::dvec3 translation = track.translation, rotation = track.rotation;
      size_t next = track.first;
      for (int bit = 0; bit < 3; ++bit) {
        if (track.flags & (1u << bit)) translation[bit] = values_[next++];
      }
      for (int bit = 0; bit < 3; ++bit) {
        if (track.flags & (8u << bit)) rotation[bit] = values_[next++];
      }
      if (is_longer_than_one(rotation) && long_rotations_++ == 0) note_long_rotation(frame, track, values_at);
      raw_.translations[row + j] = narrow(translation);
      raw_.rotations[row + j] = narrow_rotation(rotation);
    }
  }

  void note_long_rotation(uint32_t frame, const RawTrack& track, uint64_t values_at) {
    long_frame_ = frame, long_joint_ = track.name;
    Lexer at(lexer_, values_at);
    // The first number of the orientation that the frame has.
    const uint32_t before = track.first + static_cast<uint32_t>(std::popcount(track.flags & 7u));
    for (uint32_t c = 0; (track.flags >> 3) != 0 && c < before; ++c) at.real64("");
    long_rotation_at_ = at.here();
  }

  /// Converts to float; a number that does not fit is an error of the line being read.
  void check_range(double largest) {
    if (!(largest <= 3.4028234663852886e38)) lexer_.fail(messages::kNumberBeyondFloat, lexer_.offset());
  }
  glm::vec3 narrow(const glm::dvec3& v) {
    check_range(std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}));
    return lexer_.ok() ? glm::vec3(v) : glm::vec3(0);
  }
  glm::quat narrow_rotation(const glm::dvec3& v) {
    const glm::dquat q = stored_rotation(v.x, v.y, v.z);
    check_range(std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z), std::abs(q.w)}));
    return lexer_.ok() ? to_float(q) : glm::quat(1, 0, 0, 0);
  }

  void check_file() {
    if (!frames_) lexer_.fail_expected({"'numFrames'"});
    if (!joints_) lexer_.fail_expected({"'numJoints'"});
    if (!components_) lexer_.fail_expected({"'numAnimatedComponents'"});
    if (!hierarchy_read_) lexer_.fail_expected({"'hierarchy'"});
    if (!base_read_) lexer_.fail_expected({"'baseframe'"});
    if (!lexer_.ok()) return;
    if (frames_read_ != *frames_)
      lexer_.fail_expected({"'frame' (numFrames is {}, {} were found)", {*frames_, frames_read_}});
    if (long_rotations_ != 0) {
      lexer_.place = {kNone, "frames", "frame", long_frame_};
      lexer_.warn(messages::kLongRotations, long_rotation_at_, {long_rotations_, long_joint_, long_frame_});
      lexer_.place = {};
    }
    if (raw_.frame_rate == 0) raw_.frame_rate = kDefaultFrameRate;  // a missing key was reported when the next one came
    raw_.frame_count = *frames_;
    raw_.component_count = *components_;
  }

  LoadContext& context_;
  Lexer& lexer_;
  RawAnimation raw_;
  KeyOrder order_{kAnimKeys};
  std::optional<uint32_t> frames_, joints_, components_;
  uint64_t frames_at_ = kNoOffset, joints_at_ = kNoOffset, components_at_ = kNoOffset;
  bool hierarchy_read_ = false, bounds_read_ = false, base_read_ = false, order_told_ = false, prepared_ = false;
  std::vector<glm::dvec3> base_;  ///< position and orientation of each joint
  std::vector<double> values_;
  // Orientations of frames that are longer than 1, and the first of them.
  uint64_t long_rotations_ = 0, long_rotation_at_ = kNoOffset;
  uint32_t long_frame_ = 0;
  std::string long_joint_;
  uint32_t frames_read_ = 0;
};

}  // namespace

Result<RawAnimation> read_animation(LoadContext& context, Lexer& lexer) {
  return AnimationReader(context, lexer).read();
}

}  // namespace vitrine::md5
