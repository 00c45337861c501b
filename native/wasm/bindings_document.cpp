// Documents as JavaScript sees them.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/utf8.h"
#include "base/whole_json.h"
#include "session/compare.h"
#include "session/curve_view.h"
#include "session/document.h"
#include "session/document_renderer.h"
#include "session/options_json.h"
#include "wasm/bindings.h"

namespace {

using namespace vitrine;

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
  /// Compares the poses for which both were evaluated last. `turn`: the name of a turn by quarters, or nothing.
  std::string largest_distance(const WasmDocument& other, bool converted, const std::string& turn) const {
    const auto turned = quarter_turn(turn);
    return json_text(distance_json(document_, vitrine::largest_distance(document_, other.document_, match_of(converted),
                                                                        turned ? turned->matrix : glm::dmat3(1))));
  }
  std::string find_turn(const WasmDocument& other, bool converted) const {
    return json_text(turn_json(vitrine::find_turn(document_, other.document_, match_of(converted))));
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
  std::string choose(const std::string& names) const {
    const auto list = parse_whole_json<nlohmann::ordered_json>(names);
    return json_text(document_.choose(list.get<std::vector<std::string>>()));
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
  static Match match_of(bool converted) { return converted ? Match::kAsConverted : Match::kAsShown; }
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

}  // namespace

EMSCRIPTEN_BINDINGS(document) {
  using emscripten::class_;
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
      .function("findTurn", call<&WasmDocument::find_turn>)
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
      .function("choose", call<&WasmDocument::choose>)
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
