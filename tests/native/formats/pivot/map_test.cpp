// Every byte of a pivot scene belongs to exactly one field of one record.

#include <gtest/gtest.h>

#include "formats/pivot/full/places.h"
#include "pivot_support.h"

namespace vitrine {
namespace {

using namespace test;

TEST(PivotMap, FieldsCoverTheValidFilesWithoutGap) {
  const auto folder = std::filesystem::path(VITRINE_TEST_DATA) / "pivot" / "valid";
  size_t records = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().filename().string());
    const Bytes bytes = read_file(entry.path());
    const Loaded loaded = load_pivot(bytes);
    ASSERT_TRUE(loaded.status.ok());
    std::vector<uint64_t> starts = {0};
    for (const Json& object : loaded.info["objects"]) starts.push_back(object["offset"].get<uint64_t>());
    uint64_t at = 0;
    for (const uint64_t start : starts) {
      const Json map = pivot::map_record(bytes, start);
      ASSERT_TRUE(map.is_object());
      EXPECT_EQ(map.value("bigEndian", false), loaded.info["dialect"].get<std::string>().starts_with("BE"));
      for (const Json& part : map["parts"]) {
        EXPECT_EQ(part["offset"], at) << part.dump();
        at += part.contains("count") ? part["count"].get<uint64_t>() * part["stride"].get<uint64_t>()
                                     : part["size"].get<uint64_t>();
      }
      ++records;
    }
    EXPECT_EQ(at, bytes.size());
    EXPECT_TRUE(pivot::map_record(bytes, 1).is_null());
  }
  EXPECT_GT(records, 20u);
}

}  // namespace
}  // namespace vitrine
