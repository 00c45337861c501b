// Cameras and lights.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "formats/gltf/codes.h"
#include "formats/gltf/read/builder.h"
#include "formats/gltf/sentences.h"

namespace vitrine::gltf {
void Builder::read_cameras() {
  const auto count = static_cast<uint32_t>(asset_.size("cameras"));
  for (uint32_t i = 0; asset_.ok() && i < count; ++i) {
    Camera camera;
    camera.name = "camera " + std::to_string(i);
    asset_.attempt("a camera", [&] {
      const Object object = asset_.element("cameras", i);
      camera.name = object.text("name", camera.name.c_str());
      const std::string type = object.text("type");
      const bool parallel = type == "orthographic";
      const auto lens = object.object(parallel ? "orthographic" : "perspective");
      if (!lens) return asset_.fail(messages::kNoProjection, object.pointer());
      camera.near_plane = to_float(lens->number("znear", 0));
      camera.far_plane = to_float(lens->number("zfar", 0));
      if (parallel) {
        camera.projection = Projection::kOrthographic;
        camera.ortho_scale =
            to_float(2 * std::max(std::abs(lens->number("xmag", 1)), std::abs(lens->number("ymag", 1))));
      } else {
        const double angle = lens->number("yfov", camera.fov_rad);
        if (angle > 0 && angle < std::numbers::pi) camera.fov_rad = to_float(angle);
      }
    });
    part_.cameras.push_back(std::move(camera));
  }
  for (const uint32_t number : order_) {
    Node& node = part_.nodes[node_of_[number]];
    asset_.attempt("the camera of a node",
                   [&] { node.camera = asset_.element("nodes", number).index("camera", "cameras"); });
    if (node.camera != kNone && node.kind == NodeKind::kEmpty) node.kind = NodeKind::kCamera;
  }
}

void Builder::read_lights() {
  std::vector<Object> lights;
  asset_.attempt("the list of lights", [&] {
    const auto list = asset_.root().extension("KHR_lights_punctual");
    if (list) lights = list->objects("lights");
  });
  for (size_t i = 0; asset_.ok() && i < lights.size(); ++i) {
    Light light;
    light.name = "light " + std::to_string(i);
    asset_.attempt("a light", [&] {
      const Object& object = lights[i];
      light.name = object.text("name", light.name.c_str());
      const std::string type = object.text("type");
      light.kind = type == "directional" ? LightKind::kSun : type == "spot" ? LightKind::kSpot : LightKind::kPoint;
      double color[3] = {1, 1, 1};
      object.numbers("color", color);
      light.color = {to_float(color[0]), to_float(color[1]), to_float(color[2])};
      light.energy = to_float(object.number("intensity", 1));
      light.far_plane = to_float(object.number("range", 0));
      const auto spot = object.object("spot");
      if (light.kind != LightKind::kSpot) return;
      const double outer = spot ? spot->number("outerConeAngle", std::numbers::pi / 4) : std::numbers::pi / 4;
      const double inner = spot ? spot->number("innerConeAngle", 0) : 0;
      light.spot_angle_rad = to_float(2 * outer);
      light.spot_blend = outer > 0 ? to_float(std::clamp(1 - inner / outer, 0.0, 1.0)) : 0;
    });
    part_.lights.push_back(std::move(light));
  }
  light_count_ = part_.lights.size();
  for (const uint32_t number : order_) {
    Node& node = part_.nodes[node_of_[number]];
    asset_.attempt("the light of a node", [&] {
      const auto extension = asset_.element("nodes", number).extension("KHR_lights_punctual");
      if (!extension) return;
      const uint64_t light = extension->required_whole("light");
      if (light < part_.lights.size())
        node.light = static_cast<uint32_t>(light);
      else if (asset_.ok())
        asset_.fail(messages::kNoLight, extension->at("light"), {light});
    });
    if (node.light != kNone && node.kind == NodeKind::kEmpty) node.kind = NodeKind::kLight;
  }
}

}  // namespace vitrine::gltf
