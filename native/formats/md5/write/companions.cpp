#include "formats/md5/write/companions.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/argument.h"
#include "convert/model_images.h"
#include "convert/plain_text.h"
#include "scene/textures.h"

namespace vitrine::md5_export {
namespace {

const TextureSlot* slot_of(const Scene& scene, const OutMesh& mesh, TextureRole role) {
  return mesh.material == kNone ? nullptr : vitrine::slot_of(scene.materials[mesh.material], role);
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

/// A colour that the file states: white says nothing, and the first is what readers fill in.
bool is_stated(const glm::vec4& color) {
  return glm::vec3(color) != glm::vec3(0.8f) && glm::vec3(color) != glm::vec3(1);
}

std::string without_ending(const std::string& name) {
  const size_t slash = name.find_last_of("/\\");
  const size_t at = slash == std::string::npos ? 0 : slash + 1;
  const size_t bare = image_base_name(name).size();
  return name.substr(0, at + bare);
}

}  // namespace

bool is_named(const Material& material, const Texture& texture) {
  const size_t bare = texture.name.size() - (texture.name.find_last_of("/\\") + 1);
  return material.declaration.line != 0 || texture.status == TextureStatus::kFound ||
         image_base_name(texture.name).size() < bare;
}

ImageFiles::ImageFiles(const Scene& scene, const Md5WriteOptions& options, const OutMeshes& meshes,
                       const ExportImages& given)
    : scene_(scene), options_(options), meshes_(meshes), given_(given) {
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
  return written ? found->second.name + image_ending(bytes->second) : mesh.shader;
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
      name += image_ending(bytes->second);
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
  if (writes && options_.plain_images) add_plain(files, loss_report);
  report_colors(loss_report);
}

bool ImageFiles::has_image(const OutMesh& mesh, TextureRole role) const {
  const auto found = images_.find({mesh.shader, role});
  if (found == images_.end()) return false;
  const Texture& texture = scene_.textures[found->second.texture];
  if (!options_.writes("images")) return texture.file != kNone || !texture.inside.empty();
  return given_.contains(found->second.texture) && is_plain_path(found->second.name);
}

void ImageFiles::add_plain(std::vector<TextFile>& files, LossReport& loss_report) const {
  std::set<std::string> shaders;
  uint64_t stand_ins = 0;
  for (const OutMesh& mesh : meshes_.meshes) {
    const std::string name = without_ending(mesh.shader) + options_.image_suffix;
    if (has_image(mesh, TextureRole::kDiffuse) || !is_plain_path(name) || !shaders.insert(lower_case(name)).second)
      continue;
    const Material material = mesh.material == kNone ? Material() : scene_.materials[mesh.material];
    files.push_back({name + ".png", plain_png(material.diffuse, material.alpha_mode != AlphaMode::kOpaque)});
    const TextureSlot* slot = slot_of(scene_, mesh, TextureRole::kDiffuse);
    stand_ins += slot != nullptr && is_named(material, scene_.textures[slot->texture]);
  }
  loss_report.add("images", stand_ins,
                  counted(stand_ins, "material has", "materials have") +
                      " an image of one colour instead of its own, which is missing or not decoded");
}

void ImageFiles::report_colors(LossReport& loss_report) const {
  const bool plain = options_.plain_images && options_.writes("images");
  std::set<uint32_t> lost;
  for (const OutMesh& mesh : meshes_.meshes) {
    if (mesh.material == kNone) continue;
    const Material& material = scene_.materials[mesh.material];
    const bool carried = has_image(mesh, TextureRole::kDiffuse) ? !material.tints : plain;
    if (!carried && is_stated(material.diffuse)) lost.insert(mesh.material);
  }
  loss_report.add(
      "materials", lost.size(),
      "base colours are left out of " + counted(lost.size(), "material", "materials") + ", because md5 has no colours");
}

namespace {

std::string in_folder(const Md5WriteOptions& options, const std::string& file) {
  return options.folder.empty() ? file : options.folder + "/" + file;
}

const Material* material_of(const CompanionInput& in, const OutMesh& mesh) {
  return mesh.material == kNone ? nullptr : &in.scene.materials[mesh.material];
}

bool has_slot(const CompanionInput& in, const Material* material, TextureRole role) {
  return material != nullptr &&
         std::any_of(material->slots.begin(), material->slots.end(), [&](const TextureSlot& slot) {
           return slot.role == role && slot.texture != kNone && is_named(*material, in.scene.textures[slot.texture]);
         });
}

/// Materials of Doom 3, as far as the scene has their data.
std::string material_text(const CompanionInput& in) {
  std::string out;
  NameList seen(0);
  for (const OutMesh& mesh : in.meshes.meshes) {
    if (seen.take(mesh.shader) != mesh.shader) continue;  // split from the one before
    const Material* material = material_of(in, mesh);
    const std::string diffuse = in.images.name_of(mesh, TextureRole::kDiffuse);
    out += mesh.shader + "\n{\n";
    if (material != nullptr && material->double_sided) out += "\ttwoSided\n";
    if (has_slot(in, material, TextureRole::kNormal))
      out += "\tbumpmap " + in.images.name_of(mesh, TextureRole::kNormal, "_local") + "\n";
    if (material != nullptr && material->alpha_mode == AlphaMode::kMask)
      out += "\t{\n\t\tblend diffusemap\n\t\tmap " + diffuse + "\n\t\talphaTest 0.5\n\t}\n";
    else
      out += "\tdiffusemap " + diffuse + "\n";
    if (has_slot(in, material, TextureRole::kSpecular))
      out += "\tspecularmap " + in.images.name_of(mesh, TextureRole::kSpecular, "_s") + "\n";
    if (has_slot(in, material, TextureRole::kEmissive))
      out += "\t{\n\t\tblend add\n\t\tmap " + in.images.name_of(mesh, TextureRole::kEmissive) + "\n\t}\n";
    out += "}\n\n";
  }
  return out;
}

/// Names of one letter or of digits only spoil the declaration; digits at the end make variants of one animation.
std::string anim_name(const std::string& name) {
  std::string out = plain_name(name, "anim");
  const bool digits = std::all_of(out.begin(), out.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits || out.size() < 2 ? "anim_" + out + "x" : out;
}

std::string declaration_text(const CompanionInput& in) {
  std::string out = "model " + in.options.name + " {\n\tmesh " + in_folder(in.options, in.options.name) + ".md5mesh\n";
  NameList names(0);
  for (size_t k = 0; k < in.files.size(); ++k)
    out += "\tanim " + names.take(anim_name(in.names.of(k))) + " " + in_folder(in.options, in.files[k].name) +
           ".md5anim\n";
  return out + "}\n";
}

std::string skin_text(const CompanionInput& in) {
  std::string out =
      "skin skins/" + in.options.name + " {\n\tmodel " + in_folder(in.options, in.options.name) + ".md5mesh\n";
  NameList seen(0);
  for (const OutMesh& mesh : in.meshes.meshes) {
    if (seen.take(mesh.shader) == mesh.shader) out += "\t" + mesh.shader + " " + mesh.shader + "\n";
  }
  return out + "}\n";
}

/// Red Eclipse and Sauerbraten.
std::string config_text(const CompanionInput& in) {
  std::string out = "md5load " + in.options.name + ".md5mesh\n";
  NameList seen(0);
  for (const OutMesh& mesh : in.meshes.meshes) {
    if (seen.take(mesh.name) != mesh.name) continue;
    out += "md5skin \"" + mesh.name + "\" \"" + in.images.file_of(mesh, TextureRole::kDiffuse) + "\"\n";
    const Material* material = material_of(in, mesh);
    if (material != nullptr && material->double_sided) out += "md5cullface \"" + mesh.name + "\" 0\n";
  }
  for (size_t k = 0; k < in.files.size(); ++k) {
    if (in.names.of(k).empty()) continue;
    out += "md5anim \"" + quotable(in.names.of(k), "anim") + "\" " + in.files[k].name + ".md5anim " +
           std::to_string(in.files[k].rate) + "\n";
  }
  return out + "mdlyaw 90\n";
}

}  // namespace

void add_companions(const CompanionInput& in, std::vector<TextFile>& files) {
  for (const std::string& wanted : in.options.companions) {
    if (wanted == "def") files.push_back({in.options.name + ".def", declaration_text(in)});
    if (wanted == "mtr") files.push_back({in.options.name + ".mtr", material_text(in)});
    if (wanted == "skin") files.push_back({in.options.name + ".skin", skin_text(in)});
    if (wanted == "md5.cfg") files.push_back({"md5.cfg", config_text(in)});
  }
}

}  // namespace vitrine::md5_export
