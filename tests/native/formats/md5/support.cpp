#include "formats/md5/support.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace vitrine::md5test {
namespace {

Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix out{};
  for (size_t c = 0; c < 4; ++c) {
    for (size_t r = 0; r < 3; ++r) {
      out[c][r] = a[0][r] * b[c][0] + a[1][r] * b[c][1] + a[2][r] * b[c][2] + (c == 3 ? a[3][r] : 0.0);
    }
  }
  return out;
}

/// From the definition v' = v + 2w (q x v) + 2 q x (q x v), which divides by no length, as id's formula.
Matrix from_transform(const Transform& t) {
  const double x = t.rotation.x, y = t.rotation.y, z = t.rotation.z, w = t.rotation.w;
  Matrix out{};
  for (size_t c = 0; c < 3; ++c) {
    const double v[3] = {c == 0 ? 1.0 : 0.0, c == 1 ? 1.0 : 0.0, c == 2 ? 1.0 : 0.0};
    const double a[3] = {y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]};
    const double b[3] = {y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]};
    const double scale = c == 0 ? t.scale.x : c == 1 ? t.scale.y : t.scale.z;
    for (size_t r = 0; r < 3; ++r) out[c][r] = (v[r] + 2 * w * a[r] + 2 * b[r]) * scale;
  }
  out[3] = {t.translation.x, t.translation.y, t.translation.z};
  return out;
}

}  // namespace

bool Document::has(const std::string& code) const { return find(code) != nullptr; }

const Message* Document::find(const std::string& code) const {
  for (const Message& message : diagnostics.messages()) {
    if (message.code->id == code) return &message;
  }
  return nullptr;
}

Document load(const std::vector<Input>& inputs, const Limits& limits) {
  Document document;
  const ReadOptions options;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Input& input = inputs[i];
    // An exactly sized copy: reading past the end is seen by the sanitizer.
    const std::vector<uint8_t> bytes(input.bytes.begin(), input.bytes.end());
    document.scene.files.push_back({input.name, bytes.size(), "", "md5"});
    document.info.push_back(nlohmann::ordered_json::object());
    document.diagnostics.enter(input.name);
    const FormatRow* row = find_format(bytes, input.name);
    if (row == nullptr) {
      document.errors.push_back("UNKNOWN_FORMAT");
      continue;
    }
    Budget budget(limits.heap_bytes);
    LoadContext context{.name = input.name,
                        .bytes = bytes,
                        .file = static_cast<uint32_t>(i),
                        .options = options,
                        .limits = limits,
                        .budget = budget,
                        .diagnostics = document.diagnostics,
                        .cancel = nullptr,
                        .info = document.info.back()};
    if (const Status status = row->load(context, document.scene); !status) {
      document.errors.push_back(status.error().code()->id);
      document.diagnostics.add(status.error());
    }
    document.diagnostics.locate(bytes);
  }
  return document;
}

Input read_input(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) ADD_FAILURE() << "cannot read " << path;
  std::ostringstream text;
  text << file.rdbuf();
  return {path.substr(path.rfind('/') + 1), text.str()};
}

Input data_file(const std::string& path) { return read_input(std::string(VITRINE_TEST_DATA) + "/md5/" + path); }

std::string shared(const std::string& path) {
  const std::string full = std::string(VITRINE_SHARED) + "/" + path;
  return std::ifstream(full) ? full : std::string();
}

std::vector<Matrix> world_matrices(const Scene& scene, const Clip* clip, uint32_t frame) {
  std::vector<Transform> local(scene.nodes.size());
  std::vector<bool> driven(scene.nodes.size(), false);
  for (size_t i = 0; i < scene.nodes.size(); ++i) local[i] = scene.nodes[i].local;
  if (clip != nullptr) {
    for (const SampledFrames::Binding& binding : clip->frames->bindings) {
      const size_t at = size_t{frame} * clip->frames->track_count + binding.track;
      local[binding.node].translation = clip->frames->translations[at];
      local[binding.node].rotation = clip->frames->rotations[at];
      driven[binding.node] = true;
    }
  }
  std::vector<Matrix> world(scene.nodes.size());
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    Matrix matrix = from_transform(local[i]);
    if (node.rest != kNone && !(node.rest_is_bind && driven[i])) {
      const glm::mat4& rest = scene.rest_matrices[node.rest];
      Matrix m{};
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r) m[static_cast<size_t>(c)][static_cast<size_t>(r)] = rest[c][r];
      }
      matrix = multiply(m, matrix);
    }
    world[i] = node.parent == kNone ? matrix : multiply(world[node.parent], matrix);
  }
  return world;
}

std::vector<Point> skin(const Scene& scene, uint32_t node, const std::vector<Matrix>& world) {
  const Mesh& mesh = scene.meshes[scene.nodes[node].mesh];
  const Skin& joints = scene.skins[scene.nodes[node].skin];
  std::vector<Point> out(mesh.positions.size(), Point{0, 0, 0});
  for (size_t v = 0; v < out.size(); ++v) {
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      const Matrix& m = world[joints.joints[influence.joint]];
      for (size_t r = 0; r < 3; ++r) {
        out[v][r] += double{influence.weight} *
                     (m[0][r] * double{influence.position.x} + m[1][r] * double{influence.position.y} +
                      m[2][r] * double{influence.position.z} + m[3][r]);
      }
    }
  }
  return out;
}

std::vector<uint32_t> mesh_nodes(const Scene& scene) {
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < scene.nodes.size(); ++i) {
    if (scene.nodes[i].mesh != kNone) out.push_back(i);
  }
  return out;
}

void Box::add(const Point& p) {
  for (size_t i = 0; i < 3; ++i) {
    min[i] = std::min(min[i], p[i]);
    max[i] = std::max(max[i], p[i]);
  }
}

double Box::size() const { return std::max({max[0] - min[0], max[1] - min[1], max[2] - min[2]}); }

}  // namespace vitrine::md5test
