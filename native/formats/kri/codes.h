#pragma once
#include <span>

#include "base/codes.h"

namespace vitrine::kri {

inline constexpr Code kSignature{"KRI_SIGNATURE", Severity::kError,
                                 "A KRI scene begins with the chunk `kri` of one byte; this file does not."};
inline constexpr Code kVersion{"KRI_VERSION", Severity::kError,
                               "Every exporter ever published wrote version 3; other versions are unknown."};
inline constexpr Code kInterrupted{
    "KRI_INTERRUPTED", Severity::kWarning,
    "The exporter crashed inside this chunk; everything before it is shown. Export the scene again."};
inline constexpr Code kChunkSize{"KRI_CHUNK_SIZE", Severity::kError,
                                 "A chunk is larger than the remaining file; get a complete copy."};
inline constexpr Code kGarbage{"KRI_GARBAGE", Severity::kError,
                               "These bytes are not the header of a chunk; everything before them is shown."};
inline constexpr Code kUnknownChunk{"KRI_UNKNOWN_CHUNK", Severity::kInfo,
                                    "No exporter is known to write this chunk; it is skipped and listed."};
inline constexpr Code kChunkLayout{
    "KRI_CHUNK_LAYOUT", Severity::kWarning,
    "No known layout of this chunk fits its size and content; only this chunk is skipped."};
inline constexpr Code kChunkOrder{"KRI_CHUNK_ORDER", Severity::kWarning,
                                  "The chunk belongs to an object that must precede it; only this chunk is skipped."};
inline constexpr Code kChunkValue{"KRI_CHUNK_VALUE", Severity::kWarning,
                                  "A number in this chunk is out of range; everything that depends on it is left out."};
inline constexpr Code kDuplicate{"KRI_DUPLICATE", Severity::kWarning,
                                 "Two things of one name or place; names resolve to the first one."};
inline constexpr Code kUnresolved{"KRI_UNRESOLVED", Severity::kWarning, "Nothing in the file has this name."};
inline constexpr Code kSkinWithoutBones{"KRI_SKIN_WITHOUT_BONES", Severity::kWarning,
                                        "The mesh has weights but no skeleton is its parent; it is shown rigid."};
inline constexpr Code kLostFaces{
    "KRI_LOST_FACES", Severity::kWarning,
    "Exporters from April 2011 on dropped the second half of divided triangles when quaternion processing was off; "
    "export with it on."};

inline constexpr const Code* kCodes[] = {&kSignature,    &kVersion,          &kInterrupted, &kChunkSize,  &kGarbage,
                                         &kUnknownChunk, &kChunkLayout,      &kChunkOrder,  &kChunkValue, &kDuplicate,
                                         &kUnresolved,   &kSkinWithoutBones, &kLostFaces};

}  // namespace vitrine::kri
