#pragma once
// Contents of both forms of the format in file space; build makes a Scene of them.

#include <cstdint>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace vitrine::iqm {

struct RawMesh {
  uint64_t offset = 0;  ///< of its record
  std::string name, material;
  uint32_t first_vertex = 0, vertex_count = 0, first_triangle = 0, triangle_count = 0;
};
struct RawJoint {
  uint64_t offset = 0;
  std::string name;
  int64_t parent = -1;  ///< < 0 = root
  Transform local;      ///< bind pose, finite, rotation of length 1
  bool rests = true;    ///< the file gives the bind pose
};
struct RawPose {
  uint64_t offset = 0;
  int64_t parent = -1;
};
struct RawAction {
  uint64_t offset = 0;
  std::string name;
  uint32_t first_frame = 0, frame_count = 0;
  double rate = 0;  ///< frames per second, above 0
  bool loop = false;
  uint32_t list = kNone;         ///< file that lists the action, to which the offset belongs; kNone = this one
  std::vector<uint32_t> frames;  ///< one by one, where the list gives them so
};
struct RawInfluence {
  uint32_t joint;
  float weight;  ///< those of a vertex sum to 1
};

struct RawModel {
  uint64_t meshes_offset = 0;  ///< where the list of meshes begins, by which places know the mesh
  std::vector<RawMesh> meshes;
  // Per vertex; all but the positions may be empty.
  std::vector<glm::vec3> positions, normals;
  std::vector<glm::vec2> uv;
  std::vector<glm::vec4> tangents;
  std::vector<glm::u8vec4> colors;
  std::vector<uint32_t> influence_first;  ///< vertices + 1, or empty
  UnwrittenVector<RawInfluence> influences;
  std::vector<uint32_t> triangles;  ///< three indices each, all of them inside
  std::vector<RawJoint> joints;
  std::vector<RawPose> poses;
  uint32_t frame_count = 0;
  std::vector<Transform> frames;  ///< [frame * poses + pose], rotations of length 1
  std::vector<RawAction> actions;
};

/// Rate for files without one: the median of real files.
inline constexpr double kDefaultRate = 25;

}  // namespace vitrine::iqm
