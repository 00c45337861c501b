#pragma once
// Sorting of what is never equal, in a third of the code that std::sort takes for every kind of element: view cores are
// small. As fast as it.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

namespace vitrine {
namespace sort_detail {

inline constexpr ptrdiff_t kFew = 16;

template <class T, class Less>
void insert_sort(T* first, T* last, Less& less) {
  for (T* next = first; next < last; ++next) {
    T value = std::move(*next);
    T* hole = next;
    for (; hole != first && less(value, hole[-1]); --hole) *hole = std::move(hole[-1]);
    *hole = std::move(value);
  }
}

/// Halves around the median of three until few are left; a list that does not halve is sorted as a heap.
template <class T, class Less>
void quick_sort(T* first, T* last, Less& less, int halvings) {
  while (last - first > kFew) {
    if (halvings-- == 0) {
      std::make_heap(first, last, less);
      std::sort_heap(first, last, less);
      return;
    }
    T& middle = first[(last - first) / 2];
    if (less(middle, *first)) std::swap(middle, *first);
    if (less(last[-1], middle)) {
      std::swap(last[-1], middle);
      if (less(middle, *first)) std::swap(middle, *first);
    }
    const T pivot = middle;
    T *low = first, *high = last - 1;
    for (;;) {
      do ++low;
      while (less(*low, pivot));
      do --high;
      while (less(pivot, *high));
      if (low >= high) break;
      std::swap(*low, *high);
    }
    quick_sort(low, last, less, halvings);
    last = low;
  }
  insert_sort(first, last, less);
}

}  // namespace sort_detail

template <class List, class Less = std::less<>>
void sort_different(List& list, Less less = {}) {
  int halvings = 0;
  for (size_t size = list.size(); size != 0; size /= 2) halvings += 2;
  sort_detail::quick_sort(list.data(), list.data() + list.size(), less, halvings);
}

}  // namespace vitrine
