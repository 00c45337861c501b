// Version 6 of the 2002 alpha: the syntax that converters of such files read. No real file was at hand; what is
// uncertain is listed in FORMAT.md.

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/checked.h"
#include "formats/md5/codes.h"
#include "formats/md5/read/mesh_blocks.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

constexpr uint64_t kBoneBytes = 8, kChannelBytes = 11, kKeyBytes = 2;  // `bone 0{}`, `channel 0{}`, `0 `
constexpr double kFrameRateTolerance = 1e-3;

void read_start(Lexer& lexer) {
  read_version(lexer, 6);
  if (!lexer.ok()) return;
  lexer.warn_game(messages::kVersion6, lexer.offset());
}

/// A body of version 10 under the number 6 is neither: which of the two is wrong cannot be told.
bool is_version_10_key(std::string_view name) {
  for (const char* key :
       {"numJoints", "numMeshes", "joints", "numFrames", "frameRate", "hierarchy", "baseframe", "bounds"}) {
    if (name == key) return true;
  }
  return false;
}

void skip_key(Lexer& lexer, bool top) {
  const Token key = lexer.peek();
  if (!lexer.ok()) return;
  if (key.kind != TokenKind::kName) {
    lexer.fail_expected({top ? "a key" : "a key or '}'"});
    return;
  }
  if (top && is_version_10_key(key.text)) {
    lexer.fail(messages::kKeysOfVersion10, key.offset, {key.text});
    return;
  }
  lexer.token();
  lexer.warn_game(messages::kUnknownKey, key.offset, {key.text.substr(0, 40)});
  lexer.skip_value();
}

// ---- md5mesh
// ------------------------------------------------------------------------------------------------------------

class AlphaMeshReader {
 public:
  AlphaMeshReader(LoadContext& context, Lexer& lexer) : context_(context), lexer_(lexer) {}

  Result<RawModel> read() {
    model_.version = 6;
    read_start(lexer_);
    while (lexer_.ok() && !lexer_.at_end()) read_file_key();
    lexer_.place = {};
    if (lexer_.ok()) check_file();
    if (lexer_.ok()) blocks_.check(model_);
    if (!lexer_.ok()) return lexer_.take_error();
    return std::move(model_);
  }

 private:
  void read_file_key() {
    lexer_.place = {};
    const uint64_t offset = lexer_.here();
    if (lexer_.accept("commandline")) {
      model_.commandline = lexer_.text("a text for commandline", true);
    } else if (lexer_.accept("numbones")) {
      declared_at_ = lexer_.here();
      declared_ = read_count(lexer_, "numbones", context_.limits.joints, kBoneBytes);
    } else if (lexer_.accept("bone")) {
      read_bone(offset);
    } else if (lexer_.accept("nummeshes")) {
      meshes_declared_at_ = lexer_.here();
      meshes_declared_ = lexer_.integer("nummeshes");
    } else if (lexer_.accept("mesh")) {
      lexer_.integer("the mesh number");
      blocks_.read(offset, model_.meshes);
    } else {
      skip_key(lexer_, true);
    }
  }

  void read_bone(uint64_t offset) {
    const auto number = static_cast<uint32_t>(model_.joints.size());
    lexer_.place = {kNone, "joints", "joint", number};
    const Status room = context_.budget.charge(1, sizeof(RawJoint) + sizeof(std::string), offset);
    const Status limit = check_limit(uint64_t{number} + 1, context_.limits.joints, "joints", offset);
    for (const Status* status : {&room, &limit}) {
      if (!*status) lexer_.fail(status->error(), offset);
    }
    const uint64_t number_at = lexer_.here();
    if (const int64_t written = lexer_.integer("the bone number"); lexer_.ok() && written != number) {
      lexer_.fail(messages::kBoneNumber, number_at, {number, written});
    }
    lexer_.expect('{', "after the bone number");
    RawJoint joint;
    joint.offset = offset;
    std::string parent;
    bool named = false, placed = false, oriented = false;
    while (lexer_.ok() && !lexer_.accept('}')) {
      if (lexer_.accept("name")) {
        joint.name = lexer_.text("the name of a bone", true);
        named = true;
      } else if (lexer_.accept("bindpos")) {
        for (int i = 0; i < 3; ++i) joint.pose.origin[i] = lexer_.real64("the position of the bone");
        placed = true;
      } else if (lexer_.accept("bindmat")) {
        // Three rows for row vectors, as id's matrices are: as columns they map bone to model.
        for (int i = 0; i < 9; ++i) joint.pose.basis[i / 3][i % 3] = lexer_.real64("the matrix of the bone");
        oriented = true;
      } else if (lexer_.accept("parent")) {
        parent = lexer_.text("the name of the parent", true);
      } else {
        skip_key(lexer_, false);
      }
    }
    for (const auto& [given, key] :
         {std::pair{named, "name"}, std::pair{placed, "bindpos"}, std::pair{oriented, "bindmat"}}) {
      if (!given) lexer_.fail(messages::kBoneWithout, offset, {key});
    }
    if (!lexer_.ok()) return;
    if (!(std::abs(glm::determinant(joint.pose.basis)) > 1e-12)) {
      lexer_.fail(messages::kMatrixSingular, offset);
      return;
    }
    joint.rotation = rotation_of(joint.pose.basis);
    joint.length = lexer_.offset() - offset;
    model_.joints.push_back(std::move(joint));
    parents_.push_back(std::move(parent));
  }

  void check_file() {
    const size_t count = model_.joints.size();
    if (!declared_) lexer_.fail_expected({"'numbones'"});
    if (lexer_.ok() && *declared_ != count) lexer_.fail(messages::kBoneCount, declared_at_, {*declared_, count});
    const auto meshes = static_cast<int64_t>(model_.meshes.size());
    if (lexer_.ok() && meshes_declared_ >= 0 && meshes_declared_ != meshes)
      lexer_.fail(messages::kMeshCount, meshes_declared_at_, {meshes_declared_, meshes});
    std::unordered_map<std::string, int64_t> by_name;
    for (size_t i = 0; i < count; ++i) by_name.emplace(model_.joints[i].name, static_cast<int64_t>(i));
    std::vector<int64_t> parents;
    std::vector<uint64_t> offsets;
    for (size_t i = 0; i < count && lexer_.ok(); ++i) {
      RawJoint& joint = model_.joints[i];
      if (!parents_[i].empty()) {
        const auto parent = by_name.find(parents_[i]);
        if (parent == by_name.end()) {
          lexer_.place = {kNone, "joints", "joint", static_cast<uint32_t>(i)};
          lexer_.fail(messages::kNoSuchBone, joint.offset, {parents_[i]});
          return;
        }
        joint.parent = parent->second;
      }
      parents.push_back(joint.parent);
      offsets.push_back(joint.offset);
    }
    lexer_.place = {kNone, "joints", "joint", kNone};
    check_parents(lexer_, parents, offsets);
    lexer_.place = {};
  }

  LoadContext& context_;
  Lexer& lexer_;
  MeshBlocks blocks_{context_, lexer_, 6};
  RawModel model_;
  std::vector<std::string> parents_;
  std::optional<uint32_t> declared_;
  uint64_t declared_at_ = kNoOffset, meshes_declared_at_ = kNoOffset;
  int64_t meshes_declared_ = -1;
};

// ---- md5anim
// ------------------------------------------------------------------------------------------------------------

/// Order of the values of a joint in one frame.
constexpr const char* kAttributes[] = {"x", "y", "z", "pitch", "yaw", "roll"};
constexpr size_t kAttributeCount = 6;

struct AlphaChannel {
  std::string joint, attribute;
  uint32_t first_frame = 0;  ///< of its first key
  uint32_t last_frame = 0;   ///< one behind the last frame it speaks of
  double frame_rate = 0;
  std::vector<float> keys;
  uint64_t offset = 0;

  /// Before its keys the first one holds, behind them the last one.
  double at(uint32_t frame) const {
    if (keys.empty()) return 0;
    const uint32_t key = frame < first_frame ? 0 : frame - first_frame;
    return double{keys[std::min<size_t>(key, keys.size() - 1)]};
  }
};

class AlphaAnimationReader {
 public:
  AlphaAnimationReader(LoadContext& context, Lexer& lexer) : context_(context), lexer_(lexer) {}

  Result<RawAnimation> read() {
    raw_.version = 6;
    read_start(lexer_);
    while (lexer_.ok() && !lexer_.at_end()) {
      lexer_.place = {};
      const uint64_t offset = lexer_.here();
      if (lexer_.accept("commandline")) {
        raw_.commandline = lexer_.text("a text for commandline", false);
      } else if (lexer_.accept("numchannels")) {
        declared_at_ = lexer_.here();
        declared_ = read_count(lexer_, "numchannels", 8 * context_.limits.joints, kChannelBytes);
      } else if (lexer_.accept("channel")) {
        read_channel(offset);
      } else {
        skip_key(lexer_, true);
      }
    }
    lexer_.place = {};
    if (lexer_.ok()) check_file();
    if (lexer_.ok()) build_tracks();
    if (!lexer_.ok()) return lexer_.take_error();
    return std::move(raw_);
  }

 private:
  bool charge(uint64_t count, uint64_t size, uint64_t offset) {
    const Status status = context_.budget.charge(count, size, offset);
    if (!status) lexer_.fail(status.error(), offset);
    return status.ok();
  }

  void read_channel(uint64_t offset) {
    const auto number = static_cast<uint32_t>(channels_.size());
    lexer_.place = {kNone, "channels", "channel", number};
    if (!charge(1, sizeof(AlphaChannel) + sizeof(RawTrack), offset)) return;
    lexer_.integer("the channel number");
    lexer_.expect('{', "after the channel number");
    AlphaChannel channel;
    channel.offset = offset;
    bool has_keys = false;
    while (lexer_.ok() && !lexer_.accept('}')) {
      if (lexer_.accept("joint")) {
        channel.joint = lexer_.text("the name of a joint", false);
      } else if (lexer_.accept("attribute")) {
        channel.attribute = lexer_.text("an attribute", false);
      } else if (lexer_.accept("starttime") || lexer_.accept("endtime")) {
        lexer_.real64("a time");  // the keys say the same in frames
      } else if (lexer_.accept("framerate")) {
        const uint64_t at = lexer_.here();
        channel.frame_rate = lexer_.real64("the frame rate");
        if (lexer_.ok() && !(channel.frame_rate > 0)) lexer_.fail(messages::kFrameRateNotAbove0, at);
      } else if (lexer_.accept("strings")) {
        const uint32_t count = lexer_.index("the number of texts");
        for (uint32_t i = 0; i < count && lexer_.ok(); ++i) lexer_.text("a text", false);
      } else if (lexer_.accept("range")) {
        channel.first_frame = lexer_.index("the first frame");
        channel.last_frame = lexer_.index("the last frame");
      } else if (lexer_.accept("keys")) {
        has_keys = true;
        read_keys(channel);
      } else {
        skip_key(lexer_, false);
      }
    }
    if (lexer_.ok() && (channel.joint.empty() || channel.attribute.empty() || !has_keys || channel.keys.empty()))
      lexer_.fail(messages::kChannelIncomplete, offset);
    if (lexer_.ok()) channels_.push_back(std::move(channel));
  }

  void read_keys(AlphaChannel& channel) {
    const uint32_t count = read_count(lexer_, "keys", context_.limits.frame_joints, kKeyBytes);
    const uint64_t room = plausible(lexer_, count, kKeyBytes);
    if (!lexer_.ok() || !charge(room, sizeof(float), lexer_.offset())) return;
    channel.keys.clear();
    channel.keys.reserve(room);
    for (uint32_t i = 0; i < count && lexer_.ok(); ++i) {
      if (i % 1024 == 0 && context_.cancelled()) lexer_.fail(messages::kCancelled, lexer_.offset());
      channel.keys.push_back(lexer_.real32("a key"));
    }
  }

  void check_file() {
    if (!declared_) lexer_.fail_expected({"'numchannels'"});
    if (lexer_.ok() && (*declared_ != channels_.size() || channels_.empty()))
      lexer_.fail(messages::kChannelCount, declared_at_, {*declared_, channels_.size()});
    uint64_t frames = 1;
    for (const AlphaChannel& channel : channels_) {
      if (!lexer_.ok()) return;
      frames = std::max({frames, uint64_t{channel.first_frame} + channel.keys.size(), uint64_t{channel.last_frame}});
      if (raw_.frame_rate == 0) raw_.frame_rate = channel.frame_rate;
      if (channel.frame_rate != 0 && std::abs(channel.frame_rate - raw_.frame_rate) > kFrameRateTolerance)
        lexer_.fail(messages::kOtherFrameRate, channel.offset);
    }
    if (raw_.frame_rate == 0) {
      raw_.frame_rate = 24;
      lexer_.warn(messages::kNoFrameRate, declared_at_);
    }
    if (const Status status = check_limit(frames, context_.limits.frame_joints, "frames", declared_at_); !status)
      lexer_.fail(status.error(), declared_at_);
    raw_.frame_count = static_cast<uint32_t>(std::min<uint64_t>(frames, kNone - 1));
  }

  /// Channels to tracks: six attributes of one joint are one track, two pseudo joints are the bounds.
  void build_tracks() {
    struct Sources {
      const AlphaChannel* of[kAttributeCount] = {};
    };
    std::vector<Sources> sources;
    Sources low, high;
    std::unordered_map<std::string, size_t> track_of;
    for (const AlphaChannel& channel : channels_) {
      const auto* attribute = std::find(kAttributes, kAttributes + kAttributeCount, channel.attribute);
      if (attribute == kAttributes + kAttributeCount) continue;  // a camera's angle and its like
      const auto component = static_cast<size_t>(attribute - kAttributes);
      if (channel.joint == "boundsMin" || channel.joint == "boundsMax") {
        (channel.joint == "boundsMin" ? low : high).of[component] = &channel;
        continue;
      }
      const auto [entry, is_new] = track_of.emplace(channel.joint, sources.size());
      if (is_new) {
        sources.emplace_back();
        RawTrack track;
        track.name = channel.joint;
        track.offset = channel.offset;
        raw_.tracks.push_back(std::move(track));
      }
      sources[entry->second].of[component] = &channel;
      // Bits in the order x y z, then the three parts of the rotation, which any angle moves.
      raw_.tracks[entry->second].flags |= component < 3 ? 1u << component : 56u;
    }
    const uint64_t total = saturating_mul(raw_.frame_count, raw_.tracks.size());
    if (raw_.tracks.empty()) {
      lexer_.fail(messages::kNothingMoves, declared_at_);
      return;
    }
    if (const Status status = check_limit(total, context_.limits.frame_joints, "frames times joints", declared_at_);
        !status) {
      lexer_.fail(status.error(), declared_at_);
      return;
    }
    if (!charge(total, sizeof(glm::vec3) + sizeof(glm::quat), declared_at_)) return;
    raw_.translations.reserve(total);
    raw_.rotations.reserve(total);
    for (uint32_t frame = 0; frame < raw_.frame_count; ++frame) {
      const auto value = [frame](const Sources& source, size_t component) {
        return source.of[component] == nullptr ? 0.0 : source.of[component]->at(frame);
      };
      for (const Sources& source : sources) {
        raw_.translations.emplace_back(value(source, 0), value(source, 1), value(source, 2));
        raw_.rotations.push_back(to_float(rotation_of_angles({value(source, 3), value(source, 4), value(source, 5)})));
      }
      if (low.of[0] != nullptr && high.of[0] != nullptr) {
        raw_.bounds.push_back({glm::vec3(value(low, 0), value(low, 1), value(low, 2)),
                               glm::vec3(value(high, 0), value(high, 1), value(high, 2))});
      }
    }
    raw_.component_count = static_cast<uint32_t>(channels_.size());
    for (size_t t = 0; t < raw_.tracks.size(); ++t) {
      raw_.tracks[t].translation = glm::dvec3(raw_.translations[t]);
      const glm::quat q = raw_.rotations[t];  // stored form: the conjugate's x y z with w >= 0
      raw_.tracks[t].rotation = glm::dvec3(q.x, q.y, q.z) * (q.w > 0 ? -1.0 : 1.0);
    }
  }

  LoadContext& context_;
  Lexer& lexer_;
  RawAnimation raw_;
  std::vector<AlphaChannel> channels_;
  std::optional<uint32_t> declared_;
  uint64_t declared_at_ = kNoOffset;
};

}  // namespace

Result<RawModel> read_mesh_v6(LoadContext& context, Lexer& lexer) { return AlphaMeshReader(context, lexer).read(); }

Result<RawAnimation> read_animation_v6(LoadContext& context, Lexer& lexer) {
  return AlphaAnimationReader(context, lexer).read();
}

}  // namespace vitrine::md5
