#pragma once
// Addresses of buffers and images.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::gltf {

bool is_data_address(std::string_view uri);
/// The bytes of `data:[type][;base64],...`; nothing when they are damaged.
std::optional<std::vector<uint8_t>> read_data_address(std::string_view uri);
/// "image/png" of "data:image/png;base64,..."; empty if it is missing.
std::string_view media_type(std::string_view uri);

/// With %20 and the like as the bytes they stand for; as it is where they are damaged.
std::string percent_decoded(std::string_view uri);
/// Neither a scheme, nor an absolute path, nor a way out of the model's folder.
bool stays_beside(std::string_view uri);
/// "folder/name" without "./" and "a/..", in lower case with plain slashes: for comparing.
std::string folded_path(std::string_view path);

}  // namespace vitrine::gltf
