#pragma once
// Both containers: a document of JSON by itself, or in a GLB with its first buffer behind it.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/format.h"

namespace vitrine::gltf {

inline constexpr uint32_t kMagic = 0x46546C67;      // "glTF"
inline constexpr uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
inline constexpr uint32_t kBinChunk = 0x004E4942;   // "BIN"

struct Chunk {
  uint32_t type = 0;
  uint64_t offset = 0, size = 0;  ///< of its data; the header of 8 bytes stands before
};

struct Container {
  std::string_view json;
  uint64_t json_offset = 0;
  bool has_bin = false;
  std::span<const uint8_t> bin;
  uint64_t bin_offset = 0;
  bool is_binary = false;
  uint64_t length = 0;  ///< as the header says
  std::vector<Chunk> chunks;
};

bool is_glb(std::span<const uint8_t> bytes);
/// TRUNCATED, GLTF_VERSION, GLTF_CHUNK. `diagnostics` gets warnings about harmless disorder; may be null.
Result<Container> open_container(std::span<const uint8_t> bytes, Diagnostics* diagnostics);

}  // namespace vitrine::gltf
