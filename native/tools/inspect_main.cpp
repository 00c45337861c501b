// The core without a browser or Node, for debugging and for looking into fuzz findings.
//   vitrine_tool inspect FILE...   the report of one document of all files, as JSON
//   vitrine_tool digest FILE...    per file "digest  file", each a document of its own

#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "session/document.h"
#include "session/json_text.h"

namespace {

std::optional<std::vector<uint8_t>> read_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return std::nullopt;
  std::vector<uint8_t> bytes;
  uint8_t block[1 << 16];
  for (size_t n; (n = std::fread(block, 1, sizeof block, file)) > 0;) bytes.insert(bytes.end(), block, block + n);
  const bool complete = std::ferror(file) == 0;
  std::fclose(file);
  if (!complete) return std::nullopt;
  return bytes;
}

/// Stages one file; false when it cannot be read (said on standard error).
bool stage(vitrine::Document& document, const char* path) {
  std::optional<std::vector<uint8_t>> bytes = read_file(path);
  if (!bytes) {
    std::fprintf(stderr, "vitrine_tool: cannot read %s\n", path);
    return false;
  }
  document.stage(path, std::move(*bytes));
  return true;
}

int inspect(int count, char** files) {
  vitrine::Document document;
  for (int i = 0; i < count; ++i) {
    if (!stage(document, files[i])) return 2;
  }
  document.load();
  std::printf("%s\n", vitrine::json_text(document.report()).c_str());
  return document.diagnostics().count(vitrine::Severity::kError) == 0 ? 0 : 1;
}

int digest(int count, char** files) {
  for (int i = 0; i < count; ++i) {
    vitrine::Document document;
    if (!stage(document, files[i])) return 2;
    document.load();
    std::printf("%s  %s\n", document.digest().c_str(), files[i]);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 3 && std::strcmp(argv[1], "inspect") == 0) return inspect(argc - 2, argv + 2);
  if (argc >= 3 && std::strcmp(argv[1], "digest") == 0) return digest(argc - 2, argv + 2);
  std::fprintf(stderr, "usage: vitrine_tool inspect|digest FILE...\n");
  return 2;
}
