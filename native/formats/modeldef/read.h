#pragma once
// Blocks of MODELDEF as they are written.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "formats/format.h"

namespace vitrine::modeldef {

/// Names and words as messages and the report have them.
inline std::string shown(std::string_view text) { return to_utf8(text.substr(0, 200)); }

struct Named {
  std::string path;  ///< with the block's own folder, forward slashes
  uint64_t offset = kNoOffset;
};

struct Frame {
  std::string sprite, letters;
  uint32_t model = 0;
  std::string name;              ///< action, with `:` and a number if one of its frames is meant
  std::optional<int64_t> index;  ///< frame of the whole file, in place of a name
  uint64_t offset = kNoOffset;
};

struct Block {
  std::string actor;
  uint64_t offset = 0;
  std::map<uint32_t, Named> models, skins, animations;
  std::map<std::pair<uint32_t, uint32_t>, Named> surface_skins;  ///< by model and surface
  std::optional<std::vector<double>> scale, offset_by;
  std::optional<double> angle, pitch, roll;
  std::vector<Frame> frames;
  bool has_base_frame = false;
  std::vector<std::string> flags;
  bool included = false;  ///< its places are in another file
};

/// The blocks of the file and of those that it includes. Faults are messages of the context, at their places in the
/// file that has them.
Result<std::vector<Block>> read_blocks(LoadContext& context);

/// Names of the files that the text includes.
std::vector<std::string> included_files(std::span<const uint8_t> bytes);

/// Is the text one, whatever its name?
bool is_modeldef(std::span<const uint8_t> bytes);

/// Gives the models of `scene` the images that their blocks name; the rest goes into the report.
Status load(LoadContext& context, Scene& scene);

}  // namespace vitrine::modeldef
