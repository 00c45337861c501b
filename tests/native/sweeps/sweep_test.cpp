// Every small valid file of tests/data, cut at every length, changed in every byte, and loaded with every allocation
// failing once, as are exports of them. The formats come from the registry; nothing here names one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "convert/kind.h"
#include "format_check.h"
#include "session/document.h"
#include "sweeps/failing_allocation.h"

namespace vitrine {
namespace {

namespace fs = std::filesystem;

constexpr size_t kSmall = 4096;

struct SmallFile {
  std::string name;
  std::vector<uint8_t> bytes;
  const FormatRow* row = nullptr;
};
void PrintTo(const SmallFile& file, std::ostream* out) { *out << file.name; }

std::vector<SmallFile> small_files() {
  std::vector<SmallFile> files;
  std::vector<fs::path> paths;
  for (const auto& folder : fs::directory_iterator(VITRINE_TEST_DATA)) {
    if (!fs::is_directory(folder.path() / "valid")) continue;
    for (const auto& entry : fs::directory_iterator(folder.path() / "valid")) {
      if (entry.is_regular_file() && entry.file_size() < kSmall) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    SmallFile file{path.filename().string(), {std::istreambuf_iterator<char>(stream), {}}, nullptr};
    file.row = find_format(file.bytes, file.name);
    if (file.row != nullptr) files.push_back(std::move(file));
  }
  return files;
}

/// check_row on a heap block of the exact size, so that reading one byte too far is a report of the sanitizer.
std::string check(const FormatRow& row, const uint8_t* bytes, size_t size) {
  const std::unique_ptr<uint8_t[]> block(new uint8_t[size]);
  if (size != 0) std::memcpy(block.get(), bytes, size);
  return fuzz::check_row(row, {block.get(), size});
}

TEST(SweepData, EveryKindOfTheRegistryHasASmallValidFile) {
  const std::vector<SmallFile> files = small_files();
  for (const FormatRow& row : formats()) {
    EXPECT_TRUE(std::any_of(files.begin(), files.end(), [&](const SmallFile& file) { return file.row == &row; }))
        << row.kind << ": no file below " << kSmall << " bytes in tests/data/" << row.id << "/valid";
  }
}

class Sweep : public testing::TestWithParam<SmallFile> {};

TEST_P(Sweep, TheFileItselfOpensAndPoses) {
  const SmallFile& file = GetParam();
  EXPECT_EQ(fuzz::check_row(*file.row, file.bytes), "");
  EXPECT_EQ(fuzz::check_document(*file.row, file.bytes), "");
}

TEST_P(Sweep, EveryTruncationIsAValueOrAnError) {
  const SmallFile& file = GetParam();
  for (size_t size = 0; size < file.bytes.size(); ++size)
    ASSERT_EQ(check(*file.row, file.bytes.data(), size), "") << "first " << size << " bytes";
}

TEST_P(Sweep, EveryChangedByteIsAValueOrAnError) {
  const SmallFile& file = GetParam();
  std::vector<uint8_t> bytes = file.bytes;
  for (size_t at = 0; at < bytes.size(); ++at) {
    const uint8_t original = bytes[at];
    for (const uint8_t value :
         {uint8_t(0), uint8_t(1), uint8_t(0x7F), uint8_t(0x80), uint8_t(0xFF), uint8_t(~original)}) {
      if (value == original) continue;
      bytes[at] = value;
      ASSERT_EQ(check(*file.row, bytes.data(), bytes.size()), "") << "byte " << at << " set to " << int(value);
    }
    bytes[at] = original;
  }
}

TEST_P(Sweep, EveryFailingAllocationIsReported) {
  const SmallFile& file = GetParam();
  test::FailingAllocation failing;
  while (failing.next()) {
    Document document(fuzz::small_limits());
    document.add_file(file.name, file.bytes);
    failing.begin();
    const bool loaded = document.load();
    failing.end();
    if (loaded) continue;
    const std::vector<Message>& messages = document.diagnostics().messages();
    const bool reported =
        std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.code == &kOutOfMemory; });
    // An animation without its model does not open, but for reasons of its own.
    ASSERT_TRUE(reported || file.row->role != FileRole::kModel) << "allocation " << failing.nth();
  }
}

std::vector<uint8_t> test_data(const std::string& path) {
  std::ifstream stream(fs::path(VITRINE_TEST_DATA) / path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct FileOfSet {
  const char *name, *path;
};
using FileSet = std::vector<FileOfSet>;
/// Files as they lie beside one another: companions of every kind, and models that join.
const FileSet kSets[] = {
    {{"triangle.iqe", "iqm/valid/triangle.iqe"},
     {"triangle.iqe.framegroups", "iqm/valid/triangle.iqe.framegroups"},
     {"triangle_default.skin", "iqm/valid/triangle_default.skin"},
     {"scripts/triangle.shader", "iqm/valid/triangle.shader"},
     {"MODELDEF", "iqm/valid/triangle.modeldef"}},
    {{"flag.md5mesh", "md5/valid/flag.md5mesh"},
     {"flag_red.skin", "md5/valid/flag_red.skin"},
     {"flag.def", "md5/valid/flag.def"},
     {"materials.mtr", "md5/valid/materials.mtr"},
     {"path.md5camera", "md5/valid/path.md5camera"}},
    {{"alpha.md5mesh", "md5/valid/alpha.md5mesh"}, {"alpha.md5anim", "md5/valid/alpha.md5anim"}},
    {{"lower.md3", "quake/valid/tagged.md3"},
     {"upper.md3", "quake/valid/tagged.md3"},
     {"head.md3", "quake/valid/tagged.md3"},
     {"animation.cfg", "quake/valid/animation.cfg"}},
};

std::string contents(const Document& document) {
  const Scene& scene = document.scene();
  std::string out;
  for (const size_t count : {scene.nodes.size(), scene.meshes.size(), scene.materials.size(), scene.textures.size(),
                             scene.clips.size(), scene.cameras.size()})
    out += std::to_string(count) + ' ';
  return out;
}

/// A set opens whole, or a message says that memory was short: nothing of it is lost in silence.
TEST(SweepData, EveryFailingAllocationOfASetIsReported) {
  for (const FileSet& set : kSets) {
    SCOPED_TRACE(set.front().name);
    const auto add_all = [&set](Document& document) {
      for (const auto& [name, path] : set) document.add_file(name, test_data(path));
    };
    Document whole(fuzz::small_limits());
    add_all(whole);
    ASSERT_TRUE(whole.load());
    test::FailingAllocation failing;
    while (failing.next()) {
      Document document(fuzz::small_limits());
      add_all(document);
      failing.begin();
      const bool loaded = document.load();
      failing.end();
      const std::vector<Message>& messages = document.diagnostics().messages();
      const bool reported =
          std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.code == &kOutOfMemory; });
      if (failing.nth() < 0 || reported) continue;
      ASSERT_TRUE(loaded) << "allocation " << failing.nth();
      ASSERT_EQ(contents(document), contents(whole)) << "allocation " << failing.nth();
    }
  }
}

/// Of each format the file that has most in it.
TEST(SweepData, EveryFailingAllocationOfAnExportIsReported) {
  const std::vector<SmallFile> files = small_files();
  test::TriedPaths tried;
  for (const FormatRow& row : formats()) {
    if (row.role != FileRole::kModel) continue;
    const SmallFile* file = nullptr;
    for (const SmallFile& other : files) {
      if (other.row == &row && (file == nullptr || other.bytes.size() > file->bytes.size())) file = &other;
    }
    ASSERT_NE(file, nullptr) << row.kind;
    Document document(fuzz::small_limits());
    document.add_file(file->name, file->bytes);
    ASSERT_TRUE(document.load()) << file->name;
    for (const ExportKind* kind : export_kinds()) {
      SCOPED_TRACE(file->name + " as " + kind->id);
      test::FailingAllocation failing(tried);
      while (failing.next()) {
        failing.begin();
        const Result<ExportedFile> exported = document.export_file(kind->id, "{}");
        failing.end();
        ASSERT_TRUE(exported || exported.error().code() == &kOutOfMemory) << "allocation " << failing.nth();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Data, Sweep, testing::ValuesIn(small_files()), [](const auto& info) {
  std::string name = info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return std::to_string(info.index) + "_" + name;
});
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Sweep);

}  // namespace
}  // namespace vitrine
