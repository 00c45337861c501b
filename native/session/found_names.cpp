#include "formats/name_cost.h"
#include "session/load/textures.h"

namespace vitrine {

Status pay_for_found_names(Scene& scene, Budget budget) {
  Status paid = ok_status();
  for (Texture& texture : scene.textures) {
    if (texture.file == kNone) continue;
    const Status one = charge_names(budget, scene.files[texture.file].name, 1);
    if (one) continue;
    paid = one;
    texture.file = kNone;
    if (texture.bytes.empty()) texture.status = TextureStatus::kMissing;
  }
  return paid;
}

}  // namespace vitrine
