#pragma once
// Codes and texts of messages about animations and the models that play them.
#include "base/codes.h"

namespace vitrine {

inline constexpr Code kFitPartial{
    "FIT_PARTIAL", Severity::kWarning,
    "Joints without a counterpart in the animation keep their bind pose; see the fit report."};
inline constexpr Code kFitNames{"FIT_NAMES", Severity::kWarning,
                                "Joint names differ, so the shape of the joint tree decided; check the movement."};
inline constexpr Code kFitNumbers{
    "FIT_NUMBERS", Severity::kInfo,
    "Without names the order of the joints decides; export the animation with its joints."};
inline constexpr Code kFitParents{"FIT_PARENTS", Severity::kInfo,
                                  "The joint trees differ there; see the fit report for the joints."};
inline constexpr Code kFitRestPose{
    "FIT_REST_POSE", Severity::kInfo,
    "The animation was made for a skeleton of other proportions; its values are played as they are."};
inline constexpr Code kMovesNothing{
    "ACTION_MOVES_NOTHING", Severity::kWarning,
    "The action belongs to another skeleton; open it with its own model, or name the joints alike."};
inline constexpr Code kActionsOnly{
    "ACTIONS_ONLY", Severity::kInfo,
    "A file that is named for its animations, or has no mesh with an area, gives actions alone."};
inline constexpr Code kNotCarried{
    "ACTION_NOT_CARRIED", Severity::kWarning,
    "Only movements of joints, of nodes and of shapes with a counterpart in the model are taken over."};

namespace messages {

inline constexpr Sentence kFitPartial{
    vitrine::kFitPartial, "{} of {} {joint|joints} of '{}' are not in the animation and keep their bind pose: {}"};
inline constexpr Sentence kFitNames{
    vitrine::kFitNames,
    "{} of {} {joint|joints} of '{}' were matched by their place in the joint tree, because their names differ"};
inline constexpr Sentence kFitNumbers{
    vitrine::kFitNumbers, "the animation names no joints; {} {joint|joints} of '{}' take its poses by number"};
inline constexpr Sentence kFitParents{
    vitrine::kFitParents, "{} of {} {joint|joints} of '{}' have another parent in the animation; the first is '{}'"};
inline constexpr Sentence kFitRestPose{
    vitrine::kFitRestPose,
    "the rest pose of '{}' differs from the animation's by up to {} in place ('{}') and {} degrees ('{}')"};
inline constexpr Sentence kMovesNothing{vitrine::kMovesNothing, "the action '{}' moves nothing: {}"};
inline constexpr Sentence kMoveNothing{vitrine::kMovesNothing, "{} actions move nothing ({}): {}"};
inline constexpr Sentence kActionsOnly{
    vitrine::kActionsOnly, "the file gives its actions to the other models; its {} {mesh is|meshes are} not shown"};
inline constexpr Sentence kNotCarried{vitrine::kNotCarried,
                                      "{} {channel has|channels have} no counterpart in the models: {}"};

}  // namespace messages
}  // namespace vitrine
