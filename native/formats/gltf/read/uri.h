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

/// Neither absolute nor a way out of the model's folder.
bool stays_beside(std::string_view uri);

}  // namespace vitrine::gltf
