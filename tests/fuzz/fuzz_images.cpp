// Any bytes as TGA and DDS: decoded or refused with a reason, every face and level within what the header says.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "images/dds.h"
#include "images/image.h"

namespace {

using namespace vitrine::images;

constexpr uint64_t kFewPixels = 1 << 20;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "images: %s\n", what);
  std::abort();
}

void check(const vitrine::Result<Image>& image, size_t size) {
  if (!image) {
    require(image.error().code() != nullptr, "an error without a code");
    require(image.error().offset() == vitrine::kNoOffset || image.error().offset() <= size,
            "an error past the end of file");
    return;
  }
  require(image->width > 0 && image->height > 0, "an image without pixels");
  require(uint64_t{image->width} * image->height <= kFewPixels, "more pixels than the limit");
  require(image->rgba.size() == size_t{image->width} * image->height * 4, "pixels and size differ");
  bool is_opaque = true;
  for (size_t i = 3; i < image->rgba.size(); i += 4) is_opaque &= image->rgba[i] == 255;
  require(image->has_alpha == !is_opaque, "the word about alpha is wrong");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span<const uint8_t> bytes(data, size);
  (void)sniff(bytes);
  check(decode(bytes, kFewPixels), size);
  if (!is_dds(bytes)) return 0;
  const auto info = read_dds(bytes, kFewPixels);
  if (!info) return 0;
  for (uint32_t face = 0; face < info->faces && face < 8; ++face) {
    for (uint32_t mip = 0; mip < info->mips; ++mip) check(decode_dds(bytes, *info, face, mip), size);
  }
  return 0;
}
