#pragma once
#include "base/codes.h"

namespace vitrine::quake {

// Structure.
inline constexpr Code kVersion{"QUAKE_VERSION", Severity::kError,
                               "MDL has version 6 or 3 (50 of Hexen II), MD2 version 8, MD3 version 15."};
inline constexpr Code kCount{"QUAKE_COUNT", Severity::kError,
                             "A count is below 0, or a group has no members; export the model again."};
inline constexpr Code kEmpty{"QUAKE_EMPTY", Severity::kError, "A model needs a frame, an MDL also a vertex."};
inline constexpr Code kRange{"QUAKE_RANGE", Severity::kError,
                             "A part of the file reaches past its end or into the header; get a complete copy."};
inline constexpr Code kIndex{"QUAKE_INDEX", Severity::kError,
                             "A triangle names a vertex or texture coordinate that the file does not have."};
inline constexpr Code kFrameSize{"QUAKE_FRAME_SIZE", Severity::kError,
                                 "A frame needs 40 bytes and 4 for each vertex; export the model again."};
inline constexpr Code kSurfaceFrames{"QUAKE_SURFACE_FRAMES", Severity::kError,
                                     "Every surface has as many frames as the model; export the model again."};
inline constexpr Code kInterval{"QUAKE_INTERVAL", Severity::kError,
                                "The times of a group are seconds above 0; WinQuake refuses others, GL ports divide by "
                                "them."};

// Content: the file is shown all the same.
inline constexpr Code kTrailing{"QUAKE_TRAILING", Severity::kWarning,
                                "The file ends elsewhere than it says; an editor may have added something of its own."};
inline constexpr Code kNoSkin{"QUAKE_NO_SKIN", Severity::kWarning,
                              "The model names no image; engines show it without one or refuse it."};
inline constexpr Code kSkinSize{"QUAKE_SKIN_SIZE", Severity::kWarning,
                                "Skins have pixels; WinQuake wants a width that is a multiple of 4."};
inline constexpr Code kName{"QUAKE_NAME", Severity::kWarning,
                            "Names end with a zero inside of their field; id's engines read on into what follows."};
inline constexpr Code kNameRest{"QUAKE_NAME_REST", Severity::kInfo,
                                "Bytes behind the zero of a name mean nothing; many exporters leave some."};
inline constexpr Code kFrameBox{"QUAKE_FRAME_BOX", Severity::kInfo,
                                "The stored box of a frame is only a hint; engines ignore it or hide what leaves it."};
inline constexpr Code kNormal{"QUAKE_NORMAL", Severity::kWarning,
                              "Normals have numbers up to 161; for others the normals of the triangles are taken."};
inline constexpr Code kSeam{"QUAKE_SEAM", Severity::kWarning,
                            "The seam is marked with 32; WinQuake does not see other marks, GL ports do."};
inline constexpr Code kFacesFront{"QUAKE_FACES_FRONT", Severity::kInfo,
                                  "Triangles face back with 0 and front with 1; all else counts as front."};
inline constexpr Code kUv{"QUAKE_UV", Severity::kWarning,
                          "Texture coordinates outside of the skin repeat it here; DarkPlaces sets them to 0."};
inline constexpr Code kSync{"QUAKE_SYNC", Severity::kWarning,
                            "The synchronisation is 0 or 1; DarkPlaces refuses other values."};
inline constexpr Code kGroupType{
    "QUAKE_GROUP_TYPE", Severity::kWarning,
    "Frames and skins have type 0, groups 1; all but 0 counts as a group, which FTE refuses."};
inline constexpr Code kIntervalOrder{"QUAKE_INTERVAL_ORDER", Severity::kWarning,
                                     "The times of a group are when its members end and ascend; a member that ends "
                                     "before it begins never shows."};
inline constexpr Code kScale{"QUAKE_SCALE", Severity::kInfo,
                             "A scale below 0 mirrors the model, one of 0 makes it flat."};
inline constexpr Code kDegenerate{"QUAKE_DEGENERATE", Severity::kInfo,
                                  "A triangle with two equal corners draws nothing."};
inline constexpr Code kCommands{"QUAKE_GLCMDS", Severity::kWarning,
                                "Quake II and engines like it draw these commands instead of the triangles; export the "
                                "model again where they differ."};
inline constexpr Code kLocalOrigin{"QUAKE_LOCAL_ORIGIN", Severity::kInfo,
                                   "Engines use it for culling; only q2pro adds it to the vertices."};
inline constexpr Code kTag{"QUAKE_TAG", Severity::kWarning,
                           "Tags have the same names in every frame, each once, and axes of length 1."};
inline constexpr Code kSurfaceIdent{"QUAKE_SURFACE_IDENT", Severity::kWarning,
                                    "A surface begins with IDP3; vkQuake and QSS-M refuse others."};
inline constexpr Code kSurfaceTwice{"QUAKE_SURFACE_TWICE", Severity::kWarning,
                                    "Skins know surfaces by their names; of two with one name they reach both or one."};
inline constexpr Code kSurfaceEnd{"QUAKE_SURFACE_END", Severity::kWarning,
                                  "Parts of a surface lie before its end, and the last one ends where the file does."};
inline constexpr Code kNothing{"QUAKE_NOTHING", Severity::kWarning,
                               "The model or a surface has nothing to draw; many engines refuse that."};
inline constexpr Code kAlign{"QUAKE_ALIGN", Severity::kInfo,
                             "A part does not begin at a multiple of 4; some readers expect that."};
inline constexpr Code kNumbers{"QUAKE_NUMBERS", Severity::kWarning,
                               "Numbers that are NaN or infinite become 0; export the model again."};
inline constexpr Code kFrameRest{"QUAKE_FRAME_REST", Severity::kInfo,
                                 "Frames are longer than their vertices need; readers step by the stated size."};

inline constexpr const Code* kCodes[] = {
    &kVersion,    &kCount,      &kEmpty,      &kRange,       &kIndex,    &kFrameSize,    &kSurfaceFrames,
    &kInterval,   &kTrailing,   &kNoSkin,     &kSkinSize,    &kName,     &kNameRest,     &kFrameBox,
    &kNormal,     &kSeam,       &kFacesFront, &kUv,          &kSync,     &kGroupType,    &kIntervalOrder,
    &kScale,      &kDegenerate, &kCommands,   &kLocalOrigin, &kTag,      &kSurfaceIdent, &kSurfaceTwice,
    &kSurfaceEnd, &kNothing,    &kAlign,      &kNumbers,     &kFrameRest};

}  // namespace vitrine::quake
