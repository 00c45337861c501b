#pragma once
// Texts of messages of the checks of scenes, in the order of their codes.
#include "base/sentences.h"

namespace vitrine::messages {

inline constexpr Sentence kOddNumber{kNotFinite, "a number is NaN or infinite"};
inline constexpr Sentence kElementsPerVertex{kBadIndex, "expected {} {element|elements}, one per vertex, found {}"};
inline constexpr Sentence kParentBehindChild{kBadIndex, "parents must precede their children"};
inline constexpr Sentence kNoRestMatrix{kBadIndex, "no such rest matrix"};
inline constexpr Sentence kNoMesh{kBadIndex, "no such mesh"};
inline constexpr Sentence kNoSkin{kBadIndex, "no such skin"};
inline constexpr Sentence kNoCamera{kBadIndex, "no such camera"};
inline constexpr Sentence kNoLight{kBadIndex, "no such light"};
inline constexpr Sentence kNoEmitter{kBadIndex, "no such emitter"};
inline constexpr Sentence kNoTag{kBadIndex, "no such tag"};
inline constexpr Sentence kSkinWithoutMesh{kBadIndex, "a skin needs a mesh on the same node"};
inline constexpr Sentence kInfluencesWithoutSkin{kBadIndex, "the mesh has influences but the node has no skin"};
inline constexpr Sentence kJointBeyond{kBadIndex, "joint {} of {}"};
inline constexpr Sentence kRelativeShapeMissing{kBadIndex, "a shape is relative to one that is not there"};
inline constexpr Sentence kNoWholeTriangles{kBadIndex, "the index count is not a multiple of 3"};
inline constexpr Sentence kVertexBeyond{kBadIndex, "vertex {} of {}"};
inline constexpr Sentence kNoFileVertex{kBadIndex, "no such vertex in the file"};
inline constexpr Sentence kPlacePerTriangle{kBadIndex, "expected one place per triangle"};
inline constexpr Sentence kNoPlace{kBadIndex, "no such place"};
inline constexpr Sentence kFramesDoNotFit{kBadIndex, "the frames do not fit the vertices of the mesh"};
inline constexpr Sentence kAngleNotFinite{kNotFinite, "the angle is NaN or infinite"};
inline constexpr Sentence kPrimitivesLeaveGaps{kBadIndex,
                                               "primitives must cover the indices in order, in whole triangles"};
inline constexpr Sentence kNoMaterial{kBadIndex, "no such material"};
inline constexpr Sentence kTrianglesWithoutPrimitive{kBadIndex, "some triangles belong to no primitive"};
inline constexpr Sentence kInfluencesWithoutRuns{kBadIndex, "influences without runs"};
inline constexpr Sentence kRunPerVertex{kBadIndex, "expected one run per vertex and the end"};
inline constexpr Sentence kRunsLeaveOut{kBadIndex, "runs must cover all influences"};
inline constexpr Sentence kRunsGoBack{kBadIndex, "runs must not go back"};
inline constexpr Sentence kNoTarget{kBadIndex, "no such target"};
inline constexpr Sentence kNoSlotOrShape{kBadIndex, "no such texture slot or shape"};
inline constexpr Sentence kNoComponent{kBadIndex, "no such component"};
inline constexpr Sentence kKeysOutOfOrder{kBadIndex, "keys must be sorted by time"};
inline constexpr Sentence kNoFrames{kBadIndex, "a sampled clip needs at least one frame"};
inline constexpr Sentence kNoFrameRate{kBadIndex, "a sampled clip needs a rate above 0"};
inline constexpr Sentence kTransformPerFrame{kBadIndex, "expected one transform per frame and track"};
inline constexpr Sentence kAnglePerFrame{kBadIndex, "expected one angle per frame"};
inline constexpr Sentence kBoxPerFrame{kBadIndex, "expected one box per frame"};
inline constexpr Sentence kNoNodeOrTrack{kBadIndex, "no such node or track"};
inline constexpr Sentence kCutPastEnd{kBadIndex, "a cut is after the last frame"};
inline constexpr Sentence kDurationIsNoTime{kNotFinite, "the duration is not a time"};
inline constexpr Sentence kNoNode{kBadIndex, "no such node"};
inline constexpr Sentence kTransformPerKey{kBadIndex, "expected one transform per key and track"};
inline constexpr Sentence kMatrixPerJoint{kBadIndex, "expected one matrix per joint"};
inline constexpr Sentence kNoTexture{kBadIndex, "no such texture"};
inline constexpr Sentence kNoFile{kBadIndex, "no such file"};
inline constexpr Sentence kPlaceBeyondFloat{kNotFinite, "its place is beyond the range of a float"};
inline constexpr Sentence kFitBeyondFloat{kNotFinite,
                                          "fitted to '{}', the animation leaves the range of a float in frame {}"};
inline constexpr Sentence kVertexBeyondFloat{kNotFinite, "a vertex of its mesh is beyond the range of a float"};

}  // namespace vitrine::messages
