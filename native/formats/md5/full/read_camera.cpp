// md5camera version 10, and the cut lines of a virtual-reality port.

#include <algorithm>
#include <optional>

#include "formats/md5/codes.h"
#include "formats/md5/read.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

constexpr const char* kCameraKeys[] = {"commandline", "numFrames", "frameRate", "numCuts", "cuts", "camera", ""};
struct CameraKey {
  enum : size_t { kCommandline, kNumFrames, kFrameRate, kNumCuts, kCuts, kCamera };
};

// Smallest records: `(0 0 0)(0 0 0)1` and `1 `.
constexpr uint64_t kCameraFrameBytes = 15, kCutBytes = 2;
class CameraReader {
 public:
  CameraReader(LoadContext& context, Lexer& lexer) : context_(context), lexer_(lexer) {}

  Result<RawCamera> read() {
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
      order_.take(lexer_, CameraKey::kCommandline, offset);
      raw_.commandline = read_commandline(lexer_, false, kCameraKeys);
    } else if (lexer_.accept("numFrames")) {
      order_.take(lexer_, CameraKey::kNumFrames, offset);
      const uint64_t at = lexer_.here();
      frames_ = read_count(lexer_, "numFrames", context_.limits.frame_joints, kCameraFrameBytes);
      if (lexer_.ok() && *frames_ == 0) lexer_.fail(messages::kNoFrames, at);
    } else if (lexer_.accept("frameRate")) {
      order_.take(lexer_, CameraKey::kFrameRate, offset);
      read_frame_rate();
    } else if (lexer_.accept("numCuts")) {
      order_.take(lexer_, CameraKey::kNumCuts, offset);
      cuts_at_ = lexer_.here();
      cuts_ = read_count(lexer_, "numCuts", context_.limits.frame_joints, kCutBytes);
    } else if (lexer_.accept("cuts")) {
      order_.take(lexer_, CameraKey::kCuts, offset);
      if (!frames_ || !cuts_) lexer_.fail_expected({"'numFrames' and 'numCuts' before the cuts"});
      if (lexer_.ok() && *cuts_ > *frames_) lexer_.fail(messages::kTooManyCuts, cuts_at_, {*cuts_, *frames_});
      if (first_time(lexer_, "cuts", cuts_read_, offset)) read_cuts();
    } else if (lexer_.accept("camera")) {
      order_.take(lexer_, CameraKey::kCamera, offset);
      if (!frames_) lexer_.fail_expected({"'numFrames' before the camera"});
      if (first_time(lexer_, "camera", camera_read_, offset)) read_camera_block();
    } else {
      skip_unknown_key(lexer_, camera_read_);
    }
  }

  void read_frame_rate() {
    const uint64_t offset = lexer_.here();
    raw_.frame_rate = lexer_.real64("the frame rate");
    if (!lexer_.ok()) return;
    if (raw_.frame_rate < 0) {
      lexer_.fail(messages::kFrameRateBelowZero, offset);
    } else if (raw_.frame_rate < 1) {
      lexer_.warn_game(messages::kFrameRateBelowOne, offset, {raw_.frame_rate == 0 ? "; 24 is used" : ""});
    } else if (raw_.frame_rate != std::floor(raw_.frame_rate)) {
      lexer_.warn(messages::kFrameRateFraction, offset);
    }
  }

  void read_cuts() {
    lexer_.expect('{', "after 'cuts'");
    uint64_t dialect_at = kNoOffset;
    bool descends = false;
    for (uint32_t i = 0; i < *cuts_ && lexer_.ok(); ++i) {
      lexer_.place = {kNone, "cuts", "cut", i};
      const uint64_t at = lexer_.here();
      RawCut cut;
      cut.frame = lexer_.index("the last frame of a view");
      if (!lexer_.ok()) return;
      if (cut.frame >= *frames_) {
        lexer_.fail(messages::kCutBeyondFrames, at, {*frames_ - 1, cut.frame});
        return;
      }
      if (!raw_.cuts.empty() && cut.frame < raw_.cuts.back().frame && !descends) {
        descends = true;
        lexer_.warn(messages::kCutBehind, at, {cut.frame, raw_.cuts.back().frame});
      }
      if (cut.frame == 0 && dialect_at == kNoOffset) dialect_at = at;
      const uint64_t view_at = lexer_.here();
      read_view(cut);
      if ((cut.has_position || cut.has_rotation) && dialect_at == kNoOffset) dialect_at = view_at;
      if (!context_.budget.charge(1, sizeof(RawCut) + sizeof(Node) + sizeof(Camera), at))
        lexer_.fail(messages::kCutsBeyondMemory, at);
      if (lexer_.ok()) raw_.cuts.push_back(cut);
    }
    if (!lexer_.ok()) return;
    lexer_.place = {kNone, "cuts", nullptr, kNone};
    if (dialect_at != kNoOffset) lexer_.warn_game(messages::kCutsOfDialect, dialect_at);
    lexer_.expect('}', "after the cuts that numCuts declares");
    std::stable_sort(raw_.cuts.begin(), raw_.cuts.end(),
                     [](const RawCut& a, const RawCut& b) { return a.frame < b.frame; });
  }

  void read_view(RawCut& cut) {
    if (lexer_.accept("pos")) {
      cut.has_position = true;
      cut.position = read_vec3(lexer_, "the position of the cut");
    }
    if (lexer_.accept("rotA")) {
      cut.has_rotation = cut.by_angles = true;
      cut.numbers = read_vec3(lexer_, "the angles of the cut");
      cut.rotation = rotation_of_angles(cut.numbers);
    } else if (lexer_.accept("rot")) {
      cut.has_rotation = true;
      cut.numbers = read_vec3(lexer_, "the orientation of the cut");
      cut.rotation = glm::normalize(stored_rotation(cut.numbers.x, cut.numbers.y, cut.numbers.z));
    }
  }

  void read_camera_block() {
    const uint64_t room = plausible(lexer_, *frames_, kCameraFrameBytes);
    if (const Status status =
            context_.budget.charge(room, sizeof(glm::vec3) + sizeof(glm::quat) + sizeof(float), lexer_.offset());
        !status) {
      lexer_.fail(status.error(), status.error().offset());
      return;
    }
    raw_.positions.reserve(room);
    raw_.rotations.reserve(room);
    raw_.fov_deg.reserve(room);
    lexer_.expect('{', "after 'camera'");
    for (uint32_t i = 0; i < *frames_ && lexer_.ok(); ++i) {
      if (i % 1024 == 0 && context_.cancelled()) lexer_.fail(messages::kCancelled, lexer_.offset());
      lexer_.place = {kNone, "frames", "frame", i};
      raw_.positions.emplace_back(read_vec3(lexer_, "the position of the camera"));
      const glm::dvec3 q = read_vec3(lexer_, "the orientation of the camera");
      raw_.rotations.push_back(to_float(stored_rotation(q.x, q.y, q.z)));
      const uint64_t at = lexer_.here();
      const float fov = lexer_.real32("the field of view");
      if (lexer_.ok() && !(fov > 0 && fov < 180)) lexer_.fail(messages::kFieldOfView, at);
      raw_.fov_deg.push_back(fov);
    }
    if (!lexer_.ok()) return;
    lexer_.place = {kNone, "frames", nullptr, kNone};
    read_block_end(lexer_, "after the frames that numFrames declares");
  }

  void check_file() {
    if (!frames_) lexer_.fail_expected({"'numFrames'"});
    if (!camera_read_) lexer_.fail_expected({"a 'camera' block"});
    if (cuts_ && *cuts_ != 0 && !cuts_read_) lexer_.fail_expected({"a 'cuts' block"});
    if (!lexer_.ok()) return;
    if (raw_.frame_rate == 0) raw_.frame_rate = 24;
    raw_.frame_count = *frames_;
  }

  LoadContext& context_;
  Lexer& lexer_;
  RawCamera raw_;
  KeyOrder order_{kCameraKeys};
  std::optional<uint32_t> frames_, cuts_;
  uint64_t cuts_at_ = kNoOffset;
  bool cuts_read_ = false, camera_read_ = false;
};

}  // namespace

Result<RawCamera> read_camera(LoadContext& context, Lexer& lexer) { return CameraReader(context, lexer).read(); }

}  // namespace vitrine::md5
