#pragma once
// Texts of messages of QMSH files, in the order of their codes.
#include "base/sentences.h"
#include "formats/qmsh/codes.h"

namespace vitrine::qmsh::messages {

inline constexpr Sentence kOddNumber{kNotFinite, "a number is NaN or infinite"};
inline constexpr Sentence kOddCamera{kNotFinite, "a number of the camera is NaN or infinite"};
inline constexpr Sentence kEndsWithin{kTruncated, "the file ends within {}"};
inline constexpr Sentence kCancelled{vitrine::kCancelled, "cancelled"};
inline constexpr Sentence kDoesNotFit{kLimitCount, "{} {}, a QMSH file can hold {}"};
inline constexpr Sentence kMatrixSingular{kNotFinite, "the matrix of the bone cannot be inverted"};
inline constexpr Sentence kVertexBeyondFloat{kNotFinite, "a vertex leaves the range of numbers"};
inline constexpr Sentence kMatrixBeyondFloat{kNotFinite, "the matrix leaves the range of numbers"};
inline constexpr Sentence kTooManyBones{kLimitCount, "more than {} bones (limit joints)"};
inline constexpr Sentence kTooShort{kTruncated, "the file is too short for {} {element|elements}"};
inline constexpr Sentence kNoMagic{kHeader, "expected 'TFQMSH10' or 'QMSH'"};
inline constexpr Sentence kVersionBehindTfqmsh{kVersion, "expected version 10 after TFQMSH, found '{}'"};
inline constexpr Sentence kBinaryVersion{kVersion, "expected a version from 12 to 22, found {}"};
inline constexpr Sentence kTextVersion{kVersion, "expected version 10 or 12 to 21, found {}"};
inline constexpr Sentence kEngineBones{kBoneLimit, "{} {bone|bones}, the engine has room for {}"};
inline constexpr Sentence kConverterBones{kBoneLimit, "{} {bone|bones}, the converter takes {}"};
inline constexpr Sentence kNoTriangles{kNothingInside, "the file holds no triangles"};
inline constexpr Sentence kNoFaces{kNothingInside, "the file holds no faces"};
inline constexpr Sentence kUnknownFlagBits{kFlags, "flag bits {} have no known meaning"};
inline constexpr Sentence kGuard{qmsh::kGuard, "expected the guard byte 0 before {}, found {}"};
inline constexpr Sentence kPointsOffset{kOffset, "the points start at {}, the header has {}"};
inline constexpr Sentence kBytesFollow{kTrailing, "{} {byte follows|bytes follow} the last section of the file"};
inline constexpr Sentence kTextFollows{kTrailing, "text after the last block is ignored"};
inline constexpr Sentence kActionsLeftOut{kOptional, "{}; from here on actions and parameters are left out"};
inline constexpr Sentence kParametersLeftOut{kOptional, "{}; from here on the parameters are left out"};
inline constexpr Sentence kTriangleVertex{kTriangleIndex, "expected a vertex below {}, found {}"};
inline constexpr Sentence kSubmeshBeyond{kSubmeshTriangles, "triangles {} to {} of {}"};
inline constexpr Sentence kSubmeshesLeaveOut{
    kSubmeshCover, "the submeshes do not take the {} {triangle|triangles} one after the other"};
inline constexpr Sentence kCornersOutside{
    kSubmeshVertices,
    "{} {corner lies outside the vertex range of its submesh|corners lie outside the vertex range of their submesh}"};
inline constexpr Sentence kParentBehind{kBoneParent, "expected a parent of at most {}, found {}"};
inline constexpr Sentence kVertexBones{
    kVertexBone, "{} {vertex names a bone|vertices name bones} beyond the {} that {exists|exist}"};
inline constexpr Sentence kNanWeights{kNanWeight, "{} {weight is|weights are} NaN"};
inline constexpr Sentence kWeightsOutOfRange{kWeightRange, "{} {weight lies|weights lie} outside 0 to 1"};
inline constexpr Sentence kNormals{kZeroNormal, "{} {normal is|normals are} not of unit length"};
inline constexpr Sentence kTangentFrames{kTangentFrame, "{} {tangent frame is|tangent frames are} not orthonormal"};
inline constexpr Sentence kFlatTriangles{qmsh::kFlatTriangles, "{} {triangle has|triangles have} no area"};
inline constexpr Sentence kBounds{qmsh::kBounds, "the stored sphere or box differs from that of the vertices"};
inline constexpr Sentence kKeysBackwards{kKeyOrder,
                                         "{} {key time is negative or runs|key times are negative or run} backwards"};
inline constexpr Sentence kEqualKeys{
    qmsh::kEqualKeys, "{} {key shares the time of the key before it|keys share the time of the key before them}"};
inline constexpr Sentence kRotations{kQuaternionLength, "{} {key rotation is|key rotations are} not of unit length"};
inline constexpr Sentence kAnimationLengths{
    kAnimationLength, "{} {animation does not end with its|animations do not end with their} last key"};
inline constexpr Sentence kNoAnimationKeys{kAnimationWithoutKeys, "{} {animation has|animations have} no keys"};
inline constexpr Sentence kActionsWithoutPoints{kAnimationWithoutKeys, "{} {action has|actions have} no points"};
inline constexpr Sentence kPointBones{kPointBone, "{} {point holds|points hold} a bone number beyond the bones"};
inline constexpr Sentence kPointTypes{kPointType, "{} {point has|points have} an unknown type"};
inline constexpr Sentence kOddValues{
    kOddValue, "{} {submesh, bone or point has|submeshes, bones or points have} a number that is NaN or infinite"};
inline constexpr Sentence kGroupsMissing{kGroupsWithoutData, "{} {group is|groups are} counted, none is stored"};
inline constexpr Sentence kGroupBones{kGroupBone, "{} {group names|groups name} bones or groups that do not exist"};
inline constexpr Sentence kCountsWithoutSkin{kBonesWithoutSkin,
                                             "bones or animations are counted without the skinning flag"};
inline constexpr Sentence kBorrowedSkeleton{qmsh::kBorrowedSkeleton, "moves with the bones of {}"};
inline constexpr Sentence kNoSkeleton{kSkeletonMissing, "weights for {} {bone|bones}, but no skeleton is open"};
inline constexpr Sentence kStrayByte{kToken, "the byte 0x{}{} is allowed in strings and comments only"};
inline constexpr Sentence kBadNumber{kNumber, "expected {}, found the bad number '{}'"};
inline constexpr Sentence kNotUnsigned{kNumber, "expected {}: a whole number without a sign below 2^32"};
inline constexpr Sentence kNotWhole{kNumber, "expected {}: a whole number of 32 bits"};
inline constexpr Sentence kOpenString{kString, "this string has no closing quote on its line"};
inline constexpr Sentence kUnknownEscape{kString, "unknown escape in a string"};
inline constexpr Sentence kOpenComment{kComment, "this comment has no end"};
inline constexpr Sentence kExpected{kSyntax, "expected {}, found {}"};
inline constexpr Sentence kNoFpsOrEnd{kSyntax, "expected 'fps' or '}', found '{}'"};
inline constexpr Sentence kNoTextureRole{kSyntax,
                                         "expected 'diffuse', 'specular', 'specular_color' or 'normal', found '{}'"};
inline constexpr Sentence kByteOrderMark{qmsh::kByteOrderMark, "a byte order mark is skipped"};
inline constexpr Sentence kWindows1250{kEncoding, "names are read as Windows-1250"};
inline constexpr Sentence kCornerCount{kCorners, "expected 3 or 4 corners, found {}"};
inline constexpr Sentence kFaceVertex{qmsh::kFaceVertex, "expected a vertex below {}, found {}"};
inline constexpr Sentence kFaceMaterial{qmsh::kFaceMaterial, "expected a material number from 0 to 15, found {}"};
inline constexpr Sentence kMaterialsBeyond{
    kMaterialBeyond,
    "{} {material number lies beyond the list of its|material numbers lie beyond the list of their} object"};
inline constexpr Sentence kMaterialCount{qmsh::kMaterialCount, "{} {material|materials}, faces can name {}"};
inline constexpr Sentence kSecondArmature{qmsh::kSecondArmature, "a second armature"};
inline constexpr Sentence kFpsNotAbove0{kFps, "expected frames per second above 0, found {}"};
inline constexpr Sentence kFpsIgnored{kFps, "frames per second above 0 expected, found {}"};
inline constexpr Sentence kNoFps{kFpsMissing, "no frames per second are given"};
inline constexpr Sentence kBonesWithoutRoot{kInvalidBones,
                                            "{} {bone leads to no root and is|bones lead to no root and are} skipped"};
inline constexpr Sentence kBonesOfOneName{kDuplicateBone, "{} {bone has|bones have} the name of another"};
inline constexpr Sentence kNoBone{kParentBone, "no bone '{}'"};
inline constexpr Sentence kNoArmature{kParentArmature, "no armature '{}'"};
inline constexpr Sentence kGroupVertex{qmsh::kGroupVertex, "expected a vertex below {}, found {}"};
inline constexpr Sentence kGroupsWithoutBone{kGroupWithoutBone, "{} {vertex group has|vertex groups have} no bone"};
inline constexpr Sentence kUnevenArmature{kArmatureScale, "the armature is scaled unevenly"};
inline constexpr Sentence kMovedArmature{kArmatureTwice, "the object is parented to an armature that is moved"};
inline constexpr Sentence kVerticesWithoutBone{kUnweighted, "{} {vertex has|vertices have} no bone"};
inline constexpr Sentence kMoreThanTwoBones{kInfluencesBeyondTwo, "{} {vertex has|vertices have} more than two bones"};
inline constexpr Sentence kChannelsWithoutBone{kChannelBone,
                                               "{} {channel has no bone of its|channels have no bone of their} own"};
inline constexpr Sentence kUnknownCurves{kCurveName, "{} {curve has an unknown name|curves have unknown names}"};
inline constexpr Sentence kReadAsLinear{kCurveWord, "expected CONST, LINEAR or BEZIER, found '{}'; read as LINEAR"};
inline constexpr Sentence kNoExtrapolation{kCurveWord, "expected CONST, EXTRAP, CYCLIC or CYCLIC_EXTRAP, found '{}'"};
inline constexpr Sentence kPointsOutOfOrder{kCurveOrder, "{} {curve has|curves have} points out of order"};
inline constexpr Sentence kCurvesWithoutPoints{kCurveEmpty, "{} {curve has|curves have} no points"};
inline constexpr Sentence kSteppedCurves{kConstInterpolation, "{} {curve is|curves are} stepped (CONST)"};
inline constexpr Sentence kCurvesGoOn{kExtension, "{} {curve goes on outside its|curves go on outside their} points"};
inline constexpr Sentence kAutomaticHandles{qmsh::kAutomaticHandles,
                                            "{} {Bezier curve gets|Bezier curves get} automatic handles"};
inline constexpr Sentence kUnevenScales{kScaleCurves, "{} {channel scales its|channels scale their} bone unevenly"};
inline constexpr Sentence kConverterReading{kLegacyReading, "curves are read as the original converter reads them"};
inline constexpr Sentence kUnknownEmpties{kEmptyType, "{} {empty has|empties have} an unknown type"};
inline constexpr Sentence kUnknownParameter{kParameter, "unknown parameter '{}'"};
inline constexpr Sentence kMixedSmooth{qmsh::kMixedSmooth, "{} {object mixes|objects mix} smooth and flat faces"};
inline constexpr Sentence kObjectsWithoutFaces{kEmptyObject, "{} {object has|objects have} no faces"};
inline constexpr Sentence kWeakDiffuse{kDiffuseFactor,
                                       "{} {material weakens its|materials weaken their} diffuse image"};
inline constexpr Sentence kOtherObject{kObjectKind, "the {} '{}' is not a mesh and is left out"};
inline constexpr Sentence kSmoothFlags{kSmoothFlag,
                                       "{} {face has a smooth flag|faces have smooth flags} other than 0 and 1"};
inline constexpr Sentence kTimeCurves{kTimeCurve, "{} {curve changes|curves change} the speed of time"};
inline constexpr Sentence kSecondTexture{kTextureTwice, "a second texture of the material for '{}'"};
inline constexpr Sentence kNoInterpolation{kCurveWord, "expected CONST, LINEAR or BEZIER, found '{}'"};
inline constexpr Sentence kStartBeyond{kTruncated, "{} should start at {}, the header has {}"};
inline constexpr Sentence kStartElsewhere{qmsh::kOffset, "{} should start at {}, the header has {}"};

}  // namespace vitrine::qmsh::messages
