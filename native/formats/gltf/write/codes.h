#pragma once
#include "base/codes.h"

namespace vitrine::glb {

inline constexpr Code kReadBack{"GLB_READ_BACK", Severity::kError,
                                "A GLB could not be read back as it was written; please report this model."};

}  // namespace vitrine::glb
