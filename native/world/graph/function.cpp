#include "world/graph/function.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "world/graph/keys.h"
#include "world/graph/sine_cosine.h"

namespace vitrine::world {
namespace {

constexpr std::string_view kLow[] = {"VALUE",  "CONST",      "TIME",   "VELOCITY", "SCALE",    "ROTATE", "TRANSLATE",
                                     "CONST2", "MODULATION", "SELECT", "COLOR",    "FRACTION", "CAMERA"};
constexpr std::string_view kHigh[] = {"ZERO", "ONE", "XYZ", "X", "Y", "Z", "W", "XY"};
const glm::dvec4 kConstants[] = {{0, 0, 0, 0}, {1, 1, 1, 1}, {1, 1, 1, 0}, {1, 0, 0, 0},
                                 {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, 1, 0, 0}};

double frac(double x) { return x - std::floor(x); }

using Vec = glm::dvec4;

template <class F>
Vec each(const Vec& v, F&& f) {
  // Most variables, TIME above all, are one number four times.
  const double x = f(v.x);
  const auto other = [&](const double& c) { return std::memcmp(&c, &v.x, sizeof c) == 0 ? x : f(c); };
  return {x, other(v.y), other(v.z), other(v.w)};
}

Vec apply(char sign, const Vec& a, const Vec& b) { return sign == '*' ? a * b : sign == '-' ? a - b : a + b; }
Vec neutral(char sign) { return Vec(sign == '*' ? 1 : 0); }
Vec lerp(const Vec& a, const Vec& b, const Vec& t) { return a + (b - a) * t; }

/// A slot or a pair of slots: a value, or nothing.
struct Operand {
  bool used = false;
  Vec value{0};
  Vec or_else(const Vec& other) const { return used ? value : other; }
};

Operand join(char sign, const Operand& a, const Operand& b) {
  if (!a.used && !b.used) return {};
  return {true, apply(sign, a.or_else(neutral(sign)), b.or_else(neutral(sign)))};
}

struct Evaluation {
  const Function& function;
  const Vec& value;
  const Variables& variables;
  const Vec* params;
  const std::vector<GlobalSpline>& splines;

  Vec read(uint8_t index) const {
    if (index == variable::kValue) return value;
    if (index == variable::kConst) return function.constant;
    if (index == variable::kConst2) return function.constant2;
    if (index >= variable::kFirstParam) return params == nullptr ? Vec(0) : params[index - variable::kFirstParam];
    if (index >= variable::kZero) return kConstants[index - variable::kZero];
    return variables[index];
  }

  Vec along(const Spline& spline, bool scalar, const Vec& x) const {
    Vec result(0);
    for (int i = 0; i < 4; ++i) {
      const size_t channel = scalar ? 0 : static_cast<size_t>(i);
      if (channel < spline.channels.size()) result[i] = sample(spline.channels[channel], spline.mode, x[i]);
    }
    return result;
  }

  Operand operator()(const Term& term) const {
    if (term.kind == TermKind::kNone) return {};
    const Vec x = read(term.variable);
    switch (term.kind) {
      case TermKind::kSin:
        return {true, each(x, [](double v) { return sine_cosine(v).sine; })};
      case TermKind::kCos:
        return {true, each(x, [](double v) { return sine_cosine(v).cosine; })};
      case TermKind::kRect:
        return {true, each(x, [](double v) { return frac(v) < 0.5 ? 1.0 : 0.0; })};
      case TermKind::kSaw:
        return {true, each(x, frac)};
      case TermKind::kRnd:
        return {true, each(x, rnd)};
      case TermKind::kSpline:
        return {true, along(function.spline, false, x)};
      case TermKind::kSplines:
        return {true, along(function.spline, true, x)};
      case TermKind::kSplineg:
        return {true, along(splines[term.spline].spline, splines[term.spline].spline.scalar, x)};
      default:
        return {true, x};
    }
  }
};

}  // namespace

int find_variable(std::string_view name) {
  for (size_t i = 0; i < std::size(kLow); ++i) {
    if (kLow[i] == name) return static_cast<int>(i);
  }
  for (size_t i = 0; i < std::size(kHigh); ++i) {
    if (kHigh[i] == name) return static_cast<int>(variable::kZero + i);
  }
  if (name.size() == 3 && name[0] == 'V' && name[1] >= '1' && name[1] <= '4' && name[2] >= '0' && name[2] <= '9') {
    const int index = (name[1] - '0') * 10 + (name[2] - '0');
    if (index >= variable::kFirstFree && index < variable::kZero) return index;
  }
  if (name.size() == 2 && name[0] == 'P' && name[1] >= '0' && name[1] <= '7')
    return variable::kFirstParam + (name[1] - '0');
  return -1;
}

bool is_writable(int index) {
  return index != variable::kValue && index != variable::kConst && index != variable::kConst2 &&
         index < variable::kZero;
}

double sample(const std::vector<SplineKey>& keys, SplineMode mode, double time) {
  if (keys.empty()) return 0;
  if (!(time > keys.front().time)) return keys.front().value;
  if (time >= keys.back().time) return keys.back().value;
  // At a key time the interval to its right counts.
  const auto after =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const SplineKey& key) { return t < key.time; });
  const size_t k = static_cast<size_t>(after - keys.begin()) - 1;
  const SplineKey &a = keys[k], &b = keys[k + 1];
  if (mode == SplineMode::kStep) return a.value;
  const double span = b.time - a.time;
  const double u = (time - a.time) / span;
  if (mode == SplineMode::kLinear) return a.value + (b.value - a.value) * u;
  const auto slope = [&](size_t first, size_t last) {
    return (keys[last].value - keys[first].value) / (keys[last].time - keys[first].time);
  };
  const double left = slope(k == 0 ? 0 : k - 1, k + 1);
  const double right = slope(k, k + 2 < keys.size() ? k + 2 : k + 1);
  const double u2 = u * u, u3 = u2 * u;
  return (2 * u3 - 3 * u2 + 1) * a.value + (u3 - 2 * u2 + u) * span * left + (3 * u2 - 2 * u3) * b.value +
         (u3 - u2) * span * right;
}

void set_shape(Function& function, size_t shape) {
  // A+((B*C)+(D*E)) .. A+LERP(B+C,D,E), the same five with A*, then the three LERP(A,...).
  struct Row {
    Form form;
    char inner[3];
  };
  constexpr Row kRows[] = {{Form::kPairs, {'*', '+', '*'}},     {Form::kPairs, {'+', '*', '+'}},
                           {Form::kPairs, {'+', '*', '*'}},     {Form::kInnerLerp, {'*', '+', '*'}},
                           {Form::kInnerLerp, {'+', '+', '*'}}, {Form::kOuterLerp, {'*', '+', '*'}},
                           {Form::kOuterLerp, {'+', '+', '+'}}, {Form::kOuterLerp, {'+', '+', '*'}}};
  const Row& row = kRows[shape < 10 ? shape % 5 : shape - 5];
  function.form = row.form;
  function.signs[0] = shape < 5 ? '+' : '*';
  std::copy(std::begin(row.inner), std::end(row.inner), function.signs + 1);
}

glm::dvec4 evaluate(const Function& function, const glm::dvec4& value, const Variables& variables,
                    const glm::dvec4* params, const std::vector<GlobalSpline>& splines) {
  const Evaluation term{function, value, variables, params, splines};
  const char* signs = function.signs;
  const Operand first = term(function.terms[0]);
  const Vec a = first.or_else(value);
  const Operand pair = join(signs[1], term(function.terms[1]), term(function.terms[2]));
  const Operand d = term(function.terms[3]), e = term(function.terms[4]);
  switch (function.form) {
    case Form::kOuterLerp:
      return lerp(a, pair.or_else(a), join(signs[3], d, e).or_else(Vec(0)));
    case Form::kInnerLerp: {
      if (!pair.used && !d.used && !e.used) return a;
      const Vec from = pair.or_else(Vec(0));
      return apply(signs[0], a, lerp(from, d.or_else(from), e.or_else(Vec(0))));
    }
    case Form::kPairs:
      break;
  }
  const Operand middle = join(signs[2], pair, join(signs[3], d, e));
  return middle.used ? apply(signs[0], a, middle.value) : a;
}

uint32_t hash32(uint32_t value) {
  const uint32_t s = value * 747796405u + 2891336453u;
  const uint32_t w = ((s >> ((s >> 28) + 4)) ^ s) * 277803737u;
  return (w >> 22) ^ w;
}

double rnd(double x) {
  if (!std::isfinite(x)) return x - x;
  return hash32(static_cast<uint32_t>(std::floor(frac(x) * 16777216.0))) / 4294967296.0;
}

}  // namespace vitrine::world
