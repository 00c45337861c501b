#include "session/document_renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "base/whole_json.h"
#include "pose/properties.h"
#include "session/sentences.h"

namespace vitrine {
namespace {

using nlohmann::json;

constexpr double kRadians = 3.14159265358979323846 / 180;

struct NamedView {
  const char* name;
  double yaw_deg, pitch_deg;
};
constexpr std::array<NamedView, 3> kViews = {{{"front", 0, 0}, {"side", 90, 0}, {"top", 0, 90}}};
constexpr std::array<const char*, 16> kMembers = {
    "time",     "width",  "height", "view",         "camera",     "yaw",  "pitch", "fov",
    "distance", "target", "shadow", "orthographic", "background", "grid", "lamps", "overlays"};

/// The members of the options object; the first wrong one leaves an error behind.
class Members {
 public:
  explicit Members(std::string_view text) : object_(parse_whole_json(text)) {
    if (!object_.is_object()) {
      error_ = {messages::kPictureOptionsNoObject, kNoOffset};
      object_ = json::object();
    }
    for (const auto& [name, value] : object_.items()) {
      if (std::find(kMembers.begin(), kMembers.end(), name) == kMembers.end()) fail(messages::kUnknownOption, {name});
    }
  }
  bool has(const char* name) const { return object_.contains(name); }
  void number(const char* name, double& value, double least, double most, const char* expected) {
    const auto found = object_.find(name);
    if (found == object_.end()) return;
    const double given = found->is_number() ? found->get<double>() : HUGE_VAL;
    if (given >= least && given <= most)
      value = given;
    else
      wrong(name, expected);
  }
  void whole(const char* name, int32_t& value, int32_t most, const char* expected) {
    double number_given = value;
    number(name, number_given, 1, most, expected);
    if (number_given != std::floor(number_given)) return wrong(name, expected);
    value = static_cast<int32_t>(number_given);
  }
  void flag(const char* name, bool& value) {
    const auto found = object_.find(name);
    if (found == object_.end()) return;
    if (found->is_boolean())
      value = found->get<bool>();
    else
      wrong(name, "true or false");
  }
  std::optional<std::string> text(const char* name) {
    const auto found = object_.find(name);
    if (found == object_.end()) return {};
    if (found->is_string()) return found->get<std::string>();
    wrong(name, "a text");
    return {};
  }
  const json& at(const char* name) const { return object_.at(name); }
  void wrong(const char* name, const std::string& expected) { fail(messages::kOptionMustBe, {name, expected}); }
  void fail(const Sentence& sentence, Arguments arguments) {
    if (!error_) error_ = {sentence, kNoOffset, arguments};
  }
  const Error& error() const { return error_; }

 private:
  json object_;
  Error error_;
};

/// "#rgb" or "#rrggbb".
std::optional<glm::vec3> color_of(std::string_view text) {
  if ((text.size() != 4 && text.size() != 7) || text[0] != '#') return {};
  const size_t digits = text.size() == 4 ? 1 : 2;
  glm::vec3 out(0);
  for (int c = 0; c < 3; ++c) {
    int value = 0;
    for (size_t d = 0; d < 2; ++d) {
      const char digit = text[1 + static_cast<size_t>(c) * digits + (digits == 2 ? d : 0)];
      const int n = digit >= '0' && digit <= '9'   ? digit - '0'
                    : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                    : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                                   : -1;
      if (n < 0) return {};
      value = value * 16 + n;
    }
    out[c] = static_cast<float>(value) / 255.0f;
  }
  return out;
}

void take_background(Members& members, render::Style& style) {
  const auto background = members.text("background");
  if (!background) return;
  if (*background == "light")
    style.backdrop = render::Backdrop::kLight;
  else if (*background == "dark")
    style.backdrop = render::Backdrop::kDark;
  else if (*background == "transparent")
    style.backdrop = render::Backdrop::kTransparent;
  else if (const auto color = color_of(*background))
    style.backdrop = render::Backdrop::kColor, style.color = *color;
  else
    members.wrong("background", "light, dark, transparent or a colour like #c0ffee");
}

void take_view(Members& members, PictureOptions& out) {
  out.camera = members.text("camera");
  const auto view = members.text("view");
  if (view == "camera") {
    if (!out.camera) out.camera = "";
  } else if (view && *view != "three-quarter") {
    const auto found = std::find_if(kViews.begin(), kViews.end(), [&](const NamedView& v) { return *view == v.name; });
    if (found == kViews.end()) return members.wrong("view", "three-quarter, front, side, top or camera");
    out.orbit.yaw_rad = found->yaw_deg * kRadians, out.orbit.pitch_rad = found->pitch_deg * kRadians;
  }
  double yaw_deg = out.orbit.yaw_rad / kRadians, pitch_deg = out.orbit.pitch_rad / kRadians,
         fov_deg = out.orbit.fov_y_rad / kRadians;
  members.number("yaw", yaw_deg, -36000, 36000, "degrees");
  members.number("pitch", pitch_deg, -90, 90, "degrees from -90 to 90");
  members.number("fov", fov_deg, 1, 150, "degrees from 1 to 150");
  if (members.has("yaw")) out.orbit.yaw_rad = yaw_deg * kRadians;
  if (members.has("pitch")) out.orbit.pitch_rad = pitch_deg * kRadians;
  if (members.has("fov")) out.orbit.fov_y_rad = fov_deg * kRadians;
  members.flag("orthographic", out.orbit.orthographic);
  members.number("distance", out.orbit.distance, 1e-9, 1e12, "a length above 0");
  if (members.has("target")) {
    const json& target = members.at("target");
    glm::dvec3 at(0);
    bool fits = target.is_array() && target.size() == 3;
    for (int i = 0; i < 3 && fits; ++i) {
      const json& n = target[static_cast<size_t>(i)];
      fits = n.is_number() && std::fabs(n.get<double>()) < 1e12;
      if (fits) at[i] = n.get<double>();
    }
    if (!fits) return members.wrong("target", "three numbers");
    out.orbit.target = at;
  }
}

void take_overlays(Members& members, render::Style& style) {
  members.flag("grid", style.grid);
  if (!members.has("overlays")) return;
  const json& list = members.at("overlays");
  if (!list.is_array()) return members.wrong("overlays", "a list");
  for (const json& name : list) {
    if (name == "skeleton")
      style.skeleton = true;
    else if (name == "grid")
      style.grid = true;
    else
      return members.wrong("overlays", "skeleton or grid");
  }
}

}  // namespace

Result<PictureOptions> picture_options_from_json(std::string_view text) {
  Members members(text);
  PictureOptions out;
  members.number("time", out.time_s, -1e9, 1e9, "seconds");
  const std::string sizes = "a whole number of pixels from 1 to " + std::to_string(render::kMaxSize);
  members.whole("width", out.style.width, render::kMaxSize, sizes.c_str());
  members.whole("height", out.style.height, render::kMaxSize, sizes.c_str());
  take_view(members, out);
  take_background(members, out.style);
  // A plain background stays plain unless the shadow is asked for.
  out.style.shadow = out.style.backdrop == render::Backdrop::kLight || out.style.backdrop == render::Backdrop::kDark;
  members.flag("shadow", out.style.shadow);
  members.flag("lamps", out.style.lamps);
  take_overlays(members, out.style);
  if (members.error()) return members.error();
  return out;
}

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
