#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

void make_locals(const Rig& rig, std::span<Rigid> worlds, std::span<Local> locals) {
  for (size_t j = 0; j < worlds.size(); ++j) {
    const uint32_t parent = rig.joints[j].parent;
    const Rigid exact = parent == kNone ? worlds[j] : inverse(worlds[parent]) * worlds[j];
    locals[j].position = glm::vec3(exact.translation);
    locals[j].rotation = stored(exact.rotation);
    worlds[j] = parent == kNone ? locals[j].rigid() : worlds[parent] * locals[j].rigid();
  }
}

}  // namespace vitrine::md5_export
