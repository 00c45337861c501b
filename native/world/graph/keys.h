#pragma once
// Keys of the document, one row per key. Reading, evaluation order, ranges and the JSON schema follow from
// these tables.

#include <cstdint>
#include <limits>
#include <span>

namespace vitrine::world {

enum class KeyKind : uint8_t {
  kNumber,
  kInteger,
  kBool,
  kVec2,
  kVec3,
  kVec4,
  kColor,  ///< 3 or 4 numbers, w = 1 if missing
  kScale,  ///< vec3 or one number
  kFour,   ///< vec4 or one number
  kText,   ///< string or { "param": name }
  kString,
  kName,   ///< string of 1..64 characters
  kWord,   ///< one of `words`; the value is its index
  kSlot,   ///< operator object or link
  kOther,  ///< read by the code that owns the object
};

enum class Change : uint8_t {
  kFixed,
  kSoft,  ///< may be animated; the value goes into the jobs
  kHard,  ///< may be animated; a changed value makes the operator stale
};

inline constexpr double kHuge = 1e30;
/// Lower bound of numbers that must be greater than 0.
inline constexpr double kPositive = std::numeric_limits<double>::min();

struct Key {
  const char* name;
  KeyKind kind;
  Change change = Change::kFixed;
  double initial[4] = {0, 0, 0, 0};
  double low = -kHuge, high = kHuge;
  std::span<const char* const> words = {};
  bool is_required = false;

  constexpr Key soft() const { return with(Change::kSoft); }
  constexpr Key hard() const { return with(Change::kHard); }
  constexpr Key within(double least, double most) const {
    Key key = *this;
    key.low = least;
    key.high = most;
    return key;
  }
  constexpr Key required() const {
    Key key = *this;
    key.is_required = true;
    return key;
  }

 private:
  constexpr Key with(Change wanted) const {
    Key key = *this;
    key.change = wanted;
    return key;
  }
};

constexpr Key number(const char* name, double value = 0) {
  return {name, KeyKind::kNumber, Change::kFixed, {value, value, value, value}};
}
constexpr Key integer(const char* name, double value, double low, double high) {
  return {name, KeyKind::kInteger, Change::kFixed, {value, value, value, value}, low, high};
}
constexpr Key boolean(const char* name, bool value) {
  return {name, KeyKind::kBool, Change::kFixed, {value ? 1.0 : 0.0}};
}
constexpr Key vec2(const char* name, double x = 0, double y = 0) {
  return {name, KeyKind::kVec2, Change::kFixed, {x, y}};
}
constexpr Key vec3(const char* name, double x = 0, double y = 0, double z = 0) {
  return {name, KeyKind::kVec3, Change::kFixed, {x, y, z}};
}
constexpr Key vec4(const char* name) { return {name, KeyKind::kVec4}; }
constexpr Key color(const char* name) { return {name, KeyKind::kColor, Change::kFixed, {1, 1, 1, 1}}; }
constexpr Key scale(const char* name) { return {name, KeyKind::kScale, Change::kFixed, {1, 1, 1}}; }
constexpr Key four(const char* name) { return {name, KeyKind::kFour}; }
constexpr Key text(const char* name) { return {name, KeyKind::kText}; }
constexpr Key string(const char* name) { return {name, KeyKind::kString}; }
constexpr Key label(const char* name) { return {name, KeyKind::kName}; }
constexpr Key slot(const char* name) { return {name, KeyKind::kSlot}; }
constexpr Key other(const char* name) { return {name, KeyKind::kOther}; }
constexpr Key word(const char* name, std::span<const char* const> words, double value = 0) {
  return {name, KeyKind::kWord, Change::kFixed, {value}, -kHuge, kHuge, words};
}

/// The keys of one kind of object.
struct KeyTable {
  const char* name;  ///< of the definition in the schema
  std::span<const Key> keys;
};

/// Positions in the tables below, in the order of the rows.
namespace document_key {
enum {
  kKind,
  kVersion,
  kTitle,
  kSeed,
  kSystem,
  kModels,
  kTextures,
  kMaterials,
  kMeshes,
  kScenes,
  kEffects,
  kSubroutines,
  kSplines,
  kWorld,
  kSegments,
  kPortals,
  kEntities,
  kPost,
  kFloodStart,
  kClip,
  kCamera,
  kTimeline,
  kLighting,
  kWireframe,
  kPhysics,
  kSound,
  kSpecials,
  kSchema  ///< for editors; ignored here
};
}
namespace model_key {
enum { kFile, kWith };
}
namespace system_key {
enum { kMode, kCache, kPrune };
}
namespace camera_key {
enum { kAt, kDir, kUp, kFov, kAspect, kNear };
}
namespace timeline_key {
enum { kBpm, kEvents };
}
namespace event_key {
enum {
  kOp,
  kStart,
  kEnd,
  kInterval,
  kEase,
  kVelocity,
  kModulation,
  kSelect,
  kScale,
  kRotate,
  kTranslate,
  kColor,
  kText,
  kSub
};
}
namespace lighting_key {
enum { kMode, kShadows, kShadowLights, kMaskScale, kBlur, kColored, kSamples };
}
namespace phases_sample_key {
enum { kModel, kLightmap, kBumps, kLights, kTexture, kDetail, kSpecular, kEnv };
}
namespace fake_sample_key {
enum { kModel, kMask, kBrightness, kColors, kBump, kLightmap, kSpecular, kTexture };
}
namespace sample_light_key {
enum { kValue, kLit };
}
namespace subroutine_key {
enum { kParams, kInputs, kRoot };
}
namespace param_key {
enum { kId, kName, kType, kDefault };
}
namespace spline_key {
enum { kMode, kChannels, kScalar };
}
namespace function_key {
enum { kShape, kOp, kLerp, kA, kB, kC, kD, kE, kConst, kConst2, kSpline };
}
namespace box_key {
enum { kMin, kMax, kMaterial };
}
/// Shape first; `physics.cells` continue the list.
namespace cell_key {
enum {
  kMode,
  kName,
  kMin,
  kMax,
  kHalf,
  kAt,
  kRotate,
  kPlanes,
  kDynamic,
  kPath,
  kOffset,
  kFollow,
  kPush,
  kAppear,
  kVanish,
  kIgnore
};
}
namespace path_key {
enum { kTo, kOver, kStart, kMode };
}
namespace physics_key {
enum { kGravity, kSlice, kSlide, kIterations, kStick, kCells, kParticles, kConstraints, kProbes, kDebug };
}
namespace particle_key {
enum { kPos, kVel, kMass, kDamp, kFixed, kVanish };
}
namespace constraint_key {
enum { kA, kB, kLength, kVanish };
}
namespace sound_key {
enum { kEffects, kMusic };
}

extern const KeyTable kDocumentKeys, kModelKeys, kSystemKeys, kCameraKeys, kTimelineKeys, kEventKeys, kLightingKeys,
    kPhasesSampleKeys, kFakeSampleKeys, kSampleLightKeys, kSubroutineKeys, kParamKeys, kSplineKeys, kFunctionKeys,
    kBoxKeys, kStaticCellKeys, kCellKeys, kCollisionCellKeys, kPathKeys, kPhysicsKeys, kParticleKeys, kConstraintKeys,
    kSoundKeys;
/// One table per kind of probe, in the order of kProbeWords.
extern const std::span<const char* const> kProbeWords;
std::span<const KeyTable> probe_tables();
/// All tables above, for the schema.
std::span<const KeyTable* const> key_tables();

/// The thirteen forms of a function, as written without blanks.
std::span<const char* const> shape_words();

}  // namespace vitrine::world
