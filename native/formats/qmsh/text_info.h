#pragma once
#include <nlohmann/json.hpp>

#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

/// What only the text has, for the report: objects with their quads and smooth flags, armature, actions in frames, and
/// the totals that the exporter printed.
nlohmann::ordered_json text_info(const TextModel& model);

}  // namespace vitrine::qmsh
