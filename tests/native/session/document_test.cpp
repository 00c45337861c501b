#include "session/document.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/json_text.h"
#include "session/load/textures.h"

namespace vitrine {
namespace {

// A quad on two joints; joint `tip` stands at x = 2 and carries half of vertex 2.
constexpr const char* kMesh = R"(MD5Version 10
commandline ""
numJoints 2
numMeshes 1
joints {
	"root" -1 ( 0 0 0 ) ( 0 0 0 )
	"tip" 0 ( 2 0 0 ) ( 0 0 0 )
}
mesh {
	shader "models/quad"
	numverts 4
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 1 1 ) 2 2
	vert 3 ( 0 1 ) 4 1
	numtris 2
	tri 0 0 2 1
	tri 1 0 3 2
	numweights 5
	weight 0 0 1 ( 0 0 0 )
	weight 1 1 1 ( 0 0 0 )
	weight 2 0 0.5 ( 2 2 0 )
	weight 3 1 0.5 ( 0 2 0 )
	weight 4 0 1 ( 0 2 0 )
}
)";

// `tip` rises by 1 per frame; three frames at 10 per second.
constexpr const char* kRise = R"(MD5Version 10
commandline ""
numFrames 3
numJoints 2
frameRate 10
numAnimatedComponents 1
hierarchy {
	"root" -1 0 0
	"tip" 0 4 0
}
bounds {
	( 0 0 0 ) ( 2 2 0 )
	( 0 0 0 ) ( 2 2 1 )
	( 0 0 0 ) ( 2 2 2 )
}
baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 2 0 0 ) ( 0 0 0 )
}
frame 0 { 0 }
frame 1 { 1 }
frame 2 { 2 }
)";

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

void add_file(Document& document, const char* name, std::string_view text) { document.add_file(name, bytes_of(text)); }

const float* positions(const Document& document, uint32_t instance = 0) {
  return static_cast<const float*>(document.buffer(BufferKind::kPositions, instance).data);
}

bool has_code(const Document& document, const char* id) {
  for (const Message& message : document.diagnostics().messages()) {
    if (std::string(message.code->id) == id) return true;
  }
  return false;
}

TEST(Document, PosesAMeshByAnAnimationDroppedWithIt) {
  Document document;
  add_file(document, "models/rise.md5anim", kRise);
  add_file(document, "models/quad.md5mesh", kMesh);
  ASSERT_TRUE(document.load());
  ASSERT_EQ(document.scene().clips.size(), 1u);
  ASSERT_TRUE(document.select_clip(document.find_clip("rise")));
  EXPECT_DOUBLE_EQ(document.duration_s(), 0.2);
  document.evaluate(0.15, {});
  // Frame 1.5: tip at z = 1.5, so vertex 1 (all tip) rises by 1.5 and vertex 2 (half tip) by 0.75.
  const float* p = positions(document);
  EXPECT_NEAR(p[3 * 0 + 2], 0, 1e-6);
  EXPECT_NEAR(p[3 * 1 + 2], 1.5, 1e-6);
  EXPECT_NEAR(p[3 * 2 + 2], 0.75, 1e-6);
  const Bounds box = document.bounds();
  EXPECT_NEAR(box.max.z, 1.5, 1e-6);
}

TEST(Document, FitsAnAnimationThatCameBeforeItsMesh) {
  Document document;
  add_file(document, "rise.md5anim", kRise);
  ASSERT_TRUE(document.load()) << "the skeleton alone can be shown";
  EXPECT_EQ(document.instance_count(), 0u);
  add_file(document, "quad.md5mesh", kMesh);
  ASSERT_TRUE(document.load());
  ASSERT_EQ(document.instance_count(), 1u);
  ASSERT_EQ(document.scene().clips.size(), 1u);
  ASSERT_TRUE(document.select_clip(0));
  document.evaluate(0.1, {});
  EXPECT_NEAR(positions(document)[3 * 1 + 2], 1, 1e-6);
}

TEST(Document, KeepsTheSelectedActionWhenAnotherArrives) {
  Document document;
  add_file(document, "quad.md5mesh", kMesh);
  add_file(document, "rise.md5anim", kRise);
  ASSERT_TRUE(document.load());
  ASSERT_TRUE(document.select_clip(0));
  add_file(document, "again.md5anim", kRise);
  ASSERT_TRUE(document.load());
  EXPECT_EQ(document.scene().clips.size(), 2u);
  EXPECT_EQ(document.selected_clip(), 0u);
}

TEST(Document, AnAnimationThatFailsLeavesItsMesh) {
  Document document;
  add_file(document, "quad.md5mesh", kMesh);
  add_file(document, "bad.md5anim", std::string_view(kRise).substr(0, 200));
  ASSERT_TRUE(document.load());
  EXPECT_EQ(document.instance_count(), 1u);
  EXPECT_EQ(document.scene().clips.size(), 0u);
  EXPECT_EQ(document.diagnostics().count(Severity::kError), 1u);
}

TEST(Document, SaysWhatItCannotOpen) {
  Document document;
  add_file(document, "notes.txt", "just words");
  add_file(document, "empty.md5mesh", "");
  EXPECT_FALSE(document.load());
  EXPECT_TRUE(has_code(document, "UNKNOWN_FORMAT"));
  EXPECT_EQ(document.diagnostics().count(Severity::kError), 2u);
}

TEST(Document, SaysWhatIsWrongWithABufferThatNoModelNames) {
  Document document;
  add_file(document, "scene.bin", "SEED\x01MODEL and more");
  EXPECT_FALSE(document.load());
  ASSERT_EQ(document.diagnostics().messages().size(), 1u);
  const std::string said = document.diagnostics().messages()[0].text;
  EXPECT_TRUE(has_code(document, "UNKNOWN_FORMAT"));
  EXPECT_NE(said.find("(as pivot: "), std::string::npos) << said;
}

TEST(Document, RefusesAFileOverTheInputLimit) {
  Limits limits;
  limits.input_bytes = 100;
  Document document(limits);
  EXPECT_EQ(document.add_file("quad.md5mesh", 101), nullptr);
  EXPECT_FALSE(document.load());
  EXPECT_TRUE(has_code(document, "LIMIT_INPUT"));
}

TEST(Document, ChargesMemoryBeforeItIsTaken) {
  Limits limits;
  limits.heap_bytes = 64;
  Document document(limits);
  add_file(document, "quad.md5mesh", kMesh);
  EXPECT_FALSE(document.load());
  EXPECT_TRUE(has_code(document, "LIMIT_MEMORY"));
}

TEST(Document, FindsActionsByNameThenCaseThenNumber) {
  Document document;
  add_file(document, "quad.md5mesh", kMesh);
  add_file(document, "Rise.md5anim", kRise);
  add_file(document, "0.md5anim", kRise);
  ASSERT_TRUE(document.load());
  EXPECT_EQ(document.find_clip("Rise"), 0u);
  EXPECT_EQ(document.find_clip("rISE"), 0u);
  EXPECT_EQ(document.find_clip("0"), 1u) << "a name wins over a number";
  EXPECT_EQ(document.find_clip("1st"), kNone) << "a word that begins with a number is none";
  EXPECT_EQ(document.find_clip("1"), 1u);
  EXPECT_EQ(document.find_clip("2"), kNone);
  EXPECT_EQ(document.find_clip(""), kNone);
  EXPECT_FALSE(document.select_clip(2));
}

TEST(Document, ReportsCountsAndStoredBoundsThatAgree) {
  Document document;
  add_file(document, "quad.md5mesh", kMesh);
  add_file(document, "rise.md5anim", kRise);
  ASSERT_TRUE(document.load());
  const Json report = document.report();
  EXPECT_EQ(report["format"], "md5");
  EXPECT_EQ(report["info"]["statistics"]["vertices"], 4);
  EXPECT_EQ(report["info"]["statistics"]["maxInfluences"], 2);
  EXPECT_EQ(report["info"]["actions"][0]["storedBounds"]["status"], "agrees");
  EXPECT_EQ(report["info"]["axes"]["up"], "z");
  EXPECT_EQ(report["info"]["axes"]["frontFace"], "cw");
}

TEST(Document, WorldSpaceIsUprightAndRightHanded) {
  Document document;
  add_file(document, "quad.md5mesh", kMesh);
  ASSERT_TRUE(document.load());
  document.evaluate(0, {});
  const Json file = document.pose_report(true, false), world = document.pose_report(true, true);
  // z up becomes y up: (x, y, z) -> (x, z, -y).
  EXPECT_EQ(file["meshes"][0]["positions"][10], 2);
  EXPECT_EQ(world["meshes"][0]["positions"][10], 0);
  EXPECT_EQ(world["meshes"][0]["positions"][11], -2);
}

TEST(Document, TheGpuLayoutGivesTheSamePositions) {
  Document document;
  add_file(document, "quad.md5mesh", kMesh);
  add_file(document, "rise.md5anim", kRise);
  ASSERT_TRUE(document.load());
  ASSERT_TRUE(document.select_clip(0));
  document.evaluate(0.17, {});
  EXPECT_LT(document.gpu_difference(), 1e-6);
  EXPECT_EQ(document.buffer(BufferKind::kInfluenceRuns, 0).bytes, 4u * 8);
  EXPECT_EQ(document.buffer(BufferKind::kInfluences, 0).bytes, 5u * 32);
}

TEST(Textures, ResolveByPathThenByBaseNameWhateverTheCase) {
  Scene scene;
  scene.files = {{"art/OTHER/skin.PNG", 1, "texture", ""},
                 {"art/models/skin.png", 1, "texture", ""},
                 {"x/eye.tga", 1, "texture", ""}};
  scene.textures.resize(3);
  scene.textures[0].candidates = {"models\\skin.tga", "models/skin.png"};
  scene.textures[1].candidates = {"EYE.TGA"};
  scene.textures[2].candidates = {"nose.png"};
  resolve_textures(scene);
  EXPECT_EQ(scene.textures[0].file, 1u);
  EXPECT_EQ(scene.textures[1].file, 2u);
  EXPECT_EQ(scene.textures[2].status, TextureStatus::kMissing);
}

TEST(Textures, ResolveAmongManyFilesOfOneName) {
  constexpr uint32_t kMany = 50'000;
  Scene scene;
  for (uint32_t i = 0; i < kMany; ++i) {
    scene.files.push_back({"x/" + std::to_string(i) + "/a.png", 1, "texture", ""});
    scene.textures.emplace_back().candidates = {std::to_string(2 * i) + "/a.png"};
  }
  resolve_textures(scene);
  for (uint32_t i = 0; i < kMany; ++i) {
    EXPECT_EQ(scene.textures[i].file, 2 * i < kMany ? 2 * i : 0);
    EXPECT_EQ(scene.textures[i].others, 2 * i < kMany ? 0 : kMany - 1);
  }
}

TEST(Textures, NamesOfFilesThatTheReportWouldRepeatArePaidFor) {
  Scene scene;
  scene.files = {{std::string(60'000, 'x') + "/a.png", 1, "texture", ""}, {"b.png", 1, "texture", ""}};
  scene.textures.resize(2'001);
  for (Texture& texture : scene.textures) texture.candidates = {"a.png"};
  scene.textures.back().candidates = {"b.png"};
  resolve_textures(scene);
  const Status paid = pay_for_found_names(scene, Budget(Limits{}.heap_bytes));
  ASSERT_FALSE(paid);
  EXPECT_STREQ(paid.error().code()->id, "LIMIT_MEMORY");
  const auto found = std::count_if(scene.textures.begin(), scene.textures.end(),
                                   [](const Texture& texture) { return texture.status == TextureStatus::kFound; });
  // 512 MB hold eight copies of 60,006 bytes 1,118 times; a short name is still found.
  EXPECT_EQ(found, 1'119);
  EXPECT_EQ(scene.textures.back().file, 1u);
  EXPECT_EQ(scene.textures[1'118].file, kNone);
}

}  // namespace
}  // namespace vitrine
