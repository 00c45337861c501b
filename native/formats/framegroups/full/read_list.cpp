// Lists of DarkPlaces, a line for each action, and of FTE, which reads such lines too and JSON besides. Where the
// engines differ in what a line leaves out, DarkPlaces counts, whose format it is.

#include <algorithm>
#include <cmath>
#include <optional>

#include "formats/framegroups/full/json_list.h"
#include "formats/framegroups/read.h"
#include "formats/framegroups/sentences.h"
#include "formats/line_words.h"

namespace vitrine::framegroups {
namespace {

constexpr double kUnstatedRate = 20, kLeastRate = 1;
constexpr size_t kMostWords = 6, kMostComment = 100, kLongestName = 255,
                 kFramesOfLine = 256;  // FTE's MAX_FRAMEINFO_POSES
constexpr int64_t kLargestFrame = 1'000'000'000;

/// The whole number that a word begins with, as atoi reads it.
std::optional<int64_t> whole_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text[0] < '0' || text[0] > '9') return {};
  int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') break;
    value = std::min(kLargestFrame, 10 * value + (c - '0'));
  }
  return negative ? -value : value;
}

std::optional<double> decimal_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  TextCursor cursor({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  double value = 0;
  if (!cursor.take_number(value) || !std::isfinite(value)) return {};
  return negative ? -value : value;
}

class ListReader {
 public:
  ListReader(std::span<const uint8_t> bytes, Budget& budget, Diagnostics* diagnostics)
      : words_(bytes, ""), budget_(budget), diagnostics_(diagnostics) {}

  Result<std::vector<ListedAction>> run() {
    for (bool more = true; more;) {
      std::vector<LineWord> line;
      words_.forget_comment();
      LineWord word = words_.next();
      for (; word.is_word(); word = words_.next())
        if (line.size() < kMostWords) line.push_back(word);
      more = !word.at_end;
      if (!line.empty()) VITRINE_CHECK(take(line));
    }
    return std::move(actions_);
  }

 private:
  void warn(const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    if (diagnostics_ != nullptr) diagnostics_->add(sentence, offset, arguments);
  }

  Status take(const std::vector<LineWord>& line) {
    ListedAction action;
    action.offset = line[0].offset;
    const auto first = whole_number(line[0].text);
    if (!first) {
      warn(messages::kFirstExpected, line[0].offset, {shown(line[0].text)});
      return ok_status();
    }
    action.first = *first;
    if (line.size() < 2) {
      warn(messages::kCountMissing, line[0].offset);
      return ok_status();
    }
    const auto count = whole_number(line[1].text);
    if (!count) {
      warn(messages::kCountExpected, line[1].offset, {shown(line[1].text)});
      return ok_status();
    }
    action.count = *count;
    if (line[0].text.find(',') != std::string_view::npos) take_frames(line[0], action);
    if (action.count <= 0) warn(messages::kNoFrames, line[1].offset, {actions_.size(), action.count});
    action.rate = kUnstatedRate;
    if (line.size() > 2) take_rate(line[2], action);
    action.loop = line.size() <= 3 || is_loop(line[3]);
    action.name = line.size() > 4 && !line[4].text.empty() ? std::string(line[4].text.substr(0, kLongestName))
                                                           : "groupified_" + std::to_string(actions_.size()) + "_anim";
    action.comment = words_.comment().substr(0, kMostComment);
    VITRINE_CHECK(budget_.charge(1, sizeof(ListedAction) + action.name.size() + action.comment.size(), action.offset));
    VITRINE_CHECK(budget_.charge(action.frames.size(), sizeof(uint32_t), action.offset));
    actions_.push_back(std::move(action));
    return ok_status();
  }

  /// FTE: `7,9,11` are the frames themselves.
  void take_frames(const LineWord& word, ListedAction& action) {
    std::string_view rest = word.text;
    while (!rest.empty() && action.frames.size() < kFramesOfLine) {
      const size_t end = std::min(rest.find(','), rest.size());
      const std::string_view one = rest.substr(0, end);
      const auto frame = whole_number(one);
      if (frame && *frame >= 0)
        action.frames.push_back(static_cast<uint32_t>(*frame));
      else if (!one.empty())
        warn(messages::kFrameExpected, word.offset + static_cast<uint64_t>(one.data() - word.text.data()),
             {shown(one)});
      rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    if (!action.frames.empty()) action.count = static_cast<int64_t>(action.frames.size());
  }

  void take_rate(const LineWord& word, ListedAction& action) {
    const auto rate = decimal_number(word.text);
    if (!rate) {
      warn(messages::kRateExpected, word.offset, {shown(word.text), kUnstatedRate});
    } else if (*rate < kLeastRate) {
      warn(messages::kRateTooLow, word.offset, {shown(word.text)});
      action.rate = kLeastRate;
    } else {
      action.rate = *rate;
    }
  }

  bool is_loop(const LineWord& word) {
    for (const char* yes : {"true", "yes", "on"})  // FTE's
      if (word.text == yes) return true;
    const auto number = whole_number(word.text);
    const bool no = word.text == "false" || word.text == "no" || word.text == "off";
    if (!number && !no) warn(messages::kLoopExpected, word.offset, {shown(word.text)});
    return number.value_or(0) != 0;
  }

  LineWords words_;
  Budget& budget_;
  Diagnostics* diagnostics_;
  std::vector<ListedAction> actions_;
};

}  // namespace

Result<std::vector<ListedAction>> read_list(std::span<const uint8_t> bytes, Budget& budget, Diagnostics* diagnostics) {
  if (begins_as_json(bytes)) return read_json_list(bytes, budget, diagnostics);
  return ListReader(bytes, budget, diagnostics).run();
}

}  // namespace vitrine::framegroups
