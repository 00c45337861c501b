#include "formats/qmsh/write/objects.h"

#include <unordered_map>
#include <unordered_set>

#include "base/argument.h"
#include "formats/qmsh/read/encoding.h"

namespace vitrine {

std::vector<std::string> qmsh_object_names(const Scene& scene, LossReport& loss_report) {
  std::vector<std::string> names(scene.nodes.size());
  std::unordered_set<std::string> taken, seen;  // as bytes of the file
  std::unordered_map<std::string, uint32_t> last_number;
  uint64_t renamed = 0;
  for (size_t n = 0; n < names.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh == kNone) continue;
    names[n] = node.name.empty() ? scene.meshes[node.mesh].name : node.name;
    taken.insert(qmsh::encode_name(names[n]));
  }
  for (size_t n = 0; n < names.size(); ++n) {
    if (scene.nodes[n].mesh == kNone || seen.insert(qmsh::encode_name(names[n])).second) continue;
    const std::string stem = names[n];
    uint32_t& number = last_number[stem];
    do names[n] = stem + "." + std::to_string(++number);
    while (!taken.insert(qmsh::encode_name(names[n])).second);
    ++renamed;
  }
  loss_report.add("names", renamed,
                  counted(renamed, "object was", "objects were") + " renamed, because another has the same name");
  return names;
}

std::string qmsh_part_name(const Scene& scene, const std::string& object, const Mesh& mesh,
                           const Primitive& primitive) {
  if (!primitive.name.empty()) return primitive.name;
  if (mesh.primitives.size() == 1) return object;
  return object + "." + (primitive.material == kNone ? std::string() : scene.materials[primitive.material].name);
}

const UvLayer* qmsh_uv_layer(const Mesh& mesh, uint32_t set) {
  if (mesh.uv_layers.empty()) return nullptr;
  return &mesh.uv_layers[set < mesh.uv_layers.size() ? set : 0];
}

}  // namespace vitrine
