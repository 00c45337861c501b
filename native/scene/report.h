#pragma once
// The report of `vitrine inspect`, in the shape of the public interface.

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/json_text.h"
#include "scene/scene.h"

namespace vitrine {

/// Additions of the full core to a report: values that are JSON text already; empty ones are left out.
struct RawReportParts {
  std::string format_info;                 ///< what only the formats have
  std::vector<std::string> stored_bounds;  ///< per clip: how its stored boxes compare with the mesh
};

/// Writes one object: format, files, issues, info. `format` is the id of the first model's, `together` are the clips
/// that play when all do, null where that is no choice. The hierarchy may have any depth.
void write_report(JsonWriter& out, const Scene& scene, const Diagnostics& diagnostics, const std::string& format,
                  const Bounds& bind_bounds, const std::vector<uint32_t>* together, const RawReportParts& whole = {});

// Parts of it, for other JSON of a scene: fields of an object that has begun.

/// "axes".
void write_axes(JsonWriter& out, const Axes& axes);
/// "files".
void write_files(JsonWriter& out, const Scene& scene);
/// "properties", where there are some.
void write_properties(JsonWriter& out, const std::vector<Property>& properties);
/// A node without its children and properties.
void write_node_facts(JsonWriter& out, const Scene& scene, uint32_t index);
/// "materials" and "textures".
void write_materials(JsonWriter& out, const Scene& scene);
/// "cameras", "lights" and "emitters".
void write_cameras_lights_emitters(JsonWriter& out, const Scene& scene);
/// A clip without its motion.
void write_action_facts(JsonWriter& out, const Scene& scene, const Clip& clip);

}  // namespace vitrine
