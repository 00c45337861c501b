#pragma once
#include <cstddef>
#include <vector>

namespace vitrine::qmsh {

/// `count` new elements in a list that has none: smaller than resize(), which has code to move elements.
template <class T>
void fill_new(std::vector<T>& list, size_t count) {
  std::vector<T>(count).swap(list);
}

}  // namespace vitrine::qmsh
