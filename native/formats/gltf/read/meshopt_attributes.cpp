// Mode ATTRIBUTES: blocks of up to 256 elements; each byte of the element is a run of its own, in groups of 16 deltas
// with as many bits as the group needs.

#include <algorithm>
#include <array>
#include <cstring>

#include "formats/gltf/read/meshopt.h"

namespace vitrine::gltf::meshopt {
namespace {

constexpr size_t kGroup = 16, kMostElements = 256, kBlockBytes = 8192, kMostStride = 256;
constexpr uint8_t kFirstVersion = 0xA0, kSecondVersion = 0xA1;

/// Bits of a delta by the two bits of its group's header; 8 = the byte as it is.
constexpr uint8_t kBitsFirst[4] = {0, 2, 4, 8};
constexpr uint8_t kBitsSmall[4] = {0, 1, 2, 4};
constexpr uint8_t kBitsLarge[4] = {1, 2, 4, 8};

class Stream {
 public:
  explicit Stream(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  /// Null when so many are not left.
  const uint8_t* take(size_t count) {
    if (count > bytes_.size() - at_) return nullptr;
    const uint8_t* const from = bytes_.data() + at_;
    at_ += count;
    return from;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
};

/// Sixteen deltas of 1, 2 or 4 bits. The largest value means that the delta follows as a byte.
bool take_packed(Stream& stream, uint32_t bits, uint8_t* out) {
  const uint8_t* packed = stream.take(2 * bits);
  if (packed == nullptr) return false;
  const uint32_t per_byte = 8 / bits, top = (1u << bits) - 1;
  for (uint32_t i = 0; i < kGroup; ++i) {
    // Single bits stand from the lowest on, wider ones from the highest.
    const uint32_t place = i % per_byte, shift = bits == 1 ? place : 8 - bits * (place + 1);
    uint32_t value = packed[i / per_byte] >> shift & top;
    if (value == top) {
      const uint8_t* whole = stream.take(1);
      if (whole == nullptr) return false;
      value = *whole;
    }
    out[i] = static_cast<uint8_t>(value);
  }
  return true;
}

bool take_groups(Stream& stream, size_t groups, const uint8_t (&bits_of)[4], uint8_t* out) {
  const uint8_t* header = stream.take((groups + 3) / 4);
  if (header == nullptr) return false;
  for (size_t g = 0; g < groups; ++g, out += kGroup) {
    const uint32_t bits = bits_of[header[g / 4] >> (2 * (g % 4)) & 3];
    if (bits == 0) {
      std::memset(out, 0, kGroup);
    } else if (bits == 8) {
      const uint8_t* whole = stream.take(kGroup);
      if (whole == nullptr) return false;
      std::memcpy(out, whole, kGroup);
    } else if (!take_packed(stream, bits, out)) {
      return false;
    }
  }
  return true;
}

template <class T>
T unzigzag(T value) {
  return static_cast<T>((value >> 1) ^ (0u - (value & 1u)));
}

struct Block {
  size_t first = 0, count = 0;
  std::array<std::array<uint8_t, kMostElements>, 4> deltas;  ///< of the four bytes of a channel
};

/// Bytes, or pairs of them, as differences from the element before.
template <class T>
void add_deltas(const Block& block, size_t stride, uint8_t* out, const uint8_t* before) {
  for (size_t k = 0; k < 4; k += sizeof(T)) {
    T value;
    std::memcpy(&value, before + k, sizeof value);
    for (size_t i = 0; i < block.count; ++i) {
      uint8_t bytes[sizeof(T)];
      for (size_t b = 0; b < sizeof(T); ++b) bytes[b] = block.deltas[k + b][i];
      T delta;
      std::memcpy(&delta, bytes, sizeof delta);
      value = static_cast<T>(value + unzigzag(delta));
      std::memcpy(out + i * stride + k, &value, sizeof value);
    }
  }
}

/// Words as bits that differ from the word before, rotated to the right.
void xor_deltas(const Block& block, size_t stride, uint32_t shift, uint8_t* out, const uint8_t* before) {
  uint32_t value;
  std::memcpy(&value, before, sizeof value);
  for (size_t i = 0; i < block.count; ++i) {
    uint32_t delta = 0;
    for (size_t b = 0; b < 4; ++b) delta |= uint32_t{block.deltas[b][i]} << (8 * b);
    value ^= delta >> shift | delta << ((32 - shift) & 31);
    std::memcpy(out + i * stride, &value, sizeof value);
  }
}

class Decoder {
 public:
  Decoder(std::span<const uint8_t> data, uint64_t count, size_t stride)
      : data_(data), count_(count), stride_(stride), second_(data[0] == kSecondVersion) {}

  const char* run(std::vector<uint8_t>& out) {
    const size_t channels = stride_ / 4, tail = stride_ + (second_ ? channels : 0);
    const size_t reserved = std::max<size_t>(tail, second_ ? 24 : 32);
    if (data_.size() < 1 + reserved) return "the compressed bytes are too few";
    const auto end = data_.last(tail);
    std::memcpy(before_.data(), end.data(), stride_);
    if (second_) modes_ = end.subspan(stride_);
    Stream stream(data_.subspan(1, data_.size() - 1 - reserved));
    out.resize(static_cast<size_t>(count_) * stride_);
    const size_t most = std::min(kBlockBytes / stride_ & ~(kGroup - 1), kMostElements);
    for (size_t first = 0; first < count_; first += most) {
      if (const char* fault = block(stream, std::min<size_t>(most, count_ - first), &out[first * stride_]))
        return fault;
    }
    return stream.at_end() ? nullptr : "compressed bytes are left over";
  }

 private:
  const char* block(Stream& stream, size_t count, uint8_t* out) {
    constexpr const char* kShort = "the compressed bytes end too early";
    const uint8_t* control = second_ ? stream.take(stride_ / 4) : nullptr;
    if (second_ && control == nullptr) return kShort;
    part_.count = count;
    for (size_t channel = 0; channel < stride_ / 4; ++channel) {
      for (size_t b = 0; b < 4; ++b) {
        const uint32_t kind = second_ ? control[channel] >> (2 * b) & 3u : 4;
        if (!run_of_byte(stream, kind, part_.deltas[b])) return kShort;
      }
      if (!apply(channel, out + 4 * channel)) return "a channel is coded in a way that is not known";
    }
    std::memcpy(before_.data(), out + (count - 1) * stride_, stride_);
    return nullptr;
  }

  bool run_of_byte(Stream& stream, uint32_t kind, std::array<uint8_t, kMostElements>& out) const {
    if (kind == 2) {
      out.fill(0);
      return true;
    }
    if (kind == 3) {
      const uint8_t* whole = stream.take(part_.count);
      if (whole != nullptr) std::memcpy(out.data(), whole, part_.count);
      return whole != nullptr;
    }
    return take_groups(stream, (part_.count + kGroup - 1) / kGroup,
                       kind == 0   ? kBitsSmall
                       : kind == 1 ? kBitsLarge
                                   : kBitsFirst,
                       out.data());
  }

  bool apply(size_t channel, uint8_t* out) const {
    const uint8_t mode = second_ ? modes_[channel] : 0;
    const uint8_t* before = before_.data() + 4 * channel;
    if ((mode & 15) == 0)
      add_deltas<uint8_t>(part_, stride_, out, before);
    else if ((mode & 15) == 1)
      add_deltas<uint16_t>(part_, stride_, out, before);
    else if ((mode & 15) == 2)
      xor_deltas(part_, stride_, (mode >> 4) & 31u, out, before);
    else
      return false;
    return true;
  }

  std::span<const uint8_t> data_, modes_;
  uint64_t count_;
  size_t stride_;
  bool second_;
  std::array<uint8_t, kMostStride> before_{};
  Block part_;
};

}  // namespace

const char* decode_attributes(std::span<const uint8_t> data, uint64_t count, uint64_t stride,
                              std::vector<uint8_t>& out) {
  if (stride == 0 || stride > kMostStride || stride % 4 != 0) return "the stride should be a multiple of 4 up to 256";
  if (data.empty() || (data[0] != kFirstVersion && data[0] != kSecondVersion))
    return "the compressed bytes do not begin as attributes do";
  return Decoder(data, count, static_cast<size_t>(stride)).run(out);
}

}  // namespace vitrine::gltf::meshopt
