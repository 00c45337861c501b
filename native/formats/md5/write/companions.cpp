#include "formats/md5/write/companions.h"

#include <algorithm>

#include "convert/plain_text.h"

namespace vitrine::md5_export {
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
