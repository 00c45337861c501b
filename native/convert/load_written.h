#pragma once
#include "base/result.h"
#include "formats/format.h"

namespace vitrine {

/// Reads a file that was written into `scene`, as any other file that one of `rows` reads. EXPORT_UNREADABLE where it
/// does not open.
Status load_written(std::span<const FormatRow> rows, const std::string& name, std::span<const uint8_t> bytes,
                    Scene& scene);

}  // namespace vitrine
