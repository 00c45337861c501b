#include "formats/v2m/rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/v2m/table.h"

namespace vitrine::v2m {
namespace {

/// Nothing that large is a song: the longest known one has 176 KB.
constexpr size_t kMostBytes = 16 << 20;

bool is_named_song(std::string_view name) {
  constexpr std::string_view kEnding = ".v2m";
  return name.size() >= kEnding.size() && std::equal(kEnding.begin(), kEnding.end(), name.end() - kEnding.size(),
                                                     [](char a, char b) { return a == b || a == b + ('A' - 'a'); });
}

/// A song has no tag: it is one when it can be walked to its end, or when its name says so (then the walk says what is
/// wrong with it).
bool sniff(std::span<const uint8_t> bytes, std::string_view name) {
  return is_named_song(name) || (bytes.size() <= kMostBytes && read(bytes).ok());
}

Status load(LoadContext& context, Scene&) {
  VITRINE_TRY(const Song song, read(context.bytes, &context.budget));
  VITRINE_TRY(context.info, table(context.name, song, context.budget));
  for (const Warning& row : song.warnings)
    context.diagnostics.add(*row.code, song.channels[row.channel].offset,
                            "channel " + std::to_string(row.channel) + " has notes but no program change");
  return ok_status();
}

constexpr const char* kExtensions[] = {"v2m"};

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {{.id = "v2m",
                                     .kind = "v2m",
                                     .title = "V2M song (Farbrausch V2 synthesizer)",
                                     .extensions = kExtensions,
                                     .role = FileRole::kSound,
                                     .text = false,
                                     .experimental = false,
                                     .sniff = sniff,
                                     .load = load,
                                     .codes = kCodes}};
  return kRows;
}

}  // namespace vitrine::v2m
