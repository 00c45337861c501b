// The core for images that browsers do not decode (TGA and DDS), as exports that scripts call themselves
// (web/src/core/viewCore.ts). The full core finds out why an image is refused. An instance decodes one image, and
// what it has allocated goes with it: there is nothing to free.

#include <emscripten/emscripten.h>

#include <cstddef>
#include <cstdint>

#include "images/dds.h"
#include "images/image.h"

using namespace vitrine;

namespace vitrine::images {

bool take_dxgi(uint32_t, DdsInfo&) { return false; }
bool decodes_channels() { return false; }
void decode_channels(DdsCoding, const uint8_t*, Block&) {}

}  // namespace vitrine::images

#define VITRINE_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

/// Where the linker's own data ends.
extern "C" unsigned char __heap_base;

extern "C" void* malloc(size_t bytes) {
  static uintptr_t top = reinterpret_cast<uintptr_t>(&__heap_base);
  constexpr uint64_t kAlignment = 16, kPage = 65536;
  const uint64_t wanted = (uint64_t{top} + bytes + kAlignment - 1) / kAlignment * kAlignment;
  const size_t pages = static_cast<size_t>((wanted + kPage - 1) / kPage), held = __builtin_wasm_memory_size(0);
  if (pages > held && __builtin_wasm_memory_grow(0, pages - held) == SIZE_MAX) return nullptr;
  void* const room = reinterpret_cast<void*>(top);
  top = static_cast<uintptr_t>(wanted);
  return room;
}
extern "C" void free(void*) {}

/// Room for a file that the host writes; null when there is none.
VITRINE_EXPORT void* alloc(uint32_t bytes) { return malloc(bytes); }
VITRINE_EXPORT void release(void*) {}

/// Null when it cannot be decoded.
VITRINE_EXPORT images::Image* image_decode(const uint8_t* data, uint32_t bytes) {
  auto image = images::decode({data, bytes});
  return image ? new images::Image(std::move(*image)) : nullptr;
}
VITRINE_EXPORT void image_delete(images::Image* image) { delete image; }
VITRINE_EXPORT uint32_t image_width(const images::Image* image) { return image->width; }
VITRINE_EXPORT uint32_t image_height(const images::Image* image) { return image->height; }
VITRINE_EXPORT bool image_alpha(const images::Image* image) { return image->has_alpha; }
VITRINE_EXPORT const uint8_t* image_pixels(const images::Image* image) { return image->rgba.data(); }
