#pragma once
// Animated parameters: the 64 variables, terms, splines, and the function A x ((B x C) x (D x E)) with its restricted
// forms.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::world {

/// The named variables; V13 .. V47 lie between kCamera and kZero, P0 .. P7 behind kXy.
namespace variable {
enum : uint8_t {
  kValue,
  kConst,
  kTime,
  kVelocity,
  kScale,
  kRotate,
  kTranslate,
  kConst2,
  kModulation,
  kSelect,
  kColor,
  kFraction,
  kCamera,
  kFirstFree,
  kZero = 48,
  kOne,
  kXyz,
  kX,
  kY,
  kZ,
  kW,
  kXy,
  kFirstParam
};
}
inline constexpr int kVariables = 64;
using Variables = std::array<glm::dvec4, kVariables>;

/// Index of a variable by name; -1 when there is none.
int find_variable(std::string_view name);
/// May a `set` operator write it?
bool is_writable(int index);

enum class SplineMode : uint8_t { kCubic, kLinear, kStep };
struct SplineKey {
  double time, value;
};
struct Spline {
  SplineMode mode = SplineMode::kCubic;
  std::vector<std::vector<SplineKey>> channels;  ///< at most 4, times rising
  bool scalar = false;
};
struct GlobalSpline {
  std::string name;
  Spline spline;
};
/// Value of one channel; constant outside its keys, 0 without keys.
double sample(const std::vector<SplineKey>& keys, SplineMode mode, double time);

enum class TermKind : uint8_t { kNone, kId, kSin, kCos, kRect, kSaw, kRnd, kSpline, kSplines, kSplineg };
struct Term {
  TermKind kind = TermKind::kNone;
  uint8_t variable = 0;
  uint32_t spline = 0;  ///< splineg: index into the document's splines
};

/// How the five slots are joined.
enum class Form : uint8_t {
  kPairs,      ///< A o0 ((B o1 C) o2 (D o3 E))
  kInnerLerp,  ///< A o0 LERP(B o1 C, D, E)
  kOuterLerp,  ///< LERP(A, B o1 C, D o3 E)
};
struct Function {
  Form form = Form::kPairs;
  char signs[4] = {'+', '*', '+', '*'};
  Term terms[5];  ///< kNone: unused
  glm::dvec4 constant{0}, constant2{0};
  bool has_spline = false;
  Spline spline;
  uint32_t node = 0xFFFFFFFFu;  ///< the parameter it animates, in the document
  bool soft = true;
};

/// The thirteen shapes in the order of shape_words().
void set_shape(Function& function, size_t shape);

/// A number, vector or colour of the document: per component a literal or a parameter of the subroutine, and perhaps a
/// function over that.
struct Source {
  glm::dvec4 literal{0};
  std::array<int8_t, 4> param{-1, -1, -1, -1};  ///< parameter id * 4 + component
  uint32_t function = 0xFFFFFFFFu;              ///< index into the document's functions
  bool given = false;

  bool has_params() const { return (param[0] & param[1] & param[2] & param[3]) != -1; }
};

/// Value of the function for VALUE = `value`; `params` are P0 .. P7 of the place it stands in (null outside
/// subroutines).
glm::dvec4 evaluate(const Function& function, const glm::dvec4& value, const Variables& variables,
                    const glm::dvec4* params, const std::vector<GlobalSpline>& splines);

/// The hash behind rnd and the particles operator.
uint32_t hash32(uint32_t value);
/// rnd of one component: in [0, 1).
double rnd(double x);

}  // namespace vitrine::world
