// The text of a document: what it costs, and where its values stand.

#include "support.h"

namespace vitrine::gltf::test {
namespace {

std::string at(std::string_view text, std::string_view pointer) {
  const TextRange range = find_value(text, pointer);
  return std::string(text.substr(range.offset, range.length));
}

TEST(GltfText, ValuesAreFoundByTheirPointers) {
  constexpr std::string_view kText =
      "\xEF\xBB\xBF {\"a\" : [1, {\"b\\u0063\": \"x]\\\"\"}, [ ]], \"d/e\": -2.5e1 ,\n\"~\":{} }";
  EXPECT_EQ(at(kText, "/a/0"), "1");
  EXPECT_EQ(at(kText, "/a/1/bc"), "\"x]\\\"\"");
  EXPECT_EQ(at(kText, "/a/2"), "[ ]");
  EXPECT_EQ(at(kText, "/d~1e"), "-2.5e1");
  EXPECT_EQ(at(kText, "/~0"), "{}");
  EXPECT_EQ(at(kText, "").front(), '{');
}

TEST(GltfText, WhatIsNotThereLeadsToWhereItWouldBe) {
  EXPECT_EQ(at("{\"a\":[1,2]}", "/a/7/b"), "[1,2]");
  EXPECT_EQ(at("{\"a\":3}", "/z"), "{\"a\":3}");
}

TEST(GltfText, OfEqualKeysTheLastCounts) { EXPECT_EQ(at("{\"a\":1,\"a\":2}", "/a"), "2"); }

TEST(GltfText, ElementsOfAnArrayAreInOrder) {
  constexpr std::string_view kText = "{\"x\":[[{}],7,\"[\",null]}";
  const auto elements = elements_of(kText, "/x");
  ASSERT_EQ(elements.size(), 4u);
  EXPECT_EQ(kText.substr(elements[0].offset, elements[0].length), "[{}]");
  EXPECT_EQ(kText.substr(elements[2].offset, elements[2].length), "\"[\"");
  EXPECT_TRUE(elements_of(kText, "/x/1").empty());
  EXPECT_TRUE(elements_of(kText, "/y").empty());
}

/// Texts that end anywhere: nothing is read past their end, and every walk ends.
TEST(GltfText, TextsThatAreCutEndTheWalk) {
  constexpr std::string_view kText = "{\"a\":[1,{\"b\":\"\\\"\"}],\"c\":tru}";
  for (size_t size = 0; size <= kText.size(); ++size) {
    const std::unique_ptr<char[]> exact(new char[size]);
    std::copy(kText.begin(), kText.begin() + static_cast<std::ptrdiff_t>(size), exact.get());
    const std::string_view cut(exact.get(), size);
    for (const char* pointer : {"", "/a", "/a/1/b", "/c", "/a/9"}) {
      const TextRange range = find_value(cut, pointer);
      EXPECT_LE(range.offset + range.length, size);
      (void)elements_of(cut, pointer);
    }
  }
}

struct Refused {
  const char* text;
  const Code* code;
  uint64_t offset;
};
TEST(GltfText, WhatIsNoJsonIsRefusedAtItsPlace) {
  const std::string deep(65, '[');
  for (const Refused& want :
       {Refused{"{\"a\":}", &kJson, 5}, Refused{"{\"a\":1 \"b\"}", &kJson, 9}, Refused{"", &kJson, 0},
        Refused{deep.c_str(), &kLimitCount, 64}, Refused{"{\"a\":1e999}", &kJson, 5}}) {
    SCOPED_TRACE(want.text);
    const Limits limits;
    Budget budget(1 << 20);
    const auto parsed = parse_json(want.text, 100, limits, budget);
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().code(), want.code) << parsed.error().message();
    EXPECT_EQ(parsed.error().offset(), 100 + want.offset);
  }
}

TEST(GltfText, ValuesArePaidForBeforeTheyAreParsed) {
  std::string text = "[0";
  for (int i = 0; i < 10000; ++i) text += ",0";
  const Limits limits;
  Budget budget(100 * 1000);
  const auto parsed = parse_json(text + "]", 0, limits, budget);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().code(), &kLimitMemory);
}

TEST(GltfUri, WhatIsFetchedIsNotLookedForAmongTheFiles) {
  for (const char* file :
       {"a.bin", "./a.bin", "../a.bin", "/etc/passwd", "c:\\x", "\\\\host\\x", "file:a", "a/b:c.bin"})
    EXPECT_FALSE(has_scheme(file)) << file;
  for (const char* fetched : {"http://x/y", "HTTPS://x/y", "blob:x", "data:,x"})
    EXPECT_TRUE(has_scheme(fetched)) << fetched;
}

TEST(GltfUri, DataAreDecoded) {
  EXPECT_EQ(read_data_address("data:application/octet-stream;base64,AAEC"), (Bytes{0, 1, 2}));
  EXPECT_EQ(read_data_address("data:;base64,AAE="), (Bytes{0, 1}));
  EXPECT_EQ(read_data_address("DATA:;base64,AA"), (Bytes{0}));
  EXPECT_EQ(read_data_address("data:text/plain,a%20b"), bytes_of("a b"));
  EXPECT_FALSE(read_data_address("data:;base64,A").has_value());
  EXPECT_FALSE(read_data_address("data:;base64,A*==").has_value());
  EXPECT_FALSE(read_data_address("data:;base64").has_value());
}

TEST(GltfUri, EscapesStandForBytes) {
  EXPECT_EQ(percent_decoded("data%20%C3%A8.bin"), "data \xC3\xA8.bin");
  EXPECT_EQ(percent_decoded("100%.bin"), "100%.bin");
  EXPECT_EQ(plain_path("A\\.\\b/../C.BIN"), "a/c.bin");
}

}  // namespace
}  // namespace vitrine::gltf::test
