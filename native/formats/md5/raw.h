#pragma once
// The files as they are, one struct per record. Lists are in the order of the written numbers.

#include <cstdint>
#include <string>
#include <vector>

#include "base/codes.h"
#include "formats/md5/affine.h"

namespace vitrine::md5 {

struct RawJoint {
  std::string name;
  int64_t parent = -1;
  Affine pose;                      ///< model space
  glm::dquat rotation{1, 0, 0, 0};  ///< of pose.basis, as stored (may be longer than 1)
  uint64_t offset = 0, length = 0;
};

struct RawMesh {
  std::string name;  ///< of the exporter's comment or the `name` key
  std::string shader;
  std::string flags;  ///< of the `flags` block of a later dialect
  struct Run {
    uint32_t first = 0, count = 0;
  };
  std::vector<glm::vec2> uv;
  std::vector<Run> runs;  ///< of weights, one per vertex
  std::vector<uint32_t> indices;
  Influences weights;  ///< already in the Scene's own shape: most meshes use each weight once, in order
  // Where the lists start (kNoOffset = absent), for finding the place of a fault again.
  uint64_t verts_offset = kNoOffset, tris_offset = kNoOffset, weights_offset = kNoOffset;
  bool shuffled = false;  ///< lines were not in the order of their numbers
  uint64_t offset = 0, length = 0;
};

struct RawModel {
  std::string commandline;
  int version = 10;
  std::vector<RawJoint> joints;
  std::vector<RawMesh> meshes;
};

struct RawTrack {
  std::string name;
  int64_t parent = -1;
  uint32_t flags = 0;
  uint32_t first = 0;         ///< of its components in a frame
  glm::dvec3 translation{0};  ///< of the base frame
  glm::dvec3 rotation{0};     ///< x y z as stored
  uint64_t offset = 0;        ///< of the hierarchy line
};

struct RawAnimation {
  std::string commandline;
  int version = 10;
  uint32_t frame_count = 0;
  uint32_t component_count = 0;
  double frame_rate = 0;
  std::vector<RawTrack> tracks;
  std::vector<SampledFrames::Bounds> bounds;
  // [frame * tracks.size() + track], relative to the parent.
  std::vector<glm::vec3> translations;
  std::vector<glm::quat> rotations;
};

struct RawCut {
  uint32_t frame = 0;
  bool has_position = false, has_rotation = false, by_angles = false;
  glm::dvec3 position{0};
  glm::dquat rotation{1, 0, 0, 0};
  glm::dvec3 numbers{0};  ///< of `rot` or `rotA`, as stored
};

struct RawCamera {
  std::string commandline;
  uint32_t frame_count = 0;
  double frame_rate = 0;
  std::vector<RawCut> cuts;
  std::vector<glm::vec3> positions;
  std::vector<glm::quat> rotations;
  std::vector<float> fov_deg;
};

}  // namespace vitrine::md5
