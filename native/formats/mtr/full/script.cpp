#include "formats/mtr/full/script.h"

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

}  // namespace vitrine::mtr
