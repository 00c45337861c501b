// Every valid document cut at every byte and with every byte replaced: read and evaluated, within time and memory.

#include <chrono>
#include <cstring>
#include <memory>

#include "world/worlds.h"

namespace vitrine::test {
namespace {

struct Document {
  std::string name, text;
};
std::vector<Document> documents() {
  std::vector<Document> list;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(VITRINE_TEST_DATA) / "world" / "valid")) {
    if (!entry.is_regular_file()) continue;
    // Without the blanks between values, so that every byte counts.
    list.push_back({entry.path().filename().string(), Json::parse(read_text(entry.path())).dump()});
  }
  return list;
}

/// True when it can be evaluated.
bool evaluate(std::string_view text) {
  const std::unique_ptr<char[]> block(new char[text.size()]);
  if (!text.empty()) std::memcpy(block.get(), text.data(), text.size());
  WorldSession session({block.get(), text.size()}, {});
  if (!session.ok()) return false;
  for (const double time_s : {0.0, 0.3}) {
    if (!session.evaluate(time_s)) return false;
  }
  (void)session.report();
  return true;
}

TEST(Sweep, NoTruncationIsADocument) {
  for (const Document& document : documents()) {
    ASSERT_TRUE(evaluate(document.text)) << document.name;
    for (size_t size = 0; size < document.text.size(); ++size)
      ASSERT_FALSE(evaluate(std::string_view(document.text).substr(0, size))) << document.name << " " << size;
  }
}

TEST(Sweep, AnyByteMayBeAnything) {
  for (const Document& document : documents()) {
    std::string text = document.text;
    for (size_t at = 0; at < text.size(); ++at) {
      const char was = text[at];
      for (const char byte : {'\0', '\x80', '\xFF', '9', '-', '"', '}'}) {
        text[at] = byte;
        (void)evaluate(text);
      }
      text[at] = was;
    }
  }
}

}  // namespace
}  // namespace vitrine::test
