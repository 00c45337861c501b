#pragma once
// Texts of messages of IQM files, in the order of their codes.
#include "base/sentences.h"
#include "formats/iqm/codes.h"

namespace vitrine::iqm::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kJointBeyondFloat{kNotFinite, "joint '{}' is beyond the range of a float"};
inline constexpr Sentence kHeaderTooShort{kTruncated, "the file has {} {byte|bytes}, a header has 124"};
inline constexpr Sentence kNoMagic{kMagic, "the file does not begin with INTERQUAKEMODEL"};
inline constexpr Sentence kNoTextMagic{kMagic, "the file does not begin with # Inter-Quake Export"};
inline constexpr Sentence kVersion{iqm::kVersion, "version {} is not known"};
inline constexpr Sentence kRecordsMissing{kMissing, "{} {record is|records are} counted, but {} is 0"};
inline constexpr Sentence kRecordsBeyondFile{
    kRange, "{} is {}, where {} {record|records} of {} {byte|bytes} cannot fit into the {} {byte|bytes} of the file"};
inline constexpr Sentence kArrayBeyondFile{kRange, "the {} array of {} bytes at {} does not fit into the file"};
inline constexpr Sentence kArrayFormat{iqm::kArrayFormat, "the {} array has numbers of format {}"};
inline constexpr Sentence kArrayComponents{kComponents, "the {} array has {} {number|numbers} per vertex"};
inline constexpr Sentence kNoPositions{kPosition, "the vertices have no positions"};
inline constexpr Sentence kTriangleVertex{kIndex, "triangle {} names vertex {} of {}"};
inline constexpr Sentence kFaceNamesVertex{kIndex, "a face names vertex {}"};
inline constexpr Sentence kFaceVertex{kIndex, "a face names vertex {} of {}"};
inline constexpr Sentence kNoSuchParent{kParent, "the parent of joint {} is joint {} of {}"};
inline constexpr Sentence kParentMissing{kParent, "joint '{}' has a parent that is not there"};
inline constexpr Sentence kOwnAncestor{kCycle, "joint {} is its own ancestor"};
inline constexpr Sentence kChannelCount{kFrameChannels,
                                        "the header has {} {channel|channels}, the masks of the poses {}"};
inline constexpr Sentence kActionFrames{kAnimRange, "action '{}' has frames {} + {} of {}"};
inline constexpr Sentence kFileSize{iqm::kFileSize, "the header declares {} {byte|bytes}, the file has {}"};
inline constexpr Sentence kOptionalCut{
    kOptional,
    "{} is {}, where {} {record|records} of {} {byte|bytes} cannot fit into the {} {byte|bytes} of the file"};
inline constexpr Sentence kOptionalArray{kOptional, "the {} array of {} bytes at {} does not fit into the file"};
inline constexpr Sentence kOffset{kAlign, "{} is {}"};
inline constexpr Sentence kArrayBegins{kAlign, "the {} array begins at {}"};
inline constexpr Sentence kArrayBehind{kArrayOrder, "{} follows {}"};
inline constexpr Sentence kSeveralArrays{kArrayTwice, "there are several {} arrays"};
inline constexpr Sentence kArrayAlone{kBlendHalf, "there is only a {} array; nothing is skinned"};
inline constexpr Sentence kVerticesWithoutArray{kStaleVertices,
                                                "{} {vertex is|vertices are} declared, but there is no array"};
inline constexpr Sentence kForeignCorners{kForeignVertex,
                                          "{} {corner of a triangle lies outside the vertices of its|corners of "
                                          "triangles lie outside the vertices of their} mesh"};
inline constexpr Sentence kArrayNotFinite{kNumbers, "{} {number|numbers} of the {} array {is|are} NaN or infinite"};
inline constexpr Sentence kNoWeights{iqm::kNoWeights, "{} {vertex has|vertices have} no weights"};
inline constexpr Sentence kWeightSum{iqm::kWeightSum, "{} {vertex has|vertices have} weights that do not sum to 1"};
inline constexpr Sentence kNoSuchJoint{kBlendIndex, "{} {influence names|influences name} a joint that does not exist"};
inline constexpr Sentence kFlatJoint{kJoint, "joint '{}' has a scale of 0; its vertices stay where they are"};
inline constexpr Sentence kJointNotFinite{kJoint, "the bind pose of joint '{}' has a number that is NaN or infinite"};
inline constexpr Sentence kRotationWithoutLength{kJoint, "the quaternion of joint '{}' has no length"};
inline constexpr Sentence kParentsBehind{kParentOrder, "{} {joint precedes its parent|joints precede their parents}"};
inline constexpr Sentence kPoseNotFinite{kPoseNumbers, "pose {} has numbers that are NaN or infinite"};
inline constexpr Sentence kUnknownChannels{kPoseMask, "pose {} has unknown channels"};
inline constexpr Sentence kPosesAndJoints{kPoseCount, "{} {pose|poses}, but {} {joint|joints}"};
inline constexpr Sentence kPoseParentsDiffer{
    kPoseParent, "{} {pose has another parent than the joint|poses have another parent than the joints} of '{}'"};
inline constexpr Sentence kParentOfPoses{
    kPoseParent, "{} {pose has another parent than its|poses have another parent than their} joint"};
inline constexpr Sentence kFramesWithoutPoses{kNoPoses, "{} {frame|frames}, but no poses"};
inline constexpr Sentence kActionRate{kRate, "the rate of action '{}' is not a number of frames per second"};
inline constexpr Sentence kActionFlags{iqm::kActionFlags, "action '{}' has flags {}"};
inline constexpr Sentence kCommentSize{kComment, "the comment has {} {byte|bytes}, the header declares 1"};
inline constexpr Sentence kUnknownCommand{kKeyword, "the command '{}' is not known"};
inline constexpr Sentence kTooFar{kNotFinite, "vertex {} is too far from its joint"};
inline constexpr Sentence kNameBeyondText{kString, "a name is at {} of {} {byte|bytes} of text"};
inline constexpr Sentence kNameWithoutEnd{kString, "the last name does not end with a zero"};
inline constexpr Sentence kNameNotUtf8{kString, "a name is not UTF-8; it is read as Windows-1252"};
inline constexpr Sentence kMeshBeyond{kMeshRange, "a mesh has {} {} + {} of {}"};
inline constexpr Sentence kExtensionsEnd{kExtension, "the list ends after {} of {}"};
inline constexpr Sentence kExtensionBegins{kExtension, "the next extension would begin at {}"};
inline constexpr Sentence kExtensionsInCircle{kExtension, "the list returns to an earlier extension"};
inline constexpr Sentence kExtensionBytes{kExtension, "extension '{}' has {} {byte|bytes} at {}"};

}  // namespace vitrine::iqm::messages
