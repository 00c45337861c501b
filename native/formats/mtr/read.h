#pragma once
#include "base/codes.h"
#include "formats/format.h"
#include "formats/mtr/full/declaration.h"

namespace vitrine::mtr {

/// A language of files of declarations, each a name and a block.
struct Dialect {
  MaterialText (*read)(LoadContext& context, std::string_view name, uint64_t begin, uint64_t end);
  /// Message for a name that an earlier file declares too, with the name, that file and the line there.
  const Sentence& declared_in;
  bool is_script = false;  ///< of Quake III: names have no kinds before them, and of two files the later one counts
};
/// The materials of `scene` that the file declares look as it says.
Status load_declarations(LoadContext& context, Scene& scene, const Dialect& dialect);

/// Material declarations of id Tech 4 (.mtr): the materials of `scene` that they name look as they say.
Status load_materials(LoadContext& context, Scene& scene);
/// Cube's md5.cfg: images of the meshes that it names.
Status load_config(LoadContext& context, Scene& scene);
/// Model declarations and skins of Doom 3: what they say of the animations of `scene` goes into the report,
/// and the skin that is asked for is put on.
Status load_models(LoadContext& context, Scene& scene);
/// In a skin: a shader, or `*` for all, and what stands for it.
struct Replacement {
  std::string from, to;
};
/// The materials of `scene` that `replaces` names become those of the other shaders; the first that fits counts.
Status wear(LoadContext& context, const std::vector<Replacement>& replaces, Scene& scene);
/// True for a line that begins with a command of md5.cfg.
bool has_config_command(std::span<const uint8_t> bytes);

}  // namespace vitrine::mtr
