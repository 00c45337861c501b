#pragma once
// The ONE table of formats. Sniffing, the file picker, sweeps, fuzz targets, bench rows and the table of README follow
// from a row; adding a format is a folder, a row and a data folder.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "scene/scene.h"

namespace vitrine {

/// What a file is to a document. The session loads roles in this order.
enum class FileRole : uint8_t {
  kModel,      ///< brings meshes or nodes of its own
  kAnimation,  ///< needs the joints of a model; fits itself to those present
  kCamera,     ///< stands alone or beside a model
  kSound,      ///< adds nothing to the scene: all it has is its table
  kMaterials,  ///< says how materials of the models look; changes those present
};

struct LoadOptions {
  bool legacy_curves = false;  ///< QMSH: the original converter's reading (all linear, ends held, its scale bug)
  bool pivot_flip_v = false, pivot_conjugate = false, pivot_z_up = false, pivot_mirror_z = false;
  bool pivot_force = false;  ///< bytes after the last record are a warning
};

/// All that a reader may see and touch besides the Scene it appends to.
struct LoadContext {
  std::string_view name;  ///< as given by the host, may hold folders
  std::span<const uint8_t> bytes;
  uint32_t file = 0;  ///< index of this file in Scene::files
  const LoadOptions& options;
  const Limits& limits;
  Budget& budget;
  Diagnostics& diagnostics;  ///< already entered for this file
  const CancelFlag* cancel = nullptr;
  nlohmann::ordered_json& info;  ///< what only this format has: lands in the report's info.format for this file

  bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
};

struct FormatRow {
  const char* id;     ///< "md5"; several rows may share it
  const char* kind;   ///< one word for the file: "md5mesh", "md5anim", "qmsh", "qmsh.tmp", "kri", "pivot", "vfx", ...
  const char* title;  ///< for people
  std::span<const char* const> extensions;  ///< without the dot, lower case; first one is used for writing
  FileRole role;
  bool text;  ///< messages get line and column
  bool experimental;
  /// Cheap test of content (the name may help, but content decides). Must not read past `bytes`.
  bool (*sniff)(std::span<const uint8_t> bytes, std::string_view name);
  /// Reads, builds into locals and appends to `scene` last, so that a failure leaves the scene as it was.
  /// Several models may be appended to one scene: all indices are relative to what is there already.
  Status (*load)(LoadContext& context, Scene& scene);
  std::span<const Code* const> codes;  ///< every code the row can report besides the shared ones
  /// True for a file that leans on the other models of the drop and is loaded after them; null = never.
  bool (*leans_on_others)(std::span<const uint8_t> bytes) = nullptr;
  /// The record that begins at `offset` as a RecordMap (formats/record_map.h), or null when none does. Only for files
  /// that have opened. Null pointer = the format has no such view.
  nlohmann::ordered_json (*map_record)(std::span<const uint8_t> bytes, uint64_t offset) = nullptr;
};

std::span<const FormatRow> formats();
/// First row whose sniff accepts the content; null when none does.
const FormatRow* find_format(std::span<const uint8_t> bytes, std::string_view name);

}  // namespace vitrine
