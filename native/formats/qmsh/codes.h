#pragma once
// Codes of QMSH, binary and text.

#include <span>

#include "base/codes.h"

namespace vitrine::qmsh {

// ---- both
// ------------------------------------------------------------------------------------------------------------
inline constexpr Code kHeader{"QMSH_HEADER", Severity::kError,
                              "The file does not start like a QMSH file; it may be another format or damaged."};
inline constexpr Code kVersion{"QMSH_VERSION", Severity::kError,
                               "Vitrine reads binary versions 10 and 12 to 22 and text versions 10 and 12 to 21."};
inline constexpr Code kBoneLimit{"QMSH_BONE_LIMIT", Severity::kWarning,
                                 "The original engine has room for fewer bones; Vitrine plays them all."};
inline constexpr Code kNothingInside{"QMSH_EMPTY", Severity::kWarning, "The file holds no triangles."};

// ---- binary
// ----------------------------------------------------------------------------------------------------------
inline constexpr Code kFlags{"QMSH_FLAGS", Severity::kWarning,
                             "Flag bits without a known meaning are ignored; the file may come from another program."};
inline constexpr Code kGuard{"QMSH_GUARD", Severity::kError,
                             "A guard byte that must be 0 is not: the file is damaged or its counts are wrong."};
inline constexpr Code kOffset{
    "QMSH_OFFSET", Severity::kWarning,
    "A section does not start where the sections before it end; the stored offset is followed."};
inline constexpr Code kTrailing{"QMSH_TRAILING_BYTES", Severity::kWarning,
                                "Bytes after the last section belong to nothing that is known; they are ignored."};
inline constexpr Code kTriangleIndex{"QMSH_TRIANGLE_INDEX", Severity::kError,
                                     "A triangle names a vertex that is not there; export the model again."};
inline constexpr Code kSubmeshTriangles{"QMSH_SUBMESH_TRIANGLES", Severity::kError,
                                        "A submesh names triangles that are not there; export the model again."};
inline constexpr Code kSubmeshCover{
    "QMSH_SUBMESH_COVER", Severity::kWarning,
    "Submeshes should cover the triangles in order; the others are drawn without material."};
inline constexpr Code kSubmeshVertices{
    "QMSH_SUBMESH_VERTICES", Severity::kWarning,
    "Triangles use vertices outside the range their submesh declares; drawing is not affected."};
inline constexpr Code kBoneParent{"QMSH_BONE_PARENT", Severity::kError,
                                  "A bone's parent must be 0 or precede the bone; export the model again."};
inline constexpr Code kVertexBone{"QMSH_VERTEX_BONE", Severity::kWarning,
                                  "Vertices name bones that are not there; they stay where the bind pose has them."};
inline constexpr Code kNanWeight{"QMSH_NAN_WEIGHT", Severity::kWarning,
                                 "The converter divided 0 by 0 here; the weight is read as 1, as the game shows it."};
inline constexpr Code kWeightRange{"QMSH_WEIGHT_RANGE", Severity::kWarning, "Weights should lie between 0 and 1."};
inline constexpr Code kZeroNormal{"QMSH_NORMAL_LENGTH", Severity::kInfo,
                                  "Normals that are not of unit length are normalised when they are drawn."};
inline constexpr Code kTangentFrame{
    "QMSH_TANGENT_FRAME", Severity::kInfo,
    "The original tool writes tangents that are not at right angles to the normal; they are made so on loading."};
inline constexpr Code kFlatTriangles{"QMSH_FLAT_TRIANGLES", Severity::kInfo, "Triangles without area draw nothing."};
inline constexpr Code kBounds{"QMSH_BOUNDS", Severity::kWarning,
                              "The stored sphere or box does not fit the vertices; Vitrine frames the computed box."};
inline constexpr Code kKeyOrder{"QMSH_KEY_ORDER", Severity::kWarning,
                                "Key times run backwards; the later key is moved to the time of the one before it."};
inline constexpr Code kEqualKeys{
    "QMSH_EQUAL_KEYS", Severity::kInfo,
    "Several keys share a time; the pose jumps there and the last of them holds at that time."};
inline constexpr Code kQuaternionLength{"QMSH_QUATERNION_LENGTH", Severity::kInfo,
                                        "Rotations that are not of unit length are normalised before use."};
inline constexpr Code kAnimationLength{
    "QMSH_ANIMATION_LENGTH", Severity::kWarning,
    "The stored length should be the time of the last key; the stored length is played."};
inline constexpr Code kAnimationWithoutKeys{"QMSH_ANIMATION_WITHOUT_KEYS", Severity::kInfo,
                                            "An action without keys shows the rest pose."};
inline constexpr Code kPointBone{
    "QMSH_POINT_BONE", Severity::kInfo,
    "Unattached points hold uninitialised bone numbers in real files; those beyond the bones are ignored."};
inline constexpr Code kPointType{"QMSH_POINT_TYPE", Severity::kWarning,
                                 "Point types are 0 to 6; the point is shown as a plain one."};
inline constexpr Code kOddValue{"QMSH_VALUE", Severity::kWarning,
                                "Numbers of materials, points and the editor should be finite; those are left out."};
inline constexpr Code kGroupsWithoutData{
    "QMSH_GROUPS_WITHOUT_DATA", Severity::kInfo,
    "Real files without bones count a group that is not stored; the count is ignored."};
inline constexpr Code kGroupBone{"QMSH_GROUP_BONE", Severity::kWarning,
                                 "A bone group names a bone or group that is not there."};
inline constexpr Code kBonesWithoutSkin{
    "QMSH_BONES_WITHOUT_SKIN", Severity::kWarning,
    "The header counts bones or animations although the model is not skinned; nothing is stored."};
inline constexpr Code kBorrowedSkeleton{
    "QMSH_BORROWED_SKELETON", Severity::kInfo,
    "This file has weights but no bones of its own; it moves with another file's skeleton."};
inline constexpr Code kSkeletonMissing{
    "QMSH_SKELETON_MISSING", Severity::kWarning,
    "This file has weights but no bones; open it together with the file of the skeleton (for clothes: the body)."};

// ---- text: tokens
// ----------------------------------------------------------------------------------------------------
inline constexpr Code kToken{"QMSH_TOKEN", Severity::kError, "The text holds a character that cannot start a token."};
inline constexpr Code kNumber{
    "QMSH_NUMBER", Severity::kError,
    "Numbers must be separated from each other: `1-2` is one bad number. NaN and infinity have no spelling."};
inline constexpr Code kString{"QMSH_STRING", Severity::kError,
                              "A string must end on its own line and use only the defined escapes."};
inline constexpr Code kComment{"QMSH_COMMENT", Severity::kError, "A comment that starts with /* must end with */."};
inline constexpr Code kSyntax{"QMSH_SYNTAX", Severity::kError,
                              "The blocks and numbers of a file have a fixed order; FORMAT.md lists it per version."};
inline constexpr Code kByteOrderMark{"QMSH_BOM", Severity::kInfo,
                                     "The original tool rejects a byte order mark; Vitrine skips it."};
inline constexpr Code kEncoding{"QMSH_ENCODING", Severity::kInfo, "Names that are not UTF-8 are read as Windows-1250."};

// ---- text: content
// ---------------------------------------------------------------------------------------------------
inline constexpr Code kCorners{"QMSH_FACE_CORNERS", Severity::kError,
                               "A face has 3 or 4 corners; the exporter splits larger ones."};
inline constexpr Code kFaceVertex{"QMSH_FACE_VERTEX", Severity::kError,
                                  "A face names a vertex that its object does not have."};
inline constexpr Code kFaceMaterial{"QMSH_FACE_MATERIAL", Severity::kError, "Material numbers go from 0 to 15."};
inline constexpr Code kMaterialBeyond{"QMSH_MATERIAL_BEYOND_LIST", Severity::kWarning,
                                      "Faces use a material number beyond the object's list; they get no material."};
inline constexpr Code kMaterialCount{"QMSH_MATERIAL_COUNT", Severity::kWarning,
                                     "An object can use 16 materials; the others cannot be reached."};
inline constexpr Code kSecondArmature{"QMSH_SECOND_ARMATURE", Severity::kError, "A file can hold one armature."};
inline constexpr Code kFps{"QMSH_FPS", Severity::kError, "Frames per second must be a whole number above 0."};
inline constexpr Code kFpsMissing{"QMSH_FPS_MISSING", Severity::kWarning,
                                  "The file has no frame rate; 25 frames per second are used."};
inline constexpr Code kInvalidBones{
    "QMSH_INVALID_BONES", Severity::kWarning,
    "Bones whose chain of parents does not end at a root are skipped, as the original tool does."};
inline constexpr Code kDuplicateBone{"QMSH_DUPLICATE_BONE", Severity::kWarning,
                                     "Two bones share a name; the first one answers to it."};
inline constexpr Code kParentBone{"QMSH_PARENT_BONE", Severity::kWarning,
                                  "The object is parented to a bone that is not there; it stays in place."};
inline constexpr Code kParentArmature{
    "QMSH_PARENT_ARMATURE", Severity::kWarning,
    "The object is parented to an armature that is not in the file; it stays in place."};
inline constexpr Code kGroupVertex{
    "QMSH_GROUP_VERTEX", Severity::kWarning,
    "A vertex group names a vertex that its object does not have; the entry is skipped."};
inline constexpr Code kGroupWithoutBone{"QMSH_GROUP_WITHOUT_BONE", Severity::kInfo,
                                        "A vertex group without a bone of its name moves nothing."};
inline constexpr Code kArmatureScale{
    "QMSH_ARMATURE_SCALE", Severity::kWarning,
    "Non-uniform scale of the armature makes envelopes inexact: their radii take the mean scale."};
inline constexpr Code kArmatureTwice{"QMSH_ARMATURE_TWICE", Severity::kInfo,
                                     "The original converter moves parented objects by the armature's transform once "
                                     "more; Vitrine shows them where the author saw them."};
inline constexpr Code kUnweighted{"QMSH_UNWEIGHTED", Severity::kInfo,
                                  "Vertices in no group and no envelope stay in place."};
inline constexpr Code kInfluencesBeyondTwo{
    "QMSH_INFLUENCES_BEYOND_TWO", Severity::kInfo,
    "QMSH binaries keep the two largest weights of a vertex; Vitrine uses all of them."};
inline constexpr Code kChannelBone{"QMSH_CHANNEL_BONE", Severity::kWarning,
                                   "A channel names a bone that is not there; its curves are shown but move nothing."};
inline constexpr Code kCurveName{"QMSH_CURVE_NAME", Severity::kWarning, "QMSH does not play a curve with this name."};
inline constexpr Code kCurveWord{
    "QMSH_CURVE_WORD", Severity::kError,
    "Interpolation is CONST, LINEAR or BEZIER; extension is CONST, EXTRAP, CYCLIC or CYCLIC_EXTRAP."};
inline constexpr Code kCurveOrder{"QMSH_CURVE_ORDER", Severity::kWarning,
                                  "The points of a curve run backwards; they are sorted by frame."};
inline constexpr Code kCurveEmpty{"QMSH_CURVE_EMPTY", Severity::kInfo,
                                  "A curve without points leaves its channel at rest."};
inline constexpr Code kConstInterpolation{
    "QMSH_CONST_INTERPOLATION", Severity::kInfo,
    "The original converter reads stepped curves as straight lines; Vitrine steps."};
inline constexpr Code kExtension{
    "QMSH_EXTENSION", Severity::kInfo,
    "The original converter holds the end values; Vitrine extends the curve as the author's editor did."};
inline constexpr Code kAutomaticHandles{
    "QMSH_AUTOMATIC_HANDLES", Severity::kInfo,
    "The text does not hold Bezier handles; they are derived by Blender's rule for automatic handles."};
inline constexpr Code kScaleCurves{"QMSH_NONUNIFORM_SCALE", Severity::kWarning,
                                   "QMSH before version 22 keeps one scale per bone; Vitrine plays all three."};
inline constexpr Code kLegacyReading{
    "QMSH_LEGACY_READING", Severity::kInfo,
    "Curves are read as the original converter reads them: straight lines, ends held, its scale fault."};
inline constexpr Code kEmptyType{
    "QMSH_EMPTY_TYPE", Severity::kWarning,
    "Empties are PLAIN_AXES, SPHERE, CUBE, ARROWS, SINGLE_ARROW, CIRCLE or CONE; the point is shown as a plain one."};
inline constexpr Code kParameter{"QMSH_PARAMETER", Severity::kWarning,
                                 "The parameter has no known meaning; it is kept for the report."};
inline constexpr Code kMixedSmooth{
    "QMSH_MIXED_SMOOTH", Severity::kInfo,
    "The object mixes smooth and flat faces; the crease angle alone decides, as in the original tools."};
inline constexpr Code kEmptyObject{"QMSH_EMPTY_OBJECT", Severity::kWarning,
                                   "The later converter refuses objects without faces; Vitrine draws nothing there."};
inline constexpr Code kDiffuseFactor{"QMSH_DIFFUSE_FACTOR", Severity::kWarning,
                                     "The original converter expects a diffuse factor of 1; the image is shown whole."};
inline constexpr Code kOptional{"QMSH_OPTIONAL", Severity::kWarning,
                                "The model is shown without its faulty parts; export it again to get all of it."};
inline constexpr Code kObjectKind{"QMSH_OBJECT_KIND", Severity::kWarning,
                                  "Convert the object to a mesh before exporting; it is left out."};
inline constexpr Code kSmoothFlag{"QMSH_SMOOTH_FLAG", Severity::kWarning,
                                  "The smooth flag of a face is 0 or 1; numbers above 0 count as 1, others as 0."};
inline constexpr Code kTimeCurve{
    "QMSH_TIME_CURVE", Severity::kWarning,
    "Curves that change the speed of time do not work in QMSH; bake the action before exporting."};
inline constexpr Code kTextureTwice{"QMSH_TEXTURE_TWICE", Severity::kError,
                                    "A material has two textures for one purpose."};

inline constexpr const Code* kBinaryCodes[] = {&kHeader,
                                               &kVersion,
                                               &kBoneLimit,
                                               &kNothingInside,
                                               &kFlags,
                                               &kGuard,
                                               &kOffset,
                                               &kTrailing,
                                               &kTriangleIndex,
                                               &kSubmeshTriangles,
                                               &kSubmeshCover,
                                               &kSubmeshVertices,
                                               &kBoneParent,
                                               &kVertexBone,
                                               &kNanWeight,
                                               &kWeightRange,
                                               &kZeroNormal,
                                               &kTangentFrame,
                                               &kFlatTriangles,
                                               &kBounds,
                                               &kKeyOrder,
                                               &kEqualKeys,
                                               &kQuaternionLength,
                                               &kAnimationLength,
                                               &kAnimationWithoutKeys,
                                               &kPointBone,
                                               &kPointType,
                                               &kGroupsWithoutData,
                                               &kGroupBone,
                                               &kBonesWithoutSkin,
                                               &kBorrowedSkeleton,
                                               &kSkeletonMissing,
                                               &kEncoding};

inline constexpr const Code* kTextCodes[] = {&kHeader,
                                             &kVersion,
                                             &kBoneLimit,
                                             &kNothingInside,
                                             &kToken,
                                             &kNumber,
                                             &kString,
                                             &kComment,
                                             &kSyntax,
                                             &kByteOrderMark,
                                             &kEncoding,
                                             &kCorners,
                                             &kFaceVertex,
                                             &kFaceMaterial,
                                             &kMaterialBeyond,
                                             &kMaterialCount,
                                             &kSecondArmature,
                                             &kFps,
                                             &kFpsMissing,
                                             &kInvalidBones,
                                             &kDuplicateBone,
                                             &kParentBone,
                                             &kParentArmature,
                                             &kGroupVertex,
                                             &kGroupWithoutBone,
                                             &kArmatureScale,
                                             &kArmatureTwice,
                                             &kUnweighted,
                                             &kInfluencesBeyondTwo,
                                             &kChannelBone,
                                             &kCurveName,
                                             &kCurveWord,
                                             &kOptional,
                                             &kTrailing,
                                             &kCurveOrder,
                                             &kCurveEmpty,
                                             &kConstInterpolation,
                                             &kExtension,
                                             &kAutomaticHandles,
                                             &kScaleCurves,
                                             &kLegacyReading,
                                             &kEmptyType,
                                             &kParameter,
                                             &kMixedSmooth,
                                             &kEmptyObject,
                                             &kDiffuseFactor,
                                             &kObjectKind,
                                             &kSmoothFlag,
                                             &kWeightRange,
                                             &kTimeCurve,
                                             &kTextureTwice,
                                             &kAnimationWithoutKeys};

}  // namespace vitrine::qmsh
