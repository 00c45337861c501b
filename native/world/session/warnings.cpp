#include "world/session/warnings.h"

#include "world/graph/codes.h"
#include "world/graph/file_name.h"

namespace vitrine {

render::WorldEffect::Kind full_screen_kind(const std::string& kind) {
  using Kind = render::WorldEffect::Kind;
  if (kind.empty() || kind == "tint") return Kind::kTint;
  if (kind == "add") return Kind::kAdd;
  return kind == "fade" ? Kind::kFade : Kind::kNothing;
}

void DrawingWarnings::missing_image(const std::string& file) {
  if (is_full() || !files_seen_.insert(&file).second) return;
  const std::string why = world::leaves_folder(file) ? '"' + file + "\" is outside the folder of the document"
                                                     : "there is no image \"" + file + "\" that can be shown";
  for (uint32_t op = 0; op < document_.ops.size(); ++op) {
    if (&document_.ops[op].word == &file) warn(world::kWorldFile, key_of(op, "file"), why);
  }
}

void DrawingWarnings::missing_everywhere(const std::string& file) {
  for (const world::Operator& op : document_.ops) {
    if (is_full()) return;
    if (op.kind == world::OpKind::kTexture && op.word == file) missing_image(op.word);
  }
}

void DrawingWarnings::unknown_action(uint32_t mesh_op) {
  const uint32_t node = key_of(mesh_op, "action");
  if (warned_.contains(node)) return;  // every frame asks again
  const std::string& name = document_.ops[mesh_op].word;
  warn(world::kWorldAction, node, "the model has no action \"" + name + "\"");
}

void DrawingWarnings::unknown_effect(uint32_t op, const std::string& kind) {
  const uint32_t node = document_.ops[op].node;
  if (!warned_.contains(node)) warn(world::kWorldFx, node, "there is no effect \"" + kind + "\"; it draws nothing");
}

void DrawingWarnings::warn(const Code& code, uint32_t node, std::string why) {
  if (is_full() || !warned_.insert(node).second) return;
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
