// The formats of this view core: this one alone.

#include "formats/iqm/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return iqm::rows(); }

}  // namespace vitrine
