#include <algorithm>
#include <array>
#include <cmath>

#include "formats/beside.h"
#include "formats/modeldef/full/scanner.h"
#include "formats/modeldef/read.h"
#include "formats/modeldef/sentences.h"

namespace vitrine::modeldef {
namespace {

constexpr uint32_t kMostModels = 64, kMostSurfaces = 32;
constexpr int kDeepest = 8;
constexpr size_t kMostIncludes = 256, kMostIncludedBytes = 4 << 20, kMostShown = 100, kMostPath = 4096;
constexpr size_t kMostOfKind = 4096, kMostFlags = 64;
constexpr double kLargest = 1e9;

/// Words of a block without arguments.
bool is_flag(const Word& word) {
  for (const char* name :
       {"ignoretranslation", "pitchfrommomentum", "inheritactorpitch", "inheritactorroll", "useactorpitch",
        "useactorroll", "noperpixellighting", "scaleweaponfov", "modelsareattachments", "rotating",
        "interpolatedoubledframes", "nointerpolation", "dontcullbackfaces", "userotationcenter", "correctpixelstretch",
        "forcecullbackfaces", "usehandoffsets"})
    if (word.is(name)) return true;
  return false;
}

std::optional<double> number_of(const Word& word) {
  std::string_view text = word.text;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  TextCursor cursor({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  double value = 0;
  if (word.at_end || !cursor.take_number(value) || !cursor.at_end() || !(value <= kLargest)) return {};
  return negative ? -value : value;
}

class Reader {
 public:
  explicit Reader(LoadContext& context) : context_(context) {}

  Result<std::vector<Block>> run() {
    VITRINE_CHECK(take(context_.bytes, 0));
    return std::move(blocks_);
  }

 private:
  void warn(const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    context_.diagnostics.add(sentence, offset, arguments);
  }

  Status take(std::span<const uint8_t> bytes, int depth) {
    Scanner words(bytes);
    for (Word word = words.next(); !word.at_end; word = words.next()) {
      if (context_.cancelled()) return Error{messages::kCancelled, kNoOffset};
      if (word.is("model")) {
        VITRINE_CHECK(read_block(words, word, depth));
      } else if (word.is("#include")) {
        VITRINE_CHECK(include(words, word, bytes, depth));
      } else {
        // GZDoom passes other words without a message; once is enough.
        if (!told_) warn(messages::kModelExpected, word.offset, {shown(word.text)});
        told_ = true;
      }
    }
    return ok_status();
  }

  /// The included file has its own messages; those before it are of the file that includes it.
  Status include(Scanner& words, const Word& key, std::span<const uint8_t> bytes, int depth) {
    const Word name = words.next();
    if (name.at_end || name.text.empty()) {
      warn(messages::kTextExpected, key.offset, {"#include"});
      return ok_status();
    }
    const auto files = files_called(context_.beside, base_name(name.text));
    if (files.empty()) {
      warn(messages::kIncludeMissing, name.offset, {shown(name.text)});
      return ok_status();
    }
    const AddedFile& file = best_of(files, name.text);
    if (is_modeldef(file.bytes) || file.bytes.data() == context_.bytes.data()) return ok_status();  // read by itself
    if (depth >= kDeepest || ++includes_ > kMostIncludes || file.bytes.size() > kMostIncludedBytes - included_bytes_) {
      warn(messages::kTooDeep, name.offset, {kDeepest});
      return ok_status();
    }
    included_bytes_ += file.bytes.size();
    Diagnostics& out = context_.diagnostics;
    const std::string own = out.source();
    out.locate(bytes);
    out.enter(std::string(file.name));
    const Status status = take(file.bytes, depth + 1);
    out.locate(file.bytes);
    out.enter(own);
    return status;
  }

  static const AddedFile& best_of(std::span<const AddedFile> files, std::string_view path) {
    const auto whole = std::find_if(files.begin(), files.end(),
                                    [&](const AddedFile& file) { return ends_ignoring_case(file.name, path); });
    return whole == files.end() ? files.front() : *whole;
  }

  Status read_block(Scanner& words, const Word& key, int depth) {
    const Word name = words.next();
    if (name.at_end || name.is_sign('{')) {
      warn(messages::kNameExpected, key.offset);
      return ok_status();
    }
    if (!words.peek().is_sign('{')) {
      const Word found = words.peek();
      warn(messages::kBlockExpected, found.offset, {shown(found.text)});
      return ok_status();
    }
    words.next();
    VITRINE_CHECK(context_.budget.charge(1, sizeof(Block) + 2 * name.text.size(), name.offset));
    block_ = Block();
    block_.actor = to_utf8(name.text.substr(0, kMostShown));
    block_.offset = key.offset;
    block_.included = depth != 0;
    path_.clear();
    for (;;) {
      const Word word = words.next();
      if (word.at_end) {
        warn(messages::kNotClosed, key.offset);
        break;
      }
      if (word.is_sign('}')) break;
      if (word.quoted && !word.closed) warn(messages::kStringNotClosed, word.offset);
      VITRINE_CHECK(take_word(words, word));
    }
    blocks_.push_back(std::move(block_));
    return ok_status();
  }

  std::optional<double> number(Scanner& words, const Word& key) {
    const Word word = words.peek();
    const auto value = number_of(word);
    if (!value)
      warn(messages::kNumberExpected, word.at_end ? key.offset : word.offset, {lower_case(key.text), shown(word.text)});
    else
      words.next();
    return value;
  }
  std::optional<std::vector<double>> numbers(Scanner& words, const Word& key, size_t count) {
    std::vector<double> out;
    for (size_t i = 0; i < count; ++i) {
      const auto one = number(words, key);
      if (!one) return {};
      out.push_back(*one);
    }
    return out;
  }
  /// The number of a model.
  std::optional<uint32_t> index(Scanner& words, const Word& key) {
    const auto value = number(words, key);
    if (!value) return {};
    if (*value < 0 || *value >= kMostModels || *value != std::floor(*value)) {
      warn(messages::kIndexBeyond, key.offset, {lower_case(key.text), std::to_string(*value), kMostModels - 1});
      return {};
    }
    return static_cast<uint32_t>(*value);
  }
  std::optional<Word> text(Scanner& words, const Word& key) {
    const Word word = words.peek();
    if (word.at_end || word.is_sign('}') || word.is_sign('{')) {
      warn(messages::kTextExpected, key.offset, {lower_case(key.text)});
      return {};
    }
    words.next();
    if (word.quoted && !word.closed) warn(messages::kStringNotClosed, word.offset);
    return word;
  }

  Named named(const Word& word) const {
    if (word.text.empty()) return {};
    Named out{path_ + std::string(word.text), word.offset};
    std::replace(out.path.begin(), out.path.end(), '\\', '/');
    return out;
  }
  Status pay(const Word& word) {
    return context_.budget.charge(1, 256 + 4 * (path_.size() + word.text.size()), word.offset);
  }

  Status take_word(Scanner& words, const Word& key) {
    if (key.is("path")) {
      if (const auto folder = text(words, key)) {
        path_ = folder->text.substr(0, kMostPath);
        std::replace(path_.begin(), path_.end(), '\\', '/');
        if (!path_.empty() && path_.back() != '/') path_ += '/';
      }
    } else if (key.is("model") || key.is("skin") || key.is("animation")) {
      auto& list = key.is("model") ? block_.models : key.is("skin") ? block_.skins : block_.animations;
      const auto number = index(words, key);
      const auto file = number ? text(words, key) : std::nullopt;
      if (!file) return ok_status();
      VITRINE_CHECK(pay(*file));
      list[*number] = named(*file);
    } else if (key.is("surfaceskin")) {
      return take_surface_skin(words, key);
    } else if (key.is("scale")) {
      block_.scale = numbers(words, key, 3);
    } else if (key.is("offset")) {
      block_.offset_by = numbers(words, key, 3);
    } else if (key.is("zoffset")) {
      const auto z = number(words, key);
      if (z && !block_.offset_by) block_.offset_by = {0, 0, 0};
      if (z) (*block_.offset_by)[2] = *z;
    } else if (key.is("angleoffset")) {
      block_.angle = number(words, key);
    } else if (key.is("pitchoffset")) {
      block_.pitch = number(words, key);
    } else if (key.is("rolloffset")) {
      block_.roll = number(words, key);
    } else if (key.is("frame") || key.is("frameindex")) {
      return take_frame(words, key);
    } else if (key.is("baseframe")) {
      block_.has_base_frame = true;
    } else if (key.is("viewmodelfov") || key.is("rotation-speed")) {
      (void)number(words, key);
    } else if (key.is("rotation-vector") || key.is("rotation-center")) {
      (void)numbers(words, key, 3);
    } else if (is_flag(key)) {
      if (block_.flags.size() < kMostFlags) block_.flags.push_back(lower_case(key.text));
    } else {
      warn(messages::kUnknownWord, key.offset, {shown(key.text)});
    }
    return ok_status();
  }

  Status take_surface_skin(Scanner& words, const Word& key) {
    const auto model = index(words, key);
    const auto surface = model ? number(words, key) : std::nullopt;
    const auto file = surface ? text(words, key) : std::nullopt;
    if (!file) return ok_status();
    if (*surface < 0 || *surface >= kMostSurfaces || *surface != std::floor(*surface)) {
      warn(messages::kSurfaceNumber, key.offset, {std::to_string(*surface)});
      return ok_status();
    }
    VITRINE_CHECK(pay(*file));
    block_.surface_skins[{*model, static_cast<uint32_t>(*surface)}] = named(*file);
    return ok_status();
  }

  /// Frame SPRITE LETTERS MODEL "NAME", or FrameIndex SPRITE LETTERS MODEL NUMBER.
  Status take_frame(Scanner& words, const Word& key) {
    const auto sprite = text(words, key);
    const auto letters = sprite ? text(words, key) : std::nullopt;
    const auto model = letters ? index(words, key) : std::nullopt;
    if (!model) return ok_status();
    Frame frame;
    frame.sprite = shown(sprite->text);
    frame.letters = shown(letters->text);
    frame.model = *model;
    frame.offset = key.offset;
    if (key.is("frame")) {
      const auto name = text(words, key);
      if (!name) return ok_status();
      frame.offset = name->offset;
      frame.name = name->text.substr(0, kMostPath);
    } else {
      const auto number = this->number(words, key);
      if (!number) return ok_status();
      frame.index = static_cast<int64_t>(*number);
    }
    VITRINE_CHECK(context_.budget.charge(1, sizeof(Frame) + 3 * kMostShown + frame.name.size(), key.offset));
    if (block_.frames.size() < kMostOfKind) block_.frames.push_back(std::move(frame));
    return ok_status();
  }

  LoadContext& context_;
  std::vector<Block> blocks_;
  Block block_;
  std::string path_;
  bool told_ = false;
  size_t includes_ = 0, included_bytes_ = 0;
};

}  // namespace

Result<std::vector<Block>> read_blocks(LoadContext& context) { return Reader(context).run(); }

std::vector<std::string> included_files(std::span<const uint8_t> bytes) {
  std::vector<std::string> out;
  Scanner words(bytes);
  for (Word word = words.next(); !word.at_end && out.size() < kMostIncludes; word = words.next()) {
    if (!word.is("#include")) continue;
    const Word name = words.next();
    if (!name.text.empty()) out.emplace_back(name.text.substr(0, kMostPath));
  }
  return out;
}

bool is_modeldef(std::span<const uint8_t> bytes) {
  if (bytes.empty() || std::find(bytes.begin(), bytes.end(), uint8_t{0}) != bytes.end()) return false;
  Scanner words(bytes);
  Word word = words.next();
  while (word.is("#include")) words.next(), word = words.next();
  if (word.quoted || !word.is("model")) return false;
  words.next();
  if (!words.next().is_sign('{')) return false;
  // Declarations of id Tech 4 begin so too; their models have no numbers.
  for (word = words.next(); !word.at_end && !word.is_sign('}') && !word.is_sign('{'); word = words.next()) {
    for (const char* key : {"model", "skin", "surfaceskin", "animation"})
      if (!word.quoted && word.is(key) && number_of(words.peek())) return true;
  }
  return false;
}

}  // namespace vitrine::modeldef
