// The sections of an IQM in the order of the exporters. Every offset is 0 where there is nothing.

#include <algorithm>
#include <unordered_map>

#include "base/byte_writer.h"
#include "formats/iqm/write/channels.h"
#include "formats/iqm/write/sentences.h"
#include "geometry/hash_table.h"
#include "geometry/points.h"

namespace vitrine::iqm_export {
namespace {

constexpr uint32_t kHeaderBytes = 124, kVersion = 2, kNoTriangleAcross = 0xFFFFFFFF;
constexpr uint32_t kBytes = 1, kFloats = 7;  // formats of vertex arrays
constexpr uint32_t kLoopFlag = 1;
/// Warfork puts an end into its copy of the text where the text begins in the file.
constexpr size_t kEndedAt = kHeaderBytes;

/// Strings, each once, the first of them empty.
class Texts {
 public:
  uint32_t of(const std::string& text) {
    if (text.empty()) return 0;
    const auto [found, is_new] = known_.try_emplace(text, 0);
    if (is_new) {
      if (bytes.size() <= kEndedAt && bytes.size() + text.size() > kEndedAt) bytes.resize(kEndedAt + 1, '\0');
      found->second = static_cast<uint32_t>(bytes.size());
      bytes += text, bytes += '\0';
    }
    return found->second;
  }

  std::string bytes = std::string(1, '\0');

 private:
  std::unordered_map<std::string, uint32_t> known_;
};

/// Per edge of each triangle the one across it; corners at one place count as one.
std::vector<uint32_t> triangles_across(const Geometry& geometry) {
  const std::vector<uint32_t> same = geometry::first_equal_positions(geometry.positions);
  struct Edge {
    uint32_t count = 0;
    uint32_t triangles[2] = {kNoTriangleAcross, kNoTriangleAcross};
  };
  geometry::FlatMap numbers;
  std::vector<Edge> edges;
  std::vector<uint32_t> edge_of(geometry.indices.size());
  for (size_t i = 0; i < geometry.indices.size(); ++i) {
    const size_t next = i % 3 == 2 ? i - 2 : i + 1;
    const uint64_t key = geometry::pair_key(same[geometry.indices[i]], same[geometry.indices[next]]);
    edge_of[i] = numbers.find_or_add(key);
    edges.resize(numbers.size());
    Edge& edge = edges[edge_of[i]];
    if (edge.count < 2) edge.triangles[edge.count] = static_cast<uint32_t>(i / 3);
    ++edge.count;
  }
  std::vector<uint32_t> out;
  for (size_t i = 0; i < edge_of.size(); ++i) {
    const Edge& edge = edges[edge_of[i]];
    const uint32_t other = edge.triangles[edge.triangles[0] == i / 3 ? 1 : 0];
    out.push_back(edge.count == 2 ? other : kNoTriangleAcross);
  }
  return out;
}

class BinaryWriter {
 public:
  BinaryWriter(const Model& model, const ByteHolds& holds)
      : model_(model), geometry_(model.geometry), joints_(model.skeleton.joints), motion_(model.motion), holds_(holds) {
    if (motion_.frames > 0) poses_ = store_poses(motion_, joints_.size());
  }

  Result<std::vector<uint8_t>> run() {
    if (bytes_needed() > kMostBytes) return Error{messages::kTooLarge, kNoOffset, {kMostBytes >> 20}};
    name_all();
    out_.padded("INTERQUAKEMODEL", 16);
    out_.u32(kVersion);
    for (size_t at = out_.size(); at < kHeaderBytes; at += 4) out_.u32(0);
    const uint32_t text = begin();
    out_.raw(texts_.bytes);
    counted(28, texts_.bytes.size(), text);
    meshes();
    arrays();
    triangles();
    skeleton();
    if (motion_.frames > 0) frames();
    align();
    out_.patch_u32(20, static_cast<uint32_t>(out_.size()));
    return out_.take();
  }

 private:
  uint64_t bytes_needed() const {
    uint64_t names = 0;
    for (const Joint& joint : joints_) names += joint.name.size();
    return names + geometry_.meshes.size() * 600 + geometry_.positions.size() * 60 + geometry_.indices.size() * 8 +
           joints_.size() * 140 + uint64_t{motion_.frames} * (32 + 2 * uint64_t{poses_.changing}) + 4096;
  }

  void name_all() {
    for (const OutMesh& mesh : geometry_.meshes) texts_.of(mesh.name), texts_.of(mesh.material);
    for (const Joint& joint : joints_) texts_.of(joint.name);
    for (const Action& action : motion_.actions) texts_.of(action.name);
  }

  void align() {
    while (out_.size() % 4 != 0) out_.u8(0);
  }
  uint32_t begin() {
    align();
    return static_cast<uint32_t>(out_.size());
  }
  /// A count and an offset of the header.
  void counted(size_t at, size_t count, uint32_t offset) {
    out_.patch_u32(at, static_cast<uint32_t>(count));
    out_.patch_u32(at + 4, count == 0 ? 0 : offset);
  }

  void meshes() {
    counted(36, geometry_.meshes.size(), begin());
    for (const OutMesh& mesh : geometry_.meshes) {
      out_.u32(texts_.of(mesh.name)), out_.u32(texts_.of(mesh.material));
      out_.u32(mesh.first_vertex), out_.u32(mesh.vertex_count);
      out_.u32(mesh.first_triangle), out_.u32(mesh.triangle_count);
    }
  }

  void arrays() {
    struct Array {
      uint32_t type, format, components;
    };
    std::vector<Array> table = {{0, kFloats, 3}, {1, kFloats, 2}, {2, kFloats, 3}, {3, kFloats, 4}};
    if (!holds_.joints.empty()) table.insert(table.end(), {{4, kBytes, 4}, {5, kBytes, 4}});
    if (!geometry_.colors.empty()) table.push_back({6, kBytes, 4});
    const uint32_t at = begin();
    out_.patch_u32(44, static_cast<uint32_t>(table.size()));
    out_.patch_u32(48, static_cast<uint32_t>(geometry_.positions.size()));
    out_.patch_u32(52, at);
    size_t data = at + 20 * table.size();
    for (const Array& array : table) {
      out_.u32(array.type), out_.u32(0), out_.u32(array.format), out_.u32(array.components);
      out_.u32(static_cast<uint32_t>(data));
      data += geometry_.positions.size() * array.components * (array.format == kFloats ? 4 : 1);
    }
    floats(geometry_.positions), floats(geometry_.uv), floats(geometry_.normals), floats(geometry_.tangents);
    for (const Quad& quad : holds_.joints) out_.raw(quad);
    for (const Quad& quad : holds_.weights) out_.raw(quad);
    for (const glm::u8vec4& color : geometry_.colors)
      for (int c = 0; c < 4; ++c) out_.u8(color[c]);
  }
  template <class Vector>
  void floats(const std::vector<Vector>& list) {
    for (const Vector& v : list)
      for (int c = 0; c < Vector::length(); ++c) out_.f32(v[c]);
  }

  void triangles() {
    counted(56, geometry_.indices.size() / 3, begin());
    for (const uint32_t index : geometry_.indices) out_.u32(index);
    out_.patch_u32(64, begin());
    for (const uint32_t triangle : triangles_across(geometry_)) out_.u32(triangle);
  }

  void skeleton() {
    counted(68, joints_.size(), begin());
    for (const Joint& joint : joints_) {
      out_.u32(texts_.of(joint.name)), out_.u32(joint.parent);  // kNone is -1
      vector(joint.local.translation), rotation(joint.local.rotation), vector(joint.local.scale);
    }
    if (motion_.frames == 0) return;
    counted(76, joints_.size(), begin());
    for (size_t j = 0; j < joints_.size(); ++j) {
      const PoseChannels& channels = poses_.joints[j];
      out_.u32(joints_[j].parent), out_.u32(channels.mask);
      for (const float offset : channels.offset) out_.f32(offset);
      for (const float scale : channels.scale) out_.f32(scale);
    }
  }
  void vector(const glm::dvec3& v) {
    for (int c = 0; c < 3; ++c) out_.f32(static_cast<float>(v[c]));
  }
  void rotation(const glm::dquat& q) {
    for (const double n : {q.x, q.y, q.z, q.w}) out_.f32(static_cast<float>(n));
  }

  void frames() {
    counted(84, motion_.actions.size(), begin());
    for (const Action& action : motion_.actions) {
      out_.u32(texts_.of(action.name)), out_.u32(action.first), out_.u32(action.frames());
      out_.f32(static_cast<float>(action.rate)), out_.u32(action.loop ? kLoopFlag : 0);
    }
    out_.patch_u32(92, motion_.frames);
    counted(96, poses_.changing, begin());
    for (const uint16_t step : poses_.steps) out_.u16(step);
    out_.patch_u32(104, begin());
    for (const FrameBounds& box : frame_bounds(model_, poses_, holds_)) {
      for (const glm::vec3& corner : {box.min, box.max})
        for (int c = 0; c < 3; ++c) out_.f32(corner[c]);
      out_.f32(box.xy_radius), out_.f32(box.radius);
    }
  }

  const Model& model_;
  const Geometry& geometry_;
  const std::vector<Joint>& joints_;
  const Motion& motion_;
  const ByteHolds& holds_;
  StoredPoses poses_;
  Texts texts_;
  ByteWriter out_;
};

}  // namespace

Result<std::vector<uint8_t>> write_binary(const Model& model, double& largest_step) {
  if (model.skeleton.joints.size() > kMostJoints)
    return Error{messages::kTooManyJoints, kNoOffset, {model.skeleton.joints.size(), kMostJoints}};
  const ByteHolds holds = byte_holds(model.geometry);
  largest_step = holds.largest_step;
  return BinaryWriter(model, holds).run();
}

}  // namespace vitrine::iqm_export
