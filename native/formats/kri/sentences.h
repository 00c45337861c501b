#pragma once
// Texts of messages of KRI scenes, in the order of their codes.
#include "base/sentences.h"
#include "formats/kri/codes.h"

namespace vitrine::kri::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kEndsBeforeVersion{kTruncated, "the file ends before its version"};
inline constexpr Sentence kTooLarge{vitrine::kNotFinite, "mesh '{}' is too large to be placed in the scene"};
inline constexpr Sentence kDoesNotFit{kLimitCount, "{} {} do not fit into a KRI scene"};
inline constexpr Sentence kNoSignature{kSignature, "the file does not begin with the chunk `kri`"};
inline constexpr Sentence kSignatureSize{kSignature, "the chunk `kri` has {} {byte|bytes}, expected 1"};
inline constexpr Sentence kVersion{kri::kVersion, "version {}, expected 3"};
inline constexpr Sentence kInterrupted{kri::kInterrupted,
                                       "export was interrupted in chunk {}, {} {byte|bytes} of it {is|are} there"};
inline constexpr Sentence kChunkTooLarge{kChunkSize, "chunk {} needs {} {byte|bytes}, the file has {} left"};
inline constexpr Sentence kNoChunkName{kGarbage, "{} {byte does|bytes do} not begin with a chunk name"};
inline constexpr Sentence kNoChunkHeader{kGarbage, "{} {byte|bytes}, too few for a chunk header"};
inline constexpr Sentence kUnknownChunk{kri::kUnknownChunk, "unknown, {} {byte|bytes} skipped"};
inline constexpr Sentence kNoLayoutFits{kChunkLayout,
                                        "none of its layouts takes exactly {} {byte|bytes} of this content"};
inline constexpr Sentence kNothingBefore{kChunkOrder, "no {} precedes it"};
inline constexpr Sentence kLengthIsNoTime{kChunkValue, "the length is not a time; the last key ends the action"};
inline constexpr Sentence kKeysOutOfOrder{kChunkValue,
                                          "the keys are not finite or not in order of time; the curve is left out"};
inline constexpr Sentence kCurveWithoutKeys{kChunkValue, "the curve '{}' has no keys"};
inline constexpr Sentence kShapeNotFinite{kChunkValue, "a number is NaN or infinite; the shape is left out"};
inline constexpr Sentence kTriangleVertex{kChunkValue,
                                          "chunk v_ind: triangle {} names vertex {} of {}; the triangles are left out"};
inline constexpr Sentence kSpansCover{kChunkValue, "the spans cover {} {triangle|triangles}, the mesh has {}"};
inline constexpr Sentence kNodeNotFinite{kChunkValue, "a number is NaN or infinite; the node is placed at its parent"};
inline constexpr Sentence kBoneParent{kChunkValue, "bone '{}' has parent {} of {}"};
inline constexpr Sentence kBoneNotFinite{kChunkValue, "bone '{}' has a number that is NaN or infinite"};
inline constexpr Sentence kNotFinite{kChunkValue, "a number is NaN or infinite"};
inline constexpr Sentence kLampType{kChunkValue, "lamp type {}, expected 0 to 4"};
inline constexpr Sentence kBonesInCircle{kChunkValue, "chunk skel: bones are their own ancestors; they become roots"};
inline constexpr Sentence kNoPositions{kChunkValue, "chunk mesh: '{}' has no usable positions; it is left out"};
inline constexpr Sentence kShapeMissing{kChunkValue, "chunk v_shape: '{}' is relative to a shape that is not there"};
inline constexpr Sentence kBonesMissing{kChunkValue,
                                        "chunk v_skin: {} {vertex names a missing bone|vertices name missing bones}, "
                                        "{} {has|have} no weight; they follow the mesh object"};
inline constexpr Sentence kSecondMesh{kDuplicate, "node '{}' has a mesh already; this one is left out"};
inline constexpr Sentence kSecondMaterials{kDuplicate, "the mesh has its materials already"};
inline constexpr Sentence kSecondSkeleton{kDuplicate, "node '{}' has a skeleton already"};
inline constexpr Sentence kSecondSignature{kDuplicate, "a second signature"};
inline constexpr Sentence kSecondNode{kDuplicate, "chunk node: a second node '{}'"};
inline constexpr Sentence kSecondMaterial{kDuplicate, "chunk mat: a second material '{}'"};
inline constexpr Sentence kNothingAnswers{kUnresolved, "no earlier object matches '{}', element {}"};
inline constexpr Sentence kNodeParentMissing{
    kUnresolved, "chunk node: '{}' has parent '{}', which is not in the file; it becomes a root"};
inline constexpr Sentence kOwnAncestor{kUnresolved, "chunk node: '{}' is its own ancestor; it becomes a root"};
inline constexpr Sentence kMeshMaterialMissing{kUnresolved, "mesh '{}': material '{}' is not in the file"};
inline constexpr Sentence kPartMaterialMissing{kUnresolved, "chunk part: material '{}' is not in the file"};
inline constexpr Sentence kWeightsWithoutSkeleton{kSkinWithoutBones,
                                                  "chunk v_skin: mesh '{}' has weights but no skeleton"};
inline constexpr Sentence kFlatBone{kSkinWithoutBones, "chunk v_skin: a bone of mesh '{}' has a scale of 0"};
inline constexpr Sentence kLostFaces{
    kri::kLostFaces, "mesh '{}' lacks {} {triangle|triangles}: divided edges whose second half was never written"};
inline constexpr Sentence kRotationNotUnit{kChunkValue, "the rotation is not of length 1; only its direction counts"};
inline constexpr Sentence kRotationWithoutLength{kChunkValue, "the rotation has no length; the node is not turned"};
inline constexpr Sentence kChunkNotFinite{kChunkValue, "a number is NaN or infinite; the chunk is left out"};
inline constexpr Sentence kPropertyNotFinite{kChunkValue, "a number of {} is NaN or infinite; it is left out"};
inline constexpr Sentence kLayerNotFinite{kChunkValue, "a number is NaN or infinite; the layer is left out"};

}  // namespace vitrine::kri::messages
