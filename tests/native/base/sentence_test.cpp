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

TEST(Phrase, ChoosesTheFormForACountOfOne) {
  const char* text = "{} {vertex has|vertices have} no weight";
  EXPECT_EQ(to_text({text, {0}}), "0 vertices have no weight");
  EXPECT_EQ(to_text({text, {1}}), "1 vertex has no weight");
  EXPECT_EQ(to_text({text, {uint64_t{1}}}), "1 vertex has no weight");
  EXPECT_EQ(to_text({text, {2}}), "2 vertices have no weight");
}

TEST(Phrase, ChoosesByTheNumberBeforeTheChoice) {
  EXPECT_EQ(to_text({"{} {pose|poses}, but {} {joint|joints} of '{}' {is|are} there", {1, 2, "1"}}),
            "1 pose, but 2 joints of '1' are there");
  EXPECT_EQ(to_text({"no number is before this {one|many}"}), "no number is before this many");
}

TEST(Phrase, KeepsBracesThatAreNoChoice) {
  EXPECT_EQ(to_text({"expected '{' or '|', found '}'"}), "expected '{' or '|', found '}'");
  EXPECT_EQ(to_text({"{one} {|} {a"}), "{one} {|} {a");
}

TEST(Phrase, DoesNotReadItsArgumentsAsChoices) {
  EXPECT_EQ(to_text({"{} is unknown", {"{one|many}"}}), "{one|many} is unknown");
}

TEST(Counted, HasASingular) {
  EXPECT_EQ(counted(1, "vertex", "vertices"), "1 vertex");
  EXPECT_EQ(counted(0, "vertex", "vertices"), "0 vertices");
  EXPECT_EQ(counted(21, "vertex", "vertices"), "21 vertices");
}

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
