#pragma once
// What the tests of world documents share: reference files, comparison by keys given, SHA-256.

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace vitrine::test {

using Json = nlohmann::ordered_json;

inline const std::filesystem::path kWorldData = std::filesystem::path(VITRINE_TEST_DATA) / "world";
inline const std::filesystem::path kReference = std::filesystem::path(VITRINE_SHARED) / "reference";
inline const std::filesystem::path kCorpus = std::filesystem::path(VITRINE_SHARED) / "corpus";

inline std::optional<std::vector<uint8_t>> read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}
inline std::string read_text(const std::filesystem::path& path) {
  const auto bytes = read_bytes(path);
  return bytes ? std::string(bytes->begin(), bytes->end()) : std::string();
}

/// "" when `found` is as `wanted`: objects by the keys given, arrays element by element, numbers within
/// tolerance * max(1, |wanted|), all else exactly. Otherwise where and how they differ.
inline std::string difference(const Json& wanted, const Json& found, double tolerance, const std::string& at = "") {
  if (wanted.is_number() && found.is_number()) {
    const double a = wanted.get<double>(), b = found.get<double>();
    if (std::abs(a - b) <= tolerance * std::max(1.0, std::abs(a))) return "";
  } else if (wanted.is_object() && found.is_object()) {
    for (const auto& [key, value] : wanted.items()) {
      if (!found.contains(key)) return at + "/" + key + " is missing";
      if (const std::string inner = difference(value, found[key], tolerance, at + "/" + key); !inner.empty())
        return inner;
    }
    return "";
  } else if (wanted.is_array() && found.is_array()) {
    if (wanted.size() != found.size())
      return at + " has " + std::to_string(found.size()) + " elements, expected " + std::to_string(wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (const std::string inner = difference(wanted[i], found[i], tolerance, at + "/" + std::to_string(i));
          !inner.empty())
        return inner;
    }
    return "";
  } else if (wanted == found) {
    return "";
  }
  return at + ": expected " + wanted.dump() + ", found " + found.dump();
}

/// FIPS 180-4, for the digests of the reference.
inline std::string sha256(const std::string& text) {
  static constexpr std::array<uint32_t, 64> kRounds = [] {
    // Fraction bits of the cube roots of the first 64 primes, by integer search.
    std::array<uint32_t, 64> rounds{};
    unsigned prime = 1;
    for (auto& round : rounds) {
      for (bool is_prime = false; !is_prime;) {
        ++prime;
        is_prime = true;
        for (unsigned d = 2; d * d <= prime; ++d) is_prime = is_prime && prime % d != 0;
      }
      // floor(cbrt(prime) * 2^32) by bisection
      unsigned __int128 low = 0, high = static_cast<unsigned __int128>(8) << 32;
      while (high - low > 1) {
        const unsigned __int128 middle = (low + high) / 2;
        (middle * middle * middle <= static_cast<unsigned __int128>(prime) << 96 ? low : high) = middle;
      }
      round = static_cast<uint32_t>(low);
    }
    return rounds;
  }();
  std::array<uint32_t, 8> h{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string data = text + '\x80';
  while (data.size() % 64 != 56) data += '\0';
  for (int shift = 56; shift >= 0; shift -= 8)
    data += static_cast<char>(static_cast<uint64_t>(text.size()) * 8 >> shift & 255);
  const auto turn = [](uint32_t x, int n) { return x >> n | x << (32 - n); };
  for (size_t block = 0; block < data.size(); block += 64) {
    uint32_t w[64];
    for (size_t i = 0; i < 16; ++i) {
      w[i] = 0;
      for (size_t b = 0; b < 4; ++b) w[i] = w[i] << 8 | static_cast<uint8_t>(data[block + i * 4 + b]);
    }
    for (size_t i = 16; i < 64; ++i) {
      const uint32_t a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    auto v = h;
    for (size_t i = 0; i < 64; ++i) {
      const uint32_t t1 = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
                          kRounds[i] + w[i];
      const uint32_t t2 =
          (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (size_t i = 0; i < 8; ++i) h[i] += v[i];
  }
  std::string hex;
  for (const uint32_t word : h) {
    char part[9];
    std::snprintf(part, sizeof part, "%08x", word);
    hex += part;
  }
  return hex;
}

}  // namespace vitrine::test
