#pragma once
// What holds for any model that opens and is written as another format.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "convert/export.h"

namespace vitrine::fuzz {

/// Where models are made to face.
inline constexpr const char* kFronts[] = {"+x", "-z", "+y", ""};

/// Ends the program with this where it does not hold.
void require(bool holds, const char* what);

/// The model of `data` as `kind`: it has to open (the writer reads it back), and to be the same when it is written
/// again; else it has to be refused with a reason. Nothing where it is refused, does not open or takes long to pose.
std::optional<ExportedFile> check_export(const char* kind, const nlohmann::json& options, const uint8_t* data,
                                         size_t size);

}  // namespace vitrine::fuzz
