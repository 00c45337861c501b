// Actions, their channels and curves.

#include "formats/name_cost.h"
#include "formats/qmsh/sentences.h"
#include "formats/qmsh/text_reader.h"

namespace vitrine::qmsh {

void TextReader::actions() {
  in_.expect_word("actions");
  open();
  while (more()) {
    TextAction& action = model_.actions.emplace_back();
    action.offset = in_.offset();
    name(action.name, "the name of an action or '}'");
    open();
    while (more()) {
      TextChannel& channel = action.channels.emplace_back();
      channel.offset = in_.offset();
      name(channel.bone, "the name of a channel or '}'");
      open();
      while (more()) curve(channel);
      charge(sizeof(TextChannel));
    }
    charge(sizeof(TextAction) + sizeof(Clip) + 4 * kBytesOfRow);
    if (!in_.failed()) actions_end_ = model_.actions.size();
  }
}

void TextReader::curve(TextChannel& channel) {
  TextCurve& curve = channel.curves.emplace_back();
  curve.offset = in_.offset();
  name(curve.name, "the name of a curve or '}'");
  curve.interpolation = interpolation();
  if (!since(18)) curve.extension = extension();
  open();
  while (more()) {
    TextPoint& point = curve.points.emplace_back();
    if constexpr (kForSpeed) {
      PlainTokens ahead = in_.plain();
      if (ahead.number(point.frame) && ahead.symbol(',') && ahead.number(point.value)) {
        in_.follow(ahead);
        continue;
      }
    }
    point.frame = in_.wide_number("a frame or '}'");
    in_.expect(',', "between frame and value");
    point.value = in_.wide_number("a value");
  }
  charge(sizeof(TextCurve) + curve.points.size() * (sizeof(TextPoint) + sizeof(Key)));
}

Interpolation TextReader::interpolation() {
  // Blender 2.5 and later spell CONST out.
  static constexpr const char* kWords[] = {"CONST", "LINEAR", "BEZIER", "CONSTANT"};
  static constexpr Interpolation kMeanings[] = {Interpolation::kStep, Interpolation::kLinear, Interpolation::kBezier,
                                                Interpolation::kStep};
  uint64_t at = 0;
  std::string_view word;
  const uint32_t found = choice({kWords, since(12) ? size_t{4} : 3}, "CONST, LINEAR or BEZIER", word, at);
  if (found != kNone) return kMeanings[found];
  // Its other ways of easing (2.71 and later) have no place in QMSH.
  if (since(12))
    diagnostics_.add_as(Severity::kWarning, messages::kReadAsLinear, at, {word});
  else if (!in_.failed())
    in_.fail(messages::kNoInterpolation, at, {word});
  return Interpolation::kLinear;
}

Extension TextReader::extension() {
  static constexpr const char* kWords[] = {"CONST", "EXTRAP", "CYCLIC", "CYCLIC_EXTRAP"};
  static constexpr Extension kMeanings[] = {Extension::kHold, Extension::kExtrapolate, Extension::kCyclic,
                                            Extension::kCyclicExtrapolate};
  uint64_t at = 0;
  std::string_view word;
  const uint32_t found = choice(kWords, "CONST, EXTRAP, CYCLIC or CYCLIC_EXTRAP", word, at);
  if (found != kNone) return kMeanings[found];
  if (!in_.failed()) {
    in_.fail(messages::kNoExtrapolation, at, {word});
  }
  return Extension::kHold;
}

}  // namespace vitrine::qmsh
