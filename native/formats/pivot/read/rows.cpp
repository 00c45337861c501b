#include "formats/pivot/rows.h"

#include "base/names.h"
#include "formats/pivot/codes.h"
#include "formats/pivot/read/build.h"
#include "formats/pivot/read/names.h"
#include "formats/pivot/sentences.h"

namespace vitrine::pivot {
namespace {

/// The magic of the format is unknown, so a file is one when the strict parse finds an object in it, or when its name
/// says so (then the parse says what is wrong with it).
bool sniff(std::span<const uint8_t> bytes, std::string_view name) {
  if (ends_ignoring_case(name, ".pivot")) return true;
  const auto scene = parse_any(bytes, nullptr);
  return scene && !scene->objects.empty();
}

Status load(LoadContext& context, Scene& scene) {
  const bool forced = context.options.has(kForce);
  VITRINE_TRY(const RawScene raw,
              forced ? parse_forced(context.bytes, &context.budget) : parse_any(context.bytes, &context.budget));
  if (raw.end < context.bytes.size()) {
    context.diagnostics.add_as(Severity::kWarning, messages::kBytesIgnored, raw.end, {context.bytes.size() - raw.end});
  }
  VITRINE_CHECK(build(context, raw, scene));
  scene.axes.up = context.options.has(kZUp) ? Up::kZ : Up::kY;
  scene.axes.handedness = context.options.has(kMirrorZ) ? Handedness::kLeft : Handedness::kRight;
  scene.axes.front_face = FrontFace::kCounterClockwise;
  scene.axes.uv_origin_top = !context.options.has(kFlipV);
  return ok_status();
}

/// Scenes of the engine end in .bin, as buffers of glTF do; which of the two a file is, the loader decides.
constexpr const char* kExtensions[] = {"pivot", "bin"};

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {{"pivot", "pivot", kExtensions, FileRole::kModel, false, sniff, load}};
  return kRows;
}

}  // namespace vitrine::pivot
