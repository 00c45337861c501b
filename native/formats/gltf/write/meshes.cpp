// Meshes and skins.

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "formats/gltf/write/builder.h"
#include "geometry/points.h"
#include "skin/normals.h"
#include "skin/skin.h"

namespace vitrine {
namespace {

constexpr double kAgreement = 1e-5;   // of the model's size
constexpr double kMostAlong = 0.999;  // of a tangent along its normal

template <class V>
std::span<const float> floats_of(const std::vector<V>& values) {
  return {reinterpret_cast<const float*>(values.data()), values.size() * sizeof(V) / sizeof(float)};
}

double linear_of_srgb(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

glm::dvec3 unit_or(const glm::dvec3& v, const glm::dvec3& otherwise, uint64_t& replaced) {
  const double length = glm::length(v);
  if (length > 1e-20 && std::isfinite(length)) return v / length;
  ++replaced;
  return otherwise;
}

glm::dvec3 across(const glm::dvec3& n, const glm::dvec3& t) {
  glm::dvec3 out = t - n * glm::dot(n, t);
  if (!(glm::dot(out, out) > 1e-12))
    out = std::abs(n.x) < 0.9 ? glm::cross(n, glm::dvec3(1, 0, 0)) : glm::cross(n, glm::dvec3(0, 1, 0));
  return glm::normalize(out);
}

}  // namespace

uint32_t GlbBuilder::skin(uint32_t scene_skin) {
  const auto [found, is_new] = skin_numbers_.try_emplace(scene_skin, static_cast<uint32_t>(skins_.size()));
  if (!is_new) return found->second;
  const Skin& from = scene.skins[scene_skin];
  GlbSkin out;
  out.skin = scene_skin;
  std::map<uint32_t, uint32_t> used;
  for (const uint32_t joint : from.joints) {
    uint32_t node = places[joint].node;
    if (used[node]++ > 0) {  // a joint may stand in a skin once
      GlbNode twin;
      twin.name = scene.nodes[joint].name;
      twin.parent = node;
      node = add_node(std::move(twin));
    }
    out.joints.push_back(node);
  }
  for (const glm::dmat4& m : exact_joint_from_bind(from, bind)) {
    const glm::dmat4 in_file = space.matrix(m);
    for (int i = 0; i < 16; ++i) out.joint_from_bind.push_back(static_cast<float>(in_file[i / 4][i % 4]));
  }
  out.has_still_joint = skin_has_loose_[scene_skin] != 0 || out.joints.empty();
  if (out.has_still_joint) {
    out.joints.push_back(still_joint());
    for (int i = 0; i < 16; ++i) out.joint_from_bind.push_back(i % 5 == 0 ? 1.0f : 0.0f);
  }
  skins_.push_back(std::move(out));
  return found->second;
}

uint32_t GlbBuilder::mesh(uint32_t scene_mesh, uint32_t skin_number) {
  const auto [found, is_new] =
      mesh_numbers_.try_emplace({scene_mesh, skin_number}, static_cast<uint32_t>(meshes.size()));
  if (!is_new) return found->second;
  const Mesh& from = scene.meshes[scene_mesh];
  const bool skinned = skin_number != kNone;
  const uint32_t scene_skin = skinned ? skins_[skin_number].skin : kNone;
  const size_t count = from.positions.size();

  const auto points = [&](const std::vector<glm::vec3>& values) {
    std::vector<glm::vec3> out;
    out.reserve(values.size());
    for (const glm::vec3& p : values) out.emplace_back(space.point(glm::dvec3(p)));
    return out;
  };
  Json attributes = Json::object();
  std::vector<glm::vec3> positions = from.positions;
  if (skinned && skins_[skin_number].has_still_joint) {
    // A sum over no joints is the origin, in every pose.
    for (size_t v = 0; v < count; ++v) {
      if (is_loose(from, v)) positions[v] = glm::vec3(0);
    }
  }
  GlbVertices written;
  written.positions = points(positions);
  attributes["POSITION"] = buffer.vertices(floats_of(written.positions), 3, true);

  std::vector<glm::vec3> normals = from.normals;
  if (normals.empty()) {
    const auto plan =
        skin::plan_skin(scene, scene_mesh, scene_skin, geometry::first_equal_positions(from.positions), bind_rounded);
    normals.assign(plan.bind_normals.begin(), plan.bind_normals.begin() + static_cast<std::ptrdiff_t>(count));
  }
  uint64_t replaced = 0;
  std::vector<glm::vec3>& unit_normals = written.normals;
  unit_normals.reserve(count);
  for (const glm::vec3& n : normals)
    unit_normals.emplace_back(space.vector(unit_or(glm::dvec3(n), space.file_vector({0, 1, 0}), replaced)));
  attributes["NORMAL"] = buffer.vertices(floats_of(unit_normals), 3);
  loss_report.add("normals", replaced,
                  counted(replaced, "normal", "normals") + " of '" + glb_text(from.name) +
                      "' point nowhere, because no triangle of the vertex has an area; written as up");

  std::vector<glm::vec4> tangents = from.tangents;
  const bool wanted = std::any_of(from.primitives.begin(), from.primitives.end(),
                                  [&](const Primitive& p) { return has_normal_map(p.material); });
  if (tangents.empty() && wanted && !from.uv_layers.empty()) {
    tangents = skin::tangents_of(from, normals);
  }
  if (!tangents.empty()) {
    // Those of the file stay as they are where they are of use: viewers do not ask for a right angle.
    const bool stored = !from.tangents.empty();
    uint64_t turned = 0;
    double largest_deg = 0;
    for (size_t v = 0; v < count; ++v) {
      const glm::dvec3 n(unit_normals[v]), given = space.vector(glm::dvec3(tangents[v]));
      glm::dvec3 t = across(n, given);
      const double length = glm::length(given), along = std::abs(glm::dot(n, given));
      if (stored && std::abs(length - 1) < 1e-3 && along < kMostAlong) {
        t = given / length;
      } else if (stored) {
        ++turned;
        if (length > 0)
          largest_deg =
              std::max(largest_deg, glm::degrees(std::acos(std::clamp(glm::dot(t, given) / length, -1.0, 1.0))));
      }
      const bool positive = (tangents[v].w >= 0) != space.mirrors();
      tangents[v] = glm::vec4(glm::vec3(t), positive ? 1 : -1);
    }
    attributes["TANGENT"] = buffer.vertices(floats_of(tangents), 4);
    loss_report.add("tangents", turned,
                    counted(turned, "tangent", "tangents") + " of '" + glb_text(from.name) +
                        "' point along the normal or nowhere, and are turned across it; the number is the largest "
                        "angle in degrees",
                    largest_deg);
  }

  for (size_t layer = 0; layer < from.uv_layers.size(); ++layer) {
    std::vector<glm::vec2> uv = from.uv_layers[layer].uv;
    if (!scene.axes.uv_origin_top) {
      for (glm::vec2& one : uv) one.y = 1 - one.y;
    }
    attributes["TEXCOORD_" + std::to_string(layer)] = buffer.vertices(floats_of(uv), 2);
  }
  for (size_t layer = 0; layer < from.color_layers.size(); ++layer) {
    std::vector<glm::vec4> colors;
    colors.reserve(count);
    for (const glm::u8vec4& c : from.color_layers[layer].color) {
      colors.emplace_back(linear_of_srgb(c.x / 255.0), linear_of_srgb(c.y / 255.0), linear_of_srgb(c.z / 255.0),
                          c.w / 255.0);
    }
    attributes["COLOR_" + std::to_string(layer)] = buffer.vertices(floats_of(colors), 4);
  }

  if (skinned) {
    const GlbSkin& skin_of = skins_[skin_number];
    const GlbWeights weights = glb_weights(from, exact_joint_from_bind(scene.skins[scene_skin], bind),
                                           static_cast<uint32_t>(skin_of.joints.size() - 1),
                                           kAgreement * std::max(size, 1e-9), options.most_influences);
    for (size_t set = 0; set < weights.joints.size(); ++set) {
      attributes["JOINTS_" + std::to_string(set)] = buffer.joints(weights.joints[set]);
      attributes["WEIGHTS_" + std::to_string(set)] = buffer.vertices(floats_of(weights.weights[set]), 4);
    }
    const std::string of = " of '" + glb_text(from.name) + "' ";
    const auto vertices = [&](uint64_t n) { return counted(n, "vertex", "vertices") + of; };
    loss_report.add("influences", weights.reduced,
                    vertices(weights.reduced) + "kept " + (options.most_influences == 4 ? "four" : "eight") +
                        " influences; the number is the largest share dropped",
                    weights.largest_share);
    loss_report.add(
        "weights", weights.off_sum,
        vertices(weights.off_sum) + "had weights of another sum than 1; the number is the largest difference",
        weights.largest_off);
    loss_report.add("weights", weights.negative,
                    vertices(weights.negative) + "had negative weights, which are left out");
    loss_report.add("weights", weights.loose,
                    vertices(weights.loose) + "without weight stay at the origin, as in the original");
    loss_report.add(
        "offsets", weights.apart,
        vertices(weights.apart) +
            "with influences that have places of their own, which one bind pose cannot hold; the number is the "
            "largest distance, in file units",
        weights.largest_apart);
    if (from.normal_rule == NormalRule::kRecompute) tally.recomputed_normals += count, ++tally.normal_meshes;
  }

  const GlbShapes shapes = glb_shapes(scene, scene_mesh, scene_skin, bind_rounded, space);
  Json targets = Json::array(), target_names = Json::array(), target_weights = Json::array();
  for (size_t k = 0; k < shapes.moved.size(); ++k) {
    const ShapeKey& shape = from.shapes[k + 1];  // the first is the basis
    Json target = {{"POSITION", buffer.vertices(floats_of(shapes.moved[k]), 3, true)}};
    if (!shapes.normals.empty()) target["NORMAL"] = buffer.vertices(floats_of(shapes.normals[k]), 3);
    targets.push_back(std::move(target));
    target_names.push_back(glb_text(shape.name));
    target_weights.push_back(shape.value);
  }
  if (from.frames) {
    const GlbFrames& of_mesh = frames.try_emplace(scene_mesh, glb_frames(*from.frames)).first->second;
    GlbVertices offsets;
    for (const uint32_t frame : of_mesh.frame_of) {
      glb_frame_offsets(from, frame, space, written, offsets);
      targets.push_back({{"POSITION", buffer.vertices(floats_of(offsets.positions), 3, true)},
                         {"NORMAL", buffer.vertices(floats_of(offsets.normals), 3)}});
      target_names.push_back(frame < from.frames->names.size() ? glb_text(from.frames->names[frame]) : "");
      target_weights.push_back(0);
    }
  }
  loss_report.add(
      "shapes", shapes.normals.size(),
      counted(shapes.normals.size(), "shape", "shapes") + " of '" + glb_text(from.name) +
          "' turn normals in a straight line, where the original turns them with the surface; the number is the "
          "largest angle at half of a shape, in degrees",
      shapes.largest_off_deg);
  if (!targets.empty() && attributes.contains("TANGENT"))
    loss_report.add(
        "shapes", targets.size(),
        counted(targets.size(), "shape", "shapes") + " of '" + glb_text(from.name) + "' without tangents of their own");

  std::vector<uint32_t> indices = from.indices;
  if (space.flips_winding()) {
    for (size_t k = 0; k + 2 < indices.size(); k += 3) std::swap(indices[k + 1], indices[k + 2]);
  }
  const uint32_t view = buffer.indices(indices);
  std::vector<uint32_t> kept;
  for (const VertexAttribute& one : from.attributes)
    kept.push_back(buffer.attribute(one.values, one.components, one.component_type, one.normalized));
  Json primitives = Json::array();
  for (const Primitive& primitive : from.primitives) {
    const auto number = static_cast<size_t>(&primitive - from.primitives.data());
    const bool hidden = primitive.material != kNone && scene.materials[primitive.material].hidden && !options.hidden;
    if (hidden) tally.hidden_triangles += primitive.index_count / 3;
    if (hidden || primitive.index_count == 0) continue;
    Json out = {{"attributes", attributes},
                {"indices", buffer.index_run(view, primitive.first_index, primitive.index_count)},
                {"material", material(primitive.material, from.uv_layers.size())}};
    for (size_t k = 0; k < kept.size(); ++k) {
      const VertexAttribute& one = from.attributes[k];
      if (number < one.in_primitive.size() && one.in_primitive[number] != 0 && !attributes.contains(one.name))
        out["attributes"][one.name] = kept[k];
    }
    if (!targets.empty()) out["targets"] = targets;
    if (!primitive.name.empty()) out["extras"] = {{"name", glb_text(primitive.name)}};
    primitives.push_back(std::move(out));
  }
  Json out = {{"name", glb_text(from.name)}, {"primitives", std::move(primitives)}};
  if (!targets.empty()) out["weights"] = std::move(target_weights);
  Json extras = Json::object();
  if (!target_names.empty()) extras["targetNames"] = std::move(target_names);
  const auto names_of = [](const auto& layers) {
    Json names = Json::array();
    for (const auto& layer : layers) names.push_back(glb_text(layer.name));
    return names;
  };
  const auto named = [](const auto& layers) {
    return std::any_of(layers.begin(), layers.end(), [](const auto& layer) { return !layer.name.empty(); });
  };
  if (named(from.uv_layers)) extras["uvLayers"] = names_of(from.uv_layers);
  if (named(from.color_layers)) extras["colorLayers"] = names_of(from.color_layers);
  if (!extras.empty() || !from.extras.empty())
    out["extras"] = glb_extras(from.extras, std::move(extras), {"targetNames"});
  meshes.push_back(std::move(out));
  return found->second;
}

void GlbBuilder::place_meshes() {
  const size_t count = scene.nodes.size();
  std::vector<uint8_t> in_tree(count, 0);  // has children, a camera, a lamp, or serves as a joint
  for (const Node& node : scene.nodes) {
    if (node.parent != kNone) in_tree[node.parent] = 1;
  }
  for (const Skin& one : scene.skins) {
    for (const uint32_t joint : one.joints) in_tree[joint] = 1;
  }
  const auto shown = [](const Node& n) { return n.mesh != kNone && !n.hidden; };
  const bool any_shown = std::any_of(scene.nodes.begin(), scene.nodes.end(), shown);
  uint64_t hidden = 0, empty = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Node& node = scene.nodes[i];
    if (node.mesh == kNone) continue;
    if (node.hidden && any_shown && !options.hidden) {
      ++hidden;
      continue;
    }
    const Mesh& from = scene.meshes[node.mesh];
    const bool drawn = std::any_of(from.primitives.begin(), from.primitives.end(), [&](const Primitive& p) {
      return p.index_count > 0 && (options.hidden || p.material == kNone || !scene.materials[p.material].hidden);
    });
    if (!drawn || from.positions.empty()) {
      ++empty;
      continue;
    }
    if (node.skin == kNone || from.influence_first.empty()) {
      nodes[places[i].node].mesh = mesh(node.mesh, kNone);
      places[i].mesh_node = places[i].node;
      continue;
    }
    // A skinned mesh follows its joints alone: it stands at the root, apart from a node that others hang on.
    const uint32_t skin_number = skin(node.skin);
    uint32_t at = places[i].node;
    const bool alone = node.parent == kNone && node.rest == kNone && in_tree[i] == 0 && driven[i] == 0 &&
                       node.camera == kNone && node.light == kNone;
    if (!alone) {
      GlbNode root;
      root.name = node.name + " (mesh)";
      at = add_node(std::move(root));
    } else {
      nodes[at].local = {};
    }
    nodes[at].mesh = mesh(node.mesh, skin_number);
    nodes[at].skin = skin_number;
    places[i].mesh_node = at;
  }
  loss_report.add("hidden", hidden,
                  counted(hidden, "hidden object is", "hidden objects are") + " written without a mesh");
  loss_report.add("meshes", empty,
                  counted(empty, "mesh has", "meshes have") + " nothing to draw and no place in the file");
}

void GlbBuilder::add_meshes() {
  skin_has_loose_.assign(scene.skins.size(), 0);
  for (const Node& node : scene.nodes) {
    if (node.mesh == kNone || node.skin == kNone || skin_has_loose_[node.skin] != 0) continue;
    skin_has_loose_[node.skin] = has_loose_vertices(scene.meshes[node.mesh]);
  }
  place_meshes();
  join_skeletons();
  add_mesh_losses();
}

void GlbBuilder::add_mesh_losses() {
  loss_report.add("normals", tally.recomputed_normals,
                  "normals of " + counted(tally.normal_meshes, "mesh turn", "meshes turn") +
                      " with the joints, where the original computes them from every pose");
  loss_report.add("hidden", tally.hidden_triangles,
                  counted(tally.hidden_triangles, "triangle has a material", "triangles have materials") +
                      " that nothing draws; left out");
  const auto left_out = [&](const std::vector<std::string>& images, const char* why) {
    constexpr size_t kNamed = 5;
    std::string names;
    for (size_t i = 0; i < images.size() && i < kNamed; ++i) names += (i > 0 ? ", " : "") + images[i];
    if (images.size() > kNamed) names += " and " + std::to_string(images.size() - kNamed) + " more";
    loss_report.add("textures", images.size(),
                    counted(images.size(), "image is", "images are") + why + ", and left out: " + names);
  };
  loss_report.add("extras", scene.extras_left_out,
                  "`extras` of " + counted(scene.extras_left_out, "other part", "other parts") +
                      " of the file than nodes, meshes, materials, animations and the scene are left out");
  loss_report.add("attributes", scene.attributes_left_out,
                  counted(scene.attributes_left_out, "vertex attribute", "vertex attributes") +
                      " of the file's own, with matrices or numbers that are not finite, left out");
  left_out(tally.missing_images, " not there");
  left_out(tally.unread_images, " there, but cannot be decoded");
  loss_report.add("materials", tally.other_slots,
                  counted(tally.other_slots, "image says", "images say") +
                      " other things than colour, normal and glow; materials name them as extras");
  loss_report.add("images", tally.turns,
                  counted(tally.turns, "image that takes", "images that take") + " turns with another left out");
  loss_report.add("materials", tally.filters,
                  counted(tally.filters, "material multiplies", "materials multiply") +
                      " what is behind by its colour; here the colour covers it");
  loss_report.add(
      "materials", tally.additive,
      counted(tally.additive, "material adds its light", "materials add their light") + "; here they blend");
}

}  // namespace vitrine
