#pragma once
// A flat hash map from 64-bit keys to consecutive numbers: the n-th new key gets number n.

#include <cstdint>
#include <cstring>
#include <vector>

#include "scene/scene.h"

namespace vitrine::geometry {

constexpr uint64_t mix_bits(uint64_t h) {
  h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9ull;
  h = (h ^ (h >> 27)) * 0x94D049BB133111EBull;
  return h ^ (h >> 31);
}

/// The same key for (a, b) and (b, a).
constexpr uint64_t pair_key(uint32_t a, uint32_t b) { return a < b ? uint64_t{a} << 32 | b : uint64_t{b} << 32 | a; }

/// Equal for equal positions; -0 equals 0.
inline uint64_t hash_position(const glm::vec3& p) {
  uint64_t hash = 0;
  for (int i = 0; i < 3; ++i) {
    const float value = p[i] == 0 ? 0.0f : p[i];
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

class FlatMap {
 public:
  /// Number of `key`, or kNone.
  uint32_t find(uint64_t key) const {
    if (slots_.empty()) return kNone;
    for (size_t at = mix_bits(key) & mask();; at = (at + 1) & mask()) {
      if (slots_[at] == kNone || keys_[slots_[at]] == key) return slots_[at];
    }
  }
  uint32_t find_or_add(uint64_t key) {
    if ((keys_.size() + 1) * 2 > slots_.size()) grow();
    for (size_t at = mix_bits(key) & mask();; at = (at + 1) & mask()) {
      if (slots_[at] == kNone) {
        slots_[at] = static_cast<uint32_t>(keys_.size());
        keys_.push_back(key);
        return slots_[at];
      }
      if (keys_[slots_[at]] == key) return slots_[at];
    }
  }
  size_t size() const { return keys_.size(); }

 private:
  size_t mask() const { return slots_.size() - 1; }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, kNone);
    for (uint32_t n = 0; n < keys_.size(); ++n) {
      size_t at = mix_bits(keys_[n]) & mask();
      while (slots_[at] != kNone) at = (at + 1) & mask();
      slots_[at] = n;
    }
  }

  std::vector<uint64_t> keys_;
  std::vector<uint32_t> slots_;
};

}  // namespace vitrine::geometry
