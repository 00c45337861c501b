#include "formats/gltf/write/track.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine {
namespace {

constexpr int kMostHalvings = 12;
constexpr size_t kMostKeys = 100'000;
constexpr double kUnitTolerance = 1e-6;
constexpr double kConstant = 1e-12;

using Values = std::vector<double>;

double distance(const Values& a, const Values& b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

double length(const Values& q) {
  double square = 0;
  for (const double v : q) square += v * v;
  return std::sqrt(square);
}

Values unit(Values q) {
  const double size = length(q);
  if (!(size > 1e-30)) return {0, 0, 0, 1};
  for (double& v : q) v /= size;
  return q;
}

Values mix(const Values& a, const Values& b, double u) {
  Values out(a.size());
  for (size_t i = 0; i < a.size(); ++i) out[i] = a[i] + (b[i] - a[i]) * u;
  return out;
}

/// Along the shorter arc, as glTF's appendix has it; both unit.
Values arc(const Values& a, Values b, double u) {
  double cosine = 0;
  for (size_t i = 0; i < 4; ++i) cosine += a[i] * b[i];
  if (cosine < 0) {
    for (double& v : b) v = -v;
    cosine = -cosine;
  }
  if (cosine > 1 - 1e-12) return unit(mix(a, b, u));
  const double angle = std::acos(std::min(cosine, 1.0)), sine = std::sin(angle);
  Values out(4);
  for (size_t i = 0; i < 4; ++i) out[i] = (std::sin((1 - u) * angle) * a[i] + std::sin(u * angle) * b[i]) / sine;
  return out;
}

/// q or -q, whichever is on the side of `to`.
Values near(const Values& to, Values q) {
  double cosine = 0;
  for (size_t i = 0; i < q.size(); ++i) cosine += to[i] * q[i];
  if (cosine < 0) {
    for (double& v : q) v = -v;
  }
  return q;
}

/// The cubic through four values at 0, 1/3, 2/3 and 1: its slopes at both ends, per whole interval.
struct Piece {
  double begin_s = 0, end_s = 0;
  Values first, last, slope_first, slope_last;
};

Values hermite(const Piece& p, double u) {
  const double u2 = u * u, u3 = u2 * u;
  Values out(p.first.size());
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = (2 * u3 - 3 * u2 + 1) * p.first[i] + (u3 - 2 * u2 + u) * p.slope_first[i] + (3 * u2 - 2 * u3) * p.last[i] +
             (u3 - u2) * p.slope_last[i];
  }
  return out;
}

class Fitter {
 public:
  Fitter(const GlbTrack& track, double tolerance) : track_(track), tolerance_(tolerance) {}

  GlbKeys run() {
    const std::vector<double>& breaks = track_.breaks_s;
    for (size_t i = 0; i + 1 < breaks.size(); ++i) {
      if (breaks[i] < breaks[i + 1]) add_span(breaks[i], breaks[i + 1]);
    }
    const Values at_end = at(breaks.back());
    if (steps_) {
      write_steps(at_end);
    } else if (linear_) {
      write_lines(at_end);
    } else {
      write_cubics(at_end);
    }
    for (const float v : out_.values) out_.finite &= std::isfinite(v);
    return std::move(out_);
  }

 private:
  struct Span {
    double begin_s = 0, end_s = 0;
    Values first, last;
  };

  Values raw(double time_s) const {
    Values out(track_.components);
    track_.at(time_s, out.data());
    return out;
  }
  Values at(double time_s) const { return track_.rotation ? unit(raw(time_s)) : raw(time_s); }

  /// The limits at both ends belong to the span: a jump lies between two spans.
  void add_span(double begin_s, double end_s) {
    const double width = end_s - begin_s;
    Span span{begin_s, end_s, at(std::nextafter(begin_s, end_s)), at(std::nextafter(end_s, begin_s))};
    for (const double u : {0.25, 0.5, 0.75, 1.0}) {
      const Values value = u == 1.0 ? span.last : at(begin_s + width * u);
      steps_ = steps_ && distance(value, span.first) <= kConstant;
      const double off =
          distance(value, track_.rotation ? near(value, arc(span.first, span.last, u)) : mix(span.first, span.last, u));
      linear_ = linear_ && off <= tolerance_;
      line_error_ = std::max(line_error_, off);
    }
    spans_.push_back(std::move(span));
  }

  void write_steps(const Values& at_end) {
    std::vector<double> times;
    std::vector<Values> values;
    const auto add = [&](double time, const Values& value) {
      times.push_back(time);
      values.push_back(value);
    };
    for (const Span& span : spans_) {
      if (values.empty() || distance(values.back(), span.first) > kConstant) add(span.begin_s, span.first);
    }
    if (values.empty()) {
      add(track_.breaks_s.back(), at_end);
    } else if (values.size() > 1 || distance(values.back(), at_end) > kConstant) {
      add(track_.breaks_s.back(), at_end);  // so that the action keeps its length
    }
    out_.interpolation = GlbInterpolation::kStep;
    for (size_t k = 0; k < times.size(); ++k) {
      push_time(times[k]);
      for (const double v : values[k]) out_.values.push_back(static_cast<float>(v));
    }
  }

  void write_lines(const Values& at_end) {
    std::vector<double> times;
    std::vector<double> values;
    const auto add = [&](double time, const Values& value) {
      times.push_back(time);
      values.insert(values.end(), value.begin(), value.end());
    };
    const Values* before = nullptr;
    for (const Span& span : spans_) {
      const bool jump = before != nullptr && apart(*before, span.first);
      if (before != nullptr && jump) add(span.begin_s, *before);
      add(span.begin_s, span.first);
      before = &span.last;
    }
    if (apart(*before, at_end)) add(track_.breaks_s.back(), *before);
    add(track_.breaks_s.back(), apart(*before, at_end) ? at_end : *before);
    out_ = linear_keys(times, values, track_.components, track_.rotation);
    out_.error = line_error_;
  }

  bool apart(const Values& a, const Values& b) const {
    return distance(a, track_.rotation ? near(a, b) : b) > 0.1 * tolerance_;
  }

  void write_cubics(const Values& at_end) {
    for (const Span& span : spans_) halve(span.begin_s, span.end_s, span.first, span.last, 0);
    out_.interpolation = GlbInterpolation::kCubic;
    const size_t n = track_.components;
    const Values none(n, 0.0);
    const auto key = [&](double time, const Values& in, const Values& value, const Values& out) {
      push_time(time);
      for (const Values* part : {&in, &value, &out}) {
        for (const double v : *part) out_.values.push_back(static_cast<float>(v));
      }
    };
    const auto per_second = [](const Values& slope, const Piece& piece) {
      Values out = slope;
      for (double& v : out) v /= piece.end_s - piece.begin_s;
      return out;
    };
    const Piece* before = nullptr;
    for (const Piece& piece : pieces_) {
      const Values out = per_second(piece.slope_first, piece);
      if (before == nullptr) {
        key(piece.begin_s, none, piece.first, out);
      } else {
        const Values in = per_second(before->slope_last, *before);
        // Two quaternions of one rotation are as far apart as two rotations here: the keys between are not turned.
        const bool jump = distance(before->last, piece.first) > 0.1 * tolerance_;
        if (jump) key(piece.begin_s, in, before->last, none);
        key(piece.begin_s, jump ? none : in, piece.first, out);
      }
      before = &piece;
    }
    const bool jump = distance(before->last, at_end) > 0.1 * tolerance_;
    key(before->end_s, per_second(before->slope_last, *before), before->last, none);
    if (jump && !track_.rotation) key(before->end_s, none, at_end, none);
  }

  void halve(double begin_s, double end_s, const Values& first, const Values& last, int depth) {
    const double width = end_s - begin_s;
    const auto try_with = [&](bool raw_values, Piece& piece) {
      const auto value = [&](double u) { return raw_values ? raw(begin_s + width * u) : at(begin_s + width * u); };
      const Values third = value(1 / 3.0), two_thirds = value(2 / 3.0);
      piece = {begin_s, end_s, first, last, Values(first.size()), Values(first.size())};
      for (size_t i = 0; i < first.size(); ++i) {
        piece.slope_first[i] = -5.5 * first[i] + 9 * third[i] - 4.5 * two_thirds[i] + last[i];
        piece.slope_last[i] = 5.5 * last[i] - 9 * two_thirds[i] + 4.5 * third[i] - first[i];
      }
      double off = 0;
      for (const double u : {1 / 6.0, 0.5, 5 / 6.0}) {
        const Values cubic = hermite(piece, u), wanted = at(begin_s + width * u);
        off = std::max(off, distance(wanted, track_.rotation ? unit(cubic) : cubic));
      }
      return off;
    };
    Piece piece;
    double off = 0;
    // Components that bend by themselves are cubics themselves where the keys are unit quaternions.
    const bool unit_ends = track_.rotation && depth == 0 &&
                           std::abs(length(raw(std::nextafter(begin_s, end_s))) - 1) < kUnitTolerance &&
                           std::abs(length(raw(std::nextafter(end_s, begin_s))) - 1) < kUnitTolerance;
    off = try_with(unit_ends, piece);
    if (unit_ends && off > tolerance_) off = try_with(false, piece);
    if (off > tolerance_ && depth < kMostHalvings && pieces_.size() < kMostKeys) {
      out_.resampled = true;
      const double middle_s = begin_s + width / 2;
      const Values middle = at(middle_s);
      halve(begin_s, middle_s, first, middle, depth + 1);
      halve(middle_s, end_s, middle, last, depth + 1);
      return;
    }
    out_.error = std::max(out_.error, off);
    pieces_.push_back(std::move(piece));
  }

  void push_time(double time_s) {
    auto time = static_cast<float>(time_s);
    std::vector<float>& times = out_.times_s;
    if (!times.empty() && time <= times.back()) {
      // The earlier of two keys at one time comes a hair before it, unless another key is there.
      const float before = std::nextafter(times.back(), -HUGE_VALF);
      const bool room = before >= 0 && (times.size() < 2 || before > times[times.size() - 2]);
      if (time == times.back() && room)
        times.back() = before;
      else
        time = std::nextafter(times.back(), HUGE_VALF);
    }
    times.push_back(time);
  }

  const GlbTrack& track_;
  const double tolerance_;
  std::vector<Span> spans_;
  std::vector<Piece> pieces_;
  bool steps_ = true, linear_ = true;
  double line_error_ = 0;
  GlbKeys out_;
};

/// The shares of a span at which a straight line is compared: mixed quaternions are farthest off near a fifth of it.
constexpr double kCompared[] = {0.2, 0.5, 0.8};

class Straightener {
 public:
  Straightener(const GlbKeys& keys, uint32_t components, bool rotation, double tolerance)
      : keys_(keys), n_(components), rotation_(rotation), tolerance_(tolerance) {}

  GlbKeys run() {
    put(keys_.times_s[0], value(0));
    for (size_t k = 0; k + 1 < keys_.times_s.size(); ++k) {
      span_ = k;
      // Readers that mix numbers do not look for the shorter way.
      halve(0, 1, before_, rotation_ ? near(before_, value(k + 1)) : value(k + 1), 0);
    }
    out_.finite = keys_.finite;
    out_.resampled = keys_.resampled;
    return std::move(out_);
  }

 private:
  bool is_cubic() const { return keys_.interpolation == GlbInterpolation::kCubic; }

  /// Part 0 of a cubic key is the slope before it, 1 the value, 2 the slope after it.
  Values part(size_t key, size_t part) const {
    const float* from = keys_.values.data() + (is_cubic() ? 3 * key + part : key) * n_;
    return {from, from + n_};
  }
  Values value(size_t key) const { return rotation_ ? unit(part(key, 1)) : part(key, 1); }

  /// At a share of the span between two keys, as glTF has it.
  Values at(double u) const {
    if (!is_cubic()) return rotation_ ? arc(value(span_), value(span_ + 1), u) : mix(value(span_), value(span_ + 1), u);
    Piece piece{0, 1, part(span_, 1), part(span_ + 1, 1), part(span_, 2), part(span_ + 1, 0)};
    const double width = double{keys_.times_s[span_ + 1]} - keys_.times_s[span_];
    for (Values* slope : {&piece.slope_first, &piece.slope_last}) {
      for (double& v : *slope) v *= width;
    }
    const Values cubic = hermite(piece, u);
    return rotation_ ? unit(cubic) : cubic;
  }

  void halve(double from, double to, const Values& first, const Values& last, int depth) {
    double off = 0;
    for (const double share : kCompared) {
      const Values straight = mix(first, last, share), wanted = at(from + (to - from) * share);
      off = std::max(off, rotation_ ? distance(unit(straight), near(straight, wanted)) : distance(straight, wanted));
    }
    const double begin_s = keys_.times_s[span_], width_s = keys_.times_s[span_ + 1] - begin_s;
    const double middle = (from + to) / 2;
    const auto time_s = static_cast<float>(begin_s + width_s * middle);
    const bool has_room = time_s > out_.times_s.back() && time_s < static_cast<float>(begin_s + width_s * to);
    if (off > tolerance_ && depth < kMostHalvings && out_.times_s.size() < kMostKeys && has_room) {
      const Values half = rotation_ ? near(first, at(middle)) : at(middle);
      halve(from, middle, first, half, depth + 1);
      halve(middle, to, half, rotation_ ? near(half, last) : last, depth + 1);
      return;
    }
    out_.error = std::max(out_.error, off);
    put(to == 1 ? keys_.times_s[span_ + 1] : static_cast<float>(begin_s + width_s * to), last);
  }

  void put(float time_s, const Values& value) {
    out_.times_s.push_back(time_s);
    for (const double v : value) out_.values.push_back(static_cast<float>(v));
    before_ = value;
  }

  const GlbKeys& keys_;
  const size_t n_;
  const bool rotation_;
  const double tolerance_;
  size_t span_ = 0;
  Values before_;  ///< of the last key
  GlbKeys out_;
};

}  // namespace

GlbKeys straight_keys(const GlbKeys& keys, uint32_t components, bool rotation, double tolerance) {
  if (keys.interpolation == GlbInterpolation::kStep || keys.times_s.size() < 2) return keys;
  if (keys.interpolation == GlbInterpolation::kLinear && !rotation) return keys;
  return Straightener(keys, components, rotation, tolerance).run();
}

GlbKeys fit_keys(const GlbTrack& track, double tolerance) { return Fitter(track, tolerance).run(); }

GlbKeys linear_keys(const std::vector<double>& times_s, const std::vector<double>& values, uint32_t components,
                    bool rotation) {
  GlbKeys out;
  const size_t n = components;
  bool constant = true;
  for (size_t k = 0; k < times_s.size(); ++k) {
    const double* value = &values[k * n];
    double sign = 1;
    if (rotation && k > 0) {
      double cosine = 0;
      const float* before = &out.values[out.values.size() - n];
      for (size_t i = 0; i < n; ++i) cosine += value[i] * before[i];
      sign = cosine < 0 ? -1 : 1;
    }
    auto time = static_cast<float>(times_s[k]);
    if (!out.times_s.empty() && time <= out.times_s.back()) {
      const float before = std::nextafter(out.times_s.back(), -HUGE_VALF);
      const size_t have = out.times_s.size();
      const bool same = time == out.times_s.back();
      if (same && before >= 0 && (have < 2 || before > out.times_s[have - 2]))
        out.times_s.back() = before;
      else
        time = std::nextafter(out.times_s.back(), HUGE_VALF);
    }
    out.times_s.push_back(time);
    for (size_t i = 0; i < n; ++i) {
      const auto v = static_cast<float>(sign * value[i]);
      out.values.push_back(v);
      out.finite &= std::isfinite(v);
      constant &= out.values.size() <= n || v == out.values[out.values.size() - 1 - n];
    }
  }
  if (constant && out.times_s.size() > 1) {
    out.times_s.resize(1);
    out.values.resize(n);
  }
  return out;
}

}  // namespace vitrine
