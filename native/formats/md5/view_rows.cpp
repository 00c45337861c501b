// The formats of this view core: this one alone.

#include "formats/md5/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() { return md5::view_rows(); }

}  // namespace vitrine
