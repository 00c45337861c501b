// Mesh and action chunks.

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "formats/kri/write/chunks.h"

namespace vitrine::kri {
namespace {

/// A rotation that takes +Z to the normal: what the first generation stores so that normals survive without texture
/// coordinates.
glm::quat frame_of_normal(const glm::vec3& n) {
  if (n.z < -0.9999f) return {0, 1, 0, 0};
  const glm::quat q(1 + n.z, -n.y, n.x, 0);
  return glm::normalize(q);
}

void write_positions(ChunkWriter& chunks, const Mesh& mesh) {
  chunks.begin("v_pos");
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    chunks.vec3(mesh.positions[v]);
    if (!chunks.is_seed()) chunks.out().f32(mesh.tangents.empty() ? 0 : mesh.tangents[v].w);
  }
  chunks.end();
}

void write_frames(ChunkWriter& chunks, const Mesh& mesh) {
  if (!chunks.is_seed()) {
    chunks.begin("v_nor");
    for (const glm::vec3& n : mesh.normals) chunks.vec3(n);
    chunks.end();
    if (mesh.tangent_frames.empty()) return;
  }
  chunks.begin("v_quat");
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    chunks.quat(mesh.tangent_frames.empty() ? frame_of_normal(mesh.normals[v]) : mesh.tangent_frames[v]);
  }
  chunks.end();
}

void write_layers(ChunkWriter& chunks, const Mesh& mesh) {
  for (const UvLayer& layer : mesh.uv_layers) {
    chunks.begin("v_uv");
    if (!chunks.is_seed()) chunks.text(layer.name);
    for (size_t v = 0; v < layer.uv.size(); ++v) {
      chunks.floats({layer.uv[v].x, layer.uv[v].y});
      if (chunks.is_seed()) chunks.out().f32(mesh.tangents.empty() ? 0 : mesh.tangents[v].w);
    }
    chunks.end();
    if (chunks.is_seed()) return;  // one layer
  }
  for (const ColorLayer& layer : mesh.color_layers) {
    chunks.begin("v_color");
    chunks.text(layer.name);
    for (const glm::u8vec4& c : layer.color) {
      for (int i = 0; i < 3; ++i) chunks.out().u8(c[i]);
    }
    chunks.end();
  }
}

void write_triangles(ChunkWriter& chunks, const Mesh& mesh, const OutScene& scene, ExportLog& log) {
  // Spans cover triangles from the first on, and what is left has the default material: those go last.
  std::vector<const Primitive*> order;
  for (const Primitive& p : mesh.primitives) order.push_back(&p);
  std::stable_partition(order.begin(), order.end(), [](const Primitive* p) { return p->material != kNone; });
  chunks.begin("v_ind");
  chunks.out().u16(static_cast<uint32_t>(mesh.indices.size() / 3));
  for (const Primitive* p : order) {
    for (uint32_t k = 0; k < p->index_count; ++k) chunks.out().u16(mesh.indices[p->first_index + k]);
  }
  chunks.end();
  chunks.begin("entity");
  for (const Primitive* p : order) {
    const std::string name = p->material == kNone ? "" : scene.materials[p->material].material.name;
    log.add(LogLevel::kPlain, 1, "+entity: " + std::to_string(p->index_count / 3) + " faces, [" + name + "]");
    if (p->material == kNone || p->index_count == 0) continue;
    chunks.out().u16(p->index_count / 3);
    chunks.name(name);
  }
  chunks.out().u16(0);
  chunks.end();
}

void write_shapes(ChunkWriter& chunks, const Mesh& mesh, ExportLog& log) {
  if (chunks.is_seed() && !mesh.shapes.empty()) {
    log.add(LogLevel::kWarning, 1,
            counted(mesh.shapes.size(), "shape is", "shapes are") + " lost: this generation has none");
    return;
  }
  for (const ShapeKey& shape : mesh.shapes) {
    chunks.begin("v_shape");
    chunks.text(shape.name);
    chunks.out().u8(shape.relative_to);
    chunks.out().f32(shape.value);
    for (const glm::vec3& p : shape.positions) chunks.vec3(p);
    chunks.end();
    log.add(LogLevel::kPlain, 1, "+shape: " + decimals(shape.value, 3) + " [" + shape.name + "]");
  }
}

void write_weights(ChunkWriter& chunks, const OutMesh& mesh, ExportLog& log) {
  if (mesh.weights.empty()) return;
  uint64_t empty = 0, links = 0;
  chunks.begin("v_skin");
  for (const auto& pairs : mesh.weights) {
    chunks.out().raw(std::span(pairs));
    uint64_t bones = 0;
    for (size_t slot = 0; slot < 4; ++slot) bones += pairs[2 * slot] > 0 && pairs[2 * slot + 1] > 0;
    empty += bones == 0;
    links += bones;
  }
  chunks.end();
  log.add(LogLevel::kPlain, 1,
          "bone weights: " + std::to_string(empty) + " empty, " +
              decimals(static_cast<double>(links) / static_cast<double>(mesh.weights.size()), 1) + " avg");
}

}  // namespace

Status write_mesh(ChunkWriter& chunks, const OutMesh& out, const OutScene& scene, ExportLog& log) {
  const Mesh& mesh = out.mesh;
  if (mesh.positions.size() > 0xFFFF) return does_not_fit(mesh.positions.size(), "vertices of one mesh");
  if (mesh.indices.size() / 3 > 0xFFFF) return does_not_fit(mesh.indices.size() / 3, "triangles of one mesh");
  if (mesh.shapes.size() > 255) return does_not_fit(mesh.shapes.size(), "shapes of one mesh");
  for (const LogLine& line : out.lines) log.add(line);
  log.add(LogLevel::kPlain, 1,
          "total: " + std::to_string(mesh.positions.size()) + " vertices, " + std::to_string(mesh.indices.size() / 3) +
              " faces");
  const double usage = mesh.positions.empty()
                           ? 0
                           : static_cast<double>(mesh.indices.size()) / static_cast<double>(mesh.positions.size());
  log.add(LogLevel::kInfo, 1, decimals(usage, 2) + " avg vertex usage");
  log.add(LogLevel::kInfo, 1, "UV layers: " + std::to_string(mesh.uv_layers.size()));
  log.add(LogLevel::kInfo, 1, "Color layers: " + std::to_string(mesh.color_layers.size()));
  if (chunks.is_seed() && mesh.uv_layers.size() > 1)
    log.add(LogLevel::kWarning, 1, "only the first UV layer is written");
  if (chunks.is_seed() && !mesh.color_layers.empty())
    log.add(LogLevel::kWarning, 1, "colors are lost: this generation has none");

  chunks.begin("mesh");
  chunks.out().u16(static_cast<uint32_t>(mesh.positions.size()));
  chunks.end();
  write_positions(chunks, mesh);
  write_frames(chunks, mesh);
  write_layers(chunks, mesh);
  write_triangles(chunks, mesh, scene, log);
  write_shapes(chunks, mesh, log);
  write_weights(chunks, out, log);
  return ok_status();
}

Status write_actions(ChunkWriter& chunks, const std::vector<OutAction>& actions, ExportLog& log) {
  for (const OutAction& action : actions) {
    chunks.begin("action");
    chunks.name(action.name);
    chunks.out().f32(action.length_s);
    chunks.end();
    std::string list;
    uint64_t groups = 0, empty = 0;
    std::vector<uint8_t> elements;
    for (const OutCurve& curve : action.curves) {
      if (curve.keys.empty()) {
        ++empty;
        continue;
      }
      if (curve.key_count() > 0xFFFF) return does_not_fit(curve.key_count(), "keys of one curve");
      chunks.begin("curve");
      chunks.name(curve.path);
      chunks.out().u8(curve.size);
      chunks.out().u8(curve.element);
      chunks.out().u16(static_cast<uint32_t>(curve.key_count()));
      chunks.out().u8(curve.extrapolate);
      for (const float value : curve.keys) chunks.out().f32(value);
      chunks.end();
      const bool of_bone = curve.path.starts_with("s.") && curve.element != 0;
      if (of_bone && std::find(elements.begin(), elements.end(), curve.element) == elements.end()) {
        elements.push_back(curve.element);
      }
      const std::string entry =
          curve.path.substr(std::min<size_t>(2, curve.path.size())) + "[" + std::to_string(curve.size) + "]";
      if (list.find(entry) == std::string::npos) list += (list.empty() ? "" : ", ") + entry;
    }
    groups = elements.size();
    log.add(LogLevel::kPlain, 1,
            "+anim: " + action.name + ", " + decimals(std::round(action.length_s / 0.04), 0) + " frames, " +
                std::to_string(groups) + " groups");
    if (!list.empty()) log.add(LogLevel::kPlain, 2, list);
    if (empty > 0) log.add(LogLevel::kWarning, 2, std::to_string(empty) + " empty curves detected");
    if (action.curves.size() == empty) log.add(LogLevel::kWarning, 2, "zero length curve pack");
  }
  return ok_status();
}

}  // namespace vitrine::kri
