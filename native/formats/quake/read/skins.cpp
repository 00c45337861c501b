#include "formats/quake/build.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>

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

/// A texture with what ports take in its place, named without an ending: `x.mdl_0` (FTE, DarkPlaces, vkQuake, QSS-M).
Texture lump_texture(const std::string& inside, const std::string& name, std::vector<uint8_t> bytes,
                     std::initializer_list<std::string> outside) {
  Texture texture;
  texture.inside = inside;
  texture.name = name;
  texture.bytes = std::move(bytes);
  for (const std::string& other : outside) {
    for (const char* image : kImageEndings) texture.candidates.push_back(other + image);
  }
  return texture;
}

}  // namespace

SkinNumber worn_skin(std::string_view wanted, const RawModel& raw) {
  SkinNumber out;
  const char* const end = wanted.data() + wanted.size();
  const auto [behind, fault] = std::from_chars(wanted.data(), end, out.skin);
  if (fault != std::errc() || out.skin >= std::max(raw.skins.size(), raw.skin_names.size())) return {};
  if (behind == end) return out;
  size_t member = 0;
  const auto [last, other] = std::from_chars(behind + 1, end, member);
  const size_t members = out.skin < raw.skins.size() ? raw.skins[out.skin].images.size() : 1;
  if (*behind != '_' || other != std::errc() || last != end || member >= members) return {};
  out.member = member;
  return out;
}

double turn_of_skin(std::string_view wanted, const RawModel& raw) {
  const SkinNumber worn = worn_skin(wanted, raw);
  const bool turns = !worn.member && worn.skin < raw.skins.size() && raw.skins[worn.skin].images.size() > 1;
  return turns ? raw.skins[worn.skin].ends_s.back() : 0;
}

Status add_skin(LoadContext& context, const RawModel& raw, std::vector<Texture>& textures, Material& material) {
  const uint64_t pixels = uint64_t{raw.skin_width} * raw.skin_height;
  if (raw.skins.empty() || pixels == 0) return ok_status();
  const SkinNumber worn = worn_skin(context.options.skin, raw);
  const RawSkin& skin = raw.skins[worn.skin];
  const bool turns = turn_of_skin(context.options.skin, raw) > 0;
  const size_t first = worn.member.value_or(0), count = turns ? skin.images.size() : 1;
  const bool is_holey = raw.magic == "IDPO" && raw.version == 6 && (raw.flags & kHoley) != 0;
  const char* const ending = is_holey ? ".holey.lmp" : ".lmp";
  std::string outside(base_name(context.name));
  if (ends_ignoring_case(outside, ".gz")) outside.resize(outside.size() - 3);
  outside += "_" + std::to_string(worn.skin);
  std::vector<Texture> glows;
  bool any = false;
  for (size_t member = first; member < first + count; ++member) {
    const uint64_t at = skin.images[member];
    VITRINE_CHECK(context.budget.charge(2, pixels + 4096, at));
    const std::string number = skin.images.size() > 1 ? "_" + std::to_string(member) : "";
    VITRINE_CHECK(charge_names(context.budget, outside, 3 * kImageEndings.size()));
    std::vector<uint8_t> colours =
        lump(raw, context.bytes.subspan(static_cast<size_t>(at), static_cast<size_t>(pixels)));
    std::vector<uint8_t> bright = colours;
    for (size_t i = kLumpHead; i < bright.size(); ++i) {
      if (bright[i] < kFirstBright || (is_holey && bright[i] == kHole))
        bright[i] = 0;  // black
      else
        any = true;
    }
    const std::string inside = "#" + std::to_string(context.file) + "-",
                      name = material.name + (member > first ? number : "");
    textures.push_back(lump_texture(inside + std::to_string(member - first) + ending, name + ending, std::move(colours),
                                    {outside + number}));
    glows.push_back(lump_texture(inside + std::to_string(member - first + count) + ".glow.lmp", name + ".glow.lmp",
                                 std::move(bright), {outside + number + "_glow", outside + number + "_luma"}));
  }
  if (is_holey) {
    material.alpha_mode = AlphaMode::kMask;
    material.alpha_cutoff = kHoleCutoff;
  }
  const auto wear = [&](TextureRole role, size_t texture) {
    material.slots.push_back({role, static_cast<uint32_t>(texture)});
    if (turns) textures[texture].turns_s = skin.ends_s;
  };
  wear(TextureRole::kDiffuse, textures.size() - count);
  if (!any) return ok_status();
  const size_t glow = textures.size();
  textures.insert(textures.end(), std::make_move_iterator(glows.begin()), std::make_move_iterator(glows.end()));
  wear(TextureRole::kEmissive, glow);
  return ok_status();
}

}  // namespace vitrine::quake
