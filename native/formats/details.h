#pragma once
// Members of a format's row beside its reader: words for people, the views that stand on a file's bytes, and
// repairs. Each format has its own in details.cpp; an entry that is left out is something the format does not have.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/action_list.h"
#include "formats/fix.h"
#include "formats/format.h"
#include "formats/joins.h"
#include "formats/source_records.h"

namespace vitrine {

/// Another program's reading of a file's curves, which differs from the author's.
struct OtherReading {
  const ReadingOption* option;  ///< the switch that shows it
  /// `info` is the format's part of the report of the clip's file.
  void (*apply)(Clip& clip, const nlohmann::ordered_json& info);
};

/// Files of role kSound on their own.
struct SoundReader {
  bool effects;  ///< sound effects cut from a song, not a song alone
  /// { "table" } and, if wanted, the "notes" of the song: [{ channel, note, velocity, start, end }].
  Result<nlohmann::ordered_json> (*read)(std::string_view name, std::span<const uint8_t> bytes, bool notes,
                                         Budget& budget);
};

struct FormatDetails {
  const char* kind;   ///< of the row it belongs to
  const char* title;  ///< for people
  bool experimental = false;
  /// Regular expressions for texts that people paste: how one begins, and what else it has.
  const char* begins = "";
  const char* has = "";
  /// Label by the Encoding standard of the 8-bit text that files hold, and its decoder; null = Windows-1252.
  const char* code_page = nullptr;
  TextDecoder decode = nullptr;
  std::span<const Code* const> codes = {};  ///< every code the row can report besides the shared ones
  std::span<const ReadingOption* const> options = {};
  const OtherReading* other_reading = nullptr;
  const SoundReader* sound = nullptr;
  /// A material with the images that the format's engines look for under the name of a shader, appended to the lists.
  void (*material_of_shader)(const std::string& shader, const std::string& file_base_name,
                             std::vector<Material>& materials, std::vector<Texture>& textures) = nullptr;
  /// Names of the files that it cannot be read without, relative to its own folder.
  std::vector<std::string> (*companions)(std::span<const uint8_t> bytes) = nullptr;
  /// Models of its kind that games put together, of all that a drop has.
  std::vector<TagJoin> (*joins)(std::span<const JoinPart> parts) = nullptr;
  /// Models that engines show instead of one, as paths from its folder with `*` for its name without an ending.
  std::span<const char* const> stood_in_by = {};
  /// Names without endings that models of a folder have which are parts of one, each with the one before it.
  std::span<const char* const> parts = {};
  /// Ends of names, before the ending, of the same model in less detail, which engines show from afar.
  std::span<const char* const> levels = {};
  /// For files that list actions of a model beside them: is the file called `list` the one for the file `model`?
  bool (*lists_actions_for)(std::string_view list, std::string_view model) = nullptr;
  /// Such a list is for every model of its folder.
  bool lists_for_folder = false;
  /// Has one who has that. `diagnostics` may be null.
  Result<std::vector<ListedAction>> (*listed_actions)(std::span<const uint8_t> bytes, Budget& budget,
                                                      Diagnostics* diagnostics) = nullptr;
  /// The record that begins at `offset` as a RecordMap (formats/record_map.h), or null when none does. Only for files
  /// that have opened, like all that follow.
  nlohmann::ordered_json (*map_record)(std::span<const uint8_t> bytes, uint64_t offset) = nullptr;
  /// Where the record begins that holds a byte. Has one who has a map_record.
  uint64_t (*record_start)(std::span<const uint8_t> bytes, uint64_t offset) = nullptr;
  SourceRecordLists (*places)(std::span<const uint8_t> bytes) = nullptr;
  /// Where the file has a key of a channel that is not a curve; `owner` is where its clip begins, `lists` are the
  /// file's. The key's own place first.
  std::vector<NamedPlace> (*key_places)(std::span<const uint8_t> bytes, const SourceRecordLists& lists, uint64_t owner,
                                        const ChannelPlace& channel, uint32_t key) = nullptr;
  /// Also for files that do not open.
  Fixes (*fixes)(std::span<const uint8_t> bytes, const FormatRow& row) = nullptr;
};

}  // namespace vitrine
