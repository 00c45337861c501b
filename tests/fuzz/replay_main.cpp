// Runs a fuzz target over files without libFuzzer: replay PATH... (folders are walked).

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#ifdef __EMSCRIPTEN__
/// A stack at each allocation is read from the text of a JavaScript error: nine tenths of the time.
extern "C" const char* __asan_default_options() { return "malloc_context_size=0"; }
#endif

namespace {

namespace fs = std::filesystem;

void replay(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  // A heap block of the exact size: reading one byte too far is a report.
  const std::unique_ptr<uint8_t[]> block(new uint8_t[bytes.size()]);
  if (!bytes.empty()) std::memcpy(block.get(), bytes.data(), bytes.size());
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  LLVMFuzzerTestOneInput(block.get(), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) {
    if (!fs::is_directory(arguments[i]))
      files.emplace_back(arguments[i]);
    else {
      for (const auto& entry : fs::recursive_directory_iterator(arguments[i])) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) replay(path);
  std::printf("%zu files\n", files.size());
  return 0;
}
