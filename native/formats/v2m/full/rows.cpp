#include "formats/v2m/rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/names.h"
#include "formats/v2m/full/table.h"

namespace vitrine::v2m {
namespace {

/// Nothing that large is a song: the longest known one has 176 KB.
constexpr size_t kMostBytes = 16 << 20;

/// A song has no tag: it is one when it can be walked to the end of its patches, whose sizes fit one generation, or
/// when its name says so (then the walk says what is wrong with it).
bool sniff(std::span<const uint8_t> bytes, std::string_view name) {
  return ends_ignoring_case(name, ".v2m") || (bytes.size() <= kMostBytes && read(bytes).ok());
}

Status load(LoadContext& context, Scene&) {
  VITRINE_TRY(const Song song, read(context.bytes, &context.budget));
  VITRINE_TRY(context.info, table(context.name, song, context.budget));
  for (const Warning& row : song.warnings) context.diagnostics.add(row.message);
  return ok_status();
}

constexpr const char* kExtensions[] = {"v2m"};

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {{"v2m", "v2m", kExtensions, FileRole::kSound, false, sniff, load}};
  return kRows;
}

}  // namespace vitrine::v2m
