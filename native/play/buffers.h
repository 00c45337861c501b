#pragma once
// Options of a pose, and the arrays that hosts read from it.

#include <cstddef>
#include <cstdint>

namespace vitrine {

/// In place of a clip's number: the clips of different things at once, each in its own time, and the particles.
inline constexpr uint32_t kSimultaneousClips = 0xFFFFFFFEu;

struct PoseOptions {
  bool skin = true;       ///< positions of every mesh instance
  bool normals = true;    ///< and normals
  bool tangents = false;  ///< and tangents, for meshes with texture coordinates
  bool particles = true;  ///< the particles of emitters
};

/// Buffers of a document that hosts map as typed arrays. `index` is a mesh instance (a node with a mesh, in node order)
/// unless stated otherwise. A pointer stays valid until the next call that loads or evaluates.
enum class BufferKind : uint8_t {
  kNodeMatrices = 0,  ///< index ignored; f32 x 16 per node, file space from node
  kPositions = 1,   ///< f32 x 3 per vertex, posed. Skinned: file space. Rigid: node space (draw with the node's matrix)
  kNormals = 2,     ///< f32 x 3 per vertex, posed likewise
  kTangents = 3,    ///< f32 x 4 per vertex or empty
  kIndices = 4,     ///< u32 x 3 per triangle
  kUv = 5,          ///< f32 x 2 per vertex or empty; index = instance + layer * number of instances
  kColors = 6,      ///< u8 x 4 per vertex or empty; index likewise
  kInfluences = 7,  ///< GPU: f32 x 8 per influence: (w * p.xyz, w), (joint slot as f32, 0, 0, 0), see
                    ///< skin/gpu_layout.h; empty for meshes with shape keys, which are always skinned on the CPU
  kInfluenceRuns = 8,  ///< GPU: u32 x 2 per vertex: first influence, count
  kPalette = 9,  ///< GPU: f32 x 12 per joint slot: three rows of file-space-from-joint; changes with every evaluate
  kBindPositions = 10,  ///< f32 x 3 per vertex as loaded
  kBindNormals = 11,    ///< f32 x 3 per vertex as loaded or computed for the bind pose
  // Animated properties besides nodes, at the time of the last evaluate; see pose/properties.h for the numbers.
  kMaterials = 12,        ///< index ignored; f32 x 12 per material
  kTextureSlots = 13,     ///< index ignored; f32 x 4 per texture slot, the materials' one after the other
  kLights = 14,           ///< index ignored; f32 x 12 per light
  kCameras = 15,          ///< index ignored; f32 x 4 per camera
  kShapeValues = 16,      ///< f32 per shape key of the instance's mesh
  kParticleSystems = 17,  ///< index ignored; u32 x 2 per system that is shown: node, emitter
  kParticles = 18,        ///< index = system; f32 x 8 per living particle, see pose/particles.h
  kNodeTransforms = 19,   ///< index ignored; f32 x 10 per node: local translation, rotation x y z w, scale
  kBindTangents = 20,     ///< f32 x 4 per vertex of a skinned mesh for the bind pose; empty before tangents were wanted
  // Meshes that are stored for every frame (scene.h, VertexFrames), for the GPU; empty for others.
  kFrameRows = 21,        ///< rows of all frames, as long as the layout says
  kFrameVertices = 22,    ///< u32 per vertex: its row within a frame
  kFrameDirections = 23,  ///< f32 x 3 per direction
  kShownFrames = 24,      ///< f32 x 16, see ShownFrames; changes with every evaluate
};

/// Two stored frames and what mixes them: position = numbers of one * scale_a + numbers of the other * scale_b +
/// offset, normal = one + (the other - one) * fraction, of length 1.
struct ShownFrames {
  float scale_a[3] = {}, frame_a = 0, scale_b[3] = {}, frame_b = 0, offset[3] = {}, fraction = 0;
  float layout = 0;          ///< of VertexFrames
  float frame_vertices = 0;  ///< rows of a frame
  float unused[2] = {};
};
struct BufferView {
  const void* data = nullptr;
  size_t bytes = 0;
};

}  // namespace vitrine
