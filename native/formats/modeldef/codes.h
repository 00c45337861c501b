#pragma once
// Codes of the reader of GZDoom's MODELDEF besides the shared ones.
#include <span>

#include "base/codes.h"

namespace vitrine::modeldef {

inline constexpr Code kSyntax{"MODELDEF_SYNTAX", Severity::kWarning,
                              "GZDoom stops at such a place; everything that can be read is used."};
inline constexpr Code kFrame{"MODELDEF_FRAME", Severity::kWarning,
                             "Compare the name with the actions of the model, or of the animation file it names."};
inline constexpr Code kSurface{"MODELDEF_SURFACE", Severity::kWarning,
                               "Surfaces are numbered from 0, in the order of the model's file."};
inline constexpr Code kFile{"MODELDEF_FILE", Severity::kInfo, "Drop the file together with the model."};
inline constexpr Code kPlacement{"MODELDEF_PLACEMENT", Severity::kInfo,
                                 "The model is shown in its own space; the report has the numbers."};

inline constexpr const Code* kCodes[] = {&kSyntax, &kFrame, &kSurface, &kFile, &kPlacement};

}  // namespace vitrine::modeldef
