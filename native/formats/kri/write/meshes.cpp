#include "formats/kri/write/meshes.h"

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "geometry/points.h"
#include "skin/skin.h"

namespace vitrine {
namespace {

using kri::LogLevel;

std::string kri_decimals(double value, int places) {
  const double unit = std::pow(10, places);
  const auto scaled = static_cast<long long>(std::llround(std::abs(value) * unit));
  std::string digits = std::to_string(scaled);
  while (digits.size() <= static_cast<size_t>(places)) digits.insert(digits.begin(), '0');
  digits.insert(digits.end() - places, '.');
  return (value < 0 && scaled != 0 ? "-" : "") + digits;
}
std::string decimals(double value) { return kri_decimals(value, 2); }
std::string triple(const std::array<uint64_t, 4>& counts) {
  std::string out;
  for (const uint64_t count : counts) out += (out.empty() ? "" : "/") + std::to_string(count);
  return out;
}

std::vector<kri::LogLine> lines_of(const geometry::KriMeshStatistics& s, size_t parts) {
  std::vector<kri::LogLine> lines;
  const auto add = [&](LogLevel level, std::string text) { lines.push_back({level, 1, std::move(text)}); };
  if (s.source_triangles == 0) add(LogLevel::kError, "object has no faces");
  if (s.has_frames && s.pure_vertices > 0)
    add(LogLevel::kWarning, std::to_string(s.pure_vertices) + " pure vertices detected");
  add(LogLevel::kInfo, decimals(s.average_hand) + " avg handness");
  if (s.kept_frames) add(LogLevel::kInfo, "quaternions and handedness of the file are kept");
  if (s.has_frames) {
    if (!s.kept_frames) add(LogLevel::kInfo, decimals(s.tangent_accuracy) + " avg tangent accuracy");
    add(LogLevel::kInfo,
        "extra " + std::to_string(s.extra_vertices()) + " vertices, " + std::to_string(s.extra_faces()) + " faces");
    add(LogLevel::kInfo,
        "negative products before: " + triple(s.negatives_before) + ", after: " + triple(s.negatives_after));
  }
  if (s.t_junctions > 0) {
    add(s.closing_triangles > 0 ? LogLevel::kInfo : LogLevel::kWarning,
        counted(s.t_junctions, "T-junction", "T-junctions") + ", closed with " +
            counted(s.closing_vertices, "vertex", "vertices") + ", " + counted(s.closing_triangles, "face", "faces"));
  }
  if (s.reduced_vertices > 0) {
    add(LogLevel::kWarning, counted(s.reduced_vertices, "vertex", "vertices") + " kept four bones, dropping at most " +
                                decimals(100 * s.largest_dropped_share) + " % of a vertex");
  }
  if (s.largest_rounding > 1e-6)
    add(LogLevel::kInfo, "weights rounded to bytes by at most " + kri_decimals(s.largest_rounding, 5));
  if (parts > 1)
    add(LogLevel::kWarning, "split into " + std::to_string(parts) + " meshes of at most 65535 vertices and faces");
  return lines;
}

}  // namespace

/// The mesh in its node's space and KRI's axes, with normals, counter-clockwise.
Mesh KriMeshes::local_mesh(uint32_t i) {
  const Node& node = scene_.nodes[i];
  Mesh mesh = scene_.meshes[node.mesh];
  if (mesh.normals.empty()) {
    if (bind_.empty()) bind_.assign(bones_.worlds.begin(), bones_.worlds.end());
    const auto plan =
        skin::plan_skin(scene_, node.mesh, node.skin, geometry::first_equal_positions(mesh.positions), bind_);
    mesh.normals.assign(plan.bind_normals.begin(),
                        plan.bind_normals.begin() + static_cast<std::ptrdiff_t>(mesh.positions.size()));
  }
  glm::dmat4 to_node = node.skin == kNone ? glm::dmat4(1) : glm::inverse(bones_.worlds[i]);
  const bool same_axes = axes_.matrix == glm::dmat3(1);
  const bool moves = node.skin != kNone && to_node != glm::dmat4(1);
  if (moves || !same_axes) {
    to_node = glm::dmat4(axes_.matrix) * to_node;
    const glm::dmat3 normal_matrix = glm::transpose(glm::inverse(glm::dmat3(to_node)));
    const auto point = [&](glm::vec3& p) { p = glm::vec3(to_node * glm::dvec4(glm::dvec3(p), 1)); };
    for (glm::vec3& p : mesh.positions) point(p);
    for (ShapeKey& shape : mesh.shapes) {
      for (glm::vec3& p : shape.positions) point(p);
    }
    for (glm::vec3& n : mesh.normals) {
      const glm::dvec3 moved = normal_matrix * glm::dvec3(n);
      const double length = glm::length(moved);
      if (length > 1e-30) n = glm::vec3(moved / length);
    }
  }
  for (glm::vec3& n : mesh.normals) {
    if (glm::dot(n, n) == 0) n = glm::vec3(0, 0, 1);
  }
  if (axes_.flips_winding) {
    for (size_t k = 0; k < mesh.indices.size(); k += 3) std::swap(mesh.indices[k + 1], mesh.indices[k + 2]);
  }
  if (scene_.axes.uv_origin_top) {  // KRI counts v from the bottom
    for (UvLayer& layer : mesh.uv_layers) {
      for (glm::vec2& uv : layer.uv) uv.y = 1 - uv.y;
    }
  }
  return mesh;
}

std::vector<kri::OutMesh> KriMeshes::of(uint32_t i, std::vector<geometry::KriMeshStatistics>& statistics) {
  const Node& node = scene_.nodes[i];
  geometry::KriPreparedMesh prepared = geometry::prepare_for_kri(
      local_mesh(i),
      {options_.process_quaternions, options_.close_t_junctions, options_.generation == kri::Generation::kSeed});
  std::vector<kri::OutMesh> parts;
  for (Mesh& part : geometry::split_mesh(prepared.mesh)) {
    kri::OutMesh out;
    if (bones_.first_of(i) != kNone && !part.influence_first.empty()) out.weights = weight_bytes(i, part);
    out.mesh = std::move(part);
    parts.push_back(std::move(out));
  }
  if (!parts.empty()) parts[0].lines = lines_of(prepared.statistics, parts.size());
  if (options_.generation == kri::Generation::kSeed) {
    losses_.shapes += prepared.mesh.shapes.size();
    losses_.colors += prepared.mesh.color_layers.size();
    losses_.layers += std::max<size_t>(prepared.mesh.uv_layers.size(), 1) - 1;
  }
  const geometry::KriMeshStatistics& s = prepared.statistics;
  loss_report_.add("influences", s.reduced_vertices,
                   counted(s.reduced_vertices, "vertex", "vertices") + " of '" + node.name +
                       "' kept four bones; the number is the largest share dropped",
                   s.largest_dropped_share);
  constexpr double kNothing = 1e-6;  // weights that were bytes before
  loss_report_.add("weights", s.largest_rounding > kNothing ? s.vertices : 0,
                   "weights of '" + node.name + "' became bytes; the number is the largest difference",
                   s.largest_rounding);
  statistics.push_back(s);
  return parts;
}

std::vector<std::array<uint8_t, 8>> KriMeshes::weight_bytes(uint32_t node, const Mesh& mesh) {
  const Skin& skin = scene_.skins[scene_.nodes[node].skin];
  const uint32_t armature = bones_.armature[bones_.first_of(node)];
  std::vector<uint32_t> numbers;  // per joint of the skin
  for (uint32_t joint : skin.joints) {
    // What follows the mesh's node follows the bone on which that hangs.
    while (joint != kNone && !bones_.is_bone[joint]) joint = scene_.nodes[joint].parent;
    const bool has_number = joint != kNone && bones_.armature[joint] == armature;
    numbers.push_back(has_number ? std::min<uint32_t>(bones_.number[joint] + 1, 255) : 0);
  }
  std::vector<std::array<uint8_t, 8>> weights;
  weights.reserve(mesh.positions.size());
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    std::array<uint8_t, 8> pairs{};
    size_t slot = 0;
    for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k, ++slot) {
      const uint32_t joint = skin.joints[mesh.influences[k].joint], number = numbers[mesh.influences[k].joint];
      losses_.loose_influences += number == 0 && bones_.is_bone[joint];
      pairs[2 * slot] = static_cast<uint8_t>(std::lround(mesh.influences[k].weight * 255));
      pairs[2 * slot + 1] = static_cast<uint8_t>(number);
    }
    if (slot == 0) pairs[0] = 255;  // bone 0: the mesh object itself
    weights.push_back(pairs);
  }
  return weights;
}

}  // namespace vitrine
