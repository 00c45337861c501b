#pragma once
// The operators: class, inputs and keys of each, in the order in which a visit evaluates them.

#include <optional>
#include <string_view>

#include "world/graph/keys.h"

namespace vitrine::world {

/// Inputs go texture -> material -> mesh -> scene -> world and fx -> world.
enum class OpClass : uint8_t { kTexture, kMaterial, kMesh, kScene, kFx, kWorld, kAny };
const char* class_name(OpClass value);

enum class OpKind : uint8_t {
  kTexture,
  kMaterial,
  kMesh,
  kDeform,
  kLight,
  kCamera,
  kAdd,
  kTransform,
  kMultiply,
  kParticles,
  kText,
  kMemory,
  kSet,
  kTime,
  kEvent,
  kTrigger,
  kCall,
  kInput,
  kFx,
  kIpp,
  kSector,
  kPortal,
  kWorld
};

struct OpRow {
  const char* name;
  OpKind kind;
  OpClass op_class;      ///< kAny: that of what it stands for (call, input)
  OpClass input_class;   ///< kAny: no rule of its own
  uint32_t least, most;  ///< inputs
  std::span<const Key> keys;
};

std::span<const OpRow> operator_rows();
const OpRow& row_of(OpKind kind);
const OpRow* find_operator(std::string_view name);

/// Positions in the keys of each row.
namespace texture_op {
enum { kFile, kFill, kGain, kOffset };
}
namespace material_op {
enum {
  kTexture,
  kDetail,
  kBump,
  kEnv,
  kLightmap,
  kColor,
  kUvScale,
  kUvRotate,
  kUvTranslate,
  kSpecular,
  kPass,
  kCastShadow,
  kReceiveShadow,
  kBlend,
  kPhases,
  kDetailScale
};
}
namespace mesh_op {
enum { kModel, kBoxes, kMaterial, kMaterials, kPose, kAction, kAnimated, kCollision };
}
namespace transform_op {
enum { kScale, kRotate, kTranslate, kCount };
}  // namespace transform_op
namespace light_op {
enum { kAt, kRange, kColor, kCastShadow };
}
namespace camera_op {
enum { kAt, kDir, kUp, kFov };
}
namespace particles_op {
enum { kCount, kSpread, kSpeed, kGravity, kColor, kSize };
}
namespace text_op {
enum { kText, kSize, kColor };
}
namespace memory_op {
enum { kBytes, kType };
}
namespace set_op {
enum { kValue, kVariable, kText };
}
namespace time_op {
enum { kStart, kEnd, kInterval, kHold };
}
namespace event_op {
enum { kEffect };
}
namespace trigger_op {
enum {
  kEvent,
  kValue,
  kThreshold,
  kWhen,
  kDuration,
  kInterval,
  kVelocity,
  kModulation,
  kSelect,
  kColor,
  kText,
  kTakePosition
};
}
namespace call_op {
enum { kSub, kArgs };
}
namespace input_op {
enum { kN };
}
namespace fx_op {
enum { kKind, kAmount, kColor };
}
namespace sector_op {
enum { kScene, kCells };
}
namespace portal_op {
enum { kBetween, kMin, kMax, kInside, kResistance, kDoor };
}
inline constexpr size_t kMostKeys = 28;  ///< of any table

enum class Phase : uint8_t { kLightmap, kPrebump, kLight, kMul, kSpecular, kAdd, kExtra };
inline constexpr size_t kPhases = 7;
std::span<const char* const> phase_words();
enum class Blend : uint8_t { kOpaque, kAdd, kAlpha, kMultiply };
enum class Fire : uint8_t { kRise, kFall, kChange };

/// The nearest of `words` by edit distance; empty when there are none.
std::string_view nearest(std::string_view word, std::span<const std::string_view> words);

}  // namespace vitrine::world
