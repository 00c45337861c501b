#include "world/graph/classes.h"

#include <algorithm>
#include <vector>

namespace vitrine::world {
namespace {

constexpr const char* kPhaseWords[] = {"lightmap", "prebump", "light", "mul", "specular", "add", "extra"};
constexpr const char* kBlendWords[] = {"opaque", "add", "alpha", "multiply"};
constexpr const char* kFireWords[] = {"rise", "fall", "change"};
constexpr const char* kIppWords[] = {"color", "blur", "glow", "sharpen"};

constexpr Key kTexture[] = {string("file"), color("fill").hard(), color("gain").hard(), vec4("offset").hard()};
constexpr Key kMaterial[] = {slot("texture"),
                             slot("detail"),
                             slot("bump"),
                             slot("env"),
                             slot("lightmap"),
                             color("color").soft(),
                             vec2("uvScale", 1, 1).soft(),
                             number("uvRotate").soft(),
                             vec2("uvTranslate").soft(),
                             number("specular").within(0, kHuge).soft(),
                             integer("pass", 0, 0, 255),
                             boolean("castShadow", true),
                             boolean("receiveShadow", true),
                             word("blend", kBlendWords),
                             other("phases"),
                             vec2("detailScale", 1, 1)};
constexpr Key kMesh[] = {label("model"),        other("boxes"),   slot("material"),           other("materials"),
                         number("pose").soft(), string("action"), boolean("animated", false), other("collision")};
constexpr Key kDeform[] = {scale("scale").hard(), vec3("rotate").hard(), vec3("translate").hard()};
constexpr Key kTransform[] = {scale("scale").soft(), vec3("rotate").soft(), vec3("translate").soft()};
constexpr Key kMultiply[] = {scale("scale").soft(), vec3("rotate").soft(), vec3("translate").soft(),
                             integer("count", 1, 0, 100000).hard()};
constexpr Key kLight[] = {vec3("at").soft(), number("range", 10).within(0, kHuge).soft(),
                          color("color").within(0, kHuge).soft(), boolean("castShadow", true)};
constexpr Key kCamera[] = {vec3("at").soft(), vec3("dir", 0, 0, -1).soft(), vec3("up", 0, 1, 0).soft(),
                           number("fov", 90).within(1, 179).soft()};
constexpr Key kParticles[] = {integer("count", 50, 0, 4096).hard(),
                              number("spread", 1).within(0, kHuge).hard(),
                              number("speed", 1).within(0, kHuge).hard(),
                              vec3("gravity").soft(),
                              color("color").soft(),
                              number("size", 0.1).within(0, kHuge).soft()};
constexpr Key kText[] = {text("text"), number("size", 1).within(0, kHuge).soft(), color("color").soft()};
constexpr Key kMemoryOp[] = {integer("bytes", 16, 1, 65536), string("type")};
constexpr Key kSet[] = {vec4("value").soft(), label("variable"), text("text")};
constexpr Key kTime[] = {number("start"), number("end"), vec2("interval", 0, 1), boolean("hold", false)};
constexpr Key kEventOp[] = {integer("effect", 0, 0, 255)};
constexpr Key kTrigger[] = {label("event").required(),
                            number("value").soft(),
                            number("threshold", 0.5).soft(),
                            word("when", kFireWords),
                            number("duration", 1).within(kPositive, kHuge),
                            vec2("interval", 0, 1),
                            four("velocity"),
                            four("modulation"),
                            number("select"),
                            color("color"),
                            text("text"),
                            boolean("takePosition", false)};
constexpr Key kCall[] = {label("sub").required(), other("args")};
constexpr Key kInput[] = {integer("n", 0, 0, 7)};
constexpr Key kFx[] = {string("kind"), number("amount", 1).soft(), color("color").soft()};
constexpr Key kIpp[] = {word("kind", kIppWords), number("amount", 1).soft()};
constexpr Key kSector[] = {slot("scene"), other("cells")};
constexpr Key kPortal[] = {
    other("between").required(),          vec3("min"), vec3("max"), slot("inside"), integer("resistance", 1, 0, 1000),
    number("door", 1).within(0, 1).soft()};

constexpr uint32_t kMany = 0xFFFFFFFFu;
constexpr OpRow kRows[] = {
    {"texture", OpKind::kTexture, OpClass::kTexture, OpClass::kTexture, 0, 1, kTexture},
    {"material", OpKind::kMaterial, OpClass::kMaterial, OpClass::kAny, 0, 0, kMaterial},
    {"mesh", OpKind::kMesh, OpClass::kMesh, OpClass::kAny, 0, 0, kMesh},
    {"deform", OpKind::kDeform, OpClass::kMesh, OpClass::kMesh, 1, 1, kDeform},
    {"light", OpKind::kLight, OpClass::kScene, OpClass::kAny, 0, 0, kLight},
    {"camera", OpKind::kCamera, OpClass::kScene, OpClass::kAny, 0, 0, kCamera},
    {"add", OpKind::kAdd, OpClass::kScene, OpClass::kScene, 0, kMany, {}},
    {"transform", OpKind::kTransform, OpClass::kScene, OpClass::kScene, 1, kMany, kTransform},
    {"multiply", OpKind::kMultiply, OpClass::kScene, OpClass::kScene, 1, kMany, kMultiply},
    {"particles", OpKind::kParticles, OpClass::kScene, OpClass::kAny, 0, 0, kParticles},
    {"text", OpKind::kText, OpClass::kScene, OpClass::kAny, 0, 0, kText},
    {"memory", OpKind::kMemory, OpClass::kScene, OpClass::kScene, 0, kMany, kMemoryOp},
    {"set", OpKind::kSet, OpClass::kScene, OpClass::kScene, 1, kMany, kSet},
    {"time", OpKind::kTime, OpClass::kScene, OpClass::kScene, 1, kMany, kTime},
    {"event", OpKind::kEvent, OpClass::kScene, OpClass::kScene, 1, kMany, kEventOp},
    {"trigger", OpKind::kTrigger, OpClass::kScene, OpClass::kScene, 0, kMany, kTrigger},
    {"call", OpKind::kCall, OpClass::kAny, OpClass::kAny, 0, 8, kCall},
    {"input", OpKind::kInput, OpClass::kAny, OpClass::kAny, 0, 0, kInput},
    {"fx", OpKind::kFx, OpClass::kFx, OpClass::kFx, 0, kMany, kFx},
    {"ipp", OpKind::kIpp, OpClass::kFx, OpClass::kFx, 0, kMany, kIpp},
    {"sector", OpKind::kSector, OpClass::kWorld, OpClass::kAny, 0, 0, kSector},
    {"portal", OpKind::kPortal, OpClass::kWorld, OpClass::kAny, 0, 0, kPortal},
    {"world", OpKind::kWorld, OpClass::kWorld, OpClass::kWorld, 0, kMany, {}},
};

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

const char* class_name(OpClass value) {
  constexpr const char* kNames[] = {"texture", "material", "mesh", "scene", "fx", "world", "any"};
  return kNames[static_cast<int>(value)];
}

std::span<const OpRow> operator_rows() { return kRows; }
const OpRow& row_of(OpKind kind) { return kRows[static_cast<size_t>(kind)]; }

const OpRow* find_operator(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const OpRow& row) { return row.name == name; });
  return found == std::end(kRows) ? nullptr : found;
}

std::span<const char* const> phase_words() { return kPhaseWords; }

std::string_view nearest(std::string_view word, std::span<const std::string_view> words) {
  word = word.substr(0, 64);
  std::string_view best;
  size_t least = ~size_t{0};
  for (const std::string_view candidate : words) {
    const size_t distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

}  // namespace vitrine::world
