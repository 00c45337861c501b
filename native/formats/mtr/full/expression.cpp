#include "formats/mtr/full/expression.h"

#include <cmath>

namespace vitrine::mtr {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Operator {
  const char* text;
  int priority;  ///< 1 binds strongest
};
// Two characters before one, so that <= is not taken for <.
constexpr Operator kOperators[] = {{"<=", 3}, {">=", 3}, {"==", 3}, {"!=", 3}, {"&&", 4}, {"||", 4}, {"*", 1},
                                   {"/", 1},  {"%", 1},  {"+", 2},  {"-", 2},  {"<", 3},  {">", 3}};
constexpr int kWeakest = 4;

class ExpressionReader {
 public:
  ExpressionReader(Words& words, uint64_t nesting) : words_(words), left_(nesting) {}

  /// The game's grammar: operators of one priority group to the right. Here they group to the left within a priority,
  /// which differs for chains of - and / alone; those are evaluated as arithmetic is written.
  std::optional<Value> level(int priority) {
    if (priority == 0) return term();
    std::optional<Value> left = level(priority - 1);
    while (left) {
      const Operator* op = take(priority);
      if (op == nullptr) break;
      const std::optional<Value> right = level(priority - 1);
      if (!right) return {};
      left = Value{applied(op->text, left->number, right->number), left->changes || right->changes};
    }
    return left;
  }

 private:
  static float applied(std::string_view op, float a, float b) {
    if (op == "*") return a * b;
    if (op == "/") return b == 0 ? 0 : a / b;
    if (op == "%") return b == 0 ? 0 : std::fmod(a, b);
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "<=") return a <= b;
    if (op == ">=") return a >= b;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "&&") return a != 0 && b != 0;
    if (op == "||") return a != 0 || b != 0;
    return op == "<" ? a < b : a > b;
  }

  const Operator* take(int priority) {
    words_.skip_blanks();
    for (const Operator& op : kOperators) {
      if (!words_.cursor.starts_with(op.text)) continue;
      if (op.priority != priority) return nullptr;
      words_.cursor.advance(std::string_view(op.text).size());
      return &op;
    }
    return nullptr;
  }

  std::optional<Value> term() {
    words_.skip_blanks();
    if (left_ == 0) return {};
    --left_;
    std::optional<Value> out = plain_term();
    ++left_;
    return out;
  }

  std::optional<Value> plain_term() {
    TextCursor& cursor = words_.cursor;
    if (cursor.take('(')) {
      const std::optional<Value> inner = level(kWeakest);
      return inner && words_.accept(')') ? inner : std::nullopt;
    }
    if (cursor.take('-')) {
      std::optional<Value> inner = term();
      if (inner) inner->number = -inner->number;
      return inner;
    }
    if (is_digit(cursor.peek()) || cursor.peek() == '.') {
      float number = 0;
      if (!cursor.take_number(number) || !std::isfinite(number)) return {};
      if (lower(cursor.peek()) == 'f') cursor.advance();
      return Value{number, false};
    }
    const std::string_view name = cursor.take_while([](char c) { return is_letter(c) || is_digit(c); });
    if (name.empty()) return {};
    if (words_.accept('[')) {
      if (!level(kWeakest) || !words_.accept(']')) return {};
      return Value{1, true};
    }
    const bool is_colour =
        name.size() == 5 && equal_ignoring_case(name.substr(0, 4), "parm") && name[4] >= '0' && name[4] <= '3';
    return Value{is_colour ? 1.0f : 0.0f, true};
  }

  Words& words_;
  uint64_t left_;
};

}  // namespace

std::optional<Value> read_expression(Words& words, uint64_t nesting) {
  std::optional<Value> value = ExpressionReader(words, nesting).level(kWeakest);
  if (value && !std::isfinite(value->number)) return {};
  return value;
}

}  // namespace vitrine::mtr
