#include "formats/kri/rows.h"

#include "formats/kri/read/builder.h"
#include "formats/kri/read/container.h"
#include "formats/kri/sentences.h"

namespace vitrine::kri {
namespace {

bool sniff(std::span<const uint8_t> bytes, std::string_view) { return has_signature(bytes); }

Status load(LoadContext& context, Scene& scene) {
  VITRINE_TRY(const Container container, read_container(context.bytes, context.budget, context.diagnostics));
  describe(container, context);
  Builder builder(context);
  for (const Frame& frame : container.frames) {
    if (context.cancelled()) return Error{messages::kCancelled, frame.offset};
    VITRINE_CHECK(builder.add(frame));
  }
  VITRINE_CHECK(builder.finish(scene));
  scene.axes.up = Up::kZ;
  scene.axes.handedness = Handedness::kRight;
  scene.axes.front_face = FrontFace::kCounterClockwise;
  scene.axes.forward = {0, -1, 0};
  scene.axes.uv_origin_top = false;
  return ok_status();
}

constexpr const char* kExtensions[] = {"scene"};

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {{"kri", "kri", kExtensions, FileRole::kModel, false, sniff, load}};
  return kRows;
}

}  // namespace vitrine::kri
