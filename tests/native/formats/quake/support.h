#pragma once
// Loads files through the rows as a document does, and shows their frames.

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "formats/quake/codes.h"
#include "formats/quake/rows.h"
#include "pose/hierarchy.h"
#include "pose/runs.h"
#include "pose/sample.h"
#include "scene/textures.h"
#include "scene/validate.h"
#include "scene/vertex_frames.h"

namespace vitrine::quake::test {

using Bytes = std::vector<uint8_t>;
using Json = nlohmann::json;

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

struct Loaded {
  bool known = true;  ///< some row accepts the content
  Scene scene;
  nlohmann::ordered_json info;
  Diagnostics diagnostics{1000};
  Status status = ok_status();

  bool has(const Code& code, uint64_t offset) const {
    for (const Message& m : diagnostics.messages()) {
      if (m.code == &code && m.offset == offset) return true;
    }
    return false;
  }
  const Clip* clip(const std::string& name) const {
    for (const Clip& clip : scene.clips) {
      if (clip.name == name) return &clip;
    }
    return nullptr;
  }
};

/// The bytes lie in a buffer of exactly their size, so that a sanitizer sees a read past the end.
inline Loaded load(const Bytes& bytes, const std::string& name = "test.mdl", Limits limits = {},
                   const ReadOptions& options = {}) {
  Loaded loaded;
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[bytes.size()]);
  if (!bytes.empty()) std::memcpy(exact.get(), bytes.data(), bytes.size());
  const std::span<const uint8_t> span(exact.get(), bytes.size());
  const FormatRow* row = find_format(rows(), span, name);
  loaded.known = row != nullptr;
  if (row == nullptr) return loaded;
  Budget budget(limits.heap_bytes);
  loaded.diagnostics.enter(name);
  LoadContext context{.name = name,
                      .bytes = span,
                      .options = options,
                      .limits = limits,
                      .budget = budget,
                      .diagnostics = loaded.diagnostics,
                      .info = loaded.info};
  loaded.status = row->load(context, loaded.scene);
  return loaded;
}

struct Vertex {
  glm::vec3 position{0}, normal{0};
};
/// The vertices of the file, those of all surfaces one after another.
inline std::vector<Vertex> vertices_of(const Mesh& mesh, const FrameBlend& at) {
  std::vector<Vertex> out(mesh.frames->vertex_count);
  each_vertex(mesh, at, [&](uint32_t v, const glm::vec3& position, const glm::vec3& normal) {
    out[mesh.file_vertex.empty() ? v : mesh.file_vertex[v]] = {position, normal};
  });
  return out;
}

/// World matrices of all nodes; `clip` null = bind pose.
inline std::vector<glm::dmat4> worlds_of(const Scene& scene, const Clip* clip, double time_s) {
  pose::LocalPose local = pose::make_local_pose(scene);
  if (clip != nullptr) pose::sample_clip(scene, *clip, time_s, {}, local);
  std::vector<glm::dmat4> worlds(scene.nodes.size());
  std::vector<glm::mat4> rounded(scene.nodes.size());
  pose::world_matrices(scene, local, worlds, rounded);
  return worlds;
}

}  // namespace vitrine::quake::test
