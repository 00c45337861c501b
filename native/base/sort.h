#pragma once
// Sorting of what is never equal. The core for viewing takes the algorithm of less code.

#include <algorithm>
#include <functional>

namespace vitrine {

template <class List, class Less = std::less<>>
void sort_different(List& list, Less less = {}) {
#if VITRINE_VIEW_ONLY
  std::make_heap(list.begin(), list.end(), less);
  std::sort_heap(list.begin(), list.end(), less);
#else
  std::sort(list.begin(), list.end(), less);
#endif
}

}  // namespace vitrine
