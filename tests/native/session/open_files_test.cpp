// Documents of equal files share what was read, and are documents of their own in all else.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "session/document.h"
#include "support/reference.h"

namespace vitrine {
namespace {

// One triangle on one joint, which rises by 1 per frame.
constexpr const char* kSharedMesh = R"(MD5Version 10
commandline ""
numJoints 1
numMeshes 1
joints {
	"root" -1 ( 0 0 0 ) ( 0 0 0 )
}
mesh {
	shader "models/triangle"
	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 1 1 ) 2 1
	numtris 1
	tri 0 0 2 1
	numweights 3
	weight 0 0 1 ( 0 0 0 )
	weight 1 0 1 ( 1 0 0 )
	weight 2 0 1 ( 1 1 0 )
}
)";
constexpr const char* kSharedRise = R"(MD5Version 10
commandline ""
numFrames 3
numJoints 1
frameRate 10
numAnimatedComponents 1
hierarchy {
	"root" -1 4 0
}
bounds {
	( 0 0 0 ) ( 1 1 0 )
	( 0 0 0 ) ( 1 1 1 )
	( 0 0 0 ) ( 1 1 2 )
}
baseframe {
	( 0 0 0 ) ( 0 0 0 )
}
frame 0 { 0 }
frame 1 { 1 }
frame 2 { 2 }
)";

struct Named {
  std::string name;
  std::string_view text;
};
const std::vector<Named> kFiles = {{"triangle.md5mesh", kSharedMesh}, {"rise.md5anim", kSharedRise}};

std::unique_ptr<Document> open(const std::vector<Named>& files, const Limits& limits = {},
                               const ReadOptions& options = {}) {
  auto document = std::make_unique<Document>(limits, options);
  for (const Named& file : files) document->add_file(file.name, {file.text.begin(), file.text.end()});
  EXPECT_TRUE(document->load());
  return document;
}

bool shares(const Document& a, const Document& b) { return &a.scene() == &b.scene(); }

float height(Document& document, double time_s) {
  document.select_clip(0);
  document.evaluate(time_s, {});
  return static_cast<const float*>(document.buffer(BufferKind::kPositions, 0).data)[2];
}

std::vector<uint8_t> posed(const Document& document) {
  const BufferView view = document.buffer(BufferKind::kPositions, 0);
  const auto* bytes = static_cast<const uint8_t*>(view.data);
  return {bytes, bytes + view.bytes};
}

TEST(OpenFiles, OfEqualBytesAreHeldOnceAndPosedApart) {
  const auto a = open(kFiles), b = open(kFiles);
  EXPECT_TRUE(shares(*a, *b));
  for (const BufferKind kind : {BufferKind::kIndices, BufferKind::kUv, BufferKind::kInfluences})
    EXPECT_EQ(a->buffer(kind, 0).data, b->buffer(kind, 0).data);
  EXPECT_EQ(height(*a, 0.1), 1);
  EXPECT_EQ(height(*b, 0.15), 1.5f);
  EXPECT_EQ(static_cast<const float*>(a->buffer(BufferKind::kPositions, 0).data)[2], 1);
  EXPECT_EQ(a->report_text(), b->report_text());
}

TEST(OpenFiles, AreThereAsLongAsOneDocumentShowsThem) {
  auto a = open(kFiles);
  const auto b = open(kFiles);
  a.reset();
  EXPECT_EQ(height(*b, 0.15), 1.5f);
  EXPECT_TRUE(shares(*open(kFiles), *b));
}

TEST(OpenFiles, OfOtherBytesNamesLimitsOrOptionsAreNotShared) {
  const auto a = open(kFiles);
  std::string higher = kSharedRise;
  higher.replace(higher.find("{ 2 }"), 5, "{ 3 }");
  auto b = open({kFiles[0], {"rise.md5anim", higher}});
  EXPECT_FALSE(shares(*a, *b));
  EXPECT_EQ(height(*b, 0.15), 2);
  EXPECT_FALSE(shares(*a, *open({{"other.md5mesh", kSharedMesh}, kFiles[1]})));
  EXPECT_FALSE(shares(*a, *open({kFiles[1], kFiles[0]})));
  Limits limits;
  limits.messages = 3;
  EXPECT_FALSE(shares(*a, *open(kFiles, limits)));
  ReadOptions options;
  options.level = 1;
  EXPECT_FALSE(shares(*a, *open(kFiles, {}, options)));
}

TEST(OpenFiles, AreADocumentsOwnOnceItGetsMore) {
  const auto a = open({kFiles[0]}), b = open({kFiles[0]});
  ASSERT_TRUE(shares(*a, *b));
  b->add_file("rise.md5anim", {kFiles[1].text.begin(), kFiles[1].text.end()});
  ASSERT_TRUE(b->load());
  EXPECT_FALSE(shares(*a, *b));
  EXPECT_TRUE(a->scene().clips.empty());
  ASSERT_EQ(b->scene().clips.size(), 1u);
  EXPECT_EQ(height(*b, 0.15), 1.5f);
  EXPECT_FALSE(shares(*b, *open({kFiles[0]}))) << "what was one file are two";
  EXPECT_TRUE(shares(*a, *open({kFiles[0]})));
}

TEST(OpenFiles, ThatAreOfferedAreNotThoseThatAreThere) {
  const auto a = open({kFiles[0]});
  Document b;
  b.add_file("triangle.md5mesh", std::vector<uint8_t>(kFiles[0].text.begin(), kFiles[0].text.end()));
  b.offer("models/triangle.tga", 100);
  ASSERT_TRUE(b.load());
  EXPECT_FALSE(shares(*a, b));
}

TEST(OpenFiles, ShowWhatIsStoredUntilADocumentIsSkinnedItself) {
  std::ifstream in(test::kData / "gltf/valid/skinned.glb", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const auto a = open({{"skinned.glb", bytes}});
  a->select_clip(0);
  a->evaluate(0.5 * a->duration_s(), {});
  const auto b = open({{"skinned.glb", bytes}});
  ASSERT_TRUE(shares(*a, *b));
  const auto alone = open({{"alone.glb", bytes}});
  EXPECT_EQ(posed(*b), posed(*alone));
  b->select_clip(0);
  b->evaluate(0.5 * b->duration_s(), {});
  EXPECT_EQ(posed(*a), posed(*b));
  EXPECT_NE(a->buffer(BufferKind::kPositions, 0).data, b->buffer(BufferKind::kPositions, 0).data);
}

TEST(OpenFiles, WithErrorsAreReadByEach) {
  const std::vector<Named> files = {kFiles[0], {"rise.md5anim", std::string_view(kSharedRise).substr(0, 150)}};
  EXPECT_FALSE(shares(*open(files), *open(files)));
}

}  // namespace
}  // namespace vitrine
