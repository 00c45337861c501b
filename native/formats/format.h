#pragma once
// What a format is: a row of the ONE table (registry.cpp), and what its reader is given. Sniffing, the file picker,
// sweeps, fuzz targets, bench rows and the table of README follow from a row; adding a format is a folder, a row and a
// data folder.

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "base/names.h"
#include "formats/action_list.h"
#include "scene/scene.h"

namespace vitrine {

/// Role of a file in a document. The session loads roles in this order.
enum class FileRole : uint8_t {
  kModel,      ///< brings meshes or nodes of its own
  kAnimation,  ///< needs the joints of a model; fits itself to those present
  kCamera,     ///< stands alone or beside a model
  kSound,      ///< adds nothing to the scene: all it has is its table
  kMaterials,  ///< says how materials of the models look; changes those present
  kBuffer,     ///< bytes that a model names; nothing by itself
};

/// A file of the drop, whatever it is.
struct AddedFile {
  std::string_view name;
  std::span<const uint8_t> bytes;
};

/// A switch for how files of a format are read, off unless asked for. It lies in the format's folder, once.
struct ReadingOption {
  const char* name;          ///< as hosts give it: "legacyCurves"; "pivot.flipV" is a member of the object "pivot"
  const char* word;          ///< in addresses
  const char* help;          ///< for the command line, a phrase without a full stop
  const char* label = "";    ///< beside the page's switch; empty = the page has none
  const char* effect = "";   ///< meaning of the switch for the file, a phrase
  const char* accepts = "";  ///< code of the error that it lets pass
};

/// The switches that are on.
class ReadOptions {
 public:
  ReadOptions() = default;
  ReadOptions(std::initializer_list<const ReadingOption*> on) { std::copy(on.begin(), on.end(), on_.begin()); }
  void switch_on(const ReadingOption& option) { *std::find(on_.begin(), on_.end() - 1, nullptr) = &option; }
  bool has(const ReadingOption& option) const { return std::find(on_.begin(), on_.end(), &option) != on_.end(); }

  std::string skin;    ///< name of the skin that the models wear, empty = as they are
  std::string torso;   ///< action of a player's torso beside those of its legs, empty = it stands
  uint32_t level = 0;  ///< of detail that models are shown in where they have files of it: 1 = NAME_1; 0 = the highest
  /// Of the model of which this is the chosen level: its name without folders and ending, and with them.
  std::string_view without_level(std::string_view stem) const {
    const size_t size = stem.size();
    const bool ends =
        level > 0 && size > 2 && stem[size - 2] == '_' && stem[size - 1] == static_cast<char>('0' + level);
    return ends ? stem.substr(0, size - 2) : stem;
  }
  std::string whole_name(std::string_view name) const {
    const std::string_view base = base_name(name), stem = file_stem(name);
    return std::string(name.substr(0, name.size() - base.size()))
        .append(without_level(stem))
        .append(base.substr(stem.size()));
  }
  /// Names of files that are there for their animations: they give actions only, their meshes are not shown.
  std::set<std::string, std::less<>> animations;

  bool operator==(const ReadOptions&) const = default;

 private:
  std::array<const ReadingOption*, 32> on_ = {};
};

/// All that a reader may see and touch besides the Scene it appends to.
struct LoadContext {
  std::string_view name;  ///< as given by the host, may hold folders
  std::span<const uint8_t> bytes;
  uint32_t file = 0;  ///< index of this file in Scene::files
  const ReadOptions& options;
  const Limits& limits;
  Budget& budget;
  Diagnostics& diagnostics;  ///< already entered for this file
  const CancelFlag* cancel = nullptr;
  nlohmann::ordered_json& info;  ///< what only this format has: lands in the report's info.format for this file
  /// All files of the drop, for formats that spread over several; see files_called in formats/beside.h.
  std::span<const AddedFile> beside{};
  /// For a model: the list of actions that a file beside it has for it, else null. For such a file: its own list.
  ActionList* actions = nullptr;

  bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
};

/// The highest number that a load_rank gives.
inline constexpr uint8_t kLastRank = 4;

struct FormatDetails;

/// How a kind of file is recognised and read.
struct FormatRow {
  const char* id;    ///< "md5"; several rows may share it
  const char* kind;  ///< one word for the file: "md5mesh", "md5anim", "qmsh", "qmsh.tmp", "kri", "pivot", "vfx", ...
  /// Without the dot, lower case; the first one is used for writing. `NAME.*` stands for files that are called so
  /// whatever their ending.
  std::span<const char* const> extensions;
  FileRole role;
  bool text;  ///< messages get line and column
  /// Cheap test of content (the name may help, but content decides). Must not read past `bytes`.
  bool (*sniff)(std::span<const uint8_t> bytes, std::string_view name);
  /// Reads, builds into locals and appends to `scene` last, so that a failure leaves the scene as it was.
  /// Several models may be appended to one scene: all indices are relative to what is there already.
  Status (*load)(LoadContext& context, Scene& scene);
  /// Of the files of one role, those with lower numbers are loaded first: 0 needs no other, and is what null stands
  /// for.
  uint8_t (*load_rank)(std::span<const uint8_t> bytes, std::string_view name) = nullptr;
  /// The rest of the row (formats/details.h); null in the cores for viewing, which have nothing of it.
  const FormatDetails* details = nullptr;
  bool viewed = false;  ///< set by the registry: the view core of the format has it
};

/// A load_rank of files that look through what others of their role bring.
inline uint8_t behind_others(std::span<const uint8_t>, std::string_view) { return 1; }

std::span<const FormatRow> formats();

/// First row whose sniff accepts the content; null when none does.
inline const FormatRow* find_format(std::span<const FormatRow> rows, std::span<const uint8_t> bytes,
                                    std::string_view name) {
  for (const FormatRow& row : rows) {
    if (row.sniff(bytes, name)) return &row;
  }
  return nullptr;
}
inline const FormatRow* find_format(std::span<const uint8_t> bytes, std::string_view name) {
  return find_format(formats(), bytes, name);
}

}  // namespace vitrine
