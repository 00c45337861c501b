#pragma once
// Loads bytes through the format's row, and builds small files chunk by chunk.

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/kri/codes.h"
#include "formats/kri/rows.h"
#include "scene/validate.h"

namespace vitrine::test {

using Bytes = std::vector<uint8_t>;
using Json = nlohmann::ordered_json;

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

struct Loaded {
  Scene scene;
  Json info;
  Diagnostics diagnostics{1000};
  Status status = ok_status();

  bool has(const Code& code, uint64_t offset) const {
    for (const Message& m : diagnostics.messages()) {
      if (m.code == &code && m.offset == offset) return true;
    }
    return false;
  }
  std::string texts() const {
    std::string all;
    for (const Message& m : diagnostics.messages()) {
      all += std::string(m.code->id) + "@" + std::to_string(m.offset) + " " + m.text + "\n";
    }
    return all;
  }
};

/// `bytes` is copied into a buffer of exactly its size, so that a sanitizer sees a read past the end.
inline Loaded load_row(const FormatRow& row, std::span<const uint8_t> bytes, ReadOptions options = {},
                       Limits limits = {}) {
  Loaded loaded;
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[bytes.size()]);
  if (!bytes.empty()) std::memcpy(exact.get(), bytes.data(), bytes.size());
  Budget budget(limits.heap_bytes);
  loaded.diagnostics.enter("test");
  LoadContext context{.name = "test",
                      .bytes = {exact.get(), bytes.size()},
                      .options = options,
                      .limits = limits,
                      .budget = budget,
                      .diagnostics = loaded.diagnostics,
                      .info = loaded.info};
  loaded.status = row.load(context, loaded.scene);
  return loaded;
}

inline Loaded load_kri(std::span<const uint8_t> bytes, Limits limits = {}) {
  return load_row(kri::rows()[0], bytes, {}, limits);
}

/// Little-endian bytes in the order of the calls.
class Writer {
 public:
  Writer& u8(uint32_t v) { return bytes_.push_back(static_cast<uint8_t>(v)), *this; }
  Writer& u16(uint32_t v) { return u8(v & 255).u8(v >> 8); }
  Writer& u32(uint32_t v) { return u16(v & 0xFFFF).u16(v >> 16); }
  Writer& f32(std::initializer_list<float> values) {
    for (const float v : values) {
      uint32_t bits;
      std::memcpy(&bits, &v, 4);
      u32(bits);
    }
    return *this;
  }
  Writer& raw(std::string_view text) {
    for (const char c : text) u8(static_cast<uint8_t>(c));
    return *this;
  }
  Writer& text(std::string_view text) { return u8(static_cast<uint32_t>(text.size())).raw(text); }
  Writer& fixed(std::string_view text, size_t width) {
    raw(text);
    for (size_t i = text.size(); i < width; ++i) u8(0);
    return *this;
  }
  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

class KriFile {
 public:
  KriFile() { chunk("kri", Writer().u8(3)); }
  KriFile& chunk(std::string_view name, const Writer& payload = {}) {
    return chunk_of_size(name, static_cast<uint32_t>(payload.bytes().size()), payload);
  }
  KriFile& chunk_of_size(std::string_view name, uint32_t size, const Writer& payload) {
    last_ = bytes_.size();
    const Writer header = Writer().fixed(name, 8).u32(size);
    bytes_.insert(bytes_.end(), header.bytes().begin(), header.bytes().end());
    bytes_.insert(bytes_.end(), payload.bytes().begin(), payload.bytes().end());
    return *this;
  }
  KriFile& node(std::string_view name, std::string_view parent = {}) {
    return chunk("node", Writer().text(name).text(parent).f32({0, 0, 0, 1, 0, 0, 0, 1}));
  }
  /// A triangle (0,0,0) (1,0,0) (0,1,0) of the last node.
  KriFile& triangle() {
    return chunk("mesh", Writer().u16(3))
        .chunk("v_pos", Writer().f32({0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1}))
        .chunk("v_ind", Writer().u16(1).u16(0).u16(1).u16(2));
  }
  uint64_t last() const { return last_; }  ///< offset of the header of the last chunk
  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
  uint64_t last_ = 0;
};

}  // namespace vitrine::test
