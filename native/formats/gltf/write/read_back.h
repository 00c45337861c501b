#pragma once
// A small reader for the files that are written, to say by glTF's own rules what stands in them: a pose at a time,
// and the vertices of a mesh in it. It shares no code with the writer.

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace vitrine::glb {

inline constexpr uint32_t kNoIndex = ~0u;

class Asset {
 public:
  /// GLB_READ_BACK for anything that is not such a file.
  static Result<Asset> read(std::span<const uint8_t> bytes);

  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  uint32_t mesh_of(uint32_t node) const { return nodes_[node].mesh; }
  /// Poses all nodes; kNoIndex = as they stand. Before its first key a channel holds the first, after its last the
  /// last.
  void pose(uint32_t animation, double time_s);
  const glm::dmat4& world_from_node(uint32_t node) const { return worlds_[node]; }
  /// Vertices of a node's mesh in the scene, in the order of its arrays; with `normals`, their unit normals too (turned
  /// by the joints as viewers do, zero where there are none).
  void vertices(uint32_t node, std::vector<glm::dvec3>& out, std::vector<glm::dvec3>* normals = nullptr) const;

 private:
  struct Node {
    uint32_t parent = kNoIndex, mesh = kNoIndex, skin = kNoIndex;
    glm::dvec3 translation{0}, scale{1};
    glm::dquat rotation{1, 0, 0, 0};
  };
  struct Mesh {
    std::vector<glm::vec3> positions, normals;
    std::vector<std::vector<glm::vec3>> targets, target_normals;  ///< the latter empty, or one per target
    std::vector<float> target_weights;
    uint32_t influences = 0;  ///< per vertex: four for each set
    std::vector<uint16_t> joints;
    std::vector<float> weights;
  };
  struct Skin {
    std::vector<uint32_t> joints;
    std::vector<glm::dmat4> joint_from_bind;
  };
  enum class Path : uint8_t { kTranslation, kRotation, kScale, kWeights };
  struct Channel {
    uint32_t node = 0, sampler = 0;
    Path path = Path::kTranslation;
  };
  enum class Interpolation : uint8_t { kStep, kLinear, kCubic };
  struct Sampler {
    std::vector<float> times_s, values;
    Interpolation interpolation = Interpolation::kLinear;
  };
  struct Animation {
    std::vector<Channel> channels;
    std::vector<Sampler> samplers;
  };
  friend class Reader;

  static std::vector<double> sample(const Sampler& sampler, double time_s, bool rotation);

  std::vector<Node> nodes_;
  std::vector<uint32_t> order_;  ///< parents before their children
  std::vector<Mesh> meshes_;
  std::vector<Skin> skins_;
  std::vector<Animation> animations_;
  std::vector<glm::dmat4> worlds_;
  std::vector<std::vector<double>> weights_;  ///< per node, of its mesh's targets
};

}  // namespace vitrine::glb
