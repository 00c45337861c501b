#include "session/document_renderer.h"

#include <algorithm>
#include <new>

#include "base/utf8.h"
#include "pose/properties.h"
#include "session/picture_options.h"
#include "session/sentences.h"

namespace vitrine {
namespace {

/// Times of an action over which a view is framed.
constexpr uint32_t kFramingSamples = 32;
constexpr uint64_t kMaxPixels = uint64_t{8192} * 8192;

template <class T>
std::span<const T> values(const Document& document, BufferKind kind, uint32_t index = 0) {
  const BufferView view = document.buffer(kind, index);
  return {static_cast<const T*>(view.data), view.bytes / sizeof(T)};
}

render::RenderScene subject_of(const Document& document, std::span<const render::Texture> textures, double time_s) {
  const Scene& scene = document.scene();
  render::RenderScene subject;
  subject.scene = &scene;
  subject.time_s = time_s;
  subject.file_from_node = values<glm::mat4>(document, BufferKind::kNodeMatrices);
  subject.materials = values<pose::MaterialState>(document, BufferKind::kMaterials);
  subject.slots = values<pose::SlotState>(document, BufferKind::kTextureSlots);
  subject.lights = values<pose::LightState>(document, BufferKind::kLights);
  subject.textures = textures;
  for (uint32_t i = 0; i < document.instance_count(); ++i) {
    render::PosedMesh mesh;
    mesh.node = document.instance_node(i);
    const Node& node = scene.nodes[mesh.node];
    mesh.skinned = node.skin != kNone && !scene.meshes[node.mesh].influence_first.empty();
    mesh.positions = values<glm::vec3>(document, BufferKind::kPositions, i);
    mesh.normals = values<glm::vec3>(document, BufferKind::kNormals, i);
    mesh.tangents = values<glm::vec4>(document, BufferKind::kTangents, i);
    subject.meshes.push_back(mesh);
  }
  const auto systems = values<glm::uvec2>(document, BufferKind::kParticleSystems);
  for (uint32_t i = 0; i < systems.size(); ++i)
    subject.swarms.push_back({systems[i].y, values<pose::Particle>(document, BufferKind::kParticles, i)});
  return subject;
}

/// The node of a camera by name, then by name without regard to case; of no name the active one, else the first.
uint32_t camera_node(const Scene& scene, const std::string& name) {
  const auto lower = [](std::string_view text) {
    std::string out(text);
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
  };
  uint32_t first = kNone, active = kNone, similar = kNone;
  for (uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (node.camera == kNone) continue;
    if (first == kNone) first = i;
    if (active == kNone && scene.cameras[node.camera].active) active = i;
    if (!name.empty() && (node.name == name || to_utf8(node.name) == name)) return i;
    if (!name.empty() && similar == kNone && lower(to_utf8(node.name)) == lower(name)) similar = i;
  }
  if (!name.empty()) return similar;
  return active != kNone ? active : first;
}

std::string camera_names(const Scene& scene) {
  std::string out;
  for (const Node& node : scene.nodes) {
    if (node.camera != kNone) out += (out.empty() ? "" : ", ") + to_utf8(node.name);
  }
  return out;
}

/// A skeleton or cameras without a mesh: where the nodes are.
Bounds framed(const Document& document, const Bounds& action) {
  if (!action.empty) return action;
  Bounds out;
  for (const glm::mat4& m : values<glm::mat4>(document, BufferKind::kNodeMatrices)) out.add(glm::vec3(m[3]));
  return out;
}

}  // namespace

std::vector<bool> DocumentRenderer::wanted(const Document& document) {
  return render::textures_drawn(document.scene());
}

uint8_t* DocumentRenderer::add_image(const Document& document, uint32_t texture, uint32_t width, uint32_t height) {
  const uint64_t pixels = uint64_t{width} * height;
  if (texture >= document.scene().textures.size() || pixels == 0 || pixels > kMaxPixels) return nullptr;
  try {
    images_.push_back({texture, width, height, std::vector<uint8_t>(static_cast<size_t>(pixels) * 4)});
    return images_.back().rgba.data();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void DocumentRenderer::forget() {
  images_.clear();
  textures_.clear();
}

void DocumentRenderer::take_images(const Scene& scene) {
  textures_.resize(scene.textures.size());
  const std::vector<bool> maps = render::normal_maps(scene);
  for (const AddedImage& image : images_)
    textures_[image.texture] = render::Texture(image.width, image.height, image.rgba, !maps[image.texture]);
  images_.clear();
}

Result<render::Picture> DocumentRenderer::draw(Document& document, std::string_view text) {
  VITRINE_TRY(PictureOptions options, picture_options_from_json(text));
  const Scene& scene = document.scene();
  if (scene.nodes.empty()) return Error{messages::kNoModelToDraw, kNoOffset};
  uint32_t through = kNone;
  if (options.camera) {
    through = camera_node(scene, *options.camera);
    const std::string names = camera_names(scene);
    if (through == kNone && options.camera->empty()) return Error{messages::kNoCameraToLookThrough, kNoOffset};
    if (through == kNone)
      return Error{messages::kNoSuchCamera,
                   kNoOffset,
                   {*options.camera, names.empty() ? "the files hold none" : "there are " + names}};
  }
  try {
    take_images(scene);
    const Bounds bounds = framed(document, document.action_bounds(kFramingSamples));
    bool relief = false;
    for (const Material& material : scene.materials) {
      for (const TextureSlot& slot : material.slots)
        relief =
            relief || (slot.role == TextureRole::kNormal && slot.texture != kNone && !textures_[slot.texture].empty());
    }
    document.evaluate(options.time_s, {true, true, relief, true});
    const render::RenderScene subject = subject_of(document, textures_, options.time_s);
    const glm::dmat4 world = render::world_from_file(scene.axes);
    const render::Framing framing = render::framing_of(bounds, world);
    const double aspect = static_cast<double>(options.style.width) / options.style.height;
    render::View view;
    if (through == kNone) {
      view = render::orbit_view(options.orbit, framing, aspect);
    } else {
      const uint32_t number = scene.nodes[through].camera;
      view = render::camera_view(
          scene.cameras[number], values<pose::CameraState>(document, BufferKind::kCameras)[number],
          world * glm::dmat4(subject.file_from_node[through]), document.camera_fov_y(number, aspect), framing, aspect);
    }
    return render::draw(subject, view, framing, options.style);
  } catch (const std::bad_alloc&) {
    return Error{messages::kNoRoomForPicture, kNoOffset};
  }
}

}  // namespace vitrine
