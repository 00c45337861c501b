#pragma once
// The meshes of a scene as KRI scenes have them.

#include "formats/kri/write/bones.h"
#include "formats/kri/write/export.h"
#include "scene/axis_map.h"

namespace vitrine {

/// What was left out, over all meshes.
struct KriMeshLosses {
  uint64_t loose_influences = 0;                ///< of bones of another armature
  uint64_t shapes = 0, colors = 0, layers = 0;  ///< that the layout of March 2010 has no place for
};

class KriMeshes {
 public:
  KriMeshes(const Scene& scene, const KriBones& bones, const AxisMap& axes, const KriExportOptions& options,
            LossReport& loss_report)
      : scene_(scene), bones_(bones), axes_(axes), options_(options), loss_report_(loss_report) {}

  /// The mesh of a node after the exporter's steps, in parts where it is too large for one, with weights where the
  /// node has bones; `statistics` gets the numbers of the steps. Losses: "influences", "weights".
  std::vector<kri::OutMesh> of(uint32_t node, std::vector<geometry::KriMeshStatistics>& statistics);
  const KriMeshLosses& losses() const { return losses_; }

 private:
  Mesh local_mesh(uint32_t node);
  std::vector<std::array<uint8_t, 8>> weight_bytes(uint32_t node, const Mesh& mesh);

  const Scene& scene_;
  const KriBones& bones_;
  const AxisMap& axes_;
  const KriExportOptions& options_;
  LossReport& loss_report_;
  std::vector<glm::mat4> bind_;  ///< of every node, once a mesh asks for it
  KriMeshLosses losses_;
};

}  // namespace vitrine
