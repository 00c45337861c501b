// The formats of this view core: this one alone.

#include "formats/qmsh/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return qmsh::rows(); }

}  // namespace vitrine
