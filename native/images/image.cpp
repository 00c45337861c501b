#include "images/image.h"

#include "base/lfs_pointer.h"
#include "images/codes.h"
#include "images/dds.h"
#include "images/sentences.h"
#include "images/tga.h"

namespace vitrine::images {
namespace {

bool starts_with(std::span<const uint8_t> bytes, std::string_view magic, size_t at = 0) {
  if (bytes.size() < at + magic.size()) return false;
  return std::string_view(reinterpret_cast<const char*>(bytes.data()) + at, magic.size()) == magic;
}

}  // namespace

Container sniff(std::span<const uint8_t> bytes) {
  if (is_dds(bytes)) return Container::kDds;
  if (starts_with(bytes, "\x89PNG\r\n\x1a\n")) return Container::kPng;
  if (starts_with(bytes, "\xff\xd8\xff")) return Container::kJpeg;
  if (starts_with(bytes, "GIF8")) return Container::kGif;
  if (starts_with(bytes, "BM")) return Container::kBmp;
  if (starts_with(bytes, "RIFF") && starts_with(bytes, "WEBP", 8)) return Container::kWebp;
  return is_tga(bytes) ? Container::kTga : Container::kUnknown;
}

Result<Image> decode(std::span<const uint8_t> bytes, uint64_t max_pixels) {
  if (is_lfs_pointer(bytes)) return Error{messages::kLfsPointer, 0, {bytes.size()}};
  if (starts_with(bytes, "\xABKTX 20\xBB")) return Error{messages::kKtx, 0, {"KTX2"}};
  if (starts_with(bytes, "\xABKTX 11\xBB")) return Error{messages::kKtx, 0, {"KTX"}};
  switch (sniff(bytes)) {
    case Container::kDds: {
      VITRINE_TRY(const DdsInfo info, read_dds(bytes, max_pixels));
      return decode_dds(bytes, info, 0, 0);
    }
    case Container::kPng:
    case Container::kJpeg:
    case Container::kGif:
    case Container::kBmp:
    case Container::kWebp:
      // The host has already tried to decode these.
      return Error{messages::kPlatformRefuses, 0};
    case Container::kTga:
    case Container::kUnknown:
      break;
  }
  return decode_tga(bytes, max_pixels);  // its header checks say what is wrong
}

}  // namespace vitrine::images
