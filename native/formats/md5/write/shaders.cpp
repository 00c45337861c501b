#include "formats/md5/write/shaders.h"

#include <algorithm>
#include <unordered_set>

#include "base/argument.h"
#include "convert/plain_text.h"

namespace vitrine::md5_export {
namespace {

std::string shader_of(const std::string& own, const Md5WriteOptions& options) {
  switch (options.shader_names) {
    case Md5ShaderNames::kKeep:
      return quotable(own, "default");
    case Md5ShaderNames::kBaseName:
      return plain_name(image_base_name(own), "skin");
    case Md5ShaderNames::kFolder: {
      const std::string name = quotable(own, "default");
      return name.find('/') == std::string::npos ? options.shader_folder + "/" + plain_name(name, "default") : name;
    }
  }
  return own;
}

}  // namespace

void name_shaders(const Md5WriteOptions& options, OutMeshes& out, LossReport& loss_report) {
  const uint32_t most = options.shader_bytes > 0 ? options.shader_bytes : kLongestName;
  NameList names(most);
  std::unordered_set<std::string> kept;
  uint64_t renamed = 0;
  for (OutMesh& mesh : out.meshes) {
    const std::string wanted = shader_of(mesh.shader, options);
    const bool keeps =
        options.shader_names == Md5ShaderNames::kKeep && options.shader_bytes == 0 && wanted.size() <= most;
    // Materials that differ in case only are one to the engine, as in the source.
    const std::string given = keeps && kept.insert(wanted).second ? wanted : names.take(wanted);
    renamed += given != mesh.shader && options.shader_names == Md5ShaderNames::kKeep;
    mesh.shader = given;
  }
  loss_report.add("names", renamed,
                  counted(renamed, "material has", "materials have") + " a name that readers take instead of its own");
}

double shape_travel(const Scene& scene, const Curve& curve) {
  const Mesh& mesh = scene.meshes[curve.target];
  if (curve.sub_target >= mesh.shapes.size()) return 0;
  const ShapeKey& shape = mesh.shapes[curve.sub_target];
  const ShapeKey& from = mesh.shapes[shape.relative_to];
  double most = 0, farthest = 0;
  for (const Key& key : curve.keys) most = std::max(most, std::abs(key.value - static_cast<double>(shape.value)));
  for (size_t v = 0; v < shape.positions.size(); ++v)
    farthest = std::max(farthest, static_cast<double>(glm::distance(shape.positions[v], from.positions[v])));
  return most * farthest;
}

}  // namespace vitrine::md5_export
