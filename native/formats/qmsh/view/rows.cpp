// The formats of this view core: this one alone, without words and properties.

#include "formats/qmsh/rows.h"
#include "formats/qmsh/full/describe.h"
#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/full/properties.h"
#include "formats/qmsh/read/binary_build.h"
#include "formats/qmsh/read/text_actions.h"
#include "formats/qmsh/read/text_build.h"
#include "formats/qmsh/sentences.h"
#include "formats/qmsh/text_blocks.h"

namespace vitrine {

std::span<const FormatRow> formats() { return qmsh::rows(); }

namespace qmsh {

Status build_described(BinaryModel&& model, LoadContext& context, Scene& scene) {
  return build_binary(std::move(model), context, scene);
}
Status build_described(const TextModel& model, LoadContext& context, Scene& scene) {
  std::vector<VertexBinding> held;
  return build_text(model, context, scene, held);
}

void add_bone_properties(const BinaryModel&, std::vector<Node>&, bool&) {}
void add_material_properties(const BinaryModel&, const BinarySubmesh&, Material&) {}
void add_point_properties(const BinaryModel&, const BinaryPoint&, bool, Node&) {}
void add_camera_properties(const glm::vec3&, const glm::vec3&, Node&) {}
void add_armature_properties(const TextArmature&, Node&) {}
void add_bone_properties(const TextModel&, const TextBone&, Node&) {}
void add_object_properties(const TextMesh&, Node&) {}
void add_material_properties(const TextMaterial&, Material&) {}
bool add_empty_properties(const TextEmpty&, Node&) { return true; }

void TextLexer::fail_expected(const Phrase&) { fail(messages::kExpected, kNoOffset); }
// Rare: the full core does it.
const uint32_t kOldestOfLater = 16;
void put_in_order(const TextCurve& text, std::vector<Key>&, FindingCounter&, Diagnostics& diagnostics) {
  diagnostics.add_as(Severity::kError, messages::kPointsOutOfOrder, text.offset);
}
SplicedText::SplicedText(std::span<const uint8_t> bytes) : source_(bytes) {
  uint8_t previous = 0;
  for (const uint8_t byte : bytes) {
    if (previous == '\\' && (byte == '\n' || byte == '\r')) source_ = {};
    previous = byte;
  }
}
uint64_t SplicedText::spliced_offset(uint64_t offset) const { return offset; }
std::string_view TextLexer::string_with_escapes(uint64_t start, std::string_view) {
  fail(messages::kUnknownEscape, start);
  return {};
}
bool TextLexer::fortran_number(uint64_t, float&) const { return false; }
bool TextLexer::fortran_number(uint64_t, double&) const { return false; }
bool TextLexer::integer_token(const char*, bool&, uint64_t&) {
  fail(messages::kNotWhole, kNoOffset);
  return false;
}

void TextBlocks::leave_out_rest(bool) {}

void FindingCounter::add(uint64_t, const Phrase&) {}
void FindingCounter::report(Diagnostics&, const Sentence&) const {}

}  // namespace qmsh
}  // namespace vitrine
