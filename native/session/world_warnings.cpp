#include "session/world_warnings.h"

#include "world/codes.h"

namespace vitrine {

render::WorldEffect::Kind full_screen_kind(const std::string& kind) {
  using Kind = render::WorldEffect::Kind;
  if (kind.empty() || kind == "tint") return Kind::kTint;
  if (kind == "add") return Kind::kAdd;
  return kind == "fade" ? Kind::kFade : Kind::kNothing;
}

void DrawingWarnings::missing_image(const std::string& file) {
  if (!files_seen_.insert(&file).second) return;
  for (uint32_t op = 0; op < document_.ops.size(); ++op) {
    if (&document_.ops[op].word == &file)
      warn(world::kWorldFile, key_of(op, "file"), "there is no image \"" + file + "\"");
  }
}

void DrawingWarnings::missing_everywhere(const std::string& file) {
  for (const world::Operator& op : document_.ops) {
    if (op.kind == world::OpKind::kTexture && op.word == file) missing_image(op.word);
  }
}

void DrawingWarnings::unknown_action(uint32_t mesh_op) {
  const std::string& name = document_.ops[mesh_op].word;
  warn(world::kWorldAction, key_of(mesh_op, "action"), "the model has no action \"" + name + "\"");
}

void DrawingWarnings::unknown_effect(uint32_t op, const std::string& kind) {
  warn(world::kWorldFx, document_.ops[op].node, "there is no effect \"" + kind + "\"; it draws nothing");
}

void DrawingWarnings::warn(const Code& code, uint32_t node, std::string why) {
  if (!warned_.insert(node).second) return;
  world::Issue issue{&code, document_.tree.pointer(node), std::move(why)};
  issue.is_warning = true;
  document_.place(issue, node);
  issues_.push_back(std::move(issue));
}

uint32_t DrawingWarnings::key_of(uint32_t op, const char* key) const {
  const uint32_t node = document_.tree.member(document_.ops[op].node, key);
  return node == world::kNoNode ? document_.ops[op].node : node;
}

}  // namespace vitrine
