#include "formats/kri/rows.h"

#include <nlohmann/json.hpp>

#include "formats/kri/builder.h"
#include "formats/kri/container.h"

namespace vitrine::kri {
namespace {

bool sniff(std::span<const uint8_t> bytes, std::string_view) { return has_signature(bytes); }

Status load(LoadContext& context, Scene& scene) {
  VITRINE_TRY(const Container container, read_container(context.bytes, context.budget, context.diagnostics));
  if constexpr (kTells) {
    context.info = {{"version", kFormatVersion},
                    {"bytes", context.bytes.size()},
                    {"accounted", container.accounted_bytes},
                    {"interrupted", nullptr},
                    {"chunks", nlohmann::ordered_json::array()}};
    if (container.interrupted) {
      context.info["interrupted"] = {{"name", container.interrupted_name},
                                     {"offset", container.accounted_bytes},
                                     {"bytes", context.bytes.size() - container.accounted_bytes - kHeaderBytes}};
    }
  }
  Builder builder(context);
  for (const Frame& frame : container.frames) {
    if (context.cancelled()) return Error{&kCancelled, frame.offset, "loading was cancelled", {}};
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
