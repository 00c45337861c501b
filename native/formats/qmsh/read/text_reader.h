#pragma once
// The parts of a text that hold the records a trace hears of: lists of rows, and blocks.

#include <array>

#include "formats/name_cost.h"
#include "formats/qmsh/read/lists.h"
#include "formats/qmsh/sentences.h"
#include "formats/qmsh/text_blocks.h"
#include "formats/source_records.h"
#include "formats/trace.h"

namespace vitrine::qmsh {

inline constexpr uint64_t kSmallestVertex = 6;  // "0,0,0 "
inline constexpr uint64_t kSmallestFace = 6;    // "3 0 0 " and three corners of "0 0,0 "
inline constexpr uint64_t kSmallestCorner = 6;

/// Pulls a model out of the text, block by block. The lexer's first error sticks: blocks are read straight through and
/// `read` tests once.
template <class Trace>
class TextReader : public TextBlocks {
 public:
  TextReader(const SplicedText& text, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
             const CancelFlag* cancel, TextModel& model, Trace& trace)
      : TextBlocks(text, limits, budget, diagnostics, cancel, model), trace_(trace) {}

  Status read() {
    if (in_.skipped_mark()) diagnostics_.add(messages::kByteOrderMark, 0);
    header();
    objects();
    const bool is_whole = !in_.failed();
    actions();
    const bool has_actions = !in_.failed();
    params();
    if (is_whole && has_faces()) leave_out_rest(has_actions);
    smooth_flags_.report(diagnostics_, messages::kSmoothFlags);
    weights_.report(diagnostics_, messages::kWeightsOutOfRange);
    if (!in_.failed() && !in_.at_end()) in_.fail_expected({"the end of the file"});
    if (in_.failed()) return in_.error();
    return ok_status();
  }

 private:
  void list(PlaceKind kind, const char* name, uint64_t owner) {
    if constexpr (Trace::kRecords) trace_.list(kind, name, owner);
  }
  uint64_t start() {
    if constexpr (Trace::kRecords) return in_.offset();
    return 0;
  }
  /// What began at `at` ends here.
  template <class... Number>
  void record(uint64_t at, Number... number) {
    if constexpr (Trace::kRecords) trace_.record(at, in_.past(), number...);
  }
  void block(uint64_t at) {
    if constexpr (Trace::kRecords) trace_.block(at, in_.past());
  }

  void objects() {
    in_.expect_word("objects");
    open();
    while (more()) {
      const uint64_t at = start();
      if (in_.next_is_word("mesh"))
        mesh();
      else if (in_.next_is_word("armature"))
        armature();
      else if (since(12) && in_.next_is_word("empty"))
        empty();
      else if (since(12) && in_.next_is_word("camera"))
        camera();
      else if (other_object())
        block(at);
      else
        in_.fail_expected({since(12) ? "'mesh', 'armature', 'empty', 'camera' or '}'" : "'mesh', 'armature' or '}'"});
    }
  }

  void mesh() {
    TextMesh& mesh = model_.meshes.emplace_back();
    mesh.offset = in_.offset();
    in_.expect_word("mesh");
    const Status few = check_limit(model_.meshes.size(), limits_.meshes, "meshes", mesh.offset);
    if (!few) return stop(few.error());
    charge(sizeof(TextMesh) + sizeof(Mesh) + sizeof(Node) + 2 * kBytesOfRow);
    name(mesh.name, "the name of the mesh");
    open();
    if (since(12)) label("pos");
    vec3(mesh.position, "a number of the position");
    if (since(12)) label("rot");
    vec3(mesh.rotation_rad, "a number of the rotation");
    if (since(12)) label("scale");
    vec3(mesh.scale, "a number of the scale");
    if (since(12)) label("parent");
    mesh.parent_offset = in_.offset();
    name(mesh.parent_armature, "the name of the parent armature");
    name(mesh.parent_bone, "the name of the parent bone");
    if (!since(12)) mesh.auto_smooth_deg = in_.number("the auto smooth angle");
    // One exporter writes an angle that the loader of its time did not expect.
    else if (optional_label("smooth"))
      mesh.auto_smooth_deg = in_.number("the auto smooth angle");
    materials(mesh);
    vertices(mesh);
    faces(mesh);
    groups(mesh);
    close();
    block(mesh.offset);
  }

  void vertices(TextMesh& mesh) {
    in_.expect_word("vertices");
    colon();
    const bool with_normals = since(17);
    const uint32_t n = count("the number of vertices", with_normals ? 2 * kSmallestVertex : kSmallestVertex,
                             with_normals ? 24 : 12, limits_.vertices);
    fill_new(mesh.vertices, n);
    if (with_normals) fill_new(mesh.normals, n);
    list(PlaceKind::kVertex, "vertex", mesh.offset);
    open();
    for (uint32_t i = 0; i < n && !in_.failed(); ++i) {
      const uint64_t at = start();
      vec3(mesh.vertices[i], "a coordinate of a vertex");
      if (with_normals) {
        in_.expect(',', "before the normal of a vertex");
        vec3(mesh.normals[i], "a number of a normal");
      }
      record(at);
    }
    close();
  }

  void faces(TextMesh& mesh) {
    in_.expect_word("faces");
    colon();
    const uint32_t n = count("the number of faces", kSmallestFace + 3 * kSmallestCorner,
                             sizeof(TextFace) + 4 * sizeof(TextCorner), limits_.vertices / 4);
    fill_new(mesh.faces, n);
    mesh.corners.reserve(size_t{n} * 4);
    list(PlaceKind::kTriangle, "face", mesh.offset);
    open();
    uint32_t triangle = 0;
    for (uint32_t i = 0; i < n && !in_.failed(); ++i) {
      const uint64_t at = start();
      if (!kForSpeed || !plain_face(mesh, mesh.faces[i])) face(mesh, i);
      // Blender's face normal; ours follow from the corners.
      glm::vec3 unused;
      if (since(12)) vec3(unused, "a number of the face normal");
      record(at, triangle);
      triangle += mesh.faces[i].corner_count - 2u;
    }
    close();
  }

  /// A face of plain tokens, all of them in range. False leaves everything as it was.
  bool plain_face(TextMesh& mesh, TextFace& face) {
    PlainTokens ahead = in_.plain();
    uint32_t count = 0, material = 0, smooth = 0;
    if (!ahead.whole(count) || count < kFewestCorners || count > kMostCorners) return false;
    if (!ahead.whole(material) || material >= kMaterialLimit) return false;
    if (!ahead.whole(smooth) || smooth > 1) return false;
    std::array<TextCorner, kMostCorners> corners;
    for (uint32_t k = 0; k < count; ++k) {
      TextCorner& corner = corners[k];
      if (!ahead.whole(corner.vertex) || corner.vertex >= mesh.vertices.size()) return false;
      if (!ahead.row(&corner.uv.x, 2)) return false;
    }
    in_.follow(ahead);
    face.first_corner = static_cast<uint32_t>(mesh.corners.size());
    face.corner_count = static_cast<uint8_t>(count);
    face.material = static_cast<uint8_t>(material);
    face.smooth = smooth > 0;
    for (uint32_t k = 0; k < count; ++k) mesh.corners.push_back(corners[k]);
    return true;
  }

  void groups(TextMesh& mesh) {
    in_.expect_word("vertex_groups");
    colon();
    open();
    while (more()) {
      TextGroup& group = mesh.groups.emplace_back();
      group.offset = in_.offset();
      name(group.name, "the name of a vertex group or '}'");
      list(PlaceKind::kWeight, "vertex group entry", mesh.offset);
      open();
      while (more()) {
        const uint64_t from = start();
        if constexpr (kForSpeed) {
          TextGroup::Entry entry;
          PlainTokens ahead = in_.plain();
          if (ahead.whole(entry.vertex) && entry.vertex < mesh.vertices.size() && ahead.number(entry.weight) &&
              entry.weight >= 0 && entry.weight <= 1) {
            in_.follow(ahead);
            record(from, entry.vertex);
            group.entries.push_back(entry);
            continue;
          }
        }
        const uint64_t at = in_.offset();
        const uint32_t vertex = in_.unsigned_integer("the number of a vertex");
        const uint64_t weight_at = in_.offset();
        const float weight = in_.number("a weight");
        if (in_.failed()) return;
        record(from, vertex);
        if (weight < 0 || weight > 1) weights_.add(weight_at, {"{}: {}", {mesh.name, group.name}});
        if (vertex >= mesh.vertices.size()) {
          diagnostics_.add(messages::kGroupVertex, at, {mesh.vertices.size(), vertex});
          continue;
        }
        group.entries.push_back({vertex, weight});
      }
      charge(sizeof(TextGroup) + group.entries.size() * sizeof(TextGroup::Entry));
    }
  }

  void armature() {
    TextArmature& armature = model_.armatures.emplace_back();
    armature.offset = in_.offset();
    in_.expect_word("armature");
    if (model_.armatures.size() > 1) in_.fail(messages::kSecondArmature, armature.offset);
    name(armature.name, "the name of the armature");
    open();
    if (since(12)) optional_label("pos");
    vec3(armature.position, "a number of the position");
    if (since(12)) optional_label("rot");
    vec3(armature.rotation_rad, "a number of the rotation");
    if (since(12)) optional_label("scale");
    vec3(armature.scale, "a number of the scale");
    if (!since(17)) {
      armature.use_groups = flag("the flag for vertex groups");
      armature.use_envelopes = flag("the flag for envelopes");
    }
    while (more()) {
      if (since(21) && in_.take_word("group")) {
        TextBoneGroup& group = armature.groups.emplace_back();
        name(group.name, "the name of a bone group");
        open();
        label("parent");
        name(group.parent, "the parent of a bone group");
        close();
        charge(sizeof(TextBoneGroup));
        continue;
      }
      bone(armature);
    }
    block(armature.offset);
  }

  void bone(TextArmature& armature) {
    TextBone& bone = armature.bones.emplace_back();
    bone.offset = in_.offset();
    in_.expect_word("bone");
    name(bone.name, "the name of a bone");
    open();
    if (since(12)) optional_label("parent");
    name(bone.parent, "the name of the parent bone");
    if (since(21)) {
      label("group");
      name(bone.group, "the name of the bone group");
    }
    const auto end = [&](std::string_view word, glm::vec3& in_bone, glm::vec3& point, float& radius) {
      in_.expect_word(word);
      colon();
      if (!since(21)) vec3(in_bone, "a number in bone space");
      vec3(point, "a number in armature space");
      radius = in_.number("a radius");
    };
    end("head", bone.head_in_bone, bone.head, bone.head_radius);
    end("tail", bone.tail_in_bone, bone.tail, bone.tail_radius);
    if (!since(17))
      bone.roll_bone_rad = in_.number("the roll in bone space"),
      bone.roll_armature_rad = in_.number("the roll in armature space");
    if (!since(21)) bone.length = in_.number("the length");
    if (!since(17)) bone.weight = in_.number("the weight");
    if (since(21)) {
      optional_label("connected");
      bone.connected = flag("the connected flag");
      bone.length = glm::length(bone.tail - bone.head);
    } else {
      matrix(bone.matrix3);
    }
    matrix(bone.matrix);
    close();
    block(bone.offset);
    if (armature.bones.size() > limits_.joints) {
      in_.fail(messages::kTooManyBones, bone.offset, {limits_.joints});
    }
    charge(sizeof(TextBone));
  }

  void empty() {
    TextEmpty& empty = model_.empties.emplace_back();
    empty.offset = in_.offset();
    in_.expect_word("empty");
    name(empty.name, "the name of the empty");
    open();
    label("bone");
    name(empty.bone, "the name of a bone");
    label("type");
    name(empty.type, "the type of the empty");
    label("size");
    if (since(14)) {
      vec3(empty.size, "a number of the size");
      label("scale");
      empty.size *= in_.number("the scale");
    } else {
      empty.size = glm::vec3(in_.number("the size"));
    }
    label("matrix");
    matrix(empty.matrix);
    if (since(19)) {
      label("rot");
      vec3(empty.rotation_rad, "a number of the rotation");
    }
    close();
    block(empty.offset);
    charge(sizeof(TextEmpty) + sizeof(Node) + kBytesOfRow);
  }

  void camera() {
    TextCamera& camera = model_.cameras.emplace_back();
    camera.offset = in_.offset();
    in_.expect_word("camera");
    open();
    optional_label("pos");
    vec3(camera.position, "a number of the camera's position");
    optional_label("target");
    vec3(camera.target, "a number of the camera's target");
    if (since(15)) {
      optional_label("up");
      vec3(camera.up, "a number of the camera's up direction");
    }
    close();
    block(camera.offset);
    charge(sizeof(TextCamera) + sizeof(Node) + sizeof(Camera) + 2 * kBytesOfRow);
  }

  void actions() {
    in_.expect_word("actions");
    open();
    while (more()) {
      TextAction& action = model_.actions.emplace_back();
      action.offset = in_.offset();
      name(action.name, "the name of an action or '}'");
      open();
      while (more()) {
        TextChannel& channel = action.channels.emplace_back();
        channel.offset = in_.offset();
        name(channel.bone, "the name of a channel or '}'");
        open();
        while (more()) curve(channel);
        charge(sizeof(TextChannel));
      }
      block(action.offset);
      charge(sizeof(TextAction) + sizeof(Clip) + 4 * kBytesOfRow);
      if (!in_.failed()) actions_end_ = model_.actions.size();
    }
  }

  void curve(TextChannel& channel) {
    TextCurve& curve = channel.curves.emplace_back();
    curve.offset = in_.offset();
    name(curve.name, "the name of a curve or '}'");
    curve.interpolation = interpolation();
    if (!since(18)) curve.extension = extension();
    list(PlaceKind::kKey, "point", curve.offset);
    open();
    while (more()) {
      const uint64_t at = start();
      TextPoint& point = curve.points.emplace_back();
      if constexpr (kForSpeed) {
        PlainTokens ahead = in_.plain();
        if (ahead.number(point.frame) && ahead.symbol(',') && ahead.number(point.value)) {
          in_.follow(ahead);
          record(at);
          continue;
        }
      }
      point.frame = in_.wide_number("a frame or '}'");
      in_.expect(',', "between frame and value");
      point.value = in_.wide_number("a value");
      record(at);
    }
    block(curve.offset);
    charge(sizeof(TextCurve) + curve.points.size() * (sizeof(TextPoint) + sizeof(Key)));
  }

  [[no_unique_address]] KeptTrace<Trace> trace_;
};

}  // namespace vitrine::qmsh
