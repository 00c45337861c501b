// Which models a skin is for is in its name: NAME_red.skin beside NAME.iqm (Quake III), NAME.iqm_0.skin (DarkPlaces,
// FTE, QSS-M), NAME_0.skin (FTE, Ironwail), NAME.skin (vkQuake, with a column for each skin).

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>

#include "base/names.h"
#include "base/utf8.h"
#include "formats/beside.h"
#include "formats/name_cost.h"
#include "formats/q3/full/skin_lines.h"
#include "formats/q3/read.h"
#include "formats/q3/sentences.h"
#include "scene/surfaces.h"

namespace vitrine::q3 {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostReplaces = 1024, kMostSurfaceNames = 16;
constexpr std::string_view kEnding = ".skin";
constexpr std::string_view kByItself = "default";  ///< the skin of a player whose name says no other
constexpr std::string_view kFirst = "0";           ///< what ports of Quake put on by themselves

std::string_view folder_of(std::string_view path) { return path.substr(0, path.find_last_of("/\\") + 1); }

bool begins_ignoring_case(std::string_view text, std::string_view begin) {
  return text.size() >= begin.size() && equal_ignoring_case(text.substr(0, begin.size()), begin);
}

/// Surfaces that the game does not draw.
bool is_nodraw(std::string_view shader) {
  for (const char* name : {"nodraw", "common/nodraw", "textures/common/nodraw"})
    if (equal_ignoring_case(shader, name)) return true;
  return false;
}

struct Model {
  uint32_t file = 0;
  std::string_view whole, stem;  ///< without folders
  std::vector<Surface> surfaces;
};

std::vector<Model> models_of(const Scene& scene, const ReadOptions& options) {
  std::vector<Model> out;
  uint32_t last = kNone;
  for (const Mesh& mesh : scene.meshes) {
    const uint32_t file = mesh.source.file;
    if (file == last || file >= scene.files.size()) continue;
    last = file;
    if (std::any_of(out.begin(), out.end(), [&](const Model& model) { return model.file == file; })) continue;
    std::string_view name = base_name(scene.files[file].name);
    if (ends_ignoring_case(name, ".gz")) name.remove_suffix(3);
    out.push_back({file, name, options.without_level(file_stem(name)), surfaces_of(scene, file)});
  }
  return out;
}

class Skin {
 public:
  Skin(LoadContext& context, Scene& scene, const SkinText& text)
      : context_(context),
        scene_(scene),
        text_(text),
        name_(base_name(context.name)),
        models_(models_of(scene, context.options)) {
    if (ends_ignoring_case(name_, kEnding)) name_.remove_suffix(kEnding.size());
  }

  Status run() {
    context_.info["skins"] = Json::array();
    if (text_.tags != 0) context_.info["tags"] = text_.tags;
    if (text_.parts != 0) context_.info["otherModels"] = text_.parts;
    if (text_.lines.empty()) {
      context_.diagnostics.add(messages::kSkinWithoutLines, kNoOffset);
      return ok_status();
    }
    find_wearers();
    if (wearers_.empty()) {
      if (!models_.empty()) context_.diagnostics.add(messages::kSkinOfNoModel, kNoOffset);
      return list(0, false);
    }
    if (const AddedFile* other = same_skin()) {
      context_.diagnostics.add(messages::kSkinAgain, kNoOffset, {shown(other->name)});
      return ok_status();
    }
    check_lines();
    size_t columns = 1;
    for (const SkinLine& line : text_.lines) columns = std::max(columns, has_columns_ ? line.shaders.size() : 1);
    for (size_t column = 0; column < columns; ++column) {
      const bool worn = is_worn(column);
      VITRINE_CHECK(list(column, worn));
      if (worn) VITRINE_CHECK(wear(column));
    }
    return ok_status();
  }

 private:
  struct Wearer {
    const Model* model = nullptr;
    bool by_whole_name = false;  ///< with the ending of the model's file
    bool by_order = false;
  };

  /// Models that the name of the file names; in its own folder, else anywhere. Without any, those that have one of the
  /// surfaces.
  void find_wearers() {
    const auto near = [&](const Wearer& wearer) {
      return equal_ignoring_case(folder_of(scene_.files[wearer.model->file].name), folder_of(context_.name));
    };
    for (const Model& model : models_) {
      for (const std::string_view own : {model.whole, model.stem}) {
        if (!begins_ignoring_case(name_, own)) continue;
        const std::string_view rest = name_.substr(own.size());
        if (!rest.empty() && (rest.front() != '_' || rest.size() == 1)) continue;
        skin_ = rest.empty() ? kFirst : rest.substr(1);
        has_columns_ = rest.empty();
        wearers_.push_back({&model, own.size() == model.whole.size() && own.size() != model.stem.size(), false});
        break;
      }
    }
    if (wearers_.empty()) {
      skin_ = name_;
      for (const Model& model : models_)
        if (has_surface(model)) wearers_.push_back({&model, false, false});
    }
    if (std::any_of(wearers_.begin(), wearers_.end(), near))
      std::erase_if(wearers_, [&](const Wearer& wearer) { return !near(wearer); });
    // Daemon and its forerunners take the surfaces of MD5 models by number.
    for (Wearer& wearer : wearers_)
      wearer.by_order = wearer.model->surfaces.size() == text_.lines.size() && !has_surface(*wearer.model);
  }

  bool has_surface(const Model& model) const {
    return std::any_of(model.surfaces.begin(), model.surfaces.end(),
                       [&](const Surface& surface) { return line_of(surface) != nullptr; });
  }

  /// The first line counts; names of surfaces are compared without their case.
  const SkinLine* line_of(const Surface& surface) const {
    if (by_name_.empty()) {
      for (const SkinLine& line : text_.lines) by_name_.try_emplace(lower_case(line.surface), &line);
    }
    const auto found = by_name_.find(lower_case(surface_name(scene_, surface)));
    return found == by_name_.end() ? nullptr : found->second;
  }

  /// FTE takes NAME.iqm_0.skin before NAME_0.skin.
  const AddedFile* same_skin() const {
    for (const Wearer& wearer : wearers_) {
      if (wearer.by_whole_name || skin_ == name_) return nullptr;
      const auto files = files_called(
          context_.beside, std::string(wearer.model->whole) + "_" + std::string(skin_) + std::string(kEnding));
      const auto near = std::find_if(files.begin(), files.end(), [&](const AddedFile& file) {
        return equal_ignoring_case(folder_of(file.name), folder_of(context_.name)) && is_skin(file.bytes);
      });
      if (near == files.end()) return nullptr;
      if (&wearer == &wearers_.back()) return &*near;
    }
    return nullptr;
  }

  std::string skin_name(size_t column) const { return has_columns_ ? std::to_string(column) : std::string(skin_); }

  /// Is there a file of that skin for a model of this one?
  bool has_skin(std::string_view name) const {
    return std::any_of(wearers_.begin(), wearers_.end(), [&](const Wearer& wearer) {
      for (const std::string_view own : {wearer.model->whole, wearer.model->stem}) {
        const std::string file = std::string(own) + "_" + std::string(name) + std::string(kEnding);
        if (!files_called(context_.beside, file).empty()) return true;
      }
      return false;
    });
  }

  /// The one that is asked for; models without it have their default on.
  bool is_worn(size_t column) const {
    const std::string& wanted = context_.options.skin;
    if (!wanted.empty() && equal_ignoring_case(skin_name(column), wanted)) return true;
    return is_default(column) && (wanted.empty() || (!has_columns_ && !has_skin(wanted)));
  }

  /// Do engines put it on by themselves?
  bool is_default(size_t column) const {
    if (wearers_.empty()) return false;
    const std::string name = skin_name(column);
    if (equal_ignoring_case(name, kByItself)) return true;
    return name == kFirst && !has_skin(kByItself);
  }

  void check_lines() {
    std::unordered_map<std::string, bool> names;  // of surfaces, and whether a line has named them
    for (const Wearer& wearer : wearers_) {
      for (const Surface& surface : wearer.model->surfaces) names[lower_case(surface_name(scene_, surface))];
      if (wearer.by_order) context_.diagnostics.add_as(Severity::kInfo, messages::kByOrder, kNoOffset);
    }
    if (std::all_of(wearers_.begin(), wearers_.end(), [](const Wearer& wearer) { return wearer.by_order; })) return;
    for (const SkinLine& line : text_.lines) {
      const auto found = names.find(lower_case(line.surface));
      if (found == names.end()) {
        context_.diagnostics.add(messages::kNoSuchSurface, line.offset, {shown(line.surface), names_of_surfaces()});
      } else if (found->second) {
        context_.diagnostics.add(messages::kSurfaceTwice, line.offset, {shown(line.surface)});
      } else {
        found->second = true;
      }
    }
  }

  std::string names_of_surfaces() const {
    std::string out;
    size_t count = 0;
    for (const Wearer& wearer : wearers_) {
      for (const Surface& surface : wearer.model->surfaces) {
        if (++count > kMostSurfaceNames) return out + " and more";
        out += (out.empty() ? "'" : ", '") + to_utf8(surface_name(scene_, surface).substr(0, 64)) + "'";
      }
    }
    return out;
  }

  Status wear(size_t column) {
    SurfaceImages images(scene_);
    std::string left;
    size_t left_count = 0;
    for (const Wearer& wearer : wearers_) {
      for (size_t i = 0; i < wearer.model->surfaces.size(); ++i) {
        const Surface& surface = wearer.model->surfaces[i];
        const SkinLine* line = wearer.by_order ? &text_.lines[i] : line_of(surface);
        if (line == nullptr || column >= line->shaders.size()) {
          if (++left_count <= kMostSurfaceNames)
            left += (left.empty() ? "'" : ", '") + to_utf8(surface_name(scene_, surface).substr(0, 64)) + "'";
          continue;
        }
        std::string shader(line->shaders[column]);
        std::replace(shader.begin(), shader.end(), '\\', '/');
        constexpr std::string_view kOwnFolder = "$(dir)/";  // of Spearmint
        if (shader.starts_with(kOwnFolder)) shader.replace(0, kOwnFolder.size(), folder_of(context_.name));
        VITRINE_CHECK(charge_names(context_.budget, shader, 1, line->offset));
        VITRINE_CHECK(images.put_on(surface, shader, {}, is_nodraw(shader), context_.budget, line->offset));
      }
    }
    images.finish();
    if (left_count > kMostSurfaceNames) left += " and more";
    if (left_count != 0) context_.diagnostics.add_as(Severity::kInfo, messages::kLeftSurfaces, kNoOffset, {left});
    return ok_status();
  }

  Status list(size_t column, bool worn) {
    VITRINE_CHECK(context_.budget.charge(1 + std::min(text_.lines.size(), kMostReplaces), kBytesOfRow));
    Json skin = {{"name", shown(skin_name(column))}, {"models", Json::array()}, {"replaces", Json::array()}};
    if (skin_.empty()) skin["name"] = shown(name_);
    for (const Wearer& wearer : wearers_)
      if (skin["models"].size() < kMostReplaces) skin["models"].push_back(shown(scene_.files[wearer.model->file].name));
    for (const SkinLine& line : text_.lines) {
      if (skin["replaces"].size() == kMostReplaces) break;
      if (column < line.shaders.size())
        skin["replaces"].push_back({{"from", shown(line.surface)}, {"to", shown(line.shaders[column])}});
    }
    // What no model can wear is no choice.
    if (wearers_.empty()) skin["replaces"] = Json::array();
    if (worn) skin["worn"] = true;
    if (is_default(column)) skin["default"] = true;
    context_.info["skins"].push_back(std::move(skin));
    return ok_status();
  }

  LoadContext& context_;
  Scene& scene_;
  const SkinText& text_;
  std::string_view name_;  ///< of the file, without folders and ending
  std::vector<Model> models_;
  std::vector<Wearer> wearers_;
  std::string_view skin_;  ///< its name without that of the model
  bool has_columns_ = false;
  mutable std::unordered_map<std::string, const SkinLine*> by_name_;
};

}  // namespace

Status load_skin(LoadContext& context, Scene& scene) {
  VITRINE_TRY(const SkinText text, read_skin(context));
  return Skin(context, scene, text).run();
}

}  // namespace vitrine::q3
