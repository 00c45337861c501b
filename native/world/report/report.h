#pragma once
// The report of a frame as JSON: what `vitrine world` prints and tests compare.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "world/world.h"

namespace vitrine::world {

/// { code, severity, path, message } and, where known, line and column.
nlohmann::ordered_json report_issues(const std::vector<Issue>& issues);

/// Report of the world's last frame. `reading` are the warnings of the document, put before those of the frame. `sound`
/// is put in when it is an object.
nlohmann::ordered_json report_frame(const World& world, const std::vector<Issue>& reading,
                                    const nlohmann::ordered_json& sound);

/// How many rows its longest lists have together; 512 bytes of texts and of names of instances count as one.
uint64_t report_rows(const World& world);

/// The part `physics` of it.
nlohmann::ordered_json report_physics(const World& world);

}  // namespace vitrine::world
