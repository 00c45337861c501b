#include "scene/summary.h"

#include <algorithm>
#include <vector>

#include "base/hash.h"

namespace vitrine {
namespace {

struct Hasher : Hash64 {
  template <class Enum>
  void word(Enum value) {
    u32(static_cast<uint32_t>(value));
  }
  void vec(const glm::vec2& v) { f32(v.x), f32(v.y); }
  void vec(const glm::vec3& v) { f32(v.x), f32(v.y), f32(v.z); }
  void vec(const glm::vec4& v) { f32(v.x), f32(v.y), f32(v.z), f32(v.w); }
  void vec(const glm::quat& q) { f32(q.x), f32(q.y), f32(q.z), f32(q.w); }
  void vec(const glm::mat4& m) {
    for (int c = 0; c < 4; ++c) vec(m[c]);
  }
  void vec(const Transform& t) { vec(t.translation), vec(t.rotation), vec(t.scale); }
  void vec(const glm::u8vec4& c) { bytes(&c, 4); }
  template <class T>
  void vecs(const std::vector<T>& values) {
    u64(values.size());
    for (const T& value : values) vec(value);
  }
  void u32s(const std::vector<uint32_t>& values) {
    u64(values.size());
    for (const uint32_t value : values) u32(value);
  }
  void properties(const std::vector<Property>& values) {
    u64(values.size());
    for (const Property& p : values) {
      text(p.name), text(p.text);
      u64(p.numbers.size());
      for (const double n : p.numbers) f64(n);
    }
  }
};

void add(Hasher& h, const Node& n) {
  h.text(n.name);
  h.word(n.kind);
  h.u32(n.parent);
  h.vec(n.local);
  h.u32(n.rest), h.u32(n.rest_is_bind), h.u32(n.mesh), h.u32(n.skin), h.u32(n.camera), h.u32(n.light), h.u32(n.emitter);
  h.f32(n.length);
  h.u32(n.hidden);
  if (n.tag != kNone) h.u32(n.tag);
  h.properties(n.properties);
}

void add(Hasher& h, const Mesh& m) {
  h.text(m.name);
  h.vecs(m.positions), h.vecs(m.normals), h.vecs(m.tangents), h.vecs(m.tangent_frames);
  h.u64(m.uv_layers.size());
  for (const UvLayer& layer : m.uv_layers) h.text(layer.name), h.vecs(layer.uv);
  h.u64(m.color_layers.size());
  for (const ColorLayer& layer : m.color_layers) h.text(layer.name), h.vecs(layer.color);
  h.u64(m.shapes.size());
  for (const ShapeKey& s : m.shapes) h.text(s.name), h.u32(s.relative_to), h.f32(s.value), h.vecs(s.positions);
  h.u32s(m.indices);
  h.u64(m.primitives.size());
  for (const Primitive& p : m.primitives) h.u32(p.first_index), h.u32(p.index_count), h.u32(p.material), h.text(p.name);
  h.u32s(m.influence_first);
  h.u64(m.influences.size());
  for (const Influence& i : m.influences) h.u32(i.joint), h.f32(i.weight), h.vec(i.position);
  h.word(m.normal_rule);
  h.u64(m.face_corners.size());
  h.bytes(m.face_corners.data(), m.face_corners.size());
  h.f32(m.crease_angle_rad);
  h.u32s(m.file_vertex), h.u32(m.file_vertex_count), h.u32s(m.file_triangle);
  if (!m.frames) return;
  h.word(m.frames->layout), h.u32(m.frames->frame_count), h.u32(m.frames->vertex_count);
  h.u64(m.frames->rows.size());
  h.bytes(m.frames->rows.data(), m.frames->rows.size());
  h.u64(m.frames->grids.size());
  for (const auto& grid : m.frames->grids) h.vec(grid.scale), h.vec(grid.offset);
  h.vecs(m.frames->directions);
  for (const std::string& name : m.frames->names) h.text(name);
}

void add(Hasher& h, const Material& m) {
  h.text(m.name);
  h.vec(m.diffuse), h.vec(m.specular), h.f32(m.hardness), h.vec(m.emissive);
  h.u32(m.shadeless), h.u32(m.double_sided), h.u32(m.hidden), h.word(m.alpha_mode), h.f32(m.alpha_cutoff);
  h.u64(m.slots.size());
  for (const TextureSlot& s : m.slots) {
    h.word(s.role), h.u32(s.texture), h.u32(s.uv_layer), h.vec(s.uv_offset), h.vec(s.uv_scale), h.f32(s.factor);
    if (s.clamp) h.u32(1);
  }
  h.properties(m.properties);
  if (m.declaration.line != 0) h.word(m.culling), h.text(m.declaration.name), h.u32(m.declaration.line);
}

void add(Hasher& h, const Curve& c) {
  h.word(c.target_kind), h.u32(c.target), h.u32(c.sub_target), h.word(c.channel), h.u32(c.component);
  h.text(c.path);
  h.word(c.interpolation), h.word(c.handles), h.word(c.before), h.word(c.after);
  h.u64(c.keys.size());
  for (const Key& k : c.keys)
    h.f64(k.time_s), h.f64(k.value), h.f64(k.left_time_s), h.f64(k.left_value), h.f64(k.right_time_s),
        h.f64(k.right_value);
}

void add(Hasher& h, const Clip& c) {
  h.text(c.name);
  h.f64(c.duration_s), h.f64(c.frame_rate), h.u32(c.frame_count), h.u32(c.root_node), h.u32(c.camera_node);
  if (c.closes) h.u32(1);
  h.u64(c.curves.size());
  for (const Curve& curve : c.curves) add(h, curve);
  h.u32(c.frames.has_value());
  if (c.frames) {
    const SampledFrames& f = *c.frames;
    h.u32(f.track_count), h.vecs(f.translations), h.vecs(f.rotations);
    h.u64(f.fov_rad.size());
    for (const float v : f.fov_rad) h.f32(v);
    h.u64(f.bindings.size());
    for (const auto& b : f.bindings) h.u32(b.node), h.u32(b.track);
    h.u32s(f.cuts);
    h.u64(f.bounds.size());
    for (const auto& b : f.bounds) h.vec(b.min), h.vec(b.max);
  }
  h.u32(c.poses.has_value());
  if (c.poses) {
    h.u32s(c.poses->nodes);
    h.u64(c.poses->times_s.size());
    for (const double t : c.poses->times_s) h.f64(t);
    h.vecs(c.poses->transforms);
  }
  for (const FrameRun& run : c.runs) {
    h.u32s(run.meshes), h.u32s(run.nodes), h.u32s(run.frames);
    for (const double end : run.ends_s) h.f64(end);
    h.f64(run.period_s);
    h.u32(run.closes), h.u32(run.loop_first);
  }
  h.u32(c.playable);
}

template <class T>
void add_all(Hasher& h, const std::vector<T>& values) {
  h.u64(values.size());
  for (const T& value : values) add(h, value);
}

}  // namespace

uint64_t digest(const Scene& scene) {
  Hasher h;
  const Axes& a = scene.axes;
  h.word(a.up), h.word(a.handedness), h.word(a.front_face), h.vec(a.forward), h.f32(a.unit_m), h.u32(a.uv_origin_top);
  add_all(h, scene.nodes);
  h.vecs(scene.rest_matrices);
  for (const TagTrack& track : scene.tag_tracks) {
    h.u64(track.places.size());
    for (const auto& place : track.places) {
      for (const glm::vec3& axis : place.axes) h.vec(axis);
      h.vec(place.origin);
    }
  }
  add_all(h, scene.meshes);
  h.u64(scene.skins.size());
  for (const Skin& s : scene.skins) h.text(s.name), h.u32s(s.joints), h.vecs(s.joint_from_bind);
  add_all(h, scene.materials);
  h.u64(scene.textures.size());
  for (const Texture& t : scene.textures) h.text(t.name);
  h.u64(scene.cameras.size());
  for (const Camera& c : scene.cameras) {
    h.text(c.name), h.word(c.projection), h.word(c.fov_rule), h.f32(c.fov_rad), h.f32(c.ortho_scale),
        h.f32(c.near_plane), h.f32(c.far_plane);
    h.vec(c.look), h.vec(c.up), h.u32(c.active);
  }
  h.u64(scene.lights.size());
  for (const Light& l : scene.lights) {
    h.text(l.name), h.word(l.kind), h.vec(l.color), h.f32(l.energy), h.vec(l.attenuation);
    h.f32(l.near_plane), h.f32(l.far_plane), h.f32(l.spot_angle_rad), h.f32(l.spot_blend);
    h.properties(l.properties);
  }
  h.u64(scene.emitters.size());
  for (const Emitter& e : scene.emitters) {
    h.text(e.name), h.u32(e.count), h.u32(e.material);
    h.f32(e.life_start_s), h.f32(e.life_end_s), h.f32(e.lifetime_s), h.f32(e.life_random), h.f32(e.size),
        h.f32(e.size_random);
    h.vec(e.velocity), h.f32(e.velocity_normal), h.f32(e.velocity_random);
    h.properties(e.properties);
  }
  add_all(h, scene.clips);
  return h.value();
}

std::string digest_text(const Scene& scene) {
  uint64_t value = digest(scene);
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, value >>= 4) text[static_cast<size_t>(i)] = "0123456789abcdef"[value & 15];
  return text;
}

Statistics statistics(const Scene& scene) {
  Statistics s;
  s.nodes = scene.nodes.size();
  s.meshes = scene.meshes.size();
  for (const Mesh& mesh : scene.meshes) {
    s.primitives += mesh.primitives.size();
    s.vertices += mesh.file_vertex.empty() ? mesh.positions.size() : mesh.file_vertex_count;
    s.triangles += mesh.indices.size() / 3;
    // Vertices that were split have the influences of the file's one.
    std::vector<uint8_t> counted(mesh.file_vertex.empty() ? 0 : mesh.file_vertex_count);
    for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v) {
      if (!counted.empty()) {
        if (counted[mesh.file_vertex[v]]) continue;
        counted[mesh.file_vertex[v]] = 1;
      }
      s.influences += mesh.influence_first[v + 1] - mesh.influence_first[v];
      uint64_t count = 0;
      for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i)
        count += mesh.influences[i].weight != 0;
      s.max_influences = std::max(s.max_influences, count);
    }
  }
  s.skins = scene.skins.size();
  for (const Node& node : scene.nodes) s.joints += node.kind == NodeKind::kJoint;
  s.materials = scene.materials.size();
  s.textures = scene.textures.size();
  s.actions = scene.clips.size();
  for (const Clip& clip : scene.clips) {
    s.curves += clip.curves.size();
    for (const Curve& curve : clip.curves) s.keys += curve.keys.size();
    if (clip.frames || !clip.runs.empty()) s.keys += uint64_t{clip.frame_count};
    if (clip.poses) s.keys += clip.poses->times_s.size();
  }
  s.cameras = scene.cameras.size();
  s.lights = scene.lights.size();
  return s;
}

}  // namespace vitrine
