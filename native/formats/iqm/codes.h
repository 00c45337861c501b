#pragma once
#include "base/codes.h"

namespace vitrine::iqm {

// Structure.
inline constexpr Code kMagic{"IQM_MAGIC", Severity::kError,
                             "A model begins with INTERQUAKEMODEL, a text with # Inter-Quake Export."};
inline constexpr Code kVersion{"IQM_VERSION", Severity::kError,
                               "Versions 1 and 2 are known; export the model again as version 2."};
inline constexpr Code kMissing{"IQM_MISSING", Severity::kError,
                               "The header counts records of a part, but gives no offset for it; get a complete copy."};
inline constexpr Code kRange{"IQM_RANGE", Severity::kError,
                             "A part of the file reaches past its end or into the header; get a complete copy."};
inline constexpr Code kArrayFormat{"IQM_FORMAT", Severity::kError,
                                   "The numbers of a vertex array have a format from 0 (byte) to 8 (double)."};
inline constexpr Code kComponents{"IQM_COMPONENTS", Severity::kError,
                                  "A vertex array has too few numbers per vertex for its type, or more than 4."};
inline constexpr Code kPosition{"IQM_POSITION", Severity::kError,
                                "Meshes need an array of positions; export the model again."};
inline constexpr Code kIndex{"IQM_INDEX", Severity::kError, "A triangle names a vertex that the file does not have."};
inline constexpr Code kMeshRange{"IQM_MESH_RANGE", Severity::kError,
                                 "A mesh names vertices or triangles that the file does not have."};
inline constexpr Code kParent{"IQM_PARENT", Severity::kError, "A parent is a joint that the file does not have."};
inline constexpr Code kCycle{"IQM_CYCLE", Severity::kError, "A joint is its own ancestor; give it another parent."};
inline constexpr Code kFrameChannels{"IQM_FRAME_CHANNELS", Severity::kError,
                                     "The header's channel count differs from the bits of the poses' masks."};
inline constexpr Code kAnimRange{"IQM_ANIM_RANGE", Severity::kError,
                                 "An action names frames that the file does not have."};

// Content: the file is shown all the same.
inline constexpr Code kFileSize{"IQM_FILE_SIZE", Severity::kWarning,
                                "The header names another size than the file has; some engines refuse it."};
inline constexpr Code kOptional{
    "IQM_OPTIONAL", Severity::kWarning,
    "A part that is not needed for drawing is cut off or has no offset; get a complete copy."};
inline constexpr Code kAlign{"IQM_ALIGN", Severity::kInfo,
                             "A part does not begin at a multiple of 4; some readers expect that."};
inline constexpr Code kArrayOrder{"IQM_ARRAY_ORDER", Severity::kInfo,
                                  "Vertex arrays are usually in the order of their types."};
inline constexpr Code kArrayTwice{"IQM_ARRAY_TWICE", Severity::kWarning,
                                  "Two arrays have the same type; the first is used."};
inline constexpr Code kBlendHalf{"IQM_BLEND_HALF", Severity::kWarning,
                                 "Vertex joints need weights, and weights need joints."};
inline constexpr Code kStaleVertices{"IQM_STALE_VERTICES", Severity::kInfo,
                                     "The header counts vertices, but the file has none."};
inline constexpr Code kForeignVertex{"IQM_FOREIGN_VERTEX", Severity::kWarning,
                                     "Indices count from the first vertex of the file, so the triangle is drawn; old "
                                     "Blender exporters write this for copied objects."};
inline constexpr Code kNumbers{"IQM_NUMBERS", Severity::kWarning,
                               "Positions and texture coordinates that are not numbers become 0; such normals and "
                               "tangents are not used."};
inline constexpr Code kString{"IQM_STRING", Severity::kWarning,
                              "Names are UTF-8 and end with a zero inside of the text part."};
inline constexpr Code kNoWeights{"IQM_NO_WEIGHTS", Severity::kWarning,
                                 "Vertices without weights stay where they are; engines differ there."};
inline constexpr Code kWeightSum{"IQM_WEIGHT_SUM", Severity::kWarning, "Weights are divided by their sum."};
inline constexpr Code kBlendIndex{"IQM_BLEND_INDEX", Severity::kWarning,
                                  "Influences of missing joints are dropped; the other influences share the weight."};
inline constexpr Code kJoint{"IQM_JOINT", Severity::kWarning,
                             "A bind pose needs finite numbers, a quaternion with a length and a scale above 0."};
inline constexpr Code kParentOrder{"IQM_PARENT_ORDER", Severity::kWarning,
                                   "Parents precede their children in all files that engines read."};
inline constexpr Code kPoseNumbers{"IQM_POSE_NUMBERS", Severity::kWarning,
                                   "Values that are not numbers are left out of the pose."};
inline constexpr Code kPoseMask{"IQM_POSE_MASK", Severity::kWarning, "Bits above the channels mean nothing."};
inline constexpr Code kPoseCount{"IQM_POSE_COUNT", Severity::kWarning,
                                 "Joints and poses are matched by number; unmatched ones do not move."};
inline constexpr Code kPoseParent{"IQM_POSE_PARENT", Severity::kWarning,
                                  "Poses and joints have different parents; the joints' parents are used."};
inline constexpr Code kNoPoses{"IQM_NO_POSES", Severity::kWarning, "Frames without poses move nothing."};
inline constexpr Code kRate{"IQM_RATE", Severity::kWarning, "The action plays at 25 frames per second."};
inline constexpr Code kActionFlags{"IQM_ACTION_FLAGS", Severity::kInfo,
                                   "An action has an unknown flag; only 1 (loop) is known."};
inline constexpr Code kExtension{"IQM_EXTENSION", Severity::kWarning,
                                 "An extension that does not lie inside of the file is left out."};
inline constexpr Code kComment{"IQM_COMMENT", Severity::kInfo,
                               "The comment is longer than stated, as Excessive's exporter writes it."};

inline constexpr Code kKeyword{"IQM_KEYWORD", Severity::kWarning, "Commands that are not known are skipped."};

inline constexpr const Code* kCodes[] = {
    &kMagic,    &kVersion,    &kMissing,    &kRange,      &kArrayFormat,   &kComponents,    &kPosition,
    &kIndex,    &kMeshRange,  &kParent,     &kCycle,      &kFrameChannels, &kAnimRange,     &kFileSize,
    &kAlign,    &kArrayOrder, &kArrayTwice, &kBlendHalf,  &kStaleVertices, &kForeignVertex, &kNumbers,
    &kString,   &kNoWeights,  &kWeightSum,  &kBlendIndex, &kJoint,         &kParentOrder,   &kPoseNumbers,
    &kPoseMask, &kPoseCount,  &kPoseParent, &kNoPoses,    &kRate,          &kActionFlags,   &kExtension,
    &kComment,  &kKeyword,    &kOptional};

}  // namespace vitrine::iqm
