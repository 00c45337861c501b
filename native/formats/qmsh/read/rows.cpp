#include "formats/qmsh/rows.h"

#include "formats/qmsh/full/describe.h"
#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/read/text_read.h"

namespace vitrine::qmsh {
namespace {

constexpr const char* kBinaryExtensions[] = {"qmsh", "phy"};
constexpr const char* kTextExtensions[] = {"qmsh.tmp", "tmp"};

bool sniff_text(std::span<const uint8_t> bytes, std::string_view) { return is_text(bytes); }

bool sniff_binary(std::span<const uint8_t> bytes, std::string_view) { return is_binary(bytes); }

Status load_binary(LoadContext& context, Scene& scene) {
  BinaryModel model;
  VITRINE_CHECK(read_binary(context.bytes, context.limits, context.budget, context.diagnostics, context.cancel, model));
  return build_described(std::move(model), context, scene);
}

Status load_text(LoadContext& context, Scene& scene) {
  TextModel model;
  VITRINE_CHECK(read_text(context.bytes, context.limits, context.budget, context.diagnostics, context.cancel, model));
  return build_described(model, context, scene);
}

uint8_t binary_rank(std::span<const uint8_t> bytes, std::string_view) { return borrows_skeleton(bytes); }

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow table[] = {
      {"qmsh", "qmsh.tmp", kTextExtensions, FileRole::kModel, true, sniff_text, load_text},
      {"qmsh", "qmsh", kBinaryExtensions, FileRole::kModel, false, sniff_binary, load_binary, binary_rank},
  };
  return table;
}

}  // namespace vitrine::qmsh
