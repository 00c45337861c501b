// The viewing core of this format knows no other.

#include "formats/qmsh/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return qmsh::rows(); }

}  // namespace vitrine
