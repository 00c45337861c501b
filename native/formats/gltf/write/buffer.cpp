#include "formats/gltf/write/buffer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "base/byte_writer.h"
#include "formats/gltf/write/sentences.h"

namespace vitrine::glb {
namespace {

constexpr int kFloat = 5126, kUnsignedByte = 5121, kUnsignedShort = 5123, kUnsignedInt = 5125;
constexpr int kArrayBuffer = 34962, kElementArrayBuffer = 34963, kNoTarget = 0;
constexpr uint32_t kNarrowIndices = 65535;  // 65535 itself means a restart

const char* type_of(uint32_t components) {
  static constexpr const char* kTypes[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
  return components == 16 ? "MAT4" : kTypes[components];
}

// Hosts are little-endian, as the file is.
template <class T>
std::span<const uint8_t> bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const uint8_t*>(values.data()), values.size_bytes()};
}

void append(std::vector<uint8_t>& to, std::span<const uint8_t> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
  to.resize((to.size() + 3) / 4 * 4);
}

}  // namespace

uint32_t Buffer::view(std::span<const uint8_t> bytes, int target) {
  Json view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}};
  if (target != kNoTarget) view["target"] = target;
  append(bytes_, bytes);
  views_.push_back(std::move(view));
  return static_cast<uint32_t>(views_.size() - 1);
}

uint32_t Buffer::floats(std::span<const float> values, uint32_t components, uint32_t view, uint64_t offset,
                        bool ranged) {
  for (const float v : values) finite_ &= std::isfinite(v);
  Json accessor = {{"bufferView", view}};
  if (offset != 0) accessor["byteOffset"] = offset;
  accessor["componentType"] = kFloat;
  accessor["count"] = values.size() / components;
  accessor["type"] = type_of(components);
  if (ranged && finite_) {
    std::vector<float> low(values.begin(), values.begin() + components), high = low;
    for (size_t i = 0; i < values.size(); ++i) {
      low[i % components] = std::min(low[i % components], values[i]);
      high[i % components] = std::max(high[i % components], values[i]);
    }
    accessor["min"] = low;
    accessor["max"] = high;
  }
  accessors_.push_back(std::move(accessor));
  return static_cast<uint32_t>(accessors_.size() - 1);
}

uint32_t Buffer::vertices(std::span<const float> values, uint32_t components, bool ranged) {
  return floats(values, components, view(bytes_of(values), kArrayBuffer), 0, ranged);
}

uint32_t Buffer::attribute(std::span<const float> values, uint32_t components, uint32_t component_type,
                           bool normalized) {
  const uint32_t size = component_type == 5120 || component_type == 5121   ? 1
                        : component_type == 5122 || component_type == 5123 ? 2
                                                                           : 4;
  if (size == 4) return vertices(values, components);
  const bool is_signed = component_type == 5120 || component_type == 5122;
  const double most = is_signed ? (size == 1 ? 127 : 32767) : (size == 1 ? 255 : 65535);
  // Elements of vertices begin at multiples of four bytes.
  const size_t stride = (size_t{size} * components + 3) / 4 * 4, count = values.size() / components;
  std::vector<uint8_t> bytes(count * stride);
  for (size_t i = 0; i < values.size(); ++i) {
    const double stored = std::round(values[i] * (normalized ? most : 1));
    const auto number = static_cast<int32_t>(std::clamp(stored, is_signed ? -most - 1 : 0.0, most));
    std::memcpy(&bytes[i / components * stride + i % components * size], &number, size);
  }
  const uint32_t number = view(bytes, kArrayBuffer);
  if (stride != size_t{size} * components) views_[number]["byteStride"] = stride;
  Json accessor = {
      {"bufferView", number}, {"componentType", component_type}, {"count", count}, {"type", type_of(components)}};
  if (normalized) accessor["normalized"] = true;
  accessors_.push_back(std::move(accessor));
  return static_cast<uint32_t>(accessors_.size() - 1);
}

uint32_t Buffer::joints(std::span<const uint16_t> values) {
  const bool narrow = std::all_of(values.begin(), values.end(), [](uint16_t joint) { return joint < 256; });
  uint32_t view_number = 0;
  if (narrow) {
    const std::vector<uint8_t> bytes(values.begin(), values.end());
    view_number = view(bytes, kArrayBuffer);
  } else {
    view_number = view(bytes_of(values), kArrayBuffer);
  }
  accessors_.push_back({{"bufferView", view_number},
                        {"componentType", narrow ? kUnsignedByte : kUnsignedShort},
                        {"count", values.size() / 4},
                        {"type", "VEC4"}});
  return static_cast<uint32_t>(accessors_.size() - 1);
}

uint32_t Buffer::indices(std::span<const uint32_t> values) {
  wide_ = std::any_of(values.begin(), values.end(), [](uint32_t index) { return index >= kNarrowIndices; });
  if (wide_) return view(bytes_of(values), kElementArrayBuffer);
  const std::vector<uint16_t> narrow(values.begin(), values.end());
  return view(bytes_of(std::span<const uint16_t>(narrow)), kElementArrayBuffer);
}

uint32_t Buffer::index_run(uint32_t view, uint32_t first, uint32_t count) {
  Json accessor = {{"bufferView", view}};
  if (first != 0) accessor["byteOffset"] = uint64_t{first} * (wide_ ? 4 : 2);
  accessor["componentType"] = wide_ ? kUnsignedInt : kUnsignedShort;
  accessor["count"] = count;
  accessor["type"] = "SCALAR";
  accessors_.push_back(std::move(accessor));
  return static_cast<uint32_t>(accessors_.size() - 1);
}

uint32_t Buffer::matrices(std::span<const float> values) {
  return floats(values, 16, view(bytes_of(values), kNoTarget), 0, false);
}

uint64_t Buffer::animation(std::span<const float> values) {
  if (animation_view_ == ~0u) {  // placed by finish(), behind everything else
    views_.push_back({{"buffer", 0}, {"byteOffset", 0}, {"byteLength", 0}});
    animation_view_ = static_cast<uint32_t>(views_.size() - 1);
  }
  const uint64_t offset = animation_.size();
  append(animation_, bytes_of(values));
  return offset;
}

uint32_t Buffer::times(std::span<const float> values) {
  const std::span<const uint8_t> bytes = bytes_of(values);
  const auto [found, is_new] = times_.try_emplace(std::string(bytes.begin(), bytes.end()), 0);
  if (is_new) {
    const uint64_t offset = animation(values);
    found->second = floats(values, 1, animation_view_, offset, true);
  }
  return found->second;
}

uint32_t Buffer::keys(std::span<const float> values, uint32_t components) {
  const uint64_t offset = animation(values);
  return floats(values, components, animation_view_, offset, false);
}

uint32_t Buffer::image(std::span<const uint8_t> bytes) { return view(bytes, kNoTarget); }

void Buffer::finish() {
  if (animation_view_ == ~0u) return;
  views_[animation_view_]["byteOffset"] = bytes_.size();
  views_[animation_view_]["byteLength"] = animation_.size();
  bytes_.insert(bytes_.end(), animation_.begin(), animation_.end());
  animation_ = {};
}

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
