#pragma once
// Models read, posed and skinned, and images decoded, as JavaScript sees them; bindings.cpp adds all that is told and
// written. Thin, one line per call.

#include <emscripten/bind.h>

#include <new>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "formats/registry.h"
#include "images/image.h"
#include "session/document.h"
#include "session/formats_json.h"
#include "session/json_text.h"
#include "session/options_json.h"

namespace vitrine {

/// { "error": Message } of something that failed.
inline std::string error_text(const Error& e, std::string_view source) {
  nlohmann::ordered_json message = {{"code", e.code->id}, {"severity", 0}, {"message", to_utf8(e.message)}};
  message["help"] = e.code->help;
  if (!source.empty()) message["source"] = to_utf8(source);
  if (!e.path.empty()) message["path"] = to_utf8(e.path);
  if (e.offset != kNoOffset) message["offset"] = e.offset;
  return json_text({{"error", std::move(message)}});
}

/// Document with the call shapes that cross the border cheaply: numbers and strings.
class ViewDocument {
 public:
  explicit ViewDocument(const std::string& options_json)
      : document_(limits_from_json(options_json), load_options_from_json(options_json)) {}

  uintptr_t stage(const std::string& name, double bytes) {
    return reinterpret_cast<uintptr_t>(document_.stage(name, static_cast<uint64_t>(bytes)));
  }
  void offer(const std::string& name, double bytes) { document_.offer(name, static_cast<uint64_t>(bytes)); }
  bool load() { return document_.load(); }
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

 protected:
  Document document_;

 private:
  uintptr_t put(const Bounds& b) {
    for (int i = 0; i < 3; ++i) box_[i] = b.min[i], box_[i + 3] = b.max[i];
    return reinterpret_cast<uintptr_t>(box_);
  }
  double box_[6] = {};
};

/// A decoded image, or why there is none. `bytes` is a Uint8Array on the other side.
class WasmImage {
 public:
  explicit WasmImage(const std::string& bytes) {
    try {
      auto image = images::decode({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
      if (image)
        image_ = std::move(*image);
      else
        error_ = error_text(image.error(), "");
    } catch (const std::bad_alloc&) {
      error_ = error_text({&kOutOfMemory, kNoOffset, kOutOfMemory.help, {}}, "");
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

inline std::string version() { return VITRINE_VERSION; }

/// Registers all of it; a core whose documents can do more derives a class of its own from the one called `document`.
inline void bind_view(const char* document) {
  using emscripten::class_;
  emscripten::function("version", &version);
  emscripten::function("formats", &formats_json_text);
  class_<WasmImage>("Image")
      .constructor<std::string>()
      .function("error", &WasmImage::error)
      .function("width", &WasmImage::width)
      .function("height", &WasmImage::height)
      .function("hasAlpha", &WasmImage::has_alpha)
      .function("pointer", &WasmImage::pointer);
  class_<ViewDocument>(document)
      .constructor<std::string>()
      .function("stage", &ViewDocument::stage)
      .function("offer", &ViewDocument::offer)
      .function("load", &ViewDocument::load)
      .function("report", &ViewDocument::report)
      .function("findClip", &ViewDocument::find_clip)
      .function("selectClip", &ViewDocument::select_clip)
      .function("selectedClip", &ViewDocument::selected_clip)
      .function("setPlayOptions", &ViewDocument::set_play_options)
      .function("duration", &ViewDocument::duration)
      .function("setNodeRotation", &ViewDocument::set_node_rotation)
      .function("clearNodeRotation", &ViewDocument::clear_node_rotation)
      .function("evaluate", &ViewDocument::evaluate)
      .function("bounds", &ViewDocument::bounds)
      .function("actionBounds", &ViewDocument::action_bounds)
      .function("storedBounds", &ViewDocument::stored_bounds)
      .function("cameraFovY", &ViewDocument::camera_fov_y)
      .function("gpuDifference", &ViewDocument::gpu_difference)
      .function("instanceCount", &ViewDocument::instance_count)
      .function("instanceNode", &ViewDocument::instance_node)
      .function("bufferPointer", &ViewDocument::buffer_pointer)
      .function("bufferBytes", &ViewDocument::buffer_bytes);
}

}  // namespace vitrine
