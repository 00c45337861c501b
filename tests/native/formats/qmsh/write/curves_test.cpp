// Curves of QMSH texts, from frames in the file to values in seconds: Blender's reading, the original converter's, and
// how far they lie apart.

#include <algorithm>
#include <cmath>
#include <memory>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/text_actions.h"
#include "formats/qmsh/support.h"
#include "formats/qmsh/write/convert.h"
#include "play/full/reading_difference.h"
#include "pose/curve.h"
#include "session/document.h"
#include "session/load/finish_model.h"

namespace vitrine::qmsh::test {
namespace {

using nlohmann::json;

constexpr int kFps = 25;

std::string text_of(const std::string& curves) {
  return "QMSH TMP 10 objects { armature \"Rig\" { 0,0,0 0,0,0 1,1,1 1 0 bone \"b\" { \"\" head 0,0,0 0,0,0 0.1 tail "
         "0,0,0 0,0,1 0.1 "
         "0 0 1 1 1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0,0,1; } } } actions { \"a\" { \"b\" { " +
         curves + " } } } params { fps = " + std::to_string(kFps) + " }";
}
std::string curve_of(const char* name, const std::string& interpolation, const std::string& extend, const json& keys) {
  std::string text = std::string("\"") + name + "\" " + interpolation + " " + extend + " {";
  for (const json& key : keys)
    text += " " + json(key[0].get<double>()).dump() + "," + json(key[1].get<double>()).dump();
  return text + " }";
}
Loaded load_curves(const std::string& text, const ReadOptions& options = {}) {
  Loaded loaded = load_text(text, options);
  Budget budget(Limits{}.heap_bytes);
  if (loaded.ok) loaded.ok = finish_model(loaded.scene, 0, 0, budget, loaded.diagnostics).ok();
  return loaded;
}

class Curves : public ::testing::Test {
 protected:
  void SetUp() override {
    reference_ = read_json(kData / "curves.json");
    ASSERT_TRUE(reference_.is_object());
  }
  static double first_frame(const json& keys) {
    double first = keys[0][0].get<double>();
    for (const json& key : keys) first = std::min(first, key[0].get<double>());
    return first;
  }
  json reference_;
};

TEST_F(Curves, OfATextHaveTheValuesThatBlenderShows) {
  size_t samples = 0;
  for (const json& curve : reference_["curves"]) {
    const json& keys = curve["keys"];
    if (keys.empty()) continue;
    SCOPED_TRACE(curve["id"].get<std::string>());
    const Loaded file = load_curves(
        text_of(curve_of("LocX", curve["interp"].get<std::string>(), curve["extend"].get<std::string>(), keys)));
    ASSERT_TRUE(file.ok);
    const Curve& read = file.scene.clips[0].curves[0];
    const double first = first_frame(keys);
    double largest = 1, slope = 0;
    for (size_t k = 0; k < keys.size(); ++k) {
      largest = std::max(largest, std::abs(keys[k][1].get<double>()));
      if (k == 0 || keys[k][0] == keys[k - 1][0]) continue;
      slope = std::max(slope, std::abs((keys[k][1].get<double>() - keys[k - 1][1].get<double>()) /
                                       (keys[k][0].get<double>() - keys[k - 1][0].get<double>())));
    }
    for (const json& sample : curve["samples"]) {
      if (sample["y"].is_null()) continue;
      const double t = sample["t"].get<double>();
      const double tolerance = 1e-6 * largest + 1e-6 * std::abs(slope * t);
      // A step is taken at its key's time: seconds must not put a frame before itself.
      EXPECT_NEAR(pose::evaluate(read, (t - first) / kFps), sample["y"].get<double>(), tolerance) << "frame " << t;
      ++samples;
    }
  }
  EXPECT_GT(samples, 500u);
}

TEST_F(Curves, OfATextReadAsTheOriginalConverterDoesAreItsTable) {
  size_t samples = 0;
  for (const json& curve : reference_["curves"]) {
    const auto id = curve["id"].get<std::string>();
    const json& keys = curve["keys"];
    if (keys.empty() || !reference_["legacy"]["curves"].contains(id)) continue;
    SCOPED_TRACE(id);
    Loaded file = load_curves(
        text_of(curve_of("LocX", curve["interp"].get<std::string>(), curve["extend"].get<std::string>(), keys)));
    ASSERT_TRUE(file.ok);
    read_as_original(file.scene.clips[0], true);
    const json& table = reference_["legacy"]["curves"][id]["t_y"];
    if (table.is_null()) continue;
    double largest = 1;
    for (const json& key : keys) largest = std::max(largest, std::abs(key[1].get<double>()));
    for (const json& pair : table) {
      if (pair[1].is_null()) continue;
      const double t = pair[0].get<double>();
      EXPECT_NEAR(pose::evaluate(file.scene.clips[0].curves[0], (t - first_frame(keys)) / kFps), pair[1].get<double>(),
                  1e-6 * largest)
          << "frame " << t;
      ++samples;
    }
  }
  EXPECT_GT(samples, 500u);
}

ReadingDifference legacy_difference(const Scene& scene, std::span<const Clip> clips, bool scale_fault) {
  return reading_difference(scene, clips, [&](Clip& clip) { read_as_original(clip, scale_fault); });
}

TEST(LegacyDifference, OfAStepIsItsHeight) {
  // A step of 4 at frame 26: just before it the straight line has all but reached 4.
  const Loaded file = load_curves(text_of("\"LocX\" CONST CONST { 1,0 26,4 51,4 }"));
  ASSERT_TRUE(file.ok);
  const ReadingDifference difference = legacy_difference(file.scene, file.scene.clips, false);
  // Quarters of frames: the last one before the step is frame 25.75, 99 % of the way.
  EXPECT_NEAR(difference.translation, 4 * 0.99, 0.05);
  EXPECT_NEAR(difference.distance, difference.translation, 1e-6);
  EXPECT_EQ(difference.joint, "b");
  EXPECT_EQ(difference.clip, "a");
  EXPECT_NEAR(difference.time_s, 24.75 / kFps, 0.011);
  EXPECT_EQ(difference.rotation_deg, 0);
}

TEST(LegacyDifference, OfTheScaleFaultIsNamed) {
  const Loaded file =
      load_curves(text_of("\"ScaleX\" LINEAR CONST { 1,2 26,2 } \"ScaleY\" LINEAR CONST { 1,2 26,2 } \"ScaleZ\" "
                          "LINEAR CONST { 1,2 26,2 }"));
  ASSERT_TRUE(file.ok);
  EXPECT_EQ(legacy_difference(file.scene, file.scene.clips, false).scale, 0);
  // (2 + 1 + 1) / 3 instead of 2.
  EXPECT_NEAR(legacy_difference(file.scene, file.scene.clips, true).scale, 2 - 4.0 / 3, 1e-6);
}

TEST(LegacyDifference, CountsActionsThatItDoesNotReach) {
  const Loaded file = load_curves(text_of("\"LocX\" CONST CONST { 1,0 26,4 51,4 }"));
  ASSERT_TRUE(file.ok);
  // 201 samples: 16 steps, and one for each node and curve.
  const std::vector<Clip> clips(3, file.scene.clips[0]);
  const auto read = [](Clip& clip) { read_as_original(clip, false); };
  const uint64_t one = 201 * (16 + file.scene.nodes.size() + 1);
  EXPECT_EQ(reading_difference(file.scene, clips, read, 3 * one).not_compared, 0u);
  EXPECT_EQ(reading_difference(file.scene, clips, read, 3 * one - 1).not_compared, 1u);
  EXPECT_GT(reading_difference(file.scene, clips, read, one).distance, 3);
  EXPECT_EQ(reading_difference(file.scene, clips, read, one - 1).not_compared, 3u);
}

TEST(LegacyDifference, OfStraightHeldCurvesIsNothing) {
  const Loaded file = load_curves(text_of("\"LocX\" LINEAR CONST { 1,0 26,4 }"));
  ASSERT_TRUE(file.ok);
  EXPECT_EQ(legacy_difference(file.scene, file.scene.clips, false).distance, 0);
}

TEST(EveryFrame, OfABentCurveGetsAKeyUpToItsEnd) {
  const Loaded file = load_curves(text_of("\"LocX\" LINEAR CYCLIC { 1,0 26,4 }"));
  ASSERT_TRUE(file.ok);
  LossReport loss_report;
  QmshOptions options;
  options.every_frame = true;
  const auto binary = convert_to_qmsh(file.scene, options, loss_report);
  ASSERT_TRUE(binary.ok());
  const BinaryAnimation& animation = binary->animations.at(0);
  ASSERT_EQ(animation.times_s.size(), 26u);  // frames 1 to 26
  EXPECT_FLOAT_EQ(animation.times_s[1], 1.0f / kFps);
  EXPECT_EQ(animation.times_s.back(), 1);
}

// ---- the switch of a document
// ----------------------------------------------------------------------------------------

const std::string kBothReadings = text_of(
    "\"LocX\" BEZIER CYCLIC { 1,0 11,2 } \"ScaleX\" LINEAR CONST { 1,4 } \"ScaleY\" LINEAR CONST { 1,7 } \"ScaleZ\" "
    "LINEAR CONST { 1,10 }");

std::unique_ptr<Document> opened(const std::string& text, bool legacy) {
  ReadOptions options;
  if (legacy) options.switch_on(kLegacyCurves);
  auto document = std::make_unique<Document>(Limits{}, options);
  document->add_file("a.qmsh.tmp", bytes_of(text));
  EXPECT_TRUE(document->load());
  return document;
}

TEST(LegacySwitch, ReadsStraightHeldCurvesAndTheScaleFault) {
  const auto document = opened(kBothReadings, true);
  const auto& messages = document->diagnostics().messages();
  EXPECT_TRUE(
      std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.code == &kLegacyReading; }));
  const auto& curves = document->scene().clips[0].curves;
  ASSERT_EQ(curves.size(), 4u);
  EXPECT_EQ(curves[0].interpolation, Interpolation::kLinear);
  EXPECT_EQ(curves[0].after, Extension::kHold);
  // ScaleY stays, Z is never found: (7 + 1 + 1) / 3 in every direction.
  for (size_t i = 1; i < 4; ++i) EXPECT_EQ(curves[i].keys[0].value, 3);
}

TEST(LegacySwitch, SaysTheSameDifferenceFromBothSides) {
  const auto author = opened(kBothReadings, false)->report()["info"]["format"]["legacyReading"];
  const auto original = opened(kBothReadings, true)->report()["info"]["format"]["legacyReading"];
  EXPECT_EQ(author["shown"], false);
  EXPECT_EQ(original["shown"], true);
  EXPECT_EQ(author["scale"], 10 - 3);
  for (const char* what : {"translation", "rotationDegrees", "scale", "distance", "action", "joint", "time"})
    EXPECT_EQ(author[what], original[what]) << what;
}

}  // namespace
}  // namespace vitrine::qmsh::test
