#pragma once
#include <nlohmann/json.hpp>

#include "formats/qmsh/binary_model.h"

namespace vitrine::qmsh {

/// Facts of QMSH binaries for the report: header, account of every byte, submeshes, points, groups, splits.
nlohmann::ordered_json binary_info(const BinaryModel& model, uint64_t file_bytes);

}  // namespace vitrine::qmsh
