#include "session/world_drawing.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "session/world_model.h"
#include "session/world_turn.h"
#include "world/codes.h"

namespace vitrine {
namespace {

using render::WorldEffect;
using render::WorldFinish;
using render::WorldJob;
using render::WorldSlot;
using render::WorldTriangle;

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180;

/// Two triangles of one side: corners top left, bottom left, bottom right, top right, seen from outside.
void add_side(const world::Box& box, int axis, bool positive, const glm::dvec3& right, const glm::dvec3& up,
              std::vector<WorldTriangle>& list) {
  const glm::dvec3 half = (box.max - box.min) * 0.5;
  const glm::dvec3 x = right * half, y = up * half;
  const double width = 2 * glm::length(x), height = 2 * glm::length(y);
  if (width == 0 || height == 0) return;
  glm::dvec3 front(0);
  front[axis] = positive ? 1 : -1;
  const glm::dvec3 centre = (box.min + box.max) * 0.5 + front * half;
  const glm::dvec3 corner[4] = {centre - x + y, centre - x - y, centre + x - y, centre + x + y};
  const glm::dvec2 uv[4] = {{0, 0}, {0, height}, {width, height}, {width, 0}};
  const glm::dvec2 unit[4] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  for (const auto& order : {std::array<int, 3>{0, 1, 2}, std::array<int, 3>{0, 2, 3}}) {
    WorldTriangle& triangle = list.emplace_back();
    triangle.front = front;
    for (size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<size_t>(order[i]);
      triangle.at[i] = corner[k];
      triangle.normal[i] = front;
      triangle.uv[i] = uv[k];
      triangle.lightmap_uv[i] = unit[k];
    }
  }
}

/// A flat box is one side that is seen from both.
std::vector<WorldTriangle> box_triangles(const world::Box& box) {
  const glm::dvec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  const glm::dvec3 right[6] = {z, -z, x, x, -x, x}, up[6] = {y, y, z, -z, y, y};
  std::vector<WorldTriangle> list;
  for (int axis = 0; axis < 3; ++axis) {
    const bool is_flat = box.max[axis] == box.min[axis];
    for (int side = is_flat ? 1 : 0; side < 2; ++side)
      add_side(box, axis, side == 1, right[axis * 2 + side], up[axis * 2 + side], list);
  }
  return list;
}

class Builder {
 public:
  Builder(const world::World& world, const std::vector<std::unique_ptr<WorldModel>>& models, const ImageLookup& images,
          std::vector<world::Issue>& issues)
      : document_(world.document()), frame_(world.frame()), models_(models), images_(images), issues_(issues) {
    for (uint32_t op = 0; op < document_.ops.size(); ++op) {
      if (document_.ops[op].kind == world::OpKind::kTexture) textures_.emplace(&document_.ops[op].word, op);
    }
  }

  render::WorldPicture run(uint32_t width, uint32_t height) {
    const world::ViewCamera& camera = frame_.camera;
    picture_.width = width, picture_.height = height;
    picture_.eye = camera.at, picture_.dir = camera.dir, picture_.up = camera.up;
    picture_.fov_rad = camera.fov * kRadiansPerDegree, picture_.near = camera.near;
    for (const uint32_t light : frame_.selected) {
      const world::LightRecord& row = frame_.lights[light];
      picture_.lamps.push_back({row.at, row.range, row.color, row.cast_shadow});
    }
    const world::Lighting& lighting = document_.lighting;
    if (document_.wireframe != world::Wireframe::kOff)
      picture_.mode = render::WorldMode::kWireframe;
    else if (lighting.fake)
      picture_.mode = render::WorldMode::kFake;
    for (const uint32_t light : frame_.shadow_lights) picture_.chosen.push_back(frame_.lights[light].rank);
    picture_.shadows = lighting.shadows, picture_.colored = lighting.colored;
    picture_.mask_scale = lighting.mask_scale, picture_.blur = static_cast<uint32_t>(lighting.blur);
    add_jobs();
    if (picture_.mode == render::WorldMode::kWireframe) {
      add_lines();
      return std::move(picture_);
    }
    add_effects();
    add_entries();
    for (const world::IppRecord& row : frame_.ipp) {
      const double kind = document_.fixed(document_.ops[row.op], world::fx_op::kKind);
      picture_.finish.push_back({static_cast<WorldFinish::Kind>(kind), row.amount});
    }
    return std::move(picture_);
  }

 private:
  void warn(const Code& code, uint32_t node, std::string why) {
    if (!warned_.insert(node).second) return;
    world::Issue issue{&code, document_.tree.pointer(node), std::move(why)};
    issue.is_warning = true;
    document_.place(issue, node);
    issues_.push_back(std::move(issue));
  }
  uint32_t key_of(uint32_t op, const char* key) const {
    const uint32_t node = document_.tree.member(document_.ops[op].node, key);
    return node == world::kNoNode ? document_.ops[op].node : node;
  }

  void add_jobs() {
    const world::MeshJob* posed = nullptr;
    place_.assign(frame_.scene_jobs.size(), 0);
    for (const uint32_t index : frame_.painted) {
      const world::SceneJob& job = frame_.scene_jobs[index];
      const world::MeshJob& mesh_job = frame_.mesh_jobs[job.mesh_job];
      const world::MeshValue& mesh = *mesh_job.mesh;
      const world::ClusterValue& cluster = mesh.clusters[job.cluster];
      const world::Operator& op = document_.ops[mesh.op];
      place_[index] = static_cast<uint32_t>(picture_.jobs.size());
      WorldJob& out = picture_.jobs.emplace_back();
      if (cluster.number < op.boxes.size()) {
        const world::MeshBox& box = op.boxes[cluster.number];
        out.triangles = box_triangles({box.min, box.max});
      } else if (WorldModel* model = op.target == world::kNoNode ? nullptr : models_[op.target].get()) {
        if (&mesh_job != posed) model->pose(op.word, mesh.pose);
        posed = &mesh_job;
        if (!op.word.empty() && !model->has_action(op.word))
          warn(world::kWorldAction, key_of(mesh.op, "action"), "the model has no action \"" + op.word + "\"");
        out.triangles = model->triangles(cluster.number - static_cast<uint32_t>(op.boxes.size()));
      }
      const Turn turn(mesh_job.matrix * mesh.deform);
      for (WorldTriangle& triangle : out.triangles) {
        triangle.front = turn.front(triangle.front);
        for (glm::dvec3& p : triangle.at) p = turn.point(p);
        for (glm::dvec3& n : triangle.normal) n = turn.normal(n);
      }
      take_material(cluster.material, out);
      out.lights = job.lights;
      is_box_.push_back(cluster.number < op.boxes.size());
    }
  }

  void take_material(const world::MaterialValue& material, WorldJob& out) {
    out.color = material.color;
    out.uv_scale = material.uv_scale, out.uv_translate = material.uv_translate;
    out.uv_rotate_rad = material.uv_rotate * kRadiansPerDegree;
    out.detail_scale = material.detail_scale;
    out.specular = material.specular;
    out.pass = material.pass, out.material_id = material.id;
    out.is_lit = (material.phases & 0x3F) != 0;
    out.is_extra = material.has(world::Phase::kExtra);
    out.casts = material.cast_shadow;
    out.gleams = material.has(world::Phase::kSpecular);
    out.blend = static_cast<render::WorldBlend>(material.blend);
    WorldSlot* const slots[] = {&out.texture, &out.detail, &out.bump, &out.env, &out.lightmap};
    for (size_t i = 0; i < material.textures.size(); ++i) {
      if (material.textures[i]) *slots[i] = slot(*material.textures[i]);
    }
  }

  WorldSlot slot(const world::TextureValue& value) {
    if (value.file == nullptr) return {true, nullptr, value.gain, value.offset};
    const render::WorldImage* image = images_ ? images_(*value.file) : nullptr;
    if (image != nullptr) return {true, image, value.gain, value.offset};
    const auto owner = textures_.find(value.file);
    if (owner != textures_.end())
      warn(world::kWorldFile, key_of(owner->second, "file"), "there is no image \"" + *value.file + "\"");
    return {};
  }

  /// Edges of every job once, without the diagonals of boxes; in "scene" also lights and cameras.
  void add_lines() {
    const auto less = [](const glm::dvec3& a, const glm::dvec3& b) {
      return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    };
    const auto line = [&](const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& color) {
      picture_.lines.push_back({from, to, glm::clamp(color, 0.0, 1.0)});
    };
    using Edge = std::pair<glm::dvec3, glm::dvec3>;
    const auto edge_less = [&](const Edge& a, const Edge& b) {
      return less(a.first, b.first) || (!less(b.first, a.first) && less(a.second, b.second));
    };
    for (size_t i = 0; i < picture_.jobs.size(); ++i) {
      const WorldJob& job = picture_.jobs[i];
      std::vector<Edge> edges;
      for (size_t t = 0; t < job.triangles.size(); ++t) {
        for (size_t k = 0; k < 3; ++k) {
          if (is_box_[i] && k == (t % 2 == 0 ? 2u : 0u)) continue;
          const glm::dvec3 &a = job.triangles[t].at[k], &b = job.triangles[t].at[(k + 1) % 3];
          edges.push_back(less(a, b) ? Edge{a, b} : Edge{b, a});
        }
      }
      std::sort(edges.begin(), edges.end(), edge_less);
      edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
      for (const Edge& edge : edges) line(edge.first, edge.second, glm::dvec3(job.color));
    }
    if (document_.wireframe != world::Wireframe::kScene) return;
    for (const world::LightRecord& light : frame_.lights) {
      for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 arm(0);
        arm[axis] = 0.25;
        line(light.at - arm, light.at + arm, glm::dvec3(light.color));
      }
    }
    for (const world::CameraRecord& camera : frame_.cameras) {
      const glm::dvec3 dir = glm::normalize(camera.dir), right = glm::normalize(glm::cross(dir, camera.up));
      const double half = 0.5 * std::tan(camera.fov * kRadiansPerDegree / 2);
      const glm::dvec3 x = right * half, y = glm::cross(right, dir) * half, centre = camera.at + dir * 0.5;
      const glm::dvec3 corner[4] = {centre - x - y, centre + x - y, centre + x + y, centre - x + y};
      for (size_t i = 0; i < 4; ++i) {
        line(camera.at, corner[i], glm::dvec3(1));
        line(corner[i], corner[(i + 1) % 4], glm::dvec3(1));
      }
    }
  }

  void add_effects() {
    effect_place_.assign(frame_.effect_jobs.size(), 0);
    for (const uint32_t index : frame_.painted_effects) {
      const world::EffectJob& job = frame_.effect_jobs[index];
      effect_place_[index] = static_cast<uint32_t>(picture_.effects.size());
      WorldEffect& out = picture_.effects.emplace_back();
      out.matrix = job.matrix, out.color = job.color, out.size = job.size, out.amount = job.amount;
      switch (document_.ops[job.op].kind) {
        case world::OpKind::kParticles:
          out.kind = WorldEffect::Kind::kParticles;
          add_particles(job.particles, out);
          break;
        case world::OpKind::kText:
          out.kind = WorldEffect::Kind::kText;
          if (job.text != nullptr) out.text = *job.text;
          break;
        default:
          out.kind = full_screen(job);
      }
    }
  }

  void add_particles(uint32_t record, WorldEffect& out) const {
    size_t first = 0;
    for (uint32_t i = 0; i < record; ++i) first += frame_.particles[i].count;
    const float* p = frame_.particle_positions.data() + first * 3;
    for (uint32_t i = 0; i < frame_.particles[record].count; ++i, p += 3) out.positions.emplace_back(p[0], p[1], p[2]);
  }

  WorldEffect::Kind full_screen(const world::EffectJob& job) {
    if (job.kind->empty() || *job.kind == "tint") return WorldEffect::Kind::kTint;
    if (*job.kind == "add") return WorldEffect::Kind::kAdd;
    if (*job.kind == "fade") return WorldEffect::Kind::kFade;
    warn(world::kWorldFx, document_.ops[job.op].node, "there is no effect \"" + *job.kind + "\"; it draws nothing");
    return WorldEffect::Kind::kNothing;
  }

  void add_entries() {
    for (const world::PaintJob& job : frame_.paint) {
      render::WorldEntry entry;
      entry.phase = static_cast<render::WorldPhase>(job.phase);
      entry.is_shadow = job.usage == world::Usage::kShadow;
      entry.is_effect = job.is_effect;
      if (job.is_effect)
        entry.index = effect_place_[job.job];
      else if (!job.is_specular)
        entry.index = place_[job.job];
      if (job.light != world::kNoNode) entry.rank = frame_.lights[job.light].rank;
      entry.pass = job.key >> 24;
      picture_.entries.push_back(entry);
    }
  }

  const world::Document& document_;
  const world::Frame& frame_;
  const std::vector<std::unique_ptr<WorldModel>>& models_;
  std::unordered_map<const std::string*, uint32_t> textures_;  ///< file of a texture operator -> operator
  const ImageLookup& images_;
  std::vector<world::Issue>& issues_;
  render::WorldPicture picture_;
  std::vector<bool> is_box_;                    ///< per job of the picture
  std::vector<uint32_t> place_, effect_place_;  ///< of scene jobs and effects in the picture
  std::unordered_set<uint32_t> warned_;         ///< values
};

}  // namespace

render::WorldPicture build_world_picture(const world::World& world,
                                         const std::vector<std::unique_ptr<WorldModel>>& models, uint32_t width,
                                         uint32_t height, const ImageLookup& images,
                                         std::vector<world::Issue>& issues) {
  return Builder(world, models, images, issues).run(width, height);
}

bool read_world_switch(std::string_view word, render::WorldSwitch& which) {
  which = {};
  if (word == "final") return true;
  const size_t dash = word.find('-');
  if (dash == std::string_view::npos) return false;
  const std::string_view verb = word.substr(0, dash);
  std::string_view rest = word.substr(dash + 1);
  if (verb == "steps") {
    which.steps = 0;
    for (const char digit : rest) {
      if (digit < '0' || digit > '9' || which.steps > 100'000'000) return false;
      which.steps = which.steps * 10 + static_cast<size_t>(digit - '0');
    }
    return !rest.empty();
  }
  const auto phase = [](std::string_view name) {
    const auto words = world::phase_words();
    const auto found = std::find(words.begin(), words.end(), name);
    return found == words.end() ? -1 : static_cast<int>(found - words.begin());
  };
  if (verb == "after") return (which.after = phase(rest)) >= 0;
  if (verb == "solo") return (which.solo = phase(rest)) >= 0;
  if (verb != "off") return false;
  for (;;) {
    const size_t end = rest.find('-');
    const int one = phase(rest.substr(0, end));
    if (one < 0) return false;
    which.off = static_cast<uint8_t>(which.off | 1 << one);
    if (end == std::string_view::npos) return true;
    rest = rest.substr(end + 1);
  }
}

std::vector<std::string> world_images(const world::Document& document) {
  std::set<std::string> names;
  for (const world::Operator& op : document.ops) {
    if (op.kind == world::OpKind::kTexture && !op.word.empty()) names.insert(op.word);
  }
  return {names.begin(), names.end()};
}

std::vector<uint8_t> world_pixels(const std::vector<glm::dvec3>& colors, bool wide) {
  std::vector<uint8_t> out;
  out.reserve(colors.size() * (wide ? 6 : 4));
  const auto sample = [](double value, int most) {
    return static_cast<int>(std::lround(std::clamp(value, 0.0, 1.0) * most));
  };
  for (const glm::dvec3& color : colors) {
    for (int i = 0; i < 3; ++i) {
      if (!wide) {
        out.push_back(static_cast<uint8_t>(sample(color[i], 255)));
        continue;
      }
      const int value = sample(color[i], 65535);
      out.push_back(static_cast<uint8_t>(value >> 8));
      out.push_back(static_cast<uint8_t>(value & 255));
    }
    if (!wide) out.push_back(255);
  }
  return out;
}

}  // namespace vitrine
