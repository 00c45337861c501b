// Files made to mislead: what is refused says why, what is written opens, what is mended is better.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "session/document.h"

namespace vitrine {
namespace {

using Bytes = std::vector<uint8_t>;
const std::filesystem::path kHostile = std::filesystem::path(VITRINE_TEST_DATA) / "hostile";

Bytes hostile(const std::string& name) {
  std::ifstream file(kHostile / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string first_error(const Document& document) {
  for (const Message& message : document.diagnostics().messages()) {
    if (message.severity == Severity::kError) return message.code->id;
  }
  return "";
}

struct Refused {
  const char* file;
  const char* code;
};
class HostileFile : public testing::TestWithParam<Refused> {};

TEST_P(HostileFile, IsRefusedWithItsError) {
  const Bytes bytes = hostile(GetParam().file);
  ASSERT_FALSE(bytes.empty());
  Document document;
  document.stage(GetParam().file, bytes);
  EXPECT_FALSE(document.load());
  EXPECT_EQ(first_error(document), GetParam().code);
}

constexpr Refused kRefused[] = {
    {"kri_refused_without_error_516534e9.scene", "NOTHING_TO_SHOW"},
    {"pivot_refused_without_error_55fc4716.pivot", "PIVOT_NON_FINITE"},
    {"qmsh_refused_without_error_155690d3.qmsh", "UNKNOWN_FORMAT"},
    {"v2m_refused_without_error_3701cea9.v2m", "V2M_TRUNCATED"},
    {"vfx_refused_without_error_e81f0609.vfx", "UNKNOWN_FORMAT"},
    {"zeros16.md5mesh", "UNKNOWN_FORMAT"},
    {"overflow_chain_far.pivot", "NOT_FINITE"},
    {"qmsh_inspect_null_number.qmsh", "NOT_FINITE"},
};
INSTANTIATE_TEST_SUITE_P(Loading, HostileFile, testing::ValuesIn(kRefused));

TEST(HostileLoad, NothingAtAllIsAnError) {
  Document document;
  document.stage("pictures.png", Bytes{1, 2, 3});
  EXPECT_FALSE(document.load());
  EXPECT_NE(first_error(document), "");
}

TEST(HostileLoad, SixteenZerosAreNoScene) {
  for (const char* name : {"a.md5mesh", "a.qmsh", "a.v2m", "a", "a.pivot"}) {
    Document document;
    document.stage(name, Bytes(16));
    EXPECT_FALSE(document.load()) << name;
    EXPECT_NE(first_error(document), "") << name;
  }
}

TEST(HostileLoad, TheReaderThatTheEndingNamesTellsItsFault) {
  const std::string_view text = "MD5Versoin 10\ncommandline \"\"\n";
  for (const auto& [name, fault] :
       {std::pair("a.md5mesh", "unrecognised file format (as md5mesh: "), std::pair("a.QMSH", "(as qmsh: "),
        std::pair("folder/a.iqm", "(as iqm: "), std::pair("a.txt", "unrecognised file format")}) {
    Document document;
    document.stage(name, Bytes(text.begin(), text.end()));
    EXPECT_FALSE(document.load()) << name;
    EXPECT_EQ(first_error(document), "UNKNOWN_FORMAT") << name;
    const std::string said = document.diagnostics().messages()[0].text;
    EXPECT_NE(said.find(fault), std::string::npos) << said;
    EXPECT_EQ(said.find("(as ") == std::string::npos, std::string(name) == "a.txt") << said;
  }
}

TEST(HostileExport, WhatIsWrittenOpens) {
  const char* const kFiles[] = {"export_null.qmsh.tmp", "export_pivot_nan.pivot", "export_qmsh_nan.pivot",
                                "export_report_not_finite.pivot"};
  size_t opened = 0;
  for (const char* file : kFiles) {
    Document document;
    document.stage(file, hostile(file));
    if (!document.load()) {
      EXPECT_NE(first_error(document), "") << file;
      continue;
    }
    ++opened;
    for (const char* kind : {"glb", "qmsh", "qmsh.tmp", "scene", "pivot"}) {
      const auto written = document.export_file(kind, "");
      if (!written || std::string(kind) == "glb") continue;
      Document again;
      again.stage(std::string("again.") + kind, written->bytes);
      EXPECT_TRUE(again.load()) << file << " as " << kind;
      EXPECT_EQ(first_error(again), "") << file << " as " << kind;
    }
  }
  EXPECT_EQ(opened, 3u);  // the first has no finite bind pose
}

TEST(HostileExport, WhatIsKnownNotToOpenIsRefused) {
  for (const auto& [file, kind] :
       {std::pair("export_pivot_nan.pivot", "pivot"), std::pair("export_qmsh_nan.pivot", "qmsh")}) {
    Document document;
    document.stage(file, hostile(file));
    ASSERT_TRUE(document.load()) << file;
    const auto written = document.export_file(kind, "");
    ASSERT_FALSE(written) << file;
    EXPECT_STREQ(written.error().code()->id, "EXPORT_UNREADABLE") << file;
  }
}

constexpr const char* kFar = R"(MD5Version 10
commandline ""
numJoints 1
numMeshes 1
joints {
	"root" -1 ( 0 0 0 ) ( 0 0 0 )
}
mesh {
	shader "a"
	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 1 1 ) 2 1
	numtris 1
	tri 0 0 2 1
	numweights 3
	weight 0 0 1 ( 1e38 0 0 )
	weight 1 0 1 ( 0 1e38 0 )
	weight 2 0 1 ( 0 0 1e38 )
}
)";

TEST(HostileExport, WhatWouldNotOpenIsAnError) {
  const std::string_view text = kFar;
  Document document;
  document.stage("far.md5mesh", Bytes(text.begin(), text.end()));
  ASSERT_TRUE(document.load());
  // The matrices of a pivot scene take 1e38 beyond the range of a float.
  const auto refused = document.export_file("pivot", "");
  ASSERT_FALSE(refused);
  EXPECT_STREQ(refused.error().code()->id, "EXPORT_UNREADABLE");
  for (const char* kind : {"qmsh", "qmsh.tmp", "scene"}) {
    const auto written = document.export_file(kind, "");
    ASSERT_TRUE(written) << kind;
    Document again;
    again.stage(std::string("again.") + kind, written->bytes);
    EXPECT_TRUE(again.load()) << kind;
    EXPECT_EQ(first_error(again), "") << kind;
  }
}

TEST(HostileFixes, AreOfferedOnlyWhereTheyHelp) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kHostile)) {
    const std::string name = entry.path().filename().string();
    if (name.find("fix_") == std::string::npos) continue;
    ++files;
    Document document;
    document.stage(name, hostile(name));
    document.load();
    for (const auto& fix : document.fixes()) {
      Bytes patched;
      const auto report = document.patch(name, nlohmann::json::array({fix["code"]}).dump(), patched);
      if (report.is_null()) continue;
      EXPECT_EQ(report["check"]["left"].size(), 0u) << name << ' ' << report["check"].dump();
      EXPECT_EQ(report["check"]["opens"], true) << name << ' ' << report["check"].dump();
      for (const auto& arose : report["check"]["arose"]) ADD_FAILURE() << name << ' ' << fix["code"] << arose.dump();
    }
  }
  EXPECT_GE(files, 7u);
}

TEST(HostileFixes, ListsThatContradictEachOtherGiveNone) {
  const auto offered = [](std::string_view text) {
    Document document;
    document.stage("twice.md5mesh", Bytes(text.begin(), text.end()));
    document.load();
    return document.fixes();
  };
  constexpr std::string_view kOnce = R"(MD5Version 10
commandline ""
numJoints 3
numMeshes 1
joints { "a" -1 ( 0 0 0 ) ( 0 0 0 ) }
mesh { shader "" numverts 0 numtris 0 numweights 0 }
)";
  EXPECT_EQ(offered(kOnce).size(), 1u);  // the count of joints
  EXPECT_EQ(offered(std::string(kOnce) + R"(joints { "a" -1 ( 0 0 0 ) ( 0 0 0 ) "b" 0 ( 0 0 0 ) ( 0 0 0 ) })").size(),
            0u);
}

}  // namespace
}  // namespace vitrine
