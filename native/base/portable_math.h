#pragma once
// Functions whose last bits differ between C libraries, written out, so that pictures are the same bytes on every host.
// The polynomials and the argument reduction are those of fdlibm (Sun Microsystems, 1993); errors stay below one unit
// in the last place, except past a million turns, where only the reproducibility is kept.

#include <cmath>
#include <cstdint>

namespace vitrine::portable {
namespace detail {

inline double sin_kernel(double x) {
  const double z = x * x;
  const double r =
      8.33333333332248946124e-03 +
      z * (-1.98412698298579493134e-04 +
           z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  return x + z * x * (-1.66666666666666324348e-01 + z * r);
}

inline double cos_kernel(double x) {
  const double z = x * x;
  const double r = z * (4.16666666666666019037e-02 +
                        z * (-1.38888888888741095749e-03 +
                             z * (2.48015872894767294178e-05 +
                                  z * (-2.75573143513906633035e-07 +
                                       z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  const double half = 0.5 * z, w = 1.0 - half;
  return w + ((1.0 - w) - half + z * r);
}

struct Quarter {
  double rest = 0;     ///< -pi/4 .. pi/4
  int64_t number = 0;  ///< x = number * pi/2 + rest
};
inline Quarter quarter_of(double x) {
  constexpr double kTurn = 6.28318530717958647692528676656;
  if (!(std::fabs(x) < 1e6)) x = std::isfinite(x) ? std::fmod(x, kTurn) : 0;
  const double n = std::floor(x * 6.36619772367581382433e-01 + 0.5);
  const double first = x - n * 1.57079632673412561417e+00;
  const double second = first - n * 6.07710050630396597660e-11;
  return {second - n * 2.02226624879595063154e-21, static_cast<int64_t>(n)};
}

}  // namespace detail

/// Radians; 0 for what is not finite.
inline double sin(double x) {
  const detail::Quarter q = detail::quarter_of(x);
  const double value = (q.number & 1) != 0 ? detail::cos_kernel(q.rest) : detail::sin_kernel(q.rest);
  return (q.number & 2) != 0 ? -value : value;
}
/// Radians; 1 for what is not finite.
inline double cos(double x) {
  const detail::Quarter q = detail::quarter_of(x);
  const double value = (q.number & 1) != 0 ? detail::sin_kernel(q.rest) : detail::cos_kernel(q.rest);
  return ((q.number + 1) & 2) != 0 ? -value : value;
}
inline double tan(double x) { return sin(x) / cos(x); }

inline double atan(double x) {
  constexpr double kHigh[] = {0, 4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01,
                              1.57079632679489655800e+00};
  constexpr double kLow[] = {0, 2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17,
                             6.12323399573676603587e-17};
  const double a = std::fabs(x);
  if (!(a <= 1e300)) return x > 0 ? kHigh[4] : x < 0 ? -kHigh[4] : x;
  int piece = 0;
  double t = a;
  if (a >= 2.4375)
    piece = 4, t = -1.0 / a;
  else if (a >= 1.1875)
    piece = 3, t = (a - 1.5) / (1.0 + 1.5 * a);
  else if (a >= 0.6875)
    piece = 2, t = (a - 1.0) / (a + 1.0);
  else if (a >= 0.4375)
    piece = 1, t = (2.0 * a - 1.0) / (2.0 + a);
  const double z = t * t, w = z * z;
  const double odd = z * (3.33333333333329318027e-01 +
                          w * (1.42857142725034663711e-01 +
                               w * (9.09088713343650656196e-02 +
                                    w * (6.66107313738753120669e-02 +
                                         w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
  const double even =
      w *
      (-1.99999999998764832476e-01 +
       w * (-1.11111104054623557880e-01 +
            w * (-7.69187620504482999495e-02 + w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
  const double value = kHigh[piece] - ((t * (odd + even) - kLow[piece]) - t);
  return x < 0 ? -value : value;
}

/// The angle of (x, y), -pi .. pi; 0 at the origin.
inline double atan2(double y, double x) {
  constexpr double kPi = 3.14159265358979323846;
  if (x == 0) return y > 0 ? kPi / 2 : y < 0 ? -kPi / 2 : 0;
  const double value = atan(std::fabs(y / x));
  const double up = x > 0 ? value : kPi - value;
  return y < 0 ? -up : up;
}

inline double exp(double x) {
  if (!(x > -708)) return 0;
  if (x > 709) x = 709;
  const double k = std::floor(x * 1.44269504088896338700e+00 + 0.5);
  const double high = x - k * 6.93147180369123816490e-01, low = k * 1.90821492927058770002e-10;
  const double r = high - low, t = r * r;
  const double c =
      r -
      t * (1.66666666666666019037e-01 +
           t * (-2.77777777770155933842e-03 +
                t * (6.61375632143793436117e-05 + t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
  return std::ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), static_cast<int>(k));
}

}  // namespace vitrine::portable
