#pragma once
// An exported file is opened once more, and measured against the scene it was made from, before it is handed over.

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "convert/export.h"
#include "scene/scene.h"

namespace vitrine {

/// Vertices and nodes that read_back poses at most: a few seconds.
inline constexpr uint64_t kMostPosed = 200'000'000;

/// Opens the file with default options, poses it beside `scene` in the bind pose and over every action that was
/// written, and puts the largest distances into the report as "readBack" (GlbExport::read_back, without normals), where
/// the kind's own function has put none. A vertex is compared with the one of its number, or where that is elsewhere
/// with the nearest point of the written surface; of huge models some vertices and few times are compared, of very many
/// actions the first ones, and the loss "distance" counts the others.
/// EXPORT_UNREADABLE with the first error when the file does not open; throws where there is no memory to open it.
Status read_back(const Scene& scene, ExportedFile& file, uint64_t most_posed = kMostPosed);

/// Adds the loss "distance" to the report of an export whose "readBack" has a distance above 1/1000 of the size.
void add_distance_loss(nlohmann::ordered_json& report);

}  // namespace vitrine
