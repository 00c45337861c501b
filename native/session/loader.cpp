#include "session/loader.h"

#include <algorithm>
#include <new>
#include <set>

#include "base/names.h"
#include "base/sentences.h"
#include "base/utf8.h"
#include "formats/details.h"
#include "play/reading_difference.h"
#include "scene/bind_pose.h"
#include "scene/validate.h"
#include "session/finish_model.h"
#include "session/sentences.h"
#include "session/textures.h"

namespace vitrine {
namespace {

constexpr FileRole kRoleOrder[] = {FileRole::kModel, FileRole::kAnimation, FileRole::kCamera, FileRole::kSound,
                                   FileRole::kMaterials};

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
  VITRINE_CHECK(validate(scene));
  return check_bind_pose(scene);
}

#if VITRINE_VIEW_ONLY
/// Nothing is ever written to it (view_rows.cpp), so it needs no destructor.
alignas(nlohmann::ordered_json) unsigned char nowhere[sizeof(nlohmann::ordered_json)];
#else
const OtherReading* other_reading_of(const FormatRow* row) {
  return row == nullptr ? nullptr : row->details->other_reading;
}

/// The last word of a text, or a string that nothing closes.
bool is_last(std::string_view rest) {
  constexpr std::string_view kWord = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.-+/";
  return rest.starts_with('"') ? rest.find_first_of("\"\n\r", 1) == rest.npos
                               : rest.find_first_not_of(kWord) == rest.npos;
}

/// The fault of a reader. What lies at the end of a text may have been cut off with the rest.
Error fault(const FormatRow& row, const Error& error, std::span<const uint8_t> bytes) {
  if (!row.text || error.offset() >= bytes.size()) return error;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!is_last(text.substr(static_cast<size_t>(error.offset())))) return error;
  return error.about(", where the file ends");
}
#endif

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
  if (file.row != nullptr) return;
  file.image = is_image_name(file.name);
}

#if !VITRINE_VIEW_ONLY
/// What a model names as its buffer is one, whatever its own name and content; without any model there are no buffers.
/// True if that changes what a file is.
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
#endif

void Loader::start_over() {
  scene_ = Scene{};
  author_clips_.clear();
  diagnostics_ = Diagnostics(limits_.messages);
  for (size_t i = 0; i < files_.size(); ++i) {
    File& file = files_[i];
    file.loaded = file.opened = false;
#if !VITRINE_VIEW_ONLY
    file.info = nlohmann::ordered_json::object();
#endif
    scene_.files.push_back({file.name, file.size, role_name(file.row, file.image), file.row ? file.row->id : ""});
  }
}

void Loader::load() {
  // While nothing is shown, messages about that are replaced.
  bool again = scene_.nodes.empty();
  for (; recognised_ < files_.size(); ++recognised_) {
    File& file = files_[recognised_];
    recognise(file);
    again |= file.row != nullptr && (file.row->role == FileRole::kModel || file.row->role == FileRole::kMaterials ||
                                     file.row->role == FileRole::kBuffer);
#if !VITRINE_VIEW_ONLY  // which knows no lists of animations
    again |= file.row != nullptr && file.row->role == FileRole::kAnimation && has_loaded(FileRole::kMaterials);
#endif
    if (!again)
      scene_.files.push_back({file.name, file.size, role_name(file.row, file.image), file.row ? file.row->id : ""});
  }
#if !VITRINE_VIEW_ONLY
  again |= recognise_buffers();
#endif
  if (again) start_over();
  load_pending();
  if (const Status status = fit_to_show(scene_); !status) check_one_by_one();
  resolve_textures(scene_);
#if !VITRINE_VIEW_ONLY
  check_skin();
#endif
  // What is refused has an error: nobody takes a document without any for one that opened.
  if (!scene_.nodes.empty() || has_sound() || diagnostics_.count(Severity::kError) != 0) return;
  const File* main = main_file();
  if (main != nullptr && main->row->role == FileRole::kMaterials)
    diagnostics_.add(says::kMaterialsAlone, kNoOffset);
  else
    diagnostics_.add(says::kNothingShown, kNoOffset);
}

#if !VITRINE_VIEW_ONLY
bool Loader::has_loaded(FileRole role) const {
  return std::any_of(files_.begin(), files_.end(),
                     [&](const File& file) { return file.loaded && file.row != nullptr && file.row->role == role; });
}
#endif

void Loader::load_pending() {
  for (size_t i = 0; i < files_.size(); ++i) {
    File& file = files_[i];
    if (file.loaded || file.row != nullptr) continue;
    file.loaded = true;
    if (file.image || file.offered) continue;
    diagnostics_.enter(file.name);
    if (file.refused && file.size > limits_.input_bytes) {
      diagnostics_.add(says::kInputTooLarge, kNoOffset, {file.size, limits_.input_bytes});
    } else if (file.refused) {
      diagnostics_.add(says::kNoRoomForFile, kNoOffset, {file.size});
    } else if (file.bytes.empty()) {
      diagnostics_.add(says::kEmptyFile, kNoOffset);
    } else {
      diagnostics_.add(says::kUnrecognised, 0, {fault_by_ending(file)});
    }
  }
  for (const size_t i : load_order()) {
    if (!files_[i].loaded) load_file(i);
  }
}

/// Sorted by role; within a role, files that need no other model come first.
std::vector<size_t> Loader::load_order() const {
  std::vector<size_t> order;
  for (const FileRole role : kRoleOrder) {
    for (const bool leaning : {false, true}) {
      for (size_t i = 0; i < files_.size(); ++i) {
        const FormatRow* row = files_[i].row;
        if (row == nullptr || row->role != role) continue;
        const bool leans = row->needs_other_model != nullptr && row->needs_other_model(files_[i].bytes);
        if (leans == leaning) order.push_back(i);
      }
    }
  }
#if !VITRINE_VIEW_ONLY  // which knows no declarations
  // Of two declarations of a material the first counts; the game takes its files by name, not as they were dropped.
  const auto materials =
      std::find_if(order.begin(), order.end(), [&](size_t i) { return files_[i].row->role == FileRole::kMaterials; });
  const auto leans = [&](size_t i) {
    return files_[i].row->needs_other_model != nullptr && files_[i].row->needs_other_model(files_[i].bytes);
  };
  std::stable_sort(materials, order.end(), [&](size_t a, size_t b) {
    return leans(a) != leans(b) ? leans(b) : files_[a].name < files_[b].name;
  });
#endif
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
  Budget budget(limits_.heap_bytes);
  LoadContext context{.name = file.name,
                      .bytes = file.bytes,
                      .file = static_cast<uint32_t>(index),
                      .options = options_,
                      .limits = limits_,
                      .budget = budget,
                      .diagnostics = diagnostics_,
                      .cancel = &cancel_,
                      .info = info_of(file)};
  const std::vector<AddedFile> beside = files_of_drop();
  context.beside = beside;
#if VITRINE_VIEW_ONLY
  read(context, file);
#else
  try {
    read(context, file);
  } catch (const std::bad_alloc&) {
    diagnostics_.add(says::kNoRoomWhileReading, kNoOffset);
  }
#endif
}

void Loader::read(LoadContext& context, File& file) {
  const size_t meshes = scene_.meshes.size(), clips = scene_.clips.size();
  Status status = file.row->load(context, scene_);
  if (status) {
    file.opened = true;
    status = finish_model(scene_, meshes, clips, context.budget, diagnostics_);
#if !VITRINE_VIEW_ONLY
    const OtherReading* other = other_reading_of(file.row);
    if (other != nullptr && options_.has(*other->option)) read_otherwise_from(clips, *other, file.info);
#endif
  }
#if VITRINE_VIEW_ONLY
  if (!status) diagnostics_.add(status.error());
#else
  if (!status) diagnostics_.add(fault(*file.row, status.error(), file.bytes));
#endif
  if (file.row->text) diagnostics_.locate(file.bytes);
}

std::vector<AddedFile> Loader::files_of_drop() const {
  std::vector<AddedFile> out;
  for (const File& file : files_) {
    if (!file.bytes.empty()) out.push_back({file.name, file.bytes});
  }
  return out;
}

#if !VITRINE_VIEW_ONLY

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

/// A skin that no file declares changes nothing; whoever asked for it is told which there are.
void Loader::check_skin() {
  if (options_.skin.empty()) return;
  std::string known;
  for (const File& file : files_) {
    if (!file.info.contains("skins")) continue;
    for (const auto& skin : file.info["skins"]) {
      const auto& name = skin["name"].get_ref<const std::string&>();
      if (equal_ignoring_case(name, to_utf8(options_.skin))) return;
      if (known.size() < 500) known += (known.empty() ? "" : ", ") + name;
    }
  }
  diagnostics_.enter("");
  const std::string wanted = to_utf8(std::string_view(options_.skin).substr(0, 200));
  const std::string others = known.empty() ? "no file declares any" : "there are " + known;
  diagnostics_.add(says::kUnknownSkin, kNoOffset, {wanted, others});
}

std::vector<std::string> Loader::wanted() const {
  std::vector<std::string> out;
  for (const File& file : files_) {
    if (file.row == nullptr || file.row->details->companions == nullptr) continue;
    for (std::string& name : file.row->details->companions(file.bytes)) {
      const std::string_view base = base_name(name);
      const bool here =
          std::any_of(files_.begin(), files_.end(), [&](const File& other) { return base_name(other.name) == base; });
      if (!here && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
    }
  }
  return out;
}

nlohmann::ordered_json& Loader::info_of(File& file) { return file.info; }

void Loader::read_otherwise_from(size_t first_clip, const OtherReading& other, const nlohmann::ordered_json& info) {
  author_clips_.resize(scene_.clips.size());
  for (size_t c = first_clip; c < scene_.clips.size(); ++c) {
    author_clips_[c] = scene_.clips[c];
    other.apply(scene_.clips[c], info);
  }
}

std::optional<Clip> Loader::other_reading(uint32_t clip) const {
  if (clip < author_clips_.size() && !author_clips_[clip].curves.empty()) return author_clips_[clip];
  if (clip >= scene_.clips.size()) return {};
  const uint32_t file = scene_.clips[clip].file;
  const OtherReading* reading = file < files_.size() ? other_reading_of(files_[file].row) : nullptr;
  if (reading == nullptr || options_.has(*reading->option)) return {};
  Clip other = scene_.clips[clip];
  reading->apply(other, files_[file].info);
  return other;
}

/// How far two readings of the curves lie apart. Computed when a report is made, not when a file loads.
void Loader::add_reading_difference(size_t index) {
  File& file = files_[index];
  const OtherReading* other = other_reading_of(file.row);
  if (!file.opened || other == nullptr || file.info.contains("legacyReading")) return;
  const bool shown = options_.has(*other->option);
  std::vector<Clip> clips;
  for (uint32_t c = 0; c < scene_.clips.size(); ++c) {
    if (scene_.clips[c].file == index) clips.push_back(shown ? author_clips_[c] : scene_.clips[c]);
  }
  if (clips.empty()) return;
  file.info["legacyReading"] =
      reading_difference_json(reading_difference(scene_, clips, [&](Clip& clip) { other->apply(clip, file.info); }));
  file.info["legacyReading"]["shown"] = shown;
}

#else

std::string Loader::fault_by_ending(const File&) const { return ""; }
nlohmann::ordered_json& Loader::info_of(File&) { return *new (nowhere) nlohmann::ordered_json; }

#endif

/// Something a reader let through: build again, testing after every file, and leave out the one to blame.
void Loader::check_one_by_one() {
  for (bool clean = false; !clean;) {
    clean = true;
    start_over();
    for (const size_t i : load_order()) {
      File& file = files_[i];
      load_file(i);
      if (file.invalid) continue;
      if (const Status status = fit_to_show(scene_); !status) {
        file.invalid = status.error();
        file.opened = false;
        clean = false;
        break;
      }
    }
  }
  load_pending();
}

void Loader::give_up() {
  scene_ = Scene{};
  diagnostics_.enter("");
  diagnostics_.add(says::kNoRoomForDocument, kNoOffset);
}

const Loader::File* Loader::main_file() const {
  const File* first = nullptr;
  for (const File& file : files_) {
    if (!file.opened) continue;
    if (file.row->role == FileRole::kModel) return &file;
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

#if !VITRINE_VIEW_ONLY

nlohmann::ordered_json Loader::format_info() {
  for (size_t i = 0; i < files_.size(); ++i) add_reading_difference(i);
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  const File* main = main_file();
  if (main == nullptr) return out;
  out = main->info;
  size_t rows = 0;
  for (const File& file : files_) rows += file.row != nullptr;
  if (rows < 2) return out;
  out["files"] = nlohmann::ordered_json::array();
  for (const File& file : files_) {
    if (file.row == nullptr) continue;
    nlohmann::ordered_json item = {{"name", to_utf8(file.name)}, {"kind", file.row->kind}};
    item.update(file.info);
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

#endif

}  // namespace vitrine
