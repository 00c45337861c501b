// Documents as JavaScript sees them.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "session/compare.h"
#include "session/document.h"
#include "session/formats_json.h"
#include "session/questions.h"
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
  /// Keeps the arrays of the answer until the next question, or until they are released.
  std::string ask(const std::string& name, const std::string& input) {
    answer_ = vitrine::ask({document_, pictures_, export_images_, simplify_}, name, input);
    return json_text(answer_.json);
  }
  uintptr_t array_pointer(uint32_t number) const {
    return number < answer_.arrays.size() ? reinterpret_cast<uintptr_t>(answer_.arrays[number].data) : 0;
  }
  double array_bytes(uint32_t number) const {
    return number < answer_.arrays.size() ? static_cast<double>(answer_.arrays[number].bytes) : 0;
  }
  void release_arrays() { answer_ = {}; }
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
  /// `simplifier` (indices, positions, attributes, weights, triangles) answers with corners, or null where it failed:
  /// an exception would leave the core in disorder.
  void set_simplifier(const emscripten::val& simplifier) {
    simplify_ = [simplifier](const SimplifyInput& in) {
      const auto view = [](const auto& span) {
        return emscripten::val(emscripten::typed_memory_view(span.size(), span.data()));
      };
      const emscripten::val out =
          simplifier(view(in.indices), view(in.positions), view(in.attributes), view(in.weights), in.triangles);
      return out.isNull() ? std::vector<uint32_t>() : emscripten::convertJSArrayToNumberVector<uint32_t>(out);
    };
  }
  uintptr_t add_image(uint32_t texture, uint32_t width, uint32_t height) {
    return reinterpret_cast<uintptr_t>(pictures_.add_image(document_, texture, width, height));
  }

 private:
  static Match match_of(bool converted) { return converted ? Match::kAsConverted : Match::kAsShown; }
  uintptr_t put(const Bounds& b) {
    for (int i = 0; i < 3; ++i) box_[i] = b.min[i], box_[i + 3] = b.max[i];
    return reinterpret_cast<uintptr_t>(box_);
  }
  Document document_;
  double box_[6] = {};
  ExportImages export_images_;
  Simplify simplify_;
  DocumentRenderer pictures_;
  Answer answer_;
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
      .function("instanceCount", call<&WasmDocument::instance_count>)
      .function("instanceNode", call<&WasmDocument::instance_node>)
      .function("bufferPointer", call<&WasmDocument::buffer_pointer>)
      .function("bufferBytes", call<&WasmDocument::buffer_bytes>)
      .function("load", call<&WasmDocument::load>)
      .function("setBlend", call<&WasmDocument::set_blend>)
      .function("largestDistance", call<&WasmDocument::largest_distance>)
      .function("findTurn", call<&WasmDocument::find_turn>)
      .function("inside", call<&WasmDocument::inside>)
      .function("insidePointer", call<&WasmDocument::inside_pointer>)
      .function("insideBytes", call<&WasmDocument::inside_bytes>)
      .function("addExportImage", call<&WasmDocument::add_export_image>)
      .function("setSimplifier", call<&WasmDocument::set_simplifier>)
      .function("addImage", call<&WasmDocument::add_image>)
      .function("ask", call<&WasmDocument::ask>)
      .function("arrayPointer", call<&WasmDocument::array_pointer>)
      .function("arrayBytes", call<&WasmDocument::array_bytes>)
      .function("releaseArrays", call<&WasmDocument::release_arrays>);
}
