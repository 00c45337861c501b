#pragma once
#include <nlohmann/json.hpp>
#include <span>

#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

/// Facts of QMSH texts for the report: objects with their quads, smooth flags and what holds their vertices
/// (`held`, one per object), armature, actions in frames, and the totals that the exporter printed.
nlohmann::ordered_json text_info(const TextModel& model, std::span<const VertexBinding> held);

}  // namespace vitrine::qmsh
