// Every valid world document of tests/data with every allocation failing once: reading, evaluating and reporting end in
// a report or in an issue, never in an exception.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "sweeps/failing_allocation.h"
#include "world/session/document.h"

namespace vitrine::test {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(VITRINE_TEST_DATA) / "world" / "valid";

std::optional<std::vector<uint8_t>> read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

struct WorldFile {
  std::string name, text;
};
void PrintTo(const WorldFile& file, std::ostream* out) { *out << file.name; }

std::vector<WorldFile> world_files_of_the_data() {
  std::vector<WorldFile> files;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (!entry.is_regular_file()) continue;
    const auto bytes = read_bytes(entry.path());
    files.push_back({entry.path().stem().stem().string(), std::string(bytes->begin(), bytes->end())});
  }
  std::sort(files.begin(), files.end(), [](const WorldFile& a, const WorldFile& b) { return a.name < b.name; });
  return files;
}

class WorldSweep : public testing::TestWithParam<WorldFile> {};

TEST_P(WorldSweep, EveryFailingAllocationIsAnIssue) {
  // What the document names, read beforehand: the host's own allocations are not the subject. Without effect files,
  // whose long tables have a sweep of their own.
  const std::string& text = GetParam().text;
  std::vector<std::pair<std::string, std::vector<uint8_t>>> files;
  for (const std::string& name : world_files(text)) {
    if (name.ends_with(".vfx")) continue;
    if (auto bytes = read_bytes(kFolder / name)) files.emplace_back(name, std::move(*bytes));
  }
  const auto lookup = [&](std::string_view name) -> std::optional<std::vector<uint8_t>> {
    for (const auto& [known, bytes] : files) {
      if (known == name) return bytes;
    }
    return {};
  };
  FailingAllocation failing;
  long rounds = 0, reported = 0;
  for (; failing.next(); ++rounds) {
    std::string report;
    failing.begin();
    {
      WorldSession session(text, lookup);
      if (session.ok() && session.evaluate(0)) session.evaluate(0.5);
      report = session.report_text();
    }
    failing.end();
    const auto json = nlohmann::json::parse(report, nullptr, false);
    ASSERT_TRUE(json.is_object() && json.contains("issues")) << "allocation " << failing.nth() << ": " << report;
    const bool has_frame = json.contains("kind");
    const bool says_so = std::any_of(json["issues"].begin(), json["issues"].end(),
                                     [](const auto& issue) { return issue["code"] == "OUT_OF_MEMORY"; });
    // A model or a sound that there was no memory for may be missing; else the whole document is.
    ASSERT_TRUE(has_frame || says_so) << "allocation " << failing.nth() << ": " << report;
    reported += says_so ? 1 : 0;
  }
  EXPECT_GT(rounds, 20);
  EXPECT_GT(reported, rounds / 2);
}

TEST_P(WorldSweep, EveryFailingAllocationOfDrawingAndChangingIsSaid) {
  const std::string& text = GetParam().text;
  const auto lookup = [&](std::string_view name) { return read_bytes(kFolder / name); };
  FailingAllocation failing;
  long rounds = 0, said = 0;
  for (; failing.next(); ++rounds) {
    WorldSession session(text, lookup);
    ASSERT_TRUE(session.ok() && session.evaluate(0));
    const std::string before = session.report_text();
    bool has_thrown = false, is_refused = false;
    failing.begin();
    try {
      std::vector<world::Issue> issues;
      (void)session.draw(16, 10, {}, {}, issues);
    } catch (const std::bad_alloc&) {
      has_thrown = true;
    }
    const bool has_volumes = session.update_volumes();
    // A seed is no value that frames read anew.
    if (has_volumes && !has_thrown) {
      if (session.set("/seed", "7", lookup) == WorldChange::kReplays) session.replay(100);
      is_refused = !session.change_issues().empty();
    }
    failing.end();
    if (has_thrown) {
      ASSERT_EQ(session.report_text(), before) << "allocation " << failing.nth();
    }
    ASSERT_EQ(has_volumes, session.ok()) << "allocation " << failing.nth();
    if (is_refused) {
      ASSERT_STREQ(session.change_issues()[0].code->id, "OUT_OF_MEMORY");
    }
    if (session.ok()) {
      ASSERT_TRUE(session.evaluate(0.5)) << "allocation " << failing.nth();
    }
    said += has_thrown || !has_volumes || is_refused ? 1 : 0;
  }
  EXPECT_GT(rounds, 20);
  EXPECT_GT(said, rounds / 2);
}

INSTANTIATE_TEST_SUITE_P(Data, WorldSweep, testing::ValuesIn(world_files_of_the_data()),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace vitrine::test
