#pragma once
// Fields of the header of an MD3 and of a surface by their places.

#include <cstdint>

namespace vitrine::quake::md3 {

inline constexpr uint64_t kHeaderBytes = 108, kFrameBytes = 56, kTagBytes = 112, kSurfaceBytes = 108, kShaderBytes = 68,
                          kTriangleBytes = 12, kNameBytes = 64;
inline constexpr uint64_t kName = 8, kFlags = 72, kFrames = 76, kTags = 80, kSurfaces = 84, kFramesAt = 92,
                          kTagsAt = 96, kSurfacesAt = 100, kEnd = 104;

/// From the beginning of a surface.
namespace surface {
inline constexpr uint64_t kName = 4, kFrames = 72, kShaders = 76, kVertices = 80, kTriangles = 84, kTrianglesAt = 88,
                          kShadersAt = 92, kUvsAt = 96, kRowsAt = 100, kEnd = 104;
}  // namespace surface

}  // namespace vitrine::quake::md3
