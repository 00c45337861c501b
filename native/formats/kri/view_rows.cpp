// The viewing core of this format knows no other.

#include "formats/kri/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return kri::rows(); }

}  // namespace vitrine
