#include "formats/gltf/write/file.h"

#include <string>

#include "base/byte_writer.h"
#include "formats/gltf/write/file_sentences.h"

namespace vitrine::glb {
namespace {

constexpr uint32_t kMagic = 0x46546C67, kVersion = 2, kJsonChunk = 0x4E4F534A, kBinChunk = 0x004E4942;

}  // namespace

Result<std::vector<uint8_t>> write(const Json& document, std::span<const uint8_t> bin) {
  std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const uint64_t bin_bytes = (uint64_t{bin.size()} + 3) / 4 * 4;
  const uint64_t total = 12 + 8 + text.size() + (bin.empty() ? 0 : 8 + bin_bytes);
  if (total > 0xFFFFFFFFu) {
    return Error{messages::kTooLarge, kNoOffset, {total}};
  }
  ByteWriter out;
  out.reserve(static_cast<size_t>(total));
  out.u32(kMagic), out.u32(kVersion), out.u32(static_cast<uint32_t>(total));
  out.u32(static_cast<uint32_t>(text.size())), out.u32(kJsonChunk);
  out.raw(std::string_view(text));
  if (!bin.empty()) {
    out.u32(static_cast<uint32_t>(bin_bytes)), out.u32(kBinChunk);
    out.raw(bin);
    while (out.size() < total) out.u8(0);
  }
  return out.take();
}

}  // namespace vitrine::glb
