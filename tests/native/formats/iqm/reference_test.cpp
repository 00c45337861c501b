// Files beside the checkout against an independent computation: outcome and place of every fault, statistics, and poses
// within 2e-5 of the bind box.

#include <map>
#include <set>
#include <sstream>

#include "support.h"
#include "support/reference.h"

namespace vitrine::iqm::test {
namespace {

const std::filesystem::path kShared = VITRINE_SHARED;

const std::map<std::string, const Code*> kCodesOfReference = {
    {"magic", &kMagic},
    {"truncated", &kTruncated},
    {"version", &kVersion},
    {"missing", &kMissing},
    {"range", &kRange},
    {"limit", &kLimitCount},
    {"format", &kArrayFormat},
    {"components", &kComponents},
    {"position", &kPosition},
    {"index", &kIndex},
    {"mesh-range", &kMeshRange},
    {"parent", &kParent},
    {"cycle", &kCycle},
    {"frame-channels", &kFrameChannels},
    {"anim-range", &kAnimRange},
    {"filesize", &kFileSize},
    {"align", &kAlign},
    {"array-order", &kArrayOrder},
    {"array-twice", &kArrayTwice},
    {"blend-half", &kBlendHalf},
    {"stale-vertex-count", &kStaleVertices},
    {"mesh-foreign-vertex", &kForeignVertex},
    {"position-nan", &kNumbers},
    {"tangent-nan", &kNumbers},
    {"string", &kString},
    {"string-utf8", &kString},
    {"string-end", &kString},
    {"weights-zero", &kNoWeights},
    {"weights-sum", &kWeightSum},
    {"blend-index", &kBlendIndex},
    {"joint-nan", &kJoint},
    {"joint-zero-quaternion", &kJoint},
    {"joint-singular", &kJoint},
    {"parent-order", &kParentOrder},
    {"pose-nan", &kPoseNumbers},
    {"pose-mask", &kPoseMask},
    {"pose-count", &kPoseCount},
    {"pose-parent", &kPoseParent},
    {"framerate", &kRate},
    {"extension-cycle", &kExtension},
    {"extension-range", &kExtension},
    {"comment-length", &kComment},
    {"keyword", &kKeyword},
};

const std::filesystem::path kMade = std::filesystem::path(VITRINE_TEST_DATA) / "iqm/reference";

Bytes synthetic_file(const std::string& name) { return read_file(kMade / name); }

void expect_near(const glm::dvec3& have, const Json& want, double tolerance, const std::string& what) {
  for (int c = 0; c < 3; ++c)
    EXPECT_NEAR(have[c], want[static_cast<size_t>(c)].get<double>(), tolerance) << what << " component " << c;
}

double size_of(const Json& box) {
  double size = 0;
  for (size_t c = 0; c < 3; ++c) size = std::max(size, box[1][c].get<double>() - box[0][c].get<double>());
  return size;
}

bool is_known(const std::string& name) {
  for (const FormatRow& row : rows()) {
    for (const char* extension : row.extensions) {
      if (name.ends_with(std::string(".") + extension)) return true;
    }
  }
  return false;
}

/// The reference refuses these for a part that the picture does not need: they are shown, with a warning at its place.
bool lacks_optional_part(const std::string& name) {
  return name == "e11_ofs_in_header.iqm" || name == "e30_bounds_cut.iqm";
}

TEST(IqmReference, BrokenFilesFailAtTheStatedPlace) {
  const Json reference = vitrine::test::data_json("iqm/reference/expected.json");
  size_t seen = 0;
  for (const auto& [name, file] : reference["files"].items()) {
    if (file["outcome"] != "error" || !file["error"].is_object() || !is_known(name)) continue;
    SCOPED_TRACE(name);
    const Loaded loaded = load(synthetic_file(name), name);
    ++seen;
    if (lacks_optional_part(name)) {
      EXPECT_TRUE(loaded.status.ok());
      EXPECT_TRUE(loaded.has(kOptional, file["error"]["offset"].get<uint64_t>()));
      continue;
    }
    ASSERT_FALSE(loaded.status.ok());
    EXPECT_EQ(loaded.status.error().code(), kCodesOfReference.at(file["error"]["kind"].get<std::string>()))
        << loaded.status.error().code()->id;
    EXPECT_EQ(loaded.status.error().offset(), file["error"]["offset"].get<uint64_t>());
  }
  EXPECT_EQ(seen, 33u);
}

TEST(IqmReference, WarningsAreThoseOfTheReference) {
  const Json reference = vitrine::test::data_json("iqm/reference/expected.json");
  size_t seen = 0;
  for (const auto& [name, file] : reference["files"].items()) {
    if (file["outcome"] != "ok" || !name.ends_with(".iqm")) continue;
    SCOPED_TRACE(name);
    std::multiset<std::pair<const Code*, uint64_t>> want, have;
    std::set<const Code*> placeless;  // the reference knows no place for these
    for (const Json& warning : file["warnings"]) {
      const Code* code = kCodesOfReference.at(warning["code"].get<std::string>());
      const auto offset = warning["offset"].get<uint64_t>();
      if (offset == 0) placeless.insert(code);
      want.emplace(code, offset);
    }
    const Loaded loaded = load(synthetic_file(name), name);
    ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
    for (const Message& m : loaded.diagnostics.messages())
      have.emplace(m.code, placeless.contains(m.code) ? 0 : m.offset);
    EXPECT_EQ(have, want);
    ++seen;
  }
  EXPECT_EQ(seen, 63u);
}

TEST(IqmReference, PosesOfMadeUpFilesAgree) {
  const Json reference = vitrine::test::data_json("iqm/reference/expected.json");
  size_t poses = 0;
  for (const auto& [name, file] : reference["files"].items()) {
    if (file["outcome"] != "ok" || !is_known(name)) continue;
    SCOPED_TRACE(name);
    Loaded loaded;
    if (file.contains("companion")) load_into(loaded, synthetic_file("v01_base.iqm"), "v01_base.iqm");
    const size_t first_clip = loaded.scene.clips.size();
    load_into(loaded, synthetic_file(name), name);
    ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
    ASSERT_TRUE(validate(loaded.scene).ok()) << validate(loaded.scene).error().message();
    if (file.contains("bind")) {
      const Posed bind = pose_at(loaded.scene, nullptr, 0);
      ASSERT_EQ(bind.positions.size(), file["bind"].size());
      for (size_t v = 0; v < bind.positions.size(); ++v)
        expect_near(bind.positions[v], file["bind"][v], 8e-5, "bind vertex " + std::to_string(v));
    }
    ASSERT_EQ(loaded.scene.clips.size() - first_clip, file["actions"].size());
    for (size_t a = 0; a < file["actions"].size(); ++a)
      EXPECT_NEAR(loaded.scene.clips[first_clip + a].duration_s, file["actions"][a]["duration"].get<double>(), 1e-8);
    if (!file.contains("poses")) continue;
    for (const Json& pose : file["poses"]) {
      if (loaded.scene.meshes.empty()) continue;  // joints without vertices
      const Clip& clip = loaded.scene.clips[first_clip + pose["action"].get<size_t>()];
      const Posed posed = pose_at(loaded.scene, &clip, pose["time"].get<double>());
      ASSERT_EQ(posed.positions.size(), pose["positions"].size());
      for (size_t v = 0; v < posed.positions.size(); ++v)
        expect_near(posed.positions[v], pose["positions"][v], 8e-5, "vertex " + std::to_string(v));
      ++poses;
    }
  }
  EXPECT_GT(poses, 100u);
}

TEST(IqmReference, StatisticsOfRealFilesAgree) {
  std::ifstream in(kShared / "reference/iqm_models.tsv");
  if (!in) GTEST_SKIP() << "reference/iqm_models.tsv is absent";
  std::string line, cell;
  std::getline(in, line);
  std::vector<std::string> heads;
  for (std::istringstream row(line); std::getline(row, cell, '\t');) heads.push_back(cell);
  size_t seen = 0;
  while (std::getline(in, line)) {
    std::map<std::string, std::string> want;
    std::istringstream row(line);
    for (const std::string& head : heads) std::getline(row, want[head], '\t');
    const Bytes bytes = read_file(kShared / "corpus/iqm" / want["path"]);
    if (bytes.empty() || !is_known(want["path"])) continue;
    SCOPED_TRACE(want["path"]);
    const Loaded loaded = load(bytes, want["path"]);
    ASSERT_EQ(loaded.status.ok(), want["outcome"] == "ok");
    if (!loaded.status.ok()) continue;
    ASSERT_TRUE(validate(loaded.scene).ok()) << validate(loaded.scene).error().message();
    for (const auto& [head, key] : std::map<std::string, std::string>{{"meshes", "meshes"},
                                                                      {"vertices", "vertices"},
                                                                      {"triangles", "triangles"},
                                                                      {"joints", "joints"},
                                                                      {"poses", "poses"},
                                                                      {"anims", "actions"},
                                                                      {"frames", "frames"},
                                                                      {"maxInfluences", "maxInfluences"}})
      EXPECT_EQ(loaded.info["counts"][key].get<uint64_t>(), std::stoull(want[head])) << key;
    if (!want["bounds"].empty()) {
      Bounds box;
      for (const glm::vec3& p : loaded.scene.meshes[0].positions) box.add(p);
      std::istringstream numbers(want["bounds"]);
      for (const glm::vec3& corner : {box.min, box.max}) {
        for (int c = 0; c < 3; ++c) {
          float number = 0;
          numbers >> number;
          EXPECT_FLOAT_EQ(corner[c], number);
        }
      }
    }
    ++seen;
  }
  EXPECT_GE(seen, 50u);
}

TEST(IqmReference, PosesOfRealFilesAgree) {
  VITRINE_REFERENCE(reference, "iqm_poses.json");
  size_t poses = 0;
  double worst = 0;
  for (const Json& sample : reference["samples"]) {
    const auto name = sample["file"].get<std::string>();
    const Bytes bytes = read_file(kShared / "corpus/iqm" / name);
    if (bytes.empty() || !is_known(name)) continue;
    SCOPED_TRACE(name + " " + sample["action"].get<std::string>());
    Loaded loaded = load(bytes, name);
    ASSERT_TRUE(loaded.status.ok());
    size_t clip = sample["actionIndex"].get<size_t>();
    if (sample["animations"].is_string()) {
      clip += loaded.scene.clips.size();
      const auto companion = sample["animations"].get<std::string>();
      load_into(loaded, read_file(kShared / "corpus/iqm" / companion), companion);
      ASSERT_TRUE(loaded.status.ok());
    }
    ASSERT_LT(clip, loaded.scene.clips.size());
    ASSERT_TRUE(loaded.scene.clips[clip].playable) << loaded.scene.clips[clip].why_not;
    const double size = size_of(reference["files"][name]["bounds"]), tolerance = 2e-5 * size;
    const Posed posed = pose_at(loaded.scene, &loaded.scene.clips[clip], sample["time"].get<double>());
    for (const auto& [vertex, want] : sample["vertices"].items()) {
      const glm::dvec3& have = posed.positions[std::stoul(vertex)];
      expect_near(have, want, tolerance, "vertex " + vertex);
      for (int c = 0; c < 3; ++c)
        worst = std::max(worst, std::abs(have[c] - want[static_cast<size_t>(c)].get<double>()) / size);
    }
    Bounds box;
    for (const glm::dvec3& p : posed.positions) box.add(glm::vec3(p));
    expect_near(glm::dvec3(box.min), sample["bounds"][0], tolerance, "lowest corner");
    expect_near(glm::dvec3(box.max), sample["bounds"][1], tolerance, "highest corner");
    ++poses;
  }
  EXPECT_EQ(poses, 66u);
  RecordProperty("worst", std::to_string(worst));
}

}  // namespace
}  // namespace vitrine::iqm::test
