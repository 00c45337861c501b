#pragma once
// Texts of messages of md5 files, in the order of their codes.
#include "base/sentences.h"
#include "formats/md5/codes.h"

namespace vitrine::md5::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kJointBeyondFloat{
    vitrine::kNotFinite,
    "the joint's transform relative to its parent is beyond the range of a float, or the parent has none"};
inline constexpr Sentence kTooManyWeights{kLimitCount, "{} weights of one vertex are more than the limit of {}"};
inline constexpr Sentence kTooManyInfluences{kLimitCount, "too many influences"};
inline constexpr Sentence kVertexBeyondFloat{vitrine::kNotFinite,
                                             "the weights put a vertex beyond the range of a float"};
inline constexpr Sentence kBeyondFloat{vitrine::kNotFinite,
                                       "expected a finite number for {}, found one beyond the range of a float"};
inline constexpr Sentence kNotFinite{vitrine::kNotFinite, "expected a finite number for {}, found '{}'"};
inline constexpr Sentence kNotFiniteParts{vitrine::kNotFinite, "expected a finite number for {}, found '{}{}'"};
inline constexpr Sentence kNumberBeyondFloat{vitrine::kNotFinite,
                                             "a number before this place is beyond the range of a float"};
inline constexpr Sentence kCutsBeyondMemory{kLimitMemory, "too many cuts for the memory limit"};
inline constexpr Sentence kTooManyJoints{kLimitCount, "more joints than the limit of {}"};
inline constexpr Sentence kBlockBeforeFrames{kSyntax, "expected the {} block before the frames"};
inline constexpr Sentence kBoneWithout{kSyntax, "the bone has no '{}'"};
inline constexpr Sentence kChannelIncomplete{kSyntax,
                                             "expected 'joint', 'attribute' and at least one of 'keys' in the channel"};
inline constexpr Sentence kNestedTooDeeply{kSyntax, "brackets are nested too deeply"};
inline constexpr Sentence kNoJson{kSyntax, "expected JSON"};
inline constexpr Sentence kNoJoints{kSyntax, "expected '{' before the names of joints"};
inline constexpr Sentence kNoFactors{kSyntax, "expected '{' and factors by frame after the joint's name"};
inline constexpr Sentence kVersion{md5::kVersion, "expected version {}, found {}"};
inline constexpr Sentence kKeysOfVersion10{md5::kVersion, "expected the keys of version 6, found '{}' of version 10"};
inline constexpr Sentence kWholeTooLarge{kBadNumber, "expected a whole number for {}, found one that is too large"};
inline constexpr Sentence kIndexOutOfRange{kBadNumber, "expected a number from 0 to 4294967294 for {}, found {}"};
inline constexpr Sentence kFrameRateNegative{kBadNumber, "expected a frame rate of 0 or more, found a negative one"};
inline constexpr Sentence kFrameRateBelowZero{kBadNumber, "expected a frame rate above 0, found a negative one"};
inline constexpr Sentence kFieldOfView{kBadNumber, "expected a field of view between 0 and 180 degrees"};
inline constexpr Sentence kMatrixSingular{kBadNumber, "the matrix of the bone cannot be inverted"};
inline constexpr Sentence kFrameRateNotAbove0{kBadNumber, "expected a frame rate above 0"};
inline constexpr Sentence kOtherFrameRate{kBadNumber, "expected the frame rate of the earlier channels, found another"};
inline constexpr Sentence kNoFrameNumber{kBadNumber, "'{}' of the joint is not a frame number"};
inline constexpr Sentence kNoFactor{kBadNumber, "frame {} of the joint has no factor"};
inline constexpr Sentence kOneMoreThanDeclared{kCount,
                                               "expected the end of the list, found one more '{}' than declared"};
inline constexpr Sentence kCountZero{kCount, "expected {} of at least 1, found 0"};
inline constexpr Sentence kFramesBeyondFile{kCount, "numFrames is {}, but the rest of the file can hold at most {}"};
inline constexpr Sentence kOneFrameMore{kCount, "numFrames is {}, but here begins one more"};
inline constexpr Sentence kNoFrames{kCount, "expected numFrames of at least 1, found 0"};
inline constexpr Sentence kTooManyCuts{kCount, "found {} {cut|cuts} in {} {frame|frames}"};
inline constexpr Sentence kCountNegative{kCount, "expected {} of 0 or more, found {}"};
inline constexpr Sentence kCountBeyondFile{kCount, "{} is {}, but the rest of the file can hold at most {}"};
inline constexpr Sentence kNegativeMeshes{kCount, "expected numMeshes of 0 or more, found {}"};
inline constexpr Sentence kJointsNotClosed{
    kCount, "expected '}' after the {} {joint|joints} that numJoints declares, found another"};
inline constexpr Sentence kBoneCount{kCount, "numbones is {}, the file holds {}"};
inline constexpr Sentence kMeshCount{kCount, "nummeshes is {}, the file holds {}"};
inline constexpr Sentence kChannelCount{kCount, "numchannels is {}, the file holds {}"};
inline constexpr Sentence kNothingMoves{kCount, "no channel moves a joint"};
inline constexpr Sentence kNoSuchJoint{kIndex, "the weight names joint {}, but there are {}"};
inline constexpr Sentence kNoSuchVertex{kIndex, "the triangle names vertex {}, but there are {}"};
inline constexpr Sentence kNoSuchWeights{kIndex, "the vertex uses weights {} to {}, but there are {}"};
inline constexpr Sentence kComponentsBeyond{kIndex,
                                            "the joint takes {} {component|components} from {} on, but a frame has {}"};
inline constexpr Sentence kCutBeyondFrames{kIndex, "expected a frame from 1 to {} for the cut, found {}"};
inline constexpr Sentence kNoSuchParent{kIndex, "the parent is joint {}, but there are {}"};
inline constexpr Sentence kLineNumberOutOfRange{kIndex, "expected a number from 0 to {}, found {}"};
inline constexpr Sentence kBoneNumber{kIndex, "expected bone {}, found bone {}"};
inline constexpr Sentence kNoSuchBone{kIndex, "the parent bone '{}' does not exist"};
inline constexpr Sentence kSecondInMesh{kDuplicate, "there is a second '{}' in this mesh"};
inline constexpr Sentence kSecondBlock{kDuplicate, "there is a second '{}' block"};
inline constexpr Sentence kCountChanges{kDuplicate, "{} changes from {} to {} after a block was read by it"};
inline constexpr Sentence kNumberTwice{kDuplicate, "number {} was given before"};
inline constexpr Sentence kOwnAncestor{kBadHierarchy, "the joint is its own ancestor"};
inline constexpr Sentence kLinesOutOfOrder{kIndexOrder,
                                           "the '{}' lines are not in the order of their numbers; the numbers count"};
inline constexpr Sentence kVerticesWithoutWeights{
    kNoWeights,
    "{} {vertex has no weights and stays|vertices have no weights and stay} at the origin; the first is vertex {}"};
inline constexpr Sentence kMeshWithoutWeights{
    kWeightsMissing, "the mesh has no weights; all {} {vertex stays|vertices stay} at the origin"};
inline constexpr Sentence kWeightSums{
    kWeightSum, "{} {vertex has|vertices have} weights that do not sum to 1; those of vertex {} sum to {}"};
inline constexpr Sentence kParentBehind{kParentOrder, "joint {} precedes its parent {}"};
inline constexpr Sentence kKeyExpected{kMissingKey, "expected '{}' before '{}'"};
inline constexpr Sentence kFlagsOfDialect{md5::kUnknownKey, "'flags' of a later dialect"};
inline constexpr Sentence kUnknownKey{md5::kUnknownKey, "unknown key '{}' is skipped"};
inline constexpr Sentence kKeyTooLate{kKeyOrder, "'{}' comes too late or twice"};
inline constexpr Sentence kBlockNotClosed{kNotClosed, "expected '}' {}, found the end of the file"};
inline constexpr Sentence kBehindLastBlock{kTrailing, "unexpected {} after the last block"};
inline constexpr Sentence kPartLeftOut{kOptional, "{}; {} left out"};
inline constexpr Sentence kPlusSign{kNumberForm, "a number with a plus sign"};
inline constexpr Sentence kCapitalExponent{kNumberForm, "an exponent with a capital E"};
inline constexpr Sentence kExponentBehindZero{kNumberForm, "an exponent right after a leading 0"};
inline constexpr Sentence kFraction{kNumberForm, "an integer with the suffix of a fraction"};
inline constexpr Sentence kNegativeFraction{kNumberForm, "a negative fraction where a whole number belongs"};
inline constexpr Sentence kCommentHidesRest{
    kCrOnly, "id Tech 4 takes all of this for the rest of a // comment, because no line ends with LF"};
inline constexpr Sentence kUnknownFlagBits{kAnimFlags, "flags {} have unknown bits; {} is used"};
inline constexpr Sentence kTooManyComponents{kAnimComponents,
                                             "numAnimatedComponents is {}, more than 6 for each of {} {joint|joints}"};
inline constexpr Sentence kFirstComponentBeyond{kAnimComponents,
                                                "the first component {} is not among the {} of a frame"};
inline constexpr Sentence kBoundsPerFrame{kBoundsCount, "found {} {line|lines} of bounds for {} {frame|frames}"};
inline constexpr Sentence kFrameNumber{kFrameOrder,
                                       "expected frame {}, found frame {}; frames play in the order of the file"};
inline constexpr Sentence kFrameRateZero{kFrameRate, "the frame rate is 0, which stops the game; 24 is used"};
inline constexpr Sentence kFrameRateFraction{kFrameRate,
                                             "the frame rate has a fraction, which the game cuts off; it is kept here"};
inline constexpr Sentence kFrameRateBelowOne{kFrameRate, "expected a frame rate of at least 1{}"};
inline constexpr Sentence kNoFrameRate{kFrameRate, "no channel has a frame rate; 24 is used"};
inline constexpr Sentence kCutsOfDialect{kCutDialect,
                                         "cuts at frame 0 or with a view of their own belong to a dialect"};
inline constexpr Sentence kCutBehind{kCutOrder, "cut {} follows {}; the cuts are played in ascending order"};
inline constexpr Sentence kLongRotations{
    kQuaternionLength, "{} {orientation|orientations} of frames longer than 1; the first is that of '{}' in frame {}"};
inline constexpr Sentence kLongQuaternions{
    kQuaternionLength, "{} {joint has|joints have} an orientation longer than 1; the first is '{}'"};
inline constexpr Sentence kVersion6{kExperimental,
                                    "version 6 of the 2002 alpha; the released game reads only version 10"};
inline constexpr Sentence kGameRefuses{md5::kGameRefuses, "the game would refuse this file: {}"};
inline constexpr Sentence kTextCutOff{kTruncated,
                                      "expected {} at the end of the text that starts here, found the end of the file"};
inline constexpr Sentence kExpectedMore{kTruncated, "expected {}, found {}"};
inline constexpr Sentence kTextNotClosed{kSyntax, "expected {} at the end of the text that starts here, found {}"};
inline constexpr Sentence kExpected{kSyntax, "expected {}, found {}"};
inline constexpr Sentence kReadAsOctal{kOctal, "'{}' is read as octal"};
inline constexpr Sentence kNotOctal{kOctal, "'{}' starts with 0 but is not octal; it is read as decimal"};
inline constexpr Sentence kFirstIsNoRoot{kAnimRoots, "the first joint is not a root"};
inline constexpr Sentence kAdditionalRoot{kAnimRoots, "joint {} is an additional root"};
inline constexpr Sentence kMeshesMissing{kCount, "numMeshes is {}, the file holds {}"};
inline constexpr Sentence kMeshesDiffer{kNumMeshes, "numMeshes is {}, the file holds {}"};
inline constexpr Sentence kNothingToScale{kScale, "no animation has this name, so nothing is scaled"};
inline constexpr Sentence kFramePastLast{kScale, "frame {} of '{}' is past the last of the animation"};
inline constexpr Sentence kJointNotMoved{kScale, "the animation moves no joint '{}'"};

}  // namespace vitrine::md5::messages
