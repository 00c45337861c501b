#include "pose/curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "formats/qmsh/read/text_actions.h"
#include "support/reference.h"

namespace vitrine::pose {
namespace {

Curve make_curve(Interpolation interpolation, Extension extension, std::vector<std::pair<double, double>> points) {
  Curve curve;
  curve.interpolation = interpolation;
  curve.before = curve.after = extension;
  for (const auto& [time, value] : points) {
    Key key;
    key.time_s = time;
    key.value = value;
    curve.keys.push_back(key);
  }
  return curve;
}

Interpolation interpolation_named(const std::string& name) {
  if (name == "CONST") return Interpolation::kStep;
  return name == "LINEAR" ? Interpolation::kLinear : Interpolation::kBezier;
}
Extension extension_named(const std::string& name) {
  if (name == "CONST") return Extension::kHold;
  if (name == "EXTRAP") return Extension::kExtrapolate;
  return name == "CYCLIC" ? Extension::kCyclic : Extension::kCyclicExtrapolate;
}

/// A curve of the reference, sorted as the reader does it, in frames.
Curve reference_curve(const nlohmann::json& item) {
  Curve curve = make_curve(interpolation_named(item["interp"].get<std::string>()),
                           extension_named(item["extend"].get<std::string>()), {});
  for (const auto& point : item["keys"]) {
    Key key;
    key.time_s = point[0].get<double>();
    key.value = point[1].get<double>();
    curve.keys.push_back(key);
  }
  std::stable_sort(curve.keys.begin(), curve.keys.end(),
                   [](const Key& a, const Key& b) { return a.time_s < b.time_s; });
  return curve;
}

/// The reference's own tolerance: 1e-6 of the largest key, and of the slope times the time where a curve runs on.
double tolerance(const Curve& curve, double time) {
  double largest = 1;
  for (const Key& key : curve.keys) largest = std::max(largest, std::abs(key.value));
  double slope = 0;
  const auto steepen = [&](const Key& a, const Key& b) {
    if (a.time_s != b.time_s) slope = std::max(slope, std::abs((b.value - a.value) / (b.time_s - a.time_s)));
  };
  if (curve.keys.size() > 1) {
    steepen(curve.keys[0], curve.keys[1]);
    steepen(curve.keys[curve.keys.size() - 2], curve.keys.back());
    steepen(curve.keys.front(), curve.keys.back());
  }
  return 1e-6 * largest + 1e-6 * slope * std::abs(time);
}

TEST(Curve, EveryReferenceSampleIsMet) {
  const nlohmann::json reference = test::data_json("qmsh/curves.json");
  size_t samples = 0;
  for (const auto& item : reference["curves"]) {
    SCOPED_TRACE(item["id"].get<std::string>());
    for (const bool clamped : {true, false}) {
      Curve curve = reference_curve(item);
      if (curve.interpolation == Interpolation::kBezier) {
        derive_automatic_handles(curve.keys, 1, curve.before == Extension::kHold, clamped);
        curve.handles = HandleKind::kFull;
      }
      for (const auto& sample : item["samples"]) {
        const auto time = sample["t"].get<double>();
        const char* key = !clamped && sample.contains("y_plain_auto") ? "y_plain_auto" : "y";
        ++samples;
        if (sample[key].is_null()) {
          EXPECT_TRUE(curve.keys.empty());
          continue;
        }
        EXPECT_NEAR(evaluate(curve, time), sample[key].get<double>(), tolerance(curve, time)) << "at " << time;
      }
    }
  }
  EXPECT_GT(samples, 1000u);
}

TEST(Curve, AutomaticHandlesEqualTheReference) {
  const nlohmann::json reference = test::data_json("qmsh/curves.json");
  size_t keys = 0;
  for (const auto& item : reference["curves"]) {
    if (!item.contains("handles_left_xy_right_xy")) continue;
    SCOPED_TRACE(item["id"].get<std::string>());
    Curve curve = reference_curve(item);
    derive_automatic_handles(curve.keys, 1, curve.before == Extension::kHold);
    for (size_t i = 0; i < curve.keys.size(); ++i, ++keys) {
      const auto& expected = item["handles_left_xy_right_xy"][i];
      const double values[4] = {curve.keys[i].left_time_s, curve.keys[i].left_value, curve.keys[i].right_time_s,
                                curve.keys[i].right_value};
      for (size_t j = 0; j < 4; ++j) {
        const auto number = expected[j].get<double>();
        EXPECT_NEAR(values[j], number, 1e-9 * std::max(1.0, std::abs(number))) << "key " << i << " number " << j;
      }
    }
  }
  EXPECT_GT(keys, 50u);
}

TEST(Curve, FreeHandlesAreSolvedAsTheReferenceSolvesThem) {
  const nlohmann::json reference = test::data_json("qmsh/curves.json");
  for (const auto& item : reference["segments"]["list"]) {
    SCOPED_TRACE(item["note"].get<std::string>());
    Curve curve = make_curve(Interpolation::kBezier, Extension::kHold, {});
    curve.handles = HandleKind::kFull;
    Key a, b;
    a.time_s = item["p1"][0].get<double>(), a.value = item["p1"][1].get<double>();
    a.left_time_s = a.time_s, a.left_value = a.value;
    a.right_time_s = item["h1"][0].get<double>(), a.right_value = item["h1"][1].get<double>();
    b.time_s = item["p2"][0].get<double>(), b.value = item["p2"][1].get<double>();
    b.left_time_s = item["h2"][0].get<double>(), b.left_value = item["h2"][1].get<double>();
    b.right_time_s = b.time_s, b.right_value = b.value;
    curve.keys = {a, b};
    for (const auto& sample : item["t_y"])
      EXPECT_NEAR(evaluate(curve, sample[0].get<double>()), sample[1].get<double>(),
                  1e-6 * std::max(1.0, std::abs(b.value)));
  }
}

TEST(Curve, TheOriginalConverterReadsEverythingLinear) {
  const nlohmann::json reference = test::data_json("qmsh/curves.json");
  for (const auto& item : reference["curves"]) {
    SCOPED_TRACE(item["id"].get<std::string>());
    Clip clip;
    clip.curves.push_back(reference_curve(item));
    qmsh::read_as_original(clip, false);
    for (const auto& sample : reference["legacy"]["curves"][item["id"].get<std::string>()]["t_y"]) {
      if (sample[1].is_null()) continue;  // undefined in the original
      EXPECT_NEAR(evaluate(clip.curves[0], sample[0].get<double>()), sample[1].get<double>(),
                  tolerance(clip.curves[0], 0))
          << sample;
    }
  }
}

// ---- worked by hand
// -----------------------------------------------------------------------------------------------------

/// Value of the piece from (0, 0) to (span, 1) whose handles reach `right` and `left` along time, by Blender's rule:
/// both shortened by one factor as soon as together they are longer than the span. Halving, in double.
double corrected_bezier(double span, double right, double right_value, double left, double left_value, double time) {
  const double factor = right + left > span ? span / (right + left) : 1;
  const double x1 = right * factor, x2 = span - left * factor;
  const double y1 = right_value * factor, y2 = 1 + left_value * factor;
  const auto cubic = [](double a, double b, double c, double s) {
    return 3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s * c;
  };
  double low = 0, high = 1;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (cubic(x1, x2, span, middle) < time ? low : high) = middle;
  }
  return cubic(y1, y2, 1, low);
}

TEST(Curve, HandlesThatOverlapAreShortenedAsSoonAsTheyDo) {
  constexpr double kSpan = 2;
  for (const double reach : {0.99, 1.0, 1.001, 1.05, 1.3, 2.0, 6.0}) {  // both handles, of the span
    for (const double share : {0.5, 0.8}) {
      const double right = kSpan * reach * share, left = kSpan * reach * (1 - share);
      Curve curve = make_curve(Interpolation::kBezier, Extension::kHold, {{0, 0}, {kSpan, 1}});
      curve.handles = HandleKind::kFull;
      curve.keys[0].right_time_s = right, curve.keys[0].right_value = 2.5;
      curve.keys[1].left_time_s = kSpan - left, curve.keys[1].left_value = 1 - 0.75;
      for (const double time : {0.1, 0.5, 1.0, 1.4, 1.9})
        EXPECT_NEAR(evaluate(curve, time), corrected_bezier(kSpan, right, 2.5, left, -0.75, time), 1e-9)
            << reach << ' ' << share << ' ' << time;
    }
  }
}

TEST(Curve, WithoutKeysIsItsFallback) { EXPECT_EQ(evaluate(Curve{}, 3, 0.25), 0.25); }

TEST(Curve, StepHoldsUntilTheNextKey) {
  const Curve curve = make_curve(Interpolation::kStep, Extension::kHold, {{0, 1}, {2, 5}});
  EXPECT_EQ(evaluate(curve, 1.999), 1);
  EXPECT_EQ(evaluate(curve, 2), 5);
}

TEST(Curve, LinearTakesTheLaterOfTwoKeysAtOneTime) {
  const Curve curve = make_curve(Interpolation::kLinear, Extension::kHold, {{0, 0}, {1, 10}, {1, 20}, {2, 30}});
  EXPECT_EQ(evaluate(curve, 0.5), 5);
  EXPECT_EQ(evaluate(curve, 1), 20);
  EXPECT_EQ(evaluate(curve, 1.5), 25);
}

TEST(Curve, SidesExtendEachInTheirOwnWay) {
  Curve curve = make_curve(Interpolation::kLinear, Extension::kHold, {{1, 2}, {3, 6}});
  curve.before = Extension::kExtrapolate;
  curve.after = Extension::kCyclicExtrapolate;
  EXPECT_EQ(evaluate(curve, 0), 0);  // slope 2 per second
  EXPECT_EQ(evaluate(curve, 2), 4);
  EXPECT_EQ(evaluate(curve, 4), 8);   // half a period on: 4, one turn higher by 4
  EXPECT_EQ(evaluate(curve, 8), 16);  // wraps to 2 after three turns
}

TEST(Curve, CyclicWrapsBackwardsToo) {
  const Curve curve = make_curve(Interpolation::kLinear, Extension::kCyclic, {{0, 0}, {4, 8}});
  EXPECT_EQ(evaluate(curve, -1), 6);
  EXPECT_EQ(evaluate(curve, 4), 0);
  EXPECT_EQ(evaluate(curve, 9), 2);
}

TEST(Curve, HandleValuesWithoutTimesAreNestedLerps) {
  Curve curve = make_curve(Interpolation::kBezier, Extension::kExtrapolate, {{0, 0}, {2, 10}});
  curve.handles = HandleKind::kValuesOnly;
  curve.keys[0].left_value = -3;
  curve.keys[0].right_value = 4;
  curve.keys[1].left_value = 6;
  curve.keys[1].right_value = 11;
  // u = 1/4: lerp(0, 4) = 1, lerp(6, 10) = 7, lerp(1, 7) = 2.5.
  EXPECT_EQ(evaluate(curve, 0.5), 2.5);
  EXPECT_EQ(evaluate(curve, 4), 12);   // 10 + (11 - 10) * 2 s
  EXPECT_EQ(evaluate(curve, -2), -6);  // 0 + (-3 - 0) * 2 s
}

TEST(Curve, AutomaticHandlesOfTwoKeysLieOnTheChordUnlessHeld) {
  // Slope 3/4 in frames: the handle of length 4/2.5614 has x = 4/2.5614 * 4/5.
  std::vector<Key> keys(2);
  keys[1].time_s = 2;  // at 2 frames per second: 4 frames
  keys[1].value = 3;
  derive_automatic_handles(keys, 2, false);
  const double x = 4 / 2.5614 * 4 / 5;
  EXPECT_NEAR(keys[0].right_time_s, x / 2, 1e-12);
  EXPECT_NEAR(keys[0].right_value, x * 3 / 4, 1e-12);
  EXPECT_NEAR(keys[1].left_time_s, 2 - x / 2, 1e-12);
  derive_automatic_handles(keys, 2, true);
  EXPECT_EQ(keys[0].right_value, 0);
  EXPECT_EQ(keys[1].left_value, 3);
}

TEST(Curve, OnlyBezierCurvesWithoutHandlesAreGivenSome) {
  Clip clip;
  clip.curves.push_back(make_curve(Interpolation::kBezier, Extension::kHold, {{0, 0}, {1, 1}}));
  clip.curves.push_back(make_curve(Interpolation::kLinear, Extension::kHold, {{0, 0}, {1, 1}}));
  clip.curves.push_back(clip.curves[0]);
  clip.curves[2].handles = HandleKind::kValuesOnly;
  derive_automatic_handles(clip, 25);
  EXPECT_EQ(clip.curves[0].handles, HandleKind::kFull);
  EXPECT_EQ(clip.curves[1].handles, HandleKind::kNone);
  EXPECT_EQ(clip.curves[2].handles, HandleKind::kValuesOnly);
}

}  // namespace
}  // namespace vitrine::pose
