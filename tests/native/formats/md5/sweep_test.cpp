// Every truncation of every valid file, and every byte set to nasty values: a load ends in a value that validate
// passes, or in an error; nothing else.

#include <filesystem>

#include "formats/md5/support.h"
#include "scene/validate.h"

namespace vitrine::md5test {
namespace {

std::vector<Input> valid_files() {
  std::vector<Input> out;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(VITRINE_TEST_DATA) + "/md5/valid"))
    out.push_back(read_input(entry.path().string()));
  return out;
}

void expect_sound(const Document& document, const std::string& what) {
  const Status status = validate(document.scene);
  EXPECT_TRUE(status) << what << ": " << status.error().path() << " " << status.error().message();
}

TEST(Md5Sweep, EveryValidFileOpensAndIsSmall) {
  const auto files = valid_files();
  EXPECT_GE(files.size(), 12u);
  for (const Input& input : files) {
    const Document document = load({input});
    EXPECT_TRUE(document.opened()) << input.name << " " << document.errors[0];
    EXPECT_LT(input.bytes.size(), 2048u);
    expect_sound(document, input.name);
  }
}

TEST(Md5Sweep, EveryTruncationEndsInAValueOrAnError) {
  for (const Input& input : valid_files()) {
    for (size_t size = 0; size < input.bytes.size(); ++size)
      expect_sound(load({{input.name, input.bytes.substr(0, size)}}), input.name + " cut to " + std::to_string(size));
  }
}

TEST(Md5Sweep, EveryByteSetToNastyValuesEndsInAValueOrAnError) {
  for (const Input& input : valid_files()) {
    for (size_t at = 0; at < input.bytes.size(); ++at) {
      for (const int value : {0, 1, 0x7F, 0x80, 0xFF, input.bytes[at] ^ 0xFF, int{'9'}, int{'-'}}) {
        Input changed = input;
        changed.bytes[at] = static_cast<char>(value);
        expect_sound(load({changed}), input.name + " byte " + std::to_string(at) + " = " + std::to_string(value));
      }
    }
  }
}

}  // namespace
}  // namespace vitrine::md5test
