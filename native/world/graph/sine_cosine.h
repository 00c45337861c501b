#pragma once
// Sine and cosine of angles in turns. The C libraries of the hosts differ in the last bit, and a world must give the
// same report on each: these use nothing but sums and products. Quarter turns are exact.

#include <cmath>
#include <numbers>

namespace vitrine::world {

struct SineCosine {
  double sine = 0, cosine = 1;
};

/// Sine and cosine of 2 pi x, to about one unit in the last place; NaN for what is not finite.
inline SineCosine sine_cosine(double x) {
  const double quarters = std::floor(x * 4 + 0.5);
  // At most an eighth of a turn; exact, as both sides are multiples of one power of two.
  const double y = (x - quarters / 4) * (2 * std::numbers::pi), y2 = y * y;
  // The power series: at pi/4 the first term left out is below 1e-19.
  const double s =
      y - y * y2 *
              (1 / 6.0 -
               y2 * (1 / 120.0 - y2 * (1 / 5040.0 - y2 * (1 / 362880.0 -
                                                          y2 * (1 / 39916800.0 - y2 * (1 / 6227020800.0 -
                                                                                       y2 * (1 / 1307674368000.0)))))));
  const double c =
      1 - y2 * (0.5 - y2 * (1 / 24.0 -
                            y2 * (1 / 720.0 - y2 * (1 / 40320.0 - y2 * (1 / 3628800.0 -
                                                                        y2 * (1 / 479001600.0 -
                                                                              y2 * (1 / 87178291200.0 -
                                                                                    y2 * (1 / 20922789888000.0))))))));
  const double quarter = quarters - std::floor(quarters / 4) * 4;
  if (quarter == 1) return {c, -s};
  if (quarter == 2) return {-s, -c};
  if (quarter == 3) return {-c, s};
  return {s, c};
}

}  // namespace vitrine::world
