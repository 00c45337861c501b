// Numbers, texts, animated parameters, splines: what stands behind one key.

#include <algorithm>
#include <cmath>

#include "world/graph/read/reader.h"

namespace vitrine::world {
namespace {

std::string print(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

size_t code_points(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string listed(std::span<const char* const> words) {
  std::string all;
  for (const char* word : words) all += (all.empty() ? "" : ", ") + std::string(word);
  return all;
}

struct Size {
  int least, most;
};
/// Components of a literal array; {1, 1} is a plain number.
Size components(KeyKind kind) {
  switch (kind) {
    case KeyKind::kVec2:
      return {2, 2};
    case KeyKind::kVec3:
    case KeyKind::kScale:
      return {3, 3};
    case KeyKind::kColor:
      return {3, 4};
    case KeyKind::kVec4:
    case KeyKind::kFour:
      return {4, 4};
    default:
      return {1, 1};
  }
}

constexpr std::string_view kAnimatedKeys[] = {"value", "anim", "param", "comment"};
constexpr std::string_view kParamUse[] = {"param", "comment"};

}  // namespace

bool Reader::expect(uint32_t node, JsonType type) {
  if (tree_.is(node, type)) return true;
  say(kWorldType, node, std::string("expected ") + describe(type) + ", found " + describe(tree_[node].type));
  return false;
}

void Reader::warn_unknown(uint32_t object, std::span<const Key> keys, std::span<const std::string_view> allowed) {
  for (uint32_t child = tree_[object].first; child != kNoNode; child = tree_[child].next) {
    const std::string& name = tree_.key(child);
    if (name == "comment" || std::find(allowed.begin(), allowed.end(), name) != allowed.end()) continue;
    if (std::any_of(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; })) continue;
    if (warnings_ >= kWarningsKept) {
      ++warnings_;  // looking for the nearest key of a million would take its time
      continue;
    }
    std::vector<std::string_view> known(allowed.begin(), allowed.end());
    for (const Key& key : keys) known.emplace_back(key.name);
    say(kWorldKey, child, "unknown key \"" + name + "\", did you mean \"" + std::string(nearest(name, known)) + "\"?");
  }
}

Fields Reader::read_fields(uint32_t object, std::span<const Key> keys, std::span<const std::string_view> allowed) {
  Fields fields;
  fields.node.fill(kNoNode);
  for (uint32_t child = tree_[object].first; child != kNoNode; child = tree_[child].next) {
    for (size_t i = 0; i < keys.size(); ++i) {
      if (keys[i].name == tree_.key(child)) fields.node[i] = child;
    }
  }
  warn_unknown(object, keys, allowed);
  for (size_t i = 0; i < keys.size(); ++i) {
    const Key& key = keys[i];
    Source& source = fields.value[i];
    source.literal = glm::dvec4(key.initial[0], key.initial[1], key.initial[2], key.initial[3]);
    if (fields.has(i)) {
      source.given = true;
      read_key(key, fields.node[i], source);
    } else if (key.is_required) {
      say(kWorldRequired, object, "\"" + std::string(key.name) + "\" is missing");
    }
  }
  return fields;
}

void Reader::read_key(const Key& key, uint32_t node, Source& source) {
  if (in_operator_ && key.change == Change::kFixed && key.kind < KeyKind::kSlot && key.kind != KeyKind::kText &&
      tree_.is(node, JsonType::kObject)) {
    return say(kWorldAnim, node, "\"" + std::string(key.name) + "\" is fixed and cannot be animated");
  }
  switch (key.kind) {
    case KeyKind::kBool:
      if (expect(node, JsonType::kBool)) source.literal = glm::dvec4(tree_[node].boolean ? 1 : 0);
      return;
    case KeyKind::kWord:
      if (const int index = word_index(node, key.words); index >= 0) source.literal = glm::dvec4(index);
      return;
    case KeyKind::kString:
      expect(node, JsonType::kString);
      return;
    case KeyKind::kName:
      if (expect(node, JsonType::kString)) check_name(node, tree_.text(node));
      return;
    case KeyKind::kText:
    case KeyKind::kSlot:
    case KeyKind::kOther:
      return;
    default:
      if (key.change != Change::kFixed && tree_.is(node, JsonType::kObject)) {
        read_animated(key, node, source);
      } else {
        read_literal(key, node, source);
      }
  }
}

int Reader::word_index(uint32_t node, std::span<const char* const> words) {
  if (!expect(node, JsonType::kString)) return -1;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == tree_.text(node)) return static_cast<int>(i);
  }
  say(kWorldEnum, node, "\"" + tree_.text(node) + "\" is none of " + listed(words));
  return -1;
}

bool Reader::check_name(uint32_t node, const std::string& name) {
  const size_t length = code_points(name);
  if (length >= 1 && length <= 64) return true;
  say(kWorldRange, node, "names have 1 to 64 characters, this one has " + std::to_string(length));
  return false;
}

bool Reader::read_literal(const Key& key, uint32_t node, Source& source) {
  const auto [least, most] = components(key.kind);
  const bool alone_fills = key.kind == KeyKind::kScale || key.kind == KeyKind::kFour;
  if (most == 1 || (alone_fills && !tree_.is(node, JsonType::kArray))) {
    if (!read_component(key, node, source, 0)) return false;
    source.literal = glm::dvec4(source.literal.x);
    source.param.fill(source.param[0]);
    if (key.kind == KeyKind::kScale) {
      source.literal.w = 0;
      source.param[3] = -1;
    }
    return true;
  }
  if (!expect(node, JsonType::kArray)) return false;
  const auto count = static_cast<int>(tree_[node].count);
  if (count < least || count > most) {
    const std::string wanted =
        least == most ? std::to_string(least) : std::to_string(least) + " or " + std::to_string(most);
    say(kWorldType, node, "expected " + wanted + " numbers, found " + std::to_string(count));
    return false;
  }
  int component = 0;
  bool ok = true;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child))
    ok = read_component(key, child, source, component++) && ok;
  if (key.kind == KeyKind::kColor && count == 3) source.literal.w = 1;
  return ok;
}

bool Reader::read_component(const Key& key, uint32_t node, Source& source, int component) {
  if (key.change != Change::kFixed && tree_.is(node, JsonType::kObject)) {
    warn_unknown(node, {}, kParamUse);
    const uint32_t name = tree_.member(node, "param");
    if (name != kNoNode) return read_param_use(node, name, 1, source, component);
    say(kWorldType, node, "expected a number or { \"param\": name }, found an object");
    return false;
  }
  if (!expect(node, JsonType::kNumber)) return false;
  const double value = tree_[node].number;
  if (key.kind == KeyKind::kInteger && value != std::floor(value)) {
    say(kWorldType, node, "expected an integer, found " + print(value));
    return false;
  }
  if (!(value >= key.low && value <= key.high)) {
    const std::string wanted = key.low == kPositive ? "more than 0" : print(key.low) + " .. " + print(key.high);
    say(kWorldRange, node, "found " + print(value) + ", expected " + wanted);
    return false;
  }
  source.literal[component] = value;
  return true;
}

const Parameter* Reader::find_param(uint32_t name) {
  if (!expect(name, JsonType::kString)) return nullptr;
  if (sub_ == kNoNode) {
    say(kWorldParam, name, "parameters exist inside subroutines only");
    return nullptr;
  }
  const auto& params = doc_.subroutines[sub_].params;
  const auto found = std::find_if(params.begin(), params.end(),
                                  [&](const Parameter& param) { return param.name == tree_.text(name); });
  if (found != params.end()) return &*found;
  say(kWorldParam, name,
      "subroutine \"" + doc_.subroutines[sub_].name + "\" has no parameter \"" + tree_.text(name) + "\"");
  return nullptr;
}

/// Parameter `name` in place of `components` components from `component` on. Floats and ints fill all of them; vectors
/// and colours stand for whole vectors.
bool Reader::read_param_use(uint32_t node, uint32_t name, int components, Source& source, int component) {
  const Parameter* param = find_param(name);
  if (param == nullptr) return false;
  const bool is_scalar = param->type == ParamType::kFloat || param->type == ParamType::kInt;
  if (param->type == ParamType::kText || (!is_scalar && components == 1)) {
    say(kWorldParam, name,
        "parameter \"" + param->name + "\" is " + (param->type == ParamType::kText ? "a text" : "a vector") +
            ", expected a number");
    return false;
  }
  (void)node;
  for (int i = 0; i < components; ++i)
    source.param[static_cast<size_t>(component + i)] = static_cast<int8_t>(param->id * 4 + (is_scalar ? 0 : i));
  return true;
}

void Reader::read_animated(const Key& key, uint32_t node, Source& source) {
  warn_unknown(node, {}, kAnimatedKeys);
  const uint32_t value = tree_.member(node, "value"), param = tree_.member(node, "param"),
                 anim = tree_.member(node, "anim");
  if (value != kNoNode && param != kNoNode) {
    say(kWorldExclusive, node, "\"value\" and \"param\" exclude each other");
    return;
  }
  if (value != kNoNode) read_literal(key, value, source);
  if (param != kNoNode) {
    const auto [least, most] = components(key.kind);
    source.literal = glm::dvec4(0);
    if (read_param_use(node, param, most, source, 0) && most == 1) source.param.fill(source.param[0]);
  }
  if (anim != kNoNode) source.function = read_function(anim, node, key.change == Change::kSoft);
}

uint32_t Reader::read_function(uint32_t node, uint32_t owner, bool soft) {
  if (!tree_.is(node, JsonType::kObject)) {
    say(kWorldType, node, std::string("expected an object, found ") + describe(tree_[node].type));
    return kNoNode;
  }
  const Fields fields = read_fields(node, kFunctionKeys.keys);
  charge(node, weight::kFunction);
  Function function;
  function.node = owner;
  function.soft = soft;
  function.constant = fields.value[function_key::kConst].literal;
  function.constant2 = fields.value[function_key::kConst2].literal;
  if (fields.has(function_key::kSpline)) {
    function.spline = read_spline(fields.node[function_key::kSpline], false);
    function.has_spline = true;
  }
  const bool has_shape = fields.has(function_key::kShape);
  for (const size_t key : {function_key::kOp, function_key::kLerp}) {
    if (has_shape && fields.has(key))
      say(kWorldExclusive, fields.node[key],
          "a function with a shape has no \"" + std::string(kFunctionKeys.keys[key].name) + "\"");
  }
  if (has_shape) read_form(fields.node[function_key::kShape], function);
  if (fields.has(function_key::kOp)) read_signs(fields.node[function_key::kOp], function);
  if (fields.flag(function_key::kLerp)) function.form = Form::kOuterLerp;
  bool is_plain = !has_shape && !fields.has(function_key::kOp) && !fields.has(function_key::kLerp);
  for (size_t i = 0; i < 5; ++i) {
    const uint32_t term = fields.node[function_key::kA + i];
    if (term == kNoNode) continue;
    is_plain = false;
    read_term(term, function, function.terms[i]);
  }
  // Nothing but a spline: VALUE + spline(TIME), the usual formula.
  if (is_plain && function.has_spline) function.terms[1] = {TermKind::kSpline, variable::kTime, 0};
  doc_.functions.push_back(std::move(function));
  return static_cast<uint32_t>(doc_.functions.size() - 1);
}

void Reader::read_form(uint32_t node, Function& function) {
  if (!expect(node, JsonType::kString)) return;
  std::string written = tree_.text(node);
  std::erase(written, ' ');
  const auto shapes = shape_words();
  const auto found = std::find(shapes.begin(), shapes.end(), written);
  if (found == shapes.end()) {
    const std::vector<std::string_view> known(shapes.begin(), shapes.end());
    say(kWorldEnum, node, "unknown shape \"" + written + "\", the nearest is " + std::string(nearest(written, known)));
    return;
  }
  set_shape(function, static_cast<size_t>(found - shapes.begin()));
}

void Reader::read_signs(uint32_t node, Function& function) {
  if (!expect(node, JsonType::kArray)) return;
  if (tree_[node].count != 4) {
    say(kWorldType, node, "expected 4 signs, found " + std::to_string(tree_[node].count));
    return;
  }
  constexpr const char* kSigns[] = {"+", "-", "*"};
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (const int sign = word_index(child, kSigns); sign >= 0) function.signs[tree_[child].place] = kSigns[sign][0];
  }
}

void Reader::read_term(uint32_t node, Function& function, Term& term) {
  if (!expect(node, JsonType::kString)) return;
  const std::string& text = tree_.text(node);
  const auto trim = [](std::string_view part) {
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    return part;
  };
  const auto malformed = [&] {
    say(kWorldTerm, node,
        "\"" + text +
            "\" is not VARIABLE, f(VARIABLE) or splineg(VARIABLE, name) with f one of id sin cos rect saw rnd spline "
            "splines");
  };
  std::string_view body = trim(text), spline_name;
  term.kind = TermKind::kId;
  if (const size_t open = body.find('('); open != body.npos) {
    constexpr std::string_view kNames[] = {"id", "sin", "cos", "rect", "saw", "rnd", "spline", "splines", "splineg"};
    const auto* found = std::find(std::begin(kNames), std::end(kNames), trim(body.substr(0, open)));
    if (found == std::end(kNames) || body.back() != ')') return malformed();
    term.kind = static_cast<TermKind>(found - std::begin(kNames) + 1);
    body = body.substr(open + 1, body.size() - open - 2);
    const size_t comma = body.find(',');
    if ((comma != body.npos) != (term.kind == TermKind::kSplineg)) return malformed();
    if (comma != body.npos) {
      spline_name = trim(body.substr(comma + 1));
      body = body.substr(0, comma);
      if (spline_name.empty()) return malformed();
    }
    body = trim(body);
  }
  const bool is_word = !body.empty() && std::all_of(body.begin(), body.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (!is_word) return malformed();
  const int index = find_variable(body);
  if (index < 0) return say(kWorldName, node, "there is no variable \"" + std::string(body) + "\"");
  if (index >= variable::kFirstParam && sub_ == kNoNode)
    return say(kWorldParam, node, std::string(body) + " exists inside subroutines only");
  term.variable = static_cast<uint8_t>(index);
  if (term.kind == TermKind::kSplineg) {
    const auto found = splines_.find(std::string(spline_name));
    if (found == splines_.end())
      return say(kWorldName, node, "there is no spline \"" + std::string(spline_name) + "\"");
    term.spline = found->second;
  }
  if ((term.kind == TermKind::kSpline || term.kind == TermKind::kSplines) && !function.has_spline) {
    say(kWorldSpline, node, "the function has no spline of its own");
  }
}

Spline Reader::read_spline(uint32_t node, bool global) {
  Spline spline;
  if (!expect(node, JsonType::kObject)) return spline;
  const auto keys = global ? kSplineKeys.keys : kSplineKeys.keys.first(spline_key::kScalar);
  const Fields fields = read_fields(node, keys);
  spline.mode = static_cast<SplineMode>(fields.number(spline_key::kMode));
  spline.scalar = global && fields.flag(spline_key::kScalar);
  if (!fields.has(spline_key::kChannels) || !expect(fields.node[spline_key::kChannels], JsonType::kArray))
    return spline;
  for (uint32_t channel = first_of(fields.node[spline_key::kChannels]); channel != kNoNode; channel = after(channel)) {
    if (spline.channels.size() == 4) {
      say(kWorldSpline, channel, "a spline has at most 4 channels");
      break;
    }
    read_channel(channel, spline.channels.emplace_back());
  }
  return spline;
}

void Reader::read_channel(uint32_t node, std::vector<SplineKey>& keys) {
  if (!expect(node, JsonType::kArray)) return;
  constexpr Key kPair = vec2("key");
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (keys.size() == 128) return say(kWorldSpline, child, "a channel has at most 128 keys");
    Source pair;
    if (!read_literal(kPair, child, pair)) return;
    if (!keys.empty() && !(pair.literal.x > keys.back().time)) {
      return say(kWorldSpline, child,
                 "key times must rise: " + print(pair.literal.x) + " follows " + print(keys.back().time));
    }
    charge(child, weight::kSplineKey);
    keys.push_back({pair.literal.x, pair.literal.y});
  }
}

Text Reader::read_text(uint32_t node, const char* otherwise) {
  Text text{node != kNoNode, -1, otherwise};
  if (node == kNoNode) return text;
  if (!tree_.is(node, JsonType::kObject)) {
    if (expect(node, JsonType::kString)) text.text = tree_.text(node);
    return text;
  }
  warn_unknown(node, {}, kParamUse);
  const uint32_t name = tree_.member(node, "param");
  if (name == kNoNode) {
    say(kWorldType, node, "expected a string or { \"param\": name }, found an object");
    return text;
  }
  if (const Parameter* param = find_param(name)) {
    if (param->type == ParamType::kText)
      text.param = static_cast<int8_t>(param->id);
    else
      say(kWorldParam, name, "parameter \"" + param->name + "\" is not a text");
  }
  return text;
}

/// min and max of a box; `code` is what a box without volume is called: WORLD_CELL needs min < max, WORLD_RANGE min <=
/// max.
bool Reader::read_box(const Fields& fields, size_t min, size_t max, const Code& code) {
  const glm::dvec3 low = fields.vec3(min), high = fields.vec3(max);
  const bool strict = &code == &kWorldCell;
  for (int i = 0; i < 3; ++i) {
    if (high[i] > low[i] || (!strict && high[i] == low[i])) continue;
    say(code, fields.node[max],
        std::string("max.") + "xyz"[i] + " is " + print(high[i]) + ", min." + "xyz"[i] + " is " + print(low[i]));
    return false;
  }
  return true;
}

}  // namespace vitrine::world
