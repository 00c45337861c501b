#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "formats/qmsh/codes.h"
#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/qmsh/read/text_lexer.h"
#include "formats/qmsh/sentences.h"
#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

/// What the reader of texts (read/text_reader.h) has for any trace: the blocks without records, and what all blocks are
/// made of.
class TextBlocks {
 protected:
  static constexpr uint32_t kMaterialLimit = 16, kFewestCorners = 3, kMostCorners = 4;

  TextBlocks(const SplicedText& text, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
             const CancelFlag* cancel, TextModel& model)
      : in_(text),
        size_(text.bytes().size()),
        limits_(limits),
        budget_(budget),
        diagnostics_(diagnostics),
        cancel_(cancel),
        model_(model) {}

  bool since(uint32_t version) const { return model_.version >= std::max(version, kOldestOfLater); }
  /// Labels became words with a colon in version 12 and lost it in 18; both are accepted from 12 on.
  void label(std::string_view word) {
    in_.expect_word(word);
    colon();
  }
  void colon() {
    if (since(12)) in_.take(':');
  }
  bool optional_label(std::string_view word) {
    if (!in_.take_word(word)) return false;
    colon();
    return true;
  }
  void name(std::string& out, const char* what) { out = decode_name(in_.string(what), model_.was_1250); }
  /// `x,y` and `x,y,z`.
  void vec2(glm::vec2& out, const char* what) {
    if (!plain_row<2>(&out.x)) row(&out.x, 2, what);
  }
  void vec3(glm::vec3& out, const char* what) {
    if (!plain_row<3>(&out.x)) row(&out.x, 3, what);
  }
  template <int N>
  bool plain_row(float* numbers) {
    if constexpr (!kForSpeed) return false;
    PlainTokens ahead = in_.plain();
    if (!ahead.row(numbers, N)) return false;
    in_.follow(ahead);
    return true;
  }
  void row(float* numbers, int count, const char* what) {
    for (int i = 0; i < count; ++i) {
      if (i > 0) in_.expect(',', "between two numbers");
      numbers[i] = in_.number(what);
    }
  }
  template <size_t N>
  void matrix(std::array<float, N>& m) {
    matrix(m.data(), N == 9 ? 3 : 4);
  }
  void matrix(float* numbers, int side) {
    for (int i = 0; i < side * side; ++i) {
      numbers[i] = in_.number("a number of a matrix");
      if (i % side + 1 < side)
        in_.expect(',', "between the numbers of a matrix");
      else if (!since(12))
        in_.expect(';', "at the end of a matrix row");
      else
        in_.take(';');
    }
  }
  /// Place of the next word in a list; kNone when it is another one. `word` and `at` are for saying so.
  uint32_t choice(std::span<const char* const> list, const char* what, std::string_view& word, uint64_t& at) {
    at = in_.offset();
    word = in_.word(what);
    uint32_t i = 0;
    while (i < list.size() && word != list[i]) ++i;
    return i < list.size() ? i : kNone;
  }
  bool flag(const char* what) { return in_.unsigned_integer(what) != 0; }
  /// Opens a block; `more` then tells whether another element follows and closes it otherwise.
  void open() { in_.expect('{', "to open a block"); }
  bool more() {
    if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) in_.fail(messages::kCancelled, in_.offset());
    return !in_.failed() && !in_.take('}');
  }
  void close() { in_.expect('}', "to close the block"); }
  /// The count before a block, tested against what the rest of the text can hold, and its memory.
  uint32_t count(const char* what, uint64_t smallest, uint64_t memory, uint64_t limit) {
    const uint64_t at = in_.offset();
    const uint32_t n = in_.unsigned_integer(what);
    if (in_.failed()) return 0;
    Status status = check_limit(n, limit, what, at);
    if (status && n > (size_ - std::min(size_, at)) / smallest) {
      status = Error{messages::kTooShort, at, {n}};
    }
    if (status) status = budget_.charge(n, memory, at);
    if (!status) stop(status.error());
    return status ? n : 0;
  }
  void charge(uint64_t bytes) {
    if (const Status status = budget_.charge(bytes, 1, in_.offset()); !status) stop(status.error());
  }
  void stop(Error error) { in_.fail(std::move(error)); }

  void header();
  bool other_object();
  void materials(TextMesh& mesh);
  void material(TextMaterial& material);
  void texture(TextMaterial& material);
  void face(TextMesh& mesh, size_t index);
  Interpolation interpolation();
  Extension extension();
  void params();
  bool has_faces() const {
    return std::any_of(model_.meshes.begin(), model_.meshes.end(),
                       [](const TextMesh& mesh) { return !mesh.faces.empty(); });
  }
  /// The picture is whole: faults of the text after it are warnings. View cores leave those to the full core.
  void leave_out_rest(bool has_actions);

  TextLexer in_;
  uint64_t size_;
  size_t actions_end_ = 0;  ///< actions that are whole
  const Limits& limits_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  const CancelFlag* cancel_;
  TextModel& model_;
  FindingCounter smooth_flags_, weights_;
};

}  // namespace vitrine::qmsh
