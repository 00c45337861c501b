#include "formats/modeldef/rows.h"

#include <algorithm>

#include "base/names.h"
#include "formats/modeldef/codes.h"
#include "formats/modeldef/read.h"

namespace vitrine::modeldef {
namespace {

constexpr const char* kExtensions[] = {"modeldef", "modeldef.*"};
constexpr size_t kSniffBytes = 64 << 10;

/// Lumps of GZDoom are known by their names, whatever their endings: MODELDEF, modeldef.txt, modeldef.imp.
bool is_called_so(std::string_view name) {
  name = base_name(name);
  return ends_ignoring_case(name, ".modeldef") || equal_ignoring_case(name.substr(0, name.find('.')), "modeldef");
}

bool sniff(std::span<const uint8_t> bytes, std::string_view name) {
  const auto head = bytes.first(std::min(bytes.size(), kSniffBytes));
  if (head.empty() || std::find(head.begin(), head.end(), uint8_t{0}) != head.end()) return false;
  return is_called_so(name) || is_modeldef(head);
}

const FormatRow kRows[] = {{"iqm", "modeldef", kExtensions, FileRole::kMaterials, true, sniff, load}};
constexpr FormatDetails kDetails[] = {
    {.kind = "modeldef", .title = "GZDoom model definitions", .codes = kCodes, .companions = included_files}};

}  // namespace

std::span<const FormatRow> rows() { return kRows; }
std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::modeldef
