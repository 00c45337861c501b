#pragma once
#include "base/codes.h"

namespace vitrine::gltf {

// Structure: the file does not open; where only keys of an animation are damaged, it opens without them.
inline constexpr Code kChunk{"GLTF_CHUNK", Severity::kError,
                             "A GLB begins with a chunk of JSON; export the model again."};
inline constexpr Code kJson{"GLTF_JSON", Severity::kError,
                            "The document is not JSON; the place is the first byte that does not fit."};
inline constexpr Code kMissing{"GLTF_MISSING", Severity::kError,
                               "A property that glTF requires is not there; export the model again."};
inline constexpr Code kType{"GLTF_TYPE", Severity::kError,
                            "A property has a value of the wrong type; export the model again."};
inline constexpr Code kVersion{"GLTF_VERSION", Severity::kError,
                               "Version 2 is read; convert older files to glTF 2.0 first."};
inline constexpr Code kExtension{
    "GLTF_EXTENSION", Severity::kError,
    "The file requires an extension that Vitrine does not read; export the model without it."};
inline constexpr Code kReference{"GLTF_REFERENCE", Severity::kError,
                                 "An index names an element that its list does not have."};
inline constexpr Code kRange{"GLTF_RANGE", Severity::kError,
                             "Data reach past the end of their view, buffer or file; get a complete copy."};
inline constexpr Code kStride{"GLTF_STRIDE", Severity::kError,
                              "The elements of a view overlap; export the model again."};
inline constexpr Code kSparse{"GLTF_SPARSE", Severity::kError,
                              "The replaced elements of a sparse accessor must lie within it."};
inline constexpr Code kAccessor{"GLTF_ACCESSOR", Severity::kError,
                                "The numbers of an accessor are not of a kind that their use allows."};
inline constexpr Code kIndex{"GLTF_INDEX", Severity::kError,
                             "An index of a primitive names a vertex it does not have."};
inline constexpr Code kCount{"GLTF_COUNT", Severity::kError,
                             "Joints, weights and morph targets need as many elements as there are positions."};
inline constexpr Code kTree{"GLTF_TREE", Severity::kError,
                            "Every node has at most one parent, and none is its own ancestor."};
inline constexpr Code kBuffer{"GLTF_BUFFER", Severity::kError,
                              "Drop the buffer's file together with the model; its name is in the message."};
inline constexpr Code kUri{"GLTF_URI", Severity::kError,
                           "Buffers and images are files among those given, or data inside of the model."};
inline constexpr Code kMeshopt{"GLTF_MESHOPT", Severity::kError,
                               "The compressed bytes of a view are damaged; get a complete copy."};
inline constexpr Code kValue{"GLTF_VALUE", Severity::kError, "A value is outside of what glTF allows."};

// Content: the file is shown all the same.
inline constexpr Code kTail{"GLTF_TAIL", Severity::kWarning,
                            "The file is longer than its own sizes; the extra bytes are not read."};
inline constexpr Code kIgnored{"GLTF_IGNORED", Severity::kWarning,
                               "A faulty part of the file is left out; everything else is shown."};
inline constexpr Code kRule{"GLTF_RULE", Severity::kWarning,
                            "The file breaks a rule of glTF that changes nothing here; other readers may refuse it."};
inline constexpr Code kNotShown{"GLTF_NOT_SHOWN", Severity::kWarning,
                                "The file contains something that Vitrine does not draw; everything else is shown."};
inline constexpr Code kNotRead{"GLTF_NOT_READ", Severity::kInfo, "Extensions with data that Vitrine does not read."};
inline constexpr Code kNoWeights{"GLTF_NO_WEIGHTS", Severity::kWarning,
                                 "Vertices without a weight follow the mesh's own node; give them weights."};
inline constexpr Code kWeightSum{"GLTF_WEIGHT_SUM", Severity::kWarning,
                                 "The weights of a vertex should add up to 1; they are divided by their sum."};
inline constexpr Code kFirstSet{
    "GLTF_WEIGHT_SETS", Severity::kInfo,
    "The exporter (three.js does so) normalised the first four weights and left the others."};
inline constexpr Code kBindCount{"GLTF_BIND_COUNT", Severity::kWarning,
                                 "A skin needs an inverse bind matrix per joint; the missing ones change nothing."};

inline constexpr const Code* kCodes[] = {
    &kChunk,  &kJson,     &kMissing, &kType,     &kVersion, &kExtension, &kReference, &kRange,    &kStride,
    &kSparse, &kAccessor, &kIndex,   &kCount,    &kTree,    &kBuffer,    &kUri,       &kMeshopt,  &kValue,
    &kTail,   &kIgnored,  &kRule,    &kNotShown, &kNotRead, &kNoWeights, &kWeightSum, &kFirstSet, &kBindCount};

}  // namespace vitrine::gltf
