#pragma once
// What is asked of an IQM or IQE file. The defaults hold for every reader that is known, and keep the file's numbers.

#include <cstdint>
#include <string>

#include "convert/anim_names.h"
#include "convert/companions.h"
#include "convert/model_images.h"
#include "convert/space.h"

namespace vitrine::iqm_export {

/// Joints that the bytes of blend indexes can name, and influences of a vertex.
inline constexpr uint32_t kMostJoints = 256, kMostInfluences = 4;
/// Readers of the text cut lines at 511 bytes.
inline constexpr uint32_t kLongestFile = 63, kLongestName = 255, kMostTextInfluences = 24;
/// Larger numbers have no place in a model.
inline constexpr double kLargestNumber = 1e30;
/// From a joint to what it holds: readers take its square as a float.
inline constexpr double kLongestReach = 1e18;

/// 0 = no limit.
struct IqmLimits {
  uint32_t joints = 0;
  uint32_t joint_name = kLongestName, action_name = kLongestName, material = kLongestName;  ///< bytes
  uint32_t mesh_vertices = 0, mesh_triangles = 0;  ///< a mesh with more is split
  uint32_t vertices = 0;
  uint64_t file_bytes = 0;
};

/// What may change the size of a joint in actions.
enum class Scales : uint8_t { kAny, kUniform, kNone };

enum class Materials : uint8_t {
  kKeep,  ///< as the materials are called
  kFile,  ///< the file of the image, with its ending
  kPath,  ///< the image or shader, without an ending
};

struct IqmWriteOptions {
  std::string name = "model";  ///< of the files, without folder and ending, and of an action that has none
  std::string engine;          ///< named in messages; empty = none
  IqmLimits limits;
  bool text = false;  ///< IQE: more influences, any number of joints, no tangents
  SpaceOptions space;
  double tolerance = 0;        ///< largest distance between frames, in units written; 0 = 1/1000 of the size
  bool hidden = false;         ///< hidden meshes too
  bool actions_apart = false;  ///< a file for each action

  // Of the engine.
  Scales scales = Scales::kAny;
  Materials materials = Materials::kKeep;
  bool plain_names = false;        ///< letters, digits, '_', '.' and '-' alone
  bool lower_meshes = false;       ///< names of meshes in lower case
  bool no_prefix = false;          ///< no name of an action begins another one
  bool white = false;              ///< colours for every mesh
  bool whole_rates = false;        ///< frames per second without a fraction
  bool needs_animation = false;    ///< a model without actions gets one frame
  bool takes_action_files = true;  ///< actions of other files than the model's
  ImageRules images;
  CompanionRules companions;
  bool draws_back_faces = false;
  bool cube_config = false;  ///< iqm.cfg, in which the game's names of animations are those of `anim_naming`
  AnimNaming anim_naming;
  const Scene* source = nullptr;  ///< what the file is measured against; null = the scene that is written

  uint32_t influences() const { return text ? kMostTextInfluences : kMostInfluences; }
};

}  // namespace vitrine::iqm_export
