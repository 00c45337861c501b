#include "formats/quake/skins.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/names.h"
#include "formats/name_cost.h"
#include "formats/quake/fields.h"
#include "scene/textures.h"

namespace vitrine::quake {
namespace {

/// The last 32 colours of the palette are not lit.
constexpr uint8_t kFirstBright = 224;
/// MarkV's flag of IDPO 6, which QSS-M, QuakeSpasm and Ironwail have too: the last colour is a hole.
constexpr uint32_t kHoley = 1 << 14;
constexpr uint8_t kHole = 255;
constexpr float kHoleCutoff = 0.666f;  ///< their alpha test
constexpr size_t kLumpHead = 8;

std::vector<uint8_t> lump(const RawModel& raw, std::span<const uint8_t> pixels) {
  std::vector<uint8_t> out(kLumpHead + pixels.size());
  std::memcpy(out.data(), &raw.skin_width, 4);
  std::memcpy(out.data() + 4, &raw.skin_height, 4);
  if (!pixels.empty()) std::memcpy(out.data() + kLumpHead, pixels.data(), pixels.size());
  return out;
}

/// `outside`: what ports take instead, without an ending: `x.mdl_0` (FTE, DarkPlaces, vkQuake, QSS-M).
void add_lump(uint32_t file, std::vector<uint8_t> bytes, const char* ending, TextureRole role,
              std::initializer_list<std::string> outside, std::vector<Texture>& textures, Material& material) {
  Texture texture;
  texture.inside = "#" + std::to_string(file) + "-" + std::to_string(textures.size()) + ending;
  texture.name = material.name + ending;
  texture.bytes = std::move(bytes);
  for (const std::string& name : outside) {
    for (const char* image : kImageEndings) texture.candidates.push_back(name + image);
  }
  material.slots.push_back({role, static_cast<uint32_t>(textures.size())});
  textures.push_back(std::move(texture));
}

}  // namespace

SkinNumber worn_skin(std::string_view wanted, const RawModel& raw) {
  SkinNumber out;
  const char* const end = wanted.data() + wanted.size();
  const auto [behind, fault] = std::from_chars(wanted.data(), end, out.skin);
  if (fault != std::errc() || out.skin >= std::max(raw.skins.size(), raw.skin_names.size())) return {};
  if (behind == end) return out;
  const auto [last, other] = std::from_chars(behind + 1, end, out.member);
  const size_t members = out.skin < raw.skins.size() ? raw.skins[out.skin].images.size() : 1;
  return *behind == '_' && other == std::errc() && last == end && out.member < members ? out : SkinNumber{};
}

Status add_skin(LoadContext& context, const RawModel& raw, std::vector<Texture>& textures, Material& material) {
  const uint64_t pixels = uint64_t{raw.skin_width} * raw.skin_height;
  if (raw.skins.empty() || pixels == 0) return ok_status();
  const SkinNumber worn = worn_skin(context.options.skin, raw);
  const uint64_t at = raw.skins[worn.skin].images[worn.member];
  VITRINE_CHECK(context.budget.charge(2, pixels + 4096, at));
  std::vector<uint8_t> colours = lump(raw, context.bytes.subspan(static_cast<size_t>(at), static_cast<size_t>(pixels)));
  std::vector<uint8_t> bright = colours;
  const bool is_holey = raw.magic == "IDPO" && raw.version == 6 && (raw.flags & kHoley) != 0;
  bool any = false;
  for (size_t i = kLumpHead; i < bright.size(); ++i) {
    if (bright[i] < kFirstBright || (is_holey && bright[i] == kHole))
      bright[i] = 0;  // black
    else
      any = true;
  }
  std::string outside(base_name(context.name));
  if (ends_ignoring_case(outside, ".gz")) outside.resize(outside.size() - 3);
  outside += "_" + std::to_string(worn.skin);
  if (raw.skins[worn.skin].images.size() > 1) outside += "_" + std::to_string(worn.member);
  VITRINE_CHECK(charge_names(context.budget, outside, 3 * kImageEndings.size()));
  if (is_holey) {
    material.alpha_mode = AlphaMode::kMask;
    material.alpha_cutoff = kHoleCutoff;
  }
  add_lump(context.file, std::move(colours), is_holey ? ".holey.lmp" : ".lmp", TextureRole::kDiffuse, {outside},
           textures, material);
  if (any)
    add_lump(context.file, std::move(bright), ".glow.lmp", TextureRole::kEmissive,
             {outside + "_glow", outside + "_luma"}, textures, material);
  return ok_status();
}

}  // namespace vitrine::quake
