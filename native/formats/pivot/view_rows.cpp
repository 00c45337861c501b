// The viewing core of this format knows no other.

#include "formats/pivot/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return pivot::rows(); }

}  // namespace vitrine
