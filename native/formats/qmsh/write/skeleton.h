#pragma once
// The bones and actions of any scene as QMSH has them: one tree of bones, rest matrices, keys that every bone has at
// the same times.

#include "base/result.h"
#include "convert/loss_report.h"
#include "formats/qmsh/binary_model.h"
#include "scene/axis_map.h"

namespace vitrine {

struct QmshSkeleton {
  std::vector<uint32_t> nodes;         ///< of each bone, parents first
  std::vector<uint32_t> bone_of_node;  ///< per node of the scene, or kNone
  std::vector<uint32_t> parents;       ///< bone indices or kNone
  std::vector<glm::dmat4> rest;        ///< bone to parent bone (root: to the scene), in QMSH's axes
  std::vector<glm::dmat4> world;       ///< bone to scene in the bind pose, in QMSH's axes
  /// The node's own translation, rotation and scale are what QMSH's keys hold, because its rest matrix is QMSH's too.
  std::vector<bool> direct;

  /// Per node of the scene the bone that moves it: itself or its nearest ancestor that is one; kNone.
  std::vector<uint32_t> bone_above;
};

/// Joints that move together: those whose first ones have one parent, or are in one skin.
struct QmshArmature {
  std::string name;       ///< of the node above the first joint, else of that joint
  std::vector<bool> has;  ///< per node of the scene
};
/// Those that a skin uses, in the order of their nodes.
std::vector<QmshArmature> qmsh_armatures(const Scene& scene);
/// EXPORT_SKELETONS where there are several and `armature` is empty, EXPORT_OPTION where none has that name.
Status check_armature(const Scene& scene, const std::string& armature);

/// All joints, all nodes that skins name, and animated nodes that carry a mesh or another bone. With several skeletons
/// those of `armature` alone.
QmshSkeleton qmsh_skeleton(const Scene& scene, const AxisMap& map, const std::string& armature = {});

/// False for a clip that cannot play, and for one that moves things, none of which is a bone (a camera's path, a lamp's
/// colour). Others are left out.
bool moves_bones(const Clip& clip, const QmshSkeleton& skeleton);
/// The clips that are written, in their order.
std::vector<uint32_t> qmsh_clips(const Scene& scene, const std::string& armature = {});

/// What neither binaries nor texts have a place for. `names`: of the objects, per node.
void report_left_out(const Scene& scene, const QmshSkeleton& skeleton, const std::vector<std::string>& names,
                     LossReport& loss_report);

struct QmshKeyOptions {
  bool scale_fault = false;  ///< the version 10 converter's reading of scale curves
  bool every_frame = false;  ///< curves that are more than straight held lines are sampled at every frame
  double rate = 0;           ///< keys lie on whole frames of it, counted from time 0; 0 = wherever they are
};

/// Where the written action begins in the clip: at the first key that moves a bone, as QMSH's converter shifts them;
/// with a rate at the frame there.
double qmsh_start_s(const Clip& clip, double rate);

/// Keys of a clip, in its own times. Text curves keep their points (straight lines between them, as the original
/// converter reads them), key poses their keys, everything else is sampled at its frames or key times.
qmsh::BinaryAnimation qmsh_animation(const Scene& scene, const Clip& clip, const QmshSkeleton& skeleton,
                                     const AxisMap& map, const QmshKeyOptions& options, LossReport& loss_report);

}  // namespace vitrine
