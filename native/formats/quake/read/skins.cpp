#include "formats/quake/skins.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/names.h"
#include "formats/quake/fields.h"

namespace vitrine::quake {
namespace {

/// The last 32 colours of the palette are not lit.
constexpr uint8_t kFirstBright = 224;
constexpr size_t kLumpHead = 8;

std::vector<uint8_t> lump(const RawModel& raw, std::span<const uint8_t> pixels) {
  std::vector<uint8_t> out(kLumpHead + pixels.size());
  std::memcpy(out.data(), &raw.skin_width, 4);
  std::memcpy(out.data() + 4, &raw.skin_height, 4);
  if (!pixels.empty()) std::memcpy(out.data() + kLumpHead, pixels.data(), pixels.size());
  return out;
}

void add_lump(uint32_t file, std::vector<uint8_t> bytes, const char* ending, TextureRole role,
              std::vector<Texture>& textures, Material& material) {
  Texture texture;
  texture.inside = "#" + std::to_string(file) + "-" + std::to_string(textures.size()) + ending;
  texture.name = material.name + ending;
  texture.bytes = std::move(bytes);
  material.slots.push_back({role, static_cast<uint32_t>(textures.size())});
  textures.push_back(std::move(texture));
}

}  // namespace

size_t worn_skin(const LoadContext& context, const RawModel& raw) {
  const std::string& wanted = context.options.skin;
  size_t number = 0;
  std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  return number < std::max(raw.skins.size(), raw.skin_names.size()) ? number : 0;
}

Status add_skin(LoadContext& context, const RawModel& raw, std::vector<Texture>& textures, Material& material) {
  const uint64_t pixels = uint64_t{raw.skin_width} * raw.skin_height;
  if (raw.skins.empty() || pixels == 0) return ok_status();
  const uint64_t at = raw.skins[worn_skin(context, raw)].images.front();
  VITRINE_CHECK(context.budget.charge(2, pixels + 4096, at));
  std::vector<uint8_t> colours = lump(raw, context.bytes.subspan(static_cast<size_t>(at), static_cast<size_t>(pixels)));
  std::vector<uint8_t> bright = colours;
  bool any = false;
  for (size_t i = kLumpHead; i < bright.size(); ++i) {
    if (bright[i] < kFirstBright)
      bright[i] = 0;  // black
    else
      any = true;
  }
  add_lump(context.file, std::move(colours), ".lmp", TextureRole::kDiffuse, textures, material);
  if (any) add_lump(context.file, std::move(bright), ".glow.lmp", TextureRole::kEmissive, textures, material);
  return ok_status();
}

}  // namespace vitrine::quake
