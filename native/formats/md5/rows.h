#pragma once
#include <span>

#include "formats/details.h"

namespace vitrine::md5 {

/// md5mesh, md5anim and md5camera version 10, then the version 6 files of the 2002 alpha.
std::span<const FormatRow> rows();
/// The first two of these.
std::span<const FormatRow> view_rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::md5
