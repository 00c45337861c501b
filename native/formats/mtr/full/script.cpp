#include "formats/mtr/full/script.h"

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>

#include "base/utf8.h"
#include "formats/beside.h"

namespace vitrine::mtr {
namespace {

constexpr std::string_view kCallOfScript = "Library.include";

}  // namespace

std::optional<Command> next_command(TextCursor& cursor) {
  Command command;
  bool is_call = false;
  const auto separates = [&](char c) {
    return is_call ? is_blank(c) || c == '(' || c == ',' : is_blank(c) && c != '\n' && c != '\r';
  };
  for (;;) {
    cursor.take_while(separates);
    const char c = cursor.peek();
    const bool ends = cursor.at_end() || c == ';' || (is_call ? c == ')' : c == '\n' || c == '\r');
    if (cursor.starts_with("//")) {
      cursor.take_while([](char x) { return x != '\n' && x != '\r'; });
      continue;
    }
    if (cursor.starts_with("/*")) {
      while (!cursor.at_end() && !cursor.starts_with("*/")) cursor.advance();
      cursor.advance(2);
      continue;
    }
    if (ends) {
      if (is_call) cursor.take(')');
      if (!command.verb.at_end()) return command;
      if (cursor.at_end()) return {};
      cursor.advance();
      continue;
    }
    if (command.verb.at_end()) is_call = cursor.starts_with(kCallOfModel) || cursor.starts_with(kCallOfScript);
    Word word;
    word.offset = cursor.offset();
    if (c == '"' || (is_call && c == '\'')) {
      cursor.advance();
      word.quoted = true;
      word.text = cursor.take_while([&](char x) { return x != c && x != '\n' && x != '\r'; });
      cursor.take(c);
    } else {
      word.text = cursor.take_while([&](char x) {
        return !is_blank(x) && x != ';' && x != '"' && !(is_call && (x == '(' || x == ')' || x == ',' || x == '\''));
      });
    }
    if (command.verb.at_end())
      command.verb = word;
    else if (command.arguments.size() < 64)
      command.arguments.push_back(word);
  }
}

std::string Command::name() const {
  std::string_view text = verb.text;
  if (text == kCallOfScript) return "exec";
  if (!text.starts_with(kCallOfModel)) return std::string(text);
  text.remove_prefix(kCallOfModel.size());
  return lower_case(text);
}

std::optional<float> number_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  TextCursor cursor({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  float value = 0;
  if (!cursor.take_number(value) || !(value <= 1e30f)) return {};
  return negative ? -value : value;
}

const AddedFile* find_script(std::span<const AddedFile> files, std::string_view path) {
  const auto found = files_called(files, base_name(path));
  return found.empty() ? nullptr : &found.front();
}

std::string with_ending(std::string_view file, std::string_view ending) {
  std::string out(file);
  if (!file.empty() && !ends_ignoring_case(file, ending)) out += ending;
  return out;
}

namespace {

using nlohmann::ordered_json;

constexpr int kDeepest = 8;                   ///< scripts that call scripts
constexpr size_t kMostCalledBytes = 1 << 20;  ///< of scripts, each time that one is called
constexpr size_t kMostLinks = 256;
constexpr size_t kMostOfName = 200;  ///< of a name, which every link would repeat

struct Tag {
  std::string joint;
  glm::dvec3 offset;
  glm::dquat rotation;
};

struct Model {
  std::string file;
  std::map<std::string, Tag, std::less<>> tags;
};

class Links {
 public:
  explicit Links(std::span<const AddedFile> beside) : beside_(beside) {}

  void take(std::span<const uint8_t> script, int depth) {
    TextCursor cursor(script);
    while (const std::optional<Command> command = next_command(cursor)) {
      const std::string name = command->name();
      if (name == "exec") {
        if (depth < kDeepest && ++calls_ <= kMostCalls) call(find_script(beside_, command->argument(0)), depth);
      } else if (name == "md5load") {
        models_.push_back({to_utf8(with_ending(command->argument(0), kMeshEnding).substr(0, kMostOfName)), {}});
      } else if (name == "md5tag" && !models_.empty()) {
        models_.back().tags[std::string(command->argument(1))] = {to_utf8(command->argument(0).substr(0, kMostOfName)),
                                                                  vector(*command, 2),
                                                                  glm::dquat(glm::radians(vector(*command, 5)))};
      } else if (name == "md5link") {
        link(*command);
      }
    }
  }

  ordered_json links = ordered_json::array();

 private:
  /// Lines may call a large script again and again.
  void call(const AddedFile* script, int depth) {
    if (script == nullptr || script->bytes.size() > kMostCalledBytes - called_bytes_) return;
    called_bytes_ += script->bytes.size();
    take(script->bytes, depth + 1);
  }

  static glm::dvec3 vector(const Command& command, size_t first) {
    const auto number = [&](size_t i) { return number_of(command.argument(i)).value_or(0); };
    return {number(first), number(first + 1), number(first + 2)};
  }

  const Model* model(std::string_view text) const {
    const float index = number_of(text).value_or(-1);
    return index >= 0 && index < static_cast<float>(models_.size()) ? &models_[static_cast<size_t>(index)] : nullptr;
  }

  void link(const Command& command) {
    const Model *parent = model(command.argument(0)), *child = model(command.argument(1));
    if (parent == nullptr || child == nullptr || links.size() >= kMostLinks) return;
    const auto found = parent->tags.find(command.argument(2));
    if (found == parent->tags.end()) return;
    const Tag& tag = found->second;
    const glm::dvec3 offset = tag.offset + tag.rotation * vector(command, 3);
    const glm::dquat& rotation = tag.rotation;
    links.push_back({{"parent", parent->file},
                     {"child", child->file},
                     {"joint", tag.joint},
                     {"offset", {offset.x, offset.y, offset.z}},
                     {"rotation", {rotation.x, rotation.y, rotation.z, rotation.w}}});
  }

  std::span<const AddedFile> beside_;
  std::vector<Model> models_;
  size_t calls_ = 0, called_bytes_ = 0;
};

}  // namespace

ordered_json links_of(std::span<const uint8_t> script, std::span<const AddedFile> beside) {
  Links links(beside);
  links.take(script, 0);
  return std::move(links.links);
}

}  // namespace vitrine::mtr
