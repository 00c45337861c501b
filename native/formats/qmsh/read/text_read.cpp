#include "formats/qmsh/read/text_read.h"

#include "formats/qmsh/read/text_reader.h"

namespace vitrine::qmsh {
namespace {

constexpr int64_t kHighestFps = 1000000;

}  // namespace

void TextBlocks::header() {
  in_.expect_word("QMSH");
  in_.expect_word("TMP");
  const uint64_t at = in_.offset();
  model_.version = in_.unsigned_integer("the version");
  const uint32_t v = model_.version;
  if (!in_.failed() && (v != 10 && (v < kOldestOfLater || v > 21))) in_.fail(messages::kTextVersion, at, {v});
}

/// Objects that exporters warn of and leave out. Whatever their blocks hold, brackets in it are in pairs.
bool TextBlocks::other_object() {
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

void TextBlocks::params() {
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

void TextBlocks::materials(TextMesh& mesh) {
  in_.expect_word("materials");
  colon();
  const uint64_t at = in_.offset();
  const uint32_t n =
      count("the number of materials", 2, sizeof(TextMaterial) + sizeof(Material) + 2 * kBytesOfRow, limits_.meshes);
  if (n > kMaterialLimit) diagnostics_.add(messages::kMaterialCount, at, {n, kMaterialLimit});
  fill_new(mesh.materials, n);
  open();
  for (uint32_t i = 0; i < n && !in_.failed(); ++i) material(mesh.materials[i]);
  close();
}

void TextBlocks::material(TextMaterial& material) {
  material.offset = in_.offset();
  if (!since(16)) {
    name(material.name, "the name of a material");
    if (!since(12)) return;
    in_.expect(',', "after the name of a material");
    if (in_.take_word("none")) return;
    in_.expect_word("image");
    TextTexture& image = material.textures.emplace_back();
    name(image.name, "the name of an image");
    image.diffuse = 1;
    return;
  }
  in_.expect_word("material");
  name(material.name, "the name of a material");
  open();
  if (optional_label("diffuse")) {
    material.has_colors = true;
    vec3(material.diffuse, "a number of the diffuse colour");
    material.diffuse_intensity = in_.number("the diffuse intensity");
    label("specular");
    vec3(material.specular, "a number of the specular colour");
    material.specular_intensity = in_.number("the specular intensity");
    material.hardness = static_cast<int32_t>(in_.integer("the hardness"));
  }
  while (more()) texture(material);
}

void TextBlocks::texture(TextMaterial& material) {
  in_.expect_word("texture");
  colon();
  TextTexture& texture = material.textures.emplace_back();
  name(texture.name, "the name of a texture");
  open();
  while (more()) {
    static constexpr const char* kWords[] = {"diffuse", "specular", "specular_color", "normal"};
    static constexpr float TextTexture::*kPurposes[] = {&TextTexture::diffuse, &TextTexture::specular,
                                                        &TextTexture::specular_color, &TextTexture::normal};
    uint64_t at = 0;
    std::string_view word;
    const uint32_t found = choice(kWords, "'diffuse', 'specular', 'specular_color' or 'normal'", word, at);
    if (found == kNone) {
      in_.fail(messages::kNoTextureRole, at, {word});
      return;
    }
    float TextTexture::*const purpose = kPurposes[found];
    colon();
    texture.*purpose = in_.number("a factor");
    for (const TextTexture& other : material.textures) {
      if (&other != &texture && other.*purpose >= 0) in_.fail(messages::kSecondTexture, at, {word});
    }
  }
}

Interpolation TextBlocks::interpolation() {
  // Blender 2.5 and later spell CONST out.
  static constexpr const char* kWords[] = {"CONST", "LINEAR", "BEZIER", "CONSTANT"};
  static constexpr Interpolation kMeanings[] = {Interpolation::kStep, Interpolation::kLinear, Interpolation::kBezier,
                                                Interpolation::kStep};
  uint64_t at = 0;
  std::string_view word;
  const uint32_t found = choice({kWords, since(12) ? size_t{4} : 3}, "CONST, LINEAR or BEZIER", word, at);
  if (found != kNone) return kMeanings[found];
  // Its other ways of easing (2.71 and later) have no place in QMSH.
  if (since(12))
    diagnostics_.add_as(Severity::kWarning, messages::kReadAsLinear, at, {word});
  else if (!in_.failed())
    in_.fail(messages::kNoInterpolation, at, {word});
  return Interpolation::kLinear;
}

Extension TextBlocks::extension() {
  static constexpr const char* kWords[] = {"CONST", "EXTRAP", "CYCLIC", "CYCLIC_EXTRAP"};
  static constexpr Extension kMeanings[] = {Extension::kHold, Extension::kExtrapolate, Extension::kCyclic,
                                            Extension::kCyclicExtrapolate};
  uint64_t at = 0;
  std::string_view word;
  const uint32_t found = choice(kWords, "CONST, EXTRAP, CYCLIC or CYCLIC_EXTRAP", word, at);
  if (found != kNone) return kMeanings[found];
  if (!in_.failed()) {
    in_.fail(messages::kNoExtrapolation, at, {word});
  }
  return Extension::kHold;
}

/// Any face, with the place of what is wrong in it.
void TextBlocks::face(TextMesh& mesh, size_t index) {
  TextFace& face = mesh.faces[index];
  const auto refuse = [&](const Sentence& sentence, uint64_t at, Arguments arguments) {
    in_.fail(sentence, at, arguments, {"faces[{}]", {index}});
  };
  uint64_t at = in_.offset();
  const uint32_t corner_count = in_.unsigned_integer("the number of corners");
  if (in_.failed()) return;
  if (corner_count < kFewestCorners || corner_count > kMostCorners)
    return refuse(messages::kCornerCount, at, {corner_count});
  at = in_.offset();
  const uint32_t material = in_.unsigned_integer("the material number");
  if (in_.failed()) return;
  if (material >= kMaterialLimit) return refuse(messages::kFaceMaterial, at, {material});
  face.first_corner = static_cast<uint32_t>(mesh.corners.size());
  face.corner_count = static_cast<uint8_t>(corner_count);
  face.material = static_cast<uint8_t>(material);
  at = in_.offset();
  const int64_t smooth = in_.integer("the smooth flag");
  if (smooth != 0 && smooth != 1) smooth_flags_.add(at, {"{}: faces[{}]", {mesh.name, index}});
  face.smooth = smooth > 0;
  for (uint32_t k = 0; k < corner_count && !in_.failed(); ++k) {
    at = in_.offset();
    const uint32_t vertex = in_.unsigned_integer("the number of a vertex");
    if (in_.failed()) return;
    if (vertex >= mesh.vertices.size()) {
      return refuse(messages::kFaceVertex, at, {mesh.vertices.size(), vertex});
    }
    TextCorner& corner = mesh.corners.emplace_back();
    corner.vertex = vertex;
    vec2(corner.uv, "a texture coordinate");
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
  NoTrace none;
  return TextReader(text, limits, budget, diagnostics, cancel, model, none).read();
}

}  // namespace vitrine::qmsh
