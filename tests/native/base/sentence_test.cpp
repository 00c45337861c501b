// Sentences with their arguments, and the errors and messages that are made of them.
#include <gtest/gtest.h>

#include "base/diagnostics.h"

namespace vitrine {
namespace {

constexpr Code kCode{"TEST_SENTENCE", Severity::kWarning, "help"};
constexpr Sentence kCounts{kCode, "expected {} of {}, found {}"};
constexpr Sentence kBrace{kCode, "expected '{' before '}'"};

TEST(Phrase, TakesItsArgumentsInOrderWhateverTheirKind) {
  const std::string owned = "owned";
  EXPECT_EQ(to_text({"{} {} {} {} {} {}", {-7, 18446744073709551615u, 'c', "text", owned, std::string_view("view")}}),
            "-7 18446744073709551615 c text owned view");
}

TEST(Phrase, WritesFractionsWithSixDigitsAsToStringDoes) { EXPECT_EQ(to_text({"{}", {0.5f}}), "0.500000"); }

TEST(Phrase, TakesBytesAsNumbers) { EXPECT_EQ(to_text({"{}", {uint8_t{65}}}), "65"); }

TEST(Phrase, HoldsAPhraseWithArgumentsOfItsOwn) {
  EXPECT_EQ(to_text({"{}: {}", {"chunk", Phrase{"{} bytes", {3}}}}), "chunk: 3 bytes");
}

TEST(Phrase, KeepsBracesThatAreNoPlaces) { EXPECT_EQ(to_text({kBrace.text}), "expected '{' before '}'"); }

TEST(Error, KnowsItsCodeOffsetMessageAndPath) {
  const Error error(kCounts, 12, {"joints", 4, 5}, {"meshes[{}]", {2}});
  ASSERT_TRUE(error);
  EXPECT_EQ(error.code(), &kCode);
  EXPECT_EQ(error.offset(), 12u);
  EXPECT_EQ(error.message(), "expected joints of 4, found 5");
  EXPECT_EQ(error.path(), "meshes[2]");
}

TEST(Error, IsNothingWhenDefaultConstructed) {
  EXPECT_FALSE(Error());
  EXPECT_EQ(Error().code(), nullptr);
}

TEST(Error, StaysWhatItIsWhenACopyIsMoved) {
  const Error error(kCounts, 1, {"a", 2, 3});
  const Error elsewhere = error.at(9, "nodes[0]");
  EXPECT_EQ(error.offset(), 1u);
  EXPECT_EQ(elsewhere.offset(), 9u);
  EXPECT_EQ(elsewhere.path(), "nodes[0]");
  EXPECT_EQ(elsewhere.message(), error.message());
}

TEST(Diagnostics, ASentenceIsAMessageOfItsCode) {
  Diagnostics diagnostics;
  diagnostics.add(kCounts, 3, {"joints", 4, 5}, {"meshes[{}]", {2}});
  ASSERT_EQ(diagnostics.messages().size(), 1u);
  const Message& message = diagnostics.messages()[0];
  EXPECT_EQ(message.code, &kCode);
  EXPECT_EQ(message.severity, Severity::kWarning);
  EXPECT_EQ(message.text, "expected joints of 4, found 5");
  EXPECT_EQ(message.path, "meshes[2]");
  EXPECT_EQ(message.offset, 3u);
}

}  // namespace
}  // namespace vitrine
