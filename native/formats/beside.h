#pragma once
// The files of a drop by their names: LoadContext::beside is in this order.

#include <algorithm>
#include <span>
#include <string_view>

#include "base/names.h"
#include "formats/format.h"

namespace vitrine {

inline bool comes_before(std::string_view a, std::string_view b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return lower(x) < lower(y); });
}

/// The files of this name without folders, whatever its case, as they were dropped.
inline std::span<const AddedFile> files_called(std::span<const AddedFile> beside, std::string_view name) {
  const auto first =
      std::lower_bound(beside.begin(), beside.end(), name,
                       [](const AddedFile& file, std::string_view n) { return comes_before(base_name(file.name), n); });
  const auto last = std::upper_bound(first, beside.end(), name, [](std::string_view n, const AddedFile& file) {
    return comes_before(n, base_name(file.name));
  });
  return {first, last};
}

}  // namespace vitrine
