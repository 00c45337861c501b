#pragma once
// Raw structs to parts of a Scene. Everything is built into locals and appended last.

#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/format.h"
#include "formats/md5/raw.h"

namespace vitrine::md5 {

/// Joint nodes, one skin, and a mesh with its node per mesh block; materials by shader name.
Status build_model(LoadContext& context, RawModel raw, Scene& scene);
/// A clip, fitted to every skin of the scene (or with joint nodes of its own when the scene has no joints).
Status build_animation(LoadContext& context, RawAnimation raw, Scene& scene);
/// A camera node with its camera and clip, and one still camera per cut that gives a view of its own.
Status build_camera(LoadContext& context, const RawCamera& raw, Scene& scene);

/// The name a mesh block gives itself, else that of its shader, else its number.
std::string mesh_name(const RawMesh& raw, size_t index);
/// A short name for a shader: what stands behind its last slash, without the extension of an image.
std::string_view shader_base_name(std::string_view shader);
/// A material with the textures that the engines of the family look for under this shader name, appended to the lists.
/// `file_base_name` serves meshes that name no shader.
void add_material(const std::string& shader, const std::string& file_base_name, std::vector<Material>& materials,
                  std::vector<Texture>& textures);

}  // namespace vitrine::md5
