// md5mesh version 10.

#include <optional>

#include "formats/md5/codes.h"
#include "formats/md5/read/mesh_blocks.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

constexpr const char* kModelKeys[] = {"commandline", "numJoints", "numMeshes", "joints", "mesh"};
struct ModelKey {
  enum : size_t { kCommandline, kNumJoints, kNumMeshes, kJoints, kMeshBlock };
};

constexpr uint64_t kJointBytes = 19;  // `"a"-1(0 0 0)(0 0 0)`, the shortest line

/// Reads one file; the members are what its parts share.
class MeshReader {
 public:
  MeshReader(LoadContext& context, Lexer& lexer) : context_(context), lexer_(lexer) {}

  Result<RawModel> read() {
    read_version(lexer_, 10);
    while (lexer_.ok() && !lexer_.at_end()) read_file_key();
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
      order_.take(lexer_, ModelKey::kCommandline, offset);
      model_.commandline = read_commandline(lexer_, true, kModelKeys);
    } else if (lexer_.accept("numJoints")) {
      order_.take(lexer_, ModelKey::kNumJoints, offset);
      joints_declared_at_ = lexer_.here();
      joints_declared_ = read_count(lexer_, "numJoints", context_.limits.joints, kJointBytes);
    } else if (lexer_.accept("numMeshes")) {
      order_.take(lexer_, ModelKey::kNumMeshes, offset);
      meshes_declared_at_ = lexer_.here();
      meshes_declared_ = lexer_.integer("numMeshes");
      if (meshes_declared_ < 0) lexer_.fail(messages::kNegativeMeshes, meshes_declared_at_, {meshes_declared_});
    } else if (lexer_.accept("joints")) {
      order_.take(lexer_, ModelKey::kJoints, offset);
      if (first_time(lexer_, "joints", joints_read_, offset)) read_joints();
    } else if (lexer_.accept("mesh")) {
      order_.take(lexer_, ModelKey::kMeshBlock, offset);
      blocks_.read(offset, model_.meshes);
    } else {
      skip_unknown_key(lexer_, joints_read_ && !model_.meshes.empty() &&
                                   static_cast<int64_t>(model_.meshes.size()) >= meshes_declared_);
    }
  }

  // ---- joints

  void read_joints() {
    lexer_.expect('{', "after 'joints'");
    if (joints_declared_) {
      const uint64_t room = plausible(lexer_, *joints_declared_, kJointBytes);
      if (!lexer_.charge(room, sizeof(RawJoint), joints_declared_at_)) return;
      model_.joints.reserve(room);
    }
    lexer_.place = {kNone, "joints", "joint", 0};
    for (uint32_t i = 0; lexer_.ok(); ++i) {
      lexer_.place.record = i;
      if (joints_declared_ ? i == *joints_declared_ : lexer_.peek().text == "}") break;
      if (i == context_.limits.joints) {
        lexer_.fail(messages::kTooManyJoints, lexer_.here(), {context_.limits.joints});
        return;
      }
      read_joint();
    }
    if (!lexer_.ok()) return;
    lexer_.place = {kNone, "joints", nullptr, kNone};
    if (joints_declared_ && !lexer_.at_end() && lexer_.peek().text != "}") {
      lexer_.fail(messages::kJointsNotClosed, lexer_.here(), {*joints_declared_});
    }
    lexer_.expect('}', "after the joints");
    if (lexer_.ok()) check_joints();
  }

  void read_joint() {
    RawJoint joint;
    joint.offset = lexer_.here();
    if (lexer_.peek().kind == TokenKind::kPunctuation) {
      lexer_.fail_expected({"the name of a joint"});
      return;
    }
    joint.name = lexer_.text("the name of a joint", true);
    joint.parent = lexer_.integer("the parent");
    joint.pose.origin = read_vec3(lexer_, "the position of the joint");
    const glm::dvec3 q = read_vec3(lexer_, "the orientation of the joint");
    joint.rotation = stored_rotation(q.x, q.y, q.z);
    joint.pose.basis = basis_of(joint.rotation);
    joint.length = lexer_.offset() - joint.offset;
    if (lexer_.ok()) model_.joints.push_back(std::move(joint));
  }

  void check_joints() {
    std::vector<int64_t> parents;
    std::vector<uint64_t> offsets;
    for (const RawJoint& joint : model_.joints) {
      parents.push_back(joint.parent);
      Lexer at_parent(lexer_, joint.offset);  // behind the name
      at_parent.text("", true);
      offsets.push_back(at_parent.here());
    }
    lexer_.place = {kNone, "joints", "joint", kNone};
    check_parents(lexer_, parents, offsets);
    const auto count = static_cast<int64_t>(parents.size());
    for (int64_t i = 0; i < count && lexer_.ok(); ++i) {
      const int64_t parent = parents[static_cast<size_t>(i)];
      if (parent < i) continue;
      lexer_.place.record = static_cast<uint32_t>(i);
      if (parent >= count - 1)  // id's own test, wrong by one
        lexer_.warn_game(messages::kParentBehind, offsets[static_cast<size_t>(i)], {i, parent});
      else
        lexer_.warn(messages::kParentBehind, offsets[static_cast<size_t>(i)], {i, parent});
    }
    check_orientations();
    lexer_.place = {};
  }

  void check_orientations() {
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; i < model_.joints.size(); ++i) {
      const glm::dquat& q = model_.joints[i].rotation;
      if (is_longer_than_one({q.x, q.y, q.z}) && count++ == 0) first = i;
    }
    if (count == 0 || !lexer_.ok()) return;
    lexer_.place.record = first;
    const RawJoint& joint = model_.joints[first];
    lexer_.warn(messages::kLongQuaternions, joint.offset, {count, joint.name});
  }

  void check_file() {
    lexer_.place = {};
    if (!joints_read_) lexer_.fail_expected({"a 'joints' block"});
    const auto found = static_cast<int64_t>(model_.meshes.size());
    if (!lexer_.ok() || meshes_declared_ < 0 || meshes_declared_ == found) return;
    if (found == 0)
      lexer_.fail(messages::kMeshesMissing, meshes_declared_at_, {meshes_declared_, found});
    else if (found < meshes_declared_)
      lexer_.warn_game(messages::kMeshesDiffer, meshes_declared_at_, {meshes_declared_, found});
    else
      lexer_.warn(messages::kMeshesDiffer, meshes_declared_at_, {meshes_declared_, found});
  }

  LoadContext& context_;
  Lexer& lexer_;
  MeshBlocks blocks_{context_, lexer_, 10};
  RawModel model_;
  KeyOrder order_{kModelKeys};
  std::optional<uint32_t> joints_declared_;
  uint64_t joints_declared_at_ = kNoOffset, meshes_declared_at_ = kNoOffset;
  int64_t meshes_declared_ = -1;
  bool joints_read_ = false;
};

}  // namespace

Result<RawModel> read_mesh(LoadContext& context, Lexer& lexer) { return MeshReader(context, lexer).read(); }

}  // namespace vitrine::md5
