#pragma once
// Requirements of an engine for MD5 files. The defaults hold for every reader that is known:
// nothing is limited, the file's own numbers are kept.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "convert/anim_names.h"
#include "scene/scene.h"

namespace vitrine::md5_export {

/// 0 = no limit.
struct Md5Limits {
  uint32_t joints = 0;
  uint32_t name_bytes = 63;  ///< of joint names, without the closing 0
  uint32_t influences = 0;   ///< per vertex
  uint32_t meshes = 0;
  bool meshes_by_joints = false;                                     ///< no more meshes than joints
  uint32_t mesh_vertices = 0, mesh_triangles = 0, mesh_weights = 0;  ///< a mesh with more is split
  uint32_t all_vertices = 0, all_triangles = 0;
  uint32_t frames = 0;  ///< per file
  uint32_t parent = 0;  ///< highest joint that may have children
};

/// Treatment of root motion.
enum class Md5RootMotion : uint8_t {
  kKeep,     ///< stays in the joints that have it
  kExtract,  ///< moves to the joint `origin`; the vertices stay where they are
  kLock,     ///< taken away: the game moves the model
  kLoops,    ///< as kLock, but only where an action ends in its first pose somewhere else
};

enum class Md5ShaderNames : uint8_t {
  kKeep,      ///< as the materials are called
  kBaseName,  ///< without folder and ending, lower case: Quake looks for images of that name
  kFolder,    ///< names without a folder get `shader_folder`
};

/// How many frames of an action a model has that is replaced: the game asks for frames by number.
struct Md5Sequence {
  std::string name;
  uint32_t frames = 0;
};

struct Md5WriteOptions {
  std::string name = "model";  ///< of the files, without folder and ending
  std::string engine;          ///< named in messages; empty = none
  Md5Limits limits;
  double units_per_metre = 0;  ///< 0 = the numbers of the file
  double scale = 1;            ///< besides
  std::string front;           ///< "+x", "-x", "+z", ...: where the model faces in its file; empty = as the file says
  bool byte_weights = false;   ///< weights are stored as bytes: steps of 1/255 that survive it
  bool one_bind_position = false;      ///< offsets of a vertex are made from one point
  double least_weight = 0;             ///< smaller ones are left out
  bool reduce_joints = false;          ///< joints above the limit are merged into their parents, else refused
  bool bake = false;                   ///< vertices that no rigid joint can follow get joints of their own
  double tolerance = 0;                ///< largest distance between frames, in units written; 0 = 1/1000 of the size
  uint32_t frame_rate = 0;             ///< 0 = chosen
  bool prefix_actions = false;         ///< animations are called NAME_ACTION, else ACTION
  bool one_file = false;               ///< all actions in one animation
  std::vector<Md5Sequence> sequences;  ///< of that file; empty = all actions
  bool open_loops = false;             ///< the frame that closes a loop is left out
  bool root_starts_at_zero = false;    ///< the engine takes the root's place in the base frame from the whole model
  Md5RootMotion root_motion = Md5RootMotion::kKeep;
  Md5ShaderNames shader_names = Md5ShaderNames::kKeep;
  std::string shader_folder;
  uint32_t shader_bytes = 0;     ///< longest shader name; 0 = any
  bool whole_bounds = false;     ///< boxes are rounded outwards to whole numbers
  bool needs_animation = false;  ///< a model without actions gets an animation of one frame
  bool bind_pose = false;        ///< that frame is the bind pose
  bool hidden = false;           ///< hidden meshes too
  std::string image_suffix;      ///< of images behind the shader's name: Quake's "_00_00"
  std::string glow_suffix;       ///< behind that, for what glows; empty = the engine looks for none
  bool plain_images = false;     ///< a material without an image gets one of its colour
  std::string image_name;        ///< of the one image that all meshes share, in place of the shader's
  AnimNaming anim_naming;        ///< what the game calls animations
  bool draws_back_faces = false;
  double player_height = 0;             ///< of the engine, in its units; 0 = unknown
  double replaced_size = 0;             ///< largest extent of the model that is replaced; 0 = unknown
  std::vector<std::string> companions;  ///< "def", "mtr", "skin", "md5.cfg", "md5scale", "images"
  bool writes(const char* companion) const {
    return std::find(companions.begin(), companions.end(), companion) != companions.end();
  }
  /// Factors of joints by frame, beside the one animation.
  bool writes_scale() const { return one_file && writes("md5scale"); }
  std::string folder;             ///< of the model in the game's data, without a slash at its end
  const Scene* source = nullptr;  ///< what the files are measured against; null = the scene that is written
};

}  // namespace vitrine::md5_export
