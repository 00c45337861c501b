// Modes TRIANGLES and INDICES.

#include <array>
#include <cstring>

#include "formats/gltf/read/meshopt.h"

namespace vitrine::gltf::meshopt {
namespace {

constexpr const char* kShort = "the compressed bytes end too early";
constexpr const char* kLeft = "compressed bytes are left over";
constexpr const char* kStride = "indices have 2 or 4 bytes";

class Bytes {
 public:
  explicit Bytes(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  uint8_t byte() {
    if (at_ < bytes_.size()) return bytes_[at_++];
    failed_ = true;
    return 0;
  }
  /// Seven bits a byte, the lowest first.
  uint32_t varint() {
    uint32_t value = 0;
    for (uint32_t shift = 0; shift < 35; shift += 7) {
      const uint8_t part = byte();
      value |= shift < 32 ? uint32_t{part & 0x7Fu} << shift : 0;
      if (part < 0x80) return value;
    }
    failed_ = true;
    return 0;
  }
  bool failed() const { return failed_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool failed_ = false;
};

uint32_t signed_delta(uint32_t value) { return (value >> 1) ^ (0u - (value & 1)); }

void put_index(uint64_t at, uint64_t stride, uint32_t index, std::vector<uint8_t>& out) {
  std::memcpy(&out[static_cast<size_t>(at * stride)], &index, static_cast<size_t>(stride));
}

/// The last sixteen, 0 = the newest; before anything was pushed, of indices that no mesh has.
template <class T>
class Recent {
 public:
  Recent() { std::memset(items_.data(), 0xFF, sizeof items_); }
  const T& operator[](uint32_t age) const { return items_[(next_ - 1 - age) & 15]; }
  void push(const T& item) { items_[next_++ & 15] = item; }

 private:
  std::array<T, 16> items_;
  uint32_t next_ = 0;
};

class TriangleDecoder {
 public:
  TriangleDecoder(std::span<const uint8_t> data, std::span<const uint8_t> table) : data_(data), table_(table) {}

  struct Triangle {
    uint32_t a, b, c;
  };
  Triangle take(uint8_t code) {
    if (code < 0xF0) return along_edge(code >> 4, code & 15);
    return code < 0xFE ? afresh(0, table_[code & 15]) : afresh_with_byte(code == 0xFE ? 0 : 15);
  }
  const Bytes& data() const { return data_; }

 private:
  struct Edge {
    uint32_t a, b;
  };

  uint32_t coded() { return last_ += signed_delta(data_.varint()); }

  /// Beside an edge that was seen; the third vertex is new, recent or coded.
  Triangle along_edge(uint32_t age, uint32_t third) {
    const auto [a, b] = edges_[age];
    uint32_t c = 0;
    if (third == 0)
      c = next_++;
    else if (third < 13)
      c = vertices_[third];
    else if (third == 15)
      c = coded();
    else
      c = last_ += third == 13 ? ~0u : 1u;
    if (third == 0 || third >= 13) vertices_.push(c);
    edges_.push({c, b});
    edges_.push({a, c});
    return {a, b, c};
  }

  Triangle afresh_with_byte(uint32_t first) {
    const uint8_t others = data_.byte();
    if (others == 0) next_ = 0;
    return afresh(first, others);
  }

  /// 0 = new, 15 = coded, else recent.
  Triangle afresh(uint32_t first, uint8_t others) {
    const uint32_t second = others >> 4, third = others & 15;
    // New ones are numbered before coded ones are read.
    uint32_t a = first == 0 ? next_++ : 0;
    uint32_t b = second == 0 ? next_++ : second < 15 ? vertices_[second - 1] : 0;
    uint32_t c = third == 0 ? next_++ : third < 15 ? vertices_[third - 1] : 0;
    if (first == 15) a = coded();
    if (second == 15) b = coded();
    if (third == 15) c = coded();
    vertices_.push(a);
    if (second == 0 || second == 15) vertices_.push(b);
    if (third == 0 || third == 15) vertices_.push(c);
    edges_.push({b, a});
    edges_.push({c, b});
    edges_.push({a, c});
    return {a, b, c};
  }

  Bytes data_;
  std::span<const uint8_t> table_;
  Recent<Edge> edges_;
  Recent<uint32_t> vertices_;
  uint32_t next_ = 0, last_ = 0;
};

}  // namespace

const char* decode_triangles(std::span<const uint8_t> data, uint64_t count, uint64_t stride,
                             std::vector<uint8_t>& out) {
  constexpr size_t kTable = 16;
  if (stride != 2 && stride != 4) return kStride;
  if (count % 3 != 0) return "the count of indices is not a multiple of 3";
  if (data.empty() || data[0] != 0xE1) return "the compressed bytes do not begin as triangles do";
  const uint64_t triangles = count / 3;
  if (data.size() < 1 + kTable || triangles > data.size() - 1 - kTable) return kShort;
  const auto codes = data.subspan(1, static_cast<size_t>(triangles));
  TriangleDecoder decoder(data.subspan(1 + codes.size(), data.size() - 1 - codes.size() - kTable), data.last(kTable));
  out.resize(static_cast<size_t>(count * stride));
  for (uint64_t t = 0; t < triangles; ++t) {
    const auto [a, b, c] = decoder.take(codes[static_cast<size_t>(t)]);
    put_index(3 * t, stride, a, out);
    put_index(3 * t + 1, stride, b, out);
    put_index(3 * t + 2, stride, c, out);
    if (decoder.data().failed()) return kShort;
  }
  return decoder.data().at_end() ? nullptr : kLeft;
}

const char* decode_indices(std::span<const uint8_t> data, uint64_t count, uint64_t stride, std::vector<uint8_t>& out) {
  constexpr size_t kTail = 4;
  if (stride != 2 && stride != 4) return kStride;
  if (data.empty() || data[0] != 0xD1) return "the compressed bytes do not begin as indices do";
  if (data.size() < 1 + kTail || count > data.size() - 1 - kTail) return kShort;
  Bytes bytes(data.subspan(1, data.size() - 1 - kTail));
  uint32_t last[2] = {0, 0};
  out.resize(static_cast<size_t>(count * stride));
  for (uint64_t i = 0; i < count; ++i) {
    const uint32_t value = bytes.varint();
    uint32_t& from = last[value & 1];
    from += signed_delta(value >> 1);
    put_index(i, stride, from, out);
    if (bytes.failed()) return kShort;
  }
  return bytes.at_end() ? nullptr : kLeft;
}

}  // namespace vitrine::gltf::meshopt
