// Objects of the kind mesh.

#include "formats/name_cost.h"
#include "formats/qmsh/read/lists.h"
#include "formats/qmsh/sentences.h"
#include "formats/qmsh/text_reader.h"

namespace vitrine::qmsh {
namespace {

constexpr uint32_t kMaterialLimit = 16, kFewestCorners = 3, kMostCorners = 4;
constexpr uint64_t kSmallestVertex = 6;  // "0,0,0 "
constexpr uint64_t kSmallestFace = 6;    // "3 0 0 " and three corners of "0 0,0 "
constexpr uint64_t kSmallestCorner = 6;

}  // namespace

void TextReader::mesh() {
  TextMesh& mesh = model_.meshes.emplace_back();
  mesh.offset = in_.offset();
  in_.expect_word("mesh");
  const Status few = check_limit(model_.meshes.size(), limits_.meshes, "meshes", mesh.offset);
  if (!few) return stop(few.error());
  charge(sizeof(TextMesh) + sizeof(Mesh) + sizeof(Node) + 2 * kBytesOfRow);
  name(mesh.name, "the name of the mesh");
  open();
  if (since(12)) label("pos");
  vec3(mesh.position, "a number of the position");
  if (since(12)) label("rot");
  vec3(mesh.rotation_rad, "a number of the rotation");
  if (since(12)) label("scale");
  vec3(mesh.scale, "a number of the scale");
  if (since(12)) label("parent");
  mesh.parent_offset = in_.offset();
  name(mesh.parent_armature, "the name of the parent armature");
  name(mesh.parent_bone, "the name of the parent bone");
  if (!since(12)) mesh.auto_smooth_deg = in_.number("the auto smooth angle");
  // One exporter writes an angle that the loader of its time did not expect.
  else if (optional_label("smooth"))
    mesh.auto_smooth_deg = in_.number("the auto smooth angle");
  materials(mesh);
  vertices(mesh);
  faces(mesh);
  groups(mesh);
  close();
}

void TextReader::materials(TextMesh& mesh) {
  in_.expect_word("materials");
  colon();
  const uint64_t at = in_.offset();
  const uint32_t n =
      count("the number of materials", 2, sizeof(TextMaterial) + sizeof(Material) + 2 * kBytesOfRow, limits_.meshes);
  if (n > kMaterialLimit) diagnostics_.add(messages::kMaterialCount, at, {n, kMaterialLimit});
  fill_new(mesh.materials, n);
  open();
  for (uint32_t i = 0; i < n && !in_.failed(); ++i) material(mesh.materials[i]);
  close();
}

void TextReader::material(TextMaterial& material) {
  material.offset = in_.offset();
  if (!since(16)) {
    name(material.name, "the name of a material");
    if (!since(12)) return;
    in_.expect(',', "after the name of a material");
    if (in_.take_word("none")) return;
    in_.expect_word("image");
    TextTexture& image = material.textures.emplace_back();
    name(image.name, "the name of an image");
    image.diffuse = 1;
    return;
  }
  in_.expect_word("material");
  name(material.name, "the name of a material");
  open();
  if (optional_label("diffuse")) {
    material.has_colors = true;
    vec3(material.diffuse, "a number of the diffuse colour");
    material.diffuse_intensity = in_.number("the diffuse intensity");
    label("specular");
    vec3(material.specular, "a number of the specular colour");
    material.specular_intensity = in_.number("the specular intensity");
    material.hardness = static_cast<int32_t>(in_.integer("the hardness"));
  }
  while (more()) texture(material);
}

void TextReader::texture(TextMaterial& material) {
  in_.expect_word("texture");
  colon();
  TextTexture& texture = material.textures.emplace_back();
  name(texture.name, "the name of a texture");
  open();
  while (more()) {
    static constexpr const char* kWords[] = {"diffuse", "specular", "specular_color", "normal"};
    static constexpr float TextTexture::*kPurposes[] = {&TextTexture::diffuse, &TextTexture::specular,
                                                        &TextTexture::specular_color, &TextTexture::normal};
    uint64_t at = 0;
    std::string_view word;
    const uint32_t found = choice(kWords, "'diffuse', 'specular', 'specular_color' or 'normal'", word, at);
    if (found == kNone) {
      in_.fail(messages::kNoTextureRole, at, {word});
      return;
    }
    float TextTexture::*const purpose = kPurposes[found];
    colon();
    texture.*purpose = in_.number("a factor");
    for (const TextTexture& other : material.textures) {
      if (&other != &texture && other.*purpose >= 0) in_.fail(messages::kSecondTexture, at, {word});
    }
  }
}

void TextReader::vertices(TextMesh& mesh) {
  in_.expect_word("vertices");
  colon();
  const bool with_normals = since(17);
  const uint32_t n = count("the number of vertices", with_normals ? 2 * kSmallestVertex : kSmallestVertex,
                           with_normals ? 24 : 12, limits_.vertices);
  fill_new(mesh.vertices, n);
  if (with_normals) fill_new(mesh.normals, n);
  open();
  for (uint32_t i = 0; i < n && !in_.failed(); ++i) {
    vec3(mesh.vertices[i], "a coordinate of a vertex");
    if (!with_normals) continue;
    in_.expect(',', "before the normal of a vertex");
    vec3(mesh.normals[i], "a number of a normal");
  }
  close();
}

void TextReader::faces(TextMesh& mesh) {
  in_.expect_word("faces");
  colon();
  const uint32_t n = count("the number of faces", kSmallestFace + 3 * kSmallestCorner,
                           sizeof(TextFace) + 4 * sizeof(TextCorner), limits_.vertices / 4);
  fill_new(mesh.faces, n);
  mesh.corners.reserve(size_t{n} * 4);
  open();
  for (uint32_t i = 0; i < n && !in_.failed(); ++i) {
    if (!kForSpeed || !plain_face(mesh, mesh.faces[i])) face(mesh, i);
    // Blender's face normal; ours follow from the corners.
    glm::vec3 unused;
    if (since(12)) vec3(unused, "a number of the face normal");
  }
  close();
}

/// A face of plain tokens, all of them in range. False leaves everything as it was.
bool TextReader::plain_face(TextMesh& mesh, TextFace& face) {
  PlainTokens ahead = in_.plain();
  uint32_t count = 0, material = 0, smooth = 0;
  if (!ahead.whole(count) || count < kFewestCorners || count > kMostCorners) return false;
  if (!ahead.whole(material) || material >= kMaterialLimit) return false;
  if (!ahead.whole(smooth) || smooth > 1) return false;
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
  for (uint32_t k = 0; k < count; ++k) mesh.corners.push_back(corners[k]);
  return true;
}

/// Any face, with the place of what is wrong in it.
void TextReader::face(TextMesh& mesh, size_t index) {
  TextFace& face = mesh.faces[index];
  const auto refuse = [&](const Sentence& sentence, uint64_t at, Arguments arguments) {
    in_.fail(sentence, at, arguments, {"faces[{}]", {index}});
  };
  uint64_t at = in_.offset();
  const uint32_t corner_count = in_.unsigned_integer("the number of corners");
  if (in_.failed()) return;
  if (corner_count < kFewestCorners || corner_count > kMostCorners)
    return refuse(messages::kCornerCount, at, {corner_count});
  at = in_.offset();
  const uint32_t material = in_.unsigned_integer("the material number");
  if (in_.failed()) return;
  if (material >= kMaterialLimit) return refuse(messages::kFaceMaterial, at, {material});
  face.first_corner = static_cast<uint32_t>(mesh.corners.size());
  face.corner_count = static_cast<uint8_t>(corner_count);
  face.material = static_cast<uint8_t>(material);
  at = in_.offset();
  const int64_t smooth = in_.integer("the smooth flag");
  if (smooth != 0 && smooth != 1) smooth_flags_.add(at, {"{}: faces[{}]", {mesh.name, index}});
  face.smooth = smooth > 0;
  for (uint32_t k = 0; k < corner_count && !in_.failed(); ++k) {
    at = in_.offset();
    const uint32_t vertex = in_.unsigned_integer("the number of a vertex");
    if (in_.failed()) return;
    if (vertex >= mesh.vertices.size()) {
      return refuse(messages::kFaceVertex, at, {mesh.vertices.size(), vertex});
    }
    TextCorner& corner = mesh.corners.emplace_back();
    corner.vertex = vertex;
    vec2(corner.uv, "a texture coordinate");
  }
}

void TextReader::groups(TextMesh& mesh) {
  in_.expect_word("vertex_groups");
  colon();
  open();
  while (more()) {
    TextGroup& group = mesh.groups.emplace_back();
    group.offset = in_.offset();
    name(group.name, "the name of a vertex group or '}'");
    open();
    while (more()) {
      if constexpr (kForSpeed) {
        TextGroup::Entry entry;
        PlainTokens ahead = in_.plain();
        if (ahead.whole(entry.vertex) && entry.vertex < mesh.vertices.size() && ahead.number(entry.weight) &&
            entry.weight >= 0 && entry.weight <= 1) {
          in_.follow(ahead);
          group.entries.push_back(entry);
          continue;
        }
      }
      const uint64_t at = in_.offset();
      const uint32_t vertex = in_.unsigned_integer("the number of a vertex");
      const uint64_t weight_at = in_.offset();
      const float weight = in_.number("a weight");
      if (in_.failed()) return;
      if (weight < 0 || weight > 1) weights_.add(weight_at, {"{}: {}", {mesh.name, group.name}});
      if (vertex >= mesh.vertices.size()) {
        diagnostics_.add(messages::kGroupVertex, at, {mesh.vertices.size(), vertex});
        continue;
      }
      group.entries.push_back({vertex, weight});
    }
    charge(sizeof(TextGroup) + group.entries.size() * sizeof(TextGroup::Entry));
  }
}

}  // namespace vitrine::qmsh
