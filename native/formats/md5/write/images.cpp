#include "formats/md5/write/images.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/argument.h"
#include "formats/md5/write/names.h"

namespace vitrine::md5_export {
namespace {

const TextureSlot* slot_of(const Scene& scene, const OutMesh& mesh, TextureRole role) {
  if (mesh.material == kNone) return nullptr;
  const std::vector<TextureSlot>& slots = scene.materials[mesh.material].slots;
  const auto found = std::find_if(slots.begin(), slots.end(),
                                  [&](const TextureSlot& slot) { return slot.role == role && slot.texture != kNone; });
  return found == slots.end() ? nullptr : &*found;
}

const char* ending_of(const std::vector<uint8_t>& bytes) {
  if (bytes.size() > 2 && bytes[0] == 0x89 && bytes[1] == 'P') return ".png";
  if (bytes.size() > 2 && bytes[0] == 0xFF && bytes[1] == 0xD8) return ".jpg";
  return ".tga";
}

/// Below the model's folder, whatever the material is called.
bool is_plain_path(const std::string& path) {
  for (size_t from = 0; from <= path.size();) {
    const size_t to = std::min(path.find('/', from), path.size());
    const std::string part = path.substr(from, to - from);
    if (part.empty() || part[0] == '.' || plain_name(part, "") != part) return false;
    from = to + 1;
  }
  return true;
}

std::string without_ending(const std::string& name) {
  const size_t slash = name.find_last_of("/\\");
  const size_t at = slash == std::string::npos ? 0 : slash + 1;
  const size_t bare = image_base_name(name).size();
  return name.substr(0, at + bare);
}

}  // namespace

ImageFiles::ImageFiles(const Scene& scene, const Md5WriteOptions& options, const OutMeshes& meshes,
                       const ExportImages& given)
    : scene_(scene), options_(options), given_(given) {
  const bool declared =
      std::find(options.companions.begin(), options.companions.end(), "mtr") != options.companions.end();
  std::map<std::string, uint32_t> taken;
  for (const OutMesh& mesh : meshes.meshes) {
    for (const TextureRole role :
         {TextureRole::kDiffuse, TextureRole::kNormal, TextureRole::kSpecular, TextureRole::kEmissive}) {
      const TextureSlot* slot = slot_of(scene, mesh, role);
      if (slot == nullptr || images_.contains({mesh.shader, role})) continue;
      std::string name;
      if (declared) {
        const Texture& texture = scene.textures[slot->texture];
        name =
            plain_name(image_base_name(texture.file == kNone ? texture.name : scene.files[texture.file].name), "image");
        const size_t slash = mesh.shader.rfind('/');
        if (slash != std::string::npos) name = mesh.shader.substr(0, slash + 1) + name;
        // Images of different folders may be called alike.
        const std::string first = name;
        for (uint32_t number = 2; !taken.try_emplace(lower_case(name), slot->texture).second; ++number) {
          if (taken[lower_case(name)] == slot->texture) break;
          name = first + "_" + std::to_string(number);
        }
      } else if (role == TextureRole::kDiffuse) {
        name = options.image_name.empty() ? without_ending(mesh.shader) + options.image_suffix : options.image_name;
      } else if (role == TextureRole::kEmissive && !options.glow_suffix.empty()) {
        name = without_ending(mesh.shader) + options.image_suffix + options.glow_suffix;
      }
      images_.emplace(std::pair(mesh.shader, role), Image{slot->texture, std::move(name)});
    }
  }
}

std::string ImageFiles::name_of(const OutMesh& mesh, TextureRole role, const char* fallback) const {
  const auto found = images_.find({mesh.shader, role});
  return found == images_.end() || found->second.name.empty() ? mesh.shader + fallback : found->second.name;
}

std::string ImageFiles::file_of(const OutMesh& mesh, TextureRole role) const {
  const auto found = images_.find({mesh.shader, role});
  if (found == images_.end() || !options_.writes("images")) return mesh.shader;
  const auto bytes = given_.find(found->second.texture);
  const bool written = bytes != given_.end() && is_plain_path(found->second.name);
  return written ? found->second.name + ending_of(bytes->second) : mesh.shader;
}

void ImageFiles::add(std::vector<TextFile>& files, LossReport& loss_report) const {
  const bool writes = options_.writes("images");
  const std::string below = options_.folder.empty() ? "" : options_.folder + "/";
  std::set<uint32_t> left;
  std::map<std::string, uint32_t> written;
  for (const auto& [key, image] : images_) {
    std::string name = image.name;
    if (!below.empty() && name.starts_with(below)) name.erase(0, below.size());
    // A material that names another folder of the game has its images there.
    if (options_.shader_names == Md5ShaderNames::kFolder && name.find('/') != std::string::npos) continue;
    const auto bytes = given_.find(image.texture);
    const bool can = writes && bytes != given_.end() && is_plain_path(name);
    if (can) {
      name += ending_of(bytes->second);
      const auto [found, is_new] = written.try_emplace(lower_case(name), image.texture);
      if (is_new) files.push_back({name, {bytes->second.begin(), bytes->second.end()}});
      if (found->second == image.texture) continue;
    }
    // An image beside the model stays there; where images are written, all that are there are meant.
    const Texture& texture = scene_.textures[image.texture];
    if (!texture.inside.empty() || (writes && texture.file != kNone)) left.insert(image.texture);
  }
  loss_report.add("images", left.size(),
                  counted(left.size(), "image is", "images are") +
                      (writes ? " not written: the engine has no name for it, or it is not decoded"
                              : " inside of the model's file and not written"));
}

}  // namespace vitrine::md5_export
