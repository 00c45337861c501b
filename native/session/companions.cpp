// What the loader does beyond opening files one by one: the files of a drop that belong to one another, and what only
// the full core has. View cores have native/wasm/view/loader.cpp instead.

#include <algorithm>
#include <map>
#include <new>
#include <set>

#include "base/names.h"
#include "base/sentences.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "base/within_memory.h"
#include "formats/beside.h"
#include "formats/details.h"
#include "formats/name_cost.h"
#include "play/full/reading_difference.h"
#include "scene/driven.h"
#include "scene/full/fit_report.h"
#include "session/load/loader.h"
#include "session/load/textures.h"
#include "session/model_files.h"
#include "session/neighbours.h"
#include "session/sentences.h"

namespace vitrine {
namespace {

/// A second or two; a game's folder takes a tenth of it.
constexpr uint64_t kMostLookedThrough = 8'000'000;
constexpr uint64_t kCurvesOfStep = 16;  ///< which are only looked at
constexpr char kAnyFolder = '\n';       ///< before a name, in the keys of action lists
constexpr char kWholeFolder = '\t';     ///< before a folder

const OtherReading* other_reading_of(const FormatRow* row) {
  return row == nullptr ? nullptr : row->details->other_reading;
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.size() - base_name(path).size()); }

/// The last word of a text, or a string that nothing closes.
bool is_last(std::string_view rest) {
  constexpr std::string_view kWord = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.-+/";
  return rest.starts_with('"') ? rest.find_first_of("\"\n\r", 1) == rest.npos
                               : rest.find_first_not_of(kWord) == rest.npos;
}

}  // namespace

nlohmann::ordered_json* new_info() { return new nlohmann::ordered_json(nlohmann::ordered_json::object()); }
void DeleteInfo::operator()(nlohmann::ordered_json* info) const { delete info; }

/// The fault of a reader. What lies at the end of a text may have been cut off with the rest.
Error Loader::fault(const FormatRow& row, const Error& error, std::span<const uint8_t> bytes) {
  if (!row.text || error.offset() >= bytes.size()) return error;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!is_last(text.substr(static_cast<size_t>(error.offset())))) return error;
  return error.about(", where the file ends");
}

/// Marks the files that a model names as its buffers, whatever their own names and contents; without any model there
/// are no buffers. True if the kind of a file changed.
bool Loader::recognise_buffers() {
  const auto is_buffer = [](const FormatRow* row) { return row != nullptr && row->role == FileRole::kBuffer; };
  const auto is_unknown = [](const File& f) { return f.row == nullptr && !f.image && !f.offered && !f.refused; };
  const auto is_model = [](const File& f) { return f.row != nullptr && f.row->role == FileRole::kModel; };
  bool changed = false;
  if (std::none_of(files_.begin(), files_.end(), is_model)) {
    for (File& file : files_) {
      if (!is_buffer(file.row)) continue;
      file.row = nullptr;
      changed = true;
    }
    return changed;
  }
  if (std::none_of(files_.begin(), files_.end(), is_unknown)) return false;
  std::set<std::string, std::less<>> named;
  for (const File& model : files_) {
    if (model.row == nullptr || model.row->details->companions == nullptr) continue;
    for (const std::string& name : model.row->details->companions(model.bytes)) named.emplace(base_name(name));
  }
  const auto row =
      std::find_if(formats().begin(), formats().end(), [&](const FormatRow& each) { return is_buffer(&each); });
  for (File& file : files_) {
    if (!is_unknown(file) || !named.contains(base_name(file.name))) continue;
    file.row = &*row;
    changed = true;
  }
  return changed;
}

/// Before the models are read. What cannot be read is told when the list has its turn.
void Loader::read_action_lists() {
  action_lists_.clear();
  for (size_t i = 0; i < files_.size(); ++i) {
    File& file = files_[i];
    file.actions.reset();
    if (file.row == nullptr || file.row->details->listed_actions == nullptr) continue;
    Budget budget(limits_.heap_bytes);
    const bool has_room = within_memory([&] {
      auto actions = file.row->details->listed_actions(file.bytes, budget, nullptr);
      if (!actions) return;
      file.actions = std::make_unique<ActionList>();
      file.actions->file = static_cast<uint32_t>(i);
      file.actions->actions = std::move(*actions);
      file.actions->for_folder = file.row->details->lists_for_folder;
      if (file.actions->for_folder) {
        action_lists_.emplace_back(kWholeFolder + lower_case(folder_of(file.name)), i);
        return;
      }
      const std::string_view of = std::string_view(file.name).substr(0, file.name.rfind('.'));
      action_lists_.emplace_back(lower_case(of), i);
      if (base_name(of).size() < of.size()) action_lists_.emplace_back(kAnyFolder + lower_case(base_name(of)), i);
    });
    if (has_room) continue;
    diagnostics_.enter(file.name);
    diagnostics_.add(messages::kNoRoomWhileReading, kNoOffset);
  }
  sort_different(action_lists_);
}

/// A list and its model lie in one folder, or one of them is known without folders. Of several lists the one that was
/// dropped first counts.
ActionList* Loader::action_list_for(size_t index) {
  if (files_[index].actions != nullptr) return files_[index].actions.get();
  if (action_lists_.empty()) return nullptr;
  const std::string whole = options_.whole_name(files_[index].name);
  std::string_view model = whole;
  if (ends_ignoring_case(model, ".gz")) model.remove_suffix(3);
  size_t first = files_.size();
  const auto look = [&](const std::string& key) {
    const auto found = std::lower_bound(action_lists_.begin(), action_lists_.end(), std::pair(key, size_t{0}));
    if (found == action_lists_.end() || found->first != key) return;
    const File& list = files_[found->second];
    if (list.row->details->lists_actions_for(list.name, whole)) first = std::min(first, found->second);
  };
  const std::string name = lower_case(base_name(model));
  look(lower_case(model));
  look(name.size() < model.size() ? name : kAnyFolder + name);
  if (first == files_.size()) look(kWholeFolder + lower_case(folder_of(model)));
  return first == files_.size() ? nullptr : files_[first].actions.get();
}

std::vector<AddedFile> Loader::files_of_drop() const {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < files_.size(); ++i) {
    if (!files_[i].bytes.empty()) order.push_back(i);
  }
  sort_different(order, [&](uint32_t a, uint32_t b) {
    const std::string_view x = base_name(files_[a].name), y = base_name(files_[b].name);
    return comes_before(x, y) || (a < b && !comes_before(y, x));
  });
  std::vector<AddedFile> out;
  for (const uint32_t i : order) out.push_back({files_[i].name, files_[i].bytes});
  return out;
}

/// Files of materials look through all that others brought, each of them again. Lists of actions look at one model.
Status Loader::charge_look(const FormatRow& row) {
  if (row.role != FileRole::kMaterials || row.details->listed_actions != nullptr) return ok_status();
  looked_through_ += scene_.materials.size() + scene_.meshes.size() + scene_.clips.size();
  for (const Mesh& mesh : scene_.meshes) looked_through_ += mesh.primitives.size();
  for (const Clip& clip : scene_.clips) looked_through_ += clip.curves.size() / kCurvesOfStep;
  return check_limit(looked_through_, kMostLookedThrough, "steps of material files through the document");
}

void Loader::forget_charges() {
  looked_through_ = 0;
  materials_budget_ = Budget(limits_.heap_bytes);
  names_unpaid_ = false;
}

bool Loader::has_loaded_materials() const {
  return std::any_of(files_.begin(), files_.end(), [](const File& file) {
    return file.loaded && file.row != nullptr && file.row->role == FileRole::kMaterials;
  });
}

/// The first of two declarations of a material counts; the game takes its files by name, not as they were dropped.
void Loader::sort_materials(std::vector<size_t>& order) const {
  const auto materials =
      std::find_if(order.begin(), order.end(), [&](size_t i) { return files_[i].row->role == FileRole::kMaterials; });
  std::stable_sort(materials, order.end(), [&](size_t a, size_t b) {
    const uint8_t first = rank_of(files_[a]), second = rank_of(files_[b]);
    return first != second ? first < second : files_[a].name < files_[b].name;
  });
}

/// A page, a pointer or an image under the name of a format that names alone decide on.
bool Loader::is_another_kind(const File& file) {
  const Neighbour* neighbour = find_neighbour(file.bytes, file.name);
  return neighbour != nullptr && neighbour->advice != nullptr && !file.row->sniff(file.bytes, "");
}

/// A model that another one of the drop replaces; says so.
bool Loader::is_stood_in_for(const File& file) {
  std::string name = lower_case(file.name);
  std::replace(name.begin(), name.end(), '\\', '/');
  const std::string stem(file_stem(name));
  const std::string_view base = base_name(name);
  const std::string folder(name, 0, name.size() - base.size());
  const auto is_here = [&](const std::string& wanted, const Sentence& sentence) {
    for (const AddedFile& other : files_called(beside_, base_name(wanted))) {
      std::string whole = lower_case(other.name);
      std::replace(whole.begin(), whole.end(), '\\', '/');
      if (whole != folder + wanted) continue;
      diagnostics_.add(sentence, kNoOffset, {to_utf8(base_name(other.name))});
      return true;
    }
    return false;
  };
  for (const std::string_view path : file.row->details->stood_in_by) {
    const size_t star = path.find('*');
    if (is_here(std::string(path.substr(0, star)) + stem + std::string(path.substr(star + 1)), messages::kStoodInFor))
      return true;
  }
  const std::span<const char* const> levels = file.row->details->levels;
  for (size_t i = 0; i < levels.size(); ++i) {
    const std::string_view level = levels[i];
    const std::string ending(base.substr(stem.size()));
    const bool is_chosen = i + 1 == options_.level;
    if (is_chosen && is_here(stem + std::string(level) + ending, messages::kAtLevel)) return true;
    if (is_chosen || stem.size() <= level.size() || !stem.ends_with(level)) continue;
    const std::string whole = stem.substr(0, stem.size() - level.size());
    if (is_here(whole + ending, messages::kLevelOf)) return true;
  }
  return false;
}

void Loader::say_unrecognised(const File& file) {
  if (const Neighbour* neighbour = find_neighbour(file.bytes, file.name))
    diagnostics_.add(messages::kNeighbour, 0, {sentence_about(*neighbour, file.bytes, file.name)});
  else
    diagnostics_.add(messages::kUnrecognised, 0, {fault_by_ending(file)});
}

/// An image alone that is of a kind which no model can have here. Hosts give most images by their names.
bool Loader::tell_unread_image() {
  for (const File& file : files_) {
    if (!file.image) continue;
    const Neighbour* neighbour = file.offered ? neighbour_by_ending(file.name) : find_neighbour(file.bytes, file.name);
    if (neighbour == nullptr || !std::string_view(neighbour->id).starts_with("ktx")) continue;
    diagnostics_.enter(file.name);
    diagnostics_.add(messages::kNeighbour, kNoOffset, {sentence_about(*neighbour, file.bytes, file.name)});
    return true;
  }
  return false;
}

/// Error of the reader that the extension suggests, for a file that no format recognises, in brackets.
std::string Loader::fault_by_ending(const File& file) const {
  const std::string_view name = base_name(file.name);
  for (const FormatRow& row : formats()) {
    const bool is_named = std::any_of(row.extensions.begin(), row.extensions.end(), [&](const char* extension) {
      return ends_ignoring_case(name, std::string(".") + extension);
    });
    if (!is_named || row.role == FileRole::kBuffer || row.role == FileRole::kMaterials) continue;
    Scene scene;
    scene.files.emplace_back();
    Budget budget(limits_.heap_bytes);
    Diagnostics diagnostics(limits_.messages);
    diagnostics.enter(file.name);
    nlohmann::ordered_json info;
    LoadContext context{file.name, file.bytes, 0, options_, limits_, budget, diagnostics, &cancel_, info};
    try {
      const Status status = row.load(context, scene);
      if (status) return "";
      return std::string(" (as ") + row.kind + ": " + fault(row, status.error(), file.bytes).message() + ")";
    } catch (const std::bad_alloc&) {
      return "";
    }
  }
  return "";
}

/// The actions of models, with one another.
void Loader::share() {
  std::vector<ModelFile> models;
  for (uint32_t i = 0; i < files_.size(); ++i) {
    File& file = files_[i];
    if (!file.opened || file.row->role != FileRole::kModel) continue;
    ModelFile& model = models.emplace_back();
    model.file = i;
    model.name = file.name;
    model.part = file.part;
    model.axes = file.axes;
    model.named_for_actions = options_.animations.contains(file.name);
    model.info = file.info.get();
    model.joins = file.row->details->joins;
    if (file.row->text) model.text = file.bytes;
  }
  std::sort(models.begin(), models.end(),
            [](const ModelFile& a, const ModelFile& b) { return a.part.first.nodes < b.part.first.nodes; });
  join_models(scene_, models, options_.torso, author_clips_);
  const Status status = share_actions(scene_, models, limits_, diagnostics_, author_clips_);
  if (!status) diagnostics_.add(status.error());
  for (const ModelFile& model : models) files_[model.file].gives_actions_only = model.gives_actions_only;
}

/// Of actions that move nothing which can be seen. Files of animations that fit nothing have said so.
void Loader::tell_idle_actions() {
  const size_t first = std::exchange(told_clips_, scene_.clips.size());
  if (first >= scene_.clips.size()) return;
  const std::vector<uint8_t> reach = clips_that_reach(scene_);
  std::map<std::pair<uint32_t, std::string>, std::vector<uint32_t>> idle;
  for (auto c = static_cast<uint32_t>(first); c < scene_.clips.size(); ++c) {
    const Clip& clip = scene_.clips[c];
    const bool is_fitted = clip.file != kNone && files_[clip.file].row->role == FileRole::kAnimation;
    const bool is_empty = clip.poses && clip.poses->times_s.empty();
    if (!clip.playable && (!is_fitted || is_empty))
      idle[{clip.file, clip.why_not}].push_back(c);
    else if (clip.playable && reach[c] == 0)
      idle[{clip.file, "nothing that can be seen hangs on the nodes that it moves"}].push_back(c);
  }
  for (const auto& [why, clips] : idle) {
    diagnostics_.enter(why.first == kNone ? "" : files_[why.first].name);
    tell_idle(diagnostics_, scene_, clips, why.second);
    if (why.first != kNone && files_[why.first].row->text)
      diagnostics_.locate(files_[why.first].bytes,
                          files_[why.first].row->details == nullptr ? nullptr : files_[why.first].row->details->decode);
  }
}

void Loader::pay_for_found() {
  const Status paid = pay_for_found_names(scene_, Budget(limits_.heap_bytes));
  if (paid || names_unpaid_) return;
  names_unpaid_ = true;
  diagnostics_.enter("");
  diagnostics_.add(paid.error());
}

/// A skin that no file declares changes nothing; a message lists the declared ones.
void Loader::check_skin() {
  if (options_.skin.empty()) return;
  std::string known;
  std::set<std::string> listed;
  for (const File& file : files_) {
    if (!file.info->contains("skins")) continue;
    for (const auto& skin : (*file.info)["skins"]) {
      const auto& name = skin["name"].get_ref<const std::string&>();
      if (equal_ignoring_case(name, to_utf8(options_.skin))) return;
      if (known.size() < 500 && listed.insert(name).second) known += (known.empty() ? "" : ", ") + name;
    }
  }
  diagnostics_.enter("");
  const std::string wanted = to_utf8(std::string_view(options_.skin).substr(0, 200));
  const std::string others = known.empty() ? "no file declares any" : "there are " + known;
  diagnostics_.add(messages::kUnknownSkin, kNoOffset, {wanted, others});
}

std::vector<std::string> Loader::wanted() const {
  std::vector<std::string> out;
  std::set<std::string_view> here;
  std::set<std::string> named;
  for (const File& file : files_) here.insert(base_name(file.name));
  for (const File& file : files_) {
    if (file.row == nullptr || file.row->details->companions == nullptr) continue;
    for (std::string& name : file.row->details->companions(file.bytes))
      if (!here.contains(base_name(name)) && named.insert(name).second) out.push_back(std::move(name));
  }
  return out;
}

void Loader::read_otherwise_from(size_t first_clip, File& file) {
  const OtherReading* other = other_reading_of(file.row);
  if (other == nullptr || !options_.has(*other->option)) return;
  author_clips_.resize(scene_.clips.size());
  for (size_t c = first_clip; c < scene_.clips.size(); ++c) {
    author_clips_[c] = scene_.clips[c];
    other->apply(scene_.clips[c], *file.info);
  }
}

std::optional<Clip> Loader::other_reading(uint32_t clip) const {
  if (clip < author_clips_.size() && !author_clips_[clip].curves.empty()) return author_clips_[clip];
  if (clip >= scene_.clips.size()) return {};
  const uint32_t file = scene_.clips[clip].file;
  const OtherReading* reading = file < files_.size() ? other_reading_of(files_[file].row) : nullptr;
  if (reading == nullptr || options_.has(*reading->option)) return {};
  Clip other = scene_.clips[clip];
  reading->apply(other, *files_[file].info);
  return other;
}

/// How far two readings of the curves lie apart. Computed when a report is made, not when a file loads.
void Loader::add_reading_difference(size_t index) {
  File& file = files_[index];
  const OtherReading* other = other_reading_of(file.row);
  if (!file.opened || other == nullptr || file.info->contains("legacyReading")) return;
  const bool shown = options_.has(*other->option);
  std::vector<Clip> clips;
  for (uint32_t c = 0; c < scene_.clips.size(); ++c) {
    if (scene_.clips[c].file == index) clips.push_back(shown ? author_clips_[c] : scene_.clips[c]);
  }
  if (clips.empty()) return;
  (*file.info)["legacyReading"] =
      reading_difference_json(reading_difference(scene_, clips, [&](Clip& clip) { other->apply(clip, *file.info); }));
  (*file.info)["legacyReading"]["shown"] = shown;
}

nlohmann::ordered_json Loader::format_info() {
  for (size_t i = 0; i < files_.size(); ++i) add_reading_difference(i);
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  const File* main = main_file();
  if (main == nullptr) return out;
  out = *main->info;
  size_t rows = 0;
  for (const File& file : files_) rows += file.row != nullptr;
  if (rows < 2) return out;
  out["files"] = nlohmann::ordered_json::array();
  for (const File& file : files_) {
    if (file.row == nullptr) continue;
    nlohmann::ordered_json item = {{"name", to_utf8(file.name)}, {"kind", file.row->kind}};
    item.update(*file.info);
    out["files"].push_back(std::move(item));
  }
  return out;
}

std::optional<Loader::OpenFile> Loader::open_file(uint32_t index) const {
  if (index >= files_.size() || !files_[index].opened) return {};
  const File& file = files_[index];
  return OpenFile{file.name, file.bytes, file.row};
}

std::vector<Loader::OpenFile> Loader::files() const {
  std::vector<OpenFile> out;
  for (const File& file : files_) out.push_back({file.name, file.bytes, file.row});
  return out;
}

nlohmann::ordered_json Loader::map_record(std::string_view name, uint64_t offset) const {
  const auto found = std::find_if(files_.rbegin(), files_.rend(), [&](const File& file) {
    return file.opened && file.row->details->map_record != nullptr && (file.name == name || to_utf8(file.name) == name);
  });
  return found == files_.rend() ? nlohmann::ordered_json(nullptr)
                                : found->row->details->map_record(found->bytes, offset);
}

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
