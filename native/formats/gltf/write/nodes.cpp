// The tree: nodes with their transforms, cameras and lamps on nodes of their own, one root over every skeleton.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/argument.h"
#include "base/utf8.h"
#include "formats/gltf/write/builder.h"
#include "pose/camera.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

/// Rest matrices that scale alike in all directions, up to rounding, merge with the node's own transform.
constexpr double kEvenTolerance = 1e-5;
constexpr double kPictureAspect = 4.0 / 3;

bool scales_evenly(const ExactTransform& t, double error) {
  const glm::dvec3 s = glm::abs(t.scale);
  const double largest = std::max({s.x, s.y, s.z}), least = std::min({s.x, s.y, s.z});
  return largest > 0 && largest - least <= kEvenTolerance * largest && error <= kEvenTolerance * largest;
}

/// Turns -z to `look` and y to `up`.
glm::dquat aim(const glm::dvec3& look, const glm::dvec3& up) {
  const glm::dvec3 back = -glm::normalize(look);
  glm::dvec3 side = glm::cross(up, back);
  if (!(glm::dot(side, side) > 1e-12))
    side = std::abs(back.x) < 0.9 ? glm::cross(glm::dvec3(1, 0, 0), back) : glm::cross(glm::dvec3(0, 1, 0), back);
  side = glm::normalize(side);
  return glm::normalize(glm::quat_cast(glm::dmat3(side, glm::cross(back, side), back)));
}

const char* kind_name(LightKind kind) {
  static constexpr const char* kNames[] = {"point", "sun", "spot", "hemi", "area"};
  return kNames[static_cast<size_t>(kind)];
}

Json emitter_extras(const Emitter& e) {
  return {{"name", glb_text(e.name)},
          {"count", e.count},
          {"start", e.life_start_s},
          {"end", e.life_end_s},
          {"lifetime", e.lifetime_s},
          {"lifetimeRandom", e.life_random},
          {"size", e.size},
          {"sizeRandom", e.size_random},
          {"velocity", glb_vector(glm::dvec3(e.velocity))},
          {"velocityNormal", e.velocity_normal},
          {"velocityRandom", e.velocity_random},
          {"properties", glb_properties(e.properties)}};
}

}  // namespace

std::string glb_text(const std::string& name) { return to_utf8(name); }

Json glb_numbers(std::initializer_list<double> values) {
  Json out = Json::array();
  for (const double v : values) out.push_back(static_cast<float>(v));
  return out;
}
Json glb_vector(const glm::dvec3& v) { return glb_numbers({v.x, v.y, v.z}); }

Json glb_properties(const std::vector<Property>& properties) {
  Json out = Json::object();
  for (const Property& p : properties) {
    if (p.numbers.empty())
      out[glb_text(p.name)] = glb_text(p.text);
    else if (p.numbers.size() == 1)
      out[glb_text(p.name)] = p.numbers[0];
    else
      out[glb_text(p.name)] = p.numbers;
  }
  return out;
}

Json glb_extras(const std::string& kept, Json ours, std::initializer_list<const char*> ours_first) {
  if (kept.empty()) return ours;
  Json out = Json::parse(kept, nullptr, false);
  if (out.is_discarded()) return ours;
  if (ours.is_null() || ours.empty()) return out;
  if (!out.is_object()) {
    // Any JSON may stand here; ours needs names.
    ours["extras"] = std::move(out);
    return ours;
  }
  for (auto member = ours.begin(); member != ours.end(); ++member) {
    const auto is_name = [&](const char* first) { return member.key() == first; };
    if (!out.contains(member.key()) || std::any_of(ours_first.begin(), ours_first.end(), is_name))
      out[member.key()] = std::move(*member);
  }
  return out;
}

uint32_t GlbBuilder::add_node(GlbNode node) {
  nodes.push_back(std::move(node));
  return static_cast<uint32_t>(nodes.size() - 1);
}

void GlbBuilder::add_nodes() {
  const size_t count = scene.nodes.size();
  places.resize(count);
  nodes.resize(count);
  double largest_shear = 0;
  uint64_t sheared = 0, emitters = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Node& from = scene.nodes[i];
    GlbPlace& place = places[i];
    place.node = i;
    nodes[i].name = from.name;
    nodes[i].parent = from.parent == kNone ? kNone : places[from.parent].node;
    ExactTransform local = exact_transform(from.local);
    double error = 0;
    if (from.rest != kNone && from.rest_is_bind) {
      local = nearest_transform(glm::dmat4(scene.rest_matrices[from.rest]) * local_matrix(from.local), error);
    } else if (from.rest != kNone) {
      const ExactTransform rest = nearest_transform(glm::dmat4(scene.rest_matrices[from.rest]), error);
      if (scales_evenly(rest, error)) {
        place.base = rest;
        place.base->scale = glm::dvec3((rest.scale.x + rest.scale.y + rest.scale.z) / 3);
        local = after_base(place.base, local);
        error = 0;
      } else {
        GlbNode above;
        above.name = from.name + " (rest)";
        above.parent = nodes[i].parent;
        above.local = space.transform(rest);
        const uint32_t number = add_node(std::move(above));  // moves the nodes
        nodes[i].parent = number;
      }
    }
    if (error > 1e-6) ++sheared, largest_shear = std::max(largest_shear, error);
    place.rest_local = space.transform(local);
    nodes[i].local = place.rest_local;
    Json extras = Json::object();
    if (!from.properties.empty()) extras["properties"] = glb_properties(from.properties);
    if (from.length > 0) extras["length"] = from.length * space.unit();
    if (from.hidden) extras["hidden"] = true;
    if (from.emitter != kNone) ++emitters, extras["emitter"] = emitter_extras(scene.emitters[from.emitter]);
    if (!extras.empty() || !from.extras.empty()) nodes[i].extras = glb_extras(from.extras, std::move(extras));
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (scene.nodes[i].camera != kNone) add_camera(i);
    if (scene.nodes[i].light != kNone) add_light(i);
  }
  loss_report.add("shear", sheared,
                  counted(sheared, "rest matrix is", "rest matrices are") +
                      " no translation, rotation and scale; the number is the largest element left out",
                  largest_shear);
  loss_report.add("emitters", emitters,
                  counted(emitters, "particle system is", "particle systems are") + " kept as extras only");
  if (!lights.empty()) {
    loss_report.add("lights", lights.size(),
                    "the brightness of " + counted(lights.size(), "lamp", "lamps") +
                        " falls with the square of the distance; the file's own numbers are kept as extras");
  }
}

void GlbBuilder::add_camera(uint32_t i) {
  const Camera& camera = scene.cameras[scene.nodes[i].camera];
  const double unit = space.unit(), reach = std::max(size, 1e-6) * unit;
  const double near = camera.near_plane > 0 ? camera.near_plane * unit : reach * 1e-3;
  const double far = camera.far_plane * unit;
  Json projection = Json::object(), out = Json::object();
  if (camera.projection == Projection::kOrthographic) {
    const double half = std::max(1e-6, std::abs(camera.ortho_scale) / 2.0 * unit);
    projection = {{"xmag", half},
                  {"ymag", half / kPictureAspect},
                  {"zfar", far > near ? far : near + 100 * reach},
                  {"znear", near}};
    out = {{"name", glb_text(camera.name)}, {"type", "orthographic"}, {"orthographic", std::move(projection)}};
  } else {
    const double stated = camera.fov_rad;
    double y = stated;
    if (camera.fov_rule != FovRule::kVertical)
      y = pose::vertical_fov_rad(camera.fov_rule, stated, kPictureAspect), projection["aspectRatio"] = kPictureAspect;
    projection["yfov"] = std::isfinite(y) ? std::clamp(std::abs(y), 1e-4, std::numbers::pi - 1e-4) : 0.8;
    if (far > near) projection["zfar"] = far;
    projection["znear"] = near;
    out = {{"name", glb_text(camera.name)}, {"type", "perspective"}, {"perspective", std::move(projection)}};
  }
  Json extras = {{"fov", camera.fov_rad}, {"near", camera.near_plane}, {"far", camera.far_plane}};
  if (camera.active) extras["active"] = true;
  out["extras"] = std::move(extras);
  GlbNode node;
  node.name = scene.nodes[i].name + " (view)";
  node.parent = places[i].node;
  node.local.rotation = aim(space.vector(glm::dvec3(camera.look)), space.vector(glm::dvec3(camera.up)));
  node.camera = static_cast<uint32_t>(cameras.size());
  cameras.push_back(std::move(out));
  add_node(std::move(node));
}

void GlbBuilder::add_light(uint32_t i) {
  const Light& light = scene.lights[scene.nodes[i].light];
  const glm::dvec4 q(light.attenuation);
  glm::dvec3 color = glm::max(glm::dvec3(light.color), glm::dvec3(0));
  const double brightest = std::max({color.x, color.y, color.z});
  double strength = std::max(0.0, static_cast<double>(light.attenuation == glm::vec4(1, 0, 0, 0) ? light.energy : q.x));
  if (brightest > 1) strength *= brightest, color /= brightest;
  const bool parallel = light.kind == LightKind::kSun || light.kind == LightKind::kHemi;
  if (!parallel) {
    // Where the file's law has fallen to a half, or at the size of the model when it does not fall.
    const double b = q.y, a = q.z;
    double half = a > 0 ? (-b + std::sqrt(b * b + 4 * a)) / (2 * a) : b > 0 ? 1 / b : std::max(size, 1e-6);
    half *= space.unit();
    strength *= (a > 0 || b > 0 ? 0.5 : 1) * half * half;
  }
  Json out = {{"name", glb_text(light.name)},
              {"type", parallel                         ? "directional"
                       : light.kind == LightKind::kSpot ? "spot"
                                                        : "point"},
              {"color", glb_vector(color)},
              // A surface of reflectance 1 gives back 1 / pi of what arrives.
              {"intensity", static_cast<float>(std::min(strength * std::numbers::pi, 1e30))}};
  if (!parallel && q.w > 0) out["range"] = static_cast<float>(space.unit() / q.w);
  if (light.kind == LightKind::kSpot) {
    const double outer = std::clamp(light.spot_angle_rad / 2.0, 1e-3, std::numbers::pi / 2);
    const double inner = std::clamp(outer * (1 - light.spot_blend), 0.0, outer - 1e-4);
    out["spot"] = {{"innerConeAngle", inner}, {"outerConeAngle", outer}};
  }
  out["extras"] = {{"kind", kind_name(light.kind)},
                   {"energy", light.energy},
                   {"attenuation", glb_numbers({q.x, q.y, q.z, q.w})},
                   {"properties", glb_properties(light.properties)}};
  const auto number = static_cast<uint32_t>(lights.size());
  lights.push_back(std::move(out));
  if (light.kind == LightKind::kPoint) {
    nodes[places[i].node].light = number;
    return;
  }
  GlbNode node;  // lamps of files shine along their own -z
  node.name = scene.nodes[i].name + " (light)";
  node.parent = places[i].node;
  node.local.rotation = aim(space.vector({0, 0, -1}), space.vector({0, 1, 0}));
  node.light = number;
  add_node(std::move(node));
}

uint32_t GlbBuilder::still_joint() {
  if (still_joint_ == kNone) {
    GlbNode root;
    root.name = "skeletons";
    still_joint_ = add_node(std::move(root));
  }
  return still_joint_;
}

/// Joints of a skin need a common root; the nodes of a scene may have several.
void GlbBuilder::join_skeletons() {
  // Per node one above it, the nearer to its root the more often that is asked for; roots have themselves.
  std::vector<uint32_t> up;
  for (const GlbNode& node : nodes) up.push_back(node.parent == kNone ? static_cast<uint32_t>(up.size()) : node.parent);
  for (const GlbSkin& one : skins_) {
    std::vector<uint32_t> roots;
    for (uint32_t joint : one.joints) {
      while (up[joint] != joint) joint = up[joint] = up[up[joint]];
      if (std::find(roots.begin(), roots.end(), joint) == roots.end()) roots.push_back(joint);
    }
    if (roots.size() < 2) continue;
    const uint32_t common = still_joint();
    if (common == up.size()) up.push_back(common);
    for (const uint32_t root : roots) {
      if (root != common) nodes[root].parent = up[root] = common;
    }
  }
}

}  // namespace vitrine
