#include "formats/qmsh/rows.h"

#include "formats/qmsh/binary_build.h"
#include "formats/qmsh/binary_read.h"
#include "formats/qmsh/text_build.h"
#include "formats/qmsh/text_read.h"
#if !VITRINE_VIEW_ONLY
#include "formats/qmsh/binary_check.h"
#include "formats/qmsh/binary_info.h"
#include "formats/qmsh/text_info.h"
#endif

namespace vitrine::qmsh {
namespace {

constexpr const char* kBinaryExtensions[] = {"qmsh", "phy"};
constexpr const char* kTextExtensions[] = {"qmsh.tmp", "tmp"};

bool sniff_text(std::span<const uint8_t> bytes, std::string_view) { return is_text(bytes); }

bool sniff_binary(std::span<const uint8_t> bytes, std::string_view) { return is_binary(bytes); }

Status load_binary(LoadContext& context, Scene& scene) {
  BinaryModel model;
  VITRINE_CHECK(read_binary(context.bytes, context.limits, context.budget, context.diagnostics, context.cancel, model));
#if VITRINE_VIEW_ONLY
  return build_binary(std::move(model), context, scene);
#else
  check_binary(model, context.diagnostics);
  auto info = binary_info(model, context.bytes.size());
  VITRINE_CHECK(build_binary(std::move(model), context, scene));
  context.info = std::move(info);
  return ok_status();
#endif
}

Status load_text(LoadContext& context, Scene& scene) {
  TextModel model;
  VITRINE_CHECK(read_text(context.bytes, context.limits, context.budget, context.diagnostics, context.cancel, model));
  std::vector<HeldVertices> held;
  VITRINE_CHECK(build_text(model, context, scene, held));
#if !VITRINE_VIEW_ONLY
  context.info = text_info(model, held);
#endif
  return ok_status();
}

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow table[] = {
      {"qmsh", "qmsh.tmp", kTextExtensions, FileRole::kModel, true, sniff_text, load_text},
      {"qmsh", "qmsh", kBinaryExtensions, FileRole::kModel, false, sniff_binary, load_binary, borrows_skeleton},
  };
  return table;
}

}  // namespace vitrine::qmsh
