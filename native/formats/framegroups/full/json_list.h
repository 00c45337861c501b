#pragma once
#include "formats/action_list.h"
#include "formats/format.h"

namespace vitrine::framegroups {

bool begins_as_json(std::span<const uint8_t> bytes);

/// FTE's { "framegroups": [{ "name", "firstpose", "numposes", "poses", "fps", "loop" }] }.
Result<std::vector<ListedAction>> read_json_list(std::span<const uint8_t> bytes, Budget& budget,
                                                 Diagnostics* diagnostics);

}  // namespace vitrine::framegroups
