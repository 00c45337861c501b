#pragma once
// Writing a KRI scene. The structures mirror the file; export.h makes them from any scene.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/kri/full/export_log.h"
#include "scene/scene.h"

namespace vitrine::kri {

enum class Generation : uint8_t {
  kSeed,  ///< March 2010: fixed strings, handedness in the texture coordinate's third component, everything in few
          ///< chunks
  kLast,  ///< November 2011: length-prefixed strings, handedness in the position's fourth, materials and particles in
          ///< parts
};

struct OutCurve {
  std::string path;     ///< "s.location"
  uint8_t element = 0;  ///< 0 = the object itself, k = its part k - 1
  uint8_t size = 1;     ///< floats per value
  bool extrapolate = false;
  std::vector<float> keys;  ///< per key: time, value, left handle, right handle (each but the time `size` floats)

  size_t key_count() const { return keys.size() / (1 + 3 * size_t{size}); }
};

struct OutAction {
  std::string name;
  float length_s = 0;
  uint32_t clip = kNone;  ///< of the scene; not written
  std::vector<OutCurve> curves;
};

struct OutBone {
  std::string name;
  uint8_t parent = 0;  ///< 0 = the armature, else 1 + index
  Transform bind;      ///< relative to the parent
};

struct OutMesh {
  Mesh mesh;  ///< in the node's space, prepared: at most 65,535 vertices and triangles; material numbers of OutScene
  std::vector<std::array<uint8_t, 8>> weights;  ///< four (weight, bone) per vertex; empty = rigid
  std::vector<LogLine> lines;                   ///< the log of the steps
};

struct OutObject {
  std::string name, parent;     ///< unique names; empty parent = none
  Transform local;              ///< the mean of the scales is written
  std::vector<OutMesh> meshes;  ///< none or one
  std::vector<Light> lights;    ///< likewise
  std::vector<Camera> cameras;  ///< likewise
  std::vector<OutBone> bones;   ///< at most 255
  std::vector<Emitter> emitters;
  std::vector<OutAction> node_actions, data_actions;  ///< of the node; of its mesh, bones, lamp or camera
};

/// Data of a texture slot beside the scene's.
struct OutSlot {
  std::string path;       ///< of its image; empty without one
  std::string layer;      ///< name of its texture layer in the first mesh that has the material
  bool has_layer = true;  ///< false: a mesh has the material and no such layer
};

struct OutMaterial {
  Material material;
  std::vector<OutSlot> slots;  ///< one per slot of the material
  std::vector<OutAction> actions;
};

struct OutScene {
  std::vector<OutMaterial> materials;
  std::vector<OutObject> objects;  ///< parents first
};

struct WriteOptions {
  Generation generation = Generation::kLast;
  bool processed_quaternions = true;  ///< for the log
};

/// Longest name that survives: 24 bytes or 255.
size_t name_limit(Generation generation);
/// The name with '_' for the bytes below 0x20, with which readers do not recognise a chunk's layout.
std::string without_control(std::string name);

/// The file; everything that is written, and what it may lose, goes to `log`. Fails with LIMIT_COUNT where a count does
/// not fit its field.
Result<std::vector<uint8_t>> write(const OutScene& scene, const WriteOptions& options, ExportLog& log);

}  // namespace vitrine::kri
