// The formats of this view core: this one alone, without words and properties.

#include "formats/qmsh/binary_build.h"
#include "formats/qmsh/describe.h"
#include "formats/qmsh/properties.h"
#include "formats/qmsh/rows.h"
#include "formats/qmsh/sentences.h"
#include "formats/qmsh/tally.h"
#include "formats/qmsh/text_build.h"
#include "formats/qmsh/text_lexer.h"

namespace vitrine {

std::span<const FormatRow> formats() { return qmsh::rows(); }

namespace qmsh {

Status build_described(BinaryModel&& model, LoadContext& context, Scene& scene) {
  return build_binary(std::move(model), context, scene);
}
Status build_described(const TextModel& model, LoadContext& context, Scene& scene) {
  std::vector<HeldVertices> held;
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

void TextLexer::fail_expected(const Phrase&) { fail(says::kExpected, kNoOffset); }
void Tally::add(uint64_t, const Phrase&) {}
void Tally::report(Diagnostics&, const Sentence&) const {}

}  // namespace qmsh
}  // namespace vitrine
