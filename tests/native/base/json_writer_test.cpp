#include "base/json_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace vitrine {
namespace {

double number_of(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

template <class T>
std::string written(const T& value) {
  JsonWriter out;
  out.value(value);
  return out.take();
}

TEST(JsonWriter, PutsCommasBetweenValues) {
  JsonWriter out;
  out.begin_object();
  out.field("a", 1);
  out.begin_array("b");
  out.value(true);
  out.begin_array();
  out.end_array();
  out.begin_object();
  out.end_object();
  out.null();
  out.value(-3);
  out.end_array();
  out.begin_object("c");
  out.null_field("d");
  out.key("e");
  out.raw("[1, 2]");
  out.field("f", "x");
  out.end_object();
  out.end_object();
  EXPECT_EQ(out.take(), R"({"a":1,"b":[true,[],{},null,-3],"c":{"d":null,"e":[1, 2],"f":"x"}})");
}

TEST(JsonWriter, WritesEveryKindOfFieldAndList) {
  const float floats[] = {1, 0.1f, -0.0f, std::numeric_limits<float>::quiet_NaN()};
  const uint32_t indices[] = {0, 4294967295u};
  JsonWriter out;
  out.begin_object();
  out.field("text", std::string("t"));
  out.field("truth", false);
  out.field("float", 0.5f);
  out.field("size", size_t{7});
  out.field("offset", ptrdiff_t{-7});
  out.field("floats", floats, 4);
  out.field("indices", indices, 2);
  out.field("none", indices, 0);
  out.end_object();
  EXPECT_EQ(out.take(), R"({"text":"t","truth":false,"float":0.5,"size":7,"offset":-7,)"
                        R"("floats":[1.0,0.10000000149011612,-0.0,null],"indices":[0,4294967295],"none":[]})");
}

TEST(JsonWriter, EscapesWhatJsonCannotHold) {
  EXPECT_EQ(written("\"\\/\b\t\n\v\f\r\x1f\x7f"), R"("\"\\/\b\t\n\u000b\f\r\u001f)"
                                                  "\x7f\"");
  EXPECT_EQ(written(std::string("\0", 1)), R"("\u0000")");
  for (int c = 0; c < 0x80; ++c) {
    const std::string text = std::string("a") + static_cast<char>(c) + static_cast<char>(c) + "b";
    EXPECT_EQ(written(text), nlohmann::json(text).dump()) << c;
  }
}

TEST(JsonWriter, EscapesNamesToo) {
  JsonWriter out;
  out.begin_object();
  out.key(std::string("\"\xE9"));
  out.value(1);
  out.key(size_t{20});
  out.value(2);
  out.end_object();
  EXPECT_EQ(out.take(), "{\"\\\"\xC3\xA9\":1,\"20\":2}");
}

TEST(JsonWriter, ReadsBytesThatAreNoUtf8AsWindows1252) {
  EXPECT_EQ(written(std::string("caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80")),
            "\"caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"");
  EXPECT_EQ(written(std::string("caf\xE9\n\x80")), "\"caf\xC3\xA9\\n\xE2\x82\xAC\"");
}

TEST(JsonWriter, WritesWholeNumbersToTheirLimits) {
  EXPECT_EQ(written(0), "0");
  EXPECT_EQ(written(std::numeric_limits<uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(written(std::numeric_limits<int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(written(std::vector<uint8_t>{255}[0]), "255");
}

TEST(JsonWriter, WritesNumbersByTheShortestText) {
  const struct {
    double number;
    const char* text;
  } cases[] = {{1, "1.0"},
               {-0.0, "-0.0"},
               {1e-5, "1e-05"},
               {0.0001, "0.0001"},
               {double{0.1f}, "0.10000000149011612"},
               {1e15, "1e+15"},
               {123456789012345, "123456789012345.0"},
               {5e-324, "5e-324"},
               {std::numeric_limits<double>::max(), "1.7976931348623157e+308"},
               {std::numeric_limits<double>::infinity(), "null"},
               {-std::numeric_limits<double>::infinity(), "null"},
               {std::numeric_limits<double>::quiet_NaN(), "null"}};
  for (const auto& one : cases) EXPECT_EQ(written(one.number), one.text);
}

TEST(JsonWriter, WritesNumbersAsTheLibraryDoes) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto wide = std::bit_cast<double>(random());
    const double narrow = std::bit_cast<float>(static_cast<uint32_t>(random()));
    const double usual = static_cast<double>(static_cast<int64_t>(random() >> 44)) / 1000;
    for (const double number : {wide, narrow, usual}) {
      const std::string text = written(number);
      ASSERT_EQ(text, nlohmann::json(number).dump());
      if (number == number && number - number == 0) {
        ASSERT_EQ(number_of(text[0] == '-' ? text.substr(1) : text), number < 0 ? -number : number);
      }
    }
  }
}

}  // namespace
}  // namespace vitrine
