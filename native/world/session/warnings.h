#pragma once
// Warnings of drawing a world, each once: images, actions and effects that are not there. The first 256 are kept.

#include <string>
#include <unordered_set>
#include <vector>

#include "world/frame/frame.h"
#include "world/picture/picture.h"

namespace vitrine {

/// `tint` where none is given; kNothing for unknown ones.
render::WorldEffect::Kind full_screen_kind(const std::string& kind);

class DrawingWarnings {
 public:
  DrawingWarnings(const world::Document& document, std::vector<world::Issue>& issues)
      : document_(document), issues_(issues) {}

  /// WORLD_FILE; `file` is the word of a texture operator.
  void missing_image(const std::string& file);
  /// The same for every texture operator that names the file.
  void missing_everywhere(const std::string& file);
  /// WORLD_ACTION.
  void unknown_action(uint32_t mesh_op);
  /// WORLD_FX.
  void unknown_effect(uint32_t op, const std::string& kind);

 private:
  bool is_full() const { return warned_.size() == world::kFrameWarnings; }
  void warn(const Code& code, uint32_t node, std::string why);
  uint32_t key_of(uint32_t op, const char* key) const;

  const world::Document& document_;
  std::vector<world::Issue>& issues_;
  std::unordered_set<uint32_t> warned_;                ///< values of the document
  std::unordered_set<const std::string*> files_seen_;  ///< of missing images
};

}  // namespace vitrine
