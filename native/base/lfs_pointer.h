#pragma once
// What Git LFS stores in place of a large file: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md

#include <cstdint>
#include <span>
#include <string_view>

namespace vitrine {

inline bool is_lfs_pointer(std::span<const uint8_t> bytes) {
  constexpr std::string_view kBegins = "version https://git-lfs.github.com/spec/";
  constexpr size_t kMostBytes = 1024;
  if (bytes.size() < kBegins.size() || bytes.size() >= kMostBytes) return false;
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), kBegins.size()) == kBegins;
}

}  // namespace vitrine
