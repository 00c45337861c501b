#pragma once
// Texts of messages of glTF files, in the order of their codes.
#include "base/sentences.h"
#include "formats/gltf/codes.h"

namespace vitrine::gltf::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kKeyNotFinite{kNotFinite, "a key holds NaN or infinite numbers"};
inline constexpr Sentence kGlbHeader{kTruncated, "the header of a GLB has 12 bytes"};
inline constexpr Sentence kGlbLength{kTruncated, "the header declares {} bytes, the file has {}"};
inline constexpr Sentence kEndsInChunkHeader{kTruncated, "the file ends within the header of a chunk"};
inline constexpr Sentence kChunkLength{kTruncated, "a chunk has {} {byte|bytes}, {} {is|are} left"};
inline constexpr Sentence kNumbersNotFinite{kNotFinite, "it holds NaN or infinite numbers"};
inline constexpr Sentence kShapeNotFinite{kNotFinite, "a displacement is NaN, infinite or beyond a float"};
inline constexpr Sentence kMatrixNotFinite{kNotFinite, "matrix {} holds NaN or infinite numbers"};
inline constexpr Sentence kFirstChunk{kChunk, "the first chunk is not JSON"};
inline constexpr Sentence kNoJsonChunk{kChunk, "there is no JSON chunk"};
inline constexpr Sentence kNoObject{kJson, "the document is not an object"};
inline constexpr Sentence kZeroByte{kJson, "a zero byte is not part of JSON"};
inline constexpr Sentence kAssetRequired{kMissing, "asset with the version is required"};
inline constexpr Sentence kRequired{kMissing, "{} is required here"};
inline constexpr Sentence kChannelWithoutNode{kMissing, "the channel names no node"};
inline constexpr Sentence kInputOutputRequired{kMissing, "input and output are required here"};
inline constexpr Sentence kIndicesValuesRequired{kMissing, "indices and values are required here"};
inline constexpr Sentence kImageWithoutData{kMissing, "the image has neither bytes nor an address"};
inline constexpr Sentence kNoProjection{kMissing, "the camera has no projection"};
inline constexpr Sentence kExtensionNoText{kType, "the name of an extension should be a text"};
inline constexpr Sentence kElementNoObject{kType, "an element of {} should be an object"};
inline constexpr Sentence kWrongKind{kType, "{} should be {}, found {}"};
inline constexpr Sentence kNumbersExpected{kType, "{} should be {} {number|numbers}"};
inline constexpr Sentence kNoWholeNumber{kType, "an element of {} should be a whole number from 0"};
inline constexpr Sentence kVersion1{kVersion, "this is glTF 1.0, version 2 is read"};
inline constexpr Sentence kNewerVersion{kVersion, "the file needs glTF {}, version 2.0 is read"};
inline constexpr Sentence kContainerVersion1{kVersion,
                                             "the container has version {}: this is glTF 1.0, version 2 is read"};
inline constexpr Sentence kContainerVersion{kVersion, "the container has version {}, version 2 is read"};
inline constexpr Sentence kMeshesAreDraco{
    kExtension, "the meshes are compressed with Draco (KHR_draco_mesh_compression), which Vitrine does not read"};
inline constexpr Sentence kUnreadExtension{kExtension, "the file requires {}, which Vitrine does not read"};
inline constexpr Sentence kNoSampler{kReference, "sampler {} of {}"};
inline constexpr Sentence kNoSuchElement{kReference, "{} is {}, {} has {}"};
inline constexpr Sentence kNamesNoElement{kReference, "{} names no element of {}, which has {}"};
inline constexpr Sentence kNoLight{kReference, "light {} does not exist"};
inline constexpr Sentence kOutside{kRange, "{} {byte is|bytes are} needed, but {} {is|are} available"};
inline constexpr Sentence kStride{gltf::kStride, "elements of {} {byte|bytes} are {} {byte|bytes} apart"};
inline constexpr Sentence kSparseCount{kSparse, "sparse.count is {}, but the accessor has {} {element|elements}"};
inline constexpr Sentence kSparseIndices{kSparse, "indices are unsigned whole numbers"};
inline constexpr Sentence kSparseIndex{kSparse, "sparse index {} is {}, but the accessor has {} {element|elements}"};
inline constexpr Sentence kKeyTimesNoFloats{kAccessor, "key times are single floats"};
inline constexpr Sentence kComponentType{kAccessor, "{} is not a component type"};
inline constexpr Sentence kAccessorType{kAccessor, "'{}' is not an accessor type"};
inline constexpr Sentence kVectorExpected{kAccessor, "the accessor is of type {}, expected VEC{}"};
inline constexpr Sentence kIndicesNotWhole{kAccessor, "indices are unsigned whole numbers, one by one"};
inline constexpr Sentence kJointsNotWhole{kAccessor, "joints are four unsigned whole numbers"};
inline constexpr Sentence kWeightsNoNumbers{kAccessor, "weights are four numbers"};
inline constexpr Sentence kMatrixExpected{kAccessor, "the accessor is of type {}, expected MAT4"};
inline constexpr Sentence kNoSuchVertex{kIndex, "index {} is {}, but the mesh has {} {vertex|vertices}"};
inline constexpr Sentence kNoKeys{kCount, "there are no keys"};
inline constexpr Sentence kKeyNumbers{kCount, "{} {number|numbers}, expected {}"};
inline constexpr Sentence kTargetElements{kCount, "{} {element|elements} for {} {position|positions}"};
inline constexpr Sentence kOwnChild{kTree, "the node is its own child"};
inline constexpr Sentence kTwoParents{kTree, "node {} has two parents"};
inline constexpr Sentence kOwnAncestor{kTree, "the node is its own ancestor"};
inline constexpr Sentence kFileMissing{kBuffer, "the file '{}' is missing"};
inline constexpr Sentence kLfsPointer{
    kBuffer, "the file '{}' is a Git LFS pointer of {} {byte|bytes}; fetch the file with git lfs pull"};
inline constexpr Sentence kBufferWithoutData{kBuffer, "the buffer has no uri, and there is no binary chunk for it"};
inline constexpr Sentence kDamagedData{kUri, "the data in this address are damaged"};
inline constexpr Sentence kNoFileBeside{kUri, "'{}' is not among the files given"};
inline constexpr Sentence kNotAnimated{kValue, "'{}' is not animated by Vitrine"};
inline constexpr Sentence kNoMorphTargets{kValue, "the node has no mesh with morph targets"};
inline constexpr Sentence kNoInterpolation{kValue, "'{}' is not an interpolation"};
inline constexpr Sentence kKeysDescend{kValue, "the key times do not ascend"};
inline constexpr Sentence kUnknownMode{kValue, "{} is not a mode"};
inline constexpr Sentence kSkinWithoutJoints{kValue, "a skin needs at least one joint"};
inline constexpr Sentence kBytesBehindEnd{kTail, "{} {byte follows|bytes follow} the end that the header gives"};
inline constexpr Sentence kChunkAlignment{kTail, "the size of a chunk is not a multiple of 4"};
inline constexpr Sentence kBinaryGoesOn{kTail, "the binary chunk goes on for {} {byte|bytes}"};
inline constexpr Sentence kLeftOut{kIgnored, "{} is left out: {}"};
inline constexpr Sentence kChannelTwice{kIgnored, "another channel moves this property of the node already"};
inline constexpr Sentence kSparseOrder{kIgnored, "the indices do not ascend; of equal ones the last counts"};
inline constexpr Sentence kNoRoot{kIgnored, "node {} is not a root; it is shown once"};
inline constexpr Sentence kOtherScene{kIgnored, "scene {} shows no mesh; scene {} is shown in its place"};
inline constexpr Sentence kInNoScene{
    kIgnored, "scene {} shows no mesh, and the nodes with meshes are in no scene; all nodes are shown"};
inline constexpr Sentence kOnNoNode{kIgnored, "no node has a mesh; the meshes are shown at the origin, {} in all"};
inline constexpr Sentence kLeftOverIndices{kIgnored, "{} {index does|indices do} not form whole lines or triangles"};
inline constexpr Sentence kPositionsNotFinite{
    kIgnored, "{} {position holds|positions hold} NaN, infinite or far too large numbers, which are read as 0"};
inline constexpr Sentence kNoSuchJoint{
    kIgnored, "{} {influence names a joint|influences name joints} that the skin does not have"};
inline constexpr Sentence kOneCubicKey{kRule, "a CUBICSPLINE has one key, which is held; it needs two"};
inline constexpr Sentence kMorphTargets{
    kRule,
    "the primitive has {} {morph target|morph targets}, another of the mesh {}; the missing ones change nothing"};
inline constexpr Sentence kMatrixBesides{kRule, "a matrix is given besides translation, rotation or scale, and counts"};
inline constexpr Sentence kRestartIndex{
    kRule, "index {} is reserved for primitive restart, which glTF lacks; it is read as a vertex"};
inline constexpr Sentence kUnpaired{kRule, "{} is not read: joints and weights come in pairs"};
inline constexpr Sentence kNoCommonRoot{kRule, "the joints {} and {} have no common root"};
inline constexpr Sentence kImagesAreKtx2{kNotShown,
                                         "the images are KTX2 (KHR_texture_basisu), which Vitrine does not read"};
inline constexpr Sentence kLooksExtension{kNotShown, "the file requires {} for its looks; it is shown without"};
inline constexpr Sentence kImageIsBasisU{kNotShown, "the image is KTX2 (BasisU), which Vitrine does not read"};
inline constexpr Sentence kUnknownImage{kNotShown, "the image is of a kind that Vitrine does not read"};
inline constexpr Sentence kImageIsKtx2{kNotShown,
                                       "the image is KTX2 (KHR_texture_basisu), which Vitrine does not read"};
inline constexpr Sentence kNoPositions{kNotShown, "a primitive without positions draws nothing"};
inline constexpr Sentence kPrimitiveIsDraco{kNotShown,
                                            "the mesh is compressed with Draco (KHR_draco_mesh_compression), which "
                                            "Vitrine does not read; all of its vertices are in one place"};
inline constexpr Sentence kPoints{kNotShown, "{} {point is|points are} not drawn"};
inline constexpr Sentence kLines{kNotShown, "{} {line is|lines are} not drawn"};
inline constexpr Sentence kInstances{
    kNotShown, "EXT_mesh_gpu_instancing is not supported; {} {node draws one copy|nodes draw one copy each}"};
inline constexpr Sentence kNotRead{gltf::kNotRead, "not read: {}"};
inline constexpr Sentence kNoWeights{
    gltf::kNoWeights, "{} {vertex has no weight and follows|vertices have no weight and follow} the mesh's node"};
inline constexpr Sentence kWeightSum{gltf::kWeightSum, "the weights of {} {vertex|vertices} do not add up to 1"};
inline constexpr Sentence kFirstSetWhole{
    gltf::kFirstSet,
    "the first four weights of {} {vertex|vertices} add up to 1 without the others; they "
    "share what the others leave"};
inline constexpr Sentence kBindMatrices{kBindCount,
                                        "{} {inverse bind matrix|inverse bind matrices} for {} {joint|joints}"};
inline constexpr Sentence kUnknownVersion{kVersion, "version '{}' is not known, version 2 is read"};
inline constexpr Sentence kNotJson{kJson, "{}"};
inline constexpr Sentence kAccessorOfType{kCount, "the accessor is of type {}"};
inline constexpr Sentence kSecondBinary{kRule, "a second binary chunk is not read"};
inline constexpr Sentence kBinaryNotSecond{kRule, "the binary chunk is not the second chunk"};
inline constexpr Sentence kTypeLeftOut{kIgnored, "{} is left out: the accessor is of type {}"};
inline constexpr Sentence kCountLeftOut{kIgnored, "{} is left out: {} {element|elements} for {} {position|positions}"};
inline constexpr Sentence kMeshopt{gltf::kMeshopt, "{}"};

}  // namespace vitrine::gltf::messages
