#include "formats/qmsh/read/text_read.h"

#include "formats/name_cost.h"
#include "formats/qmsh/sentences.h"
#include "formats/qmsh/text_reader.h"

namespace vitrine::qmsh {
namespace {

constexpr int64_t kHighestFps = 1000000;

}  // namespace

void TextReader::header() {
  in_.expect_word("QMSH");
  in_.expect_word("TMP");
  const uint64_t at = in_.offset();
  model_.version = in_.unsigned_integer("the version");
  const uint32_t v = model_.version;
  if (!in_.failed() && (v != 10 && (v < kOldestOfLater || v > 21))) in_.fail(messages::kTextVersion, at, {v});
}

void TextReader::objects() {
  in_.expect_word("objects");
  open();
  while (more()) {
    if (in_.next_is_word("mesh"))
      mesh();
    else if (in_.next_is_word("armature"))
      armature();
    else if (since(12) && in_.next_is_word("empty"))
      empty();
    else if (since(12) && in_.next_is_word("camera"))
      camera();
    else if (!other_object())
      in_.fail_expected({since(12) ? "'mesh', 'armature', 'empty', 'camera' or '}'" : "'mesh', 'armature' or '}'"});
  }
}

/// Objects that exporters warn of and leave out. Whatever their blocks hold, brackets in it are in pairs.
bool TextReader::other_object() {
  static constexpr const char* kKinds[] = {"curve", "lattice", "meta", "mball", "surf"};
  const auto* const kind =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const char* word) { return in_.next_is_word(word); });
  if (kind == std::end(kKinds)) return false;
  const uint64_t at = in_.offset();
  in_.expect_word(*kind);
  std::string called;
  name(called, "the name of the object");
  open();
  for (size_t depth = 1; depth > 0 && !in_.failed();) {
    if (in_.take('{'))
      ++depth;
    else if (in_.take('}'))
      --depth;
    else
      in_.skip_token();
  }
  if (!in_.failed()) diagnostics_.add(messages::kOtherObject, at, {*kind, called});
  return true;
}

void TextReader::armature() {
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
}

void TextReader::bone(TextArmature& armature) {
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
  if (armature.bones.size() > limits_.joints) {
    in_.fail(messages::kTooManyBones, bone.offset, {limits_.joints});
  }
  charge(sizeof(TextBone));
}

void TextReader::empty() {
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
  charge(sizeof(TextEmpty) + sizeof(Node) + kBytesOfRow);
}

void TextReader::camera() {
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
  charge(sizeof(TextCamera) + sizeof(Node) + sizeof(Camera) + 2 * kBytesOfRow);
}

void TextReader::params() {
  in_.expect_word("params");
  open();
  while (more()) {
    static constexpr const char* kWords[] = {"fps", "static", "tangents", "split"};
    static constexpr bool TextModel::*kFlags[] = {nullptr, &TextModel::is_static, &TextModel::force_tangents,
                                                  &TextModel::split};
    uint64_t at = 0;
    std::string_view word;
    const uint32_t found = choice(kWords, since(12) ? "the name of a parameter or '}'" : "'fps' or '}'", word, at);
    if (!since(12) && !in_.failed() && found != 0) {
      in_.fail(messages::kNoFpsOrEnd, at, {word});
      return;
    }
    if (!since(12))
      in_.expect('=', "after 'fps'");
    else if (!in_.take('='))
      in_.take(':');
    const uint64_t value_at = in_.offset();
    const int64_t value = in_.integer("a whole number");
    if (in_.failed()) return;
    if (found == kNone) {
      diagnostics_.add(messages::kUnknownParameter, at, {word});
    } else if (found != 0) {
      model_.*kFlags[found] = value != 0;
    } else if (value > 0 && value <= kHighestFps) {
      model_.fps = static_cast<int32_t>(value);
    } else if (!model_.actions.empty()) {  // the original divides by it as soon as there is an action
      in_.fail(messages::kFpsNotAbove0, value_at, {value});
    } else {
      diagnostics_.add_as(Severity::kWarning, messages::kFpsIgnored, value_at, {value});
    }
  }
}

bool is_text(std::span<const uint8_t> bytes) {
  // Far enough for some comments before the words; a text that starts with more of them is not recognised.
  constexpr size_t kSniffed = 4096;
  const SplicedText text(bytes.subspan(0, std::min(bytes.size(), kSniffed)));
  TextLexer lexer(text);
  return lexer.take_word("QMSH") && lexer.take_word("TMP");
}

Status read_text(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
                 const CancelFlag* cancel, TextModel& model) {
  const SplicedText text(bytes);
  return TextReader(text, limits, budget, diagnostics, cancel, model).read();
}

}  // namespace vitrine::qmsh
