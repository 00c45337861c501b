// The formats of this view core: this one alone.

#include "formats/kri/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return kri::rows(); }

}  // namespace vitrine
