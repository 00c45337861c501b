// Where the fields of a record lie in the file.

#include "formats/qmsh/full/places.h"

#include <map>

#include "support.h"

namespace vitrine::qmsh::test {
namespace {

TEST(Map, FieldsOfEverySectionOfEveryVersionFollowEachOtherToItsEnd) {
  for (const int version : {10, 12, 13, 14, 16, 18, 19, 20, 21, 22}) {
    SCOPED_TRACE(version);
    const auto bytes = read_bytes(kData / "valid" / ("flag_v" + std::to_string(version) + ".qmsh"));
    const Loaded file = load(bytes, "flag.qmsh");
    std::map<std::string, std::string> texts;
    for (const auto& section : file.info["sections"]) {
      SCOPED_TRACE(section.dump());
      auto at = section["offset"].get<uint64_t>();
      const uint64_t end = at + section["bytes"].get<uint64_t>();
      const auto map = map_record(bytes, at);
      for (const auto& part : map["parts"]) {
        EXPECT_EQ(part["offset"], at) << part.dump();
        if (part.contains("members")) {
          at += part["count"].get<uint64_t>() * part["stride"].get<uint64_t>();
          continue;
        }
        at += part["size"].get<uint64_t>();
        if (part["type"] == "text") texts[part["name"].get<std::string>()] = part["value"].get<std::string>();
      }
      EXPECT_EQ(at, end);
    }
    // The name stands before the parent from version 21 on, before that behind the matrix.
    EXPECT_EQ(texts["bones[0].name"], "Lower");
    EXPECT_EQ(texts["bones[1].name"], "Upper");
  }
}

}  // namespace
}  // namespace vitrine::qmsh::test
