#include "render/tone.h"

#include <cmath>

namespace vitrine::render {
namespace {

/// The n-th root of 0 < x <= some tens, by Newton's method from above.
double root(double x, int n) {
  double y = x > 1 ? x : 1;
  for (int i = 0; i < 200; ++i) {
    double power = 1;
    for (int k = 1; k < n; ++k) power *= y;
    const double next = y - (y - x / power) / n;
    if (next >= y) break;
    y = next;
  }
  return y;
}

/// c^(5/12) = c^(1/2.4)
double encode(double c) {
  if (c < 0.0031308) return c * 12.92;
  const double r = root(std::sqrt(std::sqrt(c)), 3);
  return 1.055 * (r * r * r * r * r) - 0.055;
}

/// x^2.4 = x^2 * (x^2)^(1/5)
double decode(double c) {
  if (c <= 0.04045) return c / 12.92;
  const double x = (c + 0.055) / 1.055;
  return x * x * root(x * x, 5);
}

}  // namespace

const ToneTables& tone_tables() {
  static const ToneTables tables = [] {
    ToneTables t;
    for (int i = 0; i <= ToneTables::kSteps + 1; ++i)
      t.encode[i] = static_cast<float>(encode(i < ToneTables::kSteps ? i / double{ToneTables::kSteps} : 1));
    for (int i = 0; i < 256; ++i) t.decode[i] = static_cast<float>(decode(i / 255.0));
    return t;
  }();
  return tables;
}

}  // namespace vitrine::render
