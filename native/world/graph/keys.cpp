#include "world/graph/keys.h"

#include "world/graph/classes.h"

namespace vitrine::world {
namespace {

constexpr const char* kModeWords[] = {"execute", "record", "hybrid"};
constexpr const char* kWireWords[] = {"off", "mesh", "scene"};
constexpr const char* kLightingWords[] = {"phases", "fake"};
constexpr const char* kTypeWords[] = {"float", "int", "vector", "color", "text"};
constexpr const char* kSplineWords[] = {"cubic", "linear", "step"};
constexpr const char* kCellWords[] = {"add", "sub", "zone"};
constexpr const char* kPathWords[] = {"once", "pingpong"};
constexpr const char* kStickWords[] = {"exact", "approximate"};
constexpr const char* kProbes[] = {"inside", "rayOut", "rayIn", "path", "overlap", "sphere"};
constexpr const char* kShapes[] = {"A+((B*C)+(D*E))", "A+((B+C)*(D+E))", "A+((B+C)*(D*E))", "A+LERP(B*C,D,E)",
                                   "A+LERP(B+C,D,E)", "A*((B*C)+(D*E))", "A*((B+C)*(D+E))", "A*((B+C)*(D*E))",
                                   "A*LERP(B*C,D,E)", "A*LERP(B+C,D,E)", "LERP(A,B*C,D*E)", "LERP(A,B+C,D+E)",
                                   "LERP(A,B+C,D*E)"};

constexpr Key kDocument[] = {other("kind"),
                             other("version"),
                             string("title"),
                             integer("seed", 0, 0, 4294967295.0),
                             other("system"),
                             other("models"),
                             other("textures"),
                             other("materials"),
                             other("meshes"),
                             other("scenes"),
                             other("effects"),
                             other("subroutines"),
                             other("splines"),
                             slot("world"),
                             other("segments"),
                             other("portals"),
                             other("entities"),
                             other("post"),
                             integer("floodStart", 10, 1, 1000000),
                             boolean("clip", false),
                             other("camera"),
                             other("timeline"),
                             other("lighting"),
                             word("wireframe", kWireWords),
                             other("physics"),
                             other("sound"),
                             other("specials"),
                             string("$schema")};
static_assert(std::size(kDocument) <= kMostKeys);
constexpr Key kModel[] = {string("file").required(), other("with")};
constexpr Key kSystem[] = {word("mode", kModeWords, 2), boolean("cache", true), boolean("prune", true)};
constexpr Key kCameraSettings[] = {vec3("at").soft(),
                                   vec3("dir", 0, 0, -1).soft(),
                                   vec3("up", 0, 1, 0).soft(),
                                   number("fov", 90).within(1, 179).soft(),
                                   number("aspect", 1).within(0.01, 100),
                                   number("near", 0.01).within(1e-6, 1e6)};
constexpr Key kTimeline[] = {number("bpm", 120).within(1, 1000), other("events")};
constexpr Key kEvent[] = {label("op").required(),
                          number("start").required(),
                          number("end"),
                          vec2("interval", 0, 1),
                          vec2("ease").within(0, 0.5),
                          four("velocity"),
                          four("modulation"),
                          number("select"),
                          scale("scale"),
                          vec3("rotate"),
                          vec3("translate"),
                          color("color"),
                          string("text"),
                          other("sub")};
constexpr Key kLighting[] = {word("mode", kLightingWords),
                             boolean("shadows", true),
                             other("shadowLights"),
                             number("maskScale", 1).within(1.0 / 16, 1),
                             integer("blur", 0, 0, 16),
                             boolean("colored", true),
                             other("samples")};
constexpr Key kPhasesSample[] = {
    word("model", kLightingWords), number("lightmap"),  other("bumps"),     other("lights"),
    number("texture", 1),          number("detail", 1), number("specular"), number("env")};
constexpr Key kFakeSample[] = {word("model", kLightingWords),
                               vec3("mask", 255, 255, 255).within(0, 255),
                               vec3("brightness"),
                               other("colors"),
                               number("bump", 1),
                               number("lightmap"),
                               number("specular"),
                               number("texture", 1)};
constexpr Key kSampleLight[] = {number("value").required(), boolean("lit", true)};
constexpr Key kSubroutine[] = {other("params"), integer("inputs", 0, 0, 8), slot("root").required()};
constexpr Key kParam[] = {integer("id", 0, 0, 7).required(), label("name").required(), word("type", kTypeWords),
                          other("default")};
constexpr Key kSpline[] = {word("mode", kSplineWords), other("channels"), boolean("scalar", false)};
constexpr Key kFunction[] = {
    other("shape"), other("op"), boolean("lerp", false), other("a"),     other("b"),     other("c"),
    other("d"),     other("e"),  four("const"),          four("const2"), other("spline")};
constexpr Key kBox[] = {vec3("min").required(), vec3("max").required(), slot("material")};
/// Those of meshes are solid.
constexpr Key kCollisionCell[] = {
    word("mode", kCellWords, 1),           label("name"), vec3("min"),    vec3("max"),
    vec3("half").within(kPositive, kHuge), vec3("at"),    vec3("rotate"), other("planes")};
constexpr Key kCell[] = {word("mode", kCellWords),
                         label("name"),
                         vec3("min"),
                         vec3("max"),
                         vec3("half").within(kPositive, kHuge),
                         vec3("at"),
                         vec3("rotate"),
                         other("planes"),
                         boolean("dynamic", false),
                         other("path"),
                         vec3("offset").soft(),
                         integer("follow", 0, 0, 1e9),
                         boolean("push", true),
                         number("appear"),
                         number("vanish"),
                         other("ignore")};
constexpr Key kPath[] = {vec3("to").required(), number("over").within(kPositive, kHuge).required(), number("start"),
                         word("mode", kPathWords)};
constexpr Key kPhysics[] = {vec3("gravity", 0, -10, 0),
                            number("slice", 0.01).within(0.001, 0.1),
                            boolean("slide", true),
                            integer("iterations", 4, 0, 1000),
                            word("stick", kStickWords),
                            other("cells"),
                            other("particles"),
                            other("constraints"),
                            other("probes"),
                            boolean("debug", false)};
constexpr Key kParticle[] = {
    vec3("pos").required(),  vec3("vel"),     number("mass", 1).within(kPositive, kHuge), number("damp").within(0, 1),
    boolean("fixed", false), number("vanish")};
constexpr Key kConstraint[] = {integer("a", 0, 0, 1e9).required(), integer("b", 0, 0, 1e9).required(),
                               number("length").within(0, kHuge), number("vanish")};
constexpr Key kProbeWord = word("probe", kProbes).required();
constexpr Key kCellIndex = integer("cell", 0, 0, 1e9).required();
constexpr Key kInside[] = {kProbeWord, vec3("at").required()};
constexpr Key kRay[] = {kProbeWord, vec3("at").required(), kCellIndex, vec3("dir").required()};
constexpr Key kPathProbe[] = {kProbeWord, vec3("at").required(), vec3("by").required(), integer("from", 0, 0, 1e9)};
constexpr Key kOverlap[] = {kProbeWord, integer("a", 0, 0, 1e9).required(), integer("b", 0, 0, 1e9).required(),
                            boolean("exact", false)};
constexpr Key kSphere[] = {kProbeWord, vec3("at").required(), number("radius").within(0, kHuge).required()};
constexpr Key kSound[] = {string("vfx"), string("music")};

const KeyTable kProbeTables[] = {{"probeInside", kInside},  {"probeRayOut", kRay},      {"probeRayIn", kRay},
                                 {"probePath", kPathProbe}, {"probeOverlap", kOverlap}, {"probeSphere", kSphere}};

}  // namespace

const KeyTable kDocumentKeys{"document", kDocument}, kModelKeys{"modelFiles", kModel}, kSystemKeys{"system", kSystem},
    kCameraKeys{"camera", kCameraSettings}, kTimelineKeys{"timeline", kTimeline}, kEventKeys{"event", kEvent},
    kLightingKeys{"lighting", kLighting}, kPhasesSampleKeys{"phasesSample", kPhasesSample},
    kFakeSampleKeys{"fakeSample", kFakeSample}, kSampleLightKeys{"sampleLight", kSampleLight},
    kSubroutineKeys{"subroutine", kSubroutine}, kParamKeys{"param", kParam}, kSplineKeys{"spline", kSpline},
    kFunctionKeys{"function", kFunction}, kBoxKeys{"box", kBox},
    kStaticCellKeys{"staticCell", std::span(kCell).first(cell_key::kDynamic)}, kCellKeys{"cell", kCell},
    kCollisionCellKeys{"collisionCell", kCollisionCell}, kPathKeys{"path", kPath}, kPhysicsKeys{"physics", kPhysics},
    kParticleKeys{"particle", kParticle}, kConstraintKeys{"constraint", kConstraint}, kSoundKeys{"sound", kSound};
const std::span<const char* const> kProbeWords = kProbes;

std::span<const KeyTable> probe_tables() { return kProbeTables; }

std::span<const KeyTable* const> key_tables() {
  static const KeyTable* const kAll[] = {
      &kDocumentKeys,   &kModelKeys,        &kSystemKeys,     &kCameraKeys,      &kTimelineKeys,   &kEventKeys,
      &kLightingKeys,   &kPhasesSampleKeys, &kFakeSampleKeys, &kSampleLightKeys, &kSubroutineKeys, &kParamKeys,
      &kSplineKeys,     &kFunctionKeys,     &kBoxKeys,        &kStaticCellKeys,  &kCellKeys,       &kCollisionCellKeys,
      &kPathKeys,       &kPhysicsKeys,      &kParticleKeys,   &kConstraintKeys,  &kSoundKeys,      &kProbeTables[0],
      &kProbeTables[1], &kProbeTables[2],   &kProbeTables[3], &kProbeTables[4],  &kProbeTables[5]};
  return kAll;
}

std::span<const char* const> shape_words() { return kShapes; }

}  // namespace vitrine::world
