#include "base/diagnostics.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/checked.h"
#include "base/limits.h"

namespace vitrine {
namespace {

constexpr Code kTestCode{"TEST_WARNING", Severity::kWarning, "nothing to do"};
constexpr Sentence kTestWarning{kTestCode, "{}"}, kTestError{kBadIndex, "{}"};

std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

TEST(Diagnostics, LinesEndAtLfAtCrLfAndAtLoneCr) {
  const auto bytes = bytes_of("a\nb\r\nc\rd");
  const struct {
    uint64_t offset;
    uint32_t line, column;
  } cases[] = {{0, 1, 1}, {1, 1, 2}, {2, 2, 1}, {3, 2, 2}, {4, 2, 3}, {5, 3, 1}, {7, 4, 1}, {8, 4, 2}, {99, 4, 2}};
  for (const auto& one : cases) {
    const LineColumn place = line_column(bytes, one.offset);
    EXPECT_EQ(place.line, one.line) << "offset " << one.offset;
    EXPECT_EQ(place.column, one.column) << "offset " << one.offset;
  }
}

TEST(Diagnostics, ThousandsOfLinesAreCountedWhateverEndsThem) {
  std::string text(1000, '\n');
  std::vector<size_t> starts;
  for (size_t i = 0; i < 2000; ++i) {
    starts.push_back(text.size());
    text += std::string(1 + i % 7, 'x') + (i % 3 == 0 ? "\n" : i % 3 == 1 ? "\r\n" : "\r");
  }
  const auto bytes = bytes_of(text);
  for (size_t i = 0; i < starts.size(); ++i) {
    const LineColumn place = line_column(bytes, starts[i]);
    ASSERT_EQ(place.line, 1001 + i);
    ASSERT_EQ(place.column, 1u) << "line " << place.line;
  }
}

TEST(Diagnostics, LocateAgreesWithLineColumnInWhateverOrderMessagesCame) {
  const auto bytes = bytes_of("first line\r\nsecond line\rthird line\n\nfifth");
  Diagnostics diagnostics;
  diagnostics.enter("a.txt");
  for (const uint64_t offset : {30u, 0u, 12u, 36u, 30u, 41u}) diagnostics.add(kTestWarning, offset, {"text"});
  diagnostics.locate(bytes);
  for (const Message& message : diagnostics.messages()) {
    const LineColumn place = line_column(bytes, message.offset);
    EXPECT_EQ(message.line, place.line);
    EXPECT_EQ(message.column, place.column);
    EXPECT_EQ(message.source, "a.txt");
  }
}

TEST(Diagnostics, TheExcerptIsTheLineWithTheCaretOnTheColumn) {
  const auto bytes = bytes_of("one\ntwo three\nfour");
  Diagnostics diagnostics;
  diagnostics.enter("a.txt");
  diagnostics.add(kTestWarning, 8, {"text"});
  diagnostics.locate(bytes);
  const Message& message = diagnostics.messages()[0];
  EXPECT_EQ(message.excerpt, "two three");
  EXPECT_EQ(message.excerpt.substr(message.excerpt_caret, 5), "three");
}

TEST(Diagnostics, ALongLineIsCutAroundTheColumn) {
  const auto bytes = bytes_of(std::string(500, 'x') + "HERE" + std::string(500, 'y'));
  Diagnostics diagnostics;
  diagnostics.enter("a.txt");
  diagnostics.add(kTestWarning, 500, {"text"});
  diagnostics.locate(bytes);
  const Message& message = diagnostics.messages()[0];
  EXPECT_LE(message.excerpt.size(), 120u);
  EXPECT_EQ(message.excerpt.substr(message.excerpt_caret, 4), "HERE");
  EXPECT_EQ(message.column, 501u);
}

TEST(Diagnostics, OnlyMessagesOfTheFileEnteredLastAreLocated) {
  Diagnostics diagnostics;
  diagnostics.enter("a.bin");
  diagnostics.add(kTestWarning, 3, {"binary"});
  diagnostics.enter("b.txt");
  diagnostics.add(kTestWarning, 3, {"text"});
  diagnostics.add(kTestWarning, kNoOffset, {"no place"});
  diagnostics.locate(bytes_of("ab\ncd"));
  EXPECT_EQ(diagnostics.messages()[0].line, 0u);
  EXPECT_EQ(diagnostics.messages()[1].line, 2u);
  EXPECT_EQ(diagnostics.messages()[2].line, 0u);
}

TEST(Diagnostics, PastTheLimitOfASeverityMessagesAreOnlyCounted) {
  Diagnostics diagnostics(3);
  diagnostics.enter("a.txt");
  for (int i = 0; i < 10; ++i) diagnostics.add(kTestWarning, 0, {"warning"});
  diagnostics.add(kTestError, 0, {"error"});
  EXPECT_EQ(diagnostics.messages().size(), 4u);
  EXPECT_EQ(diagnostics.count(Severity::kWarning), 10u);
  EXPECT_EQ(diagnostics.count(Severity::kError), 1u);
  EXPECT_TRUE(diagnostics.truncated());
}

TEST(Diagnostics, ASeverityGivenOverridesThatOfTheCode) {
  Diagnostics diagnostics;
  diagnostics.add_as(Severity::kHint, kTestWarning, 0, {"text"});
  EXPECT_EQ(diagnostics.messages()[0].severity, Severity::kHint);
  EXPECT_EQ(diagnostics.count(Severity::kWarning), 0u);
}

TEST(Budget, ChargesUntilNothingIsLeftAndNamesThePlace) {
  Budget budget(100);
  EXPECT_TRUE(budget.charge(10, 6));
  EXPECT_EQ(budget.left(), 40u);
  const Status status = budget.charge(41, 1, 7);
  ASSERT_FALSE(status);
  EXPECT_STREQ(status.error().code()->id, "LIMIT_MEMORY");
  EXPECT_EQ(status.error().offset(), 7u);
  EXPECT_EQ(budget.left(), 40u);
  EXPECT_FALSE(budget.charge(uint64_t{1} << 40, uint64_t{1} << 40));  // would wrap
  EXPECT_TRUE(budget.charge(40, 1));
}

TEST(Checked, SizesSaturateInsteadOfWrapping) {
  constexpr uint64_t kMost = ~uint64_t{0};
  EXPECT_EQ(saturating_mul(uint64_t{1} << 32, uint64_t{1} << 32), kMost);
  EXPECT_EQ(saturating_mul(3, 5), 15u);
  EXPECT_EQ(saturating_mul(0, kMost), 0u);
  EXPECT_EQ(saturating_add(kMost, 1), kMost);
  EXPECT_EQ(saturating_add(kMost - 1, 1), kMost);
  EXPECT_TRUE(range_inside(2, 3, 5));
  EXPECT_FALSE(range_inside(2, 4, 5));
  EXPECT_FALSE(range_inside(6, 0, 5));
  EXPECT_FALSE(range_inside(1, kMost, 5));
  EXPECT_TRUE(range_inside(5, 0, 5));
}

}  // namespace
}  // namespace vitrine
