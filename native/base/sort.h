#pragma once
// Sorting of what is never equal. The core for viewing takes the algorithm of less code.

#include <algorithm>
#include <functional>

#include "base/text.h"

namespace vitrine {

template <class List, class Less = std::less<>>
void sort_different(List& list, Less less = {}) {
  if constexpr (kTells) {
    std::sort(list.begin(), list.end(), less);
  } else {
    std::make_heap(list.begin(), list.end(), less);
    std::sort_heap(list.begin(), list.end(), less);
  }
}

}  // namespace vitrine
