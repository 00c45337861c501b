// The full core as JavaScript sees it: thin, one line per call, what has an object of its own in bindings_*.cpp.
// web/src/core/core.d.ts describes it by hand.

#include "wasm/bindings.h"

#include <emscripten.h>

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/utf8.h"
#include "convert/export.h"
#include "scene/full/messages_report.h"
#include "session/document.h"
#include "session/formats_json.h"
#include "session/sound.h"

EM_JS(void, throw_out_of_memory, (), { Module.outOfMemory(); });

/// Embind writes a text that is given to a place that it does not check: without memory that would be address 0, and
/// lengths beyond 32 bits would be cut.
EM_JS(void, check_given_texts, (), {
  const allocate = Module.asm.malloc;
  _malloc = Module._malloc = function(bytes) {
    const place = bytes < 0x80000000 ? allocate(bytes) : 0;
    if (!place) Module.outOfMemory();
    return place;
  };
});

/// What cannot go on is a trap, which ends everything at once. The one of the library throws from JavaScript, and
/// functions that let nothing out would call it again for that.
extern "C" void abort() { __builtin_trap(); }

namespace vitrine {

void out_of_memory() {
  throw_out_of_memory();
  __builtin_trap();
}

void check_room(const std::string& text) {
  // What Embind asks for next; compilers leave out what nothing looks at.
  void* const volatile room = std::malloc(sizeof(size_t) + text.size() + 1);
  if (room == nullptr) throw std::bad_alloc();
  std::free(room);
}

std::string error_text(const Error& error, std::string_view source) {
  return json_text({{"error", error_json(error, source)}});
}

}  // namespace vitrine

namespace {

using namespace vitrine;

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
  check_given_texts();
  emscripten::function("version", &version);
  emscripten::function("formats", &formats_json_text);
  emscripten::function("exportKinds", &export_kinds_json_text);
  emscripten::function("skin", call<&skin>);
  emscripten::function("sound", call<&sound>);
}
