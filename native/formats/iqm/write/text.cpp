// IQE as its readers take it alike: quoted names, one `vb` per vertex, faces relative to their mesh, joints before
// meshes before actions.

#include <cmath>
#include <cstdio>

#include "formats/iqm/write/model.h"
#include "formats/iqm/write/sentences.h"

namespace vitrine::iqm_export {
namespace {

/// Nine digits give the same float back.
void append_number(std::string& out, double value) {
  char text[32];
  std::snprintf(text, sizeof text, " %.9g", value == 0 ? 0.0 : value);
  out += text;
}
template <class Vector>
void append_line(std::string& out, const char* word, const Vector& v) {
  out += word;
  for (int c = 0; c < Vector::length(); ++c) append_number(out, v[c]);
  out += '\n';
}

void append_pose(std::string& out, const Local& local) {
  out += "pq";
  for (int c = 0; c < 3; ++c) append_number(out, local.translation[c]);
  const glm::dquat& q = local.rotation;
  for (const double n : {q.x, q.y, q.z, q.w}) append_number(out, n);
  for (int c = 0; c < 3; ++c) append_number(out, local.scale[c]);
  out += '\n';
}

std::string quoted(const char* word, const std::string& name) { return std::string(word) + " \"" + name + '"'; }

void append_vertex(std::string& out, const Geometry& geometry, uint32_t v) {
  append_line(out, "vp", geometry.positions[v]);
  append_line(out, "vt", geometry.uv[v]);
  append_line(out, "vn", geometry.normals[v]);
  if (!geometry.colors.empty()) append_line(out, "vc", glm::dvec4(geometry.colors[v]) / 255.0);
  if (geometry.hold_first.empty()) return;
  out += "vb";
  for (uint32_t k = geometry.hold_first[v]; k < geometry.hold_first[v + 1]; ++k) {
    out += ' ' + std::to_string(geometry.holds[k].joint);
    append_number(out, geometry.holds[k].weight);
  }
  out += '\n';
}

}  // namespace

Result<std::string> write_text(const Model& model) {
  const std::vector<Joint>& joints = model.skeleton.joints;
  const Geometry& geometry = model.geometry;
  const Error too_large{messages::kTooLarge, kNoOffset, {kMostBytes >> 20}};
  std::string out = "# Inter-Quake Export\n";
  for (const Joint& joint : joints) {
    out += '\n' + quoted("joint", joint.name) + ' ' + std::to_string(static_cast<int32_t>(joint.parent)) + '\n';
    append_pose(out, joint.local);
  }
  for (const OutMesh& mesh : geometry.meshes) {
    out += '\n' + quoted("mesh", mesh.name) + '\n' + quoted("material", mesh.material) + "\n\n";
    for (uint32_t v = 0; v < mesh.vertex_count; ++v) append_vertex(out, geometry, mesh.first_vertex + v);
    out += '\n';
    for (uint32_t k = 0; k < mesh.triangle_count; ++k) {
      out += "fm";
      for (uint32_t c = 0; c < 3; ++c)
        out += ' ' + std::to_string(geometry.indices[3 * (mesh.first_triangle + k) + c] - mesh.first_vertex);
      out += '\n';
    }
    if (out.size() > kMostBytes) return too_large;
  }
  for (const Action& action : model.motion.actions) {
    out += '\n' + quoted("animation", action.name) + "\nframerate";
    append_number(out, action.rate);
    out += action.loop ? "\nloop\n" : "\n";
    for (uint32_t f = 0; f < action.frames(); ++f) {
      out += "\nframe\n";
      for (size_t j = 0; j < joints.size(); ++j)
        append_pose(out, model.motion.poses[(action.first + f) * joints.size() + j]);
      if (out.size() > kMostBytes) return too_large;
    }
  }
  return out;
}

}  // namespace vitrine::iqm_export
