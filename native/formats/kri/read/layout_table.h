#pragma once
// The layouts as data. A row is a chunk name (alternatives with '|'), its tag, the strings it was written with, and its
// fields: `name:type`, in file order, separated by blanks.
//   ?  bool, one byte 0 or 1        B H L  unsigned of 1, 2, 4 bytes     f  float     3f, 4B  several
//   T  length-prefixed text         T24  NUL-padded text of 24 bytes    J  end of a node link (see decode)
//   T=UV  this word only            T=@lamp, T=@source, T=@other  a word of that list
//   B=1  this value only            *  whatever is left, not interpreted
//   name:B{...}  counted rows       name:0{...}  rows until one that would begin with an empty text
// Rows of one chunk stand in the order in which they are tried.

#include <span>

#include "formats/kri/read/layouts.h"

namespace vitrine::kri {

struct LayoutRow {
  const char *chunk, *tag;
  Strings strings;
  const char* fields;
};

std::span<const LayoutRow> layout_table();

}  // namespace vitrine::kri
