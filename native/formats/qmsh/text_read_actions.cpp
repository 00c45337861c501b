// Actions, their channels and curves.

#include "formats/qmsh/text_reader.h"

namespace vitrine::qmsh {

void TextReader::actions() {
  in_.expect_word("actions");
  open();
  while (more()) {
    TextAction action;
    action.offset = in_.offset();
    action.name = name("the name of an action or '}'");
    open();
    while (more()) {
      TextChannel channel;
      channel.offset = in_.offset();
      channel.bone = name("the name of a channel or '}'");
      open();
      while (more()) curve(channel);
      charge(sizeof(TextChannel));
      action.channels.push_back(std::move(channel));
    }
    charge(sizeof(TextAction));
    model_.actions.push_back(std::move(action));
  }
}

void TextReader::curve(TextChannel& channel) {
  TextCurve curve;
  curve.offset = in_.offset();
  curve.name = name("the name of a curve or '}'");
  curve.interpolation = interpolation();
  if (!since(18)) curve.extension = extension();
  open();
  while (more()) {
    TextPoint point;
    PlainTokens ahead = in_.plain();
    if (ahead.number(point.frame) && ahead.symbol(',') && ahead.number(point.value)) {
      in_.follow(ahead);
      curve.points.push_back(point);
      continue;
    }
    point.frame = in_.wide_number("a frame or '}'");
    in_.expect(',', "between frame and value");
    point.value = in_.wide_number("a value");
    curve.points.push_back(point);
  }
  charge(sizeof(TextCurve) + curve.points.size() * (sizeof(TextPoint) + sizeof(Key)));
  channel.curves.push_back(std::move(curve));
}

Interpolation TextReader::interpolation() {
  const uint64_t at = in_.offset();
  const std::string_view word = in_.word("CONST, LINEAR or BEZIER");
  if (word == "LINEAR") return Interpolation::kLinear;
  if (word == "BEZIER") return Interpolation::kBezier;
  // Blender 2.5 and later spell it out.
  if (word == "CONST" || (since(12) && word == "CONSTANT")) return Interpolation::kStep;
  const std::string message = "expected CONST, LINEAR or BEZIER, found '" + std::string(word) + "'";
  // Its other ways of easing (2.71 and later) have no place in QMSH.
  if (since(12))
    diagnostics_.add_as(Severity::kWarning, kCurveWord, at, message + "; read as LINEAR");
  else if (!in_.failed())
    in_.fail(kCurveWord, at, message);
  return Interpolation::kLinear;
}

Extension TextReader::extension() {
  const uint64_t at = in_.offset();
  const std::string_view word = in_.word("CONST, EXTRAP, CYCLIC or CYCLIC_EXTRAP");
  if (word == "CONST") return Extension::kHold;
  if (word == "EXTRAP") return Extension::kExtrapolate;
  if (word == "CYCLIC") return Extension::kCyclic;
  if (word == "CYCLIC_EXTRAP") return Extension::kCyclicExtrapolate;
  if (!in_.failed())
    in_.fail(kCurveWord, at, "expected CONST, EXTRAP, CYCLIC or CYCLIC_EXTRAP, found '" + std::string(word) + "'");
  return Extension::kHold;
}

}  // namespace vitrine::qmsh
