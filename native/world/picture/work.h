#pragma once
// How much drawing a picture may cost: hostile documents can ask for days of it.

#include <cstdint>

namespace vitrine::render {

class WorldWork {
 public:
  // Costs, roughly in nanoseconds.
  static constexpr uint64_t kTested = 6;     ///< a pixel that a triangle might cover
  static constexpr uint64_t kShaded = 60;    ///< one that it covers
  static constexpr uint64_t kTriangle = 40;  ///< turned and planned
  static constexpr uint64_t kCaster = 400;   ///< a triangle that stands in the way of light
  static constexpr uint64_t kRay = 200;      ///< a way to a light
  static constexpr uint64_t kStep = 10;      ///< each box and triangle on it
  static constexpr uint64_t kMostCasters = 4'000'000;

  /// Budget of a picture with so many pixels: a hundred layers over each of them, and many more over small ones.
  explicit WorldWork(uint64_t pixels) : left_(kLeast + kPerPixel * pixels) {}

  void add(uint64_t cost) { left_ -= cost < left_ ? cost : left_; }
  /// False, and from then on, when that is more than is left.
  bool take(uint64_t cost) {
    add(cost);
    return left_ != 0;
  }
  void exhaust() { left_ = 0; }
  bool is_exhausted() const { return left_ == 0; }

 private:
  static constexpr uint64_t kLeast = 3'000'000'000, kPerPixel = 10'000;
  uint64_t left_;
};

}  // namespace vitrine::render
