// Rows of `first count looping fps` in an order that the game knows (Quake III, CG_ParseAnimationFile; Tremulous), with
// names in Spearmint and Turtle Arena. Words come before: `sex m`. Read by lines, so that a row with a fault leaves the
// others where they are.

#include <algorithm>
#include <cmath>
#include <set>

#include "base/names.h"
#include "base/text_cursor.h"
#include "formats/line_words.h"
#include "formats/q3/full/animation_list.h"
#include "formats/q3/full/skin_lines.h"
#include "formats/q3/sentences.h"

namespace vitrine::q3 {
namespace {

// Of Tremulous.
constexpr const char* kWhole[] = {
    "NSPA_STAND",    "NSPA_GESTURE",  "NSPA_WALK",      "NSPA_RUN",     "NSPA_RUNBACK", "NSPA_CHARGE", "NSPA_RUNLEFT",
    "NSPA_WALKLEFT", "NSPA_RUNRIGHT", "NSPA_WALKRIGHT", "NSPA_SWIM",    "NSPA_JUMP",    "NSPA_LAND",   "NSPA_JUMPBACK",
    "NSPA_LANDBACK", "NSPA_TURN",     "NSPA_ATTACK1",   "NSPA_ATTACK2", "NSPA_ATTACK3", "NSPA_PAIN1",  "NSPA_PAIN2",
    "NSPA_DEATH1",   "NSPA_DEAD1",    "NSPA_DEATH2",    "NSPA_DEAD2",   "NSPA_DEATH3",  "NSPA_DEAD3"};
constexpr const char* kBuildable[] = {"BANIM_CONSTRUCT1", "BANIM_CONSTRUCT2", "BANIM_IDLE1",   "BANIM_IDLE2",
                                      "BANIM_IDLE3",      "BANIM_ATTACK1",    "BANIM_ATTACK2", "BANIM_SPAWN1",
                                      "BANIM_SPAWN2",     "BANIM_PAIN1",      "BANIM_PAIN2",   "BANIM_DESTROY1",
                                      "BANIM_DESTROY2",   "BANIM_DESTROYED"};
constexpr const char* kWeapon[] = {"WANIM_IDLE",    "WANIM_DROP",    "WANIM_RELOAD",  "WANIM_RAISE",
                                   "WANIM_ATTACK1", "WANIM_ATTACK2", "WANIM_ATTACK3", "WANIM_ATTACK4",
                                   "WANIM_ATTACK5", "WANIM_ATTACK6", "WANIM_ATTACK7", "WANIM_ATTACK8"};

/// Before the rows; all others are of games that came later.
constexpr const char* kKnownWords[] = {"sex", "headoffset", "footsteps", "fixedlegs", "fixedtorso", "nonsegmented"};

constexpr const char* kNumbers[] = {"the first frame", "the count", "the number of frames that repeat",
                                    "the frames per second"};
constexpr size_t kMostRowWords = 64, kMostRows = 4096, kMostActionName = 100;
constexpr double kLargest = 1e6;

std::optional<double> number_of(const LineWord& word) {
  std::string_view text = word.text;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  TextCursor cursor({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  double value = 0;
  if (text.empty() || !cursor.take_number(value) || !cursor.at_end() || !(std::abs(value) <= kLargest)) return {};
  return negative ? -value : value;
}

bool may_be_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+') || text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && text[0] >= '0' && text[0] <= '9';
}

bool has_prefix(std::string_view name, std::string_view with) {
  return name.size() > with.size() && equal_ignoring_case(name.substr(0, with.size()), with);
}

/// The list has rows by their numbers, one that cannot be read included.
struct Row {
  std::string_view name, comment;
  uint64_t offset = 0, loop_offset = 0;
  double numbers[4] = {};
  bool good = false, has_first = false;
};

class AnimationReader {
 public:
  AnimationReader(std::span<const uint8_t> bytes, Budget& budget, Diagnostics* diagnostics)
      : words_(bytes, ""), budget_(budget), diagnostics_(diagnostics) {}

  Result<AnimationFile> run() {
    for (bool more = true; more;) {
      line_.clear();
      words_.forget_comment();
      LineWord word = words_.next();
      for (; word.is_word(); word = words_.next())
        if (line_.size() < kMostRowWords) line_.push_back(word);
      more = !word.at_end;
      if (!line_.empty()) VITRINE_CHECK(take());
    }
    VITRINE_CHECK(finish());
    return std::move(out_);
  }

 private:
  void tell(const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    if (diagnostics_ != nullptr) diagnostics_->add(sentence, offset, arguments);
  }
  void inform(const Sentence& sentence, uint64_t offset) {
    if (diagnostics_ != nullptr) diagnostics_->add_as(Severity::kInfo, sentence, offset);
  }

  Status take() {
    const LineWord& first = line_[0];
    if (may_be_number(first.text)) return take_row({}, 0);
    // `headoffset 0 0 4` has three.
    const size_t numbers = static_cast<size_t>(
        std::count_if(line_.begin() + 1, line_.end(), [](const LineWord& word) { return may_be_number(word.text); }));
    const bool is_action =
        has_prefix(first.text, "BOTH_") || has_prefix(first.text, "TORSO_") || has_prefix(first.text, "LEGS_");
    if (numbers > 3 || (is_action && numbers != 0)) return take_row(first.text, 1);
    return take_word();
  }

  Status take_word() {
    const std::string_view word = line_[0].text.substr(0, kMostActionName);
    const bool is_known = std::any_of(std::begin(kKnownWords), std::end(kKnownWords),
                                      [&](const char* own) { return equal_ignoring_case(own, word); });
    if (!is_known && rows_.empty() && foreign_ == nullptr && line_.size() > 1 && may_be_number(line_[1].text)) {
      foreign_word_ = line_[0];
      foreign_ = &foreign_word_;
    }
    is_whole_ |= equal_ignoring_case(word, "nonsegmented");
    std::string_view value;
    if (line_.size() > 1) {
      const char* from = line_[1].text.data();
      value = {from, static_cast<size_t>(line_.back().text.data() + line_.back().text.size() - from)};
    }
    VITRINE_CHECK(budget_.charge(1, kBytesOfWord, line_[0].offset));
    out_.words.emplace_back(word, value.substr(0, kMostActionName));
    return ok_status();
  }

  Status take_row(std::string_view name, size_t from) {
    const uint64_t offset = line_[0].offset;
    if (rows_.size() == kMostRows) {
      if (!full_) tell(messages::kTooManyRows, offset, {kMostRows});
      full_ = true;
      return ok_status();
    }
    VITRINE_CHECK(budget_.charge(1, sizeof(Row) + sizeof(ListedAction) + kMostActionName + kBytesOfWord, offset));
    Row& row = rows_.emplace_back();
    row.name = name.substr(0, kMostActionName);
    row.comment = words_.comment().substr(0, kMostActionName);
    row.offset = offset;
    for (size_t i = 0; i < 4; ++i) {
      if (from + i >= line_.size()) {
        const LineWord& last = line_.back();
        tell(messages::kRowShort, last.offset + last.text.size(), {kNumbers[i]});
        return ok_status();
      }
      const LineWord& word = line_[from + i];
      const auto number = number_of(word);
      // Frames are whole; the game cuts what follows a point.
      if (!number) {
        tell(messages::kRowNumber, word.offset, {kNumbers[i], shown(word.text)});
        return ok_status();
      }
      row.numbers[i] = i == 3 ? *number : std::trunc(*number);
      row.has_first = true;
      if (row.numbers[i] < 0 && i != 1) {
        tell(messages::kRowBelow, word.offset, {kNumbers[i], shown(word.text)});
        return ok_status();
      }
    }
    row.loop_offset = line_[from + 2].offset;
    row.good = true;
    if (from + 4 < line_.size()) tell(messages::kRowMore, line_[from + 4].offset, {shown(line_[from + 4].text)});
    return ok_status();
  }

  bool has_row(std::string_view begin) const {
    return std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) { return has_prefix(row.name, begin); });
  }

  /// Do the comments behind the rows have a name for each?
  bool comments_name() const {
    std::set<std::string_view> seen;
    return std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) {
      const std::string_view name = first_word(row.comment);
      return !name.empty() && !may_be_number(name) && seen.insert(name).second;
    });
  }
  static std::string_view first_word(std::string_view text) { return text.substr(0, text.find_first_of(" \t\r\n")); }

  /// In Warsow the second number is a frame: rows then go on where the last one ended.
  bool counts_to_last() const {
    size_t by_count = 0, by_last = 0, pairs = 0;
    for (size_t i = 0; i + 1 < rows_.size(); ++i) {
      if (!rows_[i].good || !rows_[i + 1].good) continue;
      const double first = rows_[i].numbers[0], second = rows_[i].numbers[1], next = rows_[i + 1].numbers[0];
      if (second < first) return false;
      ++pairs;
      by_count += first + second == next;
      by_last += second + 1 == next || second == next;
    }
    return pairs > 3 && 2 * by_last > pairs && by_last > by_count;
  }

  Status finish() {
    const bool is_named = std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return !row.name.empty(); });
    const bool is_player =
        !is_whole_ && (is_named ? has_row("LEGS_") && has_row("TORSO_") : rows_.size() >= kPlayerRows);
    if (foreign_ != nullptr && is_player && !is_named)
      tell(messages::kUnknownNumber, foreign_->offset, {shown(foreign_->text)});
    if (is_named) inform(messages::kNamedRows, rows_.front().offset);
    std::span<const char* const> names;
    if (is_named) {
      out_.rows = "named";
    } else if (is_player) {
      out_.rows = "player", names = kPlayerActions;
    } else if (is_whole_) {
      out_.rows = "nonsegmented", names = kWhole;
    } else if (rows_.size() == std::size(kBuildable)) {
      out_.rows = "buildable", names = kBuildable;
    } else if (rows_.size() == std::size(kWeapon)) {
      out_.rows = "weapon", names = kWeapon;
    } else {
      out_.rows = "other";
    }
    const bool by_comment = !is_named && !is_player && !rows_.empty() && comments_name();
    const bool to_last = counts_to_last();
    if (to_last) inform(messages::kLastFrames, rows_.front().offset);
    for (size_t i = 0; i < rows_.size(); ++i) {
      Row& row = rows_[i];
      if (!row.name.empty()) continue;
      if (by_comment)
        row.name = first_word(row.comment);
      else if (i < names.size())
        row.name = names[i];
    }
    if (is_player) out_.torso_only = torso_only();
    for (size_t i = 0; i < rows_.size(); ++i) add(rows_[i], i, is_player, to_last);
    return ok_status();
  }

  /// Both parts have the frames of BOTH; then the upper one has the torso's, the lower one the legs'.
  int64_t torso_only() const {
    const auto first_of = [&](std::string_view name) -> const Row* {
      const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
        return row.has_first && equal_ignoring_case(row.name, name);
      });
      return found == rows_.end() ? nullptr : &*found;
    };
    const Row *legs = first_of("LEGS_WALKCR"), *torso = first_of("TORSO_GESTURE");
    if (legs == nullptr || torso == nullptr) return 0;
    return static_cast<int64_t>(legs->numbers[0] - torso->numbers[0]);
  }

  void add(const Row& row, size_t number, bool is_player, bool to_last) {
    if (!row.good) return;
    ListedAction action;
    action.name = row.name.empty() ? "anim" + std::to_string(number) : std::string(row.name);
    action.offset = row.offset;
    action.first = static_cast<int64_t>(row.numbers[0]);
    const double count = to_last ? row.numbers[1] - row.numbers[0] + 1 : row.numbers[1];
    action.count = static_cast<int64_t>(std::abs(count));
    action.backwards = count < 0;
    action.rate = row.numbers[3] > 0 ? row.numbers[3] : 1;
    const auto looping = static_cast<int64_t>(row.numbers[2]);
    action.loop = looping > 0;
    if (looping > action.count && action.count > 0 && !to_last)
      tell(messages::kLongLoop, row.loop_offset, {looping, action.count});
    else if (!to_last && looping < action.count)
      action.loop_count = looping;
    action.comment = row.comment;
    if (is_player) {
      if (has_prefix(row.name, "LEGS_"))
        action.part = PlayerPart::kLegs;
      else
        action.part = has_prefix(row.name, "TORSO_") ? PlayerPart::kTorso : PlayerPart::kBoth;
    }
    out_.written_first.push_back(action.first);
    if (action.part == PlayerPart::kLegs) action.first -= out_.torso_only;
    out_.actions.push_back(std::move(action));
  }

  static constexpr uint64_t kBytesOfWord = 64;

  LineWords words_;
  Budget& budget_;
  Diagnostics* diagnostics_;
  std::vector<LineWord> line_;
  std::vector<Row> rows_;
  LineWord foreign_word_;
  const LineWord* foreign_ = nullptr;  ///< the first word that Quake III stumbles over
  bool is_whole_ = false, full_ = false;
  AnimationFile out_;
};

}  // namespace

Result<AnimationFile> read_animation_file(std::span<const uint8_t> bytes, Budget& budget, Diagnostics* diagnostics) {
  return AnimationReader(bytes, budget, diagnostics).run();
}

Result<std::vector<ListedAction>> read_animations(std::span<const uint8_t> bytes, Budget& budget,
                                                  Diagnostics* diagnostics) {
  VITRINE_TRY(AnimationFile file, read_animation_file(bytes, budget, diagnostics));
  return std::move(file.actions);
}

}  // namespace vitrine::q3
