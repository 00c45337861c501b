// Files made to mislead: what is refused says why, what is written opens, what is mended is better.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstring>
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
  document.add_file(GetParam().file, bytes);
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
  document.add_file("pictures.png", Bytes{1, 2, 3});
  EXPECT_FALSE(document.load());
  EXPECT_NE(first_error(document), "");
}

TEST(HostileLoad, SixteenZerosAreNoScene) {
  for (const char* name : {"a.md5mesh", "a.qmsh", "a.v2m", "a", "a.pivot"}) {
    Document document;
    document.add_file(name, Bytes(16));
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
    document.add_file(name, Bytes(text.begin(), text.end()));
    EXPECT_FALSE(document.load()) << name;
    EXPECT_EQ(first_error(document), "UNKNOWN_FORMAT") << name;
    const std::string said = document.diagnostics().messages()[0].text;
    EXPECT_NE(said.find(fault), std::string::npos) << said;
    EXPECT_EQ(said.find("(as ") == std::string::npos, std::string(name) == "a.txt") << said;
  }
}

TEST(HostileLoad, ATextThatIsCutInsideAWordSaysThatItEndsThere) {
  const std::filesystem::path data = VITRINE_TEST_DATA;
  constexpr const char* kEnds[] = {"the file ends", "the end of the file", "the file is too short", "the file holds",
                                   "the rest of the file can hold"};
  size_t cuts = 0;
  for (const char* name : {"md5/valid/alpha.md5mesh", "md5/valid/dialects.md5mesh", "md5/valid/blender.md5anim",
                           "md5/valid/vr_cuts.md5camera", "qmsh/valid/flag_v12.qmsh.tmp"}) {
    std::ifstream file(data / name, std::ios::binary);
    const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
    ASSERT_GT(bytes.size(), 100U) << name;
    for (size_t size = 1; size < bytes.size(); ++size) {
      Document document;
      document.add_file(name, Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
      if (std::isspace(bytes[size - 1]) != 0 || document.load()) continue;
      const auto& messages = document.diagnostics().messages();
      const auto error = std::find_if(messages.begin(), messages.end(),
                                      [](const Message& each) { return each.severity == Severity::kError; });
      ASSERT_NE(error, messages.end()) << name << ' ' << size;
      // In the words of a syntax, or in those of counts.
      const bool told = std::any_of(std::begin(kEnds), std::end(kEnds),
                                    [&](const char* words) { return error->text.find(words) != std::string::npos; });
      EXPECT_TRUE(told || error->code->id == std::string("NOTHING_TO_SHOW"))
          << name << ' ' << size << ": " << error->text;
      ++cuts;
    }
  }
  EXPECT_GT(cuts, 1000U);
}

TEST(HostileExport, WhatIsWrittenOpens) {
  const char* const kFiles[] = {"export_null.qmsh.tmp", "export_pivot_nan.pivot", "export_qmsh_nan.pivot",
                                "export_report_not_finite.pivot"};
  size_t opened = 0;
  for (const char* file : kFiles) {
    Document document;
    document.add_file(file, hostile(file));
    if (!document.load()) {
      EXPECT_NE(first_error(document), "") << file;
      continue;
    }
    ++opened;
    for (const char* kind : {"glb", "qmsh", "qmsh.tmp", "scene", "pivot"}) {
      const auto written = document.export_file(kind, "");
      if (!written) continue;
      Document again;
      again.add_file(std::string("again.") + kind, written->bytes);
      EXPECT_TRUE(again.load()) << file << " as " << kind;
      EXPECT_EQ(first_error(again), "") << file << " as " << kind;
    }
  }
  EXPECT_EQ(opened, 3u);  // the first has no finite bind pose
}

/// A mesh below a node that is flat, and a bone that is: what no inverse of a matrix leads to is written all the same.
TEST(HostileExport, WhatIsFlatStandsWhereItStood) {
  for (const auto& [file, kind] :
       {std::pair("export_pivot_nan.pivot", "pivot"), std::pair("export_qmsh_nan.pivot", "qmsh")}) {
    SCOPED_TRACE(file);
    Document document;
    document.add_file(file, hostile(file));
    ASSERT_TRUE(document.load());
    const auto written = document.export_file(kind, "");
    ASSERT_TRUE(written);
    const auto& bind = written->report["readBack"]["bind"];
    EXPECT_LT(bind["largest"].get<double>(), 1e-6) << bind;
    int named = 0;
    for (const auto& loss : written->report["losses"])
      if (loss["what"] == "hidden") named += loss["count"].get<int>();
    EXPECT_EQ(named, 1);
  }
}

/// An md5mesh of one triangle; `joints` and `weights` are the lines of its lists.
Bytes triangle_model(size_t joint_count, const std::string& joints, const std::string& weights) {
  const std::string text = "MD5Version 10\ncommandline \"\"\nnumJoints " + std::to_string(joint_count) +
                           "\nnumMeshes 1\njoints {\n" + joints +
                           "}\nmesh {\n\tshader \"a\"\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n"
                           "\tvert 2 ( 1 1 ) 2 1\n\tnumtris 1\n\ttri 0 0 2 1\n\tnumweights 3\n" +
                           weights + "}\n";
  return Bytes(text.begin(), text.end());
}

TEST(HostileExport, WhatWouldNotOpenIsAnError) {
  Document document;
  document.add_file("far.md5mesh", triangle_model(1, "\t\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n",
                                                  "\tweight 0 0 1 ( 1e38 0 0 )\n\tweight 1 0 1 ( 0 1e38 0 )\n"
                                                  "\tweight 2 0 1 ( 0 0 1e38 )\n"));
  ASSERT_TRUE(document.load());
  // The matrices of a pivot scene take 1e38 beyond the range of a float.
  const auto refused = document.export_file("pivot", "");
  ASSERT_FALSE(refused);
  EXPECT_STREQ(refused.error().code()->id, "EXPORT_UNREADABLE");
  for (const char* kind : {"qmsh", "qmsh.tmp", "scene"}) {
    const auto written = document.export_file(kind, "");
    ASSERT_TRUE(written) << kind;
    Document again;
    again.add_file(std::string("again.") + kind, written->bytes);
    EXPECT_TRUE(again.load()) << kind;
    EXPECT_EQ(first_error(again), "") << kind;
  }
}

TEST(HostileExport, AGlbWhoseMatricesOverflowIsAnError) {
  Document document;
  document.add_file(
      "far.md5mesh",
      triangle_model(2, "\t\"root\" -1 ( 3e38 0 0 ) ( 0 0 0 )\n\t\"top\" 0 ( 3e38 3e38 0 ) ( 0.5 0.5 0.5 )\n",
                     "\tweight 0 1 0 ( 0 0 0 )\n\tweight 1 1 0 ( 0 1 0 )\n\tweight 2 1 0 ( 0 0 1 )\n"));
  ASSERT_TRUE(document.load());
  // The inverse of the second matrix adds three numbers of 3e38.
  const auto refused = document.export_file("glb", "");
  ASSERT_FALSE(refused);
  EXPECT_STREQ(refused.error().code()->id, "EXPORT_UNREADABLE");
}

TEST(HostileFixes, AreOfferedOnlyWhereTheyHelp) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kHostile)) {
    const std::string name = entry.path().filename().string();
    if (name.find("fix_") == std::string::npos) continue;
    ++files;
    Document document;
    document.add_file(name, hostile(name));
    document.load();
    for (const auto& fix : document.fixes()) {
      Bytes patched;
      const auto report = document.patch(name, nlohmann::ordered_json::array({fix["code"]}), patched);
      if (report.is_null()) continue;
      EXPECT_EQ(report["check"]["left"].size(), 0u) << name << ' ' << report["check"].dump();
      EXPECT_EQ(report["check"]["opens"], true) << name << ' ' << report["check"].dump();
      for (const auto& arose : report["check"]["arose"]) ADD_FAILURE() << name << ' ' << fix["code"] << arose.dump();
    }
  }
  EXPECT_GE(files, 7u);
}

/// Each chunk is found by a walk through the file: in a large file the changes of later ones have no names, and are
/// shown all the same.
TEST(HostileFixes, OfManyChunksAreShownWithoutAWalkForEach) {
  constexpr int kMeshes = 100;
  std::string text = "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes " + std::to_string(kMeshes) +
                     "\njoints { \"a\" -1 ( 0 0 0 ) ( 0 0 0 ) }\n";
  for (int i = 0; i < kMeshes; ++i)
    text +=
        "mesh { shader \"s\" numverts 3 vert 0 ( 0 0 ) 0 1 vert 1 ( 0 0 ) 1 1 vert 2 ( 0 0 ) 2 1\nnumtris 1 tri 0 0 1 "
        "2\n"
        "numweights 3 weight 0 0 1 ( 0 0 0 ) weight 1 0 1 ( 4 0 0 ) weight 2 0 1 ( 0 4 0 ) }\n";
  Document source;
  source.add_file("a.md5mesh", Bytes(text.begin(), text.end()));
  ASSERT_TRUE(source.load());
  const auto written = source.export_file("scene", "");
  ASSERT_TRUE(written);
  // In the nodes every 1 becomes 1.5, the last number of their rotations among them.
  const auto damaged = [&](size_t padding) {
    Bytes bytes = written->bytes;
    constexpr size_t kHeader = 12;
    for (size_t at = 0; at + kHeader <= bytes.size();) {
      uint32_t size = 0;
      std::memcpy(&size, &bytes[at + 8], 4);
      const bool is_node = std::memcmp(&bytes[at], "node", 4) == 0;
      for (size_t i = at + kHeader; is_node && i + 4 <= at + kHeader + size; ++i) {
        constexpr float kOne = 1, kMore = 1.5f;
        if (std::memcmp(&bytes[i], &kOne, 4) == 0) std::memcpy(&bytes[i], &kMore, 4);
      }
      at += kHeader + size;
    }
    if (padding != 0) {
      const auto size = static_cast<uint32_t>(padding);
      bytes.insert(bytes.end(), {'u', 'n', 'k', 'n', 'o', 'w', 'n', 0, 0, 0, 0, 0});
      std::memcpy(&bytes[bytes.size() - 4], &size, 4);
      bytes.resize(bytes.size() + padding);
    }
    return bytes;
  };
  const auto unnamed = [&](size_t padding, size_t& rows) {
    Document document;
    document.add_file("a.scene", damaged(padding));
    EXPECT_TRUE(document.load());
    Bytes patched;
    const auto report = document.patch("a.scene", nlohmann::ordered_json::array({"KRI_CHUNK_VALUE"}), patched);
    EXPECT_FALSE(report.is_null());
    rows = 0;
    size_t count = 0;
    for (const auto& change : report["diff"]) {
      rows += change["size"].get<size_t>() / 4;
      count += change["field"] == "" ? 1 : 0;
      EXPECT_LE(change["size"], 16) << change;
      EXPECT_NE(change["hexBefore"], change["hexAfter"]) << change;
    }
    return count;
  };
  size_t rows = 0, rows_of_large = 0;
  EXPECT_EQ(unnamed(0, rows), 0u);
  EXPECT_GE(rows, size_t{kMeshes});
  EXPECT_GT(unnamed(4 << 20, rows_of_large), 0u);
  EXPECT_GE(rows_of_large, rows);
}

TEST(HostileFixes, ListsThatContradictEachOtherGiveNone) {
  const auto offered = [](std::string_view text) {
    Document document;
    document.add_file("twice.md5mesh", Bytes(text.begin(), text.end()));
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
