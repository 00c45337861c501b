#include "formats/framegroups/rows.h"

#include <algorithm>

#include "base/names.h"
#include "formats/framegroups/codes.h"
#include "formats/framegroups/read.h"

namespace vitrine::framegroups {
namespace {

constexpr const char* kExtensions[] = {"framegroups"};
constexpr std::string_view kEnding = ".framegroups";
constexpr size_t kSniffBytes = 64 << 10;

/// Lines of numbers are no sign of it.
bool sniff(std::span<const uint8_t> bytes, std::string_view name) {
  const auto head = bytes.first(std::min(bytes.size(), kSniffBytes));
  return ends_ignoring_case(name, kEnding) && !head.empty() &&
         std::find(head.begin(), head.end(), uint8_t{0}) == head.end();
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.find_last_of("/\\") + 1); }

/// NAME.iqm.framegroups lies beside NAME.iqm; dropped without folders it fits all the same.
bool lists_for(std::string_view list, std::string_view model) {
  if (!ends_ignoring_case(list, kEnding)) return false;
  list.remove_suffix(kEnding.size());
  if (ends_ignoring_case(model, ".gz")) model.remove_suffix(3);
  const std::string_view here = folder_of(list), there = folder_of(model);
  return equal_ignoring_case(base_name(list), base_name(model)) &&
         (here.empty() || there.empty() || equal_ignoring_case(here, there));
}

const FormatRow kRows[] = {{"iqm", "framegroups", kExtensions, FileRole::kMaterials, true, sniff, load}};
constexpr FormatDetails kDetails[] = {{.kind = "framegroups",
                                       .title = "DarkPlaces and FTE lists of actions",
                                       .codes = kCodes,
                                       .lists_actions_for = lists_for,
                                       .listed_actions = read_list}};

}  // namespace

std::span<const FormatRow> rows() { return kRows; }
std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::framegroups
