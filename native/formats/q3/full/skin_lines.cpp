#include "formats/q3/full/skin_lines.h"

#include <algorithm>

#include "base/names.h"
#include "formats/line_words.h"
#include "formats/q3/sentences.h"

namespace vitrine::q3 {
namespace {

constexpr size_t kMostWords = 64;
constexpr size_t kMostSkinLines = 4096;  ///< 256 is the most of any engine
constexpr size_t kMostOfName = 100;

class SkinReader {
 public:
  explicit SkinReader(LoadContext& context) : context_(context), words_(context.bytes, ",") {}

  Result<SkinText> run() {
    for (bool more = true; more;) {
      line_.clear();
      LineWord word = words_.next();
      const uint64_t at = word.offset;
      for (; word.is_word(); word = words_.next())
        if (line_.size() < kMostWords) line_.push_back(word);
      more = !word.at_end;
      if (context_.cancelled()) return Error{messages::kCancelled, at};
      if (!line_.empty()) VITRINE_CHECK(take());
    }
    return std::move(out_);
  }

 private:
  void warn(const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    context_.diagnostics.add(sentence, offset, arguments);
  }

  Status take() {
    const LineWord& first = line_[0];
    const bool has_comma = line_.size() > 1 && line_[1].is(',');
    if (first.is(',')) {
      warn(messages::kLineExpected, first.offset, {","});
      return ok_status();
    }
    if (!has_comma && first.text == "replace") {
      if (line_.size() != 3) {
        warn(messages::kReplaceWords, first.offset);
        return ok_status();
      }
      return add({line_[1].text, {line_[2].text}, first.offset});
    }
    const std::string name = lower_case(first.text.substr(0, kMostOfName));
    if (name.find("tag_") != std::string::npos) {
      ++out_.tags;
      return ok_status();
    }
    if (name.starts_with("md3_") || name.starts_with("playerscale")) {  // of Return to Castle Wolfenstein
      ++out_.parts;
      return ok_status();
    }
    if (!has_comma) {
      if (line_.size() != 2) {
        warn(messages::kLineExpected, first.offset, {shown(first.text)});
        return ok_status();
      }
      warn(messages::kCommaMissing, first.offset, {shown(first.text)});
      return add({first.text, {line_[1].text}, first.offset});
    }
    SkinLine line{first.text, {}, first.offset};
    size_t i = 1;
    for (; i < line_.size() && line_[i].is(','); i += 2) {
      if (i + 1 == line_.size() || line_[i + 1].is(',')) break;
      line.shaders.push_back(line_[i + 1].text);
    }
    if (line.shaders.empty()) {
      warn(messages::kShaderExpected, first.offset, {shown(first.text)});
      return ok_status();
    }
    if (i < line_.size()) warn(messages::kWordsBehind, line_[i].offset, {shown(line_[i].text)});
    return add(std::move(line));
  }

  Status add(SkinLine line) {
    if (out_.lines.size() == kMostSkinLines) {
      if (!full_) warn(messages::kTooManyLines, line.offset, {kMostSkinLines});
      full_ = true;
      return ok_status();
    }
    VITRINE_CHECK(context_.budget.charge(1, sizeof(SkinLine) + 64 * line.shaders.size(), line.offset));
    out_.lines.push_back(std::move(line));
    return ok_status();
  }

  LoadContext& context_;
  LineWords words_;
  std::vector<LineWord> line_;
  SkinText out_;
  bool full_ = false;
};

/// Kinds of declarations of id Tech 4.
bool is_declaration(std::string_view word) {
  for (const char* kind : {"skin", "material", "table", "model", "entitydef", "particle", "sound"})
    if (equal_ignoring_case(word, kind)) return true;
  return false;
}

}  // namespace

Result<SkinText> read_skin(LoadContext& context) { return SkinReader(context).run(); }

bool is_skin(std::span<const uint8_t> bytes) {
  LineWords words(bytes, ",{}");
  LineWord word = words.next();
  while (word.ends_line) word = words.next();
  if (word.is(',')) return true;
  if (word.at_end || word.is('{') || word.is('}')) return false;
  const bool may_declare = !word.quoted && is_declaration(word.text);
  word = words.next();
  if (word.is(',')) return true;
  if (may_declare) return false;
  while (word.ends_line) word = words.next();
  return !word.is('{') && !words.next().is('{');
}

}  // namespace vitrine::q3
