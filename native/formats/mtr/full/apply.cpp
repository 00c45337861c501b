#include "formats/mtr/full/apply.h"

#include <algorithm>
#include <cmath>

#include "formats/mtr/codes.h"
#include "formats/mtr/sentences.h"

namespace vitrine::mtr {
namespace {

constexpr size_t kShownOfPath = 255;

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

const char* kind_name(StageKind kind) {
  switch (kind) {
    case StageKind::kDiffuse:
      return "diffuse";
    case StageKind::kBump:
      return "bump";
    case StageKind::kSpecular:
      return "specular";
    case StageKind::kAmbient:
      break;
  }
  return "stage";
}

/// Images that the game makes itself.
bool is_builtin(std::string_view path) {
  return path.starts_with('_') || path.starts_with('$') || path.starts_with('*');
}

class Applier {
 public:
  Applier(LoadContext& context, const MaterialText& text, Material& material, std::vector<Texture>& textures,
          bool quiet)
      : context_(context), text_(text), material_(material), textures_(textures), quiet_(quiet) {}

  void run() {
    material_.slots.clear();
    material_.diffuse = glm::vec4(1);
    material_.emissive = glm::vec3(0);
    material_.shadeless = material_.hidden = false;
    material_.alpha_mode = AlphaMode::kOpaque;
    material_.double_sided = text_.two_sided;
    material_.culling = text_.two_sided ? Culling::kNone : text_.back_sided ? Culling::kFront : Culling::kBack;
    const Stage* base = base_stage();
    const Stage* test = nullptr;
    for (const Stage& stage : text_.stages) {
      // The engine cuts the surface before it draws, by stages too that then draw nothing.
      if (stage.alpha_test && !stage.never && test == nullptr) test = &stage;
      if (!draws(stage) || &stage == base || stage.kind == StageKind::kBump || stage.kind == StageKind::kSpecular)
        continue;
      add_extra(stage, base);
    }
    if (base != nullptr) add_base(*base);
    if (const Stage* stage = first(StageKind::kBump)) {
      if (!is_builtin(stage->image.path))
        add_slot(*stage, stage->image.is_height ? TextureRole::kHeight : TextureRole::kNormal);
    }
    if (const Stage* stage = first(StageKind::kSpecular)) add_slot(*stage, TextureRole::kSpecular);
    if (test != nullptr) {
      material_.alpha_mode = AlphaMode::kMask;
      material_.alpha_cutoff = std::clamp(*test->alpha_test, 0.0f, 1.0f);
    }
    material_.hidden = text_.nodraw || (base == nullptr && first(StageKind::kBump) == nullptr &&
                                        first(StageKind::kSpecular) == nullptr && glow_ == nullptr);
    add_properties();
    if (!quiet_) warn();
  }

 private:
  static bool draws(const Stage& stage) { return !stage.never && stage.blend != StageBlend::kNone; }

  const Stage* first(StageKind kind) const {
    const auto found = std::find_if(text_.stages.begin(), text_.stages.end(), [&](const Stage& stage) {
      return stage.kind == kind && !stage.never && !stage.image.path.empty();
    });
    return found == text_.stages.end() ? nullptr : &*found;
  }

  /// The diffuse layer, else the first that is drawn without the game's lights.
  const Stage* base_stage() const {
    if (text_.by_order) return first_image();
    if (const Stage* diffuse = first(StageKind::kDiffuse)) return diffuse;
    const auto found = std::find_if(text_.stages.begin(), text_.stages.end(), [](const Stage& stage) {
      return stage.kind == StageKind::kAmbient && draws(stage) && !stage.is_cube && !stage.image.path.empty();
    });
    return found == text_.stages.end() ? nullptr : &*found;
  }

  /// An image of the model before white ones, and before reflections.
  const Stage* first_image() const {
    const Stage *white = nullptr, *reflection = nullptr;
    for (const Stage& stage : text_.stages) {
      if (!draws(stage) || stage.image.path.empty() || stage.kind == StageKind::kBump ||
          stage.kind == StageKind::kSpecular)
        continue;
      const Stage*& place = stage.is_cube ? reflection : white;
      if (!stage.is_cube && !is_builtin(stage.image.path)) return &stage;
      if (place == nullptr) place = &stage;
    }
    return white != nullptr ? white : reflection;
  }

  void add_base(const Stage& stage) {
    material_.diffuse = glm::clamp(glm::vec4(stage.rgba[0], stage.rgba[1], stage.rgba[2], stage.rgba[3]), 0.0f, 1.0f);
    if (equal_ignoring_case(stage.image.path, "_black")) material_.diffuse = glm::vec4(0, 0, 0, material_.diffuse.w);
    add_slot(stage, TextureRole::kDiffuse);
    if (stage.kind == StageKind::kAmbient || text_.by_order) {
      material_.shadeless = stage.kind == StageKind::kAmbient && !stage.lit;
      switch (stage.blend) {
        case StageBlend::kAdd:
          material_.alpha_mode = AlphaMode::kAdd;
          break;
        case StageBlend::kFilter:
          material_.alpha_mode = AlphaMode::kFilter;
          break;
        case StageBlend::kBlend:
        case StageBlend::kOther:
          material_.alpha_mode = AlphaMode::kBlend;
          break;
        case StageBlend::kOpaque:
        case StageBlend::kNone:
          break;
      }
    }
    if (text_.translucent && material_.alpha_mode == AlphaMode::kOpaque) material_.alpha_mode = AlphaMode::kBlend;
  }

  /// Light on top of a lit surface is its glow; everything else is listed.
  void add_extra(const Stage& stage, const Stage* base) {
    const bool is_test_only = stage.alpha_test && base != nullptr && stage.image.path == base->image.path;
    if (stage.kind == StageKind::kAmbient && stage.blend == StageBlend::kAdd && !stage.is_cube && base != nullptr &&
        (base->kind == StageKind::kDiffuse || base->lit) && glow_ == nullptr && !stage.image.path.empty() &&
        !is_builtin(stage.image.path)) {
      glow_ = &stage;
      const float strength = std::max({stage.rgba[0], stage.rgba[1], stage.rgba[2]});
      add_slot(stage, TextureRole::kEmissive, std::clamp(strength, 0.0f, 1.0f));
      return;
    }
    if (stage.is_cube && !is_builtin(stage.image.path))
      add_slot(stage, TextureRole::kReflection);
    else if (!is_test_only && !stage.image.path.empty() && !is_builtin(stage.image.path))
      add_slot(stage, TextureRole::kOther);
    if (!is_test_only && not_drawn_ == nullptr) not_drawn_ = &stage;
    not_drawn_count_ += !is_test_only;
  }

  void add_slot(const Stage& stage, TextureRole role, float factor = 1) {
    if (stage.image.path.empty() || is_builtin(stage.image.path)) return;
    TextureSlot slot;
    slot.role = role;
    slot.factor = factor;
    slot.clamp = (stage.wrap == Wrap::kUnstated ? text_.wrap : stage.wrap) == Wrap::kClamp;
    slot.uv_offset = {stage.offset[0], stage.offset[1]};
    slot.uv_scale = {stage.scale[0], stage.scale[1]};
    slot.texture = static_cast<uint32_t>(textures_.size());
    textures_.push_back(texture_of(stage.image.path));
    material_.slots.push_back(slot);
  }

  void add_properties() {
    std::string stages;
    for (const Stage& stage : text_.stages) {
      if (stages.size() > 2000) break;
      stages += (stages.empty() ? "" : "; ") + std::string(kind_name(stage.kind));
      if (stage.kind == StageKind::kAmbient && !stage.blend_text.empty()) stages += " (" + stage.blend_text + ")";
      if (!stage.image.path.empty()) stages += " " + stage.image.path.substr(0, kShownOfPath);
      if (!stage.image.function.empty()) stages += " by " + stage.image.function;
    }
    const auto add = [&](const char* name, std::string value) {
      if (!value.empty()) material_.properties.push_back({name, {}, std::move(value)});
    };
    add("stages", std::move(stages));
    if (text_.no_mipmaps) add("image sizes", "as stored: the images are not made smaller");
    add("editor image", text_.editor_image);
    add("description", text_.description);
    add("changes with time", joined(text_.changing));
    add("not used here", joined(text_.unused));
  }

  void warn() {
    Diagnostics& out = context_.diagnostics;
    const std::string of = "material \"" + material_.declaration.name + "\": ";
    for (const Stage& stage : text_.stages) {
      const Image& image = stage.image;
      if (image.function.empty() || image.path.empty()) continue;
      out.add(messages::kImageProgram, image.offset,
              {of, image.function, image.path,
               image.is_height ? " is taken, a height map that is listed and not drawn" : " is shown"});
    }
    if (not_drawn_ != nullptr) out.add(messages::kStagesNotDrawn, not_drawn_->at, {of, not_drawn_count_});
    if (!text_.unused.empty()) out.add(messages::kUnusedKeys, text_.first_unused, {of, joined(text_.unused)});
  }

  LoadContext& context_;
  const MaterialText& text_;
  Material& material_;
  std::vector<Texture>& textures_;
  bool quiet_;
  const Stage* glow_ = nullptr;
  const Stage* not_drawn_ = nullptr;
  size_t not_drawn_count_ = 0;
};

}  // namespace

void apply(LoadContext& context, const MaterialText& text, Material& material, std::vector<Texture>& textures,
           bool quiet) {
  Applier(context, text, material, textures, quiet).run();
}

std::string canonical(std::string_view name) {
  std::string out(name);
  for (char& c : out) c = c == '\\' ? '/' : lower(c);
  const size_t dot = out.rfind('.'), slash = out.rfind('/');
  if (dot != std::string::npos && dot != 0 && (slash == std::string::npos || dot > slash)) out.erase(dot);
  return out;
}

}  // namespace vitrine::mtr
