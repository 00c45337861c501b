// Files that are a list of chunks (name of 8 bytes, u32 size, payload) get one payload changed and its size repaired,
// so that mutations reach the readers of the chunks instead of breaking the framing. All other files change as usual.

#include <cstdint>
#include <cstring>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

constexpr size_t kNameBytes = 8, kHeaderBytes = 12;

/// Offsets of the chunk headers; empty unless the chunks fill the file exactly.
std::vector<size_t> chunk_offsets(const uint8_t* data, size_t size) {
  std::vector<size_t> offsets;
  for (size_t at = 0; at != size;) {
    if (size - at < kHeaderBytes) return {};
    uint32_t payload = 0;
    std::memcpy(&payload, data + at + kNameBytes, sizeof payload);
    if (payload > size - at - kHeaderBytes) return {};
    offsets.push_back(at);
    at += kHeaderBytes + payload;
  }
  return offsets;
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  const std::vector<size_t> offsets = chunk_offsets(data, size);
  if (offsets.empty() || seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);

  const size_t chosen = seed / 4 % offsets.size();
  const size_t begin = offsets[chosen] + kHeaderBytes;
  const size_t end = chosen + 1 < offsets.size() ? offsets[chosen + 1] : size;
  const size_t room = max_size - (size - (end - begin));
  if (room == 0) return size;
  std::vector<uint8_t> payload(data + begin, data + end);
  payload.resize(room);
  const auto changed = uint32_t(LLVMFuzzerMutate(payload.data(), end - begin, room));
  std::memmove(data + begin + changed, data + end, size - end);
  std::memcpy(data + begin, payload.data(), changed);
  std::memcpy(data + begin - sizeof changed, &changed, sizeof changed);
  return size - (end - begin) + changed;
}
