#include "pose/curve.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pose {
namespace {

struct Point {
  double x = 0, y = 0;
};
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator*(double s, Point a) { return {s * a.x, s * a.y}; }
double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
double length(Point a) { return std::sqrt(dot(a, a)); }

double lerp(double a, double b, double u) { return a + (b - a) * u; }

double cubic(double p0, double p1, double p2, double p3, double s) {
  const double r = 1 - s;
  return r * r * r * p0 + 3 * r * r * s * p1 + 3 * r * s * s * p2 + s * s * s * p3;
}

/// s in [0, 1] with x(s) = t for control values 0, x1, x2, span and 0 <= t <= span. Newton's steps, kept inside a
/// bracket that halves when a step would leave it.
double solve_cubic(double x1, double x2, double span, double t) {
  double low = 0, high = 1;
  double s = t / span;
  for (int step = 0; step < 80; ++step) {
    const double error = cubic(0, x1, x2, span, s) - t;
    if (error == 0) return s;
    (error < 0 ? low : high) = s;
    const double r = 1 - s;
    const double slope = 3 * (r * r * x1 + 2 * r * s * (x2 - x1) + s * s * (span - x2));
    double next = slope > 0 ? s - error / slope : low;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (next == s || high - low < 1e-16) return next;
    s = next;
  }
  return s;
}

double bezier_piece(const Key& k1, const Key& k2, double time_s) {
  const double span = k2.time_s - k1.time_s;
  if (!(span > 0)) return k1.value;
  Point h1{k1.right_time_s - k1.time_s, k1.right_value - k1.value};
  Point h2{k2.left_time_s - k2.time_s, k2.left_value - k2.value};
  // Blender's overlap correction keeps x(s) monotone.
  const double reach = std::abs(h1.x) + std::abs(h2.x);
  if (reach > span) {
    h1 = (span / reach) * h1;
    h2 = (span / reach) * h2;
  }
  const double s = solve_cubic(h1.x, span + h2.x, span, time_s - k1.time_s);
  return cubic(k1.value, k1.value + h1.y, k2.value + h2.y, k2.value, s);
}

/// KRI: lerps between key and handle values by the time fraction, no handle times.
double nested_lerp_piece(const Key& a, const Key& b, double time_s) {
  const double span = b.time_s - a.time_s;
  if (!(span > 0)) return b.value;
  const double u = (time_s - a.time_s) / span;
  return lerp(lerp(a.value, a.right_value, u), lerp(b.left_value, b.value, u), u);
}

double inside(const Curve& curve, double time_s) {
  const std::vector<Key>& keys = curve.keys;
  const bool full = curve.interpolation == Interpolation::kBezier && curve.handles == HandleKind::kFull;
  if (full) {  // the first piece that holds the time: beside equal times the earlier key counts
    const auto after =
        std::lower_bound(keys.begin(), keys.end(), time_s, [](const Key& k, double t) { return k.time_s < t; });
    return bezier_piece(*(after - 1), *after, time_s);
  }
  const auto after =
      std::upper_bound(keys.begin(), keys.end(), time_s, [](double t, const Key& k) { return t < k.time_s; });
  const Key& a = *(after - 1);
  const Key& b = *after;
  if (curve.interpolation == Interpolation::kStep) return a.value;
  if (curve.interpolation == Interpolation::kBezier && curve.handles == HandleKind::kValuesOnly)
    return nested_lerp_piece(a, b, time_s);
  return lerp(a.value, b.value, (time_s - a.time_s) / (b.time_s - a.time_s));
}

/// Straight on beyond an end key. `inner` is the key next to it on the curve's inside (itself when it is the only one).
double extrapolate(const Curve& curve, const Key& end, const Key& inner, bool at_start, double time_s) {
  const double handle_time = at_start ? end.left_time_s : end.right_time_s;
  const double handle_value = at_start ? end.left_value : end.right_value;
  double run = 0, rise = 0;
  if (curve.interpolation == Interpolation::kBezier && curve.handles == HandleKind::kFull) {
    run = handle_time - end.time_s;
    rise = handle_value - end.value;
  } else if (curve.interpolation == Interpolation::kBezier && curve.handles == HandleKind::kValuesOnly) {
    run = at_start ? -1 : 1;  // KRI's engine takes the handle's rise per second
    rise = handle_value - end.value;
  } else if (curve.interpolation != Interpolation::kStep) {
    run = inner.time_s - end.time_s;
    rise = inner.value - end.value;
  }
  return run == 0 ? end.value : end.value + rise / run * (time_s - end.time_s);
}

}  // namespace

double evaluate(const Curve& curve, double time_s, double fallback) {
  const std::vector<Key>& keys = curve.keys;
  if (keys.empty()) return fallback;
  const Key& first = keys.front();
  const Key& last = keys.back();
  const double period = last.time_s - first.time_s;

  double offset = 0;
  const Extension side = time_s < first.time_s ? curve.before : curve.after;
  const bool outside = time_s < first.time_s || time_s >= last.time_s;
  const bool cyclic = side == Extension::kCyclic || side == Extension::kCyclicExtrapolate;
  if (outside && cyclic && period > 0) {
    const double periods = std::floor((time_s - first.time_s) / period);
    time_s = std::min(std::max(time_s - periods * period, first.time_s), last.time_s);
    if (side == Extension::kCyclicExtrapolate) offset = periods * (last.value - first.value);
  }

  const bool sloped = side == Extension::kExtrapolate || (side == Extension::kCyclicExtrapolate && !(period > 0));
  if (time_s <= first.time_s) {
    if (sloped) return extrapolate(curve, first, keys[keys.size() > 1 ? 1 : 0], true, time_s);
    return first.value + offset;
  }
  if (time_s >= last.time_s) {
    if (sloped) return extrapolate(curve, last, keys[keys.size() > 1 ? keys.size() - 2 : 0], false, time_s);
    return last.value + offset;
  }
  return inside(curve, time_s) + offset;
}

void derive_automatic_handles(std::span<Key> keys, double frames_per_second, bool level_ends, bool clamped) {
  constexpr double kSpansPerHandle = 2.5614;  // Blender's constant since March 2005
  const size_t count = keys.size();
  const auto point = [&](const Key& k) { return Point{k.time_s * frames_per_second, k.value}; };
  for (size_t i = 0; i < count; ++i) {
    Key& key = keys[i];
    key.left_time_s = key.right_time_s = key.time_s;
    key.left_value = key.right_value = key.value;
    if (count < 2) return;

    const Point here = point(key);
    Point to_next, from_previous;  // at an end the missing neighbour is the other one mirrored
    if (i + 1 < count) to_next = point(keys[i + 1]) - here;
    if (i > 0) from_previous = here - point(keys[i - 1]);
    if (i + 1 == count) to_next = from_previous;
    if (i == 0) from_previous = to_next;

    double a = from_previous.x == 0 ? 1 : from_previous.x;
    double b = to_next.x == 0 ? 1 : to_next.x;
    const Point direction = (1 / b) * to_next + (1 / a) * from_previous;
    const double size = length(direction);
    if (size == 0) continue;
    a = std::min(a, 5 * b);
    b = std::min(b, 5 * a);
    Point left = (-a / (kSpansPerHandle * size)) * direction;
    Point right = (b / (kSpansPerHandle * size)) * direction;

    const bool inner = i > 0 && i + 1 < count;
    if (clamped && inner) {
      const double down = -from_previous.y, up = to_next.y;  // neighbours' values relative to this key
      if ((down <= 0 && up <= 0) || (down >= 0 && up >= 0)) {
        left.y = right.y = 0;
      } else {
        const double sign = up > 0 ? 1 : -1;
        const bool cut_left = sign * left.y < sign * down;
        const bool cut_right = sign * right.y > sign * up;
        if (cut_left) left.y = down;
        if (cut_right) right.y = up;
        // The other handle is projected onto the line of the one that was cut; the left one rules when both were.
        const Point ruling = cut_left ? left : right;
        const double square = dot(ruling, ruling);
        if (cut_left && square > 0)
          right = (dot(right, ruling) / square) * ruling;
        else if (cut_right && square > 0)
          left = (dot(left, ruling) / square) * ruling;
      }
    }
    if (level_ends && !inner) left.y = right.y = 0;
    key.left_time_s = key.time_s + left.x / frames_per_second;
    key.left_value = key.value + left.y;
    key.right_time_s = key.time_s + right.x / frames_per_second;
    key.right_value = key.value + right.y;
  }
}

void derive_automatic_handles(Clip& clip, double frames_per_second) {
  for (Curve& curve : clip.curves) {
    if (curve.interpolation != Interpolation::kBezier || curve.handles != HandleKind::kNone) continue;
    derive_automatic_handles(curve.keys, frames_per_second, curve.before == Extension::kHold);
    curve.handles = HandleKind::kFull;
  }
}

}  // namespace vitrine::pose
