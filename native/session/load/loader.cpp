#include "session/load/loader.h"

#include <algorithm>

#include "base/names.h"
#include "base/sentences.h"
#include "base/within_memory.h"
#include "formats/details.h"
#include "scene/action_names.h"
#include "scene/reach.h"
#include "scene/validate.h"
#include "session/load/finish_model.h"
#include "session/load/textures.h"
#include "session/sentences.h"

namespace vitrine {
namespace {

constexpr FileRole kRoleOrder[] = {FileRole::kModel, FileRole::kAnimation, FileRole::kCamera, FileRole::kSound,
                                   FileRole::kMaterials};

constexpr size_t kMostBlamed = 16;  ///< files of a drop, each of which has it read again

const char* role_name(const FormatRow* row, bool image) {
  if (row == nullptr) return image ? "texture" : "other";
  switch (row->role) {
    case FileRole::kModel:
      return "mesh";
    case FileRole::kAnimation:
      return "animation";
    case FileRole::kCamera:
      return "camera";
    case FileRole::kSound:
      return "sound";
    case FileRole::kMaterials:
      return "materials";
    case FileRole::kBuffer:
      return "buffer";
  }
  return "other";
}

Status fit_to_show(const Scene& scene) {
  std::vector<MeshReach> reaches;
  VITRINE_CHECK(validate(scene, reaches));
  return check_bind_pose(scene, reaches);
}

}  // namespace

uint8_t* Loader::add_file(std::string name, uint64_t bytes) {
  File file;
  file.name = std::move(name);
  file.size = bytes;
  if (bytes > limits_.input_bytes) {
    file.refused = true;
  } else {
    file.bytes = FileBytes(static_cast<size_t>(bytes));
    file.refused = file.bytes.data() == nullptr && bytes != 0;
  }
  files_.push_back(std::move(file));
  // An empty file has no address to give; the host then has nothing to copy either.
  return files_.back().refused ? nullptr : files_.back().bytes.data();
}

void Loader::add_file(std::string name, std::vector<uint8_t> bytes) {
  File file;
  file.name = std::move(name);
  file.size = bytes.size();
  file.refused = bytes.size() > limits_.input_bytes;
  if (!file.refused) file.bytes = FileBytes(bytes);
  file.refused |= file.bytes.data() == nullptr && !bytes.empty();
  files_.push_back(std::move(file));
}

void Loader::offer(std::string name, uint64_t bytes) {
  File file;
  file.image = is_image_name(name);
  file.name = std::move(name);
  file.size = bytes;
  file.offered = true;
  files_.push_back(std::move(file));
}

void Loader::recognise(File& file) {
  if (file.offered || file.refused) return;
  file.row = find_format(file.bytes, file.name);
  if (file.row != nullptr && is_another_kind(file)) {
    file.row = nullptr;
    return;
  }
  if (file.row != nullptr) return;
  file.image = is_image_name(file.name);
}

void Loader::start_over() {
  scene_ = Scene{};
  author_clips_.clear();
  shared_ = false;
  told_clips_ = 0;
  diagnostics_ = Diagnostics(limits_.messages);
  forget_charges();
  is_tie_told_ = false;
  for (size_t i = 0; i < files_.size(); ++i) {
    File& file = files_[i];
    file.loaded = file.opened = file.gives_actions_only = false;
    file.info.reset(new_info());
    scene_.files.push_back({file.name, file.size, role_name(file.row, file.image), file.row ? file.row->id : ""});
  }
  read_action_lists();
}

void Loader::load() {
  // While nothing is shown, messages about that are replaced.
  bool again = scene_.nodes.empty();
  for (; recognised_ < files_.size(); ++recognised_) {
    File& file = files_[recognised_];
    recognise(file);
    again |= file.row != nullptr && (file.row->role == FileRole::kModel || file.row->role == FileRole::kMaterials ||
                                     file.row->role == FileRole::kBuffer);
    again |= file.row != nullptr && file.row->role == FileRole::kAnimation && has_loaded_materials();
    if (!again)
      scene_.files.push_back({file.name, file.size, role_name(file.row, file.image), file.row ? file.row->id : ""});
  }
  again |= recognise_buffers();
  if (again) start_over();
  beside_ = files_of_drop();
  load_pending();
  if (const Status status = fit_to_show(scene_); !status) check_one_by_one();
  shorten_action_names(scene_.clips);
  tell_idle_actions();
  resolve_textures(scene_);
  pay_for_found();
  tell_tie();
  check_skin();
  // A refused file has an error, so that a document without files is not taken for an opened one.
  if (!scene_.nodes.empty() || has_sound() || diagnostics_.count(Severity::kError) != 0) return;
  const File* main = main_file();
  if (main != nullptr && main->row->role == FileRole::kMaterials)
    diagnostics_.add(messages::kMaterialsAlone, kNoOffset);
  else if (!tell_unread_image())
    diagnostics_.add(messages::kNothingShown, kNoOffset);
}

void Loader::load_pending() {
  for (size_t i = 0; i < files_.size(); ++i) {
    File& file = files_[i];
    if (file.loaded || file.row != nullptr) continue;
    file.loaded = true;
    if (file.image || file.offered) continue;
    diagnostics_.enter(file.name);
    if (file.refused && file.size > limits_.input_bytes) {
      diagnostics_.add(messages::kInputTooLarge, kNoOffset, {file.size, limits_.input_bytes});
    } else if (file.refused) {
      diagnostics_.add(messages::kNoRoomForFile, kNoOffset, {file.size});
    } else if (file.bytes.empty()) {
      diagnostics_.add(messages::kEmptyFile, kNoOffset);
    } else {
      say_unrecognised(file);
    }
  }
  const std::vector<size_t> order = load_order();
  for (size_t k = 0; k < order.size(); ++k) load_next(order, k);
}

/// Models come first. Then their actions are shared, so that files of animations are fitted to what is left of them.
void Loader::load_next(const std::vector<size_t>& order, size_t k) {
  const auto is_model = [&](size_t i) { return files_[order[i]].row->role == FileRole::kModel; };
  if (!files_[order[k]].loaded) load_file(order[k]);
  if (shared_ || !is_model(k) || (k + 1 < order.size() && is_model(k + 1))) return;
  shared_ = true;
  share();
}

uint8_t Loader::rank_of(const File& file) {
  return file.row->load_rank == nullptr ? uint8_t{0} : file.row->load_rank(file.bytes, file.name);
}

/// Sorted by role; within a role, files that need no other model come first.
std::vector<size_t> Loader::load_order() const {
  std::vector<size_t> order;
  for (const FileRole role : kRoleOrder) {
    for (uint8_t rank = 0; rank <= kLastRank; ++rank) {
      for (size_t i = 0; i < files_.size(); ++i) {
        const FormatRow* row = files_[i].row;
        if (row == nullptr || row->role != role) continue;
        if (rank_of(files_[i]) == rank) order.push_back(i);
      }
    }
  }
  sort_materials(order);
  return order;
}

void Loader::load_file(size_t index) {
  File& file = files_[index];
  file.loaded = true;
  diagnostics_.enter(file.name);
  if (file.invalid) {
    diagnostics_.add(*file.invalid);
    return;
  }
  if (is_stood_in_for(file)) return;
  if (const Status paid = charge_look(*file.row); !paid) {
    diagnostics_.add(paid.error());
    return;
  }
  Budget own(limits_.heap_bytes);
  LoadContext context{.name = file.name,
                      .bytes = file.bytes,
                      .file = static_cast<uint32_t>(index),
                      .options = options_,
                      .limits = limits_,
                      .budget = file.row->role == FileRole::kMaterials ? materials_budget_ : own,
                      .diagnostics = diagnostics_,
                      .cancel = &cancel_,
                      .info = *file.info};
  context.beside = beside_;
  context.actions = action_list_for(index);
  const SceneSizes before = sizes_of(scene_);
  const size_t clips = scene_.clips.size();
  if (within_memory([&] { read(context, file); })) return;
  // What there is of a model may refer to what is missing. Other files change what is there already, step by step.
  if (file.row->role == FileRole::kModel) cut_back(scene_, before, clips);
  file.opened = false;
  diagnostics_.add(messages::kNoRoomWhileReading, kNoOffset);
}

void Loader::read(LoadContext& context, File& file) {
  const size_t meshes = scene_.meshes.size(), clips = scene_.clips.size();
  file.part.first = sizes_of(scene_);
  Status status = file.row->load(context, scene_);
  if (status) {
    file.opened = true;
    file.part.end = sizes_of(scene_);
    file.axes = scene_.axes;
    status = finish_model(scene_, meshes, clips, context.budget, diagnostics_);
    read_otherwise_from(clips, file);
  }
  if (!status) diagnostics_.add(fault(*file.row, status.error(), file.bytes));
  if (file.row->text)
    diagnostics_.locate(file.bytes, file.row->details == nullptr ? nullptr : file.row->details->decode);
}

/// Something a reader let through: build again, testing after every file, and leave out the one to blame. Behind many
/// of them nothing more is read.
void Loader::check_one_by_one() {
  size_t tested = 0, blamed = 0;  // of the order
  for (bool clean = false; !clean;) {
    clean = true;
    start_over();
    const std::vector<size_t> order = load_order();
    for (size_t k = 0; k < order.size() && clean; ++k) {
      load_next(order, k);
      if (k < tested) continue;
      tested = k + 1;
      const Status status = fit_to_show(scene_);
      if (status) continue;
      clean = false;
      files_[order[k]].invalid = status.error();
      if (++blamed < kMostBlamed) continue;
      const Status many = check_limit(blamed + 1, kMostBlamed, "files that cannot be shown");
      for (; tested < order.size(); ++tested) files_[order[tested]].invalid = many.error();
    }
  }
  load_pending();
}

/// Once for a document: the report has the count of each texture.
void Loader::tell_tie() {
  const auto tie = std::find_if(scene_.textures.begin(), scene_.textures.end(),
                                [](const Texture& texture) { return texture.file != kNone && texture.others != 0; });
  if (tie == scene_.textures.end() || is_tie_told_) return;
  is_tie_told_ = true;
  diagnostics_.enter("");
  diagnostics_.add(messages::kImagesTie, kNoOffset,
                   {tie->name.substr(0, 200), uint64_t{tie->others} + 1, scene_.files[tie->file].name.substr(0, 200)});
}

void Loader::give_up() {
  scene_ = Scene{};
  diagnostics_.enter("");
  diagnostics_.add(messages::kNoRoomForDocument, kNoOffset);
}

const Loader::File* Loader::main_file() const {
  const File* first = nullptr;
  for (const File& file : files_) {
    if (!file.opened) continue;
    if (file.row->role == FileRole::kModel && !file.gives_actions_only) return &file;
    if (first == nullptr) first = &file;
  }
  return first;
}

bool Loader::has_sound() const {
  return std::any_of(files_.begin(), files_.end(),
                     [](const File& file) { return file.opened && file.row->role == FileRole::kSound; });
}

std::string Loader::format() const {
  const File* file = main_file();
  return file == nullptr ? "" : file->row->id;
}

}  // namespace vitrine
