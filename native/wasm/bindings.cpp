// The full core as JavaScript sees it: thin, one line per call. web/src/core/core.d.ts describes it by hand.

#include <emscripten.h>
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/json_text.h"
#include "base/sentences.h"
#include "base/utf8.h"
#include "formats/registry.h"
#include "images/image.h"
#include "music/midi.h"
#include "music/player.h"
#include "session/compare.h"
#include "session/curve_view.h"
#include "session/document.h"
#include "session/document_renderer.h"
#include "session/formats_json.h"
#include "session/options_json.h"
#include "session/sound.h"
#include "session/world_document.h"
#include "session/world_outline.h"
#include "session/world_shadows.h"
#include "world/report.h"

EM_JS(void, throw_out_of_memory, (), { Module.outOfMemory(); });

/// What cannot go on is a trap, which ends everything at once. The one of the library throws from JavaScript, and
/// functions that let nothing out would call it again for that.
extern "C" void abort() { __builtin_trap(); }

namespace {

using namespace vitrine;

/// Memory that runs out throws VitrineError OUT_OF_MEMORY on the other side, and leaves the core in order.
template <typename Work>
auto guarded(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory();
    __builtin_trap();
  }
}

/// A function or method as JavaScript calls it.
template <auto Function>
struct Caller;
template <typename Result, typename... Given, Result (*Function)(Given...)>
struct Caller<Function> {
  static Result call(Given... given) {
    return guarded([&]() -> Result { return Function(std::forward<Given>(given)...); });
  }
};
template <typename Thing, typename Result, typename... Given, Result (Thing::*Method)(Given...)>
struct Caller<Method> {
  static Result call(Thing& thing, Given... given) {
    return guarded([&]() -> Result { return (thing.*Method)(std::forward<Given>(given)...); });
  }
};
template <typename Thing, typename Result, typename... Given, Result (Thing::*Method)(Given...) const>
struct Caller<Method> {
  static Result call(const Thing& thing, Given... given) {
    return guarded([&]() -> Result { return (thing.*Method)(std::forward<Given>(given)...); });
  }
};
template <auto Function>
constexpr auto call = &Caller<Function>::call;

template <typename Thing>
Thing* make(const std::string& given) {
  return guarded([&] { return new Thing(given); });
}

/// { "error": Message } of something that failed.
std::string error_text(const Error& e, std::string_view source) {
  nlohmann::ordered_json message = {{"code", e.code()->id}, {"severity", 0}, {"message", to_utf8(e.message())}};
  message["source"] = to_utf8(source);
  message["help"] = e.code()->help;
  if (!e.path().empty()) message["path"] = to_utf8(e.path());
  if (e.offset() != kNoOffset) message["offset"] = e.offset();
  return json_text({{"error", std::move(message)}});
}

/// Document with the call shapes that cross the border cheaply: numbers and strings.
class WasmDocument {
 public:
  explicit WasmDocument(const std::string& options_json)
      : document_(limits_from_json(options_json), load_options_from_json(options_json)) {}

  uintptr_t add_file(const std::string& name, double bytes) {
    return reinterpret_cast<uintptr_t>(document_.add_file(name, static_cast<uint64_t>(bytes)));
  }
  void offer(const std::string& name, double bytes) { document_.offer(name, static_cast<uint64_t>(bytes)); }
  std::string report(bool every_frame) const { return document_.report_text(every_frame); }
  int find_clip(const std::string& name) const { return static_cast<int>(document_.find_clip(name)); }
  bool select_clip(int clip) { return document_.select_clip(static_cast<uint32_t>(clip)); }
  int selected_clip() const { return static_cast<int>(document_.selected_clip()); }
  void set_play_options(int root_motion, bool loop, bool close_loop) {
    const auto mode = root_motion == 1   ? RootMotion::kLock
                      : root_motion == 2 ? RootMotion::kAccumulate
                                         : RootMotion::kKeep;
    document_.set_play_options({mode, loop, close_loop});
  }
  double duration() const { return document_.duration_s(); }
  bool set_node_rotation(uint32_t node, float x, float y, float z, float w) {
    return document_.set_node_rotation(node, glm::quat(w, x, y, z));
  }
  void clear_node_rotation(int node) { document_.clear_node_rotation(static_cast<uint32_t>(node)); }
  void evaluate(double time_s, bool skin, bool normals, bool tangents) {
    document_.evaluate(time_s, {skin, normals, tangents});
  }
  uintptr_t bounds() { return put(document_.bounds()); }
  uintptr_t action_bounds(uint32_t samples) { return put(document_.action_bounds(samples)); }
  uintptr_t stored_bounds(double time_s) { return put(document_.stored_bounds(time_s)); }
  double camera_fov_y(uint32_t camera, double aspect) const { return document_.camera_fov_y(camera, aspect); }
  double gpu_difference() const { return document_.gpu_difference(); }
  uint32_t instance_count() const { return document_.instance_count(); }
  uint32_t instance_node(uint32_t instance) const { return document_.instance_node(instance); }
  uintptr_t buffer_pointer(int kind, uint32_t index) const {
    return reinterpret_cast<uintptr_t>(document_.buffer(static_cast<BufferKind>(kind), index).data);
  }
  double buffer_bytes(int kind, uint32_t index) const {
    return static_cast<double>(document_.buffer(static_cast<BufferKind>(kind), index).bytes);
  }
  bool load() {
    pictures_.forget();
    return document_.load();
  }
  std::string curves(uint32_t clip, uint32_t samples) const { return json_text(document_.curves(clip, samples)); }
  std::string curve_list(int clip) const { return json_text(document_.curve_list(static_cast<uint32_t>(clip))); }
  /// Keeps the picture until the next one; its parts are read by `curve_part_*`. False when there is no memory for it.
  bool draw_curves(int clip, const std::string& query) {
    curves_ = document_.curve_picture(static_cast<uint32_t>(clip), curve_query_from_json(query));
    return !curves_.columns.empty() || !curves_.values.empty();
  }
  uintptr_t curve_part_pointer(int part) const { return reinterpret_cast<uintptr_t>(curve_part(part).data); }
  double curve_part_bytes(int part) const { return static_cast<double>(curve_part(part).bytes); }
  std::string health(int clip) { return json_text(document_.health(static_cast<uint32_t>(clip))); }
  std::string survey(int mesh) const { return json_text(document_.survey(static_cast<uint32_t>(mesh))); }
  /// Keeps the indices until the next call; the answer is { "closed", "of", "indices": how many }.
  std::string find_closed_parts(int instance) {
    closed_ = document_.closed_parts(static_cast<uint32_t>(instance));
    return json_text({{"closed", closed_.closed}, {"of", closed_.of}, {"indices", closed_.indices.size()}});
  }
  uintptr_t closed_indices_pointer() const { return reinterpret_cast<uintptr_t>(closed_.indices.data()); }
  /// Keeps the times until the next call; the answer is how many there are.
  double key_times(int clip, int node) {
    key_times_ = document_.key_times(static_cast<uint32_t>(clip), static_cast<uint32_t>(node));
    return static_cast<double>(key_times_.size());
  }
  uintptr_t key_times_pointer() const { return reinterpret_cast<uintptr_t>(key_times_.data()); }
  bool set_blend(int clip, double time_s, double weight) {
    return document_.set_blend(static_cast<uint32_t>(clip), time_s, weight);
  }
  /// Compares the poses for which both were evaluated last.
  std::string largest_distance(const WasmDocument& other, bool converted) const {
    const Match match = converted ? Match::kAsConverted : Match::kAsShown;
    return json_text(distance_json(document_, vitrine::largest_distance(document_, other.document_, match)));
  }
  std::string pose_report(bool vertices, bool world_space) const {
    if (vertices) {
      if (const Status status = document_.check_vertex_report(); !status) return error_text(status.error(), "");
    }
    return json_text(document_.pose_report(vertices, world_space));
  }
  std::string map_record(const std::string& file, double offset) const {
    return json_text(document_.map_record(file, static_cast<uint64_t>(std::max(0.0, offset))));
  }
  std::string places(const std::string& thing) const { return json_text(document_.places(thing)); }
  std::string at(const std::string& file, double offset) const {
    return json_text(document_.at(file, static_cast<uint64_t>(std::max(0.0, offset))));
  }
  std::string fixes() const { return json_text(document_.fixes()); }
  /// Keeps the bytes until `release_patch`.
  std::string patch(const std::string& file, const std::string& codes) {
    return json_text(document_.patch(file, codes, patched_));
  }
  uintptr_t patch_pointer() const { return reinterpret_cast<uintptr_t>(patched_.data()); }
  double patch_bytes() const { return static_cast<double>(patched_.size()); }
  void release_patch() { patched_ = {}; }
  std::string digest() const { return document_.digest(); }
  std::string wanted() const {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const std::string& name : document_.wanted()) names.push_back(to_utf8(name));
    return json_text(names);
  }
  std::string inside() const {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    const auto& textures = document_.scene().textures;
    for (size_t i = 0; i < textures.size(); ++i) {
      if (!textures[i].bytes.empty()) list.push_back({{"texture", i}, {"name", textures[i].inside}});
    }
    return json_text(list);
  }
  uintptr_t inside_pointer(uint32_t texture) const {
    const auto& textures = document_.scene().textures;
    return texture < textures.size() ? reinterpret_cast<uintptr_t>(textures[texture].bytes.data()) : 0;
  }
  double inside_bytes(uint32_t texture) const {
    const auto& textures = document_.scene().textures;
    return texture < textures.size() ? static_cast<double>(textures[texture].bytes.size()) : 0;
  }
  /// Room for a PNG or JPEG that the next export may hold in place of a texture; 0 when there is none.
  uintptr_t add_export_image(uint32_t texture, double bytes) {
    if (!(bytes > 0 && bytes <= static_cast<double>(Limits{}.input_bytes))) return 0;
    try {
      std::vector<uint8_t>& room = export_images_[texture];
      room.resize(static_cast<size_t>(bytes));
      return reinterpret_cast<uintptr_t>(room.data());
    } catch (const std::bad_alloc&) {
      export_images_.erase(texture);
      return 0;
    }
  }
  /// Keeps the bytes until `release_export`; the text says what was lost, or why nothing was written.
  std::string export_file(const std::string& kind, const std::string& options) {
    auto file = document_.export_file(kind, options, export_images_);
    export_images_.clear();
    if (!file) return error_text(file.error(), "");
    exported_ = std::move(file->bytes);
    return json_text({{"result", std::move(file->report)}, {"log", to_utf8(file->log)}});
  }
  uintptr_t export_pointer() const { return reinterpret_cast<uintptr_t>(exported_.data()); }
  double export_bytes() const { return static_cast<double>(exported_.size()); }
  void release_export() { exported_ = {}; }
  std::string textures_drawn() const {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    const std::vector<bool> wanted = DocumentRenderer::wanted(document_);
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i]) list.push_back(i);
    }
    return json_text(list);
  }
  uintptr_t add_image(uint32_t texture, uint32_t width, uint32_t height) {
    return reinterpret_cast<uintptr_t>(pictures_.add_image(document_, texture, width, height));
  }
  /// Keeps the pixels until `release_picture`.
  std::string render(const std::string& options) {
    auto picture = pictures_.draw(document_, options);
    if (!picture) return error_text(picture.error(), "");
    picture_ = std::move(picture->rgba);
    return json_text({{"result", {{"width", picture->width}, {"height", picture->height}}}});
  }
  uintptr_t picture_pointer() const { return reinterpret_cast<uintptr_t>(picture_.data()); }
  void release_picture() { picture_ = {}; }

 private:
  uintptr_t put(const Bounds& b) {
    for (int i = 0; i < 3; ++i) box_[i] = b.min[i], box_[i + 3] = b.max[i];
    return reinterpret_cast<uintptr_t>(box_);
  }
  /// 0 columns (f32), 1 keys (f64), 2 key counts (u32), 3 values (f64).
  BufferView curve_part(int part) const {
    if (part == 0) return {curves_.columns.data(), curves_.columns.size() * sizeof(float)};
    if (part == 1) return {curves_.keys.data(), curves_.keys.size() * sizeof(double)};
    if (part == 3) return {curves_.values.data(), curves_.values.size() * sizeof(double)};
    return {curves_.key_counts.data(), curves_.key_counts.size() * sizeof(uint32_t)};
  }
  Document document_;
  double box_[6] = {};
  CurvePicture curves_;
  geometry::ClosedParts closed_;
  std::vector<double> key_times_;
  std::vector<uint8_t> exported_, patched_;
  ExportImages export_images_;
  DocumentRenderer pictures_;
  std::vector<uint8_t> picture_;
};

/// A world document: made from its text, given the files it names, opened, then evaluated frame by frame.
class WasmWorld {
 public:
  explicit WasmWorld(const std::string& text) : text_(text) {}

  std::string files() const { return json_text(world_files(text_)); }
  uintptr_t add_file(const std::string& name, double bytes) {
    // Files that are refused or do not fit are left out, with a warning.
    const auto size = static_cast<uint64_t>(bytes);
    FoundFile& file = files_.insert_or_assign(name, FoundFile(std::nullopt)).first->second;
    if (size > Limits{}.input_bytes) {
      file = Error{says::kInputTooLarge, kNoOffset, {size, Limits{}.input_bytes}};
      return 0;
    }
    try {
      return reinterpret_cast<uintptr_t>(file.bytes.emplace(static_cast<size_t>(size)).data());
    } catch (const std::bad_alloc&) {
      file = Error{says::kNoRoomForFile, kNoOffset, {size}};
      return 0;
    }
  }
  std::string digest() const { return session_ ? session_->digest() : ""; }
  bool open() {
    session_.emplace(text_, file_lookup());
    files_.clear();
    text_.clear();
    return ok();
  }
  bool ok() const { return session_ && session_->ok(); }
  /// Pointer to nine f64: at, dir and up of the last frame's camera; 0 when there is none.
  uintptr_t camera() {
    if (!session_ || !session_->has_frame()) return 0;
    const world::ViewCamera& view = session_->world().frame().camera;
    for (int i = 0; i < 3; ++i) place_[i] = view.at[i], place_[3 + i] = view.dir[i], place_[6 + i] = view.up[i];
    return reinterpret_cast<uintptr_t>(place_);
  }
  /// JSON array of the files to add before `set`.
  std::string files_of_change(const std::string& pointer, const std::string& value) const {
    return ok() ? json_text(session_->files_of_change(pointer, value)) : "[]";
  }
  /// 0 refused, 1 taken, 2 to be replayed.
  int set(const std::string& pointer, const std::string& value) {
    if (!ok()) return 0;
    const WorldChange change = session_->set(pointer, value, file_lookup());
    if (!session_->is_replaying()) files_.clear();  // a change during a replay opens them again
    return static_cast<int>(change);
  }
  std::string change_issues() const {
    return session_ ? json_text(world::report_issues(session_->change_issues())) : "[]";
  }
  std::string text() const { return session_ ? session_->text() : text_; }
  bool seek(double time_s) { return ok() && session_->seek(time_s, file_lookup()); }
  /// Plays so many frames of the replay; how many are left, -1 when it ended early.
  double replay(double frames) {
    if (!session_ || !session_->is_replaying()) return 0;
    const WorldProgress progress = session_->replay(static_cast<uint64_t>(std::clamp(frames, 0.0, 1e9)));
    if (!session_->is_replaying()) files_.clear();
    return progress.total == 0 ? -1 : static_cast<double>(progress.total - progress.done);
  }
  void end_replay() {
    if (session_) session_->end_replay();
    files_.clear();
  }
  /// Pointer to three f64: where the sphere comes to.
  uintptr_t walk(double x, double y, double z, double dx, double dy, double dz, double radius) {
    const glm::dvec3 at = ok() ? session_->world().walk({x, y, z}, {dx, dy, dz}, radius) : glm::dvec3(x, y, z);
    for (int i = 0; i < 3; ++i) place_[i] = at[i];
    return reinterpret_cast<uintptr_t>(place_);
  }
  void set_camera(double x, double y, double z, double dx, double dy, double dz) {
    camera_ = world::CameraOverride{{x, y, z}, {dx, dy, dz}};
  }
  void set_up(double x, double y, double z) {
    if (camera_) camera_->up = glm::dvec3(x, y, z);
  }
  void clear_camera() { camera_.reset(); }
  void set_aspect(double aspect) { aspect_ = aspect; }
  bool evaluate(double time_s) { return ok() && session_->evaluate(time_s, camera_, aspect_); }
  std::string images() const { return ok() ? json_text(world_images(session_->world().document())) : "[]"; }
  /// Number of shadow volumes of the last frame, -1 when they end the world.
  int update_volumes() try {
    if (!ok() || !session_->update_volumes()) return -1;
    volume_rows_.clear();
    volume_places_.clear();
    const auto address = [](const void* p) { return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(p)); };
    const auto count = [](const auto& list) { return static_cast<uint32_t>(list.size()); };
    for (const WorldVolumes::Row& row : session_->volumes().rows()) {
      const auto& points = row.caster->points;
      const auto& indices = row.volume->shape.indices;
      for (const uint32_t value :
           {row.pair.entry, session_->place_of(row.pair.job), row.pair.rank, row.caster->number, address(points.data()),
            count(points), row.volume->number, address(indices.data()), count(indices), row.volume->shape.near_indices})
        volume_rows_.push_back(value);
      for (int i = 0; i < 16; ++i) volume_places_.push_back(static_cast<float>(row.world_from_mesh[i / 4][i % 4]));
      for (int i = 0; i < 3; ++i) volume_places_.push_back(static_cast<float>(row.light[i]));
      volume_places_.push_back(1);
    }
    return static_cast<int>(session_->volumes().rows().size());
  } catch (const std::bad_alloc&) {
    return -1;
  }
  uintptr_t volume_rows() const { return reinterpret_cast<uintptr_t>(volume_rows_.data()); }
  uintptr_t volume_places() const { return reinterpret_cast<uintptr_t>(volume_places_.data()); }
  /// Number of lists of shadows of the last frame, one per pass and light; -1 when they end the world.
  int update_shadows() try {
    if (!ok() || !session_->update_volumes()) return -1;
    shadows_.update(session_->world(), session_->volumes(), [this](uint32_t job) { return session_->place_of(job); });
    shadow_rows_.clear();
    const auto put = [this](const auto& list) {
      shadow_rows_.push_back(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(list.data())));
      shadow_rows_.push_back(static_cast<uint32_t>(list.size()));
    };
    for (const ShadowBatch& batch : shadows_.batches()) {
      for (const uint32_t value : {batch.pass, batch.rank, batch.version}) shadow_rows_.push_back(value);
      put(batch.points), put(batch.indices), put(batch.ends);
    }
    return static_cast<int>(shadows_.batches().size());
  } catch (const std::bad_alloc&) {
    return -1;
  }
  uintptr_t shadow_rows() const { return reinterpret_cast<uintptr_t>(shadow_rows_.data()); }
  uintptr_t add_image(const std::string& name, uint32_t width, uint32_t height) {
    try {
      Texture& texture = textures_[name];
      texture.image = {width, height, {}};
      texture.bytes.resize(size_t{width} * height * 4);
      return reinterpret_cast<uintptr_t>(texture.bytes.data());
    } catch (const std::bad_alloc&) {
      textures_.erase(name);
      return 0;
    }
  }
  /// The last frame, which must have been evaluated with this aspect; false for words that name no switch, for frames
  /// that are too much, and where memory runs out: `draw_issues` has the reason then.
  bool draw(uint32_t width, uint32_t height, const std::string& what, bool wide) {
    std::vector<world::Issue> issues;
    const bool is_drawn = draw_frame(width, height, what, wide, issues);
    draw_issues_ = json_text(world::report_issues(issues));
    return is_drawn;
  }
  uintptr_t pixels() const { return reinterpret_cast<uintptr_t>(pixels_.data()); }
  uint32_t pixel_bytes() const { return static_cast<uint32_t>(pixels_.size()); }
  std::string draw_issues() const { return draw_issues_; }
  /// Jobs that the drawing ran, by the words of the report's `paintJobs`.
  std::string drawn_jobs() const {
    return ok() ? json_text(world_job_counts(session_->world().document(), drawn_)) : "{}";
  }
  /// A pointer and a number of bytes per WorldTable, of the last frame; 0 when there are none.
  uintptr_t tables() {
    const WorldTables* tables = ok() ? session_->tables() : nullptr;
    if (tables == nullptr) return 0;
    for (size_t i = 0; i < static_cast<size_t>(WorldTable::kCount); ++i) {
      const std::span<const uint8_t> bytes = tables->bytes(static_cast<WorldTable>(i));
      directory_[i * 2] = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(bytes.data()));
      directory_[i * 2 + 1] = static_cast<uint32_t>(bytes.size());
    }
    return reinterpret_cast<uintptr_t>(directory_.data());
  }
  WorldTables* last_tables() { return session_ ? session_->last_tables() : nullptr; }
  std::string table_text(uint32_t number) { return last_tables() != nullptr ? last_tables()->text(number) : ""; }
  std::string table_issues() {
    return last_tables() != nullptr ? json_text(world::report_issues(last_tables()->issues())) : "[]";
  }
  void miss_image(const std::string& file) {
    if (last_tables() != nullptr) last_tables()->miss_image(file);
  }
  std::string instance_name(uint32_t number) const {
    return ok() ? session_->world().instances().name(number, session_->world().document()) : "";
  }
  std::string pointer_of(uint32_t node) const {
    return ok() && node < session_->world().document().tree.size() ? session_->world().document().tree.pointer(node)
                                                                   : "";
  }
  std::string outline() const { return ok() ? json_text(world_outline(session_->world().document())) : "null"; }
  std::string report() const { return session_ ? session_->report_text() : "{}"; }

 private:
  FileLookup file_lookup() {
    return [this](std::string_view name) -> FoundFile {
      const auto found = files_.find(std::string(name));
      return found == files_.end() ? FoundFile(std::nullopt) : found->second;
    };
  }
  bool draw_frame(uint32_t width, uint32_t height, const std::string& what, bool wide,
                  std::vector<world::Issue>& issues) try {
    render::WorldSwitch which;
    if (!ok() || !read_world_switch(what, which)) return false;
    for (auto& [name, texture] : textures_) {
      for (const uint8_t byte : texture.bytes) texture.image.rgba.push_back(static_cast<float>(byte) / 255.0f);
      texture.bytes = {};
    }
    const auto image = [&](const std::string& name) -> const render::WorldImage* {
      const auto found = textures_.find(name);
      return found == textures_.end() ? nullptr : &found->second.image;
    };
    const auto drawing = session_->draw(width, height, which, image, issues);
    if (!drawing) {
      issues.push_back({drawing.error().code(), "", drawing.error().message()});
      return false;
    }
    pixels_ = world_pixels(drawing->colors, wide);
    drawn_ = drawing->jobs;
    return true;
  } catch (const std::bad_alloc&) {
    issues.assign(1, {&kOutOfMemory, "", kOutOfMemory.help});
    return false;
  }

  std::string text_;
  std::map<std::string, FoundFile> files_;
  double place_[9] = {};
  render::WorldJobCounts drawn_;
  std::optional<WorldSession> session_;
  std::optional<world::CameraOverride> camera_;
  double aspect_ = 0;
  struct Texture {
    render::WorldImage image;
    std::vector<uint8_t> bytes;  ///< as added; empty once they are part of the image
  };
  std::map<std::string, Texture> textures_;
  std::vector<uint8_t> pixels_;
  std::vector<uint32_t> volume_rows_;  ///< ten numbers each
  std::vector<float> volume_places_;   ///< twenty numbers each
  WorldShadows shadows_;
  std::vector<uint32_t> shadow_rows_;  ///< nine numbers each
  std::string draw_issues_ = "[]";
  std::array<uint32_t, static_cast<size_t>(WorldTable::kCount) * 2> directory_{};
};

/// A Uint8Array of the other side, copied at once: as a string it would be copied byte by byte.
std::vector<uint8_t> bytes_of(const emscripten::val& array) {
  return emscripten::convertJSArrayToNumberVector<uint8_t>(array);
}

/// A decoded image, or why there is none.
class WasmImage {
 public:
  explicit WasmImage(const emscripten::val& file) {
    try {
      auto image = images::decode(bytes_of(file));
      if (image)
        image_ = std::move(*image);
      else
        error_ = error_text(image.error(), "");
    } catch (const std::bad_alloc&) {
      error_ = error_text({says::kNoRoomWhileReading, kNoOffset}, "");
    }
  }
  std::string error() const { return error_; }
  uint32_t width() const { return image_.width; }
  uint32_t height() const { return image_.height; }
  bool has_alpha() const { return image_.has_alpha; }
  uintptr_t pointer() const { return reinterpret_cast<uintptr_t>(image_.rgba.data()); }

 private:
  images::Image image_;
  std::string error_;
};

/// A playable song, or the error.
class WasmSong {
 public:
  explicit WasmSong(const emscripten::val& file) {
    try {
      Budget budget(Limits{}.heap_bytes);
      auto player = music::SongPlayer::open(bytes_of(file), &budget);
      if (player)
        player_ = std::move(*player);
      else
        error_ = error_text(player.error(), "");
    } catch (const std::bad_alloc&) {
      error_ = error_text({says::kNoRoomWhileReading, kNoOffset}, "");
    }
  }
  std::string error() const { return error_; }
  double length() const { return static_cast<double>(player_->length()); }
  uint32_t most_voices() const { return player_->most_voices(); }
  void mute(uint32_t channels) { player_->mute(channels); }
  void seek(double sample) { player_->seek(static_cast<uint64_t>(std::clamp(sample, 0.0, 9e15))); }
  /// Left and right in turn, kept until the next call.
  uintptr_t render(uint32_t samples) {
    sound_.resize(size_t{2} * samples);
    player_->render(sound_);
    return reinterpret_cast<uintptr_t>(sound_.data());
  }
  /// Keeps the file until the next call; the text has the losses, or why there is no file.
  std::string midi() {
    try {
      Budget budget(Limits{}.heap_bytes);
      auto file = music::to_midi(player_->song(), budget);
      if (!file) return error_text(file.error(), "");
      midi_ = std::move(file->bytes);
      nlohmann::ordered_json losses = nlohmann::ordered_json::array();
      for (const music::MidiLoss& loss : file->losses)
        losses.push_back(
            {{"what", loss.what}, {"count", loss.count}, {"largest", loss.largest}, {"message", loss.message}});
      return json_text({{"result", {{"kind", "mid"}, {"bytes", midi_.size()}, {"losses", std::move(losses)}}}});
    } catch (const std::bad_alloc&) {
      return error_text({says::kNoRoomForDocument, kNoOffset}, "");
    }
  }
  uintptr_t midi_pointer() const { return reinterpret_cast<uintptr_t>(midi_.data()); }

 private:
  std::unique_ptr<music::SongPlayer> player_;
  std::vector<uint8_t> midi_;
  std::vector<float> sound_;
  std::string error_;
};

std::string version() { return VITRINE_VERSION; }

/// `bytes` is a Uint8Array on the other side.
std::string sound(const std::string& name, const std::string& bytes) {
  const auto result = sound_report(name, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  if (result) return json_text({{"result", *result}});
  return error_text(result.error(), name);
}

std::string skin(const std::string& text) {
  const auto result = skin_json(text);
  if (result) return "{\"result\":" + *result + "}";
  return error_text(result.error(), "");
}

}  // namespace

EMSCRIPTEN_BINDINGS(vitrine) {
  using emscripten::class_;
  emscripten::function("version", &version);
  emscripten::function("formats", &formats_json_text);
  emscripten::function("exportKinds", &export_kinds_json_text);
  class_<WasmImage>("Image")
      .constructor<emscripten::val>()
      .function("error", call<&WasmImage::error>)
      .function("width", call<&WasmImage::width>)
      .function("height", call<&WasmImage::height>)
      .function("hasAlpha", call<&WasmImage::has_alpha>)
      .function("pointer", call<&WasmImage::pointer>);
  class_<WasmSong>("Song")
      .constructor<emscripten::val>()
      .function("error", call<&WasmSong::error>)
      .function("length", call<&WasmSong::length>)
      .function("mostVoices", call<&WasmSong::most_voices>)
      .function("mute", call<&WasmSong::mute>)
      .function("seek", call<&WasmSong::seek>)
      .function("render", call<&WasmSong::render>)
      .function("midi", call<&WasmSong::midi>)
      .function("midiPointer", call<&WasmSong::midi_pointer>);
  emscripten::function("skin", call<&skin>);
  emscripten::function("sound", call<&sound>);
  class_<WasmWorld>("World")
      .constructor(&make<WasmWorld>, emscripten::allow_raw_pointers())
      .function("files", call<&WasmWorld::files>)
      .function("addFile", call<&WasmWorld::add_file>)
      .function("open", call<&WasmWorld::open>)
      .function("ok", call<&WasmWorld::ok>)
      .function("camera", call<&WasmWorld::camera>)
      .function("setCamera", call<&WasmWorld::set_camera>)
      .function("setUp", call<&WasmWorld::set_up>)
      .function("setAspect", call<&WasmWorld::set_aspect>)
      .function("clearCamera", call<&WasmWorld::clear_camera>)
      .function("images", call<&WasmWorld::images>)
      .function("updateVolumes", call<&WasmWorld::update_volumes>)
      .function("volumeRows", call<&WasmWorld::volume_rows>)
      .function("volumePlaces", call<&WasmWorld::volume_places>)
      .function("updateShadows", call<&WasmWorld::update_shadows>)
      .function("shadowRows", call<&WasmWorld::shadow_rows>)
      .function("addImage", call<&WasmWorld::add_image>)
      .function("draw", call<&WasmWorld::draw>)
      .function("pixels", call<&WasmWorld::pixels>)
      .function("pixelBytes", call<&WasmWorld::pixel_bytes>)
      .function("drawIssues", call<&WasmWorld::draw_issues>)
      .function("tables", call<&WasmWorld::tables>)
      .function("tableText", call<&WasmWorld::table_text>)
      .function("tableIssues", call<&WasmWorld::table_issues>)
      .function("missImage", call<&WasmWorld::miss_image>)
      .function("instanceName", call<&WasmWorld::instance_name>)
      .function("pointerOf", call<&WasmWorld::pointer_of>)
      .function("outline", call<&WasmWorld::outline>)
      .function("drawnJobs", call<&WasmWorld::drawn_jobs>)
      .function("filesOfChange", call<&WasmWorld::files_of_change>)
      .function("set", call<&WasmWorld::set>)
      .function("changeIssues", call<&WasmWorld::change_issues>)
      .function("text", call<&WasmWorld::text>)
      .function("seek", call<&WasmWorld::seek>)
      .function("replay", call<&WasmWorld::replay>)
      .function("endReplay", call<&WasmWorld::end_replay>)
      .function("walk", call<&WasmWorld::walk>)
      .function("evaluate", call<&WasmWorld::evaluate>)
      .function("report", call<&WasmWorld::report>)
      .function("digest", call<&WasmWorld::digest>);
  class_<WasmDocument>("Document")
      .constructor(&make<WasmDocument>, emscripten::allow_raw_pointers())
      .function("addFile", call<&WasmDocument::add_file>)
      .function("offer", call<&WasmDocument::offer>)
      .function("report", call<&WasmDocument::report>)
      .function("findClip", call<&WasmDocument::find_clip>)
      .function("selectClip", call<&WasmDocument::select_clip>)
      .function("selectedClip", call<&WasmDocument::selected_clip>)
      .function("setPlayOptions", call<&WasmDocument::set_play_options>)
      .function("duration", call<&WasmDocument::duration>)
      .function("setNodeRotation", call<&WasmDocument::set_node_rotation>)
      .function("clearNodeRotation", call<&WasmDocument::clear_node_rotation>)
      .function("evaluate", call<&WasmDocument::evaluate>)
      .function("bounds", call<&WasmDocument::bounds>)
      .function("actionBounds", call<&WasmDocument::action_bounds>)
      .function("storedBounds", call<&WasmDocument::stored_bounds>)
      .function("cameraFovY", call<&WasmDocument::camera_fov_y>)
      .function("gpuDifference", call<&WasmDocument::gpu_difference>)
      .function("instanceCount", call<&WasmDocument::instance_count>)
      .function("instanceNode", call<&WasmDocument::instance_node>)
      .function("bufferPointer", call<&WasmDocument::buffer_pointer>)
      .function("bufferBytes", call<&WasmDocument::buffer_bytes>)
      .function("load", call<&WasmDocument::load>)
      .function("curves", call<&WasmDocument::curves>)
      .function("curveList", call<&WasmDocument::curve_list>)
      .function("drawCurves", call<&WasmDocument::draw_curves>)
      .function("curvePartPointer", call<&WasmDocument::curve_part_pointer>)
      .function("curvePartBytes", call<&WasmDocument::curve_part_bytes>)
      .function("health", call<&WasmDocument::health>)
      .function("survey", call<&WasmDocument::survey>)
      .function("findClosedParts", call<&WasmDocument::find_closed_parts>)
      .function("closedIndicesPointer", call<&WasmDocument::closed_indices_pointer>)
      .function("keyTimes", call<&WasmDocument::key_times>)
      .function("keyTimesPointer", call<&WasmDocument::key_times_pointer>)
      .function("setBlend", call<&WasmDocument::set_blend>)
      .function("largestDistance", call<&WasmDocument::largest_distance>)
      .function("poseReport", call<&WasmDocument::pose_report>)
      .function("mapRecord", call<&WasmDocument::map_record>)
      .function("places", call<&WasmDocument::places>)
      .function("at", call<&WasmDocument::at>)
      .function("fixes", call<&WasmDocument::fixes>)
      .function("patch", call<&WasmDocument::patch>)
      .function("patchPointer", call<&WasmDocument::patch_pointer>)
      .function("patchBytes", call<&WasmDocument::patch_bytes>)
      .function("releasePatch", call<&WasmDocument::release_patch>)
      .function("digest", call<&WasmDocument::digest>)
      .function("wanted", call<&WasmDocument::wanted>)
      .function("inside", call<&WasmDocument::inside>)
      .function("insidePointer", call<&WasmDocument::inside_pointer>)
      .function("insideBytes", call<&WasmDocument::inside_bytes>)
      .function("addExportImage", call<&WasmDocument::add_export_image>)
      .function("exportFile", call<&WasmDocument::export_file>)
      .function("exportPointer", call<&WasmDocument::export_pointer>)
      .function("exportBytes", call<&WasmDocument::export_bytes>)
      .function("releaseExport", call<&WasmDocument::release_export>)
      .function("texturesDrawn", call<&WasmDocument::textures_drawn>)
      .function("addImage", call<&WasmDocument::add_image>)
      .function("render", call<&WasmDocument::render>)
      .function("picturePointer", call<&WasmDocument::picture_pointer>)
      .function("releasePicture", call<&WasmDocument::release_picture>);
}
