#include "world/session/drawing.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "base/portable_math.h"
#include "world/graph/codes.h"
#include "world/graph/sentences.h"
#include "world/session/warnings.h"

namespace vitrine {
namespace {

using render::WorldEffect;
using render::WorldFinish;
using render::WorldJob;
using render::WorldSlot;
using render::WorldTriangle;

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180;
constexpr size_t kMostJobs = 200'000, kMostEntries = 4'000'000, kMostLines = 4'000'000;

class Builder {
 public:
  Builder(const world::World& world, const WorldMeshes::Models& models, WorldMeshes& meshes, const ImageLookup& images,
          std::vector<world::Issue>& issues)
      : world_(world),
        document_(world.document()),
        frame_(world.frame()),
        models_(models),
        meshes_(meshes),
        images_(images),
        warnings_(world.document(), issues) {}

  /// True if a built wireframe has too many lines.
  bool has_too_many_lines() const { return lines_ > kMostLines; }

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
    if (document_.physics.given && document_.physics.debug) add_debug_lines();
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
  void add_jobs() {
    place_.assign(frame_.scene_jobs.size(), 0);
    for (const uint32_t index : frame_.painted) {
      const world::SceneJob& job = frame_.scene_jobs[index];
      const world::MeshJob& mesh_job = frame_.mesh_jobs[job.mesh_job];
      const world::MeshValue& mesh = *mesh_job.mesh;
      const world::ClusterValue& cluster = mesh.clusters[job.cluster];
      const world::Operator& op = document_.ops[mesh.op];
      place_[index] = static_cast<uint32_t>(picture_.jobs.size());
      WorldJob& out = picture_.jobs.emplace_back();
      const WorldModel* model = op.target == world::kNoNode ? nullptr : models_[op.target].get();
      if (model != nullptr && !op.word.empty() && model->action(op.word) == kNone) warnings_.unknown_action(mesh.op);
      out.mesh = meshes_.posed(document_, models_, mesh, cluster.number);
      out.world_from_mesh = mesh_job.matrix * mesh.deform;
      take_material(cluster.material, out);
      out.lights = job.lights;
      is_box_.push_back(cluster.number < op.boxes.size());
    }
  }

  void take_material(const world::MaterialValue& material, WorldJob& out) {
    out.color = material.color;
    out.uv_scale = material.uv_scale, out.uv_translate = material.uv_translate;
    out.rotate_uv(material.uv_rotate * kRadiansPerDegree);
    out.detail_scale = material.detail_scale;
    out.specular = material.specular;
    out.pass = material.pass, out.material_id = material.id;
    out.is_lit = (material.phases & 0x3F) != 0;
    out.is_extra = material.has(world::Phase::kExtra);
    out.casts = material.cast_shadow, out.receives = material.receive_shadow;
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
    warnings_.missing_image(*value.file);
    return {};
  }

  /// Edges of every job once, without the diagonals of boxes; in "scene" also lights and cameras.
  void add_lines() {
    for (size_t i = 0; i < picture_.jobs.size() && lines_ <= kMostLines; ++i) {
      picture_.wires.push_back(edges_of(picture_.jobs[i], is_box_[i]));
      lines_ += picture_.wires.back().size();
    }
    if (document_.wireframe != world::Wireframe::kScene) return;
    for (const world::LightRecord& light : frame_.lights)
      picture_.wires.push_back(star(light.at, 0.25, glm::clamp(glm::dvec3(light.color), 0.0, 1.0)));
    for (const world::CameraRecord& camera : frame_.visited_cameras) picture_.wires.push_back(pyramid(camera));
  }

  render::WorldWire edges_of(const WorldJob& job, bool is_box) {
    const auto less = [](const glm::dvec3& a, const glm::dvec3& b) {
      return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    };
    const glm::dvec3 color = glm::clamp(glm::dvec3(job.color), 0.0, 1.0);
    job.write_triangles(scratch_);
    render::WorldWire wire;
    for (size_t t = 0; t < scratch_.size(); ++t) {
      for (size_t k = 0; k < 3; ++k) {
        if (is_box && k == (t % 2 == 0 ? 2u : 0u)) continue;
        const glm::dvec3 &a = scratch_[t].at[k], &b = scratch_[t].at[(k + 1) % 3];
        wire.push_back(less(a, b) ? render::WorldLine{a, b, color} : render::WorldLine{b, a, color});
      }
    }
    std::sort(wire.begin(), wire.end(), [&](const auto& a, const auto& b) {
      return less(a.from, b.from) || (!less(b.from, a.from) && less(a.to, b.to));
    });
    wire.erase(std::unique(wire.begin(), wire.end(),
                           [](const auto& a, const auto& b) { return a.from == b.from && a.to == b.to; }),
               wire.end());
    return wire;
  }

  static render::WorldWire star(const glm::dvec3& at, double arm, const glm::dvec3& color) {
    render::WorldWire wire;
    for (int axis = 0; axis < 3; ++axis) {
      glm::dvec3 reach(0);
      reach[axis] = arm;
      wire.push_back({at - reach, at + reach, color});
    }
    return wire;
  }

  static render::WorldWire pyramid(const world::CameraRecord& camera) {
    const glm::dvec3 dir = glm::normalize(camera.dir), right = glm::normalize(glm::cross(dir, camera.up));
    const double half = 0.5 * portable::tan(camera.fov * kRadiansPerDegree / 2);
    const glm::dvec3 x = right * half, y = glm::cross(right, dir) * half, centre = camera.at + dir * 0.5;
    const glm::dvec3 corner[4] = {centre - x - y, centre + x - y, centre + x + y, centre - x + y};
    render::WorldWire wire;
    for (size_t i = 0; i < 4; ++i) {
      wire.push_back({camera.at, corner[i], glm::dvec3(1)});
      wire.push_back({corner[i], corner[(i + 1) % 4], glm::dvec3(1)});
    }
    return wire;
  }

  /// As many as the report counts.
  void add_debug_lines() {
    constexpr glm::dvec3 kColors[] = {{64, 128, 64}, {64, 64, 128}, {128, 128, 64}};
    const world::Simulation& simulation = world_.simulation();
    for (uint32_t i = 0; i < document_.cells.size(); ++i) {
      const world::Cell& cell = document_.cells[i];
      const world::CellState& state = simulation.cells().state(i);
      if (!state.present) continue;
      for (const auto& [a, b] : cell.shape.edges)
        picture_.debug.push_back({cell.shape.corners[a] + state.place, cell.shape.corners[b] + state.place,
                                  kColors[static_cast<size_t>(cell.mode)] / 255.0});
    }
    for (uint32_t p = 0; p < simulation.particles().size(); ++p) {
      if (simulation.is_gone(p)) continue;
      for (const render::WorldLine& line : star(simulation.particles()[p].at, 0.05, glm::dvec3(1)))
        picture_.debug.push_back(line);
    }
    for (const world::Constraint& row : document_.physics.constraints)
      if (!simulation.is_gone(row))
        picture_.debug.push_back({simulation.particles()[row.a].at, simulation.particles()[row.b].at, {1, 1, 0}});
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

  void add_particles(uint32_t record, WorldEffect& out) {
    // Records come in the order of the effects: those before have been counted.
    for (; counted_ < record; ++counted_) first_particle_ += frame_.particles[counted_].count;
    const float* p = frame_.particle_positions.data() + first_particle_ * 3;
    for (uint32_t i = 0; i < frame_.particles[record].count; ++i, p += 3) out.positions.emplace_back(p[0], p[1], p[2]);
  }

  WorldEffect::Kind full_screen(const world::EffectJob& job) {
    const WorldEffect::Kind kind = full_screen_kind(*job.kind);
    if (kind == WorldEffect::Kind::kNothing) warnings_.unknown_effect(job.op, *job.kind);
    return kind;
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

  const world::World& world_;
  const world::Document& document_;
  const world::Frame& frame_;
  const WorldMeshes::Models& models_;
  WorldMeshes& meshes_;
  const ImageLookup& images_;
  DrawingWarnings warnings_;
  render::WorldPicture picture_;
  std::vector<bool> is_box_;                    ///< per job of the picture
  std::vector<uint32_t> place_, effect_place_;  ///< of scene jobs and effects in the picture
  std::vector<WorldTriangle> scratch_;
  uint32_t counted_ = 0;  ///< particle records
  size_t first_particle_ = 0, lines_ = 0;
};

}  // namespace

Result<render::WorldPicture> build_world_picture(const world::World& world, const WorldMeshes::Models& models,
                                                 WorldMeshes& meshes, uint32_t width, uint32_t height,
                                                 const ImageLookup& images, std::vector<world::Issue>& issues) {
  const world::Frame& frame = world.frame();
  if (frame.painted.size() > kMostJobs || frame.painted_effects.size() > kMostJobs || frame.paint.size() > kMostEntries)
    return Error{world::messages::kTooManyJobs, kNoOffset};
  Builder builder(world, models, meshes, images, issues);
  auto picture = builder.run(width, height);
  if (builder.has_too_many_lines()) return Error{world::messages::kTooManyLines, kNoOffset};
  if (meshes.is_full())
    return Error{meshes.takes_too_long() ? world::messages::kPosesTakeLong : world::messages::kTooManyTriangles,
                 kNoOffset};
  return picture;
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

nlohmann::ordered_json world_job_counts(const world::Document& document, const render::WorldJobCounts& jobs) {
  if (document.wireframe != world::Wireframe::kOff) return {{"wire", jobs.wire}};
  nlohmann::ordered_json counts = nlohmann::ordered_json::object();
  const auto words = world::phase_words();
  if (!document.lighting.fake) {
    for (size_t i = 0; i < words.size(); ++i) counts[words[i]] = jobs.phases[i];
    return counts;
  }
  return {{"depth", jobs.depth},
          {"base", jobs.base},
          {"texture", jobs.texture},
          {"shadow", jobs.shadow},
          {words.back(), jobs.phases.back()}};
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
