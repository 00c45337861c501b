#pragma once
// Sorting of what is never equal; with the algorithm of less code where the compiler goes for size.

#include <algorithm>
#include <functional>

#include "base/for_speed.h"

namespace vitrine {

template <class List, class Less = std::less<>>
void sort_different(List& list, Less less = {}) {
  if constexpr (kForSpeed) {
    std::sort(list.begin(), list.end(), less);
  } else {
    std::make_heap(list.begin(), list.end(), less);
    std::sort_heap(list.begin(), list.end(), less);
  }
}

}  // namespace vitrine
