// Every small valid file of tests/data, cut at every length, changed in every byte, and loaded with every allocation
// failing once. The formats come from the registry; nothing here names one.

#include <dlfcn.h>
#include <execinfo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "format_check.h"
#include "session/document.h"

namespace {

/// Allocations to come until one fails; negative = none does.
long allocations_left = -1;
/// Allocations since the countdown began, and which of them failed (-1: none yet).
long allocations_made = 0, failed_allocation = -1;

/// True inside the JSON library, which does not survive a failing allocation: its destructors allocate although they
/// must not throw, and a value whose constructor failed is destroyed half made. No failure is injected there, because
/// the process would end whatever the caller does. Found by the names of the calling functions (the executable exports
/// its symbols for that).
bool inside_json_library() {
  void* frames[32];
  const int count = backtrace(frames, 32);
  for (int i = 0; i < count; ++i) {
    Dl_info info;
    if (dladdr(frames[i], &info) == 0 || info.dli_sname == nullptr) continue;
    const std::string_view name = info.dli_sname;
    if (name.starts_with("_ZN8nlohmann") || name.starts_with("_ZNK8nlohmann")) return true;
  }
  return false;
}

bool allocation_fails() {
  if (allocations_left < 0) return false;
  ++allocations_made;
  if (allocations_left-- != 0) return false;
  if (inside_json_library()) {
    allocations_left = 0;  // the next one then
    return false;
  }
  failed_allocation = allocations_made - 1;
  return true;
}

}  // namespace

// Not inlined: the compiler would see a free of what operator new returned and warn.
[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return allocation_fails() ? nullptr : std::malloc(size != 0 ? size : 1);
}
[[gnu::noinline]] void* operator new(size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

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
  bool failed = true;
  // Where the library's own were passed over, the next round begins behind the one that failed instead.
  for (long nth = 0; failed; nth = std::max(nth, failed_allocation) + 1) {
    Document document(fuzz::small_limits());
    document.stage(file.name, file.bytes);
    allocations_left = nth;
    allocations_made = 0;
    failed_allocation = -1;
    const bool loaded = document.load();
    failed = allocations_left < 0;
    allocations_left = -1;
    if (loaded) continue;
    const std::vector<Message>& messages = document.diagnostics().messages();
    const bool reported =
        std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.code == &kOutOfMemory; });
    // An animation without its model does not open, but for reasons of its own.
    ASSERT_TRUE(reported || file.row->role != FileRole::kModel) << "allocation " << nth;
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
