// The formats of this view core: this one alone.

#include "formats/pivot/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return pivot::rows(); }

}  // namespace vitrine
