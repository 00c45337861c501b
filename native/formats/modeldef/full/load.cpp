// A block gives an actor of the game its models, with images, animations and frames. The images are put on the model
// that is here; of several actors with one model, those of the first, unless another one is asked for by its name.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/names.h"
#include "formats/beside.h"
#include "formats/modeldef/read.h"
#include "formats/modeldef/sentences.h"
#include "formats/name_cost.h"
#include "scene/surfaces.h"

namespace vitrine::modeldef {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostBlocks = 1024, kMostRows = 1024;
constexpr uint64_t kMostLooks = 4'000'000;  ///< of frames at actions

/// Do the whole words of a path of the game end the name of a file?
bool ends_in_path(std::string_view name, std::string_view path) {
  if (!ends_ignoring_case(name, path)) return false;
  if (name.size() == path.size()) return true;
  const char before = name[name.size() - path.size() - 1];
  return before == '/' || before == '\\';
}

class Definitions {
 public:
  Definitions(LoadContext& context, Scene& scene) : context_(context), scene_(scene) {
    for (uint32_t i = 0; i < scene.files.size(); ++i) {
      std::string name = lower_case(base_name(scene.files[i].name));
      if (name.ends_with(".gz")) name.resize(name.size() - 3);
      files_[std::move(name)].push_back(i);
    }
    for (const Mesh& mesh : scene.meshes)
      if (mesh.source.file < scene.files.size()) has_meshes_.insert(mesh.source.file);
  }

  Status run() {
    VITRINE_TRY(const std::vector<Block> blocks, read_blocks(context_));
    context_.info["declared"] = blocks.size();
    Json rows = Json::array(), skins = Json::array();
    const Block* chosen = nullptr;
    size_t here = 0;
    std::set<uint32_t> dressed;
    for (const Block& block : blocks) {
      if (context_.cancelled()) return Error{messages::kCancelled, kNoOffset};
      if (!is_here(block)) continue;
      ++here;
      const bool is_first = first_of(block, dressed);
      const bool asked = equal_ignoring_case(block.actor, context_.options.skin);
      if (context_.options.skin.empty() ? is_first : asked && chosen == nullptr) {
        chosen = &block;
        VITRINE_CHECK(put_on(block));
        tell(block);
      }
      if (rows.size() == kMostBlocks) continue;
      VITRINE_CHECK(list(block, chosen == &block, is_first, rows, skins));
    }
    context_.info["actors"] = std::move(rows);
    if (!skins.empty()) context_.info["skins"] = std::move(skins);
    if (here == 0) {
      if (blocks.empty())
        context_.diagnostics.add(messages::kNoModels, kNoOffset);
      else
        context_.diagnostics.add(messages::kNoModelHere, kNoOffset, {blocks.size()});
    }
    return ok_status();
  }

 private:
  /// The file of the drop that a path of the game names.
  uint32_t file_called(const std::string& path) const {
    const auto found = files_.find(lower_case(base_name(path)));
    if (found == files_.end()) return kNone;
    for (const uint32_t file : found->second)
      if (ends_in_path(scene_.files[file].name, path)) return file;
    return found->second.front();
  }
  /// Likewise, if it has a model that shows.
  uint32_t model_called(const std::string& path) const {
    const uint32_t file = path.empty() ? kNone : file_called(path);
    return file != kNone && has_meshes_.contains(file) ? file : kNone;
  }

  bool is_here(const Block& block) const {
    return std::any_of(block.models.begin(), block.models.end(),
                       [&](const auto& model) { return model_called(model.second.path) != kNone; });
  }
  /// Is it the first block for one of its models?
  bool first_of(const Block& block, std::set<uint32_t>& seen) const {
    bool out = false;
    for (const auto& [index, model] : block.models) {
      const uint32_t file = model_called(model.path);
      if (file != kNone) out |= seen.insert(file).second;
    }
    return out;
  }

  uint64_t place(const Block& block, uint64_t offset) const { return block.included ? kNoOffset : offset; }

  Status put_on(const Block& block) {
    SurfaceImages images(scene_);
    for (const auto& [index, model] : block.models) {
      const uint32_t file = model_called(model.path);
      if (file == kNone) continue;
      const std::vector<Surface> surfaces = surfaces_of(scene_, file);
      const auto skin = block.skins.find(index);
      // A skin of the whole model goes before those of its surfaces.
      if (skin != block.skins.end() && !skin->second.path.empty()) {
        for (const Surface& surface : surfaces) VITRINE_CHECK(put_on(images, surface, skin->second));
        continue;
      }
      for (auto one = block.surface_skins.lower_bound({index, 0});
           one != block.surface_skins.end() && one->first.first == index; ++one) {
        const uint32_t number = one->first.second;
        if (number >= surfaces.size())
          context_.diagnostics.add(messages::kNoSuchSurface, place(block, one->second.offset),
                                   {number, shown(model.path), surfaces.size() - 1});
        else if (!one->second.path.empty())
          VITRINE_CHECK(put_on(images, surfaces[number], one->second));
      }
    }
    images.finish();
    return ok_status();
  }
  Status put_on(SurfaceImages& images, const Surface& surface, const Named& image) {
    VITRINE_CHECK(charge_names(context_.budget, image.path, 1));
    return images.put_on(surface, image.path, {}, false, context_.budget, kNoOffset);
  }

  /// What the files do not have, and what is not applied.
  void tell(const Block& block) {
    Diagnostics& out = context_.diagnostics;
    for (const auto& [index, model] : block.models) {
      if (!model.path.empty() && file_called(model.path) == kNone)
        out.add(messages::kModelMissing, place(block, model.offset), {shown(model.path), block.actor});
    }
    for (const auto& [index, animation] : block.animations) {
      if (!animation.path.empty() && file_called(animation.path) == kNone)
        out.add(messages::kAnimationMissing, place(block, animation.offset), {shown(animation.path), block.actor});
    }
    checked_.clear();
    for (const Frame& frame : block.frames) check_frame(block, frame);
    std::string placed;
    const auto add = [&](const char* name, bool differs) {
      if (differs) placed += (placed.empty() ? "" : ", ") + std::string(name);
    };
    const auto all_are = [](const std::optional<std::vector<double>>& list, double value) {
      return !list || std::all_of(list->begin(), list->end(), [&](double one) { return one == value; });
    };
    add("scale", !all_are(block.scale, 1));
    add("offset", !all_are(block.offset_by, 0));
    add("angle", block.angle.value_or(0) != 0);
    add("pitch", block.pitch.value_or(0) != 0);
    add("roll", block.roll.value_or(0) != 0);
    if (!placed.empty()) out.add(messages::kNotPlaced, place(block, block.offset), {placed, block.actor});
  }

  /// IQMModel::FindFrame: the first action that begins with the letters before the last colon, whatever their case; the
  /// number after it is a frame of that action.
  void check_frame(const Block& block, const Frame& frame) {
    if (frame.index || looks_ > kMostLooks || !checked_.emplace(frame.model, frame.name).second) return;
    looks_ += scene_.clips.size();
    const auto model = block.models.find(frame.model), other = block.animations.find(frame.model);
    if (model == block.models.end()) return;
    const bool has_other = other != block.animations.end() && !other->second.path.empty();
    const std::string& path = has_other ? other->second.path : model->second.path;
    const uint32_t file = file_called(path);
    if (file == kNone) return;
    const size_t colon = frame.name.rfind(':');
    const std::string_view wanted = std::string_view(frame.name).substr(0, colon);
    const Clip* found = nullptr;
    bool any = false;
    for (const Clip& clip : scene_.clips) {
      if (clip.file != file) continue;
      any = true;
      std::string_view name = clip.name;
      const std::string_view stem = file_stem(scene_.files[file].name);
      // Actions of several files that have one name are told apart so.
      if (name.starts_with(stem) && name.substr(stem.size()).starts_with(':')) name.remove_prefix(stem.size() + 1);
      if (!equal_ignoring_case(name.substr(0, wanted.size()), wanted)) continue;
      found = &clip;
      break;
    }
    if (!any) return;
    if (found == nullptr) {
      context_.diagnostics.add(messages::kNoSuchAction, place(block, frame.offset), {shown(path), shown(wanted)});
      return;
    }
    if (colon == std::string::npos) return;
    uint64_t number = 0;
    for (const char c : std::string_view(frame.name).substr(colon + 1)) {
      if (c < '0' || c > '9' || number > 1'000'000) break;
      number = 10 * number + static_cast<uint64_t>(c - '0');
    }
    const uint64_t frames = found->poses ? found->poses->times_s.size() : found->frame_count;
    if (frames != 0 && number >= frames)
      context_.diagnostics.add(messages::kNoSuchFrame, place(block, frame.offset),
                               {number, shown(found->name), frames - 1});
  }

  Status list(const Block& block, bool worn, bool by_itself, Json& rows, Json& skins) {
    const size_t things = block.models.size() + block.skins.size() + block.surface_skins.size() +
                          block.animations.size() + block.frames.size();
    VITRINE_CHECK(context_.budget.charge(2 + 2 * things, kBytesOfRow));
    Json row = {{"actor", block.actor}, {"models", Json::array()}};
    Json skin = {{"name", block.actor}, {"models", Json::array()}, {"replaces", Json::array()}};
    for (const auto& [index, model] : block.models) {
      Json one = {{"index", index}, {"file", shown(model.path)}};
      const auto add = [&, index = index](const char* name, const std::map<uint32_t, Named>& from) {
        const auto found = from.find(index);
        if (found != from.end() && !found->second.path.empty()) one[name] = shown(found->second.path);
      };
      add("skin", block.skins);
      add("animation", block.animations);
      const bool shows = model_called(model.path) != kNone;
      if (shows) skin["models"].push_back(shown(scene_.files[model_called(model.path)].name));
      if (shows && one.contains("skin")) skin["replaces"].push_back({{"from", "*"}, {"to", one["skin"]}});
      for (auto s = block.surface_skins.lower_bound({index, 0});
           s != block.surface_skins.end() && s->first.first == index; ++s) {
        if (s->second.path.empty()) continue;
        one["surfaceSkins"].push_back({{"surface", s->first.second}, {"image", shown(s->second.path)}});
        if (shows)
          skin["replaces"].push_back({{"from", std::to_string(s->first.second)}, {"to", shown(s->second.path)}});
      }
      row["models"].push_back(std::move(one));
    }
    if (block.scale) row["scale"] = *block.scale;
    if (block.offset_by) row["offset"] = *block.offset_by;
    if (block.angle) row["angleOffset"] = *block.angle;
    if (block.pitch) row["pitchOffset"] = *block.pitch;
    if (block.roll) row["rollOffset"] = *block.roll;
    if (block.has_base_frame) row["baseFrame"] = true;
    if (!block.flags.empty()) row["flags"] = block.flags;
    for (const Frame& frame : block.frames) {
      if (row.contains("frames") && row["frames"].size() == kMostRows) break;
      Json one = {{"sprite", frame.sprite}, {"letters", frame.letters}, {"model", frame.model}};
      if (frame.index)
        one["index"] = *frame.index;
      else
        one["name"] = shown(frame.name);
      row["frames"].push_back(std::move(one));
    }
    rows.push_back(std::move(row));
    if (skin["replaces"].empty()) return ok_status();
    if (worn) skin["worn"] = true;
    if (by_itself) skin["default"] = true;
    skins.push_back(std::move(skin));
    return ok_status();
  }

  LoadContext& context_;
  Scene& scene_;
  std::map<std::string, std::vector<uint32_t>> files_;  ///< by name without folders, in lower case
  std::set<uint32_t> has_meshes_;
  std::set<std::pair<uint32_t, std::string>> checked_;  ///< models and names of frames of the block
  uint64_t looks_ = 0;
};

}  // namespace

Status load(LoadContext& context, Scene& scene) { return Definitions(context, scene).run(); }

}  // namespace vitrine::modeldef
