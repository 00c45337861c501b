#pragma once
// Texts of messages of Quake's models, in the order of their codes.
#include "base/sentences.h"
#include "formats/quake/codes.h"

namespace vitrine::quake::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kTooShort{kTruncated, "{} needs {} {byte|bytes} at {}, the file has {}"};
inline constexpr Sentence kOddNumber{kNotFinite, "the {} has a number that is NaN, infinite or too large"};
inline constexpr Sentence kVersion{quake::kVersion, "version {} is not known"};
inline constexpr Sentence kNegative{kCount, "{} is {}"};
inline constexpr Sentence kGroupOf{kCount, "a group has {} {member|members}"};
inline constexpr Sentence kNoneOf{kEmpty, "the model has no {}"};
inline constexpr Sentence kCannotFit{
    kRange, "{} is {}, where {} {record|records} of {} {byte|bytes} cannot fit into the {} {byte|bytes} of the file"};
inline constexpr Sentence kSurfaceOutside{kRange, "surface {} would begin at {} of {} {byte|bytes}"};
inline constexpr Sentence kVertexBeyond{kIndex, "triangle {} names vertex {} of {}"};
inline constexpr Sentence kUvBeyond{kIndex, "triangle {} names texture coordinate {} of {}"};
inline constexpr Sentence kFrameTooSmall{kFrameSize, "frames of {} {byte|bytes} cannot hold {} {vertex|vertices}"};
inline constexpr Sentence kOtherFrames{kSurfaceFrames, "the surface has {} {frame|frames}, the model {}"};
inline constexpr Sentence kNoTime{kInterval, "member {} of a group ends at {} seconds"};

inline constexpr Sentence kBytesBehind{kTrailing, "{} {byte follows|bytes follow} the last frame"};
inline constexpr Sentence kEditorBehind{kTrailing, "{} {byte follows|bytes follow} the last frame, written by qME"};
inline constexpr Sentence kOtherEnd{kTrailing, "the header says that the file ends at {}, it has {} {byte|bytes}"};
inline constexpr Sentence kNoSkins{kNoSkin, "the model has no skins"};
inline constexpr Sentence kNoShader{kNoSkin, "surface '{}' has no shader"};
inline constexpr Sentence kNoPixels{kSkinSize, "skins of {} x {} have no pixels"};
inline constexpr Sentence kOddWidth{kSkinSize, "skins are {} pixels wide"};
inline constexpr Sentence kNameWithoutEnd{kName, "{} {name has|names have} no zero at the end"};
inline constexpr Sentence kNameNotUtf8{kName, "{} {name is|names are} not UTF-8 and read as Windows-1252"};
inline constexpr Sentence kNameGoesOn{kNameRest, "{} {name has|names have} other bytes behind the zero"};
inline constexpr Sentence kOtherBox{kFrameBox, "{} {frame has|frames have} another box than their vertices"};
inline constexpr Sentence kUnknownNormals{kNormal, "{} {normal has a number|normals have numbers} above 161"};
inline constexpr Sentence kSeamMarks{kSeam, "{} {vertex is|vertices are} marked as on the seam with another number"};
inline constexpr Sentence kFrontMarks{kFacesFront, "{} {triangle has|triangles have} another number than 0, 1 or 16"};
inline constexpr Sentence kUvOutside{kUv, "of {} texture {coordinate|coordinates} {} {lies|lie} outside of the skin"};
inline constexpr Sentence kSyncType{kSync, "the synchronisation is {}"};
inline constexpr Sentence kOtherType{kGroupType, "{} {entry has|entries have} another type than 0 and 1"};
inline constexpr Sentence kTimesFall{kIntervalOrder,
                                     "{} {member of a group ends|members of groups end} before or when "
                                     "{it begins|they begin}"};
inline constexpr Sentence kMirrored{kScale, "a scale is below 0"};
inline constexpr Sentence kFlat{kScale, "a scale is 0"};
inline constexpr Sentence kCollapsed{kDegenerate, "{} {triangle has|triangles have} two equal corners"};
inline constexpr Sentence kNoCommands{kCommands, "the model has no drawing commands"};
inline constexpr Sentence kCommandsOutside{kCommands, "the drawing commands do not lie inside of the file"};
inline constexpr Sentence kCommandsOverrun{kCommands, "a drawing command of {} {vertex|vertices} goes past the end"};
inline constexpr Sentence kCommandsIndex{kCommands, "the drawing commands name vertex {} of {}"};
inline constexpr Sentence kCommandsNoEnd{kCommands, "the drawing commands do not end with 0"};
inline constexpr Sentence kCommandsMore{kCommands, "{} {word follows|words follow} the end of the drawing commands"};
inline constexpr Sentence kCommandsDiffer{kCommands,
                                          "the commands draw {} {triangle|triangles}, the list has {}, and "
                                          "they differ"};
inline constexpr Sentence kMovedFrames{kLocalOrigin, "{} {frame has|frames have} an origin of their own"};
inline constexpr Sentence kTagAxes{kTag, "{} {tag has|tags have} axes that are not of length 1"};
inline constexpr Sentence kTagNames{kTag, "the tags of frame {} have other names than those of frame 0"};
inline constexpr Sentence kTagTwice{kTag, "there are several tags '{}'"};
inline constexpr Sentence kOtherIdent{kSurfaceIdent, "surface '{}' does not begin with IDP3"};
inline constexpr Sentence kSameName{kSurfaceTwice, "there are several surfaces '{}'"};
inline constexpr Sentence kPartBehind{kSurfaceEnd, "a part of surface '{}' lies behind its end"};
inline constexpr Sentence kLastEnd{kSurfaceEnd, "the last surface ends at {} of {}"};
inline constexpr Sentence kNoneToShow{kNothing, "the model has neither surfaces nor tags"};
inline constexpr Sentence kNoVertices{kNothing, "the model has no vertices"};
inline constexpr Sentence kNoTriangles{kNothing, "the model has no triangles"};
inline constexpr Sentence kNoSurfaces{kNothing, "the model has no surfaces"};
inline constexpr Sentence kEmptySurface{kNothing, "surface '{}' has no {}"};
inline constexpr Sentence kUnaligned{kAlign, "{} is {}"};
inline constexpr Sentence kUvNumbers{kNumbers, "{} texture {coordinate is|coordinates are} NaN or infinite"};
inline constexpr Sentence kFrameNumbers{kNumbers, "{} {frame has|frames have} a box or origin that is NaN or infinite"};
inline constexpr Sentence kLongFrames{kFrameRest, "frames have {} {byte|bytes}, their vertices need {}"};

}  // namespace vitrine::quake::messages
