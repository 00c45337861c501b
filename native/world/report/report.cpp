#include "world/report/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "world/frame/painter.h"
#include "world/report/report_values.h"

namespace vitrine::world {
namespace {

Json box(const Box& b) { return {vec(b.min), vec(b.max)}; }
Json mat(const glm::dmat4& m) {
  Json list = Json::array();
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) list.push_back(m[c][r]);
  }
  return list;
}
constexpr uint64_t kRowBytes = 512;                     // of texts weigh as much as a row
constexpr uint64_t kNameBytes = 64, kNumberBytes = 16;  // of a segment and a particle that are listed

Json text(const std::string* value) { return value == nullptr ? Json() : Json(*value); }

std::string hex_key(uint32_t key) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) out += kDigits[key >> shift & 15];
  return out;
}

/// Adds a member of a name that is new: assigning would look through all names before it.
void append(Json& object, std::string name, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(std::move(name), std::move(value));
}

const char* usage_name(const PaintJob& job) {
  if (job.is_effect) return "effect";
  if (job.usage == Usage::kShadow) return "shadow";
  return phase_words()[static_cast<size_t>(job.phase)];
}

class Reporter {
 public:
  Reporter(const World& world) : world_(world), doc_(world.document()), frame_(world.frame()) {}

  Json run(const std::vector<Issue>& reading, const Json& sound) {
    Json out;
    out["kind"] = "world-report";
    out["version"] = 1;
    out["frame"] = frame_.number;
    out["time"] = frame_.time;
    out["beat"] = frame_.beat;
    out["clock"] = {{"slices", frame_.slices}, {"remainder", frame_.remainder}};
    add_cameras(out);
    add_segments(out);
    add_classes(out);
    add_handlers(out);
    add_lists(out);
    add_memory(out);
    add_lights(out);
    add_jobs(out);
    add_counts(out);
    add_paint(out);
    add_lighting(out);
    out["ipp"] = Json::array();
    for (const IppRecord& row : frame_.ipp)
      out["ipp"].push_back({{"op", op(row.op)}, {"kind", doc_.ops[row.op].word}, {"amount", row.amount}});
    if (doc_.physics.given) out["physics"] = report_physics(world_);
    if (!doc_.specials.empty()) add_specials(out);
    if (sound.is_object()) out["sound"] = sound;
    out["issues"] = report_issues(reading);
    for (const Json& issue : report_issues(frame_.issues)) out["issues"].push_back(issue);
    return out;
  }

 private:
  std::string op(uint32_t index) const { return doc_.label(doc_.ops[index]); }
  std::string instance(uint32_t index) const { return world_.instances().name(index, doc_); }
  Json segment(uint32_t index) const { return index == kNoSegment ? Json() : Json(segment_name(index)); }
  const std::string& segment_name(uint32_t index) const { return doc_.ops[doc_.segments[index]].name; }

  void add_cameras(Json& out) const {
    const ViewCamera& camera = frame_.camera;
    out["camera"] = {{"at", vec(camera.at)}, {"dir", vec(camera.dir)},  {"up", vec(camera.up)},
                     {"fov", camera.fov},    {"aspect", camera.aspect}, {"near", camera.near}};
    out["cameras"] = Json::array();
    for (const CameraRecord& row : frame_.cameras) {
      out["cameras"].push_back(
          {{"name", op(row.op)}, {"at", vec(row.at)}, {"dir", vec(row.dir)}, {"up", vec(row.up)}, {"fov", row.fov}});
    }
  }

  void add_segments(Json& out) const {
    out["segment"] = segment(frame_.segment);
    Json flood = Json::object(), visible = Json::array(), rects = Json::object(), doors = Json::object();
    for (uint32_t i = 0; i < doc_.segments.size(); ++i) {
      append(flood, segment_name(i), frame_.flood[i]);
      if (frame_.visible[i] == 0) continue;
      visible.push_back(segment_name(i));
      if (doc_.clip)
        append(rects, segment_name(i),
               {frame_.rects[i].x0, frame_.rects[i].y0, frame_.rects[i].x1, frame_.rects[i].y1});
    }
    for (uint32_t i = 0; i < doc_.portals.size(); ++i) append(doors, op(doc_.portals[i]), frame_.doors[i]);
    out["flood"] = std::move(flood);
    out["visible"] = std::move(visible);
    if (doc_.clip) out["rects"] = std::move(rects);
    out["doors"] = std::move(doors);
  }

  void add_classes(Json& out) const {
    Json classes = Json::object();
    for (size_t i = 0; i < world_.graph().per_class.size(); ++i)
      classes[class_name(static_cast<OpClass>(i))] = world_.graph().per_class[i];
    out["classes"] = std::move(classes);
  }

  void add_specials(Json& out) const {
    Json specials = Json::array();
    for (const Special& row : doc_.specials) {
      const Operator& target = doc_.ops[row.link.op];
      specials.push_back({{"name", row.name}, {"class", class_name(target.row().op_class)}, {"op", op(row.link.op)}});
    }
    out["specials"] = std::move(specials);
  }

  void add_handlers(Json& out) const {
    constexpr const char* kSystems[] = {"execute", "record", "hybrid"};
    const Handlers &now = frame_.handlers, &session = frame_.session;
    out["handlers"] = {{"system", kSystems[static_cast<size_t>(doc_.system)]},
                       {"init", now.init},
                       {"execute", now.execute},
                       {"paint", now.paint},
                       {"failed", frame_.failed},
                       {"empty", frame_.empty},
                       {"session", {{"init", session.init}, {"execute", session.execute}, {"paint", session.paint}}}};
  }

  void add_lists(Json& out) const {
    Json stale = Json::array(), anim = Json::array(), events = Json::array(), instances = Json::array();
    for (const uint32_t index : frame_.stale) stale.push_back(op(index));
    for (const AnimRecord& row : frame_.anim) {
      anim.push_back({{"target", doc_.tree.pointer(row.node)},
                      {"value", vec(row.value)},
                      {"soft", row.soft},
                      {"instance", instance(row.instance)}});
    }
    for (const ActiveEvent& row : world_.timeline().active()) {
      const char* prefix = row.kind == InstanceKind::kEvent ? "e" : "d";
      events.push_back({{"id", prefix + std::to_string(row.index)}, {"op", op(row.event->op)}, {"time", row.time}});
      const uint32_t effect = doc_.effect_of(doc_.ops[row.event->op]);
      if (effect != kNoNode) events.back()["effect"] = effect;
    }
    for (const InstanceRecord& row : frame_.instances) {
      instances.push_back(
          {{"instance", instance(row.instance)}, {"op", op(row.op)}, {"time", row.time}, {"text", text(row.text)}});
    }
    out["stale"] = std::move(stale);
    out["anim"] = std::move(anim);
    out["events"] = std::move(events);
    out["instances"] = std::move(instances);
    out["triggered"] = frame_.triggered;
  }

  void add_memory(Json& out) const {
    Json memory = Json::array(), texts = Json::array(), particles = Json::array();
    for (const uint32_t owner : world_.memory().in_use()) {
      const MemoryBlock* block = world_.memory().find(owner);
      if (block == nullptr || block->slots.empty()) continue;
      Json slots = Json::array();
      for (const MemorySlot& slot : block->slots) {
        slots.push_back({{"op", op(slot.op)},
                         {"type", slot.type},
                         {"bytes", slot.bytes},
                         {"offset", index_or_null(slot.offset)},
                         {"reset", slot.reset}});
      }
      memory.push_back({{"instance", instance(owner)}, {"used", block->used}, {"slots", std::move(slots)}});
    }
    for (const TextRecord& row : frame_.texts)
      texts.push_back({{"op", op(row.op)}, {"text", text(row.text)}, {"instance", instance(row.instance)}});
    for (const ParticleRecord& row : frame_.particles) {
      const bool any = row.count != 0;
      particles.push_back({{"op", op(row.op)},
                           {"instance", instance(row.instance)},
                           {"count", row.count},
                           {"first", any ? vec(row.first) : Json()},
                           {"centre", any ? vec(row.centre) : Json()}});
    }
    out["memory"] = std::move(memory);
    out["texts"] = std::move(texts);
    out["particles"] = std::move(particles);
  }

  void add_lights(Json& out) const {
    Json lights = Json::array(), per_segment = Json::object();
    for (const LightRecord& row : frame_.lights) {
      Json segments = Json::array();
      for (const uint32_t index : row.segments) segments.push_back(segment_name(index));
      lights.push_back({{"name", op(row.op)},
                        {"instance", instance(row.instance)},
                        {"at", vec(row.at)},
                        {"range", row.range},
                        {"color", vec(row.color)},
                        {"importance", row.importance},
                        {"segments", std::move(segments)},
                        {"rank", index_or_null(row.rank)}});
    }
    for (uint32_t i = 0; i < doc_.segments.size(); ++i) {
      if (frame_.visible[i] == 0) continue;
      Json names = Json::array();
      for (const uint32_t light : frame_.selected) {
        const auto& segments = frame_.lights[light].segments;
        const bool there = segments.empty() || std::binary_search(segments.begin(), segments.end(), i);
        if (there && names.size() < kPrebumpLights) names.push_back(op(frame_.lights[light].op));
      }
      append(per_segment, segment_name(i), std::move(names));
    }
    out["lights"] = std::move(lights);
    out["segmentLights"] = std::move(per_segment);
  }

  Json textures(const MaterialValue& material) const {
    Json out = Json::object();
    for (size_t i = 0; i < material.textures.size(); ++i) {
      if (!material.textures[i]) continue;
      const TextureValue& value = *material.textures[i];
      out[row_of(OpKind::kMaterial).keys[i].name] = {
          {"file", text(value.file)}, {"gain", vec(value.gain)}, {"offset", vec(value.offset)}};
    }
    return out;
  }

  void add_jobs(Json& out) const {
    Json jobs = Json::array(), effects = Json::array();
    for (const uint32_t index : frame_.painted) {
      const SceneJob& job = frame_.scene_jobs[index];
      const MeshJob& mesh = frame_.mesh_jobs[job.mesh_job];
      const ClusterValue& cluster = frame_.cluster_of(job);
      const MaterialValue& material = cluster.material;
      Json lights = Json::array();
      for (uint32_t rank = 0; rank < frame_.selected.size(); ++rank) {
        if ((job.lights >> rank & 1) != 0) lights.push_back(op(frame_.lights[frame_.selected[rank]].op));
      }
      Json row = {{"mesh", op(mesh.mesh->op)},
                  {"cluster", cluster.number},
                  {"material", material.op == kNoNode ? Json() : Json(op(material.op))},
                  {"materialId", material.id},
                  {"segment", segment(mesh.segment)},
                  {"instance", instance(mesh.instance)},
                  {"matrix", mat(mesh.matrix)},
                  {"bounds", box(job.bounds)},
                  {"color", vec(material.color)},
                  {"uvScale", vec(material.uv_scale)},
                  {"uvRotate", material.uv_rotate},
                  {"uvTranslate", vec(material.uv_translate)},
                  {"specular", material.specular},
                  {"pose", mesh.mesh->pose},
                  {"lights", std::move(lights)}};
      if (mesh.mesh->deform != glm::dmat4(1)) row["deform"] = mat(mesh.mesh->deform);
      if (Json slots = textures(material); !slots.empty()) row["textures"] = std::move(slots);
      jobs.push_back(std::move(row));
    }
    for (const uint32_t index : frame_.painted_effects) {
      const EffectJob& job = frame_.effect_jobs[index];
      Json row = {{"op", op(job.op)},
                  {"kind", *job.kind},
                  {"instance", instance(job.instance)},
                  {"segment", segment(job.segment)},
                  {"color", vec(job.color)},
                  {"matrix", mat(job.matrix)}};
      if (job.text != nullptr) row["text"] = *job.text, row["size"] = job.size;
      effects.push_back(std::move(row));
    }
    out["jobs"] = std::move(jobs);
    out["effects"] = std::move(effects);
  }

  void add_counts(Json& out) const {
    out["sceneJobs"] = frame_.painted.size();
    out["meshJobs"] = frame_.painted_meshes;
    out["effectJobs"] = frame_.painted_effects.size();
    Json counts = Json::object();
    const auto phase = [&](Phase which) {
      counts[phase_words()[static_cast<size_t>(which)]] = frame_.phase_jobs[static_cast<size_t>(which)];
    };
    if (doc_.wireframe != Wireframe::kOff) {
      counts["wire"] = frame_.wire_jobs;
    } else if (doc_.lighting.fake) {
      counts["depth"] = frame_.depth_jobs;
      counts["base"] = frame_.base_jobs;
      counts["texture"] = frame_.texture_jobs;
      counts["shadow"] = frame_.shadow_jobs;
      phase(Phase::kExtra);
    } else {
      for (size_t i = 0; i < kPhases; ++i) phase(static_cast<Phase>(i));
    }
    out["paintJobs"] = std::move(counts);
    out["shadowJobs"] = frame_.shadow_jobs;
    out["total"] = frame_.total;
    out["animEvaluations"] = frame_.anim_evaluations;
    out["animEvaluationsNaive"] = frame_.anim_evaluations_naive;
  }

  void add_paint(Json& out) const {
    // Paint jobs name scene jobs by their place in `jobs`, which lists what is painted.
    std::vector<uint32_t> place(frame_.scene_jobs.size());
    for (uint32_t i = 0; i < frame_.painted.size(); ++i) place[frame_.painted[i]] = i;
    Json paint = Json::array();
    for (const PaintJob& job : frame_.paint) {
      const bool has_job = !job.is_effect && !job.is_specular;
      paint.push_back({{"key", hex_key(job.key)},
                       {"phase", phase_words()[static_cast<size_t>(job.phase)]},
                       {"usage", usage_name(job)},
                       {"job", has_job ? Json(place[job.job]) : Json()},
                       {"light", job.light == kNoNode ? Json() : Json(op(frame_.lights[job.light].op))}});
    }
    out["paint"] = std::move(paint);
  }

  void add_lighting(Json& out) const {
    const Lighting& lighting = doc_.lighting;
    Json row = {{"mode", lighting.fake ? "fake" : "phases"}, {"shadows", lighting.shadows}};
    if (lighting.fake) {
      Json names = Json::array();
      for (const uint32_t light : frame_.shadow_lights) names.push_back(op(frame_.lights[light].op));
      row["shadowLights"] = std::move(names);
      row["maskScale"] = lighting.mask_scale;
      row["blur"] = lighting.blur;
      row["passes"] = {{"opaque", 2}, {"transparent", 1}};
    }
    row["samples"] = Json::array();
    for (const LightingSample& sample : lighting.samples) {
      const SampleResult result = evaluate_sample(sample);
      const auto plain = [](const std::vector<double>& values) {
        return values.size() == 1 ? Json(values[0]) : Json(values);
      };
      if (sample.fake)
        row["samples"].push_back({{"light", plain(result.light)}, {"color", plain(result.color)}});
      else
        row["samples"].push_back({{"steps", result.steps}, {"color", plain(result.color)}});
    }
    out["lighting"] = std::move(row);
  }

  const World& world_;
  const Document& doc_;
  const Frame& frame_;
};

}  // namespace

Json report_issues(const std::vector<Issue>& issues) {
  Json list = Json::array();
  for (const Issue& issue : issues) {
    Json row = {{"code", issue.code->id},
                {"severity", static_cast<int>(issue.severity())},
                {"path", issue.path},
                {"message", issue.message}};
    if (issue.line != 0) {
      row["line"] = issue.line;
      row["column"] = issue.column;
    }
    if (issue.offset != kNoOffset) row["offset"] = issue.offset;
    list.push_back(std::move(row));
  }
  return list;
}

uint64_t report_rows(const World& world) {
  const Frame& frame = world.frame();
  const Document& doc = world.document();
  uint64_t rows = frame.painted.size() + frame.painted_effects.size() + frame.paint.size() + frame.stale.size() +
                  frame.anim.size() + frame.instances.size() + frame.texts.size() + frame.particles.size() +
                  frame.lights.size() + frame.cameras.size() + world.timeline().active().size() + doc.segments.size() +
                  doc.portals.size() + doc.specials.size() + doc.lighting.samples.size();
  uint64_t bytes = 0;  // of texts and long names
  const auto add = [&](uint32_t instance, const std::string* text) {
    bytes += world.instances().name_bytes(instance) + (text == nullptr ? 0 : text->size());
  };
  for (const InstanceRecord& row : frame.instances) add(row.instance, row.text);
  for (const TextRecord& row : frame.texts) add(row.instance, row.text);
  for (const AnimRecord& row : frame.anim) add(row.instance, nullptr);
  for (const ParticleRecord& row : frame.particles) add(row.instance, nullptr);
  for (const LightRecord& row : frame.lights) {
    add(row.instance, nullptr);
    bytes += row.segments.size() * kNameBytes;
  }
  for (const uint32_t job : frame.painted) add(frame.mesh_jobs[frame.scene_jobs[job].mesh_job].instance, nullptr);
  for (const uint32_t job : frame.painted_effects) add(frame.effect_jobs[job].instance, frame.effect_jobs[job].text);
  for (const uint32_t owner : world.memory().in_use()) {
    const MemoryBlock* block = world.memory().find(owner);
    if (block == nullptr) continue;
    rows += block->slots.size();
    add(owner, nullptr);
    for (const MemorySlot& slot : block->slots) bytes += slot.type.size();
  }
  if (doc.physics.given) {
    rows += world.simulation().particles().size() + world.simulation().contacts().size() + doc.cells.size() +
            doc.physics.probes.size();
    bytes += world.simulation().zone_particles() * kNumberBytes;
  }
  return rows + bytes / kRowBytes;
}

Json report_frame(const World& world, const std::vector<Issue>& reading, const Json& sound) {
  return Reporter(world).run(reading, sound);
}

}  // namespace vitrine::world
