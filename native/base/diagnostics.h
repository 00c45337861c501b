#pragma once
// Diagnostics of one load. Messages carry byte offsets; lines and columns are computed once, when
// the load of that file is over (locate).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vitrine {

struct Message {
  const Code* code = nullptr;
  Severity severity = Severity::kError;
  std::string text;
  std::string source;  ///< file name as given by the host; hostile text
  std::string path;    ///< place in the model, may be empty
  uint64_t offset = kNoOffset;
  uint32_t line = 0, column = 0;  ///< 1-based, columns in bytes; 0 = not a text place
  std::string excerpt;            ///< the source line as UTF-8, cut to a window of 120 bytes around the column
  uint32_t excerpt_caret = 0;     ///< 0-based byte of the column inside excerpt
};

/// Bytes of a file as UTF-8, by its code page.
using TextDecoder = std::string (*)(std::string_view bytes);

/// Collects messages of one document. Past `limit` messages of one severity the rest is only counted. Linked in two
/// versions, as Error is: the view cores only count.
class Diagnostics {
 public:
  explicit Diagnostics(uint64_t limit = 64) : limit_(limit) {}

  /// Files are named once; messages added afterwards belong to that file.
  void enter(std::string source);
  // Inline, so that no sentence is looked at when the program runs.
  [[gnu::always_inline]] void add(const Sentence& sentence, uint64_t offset, Arguments arguments = {},
                                  const Phrase& path = {}) {
    add_as(sentence.code.severity, sentence, offset, arguments, path);
  }
  void add_as(Severity severity, const Sentence& sentence, uint64_t offset, Arguments arguments = {},
              const Phrase& path = {});
  void add(const Error& error);
  /// Fills line, column and excerpt of the messages that the file entered last has got, from its bytes.
  /// For text files only; binary files keep offsets. Without a decoder bytes beyond UTF-8 are Windows-1252.
  void locate(std::span<const uint8_t> bytes, TextDecoder decode = nullptr);

  const std::vector<Message>& messages() const { return messages_; }
  uint64_t count(Severity severity) const { return counts_[static_cast<int>(severity)]; }
  bool truncated() const { return truncated_; }
  const std::string& source() const { return source_; }

 private:
  void keep(Severity severity, const Code& code, uint64_t offset, std::string text, std::string path);

  uint64_t limit_;
  std::vector<Message> messages_;
  uint64_t counts_[4] = {0, 0, 0, 0};
  bool truncated_ = false;
  std::string source_;
  size_t first_of_source_ = 0;
};

/// 1-based line and column (in bytes) of a byte offset; LF, CR LF and lone CR each end a line.
struct LineColumn {
  uint32_t line = 1, column = 1;
};
LineColumn line_column(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine
