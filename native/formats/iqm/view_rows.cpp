// The viewing core of this format knows no other.

#include "formats/iqm/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return iqm::rows(); }

}  // namespace vitrine
