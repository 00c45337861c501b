#pragma once
#include "base/codes.h"

namespace vitrine::pivot {

// Structure. All of them mean that the file is not a pivot scene in the dialect in question.
inline constexpr Code kHeader{"PIVOT_HEADER", Severity::kError,
                              "A pivot scene has a header of at least 16 bytes; get a complete copy."};
inline constexpr Code kFormatName{"PIVOT_FORMAT_NAME", Severity::kError,
                                  "The first ten bytes are printable text, padded with zeros or blanks."};
inline constexpr Code kString{"PIVOT_STRING", Severity::kError,
                              "A text is longer than the rest of the file; get a complete copy."};
inline constexpr Code kObjectCount{"PIVOT_OBJECT_COUNT", Severity::kError,
                                   "The file is too small for that many objects; get a complete copy."};
inline constexpr Code kField{"PIVOT_FIELD", Severity::kError, "The file ends inside a record; get a complete copy."};
inline constexpr Code kSurfaceSize{"PIVOT_SURFACE_SIZE", Severity::kError,
                                   "The vertices and indices of a surface do not fit into the rest of the file."};
inline constexpr Code kIndexMultiple{"PIVOT_INDEX_MULTIPLE", Severity::kError,
                                     "Three indices make a triangle; this surface has some left over."};
inline constexpr Code kIndexRange{"PIVOT_INDEX_RANGE", Severity::kError,
                                  "An index names a vertex that its surface does not have."};
inline constexpr Code kNonFinite{
    "PIVOT_NON_FINITE", Severity::kError,
    "A transform or a vertex has a number that is NaN or infinite; export the model again."};
inline constexpr Code kChildren{"PIVOT_CHILDREN", Severity::kError,
                                "An object expects more children than there are records."};
inline constexpr Code kDepth{"PIVOT_DEPTH", Severity::kError, "Objects are nested deeper than 1024 levels."};
inline constexpr Code kTrailing{"PIVOT_TRAILING", Severity::kError,
                                "There are bytes after the last record; opened by force, they are ignored."};

// Content.
inline constexpr Code kFlags{"PIVOT_FLAGS", Severity::kWarning,
                             "The flags of the object contradict its record; the counts decide what is read."};
inline constexpr Code kUnknownFlags{"PIVOT_UNKNOWN_FLAGS", Severity::kWarning,
                                    "Only 1 (geometry) and 2 (skinned) are known; other bits are ignored."};
inline constexpr Code kZeroRotation{"PIVOT_ZERO_ROTATION", Severity::kWarning,
                                    "The quaternion has no length; the object is not turned."};
inline constexpr Code kNoBones{"PIVOT_NO_BONES", Severity::kWarning,
                               "The object is skinned but lists no bones; it is shown rigid."};
inline constexpr Code kBoneName{"PIVOT_BONE_NAME", Severity::kWarning,
                                "Bones are looked up by name among the objects of the file."};
inline constexpr Code kWeights{"PIVOT_WEIGHTS", Severity::kWarning,
                               "Influences that cannot be used are dropped and the others share their weight."};
inline constexpr Code kNoWeights{"PIVOT_NO_WEIGHTS", Severity::kWarning,
                                 "Vertices without a usable weight follow their object."};
inline constexpr Code kWinding{"PIVOT_WINDING", Severity::kWarning,
                               "Most triangles face against their stored normals, so their order is turned."};
inline constexpr Code kNormals{"PIVOT_NORMALS", Severity::kInfo,
                               "Normals without length are computed from the triangles."};

inline constexpr const Code* kCodes[] = {
    &kHeader,       &kFormatName, &kString,   &kObjectCount, &kField,     &kSurfaceSize, &kIndexMultiple,
    &kIndexRange,   &kNonFinite,  &kChildren, &kDepth,       &kTrailing,  &kFlags,       &kUnknownFlags,
    &kZeroRotation, &kNoBones,    &kBoneName, &kWeights,     &kNoWeights, &kWinding,     &kNormals};

}  // namespace vitrine::pivot
