// World documents as JavaScript sees them.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/json_text.h"
#include "base/sentences.h"
#include "wasm/bindings.h"
#include "world/report/report.h"
#include "world/session/document.h"
#include "world/session/outline.h"
#include "world/session/volumes.h"

namespace {

using namespace vitrine;

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
      file = Error{messages::kInputTooLarge, kNoOffset, {size, Limits{}.input_bytes}};
      return 0;
    }
    try {
      return reinterpret_cast<uintptr_t>(file.bytes.emplace(static_cast<size_t>(size)).data());
    } catch (const std::bad_alloc&) {
      file = Error{messages::kNoRoomForFile, kNoOffset, {size}};
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
  /// JSON array of the files to add before `edit`; `splices` is a JSON array of { from, to, text }.
  std::string files_of_edit(const std::string& splices) {
    const auto read = ok() ? read_splices(splices) : std::nullopt;
    return read ? json_text(session_->files_of_edit(*read)) : "[]";
  }
  /// JSON array of the images of the document that `files_of_edit` has read.
  std::string images_of_edit() const { return ok() ? json_text(session_->images_of_edit()) : "[]"; }
  /// 0 refused, 1 taken, 2 to be replayed.
  int edit(const std::string& splices, bool is_loose) {
    if (!ok()) return 0;
    const auto read = read_splices(splices);
    if (!read) return static_cast<int>(session_->refuse_splices());
    return finish_change(session_->edit(*read, is_loose, file_lookup()));
  }
  bool is_approximate() const { return ok() && session_->is_approximate(); }
  /// JSON array of the files to add before `set`.
  std::string files_of_change(const std::string& pointer, const std::string& value) {
    return ok() ? json_text(session_->files_of_change(pointer, value)) : "[]";
  }
  /// 0 refused, 1 taken, 2 to be replayed.
  int set(const std::string& pointer, const std::string& value) {
    if (!ok()) return 0;
    return finish_change(session_->set(pointer, value, file_lookup()));
  }
  std::string change_issues() const {
    return session_ ? json_text(world::report_issues(session_->change_issues())) : "[]";
  }
  /// Its bytes: what makes strings of them on the other side would lose a byte order mark.
  uintptr_t text() const { return reinterpret_cast<uintptr_t>(now().data()); }
  uint32_t text_bytes() const { return static_cast<uint32_t>(now().size()); }
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
  /// Number of bytes at `states`, one per operator, of the last frame; none before the first frame that is noted.
  uint32_t update_states() {
    states_ = ok() ? session_->states() : std::vector<uint8_t>();
    return static_cast<uint32_t>(states_.size());
  }
  uintptr_t states() const { return reinterpret_cast<uintptr_t>(states_.data()); }
  std::string links() const { return ok() ? json_text(world_links(session_->world().newest())) : "[]"; }
  std::string outline() const {
    return ok() ? json_text(world_outline(session_->world().document(), session_->models())) : "null";
  }
  std::string report() const { return session_ ? session_->report_text() : "{}"; }

 private:
  const std::string& now() const { return session_ ? session_->text() : text_; }
  int finish_change(WorldChange change) {
    if (!session_->is_replaying()) files_.clear();  // a change during a replay opens them again
    return static_cast<int>(change);
  }
  /// Nothing where they are none.
  static std::optional<std::vector<world::Splice>> read_splices(const std::string& text) {
    const auto list = nlohmann::json::parse(text, nullptr, false);
    if (!list.is_array()) return {};
    std::vector<world::Splice> splices;
    for (const auto& row : list) {
      const auto is_place = [&](const char* key) { return row.contains(key) && row[key].is_number_unsigned(); };
      if (!row.is_object() || !is_place("from") || !is_place("to") || !row.contains("text") || !row["text"].is_string())
        return {};
      splices.push_back({row["from"].get<uint64_t>(), row["to"].get<uint64_t>(), row["text"].get<std::string>()});
    }
    return splices;
  }
  WorldFiles file_lookup() {
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
  std::vector<uint8_t> states_;
  std::vector<uint32_t> volume_rows_;  ///< ten numbers each
  std::vector<float> volume_places_;   ///< twenty numbers each
  WorldShadows shadows_;
  std::vector<uint32_t> shadow_rows_;  ///< nine numbers each
  std::string draw_issues_ = "[]";
  std::array<uint32_t, static_cast<size_t>(WorldTable::kCount) * 2> directory_{};
};

}  // namespace

EMSCRIPTEN_BINDINGS(world) {
  using emscripten::class_;
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
      .function("updateStates", call<&WasmWorld::update_states>)
      .function("states", call<&WasmWorld::states>)
      .function("links", call<&WasmWorld::links>)
      .function("outline", call<&WasmWorld::outline>)
      .function("drawnJobs", call<&WasmWorld::drawn_jobs>)
      .function("filesOfChange", call<&WasmWorld::files_of_change>)
      .function("set", call<&WasmWorld::set>)
      .function("filesOfEdit", call<&WasmWorld::files_of_edit>)
      .function("imagesOfEdit", call<&WasmWorld::images_of_edit>)
      .function("edit", call<&WasmWorld::edit>)
      .function("isApproximate", call<&WasmWorld::is_approximate>)
      .function("changeIssues", call<&WasmWorld::change_issues>)
      .function("text", call<&WasmWorld::text>)
      .function("textBytes", call<&WasmWorld::text_bytes>)
      .function("seek", call<&WasmWorld::seek>)
      .function("replay", call<&WasmWorld::replay>)
      .function("endReplay", call<&WasmWorld::end_replay>)
      .function("walk", call<&WasmWorld::walk>)
      .function("evaluate", call<&WasmWorld::evaluate>)
      .function("report", call<&WasmWorld::report>)
      .function("digest", call<&WasmWorld::digest>);
}
