#pragma once
// Codes of world documents. The same ids stand in reports and in the documentation of the format.

#include <span>

#include "base/codes.h"

namespace vitrine::world {

inline constexpr Code kWorldJson{"WORLD_JSON", Severity::kError,
                                 "The file is not JSON; the place of the first wrong character is given."};
inline constexpr Code kWorldKind{"WORLD_KIND", Severity::kError, "A world document has \"kind\": \"vitrine-world\"."};
inline constexpr Code kWorldVersion{"WORLD_VERSION", Severity::kError, "This reader supports version 1."};
inline constexpr Code kWorldType{
    "WORLD_TYPE", Severity::kError,
    "The value has another JSON type, or another number of components, than its key expects."};
inline constexpr Code kWorldRange{"WORLD_RANGE", Severity::kError, "The number is outside the range its key allows."};
inline constexpr Code kWorldRequired{"WORLD_REQUIRED", Severity::kError, "Add the key that the object lacks."};
inline constexpr Code kWorldExclusive{"WORLD_EXCLUSIVE", Severity::kError, "Keep one of the two keys."};
inline constexpr Code kWorldEnum{"WORLD_ENUM", Severity::kError, "Use one of the words that the message lists."};
inline constexpr Code kWorldOp{"WORLD_OP", Severity::kError,
                               "No operator has this name; the message gives the nearest."};
inline constexpr Code kWorldClass{"WORLD_CLASS", Severity::kError,
                                  "Inputs go texture, material, mesh, scene, world, or fx, world."};
inline constexpr Code kWorldRoot{"WORLD_ROOT", Severity::kError,
                                 "A document has one root: drop `world`, or move these into it."};
inline constexpr Code kWorldName{"WORLD_NAME", Severity::kError, "Nothing has this name."};
inline constexpr Code kWorldDuplicate{"WORLD_DUPLICATE", Severity::kError, "Give the second one another name."};
inline constexpr Code kWorldCycle{"WORLD_CYCLE", Severity::kError,
                                  "An operator cannot be part of itself; cut the link the path names."};
inline constexpr Code kWorldInputs{"WORLD_INPUTS", Severity::kError, "Give the operator as many inputs as it takes."};
inline constexpr Code kWorldCall{
    "WORLD_CALL", Severity::kError,
    "Calls give the inputs their subroutine declares; `input` works inside a subroutine only."};
inline constexpr Code kWorldParam{"WORLD_PARAM", Severity::kError,
                                  "Parameters are used inside their subroutine, by name, where their type fits."};
inline constexpr Code kWorldProtected{"WORLD_PROTECTED", Severity::kError,
                                      "Constants, VALUE and parameters cannot be set; use V13 .. V47."};
inline constexpr Code kWorldTerm{"WORLD_TERM", Severity::kError,
                                 "A term is VARIABLE, f(VARIABLE) or splineg(VARIABLE, name)."};
inline constexpr Code kWorldSpline{"WORLD_SPLINE", Severity::kError,
                                   "A spline has at most 4 channels of at most 128 keys with rising times."};
inline constexpr Code kWorldAnim{"WORLD_ANIM", Severity::kError,
                                 "This key is fixed; only soft and hard parameters can be animated."};
inline constexpr Code kWorldCell{"WORLD_CELL", Severity::kError,
                                 "A cell is one convex body: a box, a turned box, or 4 to 32 planes that close it."};
inline constexpr Code kWorldPortal{"WORLD_PORTAL", Severity::kError, "A portal joins two segments."};
inline constexpr Code kWorldSplice{"WORLD_SPLICE", Severity::kError,
                                   "Splices of a text are given in order, apart from each other, between characters."};
inline constexpr Code kWorldLimit{"WORLD_LIMIT", Severity::kError, "The document needs more than Vitrine evaluates."};

inline constexpr Code kWorldKey{"WORLD_KEY", Severity::kWarning,
                                "The key is not known and was ignored; the message gives the nearest."};
inline constexpr Code kWorldUnused{"WORLD_UNUSED", Severity::kWarning, "The subroutine no longer takes this."};
inline constexpr Code kWorldFile{"WORLD_FILE", Severity::kWarning, "Put the file next to the document."};
inline constexpr Code kWorldMemoryFull{"WORLD_MEMORY_FULL", Severity::kWarning,
                                       "The 4096 bytes of this instance are used up; the operator works without."};
inline constexpr Code kWorldMemoryOrder{"WORLD_MEMORY_ORDER", Severity::kWarning,
                                        "Requests of an instance must keep their order; later ones started again."};
inline constexpr Code kWorldNumber{"WORLD_NUMBER", Severity::kWarning,
                                   "The function gave no finite number; the plain value was used."};
inline constexpr Code kWorldStuck{"WORLD_STUCK", Severity::kWarning,
                                  "A particle starts inside a SUB cell with no way out."};
inline constexpr Code kWorldAction{"WORLD_ACTION", Severity::kWarning,
                                   "The model is drawn in its bind pose; name one of its actions."};
inline constexpr Code kWorldFx{"WORLD_FX", Severity::kWarning, "Known kinds are tint, add and fade."};
inline constexpr Code kWorldOpenEdges{"WORLD_OPEN_EDGES", Severity::kWarning,
                                      "The mesh is not closed; it still casts shadows, from both sides."};
inline constexpr Code kWorldTarget{"WORLD_TARGET", Severity::kWarning,
                                   "The picture is drawn with 8 bits per colour; steps may show."};

inline constexpr const Code* kCodes[] = {
    &kWorldJson,      &kWorldKind,   &kWorldVersion, &kWorldType,  &kWorldRange,      &kWorldRequired,
    &kWorldExclusive, &kWorldEnum,   &kWorldOp,      &kWorldClass, &kWorldRoot,       &kWorldName,
    &kWorldDuplicate, &kWorldCycle,  &kWorldInputs,  &kWorldCall,  &kWorldParam,      &kWorldProtected,
    &kWorldTerm,      &kWorldSpline, &kWorldAnim,    &kWorldCell,  &kWorldPortal,     &kWorldSplice,
    &kWorldLimit,     &kWorldKey,    &kWorldUnused,  &kWorldFile,  &kWorldMemoryFull, &kWorldMemoryOrder,
    &kWorldNumber,    &kWorldStuck,  &kWorldAction,  &kWorldFx,    &kWorldOpenEdges,  &kWorldTarget,
};
inline std::span<const Code* const> codes() { return kCodes; }

}  // namespace vitrine::world
