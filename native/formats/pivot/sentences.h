#pragma once
// Texts of messages of pivot scenes, in the order of their codes.
#include "base/sentences.h"
#include "formats/pivot/codes.h"

namespace vitrine::pivot::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kTooLarge{kNotFinite, "object '{}' is too large to be placed in the scene"};
inline constexpr Sentence kDoesNotFit{kLimitCount, "{} {} do not fit into a pivot scene"};
inline constexpr Sentence kHeaderTooShort{kHeader, "the file has {} {byte|bytes}, a header has 16"};
inline constexpr Sentence kUnprintableName{kFormatName, "the format's name is not printable text"};
inline constexpr Sentence kTextTooLong{kString, "{} has {} {byte|bytes}, the file {}"};
inline constexpr Sentence kTooManyObjects{kObjectCount, "{} {object|objects}, the file has room for {}"};
inline constexpr Sentence kEndsInRecord{kField, "the file ends inside a record"};
inline constexpr Sentence kEndsBefore{kField, "the file ends before {}"};
inline constexpr Sentence kSurfaceTooLarge{
    kSurfaceSize, "{} {vertex|vertices} and {} {index|indices} do not fit into {} {byte|bytes}"};
inline constexpr Sentence kNoWholeTriangles{kIndexMultiple, "{} {index does|indices do} not form whole triangles"};
inline constexpr Sentence kIndexBeyond{kIndexRange, "index {} of {} {vertex|vertices}"};
inline constexpr Sentence kOddNumber{kNonFinite, "{} has a number that is NaN or infinite"};
inline constexpr Sentence kOddVertex{kNonFinite, "vertex {} has a number that is NaN or infinite"};
inline constexpr Sentence kChildrenMissing{
    kChildren, "the object still expects {} of its {} {child|children} after the last record"};
inline constexpr Sentence kNestedTooDeeply{kDepth, "nested deeper than 1024 levels"};
inline constexpr Sentence kBytesLeft{kTrailing, "{} {byte|bytes} after the last record"};
inline constexpr Sentence kBytesIgnored{kTrailing,
                                        "{} {byte after the last record is|bytes after the last record are} ignored"};
inline constexpr Sentence kSurfacesWithoutFlag{kFlags,
                                               "has {} {surface|surfaces} but no geometry flag; it stays a pivot"};
inline constexpr Sentence kSkinnedWithoutFlag{kFlags, "is skinned but has no geometry flag"};
inline constexpr Sentence kUnknownFlags{pivot::kUnknownFlags, "flags {}"};
inline constexpr Sentence kNoRotation{kZeroRotation, "the quaternion has no length"};
inline constexpr Sentence kSkinnedWithoutBones{kNoBones, "is skinned without bones"};
inline constexpr Sentence kNoSuchBone{kBoneName, "no object is called '{}'; its influence is dropped"};
inline constexpr Sentence kSharedBoneName{kBoneName, "several objects are called '{}', the first is its bone"};
inline constexpr Sentence kFlatBone{kBoneName, "bone '{}' has a scale of 0; its influence is dropped"};
inline constexpr Sentence kInfluencesWithoutBone{kWeights, "{} {influence names|influences name} no bone"};
inline constexpr Sentence kUnweightedVertices{kNoWeights, "{} {vertex has|vertices have} no usable weight"};
inline constexpr Sentence kTurned{
    kWinding, "the normals of {} of {} {triangle|triangles} point against the winding; all triangles are turned"};
inline constexpr Sentence kNormalsWithoutLength{kNormals, "{} {normal has|normals have} no length"};

}  // namespace vitrine::pivot::messages
