// Curves as the engine reads them, against the reference: invented ones for what the corpus lacks, and the rotations of
// every file of it.

#include <gtest/gtest.h>

#include "kri_support.h"
#include "pose/curve.h"
#include "pose/sample.h"
#include "support/reference.h"

namespace vitrine {
namespace {

using namespace test;
using Reference = nlohmann::json;

float number(const Reference& value) { return static_cast<float>(value.get<double>()); }

/// A file with a node, a material, a lamp and one action that holds the curve; its owner stands last before the action.
Loaded file_with(const Reference& curve) {
  const auto path = curve["path"].get<std::string>();
  KriFile file;
  if (path[0] == 'm' || path[0] == 't') {
    file.chunk("mat", Writer().text("M")).chunk("unit", Writer().u8(0).text("UV").text("FLAT").u8(0));
  } else {
    file.node("N");
    if (path[0] == 'l') file.chunk("lamp", Writer().raw("\1\2\3").f32({1, 0, 0, 0}).text("POINT").f32({1, 2, 0, 0}));
  }
  file.chunk("action", Writer().text("A").f32({100}));
  Writer pack;
  pack.text(path).u8(curve["size"].get<uint32_t>()).u8(path[0] == 't' ? 1 : 0);
  pack.u16(static_cast<uint32_t>(curve["keys"].size())).u8(curve["extrap"].get<uint32_t>());
  for (const Reference& key : curve["keys"]) {
    pack.f32({number(key[0])});
    for (size_t part = 1; part < 4; ++part) {
      for (const Reference& value : key[part]) pack.f32({number(value)});
    }
  }
  file.chunk("curve", pack);
  return load_kri(file.bytes());
}

glm::dquat rotation_at(const Scene& scene, const Clip& clip, uint32_t node, double time_s) {
  pose::LocalPose pose = pose::make_local_pose(scene);
  pose::sample_clip(scene, clip, time_s, {.loop = false}, pose);
  return glm::dquat(pose.local[node].rotation);
}

/// The same turn, whatever the sign; `expected` is w x y z.
void expect_rotation(const glm::dquat& have, double w, double x, double y, double z, double time_s) {
  const double dot = have.w * w + have.x * x + have.y * y + have.z * z;
  EXPECT_NEAR(std::abs(dot), std::sqrt(w * w + x * x + y * y + z * z), 1e-6) << "at " << time_s;
}

TEST(KriCurves, InventedCasesHaveTheValuesOfTheReference) {
  const Reference reference = data_json("kri/reference/content.json");
  ASSERT_EQ(reference["evalCases"].size(), 6u);
  for (const Reference& item : reference["evalCases"]) {
    SCOPED_TRACE(item["name"].get<std::string>());
    const Loaded loaded = file_with(item);
    ASSERT_EQ(loaded.scene.clips.size(), 1u) << loaded.texts();
    const Clip& clip = loaded.scene.clips[0];
    ASSERT_EQ(clip.curves.size(), item["size"].get<size_t>());
    const bool quaternion = item["path"].get<std::string>().ends_with("rotation_quaternion");
    for (const Reference& sample : item["samples"]) {
      const auto t = sample["t"].get<double>();
      const Reference& engine = sample["engine"];
      if (quaternion && t >= 0) {  // before its start an action holds
        expect_rotation(rotation_at(loaded.scene, clip, 0, t), engine[0].get<double>(), engine[1].get<double>(),
                        engine[2].get<double>(), engine[3].get<double>(), t);
      }
      for (size_t c = 0; c < clip.curves.size() && !quaternion; ++c)
        EXPECT_NEAR(pose::evaluate(clip.curves[c], t), engine[c].get<double>(), 2e-6) << "at " << t;
    }
  }
}

TEST(KriCurves, RotationsTurnAlongTheArcBetweenTheirKeys) {
  const Reference reference = data_json("kri/reference/content.json");
  size_t compared = 0;
  for (const Reference& file : reference["files"]) {
    SCOPED_TRACE(file["file"].get<std::string>());
    const Bytes bytes = read_file(kData / "kri/reference" / file["file"].get<std::string>());
    ASSERT_FALSE(bytes.empty());
    const Loaded loaded = load_kri(bytes);
    for (size_t a = 0; a < loaded.scene.clips.size(); ++a) {
      const Clip& clip = loaded.scene.clips[a];
      size_t at = 0;
      for (const Reference& curve : file["actions"][a]["curves"]) {
        const Curve& first = clip.curves[at];
        at += curve["size"].get<size_t>();
        if (first.channel != Channel::kRotationQuat || first.handles != HandleKind::kValuesOnly) continue;
        for (const Reference& sample : curve["samples"]) {
          const auto t = sample["t"].get<double>();
          if (t < 0 || t > clip.duration_s) continue;
          const Reference& q = sample["engine"];
          expect_rotation(rotation_at(loaded.scene, clip, first.target, t), q[0].get<double>(), q[1].get<double>(),
                          q[2].get<double>(), q[3].get<double>(), t);
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 30u);
}

/// The angles are the engine's; they turn about x, then y, then z, as the author's editor turned them.
TEST(KriCurves, EulerAnglesTurnInTheAuthorsOrder) {
  const Reference reference = data_json("kri/reference/content.json");
  for (const Reference& item : reference["evalCases"]) {
    if (item["path"] != "n.rotation_euler") continue;
    const Loaded loaded = file_with(item);
    for (const Reference& sample : item["samples"]) {
      const auto t = sample["t"].get<double>();
      if (t < 0) continue;
      const auto about = [&](size_t axis) {
        return glm::angleAxis(sample["engine"][axis].get<double>(), glm::dvec3(axis == 0, axis == 1, axis == 2));
      };
      const glm::dquat expected = about(2) * about(1) * about(0);
      expect_rotation(rotation_at(loaded.scene, loaded.scene.clips[0], 0, t), expected.w, expected.x, expected.y,
                      expected.z, t);
    }
  }
}

}  // namespace
}  // namespace vitrine
