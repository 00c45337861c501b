#pragma once
// Large arrays made element by element in their place. `resize` sets millions of numbers to zero first and `push_back`
// asks for room each time; either takes as long as reading them from a file.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/for_speed.h"

namespace vitrine {

/// Counts up and makes the value of each number when it is asked for.
template <class T, class ValueAt>
struct GeneratingIterator {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = T;

  const ValueAt* value_at;
  size_t index;

  T operator*() const { return (*value_at)(index); }
  GeneratingIterator& operator++() {
    ++index;
    return *this;
  }
  GeneratingIterator& operator--() {
    --index;
    return *this;
  }
  GeneratingIterator& operator+=(difference_type by) {
    index += static_cast<size_t>(by);
    return *this;
  }
  difference_type operator-(const GeneratingIterator& other) const {
    return static_cast<difference_type>(index - other.index);
  }
  bool operator==(const GeneratingIterator& other) const { return index == other.index; }
};

/// Appends value_at(0) .. value_at(count - 1).
template <class T, class ValueAt>
void append_generated(std::vector<T>& to, size_t count, const ValueAt& value_at) {
  if constexpr (kForSpeed) {
    using Iterator = GeneratingIterator<T, ValueAt>;
    to.insert(to.end(), Iterator{&value_at, 0}, Iterator{&value_at, count});
  } else {
    // Slower, but nothing of its own for every kind of value.
    const size_t first = to.size();
    to.resize(first + count);
    for (size_t i = 0; i < count; ++i) to[first + i] = value_at(i);
  }
}

/// value_at(0) .. value_at(count - 1).
template <class T, class ValueAt>
std::vector<T> generated(size_t count, const ValueAt& value_at) {
  if constexpr (kForSpeed) {
    using Iterator = GeneratingIterator<T, ValueAt>;
    return std::vector<T>(Iterator{&value_at, 0}, Iterator{&value_at, count});
  } else {
    std::vector<T> made(count);
    for (size_t i = 0; i < count; ++i) made[i] = value_at(i);
    return made;
  }
}

/// Leaves new elements as the memory was: for arrays that are written right after they are made.
template <class T>
struct Unwritten : std::allocator<T> {
  static_assert(std::is_trivially_copyable_v<T>);
  template <class Other>
  struct rebind {
    using other = Unwritten<Other>;
  };
  template <class At>
  void construct(At* at) {
    ::new (static_cast<void*>(at)) At;
  }
  template <class At, class... Args>
  void construct(At* at, Args&&... args) {
    std::construct_at(at, std::forward<Args>(args)...);
  }
};
template <class T>
using UnwrittenVector = std::vector<T, Unwritten<T>>;

/// One T at any address.
template <class T>
T load_packed(const uint8_t* at) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// The elements of a packed array.
template <class T>
std::vector<T> packed(std::span<const uint8_t> data) {
  return generated<T>(data.size() / sizeof(T),
                      [at = data.data()](size_t i) { return load_packed<T>(at + i * sizeof(T)); });
}

}  // namespace vitrine
