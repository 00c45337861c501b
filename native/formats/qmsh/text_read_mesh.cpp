// Objects of the kind mesh.

#include "formats/qmsh/text_reader.h"

namespace vitrine::qmsh {
namespace {

constexpr uint32_t kMaterialLimit = 16, kFewestCorners = 3, kMostCorners = 4, kLargestInteger = 0x7FFFFFFF;
constexpr uint64_t kSmallestVertex = 6;  // "0,0,0 "
constexpr uint64_t kSmallestFace = 6;    // "3 0 0 " and three corners of "0 0,0 "
constexpr uint64_t kSmallestCorner = 6;

}  // namespace

void TextReader::mesh() {
  TextMesh mesh;
  mesh.offset = in_.offset();
  in_.expect_word("mesh");
  mesh.name = name("the name of the mesh");
  open();
  if (since(12)) label("pos");
  mesh.position = vec3("a number of the position");
  if (since(12)) label("rot");
  mesh.rotation_rad = vec3("a number of the rotation");
  if (since(12)) label("scale");
  mesh.scale = vec3("a number of the scale");
  if (since(12)) label("parent");
  mesh.parent_offset = in_.offset();
  mesh.parent_armature = name("the name of the parent armature");
  mesh.parent_bone = name("the name of the parent bone");
  if (!since(12)) mesh.auto_smooth_deg = in_.number("the auto smooth angle");
  // One exporter writes an angle that the loader of its time did not expect.
  else if (optional_label("smooth"))
    mesh.auto_smooth_deg = in_.number("the auto smooth angle");
  materials(mesh);
  vertices(mesh);
  faces(mesh);
  groups(mesh);
  close();
  if (!in_.failed()) model_.meshes.push_back(std::move(mesh));
}

void TextReader::materials(TextMesh& mesh) {
  in_.expect_word("materials");
  colon();
  const uint64_t at = in_.offset();
  const uint32_t n = count("the number of materials", 2, sizeof(TextMaterial), limits_.meshes);
  if (n > kMaterialLimit)
    diagnostics_.add(kMaterialCount, at,
                     std::to_string(n) + " materials, faces can name " + std::to_string(kMaterialLimit));
  mesh.materials.resize(n);
  open();
  for (uint32_t i = 0; i < n && !in_.failed(); ++i) material(mesh.materials[i]);
  close();
}

void TextReader::material(TextMaterial& material) {
  material.offset = in_.offset();
  if (!since(16)) {
    material.name = name("the name of a material");
    if (!since(12)) return;
    in_.expect(',', "after the name of a material");
    if (in_.take_word("none")) return;
    in_.expect_word("image");
    TextTexture image;
    image.name = name("the name of an image");
    image.diffuse = 1;
    material.textures.push_back(std::move(image));
    return;
  }
  in_.expect_word("material");
  material.name = name("the name of a material");
  open();
  if (optional_label("diffuse")) {
    material.has_colors = true;
    material.diffuse = vec3("a number of the diffuse colour");
    material.diffuse_intensity = in_.number("the diffuse intensity");
    label("specular");
    material.specular = vec3("a number of the specular colour");
    material.specular_intensity = in_.number("the specular intensity");
    material.hardness = static_cast<int32_t>(in_.integer("the hardness"));
  }
  while (more()) texture(material);
}

void TextReader::texture(TextMaterial& material) {
  in_.expect_word("texture");
  colon();
  TextTexture texture;
  texture.name = name("the name of a texture");
  open();
  while (more()) {
    const uint64_t at = in_.offset();
    const std::string_view word = in_.word("'diffuse', 'specular', 'specular_color' or 'normal'");
    float TextTexture::*const purpose = word == "diffuse"          ? &TextTexture::diffuse
                                        : word == "specular"       ? &TextTexture::specular
                                        : word == "specular_color" ? &TextTexture::specular_color
                                        : word == "normal"         ? &TextTexture::normal
                                                                   : nullptr;
    if (purpose == nullptr) {
      in_.fail(kSyntax, at,
               "expected 'diffuse', 'specular', 'specular_color' or 'normal', found '" + std::string(word) + "'");
      return;
    }
    colon();
    texture.*purpose = in_.number("a factor");
    for (const TextTexture& other : material.textures) {
      if (other.*purpose >= 0)
        in_.fail(kTextureTwice, at, "a second texture of the material for '" + std::string(word) + "'");
    }
  }
  material.textures.push_back(std::move(texture));
}

void TextReader::vertices(TextMesh& mesh) {
  in_.expect_word("vertices");
  colon();
  const bool with_normals = since(17);
  const uint32_t n = count("the number of vertices", with_normals ? 2 * kSmallestVertex : kSmallestVertex,
                           with_normals ? 24 : 12, limits_.vertices);
  mesh.vertices.resize(n);
  if (with_normals) mesh.normals.resize(n);
  open();
  for (uint32_t i = 0; i < n && !in_.failed(); ++i) {
    mesh.vertices[i] = vec3("a coordinate of a vertex");
    if (!with_normals) continue;
    in_.expect(',', "before the normal of a vertex");
    mesh.normals[i] = vec3("a number of a normal");
  }
  close();
}

void TextReader::faces(TextMesh& mesh) {
  in_.expect_word("faces");
  colon();
  const uint32_t n = count("the number of faces", kSmallestFace + 3 * kSmallestCorner,
                           sizeof(TextFace) + 4 * sizeof(TextCorner), limits_.vertices / 4);
  mesh.faces.resize(n);
  mesh.corners.reserve(size_t{n} * 4);
  open();
  for (uint32_t i = 0; i < n && !in_.failed(); ++i) {
    if (!plain_face(mesh, mesh.faces[i])) face(mesh, i);
    // Blender's face normal; ours follow from the corners.
    if (since(12)) vec3("a number of the face normal");
  }
  close();
}

/// A face of plain tokens, all of them in range. False leaves everything as it was.
bool TextReader::plain_face(TextMesh& mesh, TextFace& face) {
  PlainTokens ahead = in_.plain();
  uint32_t count = 0, material = 0, smooth = 0;
  if (!ahead.whole(count) || count < kFewestCorners || count > kMostCorners) return false;
  if (!ahead.whole(material) || material >= kMaterialLimit) return false;
  if (!ahead.whole(smooth) || smooth > kLargestInteger) return false;
  std::array<TextCorner, kMostCorners> corners;
  for (uint32_t k = 0; k < count; ++k) {
    TextCorner& corner = corners[k];
    if (!ahead.whole(corner.vertex) || corner.vertex >= mesh.vertices.size()) return false;
    if (!ahead.row(&corner.uv.x, 2)) return false;
  }
  in_.follow(ahead);
  face.first_corner = static_cast<uint32_t>(mesh.corners.size());
  face.corner_count = static_cast<uint8_t>(count);
  face.material = static_cast<uint8_t>(material);
  face.smooth = smooth > 0;
  mesh.corners.insert(mesh.corners.end(), corners.begin(), corners.begin() + count);
  return true;
}

/// Any face, with the place of what is wrong in it.
void TextReader::face(TextMesh& mesh, size_t index) {
  TextFace& face = mesh.faces[index];
  const auto refuse = [&](const Code& code, uint64_t at, std::string message) {
    in_.fail(code, at, std::move(message), path("faces", index));
  };
  uint64_t at = in_.offset();
  const uint32_t corner_count = in_.unsigned_integer("the number of corners");
  if (in_.failed()) return;
  if (corner_count < kFewestCorners || corner_count > kMostCorners)
    return refuse(kCorners, at, "expected 3 or 4 corners, found " + std::to_string(corner_count));
  at = in_.offset();
  const uint32_t material = in_.unsigned_integer("the material number");
  if (in_.failed()) return;
  if (material >= kMaterialLimit)
    return refuse(kFaceMaterial, at, "expected a material number from 0 to 15, found " + std::to_string(material));
  face.first_corner = static_cast<uint32_t>(mesh.corners.size());
  face.corner_count = static_cast<uint8_t>(corner_count);
  face.material = static_cast<uint8_t>(material);
  face.smooth = in_.integer("the smooth flag") > 0;
  for (uint32_t k = 0; k < corner_count && !in_.failed(); ++k) {
    at = in_.offset();
    const uint32_t vertex = in_.unsigned_integer("the number of a vertex");
    if (in_.failed()) return;
    if (vertex >= mesh.vertices.size()) {
      return refuse(
          kFaceVertex, at,
          "expected a vertex below " + std::to_string(mesh.vertices.size()) + ", found " + std::to_string(vertex));
    }
    mesh.corners.push_back({vertex, vec2("a texture coordinate")});
  }
}

void TextReader::groups(TextMesh& mesh) {
  in_.expect_word("vertex_groups");
  colon();
  open();
  while (more()) {
    TextGroup group;
    group.offset = in_.offset();
    group.name = name("the name of a vertex group or '}'");
    open();
    while (more()) {
      TextGroup::Entry entry;
      PlainTokens ahead = in_.plain();
      if (ahead.whole(entry.vertex) && entry.vertex < mesh.vertices.size() && ahead.number(entry.weight)) {
        in_.follow(ahead);
        group.entries.push_back(entry);
        continue;
      }
      const uint64_t at = in_.offset();
      const uint32_t vertex = in_.unsigned_integer("the number of a vertex");
      const float weight = in_.number("a weight");
      if (in_.failed()) return;
      if (vertex >= mesh.vertices.size()) {
        diagnostics_.add(
            kGroupVertex, at,
            "expected a vertex below " + std::to_string(mesh.vertices.size()) + ", found " + std::to_string(vertex));
        continue;
      }
      group.entries.push_back({vertex, weight});
    }
    charge(sizeof(TextGroup) + group.entries.size() * sizeof(TextGroup::Entry));
    mesh.groups.push_back(std::move(group));
  }
}

}  // namespace vitrine::qmsh
