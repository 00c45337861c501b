// The core for images that browsers do not decode (TGA and DDS), as exports that scripts call themselves
// (web/src/core/viewcore.ts). Why an image is refused is the whole core's to tell.

#include <emscripten/emscripten.h>

#include <cstdint>
#include <cstdlib>

#include "images/image.h"

using namespace vitrine;

#define VITRINE_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

/// Room for a file that the host writes; null when there is none.
VITRINE_EXPORT void* alloc(uint32_t bytes) { return std::malloc(bytes); }
VITRINE_EXPORT void release(void* room) { std::free(room); }

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
