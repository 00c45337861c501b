#pragma once
// Report of a file beyond the Scene; left out of view cores (view/rows.cpp).

#include <vector>

#include "formats/format.h"
#include "formats/iqm/raw.h"
#include "formats/iqm/read/header.h"
#include "formats/iqm/read/vertex_arrays.h"

namespace vitrine::iqm {

/// Meshes, actions and counts: the same for both forms.
void describe(const RawModel& raw, nlohmann::ordered_json& info);
void describe_comment(const std::string& comment, nlohmann::ordered_json& info);
/// That, and header, sections, arrays, extensions and comment; LIMIT_MEMORY when the extensions list too much.
Status describe_binary(LoadContext& context, const Header& header, const Parts& parts,
                       const std::vector<VertexArray>& arrays, const Strings& strings, const RawModel& raw);

/// The actions that a file beside the model lists take the place of its own; frames that it does not have are left out
/// as DarkPlaces does.
Status take_listed_actions(LoadContext& context, RawModel& raw);

}  // namespace vitrine::iqm
