#include "formats/gltf/read/container.h"

#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "formats/gltf/codes.h"
#include "formats/gltf/sentences.h"

namespace vitrine::gltf {
namespace {

constexpr uint64_t kHeaderBytes = 12, kChunkHeaderBytes = 8;

uint32_t u32_at(std::span<const uint8_t> bytes, uint64_t at) {
  uint32_t value = 0;
  for (uint64_t i = 0; i < 4; ++i) value |= uint32_t{bytes[at + i]} << (8 * i);
  return value;
}

Status take_chunk(std::span<const uint8_t> bytes, const Chunk& chunk, Container& out) {
  const auto data = bytes.subspan(chunk.offset, chunk.size);
  if (out.chunks.empty()) {
    if (chunk.type != kJsonChunk) {
      return Error{messages::kFirstChunk, chunk.offset - 4};
    }
    out.json = {reinterpret_cast<const char*>(data.data()), data.size()};
    out.json_offset = chunk.offset;
  } else if (chunk.type == kBinChunk && !out.has_bin) {
    out.has_bin = true;
    out.bin = data;
    out.bin_offset = chunk.offset;
  }
  out.chunks.push_back(chunk);
  return ok_status();
}

Result<Container> open_binary(std::span<const uint8_t> bytes, Diagnostics* diagnostics) {
  Container out;
  out.is_binary = true;
  if (bytes.size() < kHeaderBytes) return Error{messages::kGlbHeader, bytes.size()};
  if (const uint32_t version = u32_at(bytes, 4); version != 2) {
    return version == 1 ? Error{messages::kContainerVersion1, 4, {version}}
                        : Error{messages::kContainerVersion, 4, {version}};
  }
  out.length = u32_at(bytes, 8);
  if (out.length > bytes.size()) {
    return Error{messages::kGlbLength, 8, {out.length, bytes.size()}};
  }
  if (out.length < bytes.size() && diagnostics != nullptr) {
    diagnostics->add(messages::kBytesBehindEnd, out.length, {bytes.size() - out.length});
  }
  uint64_t at = kHeaderBytes;
  while (at < out.length) {
    if (!range_inside(at, kChunkHeaderBytes, out.length)) return Error{messages::kEndsInChunkHeader, at};
    const Chunk chunk{u32_at(bytes, at + 4), at + kChunkHeaderBytes, u32_at(bytes, at)};
    if (!range_inside(chunk.offset, chunk.size, out.length)) {
      return Error{messages::kChunkLength, at, {chunk.size, out.length - chunk.offset}};
    }
    if (chunk.type == kBinChunk && out.chunks.size() > 1 && diagnostics != nullptr) {
      if (out.has_bin)
        diagnostics->add(messages::kSecondBinary, at);
      else
        diagnostics->add(messages::kBinaryNotSecond, at);
    }
    VITRINE_CHECK(take_chunk(bytes, chunk, out));
    at = chunk.offset + chunk.size;
    if (chunk.size % 4 != 0 && diagnostics != nullptr) diagnostics->add(messages::kChunkAlignment, chunk.offset - 8);
  }
  if (out.chunks.empty()) return Error{messages::kNoJsonChunk, kHeaderBytes};
  return out;
}

}  // namespace

bool is_glb(std::span<const uint8_t> bytes) { return bytes.size() >= 4 && u32_at(bytes, 0) == kMagic; }

Result<Container> open_container(std::span<const uint8_t> bytes, Diagnostics* diagnostics) {
  if (is_glb(bytes)) return open_binary(bytes, diagnostics);
  Container out;
  out.json = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  out.length = bytes.size();
  return out;
}

}  // namespace vitrine::gltf
