#pragma once
#include "base/codes.h"

namespace vitrine {

inline constexpr Code kExportKind{"EXPORT_KIND", Severity::kError, "Name one of the kinds that can be written."};
inline constexpr Code kExportOption{"EXPORT_OPTION", Severity::kError,
                                    "The documentation of `convert` lists the options."};
inline constexpr Code kExportEngine{"EXPORT_ENGINE", Severity::kError,
                                    "Reduce the model, or write it for another engine."};
inline constexpr Code kExportSkeletons{"EXPORT_SKELETONS", Severity::kError,
                                       "Name the skeleton to be written, or join them in the editor."};
inline constexpr Code kExportUnreadable{"EXPORT_UNREADABLE", Severity::kError,
                                        "The scene has data that this format cannot store; write another format."};

}  // namespace vitrine
