#pragma once
// Values for the `{}` of sentences. Arguments live until the call they are given to returns, so they hold no text of
// their own.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace vitrine {

class Argument;
using Arguments = std::initializer_list<Argument>;

/// Text whose `{}` take the arguments one after the other: part of a sentence, or a place as `meshes[{}]`. A choice as
/// `{} {vertex has|vertices have} no weight` takes the first form if the number before it is 1.
struct Phrase {
  const char* text = "";
  Arguments arguments = {};
};

class Argument {
 public:
  template <std::signed_integral Number>
  Argument(Number number) : kind_(Kind::kSigned), signed_(number) {}
  template <std::unsigned_integral Number>
  Argument(Number number) : kind_(Kind::kUnsigned), unsigned_(number) {}
  Argument(double number) : kind_(Kind::kDouble), double_(number) {}
  Argument(char character) : kind_(Kind::kCharacter), character_(character) {}
  Argument(const char* text) : Argument(std::string_view(text)) {}
  Argument(std::string_view text) : kind_(Kind::kText), text_(text) {}
  Argument(const std::string& text) : Argument(std::string_view(text)) {}
  Argument(const Phrase& phrase) : kind_(Kind::kPhrase), phrase_(&phrase) {}

  void append_to(std::string& text) const;
  bool is_number() const;
  bool is_one() const;

 private:
  enum class Kind : uint8_t { kSigned, kUnsigned, kDouble, kCharacter, kText, kPhrase };

  Kind kind_;
  union {
    int64_t signed_;
    uint64_t unsigned_;
    double double_;
    char character_;
    std::string_view text_;
    const Phrase* phrase_;
  };
};

/// "1 vertex", "2 vertices": for counts in texts that are put together; sentences have `{vertex|vertices}`.
std::string counted(uint64_t count, const char* one, const char* many);

/// The text with its arguments, numbers as std::to_string writes them.
std::string to_text(const Phrase& phrase);

}  // namespace vitrine
