#pragma once
// Fields of the headers of an MD2 and an MD3, and of a surface, by their places.

#include <cstdint>

namespace vitrine::quake::md2 {

inline constexpr uint64_t kHeaderBytes = 68, kFrameHead = 40, kSkinBytes = 64;
inline constexpr uint64_t kWidth = 8, kHeight = 12, kFrameBytes = 16, kSkins = 20, kVertices = 24, kUvs = 28,
                          kTriangles = 32, kCommands = 36, kFrames = 40, kSkinsAt = 44, kUvsAt = 48, kTrianglesAt = 52,
                          kFramesAt = 56, kCommandsAt = 60, kEnd = 64;

inline const char* name_of(uint64_t field) {
  constexpr const char* kNames[] = {"ident",   "version",  "skinwidth",  "skinheight", "framesize",  "num_skins",
                                    "num_xyz", "num_st",   "num_tris",   "num_glcmds", "num_frames", "ofs_skins",
                                    "ofs_st",  "ofs_tris", "ofs_frames", "ofs_glcmds", "ofs_end"};
  return kNames[field / 4];
}

}  // namespace vitrine::quake::md2

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
