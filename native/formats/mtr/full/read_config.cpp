// Cube's md5.cfg: commands that name images of meshes; the mesh of a name is the one whose `// meshes:` comment has it,
// and * is all. Animations play at the rate that their line gives them: the game does not look at the rate in their own
// file.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/utf8.h"
#include "formats/mtr/codes.h"
#include "formats/mtr/full/animations.h"
#include "formats/mtr/full/apply.h"
#include "formats/mtr/full/expression.h"
#include "formats/mtr/full/script.h"
#include "formats/mtr/read.h"
#include "formats/mtr/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::mtr {
namespace {

constexpr size_t kSniffLines = 64;
constexpr double kCubeRate = 10;       ///< of animations whose line gives none
constexpr size_t kMostInReport = 256;  ///< animations and images of the report
constexpr double kLeastRate = 0.01, kMostRate = 1000;

/// Result of the lines of one mesh.
struct Dress {
  std::string skin, decal, masks, bump;
  std::optional<float> alpha_test;
  std::optional<bool> blend, cull;
  bool shadeless = false;
  uint64_t offset = 0;
  uint32_t line = 1;
  size_t rank = 0;  ///< in the order in which lines override one another
};

/// The lines that dress a mesh, field by field: of each the last one that gives it.
class Outfit {
 public:
  void add(const Dress& dress) {
    Outfit one;
    one.first_ = &dress;
    const bool gives[kFields] = {
        !dress.skin.empty(),     !dress.decal.empty(),   !dress.bump.empty(), dress.alpha_test.has_value(),
        dress.blend.has_value(), dress.cull.has_value(), dress.shadeless};
    for (size_t i = 0; i < kFields; ++i) one.last_[i] = gives[i] ? &dress : nullptr;
    add(one);
  }
  void add(const Outfit& more) {
    if (first_ == nullptr || more.first_->rank < first_->rank) first_ = more.first_;
    for (size_t i = 0; i < kFields; ++i) {
      const Dress* other = more.last_[i];
      if (other != nullptr && (last_[i] == nullptr || other->rank > last_[i]->rank)) last_[i] = other;
    }
  }
  bool empty() const { return first_ == nullptr; }

  Dress sum() const {
    const auto& [skin, decal, bump, alpha_test, blend, cull, shadeless] = last_;
    Dress out;
    out.offset = first_->offset, out.line = first_->line;
    if (skin != nullptr) out.skin = skin->skin, out.masks = skin->masks;
    if (decal != nullptr) out.decal = decal->decal;
    if (bump != nullptr) out.bump = bump->bump;
    if (alpha_test != nullptr) out.alpha_test = alpha_test->alpha_test;
    if (blend != nullptr) out.blend = blend->blend;
    if (cull != nullptr) out.cull = cull->cull;
    out.shadeless = shadeless != nullptr;
    return out;
  }

 private:
  static constexpr size_t kFields = 7;
  const Dress* first_ = nullptr;  ///< of all
  const Dress* last_[kFields] = {};
};

std::string_view folder_of(std::string_view path) { return path.substr(0, path.find_last_of("/\\") + 1); }

/// An image without the commands in front of it: `<compress:2>skin.jpg`.
std::string image_name(std::string_view text) {
  while (text.starts_with('<')) {
    const size_t end = text.find('>');
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  std::string out(text);
  std::replace(out.begin(), out.end(), '\\', '/');
  return out;
}

class Config {
 public:
  Config(LoadContext& context, Scene& scene) : context_(context), scene_(scene), names_(scene) {
    uint32_t last = kNone;
    for (const Mesh& mesh : scene.meshes) {
      if (mesh.source.file != last) loaded_.insert(model_of(mesh));
      last = mesh.source.file;
    }
  }

  Status run() {
    TextCursor cursor(context_.bytes);
    uint64_t counted_to = 0;
    uint32_t line_number = 1;
    while (const std::optional<Command> command = next_command(cursor)) {
      const uint64_t at = command->verb.offset;
      if (context_.cancelled()) return Error{messages::kCancelled, at};
      line_number += line_column(context_.bytes.subspan(counted_to, at - counted_to), at - counted_to).line - 1;
      counted_to = at;
      VITRINE_CHECK(take(*command, line_number));
    }
    VITRINE_CHECK(dress());
    for (const auto& [number, rate] : rates_) {
      Clip& clip = scene_.clips[number];
      clip.frame_rate = rate;
      clip.duration_s = clip.frame_count > 0 ? (clip.frame_count - 1) / rate : 0;
      // The game counts as many intervals as frames, and leads from the last to the first.
      clip.closes = true;
    }
    return ok_status();
  }

 private:
  struct Order {
    std::string model;  ///< base name of the md5mesh, empty = any
    std::string mesh;
  };

  Status take(const Command& command, uint32_t line) {
    const std::string spelled = command.name();
    const std::string_view name = spelled;
    const auto argument = [&](size_t i) { return command.argument(i); };
    if (name == "exec" && !argument(0).empty() && ++calls_ <= kMostCalls &&
        find_script(context_.beside, argument(0)) == nullptr)
      context_.diagnostics.add(messages::kScriptMissing, command.arguments[0].offset,
                               {to_utf8(argument(0).substr(0, 100))});
    if (!name.starts_with("md5")) return ok_status();
    const std::string_view verb = name.substr(3);
    if (verb == "load") {
      model_ = base_name(with_ending(argument(0), kMeshEnding));
      is_model_loaded_ = is_loaded(model_);
      ++models_;
      return ok_status();
    }
    if (verb == "tag" || verb == "link") {  // see script.h
      ++models_;
      return ok_status();
    }
    if (verb == "anim") {
      play(command);
      return ok_status();
    }
    const bool known = verb == "skin" || verb == "decal" || verb == "bumpmap" || verb == "alphatest" ||
                       verb == "alphablend" || verb == "cullface" || verb == "fullbright";
    if (!known) {
      if (unused_.size() < 64) unused_.insert(to_utf8(name.substr(0, 64)));
      return ok_status();
    }
    if (command.arguments.size() < 2) {
      context_.diagnostics.add(messages::kMeshAndValue, command.verb.offset, {name.substr(0, 64)});
      return ok_status();
    }
    const uint64_t names = model_.size() + argument(0).size() + argument(1).size() + argument(2).size();
    VITRINE_CHECK(context_.budget.charge(1, 512 + 2 * names, command.verb.offset));
    Dress& dress = orders_[{model_, std::string(argument(0))}];
    if (dress.offset == 0 && dress.skin.empty()) dress.offset = command.verb.offset, dress.line = line;
    const std::optional<float> value = number_of(argument(1));
    if (verb == "skin") {
      dress.skin = image_name(argument(1));
      if (images_.size() < kMostInReport) images_.push_back(to_utf8(dress.skin));
      dress.masks = image_name(argument(2));
      // Numbers may stand in the masks' place.
      if (dress.masks.find('.') == std::string::npos ||
          (dress.masks[0] >= '0' && dress.masks[0] <= '9' && !has_letter(dress.masks)))
        dress.masks.clear();
    } else if (verb == "decal") {
      dress.decal = image_name(argument(1));
    } else if (verb == "bumpmap") {
      dress.bump = image_name(argument(1));
    } else if (!value) {
      context_.diagnostics.add(messages::kNumberExpected, command.arguments[1].offset, {name});
    } else if (verb == "alphatest") {
      dress.alpha_test = *value;
    } else if (verb == "alphablend") {
      dress.blend = *value != 0;
    } else if (verb == "cullface") {
      dress.cull = *value != 0;
    } else {
      dress.shadeless = *value != 0;
    }
    return ok_status();
  }

  /// md5anim NAME FILE [FPS [PRIORITY]]. A file that several lines share keeps rate and name of the first.
  void play(const Command& command) {
    const std::string_view name = command.argument(0), fps = command.argument(2);
    const std::string file = with_ending(command.argument(1), kAnimationEnding);
    const std::optional<float> given = number_of(fps);
    if (!fps.empty() && !given) context_.diagnostics.add(messages::kFramesPerSecond, command.arguments[2].offset);
    const double rate = given.value_or(0) > 0 ? std::clamp<double>(*given, kLeastRate, kMostRate) : kCubeRate;
    const bool is_here = is_model_loaded_ || (model_.empty() && !scene_.meshes.empty());
    if (!actions_) actions_ = actions_by_file(scene_);
    const std::span<const uint32_t> actions = actions_->of(file);
    const bool found = !actions.empty();
    // All actions of a file were given what its first line has.
    if (found && !rates_.contains(actions[0]))
      for (const uint32_t c : actions) rates_.emplace(c, rate);
    if (found && is_here && !name.empty() && named_.insert(actions[0]).second)
      for (const uint32_t c : actions) names_.give(c, name);
    if (!found && !file.empty() && is_here) missing_.add(file, command.arguments[1].offset);
    if (animations_.size() < kMostInReport)
      animations_.push_back({{"name", to_utf8(name)}, {"file", to_utf8(file)}, {"fps", rate}, {"found", found}});
  }

  static bool has_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; });
  }

  /// The name of the md5mesh file that a mesh comes from, without folders, in lower case.
  std::string model_of(const Mesh& mesh) const {
    return mesh.source.file < scene_.files.size() ? lower_case(base_name(scene_.files[mesh.source.file].name)) : "";
  }
  bool is_loaded(std::string_view model) const { return !model.empty() && loaded_.contains(lower_case(model)); }

  /// All lines by the mesh that they name and the model that they are for, empty = any.
  std::map<std::pair<std::string, std::string>, Outfit> outfits() {
    std::map<std::pair<std::string, std::string>, Outfit> out;
    size_t rank = 0;
    for (auto& [order, dress] : orders_) {
      dress.rank = ++rank;
      out[{order.mesh, is_loaded(order.model) ? lower_case(order.model) : ""}].add(dress);
    }
    return out;
  }

  Status dress() {
    if (orders_.empty()) {
      report(nlohmann::ordered_json::array());
      return ok_status();
    }
    std::vector<Material> materials = scene_.materials;
    std::vector<std::vector<uint32_t>> chosen(scene_.meshes.size());
    std::vector<Texture> textures;
    std::vector<bool> may_go(scene_.textures.size(), false);
    std::vector<uint64_t> users(materials.size(), 0);
    for (const Mesh& mesh : scene_.meshes) {
      for (const Primitive& primitive : mesh.primitives)
        if (primitive.material != kNone) ++users[primitive.material];
    }
    nlohmann::ordered_json dressed = nlohmann::ordered_json::array();
    const auto by_target = outfits();
    for (size_t m = 0; m < scene_.meshes.size(); ++m) {
      const Mesh& mesh = scene_.meshes[m];
      for (const Primitive& primitive : mesh.primitives) chosen[m].push_back(primitive.material);
      Outfit outfit;
      for (const std::string& name : {std::string("*"), mesh.name}) {
        for (const std::string& model : {std::string(), model_of(mesh)}) {
          const auto found = by_target.find({name, model});
          if (found == by_target.end()) continue;
          outfit.add(found->second);
          matched_.insert(name);
        }
      }
      if (outfit.empty()) continue;
      const Dress sum = outfit.sum();
      dressed.push_back(to_utf8(mesh.name));
      for (uint32_t& number : chosen[m]) {
        if (number == kNone) continue;
        VITRINE_CHECK(context_.budget.charge(1, sizeof(Material) + 4096 + texture_bytes(sum), sum.offset));
        VITRINE_CHECK(charge_names(context_.budget, context_.name, 1, sum.offset));  // of the file
        for (const TextureSlot& slot : materials[number].slots)
          if (slot.texture < may_go.size()) may_go[slot.texture] = true;
        if (number < users.size() && users[number]-- > 1) {
          materials.push_back(materials[number]);
          number = static_cast<uint32_t>(materials.size() - 1);
        }
        put_on(sum, mesh.name, materials[number], textures);
      }
    }
    for (size_t m = 0; m < scene_.meshes.size(); ++m) {
      for (size_t p = 0; p < chosen[m].size(); ++p) scene_.meshes[m].primitives[p].material = chosen[m][p];
    }
    scene_.materials = std::move(materials);
    std::move(textures.begin(), textures.end(), std::back_inserter(scene_.textures));
    drop_unused_textures(scene_, may_go);
    report(std::move(dressed));
    return ok_status();
  }

  uint64_t texture_bytes(const Dress& dress) const {
    uint64_t bytes = 0;
    // The names of a skin are those of its decal too.
    for (const std::string* image : {&dress.skin, &dress.skin, &dress.decal, &dress.bump, &dress.masks})
      if (!image->empty()) bytes += vitrine::texture_bytes(*image, folder_of(context_.name));
    return bytes;
  }

  void put_on(const Dress& dress, const std::string& name, Material& material, std::vector<Texture>& textures) const {
    if (material.name.empty()) material.name = name;
    const std::string_view folder = folder_of(context_.name);
    std::vector<TextureSlot> slots;
    const auto add_slot = [&](TextureRole role, const std::string& image) {
      if (image.empty()) return;
      TextureSlot slot;
      slot.role = role;
      slot.texture = static_cast<uint32_t>(scene_.textures.size() + textures.size());
      textures.push_back(texture_of(image, folder));
      slots.push_back(slot);
    };
    // The decal lies over the skin, which is then what shows through it: the plain colour of a team.
    add_slot(TextureRole::kDiffuse, dress.decal.empty() ? dress.skin : dress.decal);
    if (!dress.decal.empty()) {
      add_slot(TextureRole::kOther, dress.skin);
      if (!dress.skin.empty())
        for (std::string& name : texture_of(dress.skin, folder).candidates)
          textures[textures.size() - 2].candidates.push_back(std::move(name));
    }
    add_slot(TextureRole::kNormal, dress.bump);
    add_slot(TextureRole::kOther, dress.masks);  // gloss, glow and shine in its three channels
    if (!slots.empty()) material.slots = std::move(slots);
    if (dress.alpha_test && *dress.alpha_test > 0) {
      material.alpha_mode = AlphaMode::kMask;
      material.alpha_cutoff = std::clamp(*dress.alpha_test, 0.0f, 1.0f);
    }
    if (dress.blend && *dress.blend && material.alpha_mode == AlphaMode::kOpaque)
      material.alpha_mode = AlphaMode::kBlend;
    if (dress.cull) {
      material.culling = *dress.cull ? Culling::kBack : Culling::kNone;
      material.double_sided = !*dress.cull;
    }
    material.shadeless = dress.shadeless;
    material.declaration = {name, {context_.file, dress.offset, 1}, dress.line};
  }

  void report(nlohmann::ordered_json dressed) {
    if (orders_.empty() && models_ == 0 && animations_.empty() && unused_.empty()) {
      // JavaScript is what many folders hold for other ends.
      if (!ends_ignoring_case(context_.name, ".js"))
        context_.diagnostics.add(messages::kScriptWithoutCommands, kNoOffset);
      return;
    }
    context_.info["meshes"] = std::move(dressed);
    if (!animations_.empty()) context_.info["animations"] = animations_;
    if (!images_.empty()) context_.info["images"] = images_;
    nlohmann::ordered_json links = links_of(context_.bytes, context_.beside);
    if (!links.empty()) context_.info["links"] = std::move(links);
    missing_.warn(context_.diagnostics, "the configuration");
    if (!unused_.empty()) context_.info["notUsed"] = unused_;
    if (scene_.meshes.empty()) return;
    for (const auto& [order, dress] : orders_) {
      if (matched_.contains(order.mesh)) continue;
      context_.diagnostics.add(messages::kNoSuchMesh, dress.offset, {order.mesh, names_of_meshes()});
    }
  }
  std::string names_of_meshes() const {
    std::string out;
    for (const Mesh& mesh : scene_.meshes) {
      if (out.size() > 200) return out + " and more";
      out += (out.empty() ? "\"" : ", \"") + mesh.name.substr(0, 64) + "\"";
    }
    return out;
  }

  struct Before {
    bool operator()(const Order& a, const Order& b) const {
      // Lines for all meshes come first, so that those of one mesh override them.
      if ((a.mesh == "*") != (b.mesh == "*")) return a.mesh == "*";
      return a.mesh != b.mesh ? a.mesh < b.mesh : a.model < b.model;
    }
  };

  LoadContext& context_;
  Scene& scene_;
  ActionNames names_;
  std::optional<ByFileName> actions_;
  std::set<std::string> loaded_;  ///< models of the scene, see model_of
  std::string model_;             ///< that the lines are for
  bool is_model_loaded_ = false;
  std::map<Order, Dress, Before> orders_;
  std::set<std::string, std::less<>> matched_, unused_;
  std::map<uint32_t, double> rates_;  ///< of clips
  std::set<uint32_t> named_;          ///< the first clip of each file that a line has named
  nlohmann::ordered_json animations_ = nlohmann::ordered_json::array(), images_ = nlohmann::ordered_json::array();
  MissingAnimations missing_;
  size_t calls_ = 0;
  uint64_t models_ = 0;  ///< commands that load or join models
};

}  // namespace

bool has_config_command(std::span<const uint8_t> bytes) {
  TextCursor cursor(bytes);
  for (size_t i = 0; i < kSniffLines; ++i) {
    const std::optional<Command> command = next_command(cursor);
    if (!command) return false;
    if (command->verb.text.starts_with(kCallOfModel)) return true;
    for (const char* known : {"md5load", "md5skin", "md5dir", "md5decal", "md5bumpmap", "md5anim"})
      if (command->verb.text == known) return true;
  }
  return false;
}

Status load_config(LoadContext& context, Scene& scene) { return Config(context, scene).run(); }

}  // namespace vitrine::mtr
