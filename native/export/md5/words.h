#pragma once
#include <cstdint>
#include <string>

namespace vitrine::md5_export {

inline std::string counted(uint64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace vitrine::md5_export
