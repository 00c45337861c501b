#include "formats/qmsh/rows.h"

#include "formats/qmsh/binary_build.h"
#include "formats/qmsh/binary_check.h"
#include "formats/qmsh/binary_info.h"
#include "formats/qmsh/binary_read.h"
#include "formats/qmsh/codes.h"
#include "formats/qmsh/map_record.h"
#include "formats/qmsh/text_build.h"
#include "formats/qmsh/text_info.h"
#include "formats/qmsh/text_read.h"

namespace vitrine::qmsh {
namespace {

constexpr const char* kBinaryExtensions[] = {"qmsh", "phy"};
constexpr const char* kTextExtensions[] = {"qmsh.tmp", "tmp"};

bool sniff_text(std::span<const uint8_t> bytes, std::string_view) { return is_text(bytes); }

bool sniff_binary(std::span<const uint8_t> bytes, std::string_view) { return is_binary(bytes); }

Status load_binary(LoadContext& context, Scene& scene) {
  VITRINE_TRY(BinaryModel model,
              read_binary(context.bytes, context.limits, context.budget, context.diagnostics, context.cancel));
  check_binary(model, context.diagnostics);
  auto info = binary_info(model, context.bytes.size());
  VITRINE_CHECK(build_binary(std::move(model), context, scene));
  context.info = std::move(info);
  return ok_status();
}

Status load_text(LoadContext& context, Scene& scene) {
  VITRINE_TRY(const TextModel model,
              read_text(context.bytes, context.limits, context.budget, context.diagnostics, context.cancel));
  VITRINE_TRY(const auto held, build_text(model, context, scene));
  context.info = text_info(model, held);
  return ok_status();
}

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow table[] = {
      {"qmsh", "qmsh.tmp", "QMSH text (.qmsh.tmp)", kTextExtensions, FileRole::kModel, true, false, sniff_text,
       load_text, kTextCodes},
      {"qmsh", "qmsh", "QMSH model (The Final Quest, carpg)", kBinaryExtensions, FileRole::kModel, false, false,
       sniff_binary, load_binary, kBinaryCodes, borrows_skeleton, map_record},
  };
  return table;
}

}  // namespace vitrine::qmsh
