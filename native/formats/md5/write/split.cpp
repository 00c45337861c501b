// Meshes over the limits of an engine become several of the same shader.

#include <algorithm>

#include "convert/written_mesh.h"
#include "formats/md5/write/meshes.h"

namespace vitrine::md5_export {
namespace {

bool fits(const OutMesh& mesh, const Md5Limits& most) {
  return (most.mesh_vertices == 0 || mesh.vertices.size() <= most.mesh_vertices) &&
         (most.mesh_triangles == 0 || mesh.indices.size() / 3 <= most.mesh_triangles) &&
         (most.mesh_weights == 0 || mesh.weights.size() <= most.mesh_weights);
}

class Splitter {
 public:
  Splitter(const OutMesh& from, const Md5Limits& most) : from_(from), most_(most) {}

  std::vector<OutMesh> run() {
    now_.assign(from_.vertices.size(), kNone);
    start();
    for (const uint32_t triangle : triangles_by_parts(from_.indices)) {
      if (!has_room(triangle)) start();
      add(triangle);
    }
    return std::move(parts_);
  }
  /// Per vertex of the mesh, the part and the number of each copy, in the order in which they were made.
  struct Copy {
    uint32_t vertex, part, written;
  };
  std::vector<Copy> copies;

 private:
  void start() {
    OutMesh& part = parts_.emplace_back();
    part.name = from_.name, part.shader = from_.shader, part.material = from_.material;
    for (const uint32_t v : touched_) now_[v] = kNone;
    touched_.clear();
  }
  bool has_room(uint32_t triangle) const {
    const OutMesh& part = parts_.back();
    if (part.indices.empty()) return true;
    size_t vertices = part.vertices.size(), weights = part.weights.size();
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t v = from_.indices[3 * triangle + k];
      if (now_[v] == kNone) ++vertices, weights += from_.vertices[v].count;
    }
    return (most_.mesh_vertices == 0 || vertices <= most_.mesh_vertices) &&
           (most_.mesh_weights == 0 || weights <= most_.mesh_weights) &&
           (most_.mesh_triangles == 0 || part.indices.size() / 3 < most_.mesh_triangles);
  }
  void add(uint32_t triangle) {
    OutMesh& part = parts_.back();
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t v = from_.indices[3 * triangle + k];
      if (now_[v] == kNone) {
        now_[v] = static_cast<uint32_t>(part.vertices.size());
        touched_.push_back(v);
        copies.push_back({v, static_cast<uint32_t>(parts_.size() - 1), now_[v]});
        OutVertex vertex = from_.vertices[v];
        const auto first = from_.weights.begin() + vertex.first;
        vertex.first = static_cast<uint32_t>(part.weights.size());
        part.weights.insert(part.weights.end(), first, first + vertex.count);
        part.vertices.push_back(vertex);
      }
      part.indices.push_back(now_[v]);
    }
  }

  const OutMesh& from_;
  const Md5Limits& most_;
  std::vector<OutMesh> parts_;
  std::vector<uint32_t> now_, touched_;
};

}  // namespace

void split_meshes(OutMeshes& out, const Md5Limits& limits, LossReport& loss_report) {
  if (std::all_of(out.meshes.begin(), out.meshes.end(), [&](const OutMesh& m) { return fits(m, limits); })) return;
  std::vector<OutMesh> meshes;
  std::vector<Source> sources;
  uint64_t split = 0;
  for (uint32_t m = 0; m < out.meshes.size(); ++m) {
    const auto first = static_cast<uint32_t>(meshes.size());
    std::vector<std::vector<Source>> of_vertex(out.meshes[m].vertices.size());
    for (const Source& source : out.sources) {
      if (source.mesh == m) of_vertex[source.written].push_back(source);
    }
    Splitter splitter(out.meshes[m], limits);
    std::vector<OutMesh> parts = splitter.run();
    for (const auto& copy : splitter.copies) {
      for (Source source : of_vertex[copy.vertex]) {
        source.mesh = first + copy.part, source.written = copy.written;
        sources.push_back(source);
      }
    }
    split += parts.size() - 1;
    for (OutMesh& part : parts) meshes.push_back(std::move(part));
  }
  loss_report.add("meshes", split,
                  std::to_string(split) +
                      (split == 1 ? " mesh more, because one is" : " meshes more, because some are") +
                      " over the limits of a mesh and split");
  out.meshes = std::move(meshes);
  out.sources = std::move(sources);
}

}  // namespace vitrine::md5_export
