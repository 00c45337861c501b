// A view core: models of one format read, posed and skinned, as exports that scripts call themselves
// (web/src/core/viewCore.ts). It shows or fails without a reason, which the full core finds. It has no
// exceptions: memory that runs out is a trap, after which the instance is not used again.

#include <emscripten/emscripten.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "formats/format.h"
#include "play/poser.h"
#include "scene/report.h"
#include "session/load/clips.h"
#include "session/load/loader.h"

namespace {

using namespace vitrine;

const Limits kLimits;
const ReadOptions kOptions;

struct Shown {
  Loader loader{kLimits, kOptions};
  Poser poser;
  std::string text;  ///< the last report
};

struct Box {
  double numbers[6];
};
Box last_box;

const double* put(const Bounds& bounds) {
  for (int i = 0; i < 3; ++i) last_box.numbers[i] = bounds.min[i], last_box.numbers[i + 3] = bounds.max[i];
  return last_box.numbers;
}

}  // namespace

#define VITRINE_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

/// Room for names and files that the host writes; null when there is none.
VITRINE_EXPORT void* alloc(uint32_t bytes) { return std::malloc(bytes); }
VITRINE_EXPORT void release(void* room) { std::free(room); }

VITRINE_EXPORT Shown* document_new() { return new Shown; }
VITRINE_EXPORT void document_delete(Shown* shown) { delete shown; }

/// Where the bytes of a file are to be put before load(); null when it is over the limit.
VITRINE_EXPORT uint8_t* add_file(Shown* shown, const char* name, uint32_t length, double bytes) {
  return shown->loader.add_file(std::string(name, length), static_cast<uint64_t>(bytes));
}
VITRINE_EXPORT void offer(Shown* shown, const char* name, uint32_t length, double bytes) {
  shown->loader.offer(std::string(name, length), static_cast<uint64_t>(bytes));
}
/// False as soon as there is anything that only the full core can answer for.
VITRINE_EXPORT bool load(Shown* shown) {
  shown->loader.load();
  const Scene& scene = shown->loader.scene();
  if (shown->loader.diagnostics().count(Severity::kError) > 0 || scene.nodes.empty()) return false;
  shown->poser.attach(scene);
  return true;
}

/// Everything that viewing needs to know of the scene, as the shapes of `vitrine inspect`.
VITRINE_EXPORT const char* report(Shown* shown) {
  const Loader& loader = shown->loader;
  const Poser& poser = shown->poser;
  JsonWriter out;
  write_report(out, loader.scene(), loader.diagnostics(), loader.format(), poser.bind_bounds(),
               poser.offers_together() ? &poser.together() : nullptr);
  shown->text = out.take();
  return shown->text.data();
}
/// The textures whose images lie inside the model's own file: [{ "texture", "name" }].
VITRINE_EXPORT const char* inside(Shown* shown) {
  const auto& textures = shown->loader.scene().textures;
  JsonWriter out;
  out.begin_array();
  for (uint32_t i = 0; i < textures.size(); ++i) {
    if (textures[i].bytes.empty()) continue;
    out.begin_object();
    out.field("texture", i);
    out.field("name", textures[i].inside);
    out.end_object();
  }
  out.end_array();
  shown->text = out.take();
  return shown->text.data();
}
VITRINE_EXPORT const uint8_t* inside_pointer(Shown* shown, uint32_t texture) {
  return shown->loader.scene().textures[texture].bytes.data();
}
VITRINE_EXPORT uint32_t inside_bytes(Shown* shown, uint32_t texture) {
  return static_cast<uint32_t>(shown->loader.scene().textures[texture].bytes.size());
}
VITRINE_EXPORT uint32_t text_bytes(Shown* shown) { return static_cast<uint32_t>(shown->text.size()); }

VITRINE_EXPORT uint32_t find_clip(Shown* shown, const char* name, uint32_t length) {
  return vitrine::find_clip(shown->loader.scene(), {name, length});
}
VITRINE_EXPORT bool select_clip(Shown* shown, uint32_t clip) { return shown->poser.select(clip); }
VITRINE_EXPORT void set_play_options(Shown* shown, uint32_t root_motion, bool loop, bool close_loop) {
  shown->poser.options = {static_cast<pose::RootMotion>(root_motion), loop, close_loop};
}
VITRINE_EXPORT double duration(Shown* shown) { return shown->poser.duration_s(); }
VITRINE_EXPORT void evaluate(Shown* shown, double time_s, bool skin, bool normals, bool tangents) {
  shown->poser.evaluate(time_s, {skin, normals, tangents});
}

/// Six f64: the smallest and the largest corner. Valid until the next of these calls.
VITRINE_EXPORT const double* bounds(Shown* shown) { return put(shown->poser.bounds()); }
VITRINE_EXPORT const double* action_bounds(Shown* shown, uint32_t samples) {
  return put(shown->poser.action_bounds(samples));
}
VITRINE_EXPORT double camera_fov_y(Shown* shown, uint32_t camera, double aspect) {
  const bool known = camera < shown->loader.scene().cameras.size() && aspect > 0;
  return known ? shown->poser.camera_fov_y(camera, aspect) : 0;
}

VITRINE_EXPORT uint32_t instance_count(Shown* shown) { return shown->poser.instance_count(); }
VITRINE_EXPORT uint32_t instance_node(Shown* shown, uint32_t instance) { return shown->poser.instance_node(instance); }
VITRINE_EXPORT const void* buffer_pointer(Shown* shown, uint32_t kind, uint32_t index) {
  return shown->poser.buffer(static_cast<BufferKind>(kind), index).data;
}
VITRINE_EXPORT uint32_t buffer_bytes(Shown* shown, uint32_t kind, uint32_t index) {
  return static_cast<uint32_t>(shown->poser.buffer(static_cast<BufferKind>(kind), index).bytes);
}
