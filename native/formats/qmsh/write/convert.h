#pragma once
// Any loaded scene as QMSH: binaries of version 10 or 22 (or any that is read), text of version 10.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "convert/kind.h"
#include "convert/loss_report.h"
#include "formats/qmsh/binary_model.h"
#include "formats/qmsh/text_model.h"

namespace vitrine {

struct QmshOptions {
  uint8_t version = 22;  ///< of binaries: 10, or 12 to 22
  /// Texts: the angle of smooth edges. Without one the angle of the mesh, else the one that gives back most normals.
  std::optional<float> auto_smooth_deg;
  /// The original converter's faults: one more turn of the armature's transform for objects parented to it, its scale.
  bool legacy = false;
  /// Binaries: curves that bend or go on outside their points get a key for every frame, instead of their points alone.
  bool every_frame = false;
  /// The skeleton that is written, where the scene has several (qmsh_skeletons).
  std::string armature;
  uint32_t uv_set = 0;  ///< layer of texture coordinates of meshes that have so many, else the first one
  int32_t fps = 0;      ///< texts: the rate that frames are counted by; 0 = that of the actions or of their keys
};

/// The scene as a binary, field by field. Fails (LIMIT_COUNT) where counts do not fit the format. `moving`: the same
/// nodes as they rest between actions, where `scene` stands otherwise for its bones (with_scales_at_rest).
Result<qmsh::BinaryModel> convert_to_qmsh(const Scene& scene, const QmshOptions& options, LossReport& loss_report,
                                          const Scene* moving = nullptr);
/// The same as the bytes of a file.
Result<std::vector<uint8_t>> export_qmsh(const Scene& scene, const QmshOptions& options, LossReport& loss_report,
                                         const Scene* moving = nullptr);

/// The scene as text; every object of a binary becomes an object again.
qmsh::TextModel convert_to_qmsh_text(const Scene& scene, const QmshOptions& options, LossReport& loss_report,
                                     const Scene* moving = nullptr);
std::string export_qmsh_text(const Scene& scene, const QmshOptions& options, LossReport& loss_report,
                             const Scene* moving = nullptr);

extern const ExportKind kQmshKind, kQmshTextKind;

}  // namespace vitrine
