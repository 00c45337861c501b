// Particle chunks.

#include <cmath>

#include "formats/kri/properties.h"
#include "formats/kri/write/chunks.h"

namespace vitrine::kri {
namespace {

/// Everything in one chunk, as the first generation has it.
void write_part_seed(ChunkWriter& chunks, const Emitter& e, const Properties& own, const std::string& material) {
  chunks.begin("part");
  chunks.out().u32(e.count);
  chunks.name(e.name);
  chunks.name(material);
  chunks.out().u8(static_cast<uint32_t>(own.number("part.distribution", 0)));
  chunks.floats({own.number("p_dist.jitter", own.number("part.jitter", 1)), e.life_start_s, e.life_end_s, e.lifetime_s,
                 e.life_random, own.number("p_vel.phase", own.number("part.tangentPhase", 0))});
  chunks.floats({own.number("p_vel.object", own.number("part.velocity", 0)), e.velocity_normal,
                 own.number("p_vel.tangent", own.number("part.velocity", 0, 2)), own.number("part.velocity", 0, 3),
                 own.number("part.velocity", 0, 4), e.velocity_random});
  chunks.vec3(e.velocity);
  chunks.floats({own.number("p_phys.brownian", own.number("part.brownianDampDrag", 0)),
                 own.number("p_phys.damp", own.number("part.brownianDampDrag", 0, 1)),
                 own.number("p_phys.drag", own.number("part.brownianDampDrag", 0, 2)), e.size, e.size_random});
  chunks.end();
}

void write_life(ChunkWriter& chunks, const Emitter& e, const Properties& own, bool hair) {
  if (hair) {
    chunks.begin("p_hair");
    chunks.out().u8(static_cast<uint32_t>(own.number("p_hair.segments", 1)));
    for (const char* name :
         {"p_hair.pin", "p_hair.mass", "p_hair.bending", "p_hair.springDamping", "p_hair.airDamping"})
      chunks.out().f32(own.number(name, 0));
  } else {
    chunks.begin("p_life");
    chunks.floats({e.life_start_s, e.life_end_s, e.lifetime_s, e.life_random});
  }
  chunks.end();
}

void write_render(ChunkWriter& chunks, const Properties& own) {
  if (own.has("pr_inst.object")) {
    chunks.begin("pr_inst");
    chunks.text(own.text("pr_inst.object", ""));
    chunks.end();
  } else if (own.has("pr_line.tail")) {
    chunks.begin("pr_line");
    chunks.out().u8(static_cast<uint32_t>(own.number("pr_line.velocityLength", 0)));
    chunks.floats({own.number("pr_line.tail", 0), own.number("pr_line.head", 0)});
    chunks.end();
  }
}

void write_parts_last(ChunkWriter& chunks, const Emitter& e, const Properties& own, const std::string& material,
                      bool hair) {
  constexpr const char* kDistributions[] = {"JIT", "RAND", "GRID"};
  const auto number = static_cast<size_t>(own.number("part.distribution", own.number("m_dist.distribution", 0)));
  chunks.begin("part");
  chunks.out().u32(e.count);
  chunks.text(e.name);
  chunks.text(material);
  chunks.end();
  write_life(chunks, e, own, hair);
  write_render(chunks, own);
  chunks.begin("p_vel");
  chunks.vec3(e.velocity);
  chunks.floats({e.velocity_normal, own.number("p_vel.tangent", own.number("part.velocity", 0, 2)),
                 own.number("p_vel.phase", own.number("part.tangentPhase", 0)),
                 own.number("p_vel.object", own.number("part.velocity", 0)), e.velocity_random});
  chunks.end();
  chunks.begin("p_dist");
  chunks.text(own.text("p_dist.from", "FACE"));
  chunks.text(own.text("p_dist.distribution", kDistributions[number < 3 ? number : 0]));
  chunks.out().f32(own.number("p_dist.jitter", own.number("part.jitter", 1)));
  chunks.end();
  if (own.has("p_rot.mode")) {
    chunks.begin("p_rot");
    chunks.text(own.text("p_rot.mode", ""));
    chunks.out().f32(own.number("p_rot.factor", 0));
    chunks.end();
  }
  chunks.begin("p_phys");
  chunks.floats({e.size, e.size_random, own.number("p_phys.brownian", own.number("part.brownianDampDrag", 0)),
                 own.number("p_phys.drag", own.number("part.brownianDampDrag", 0, 2)),
                 own.number("p_phys.damp", own.number("part.brownianDampDrag", 0, 1))});
  chunks.end();
  if (own.has("p_child.count")) {
    chunks.begin("p_child");
    chunks.out().u16(static_cast<uint32_t>(own.number("p_child.count", 0)));
    for (const char* name : {"p_child.radius", "p_child.roundness", "p_child.size", "p_child.random"})
      chunks.out().f32(own.number(name, 0));
    chunks.end();
  }
}

}  // namespace

void write_emitter(ChunkWriter& chunks, const Emitter& e, const OutScene& scene, bool has_uv, ExportLog& log) {
  const Properties own(e.properties);
  const bool hair = own.has("p_hair.segments"), instances = own.has("pr_inst.object"), lines = own.has("pr_line.tail");
  const std::string material = e.material == kNone ? "" : scene.materials[e.material].material.name;
  log.add(LogLevel::kPlain, 1, "+particle: " + e.name + " [" + material + "], " + std::to_string(e.count) + " num");
  if (hair) {
    log.add(LogLevel::kInfo, 2, "hair: " + decimals(own.number("p_hair.segments", 1), 0) + " segments");
  } else {
    log.add(LogLevel::kInfo, 2,
            "emitter: [" + decimals(e.life_start_s / 0.04, 0) + "-" + decimals(e.life_end_s / 0.04, 0) + "] life " +
                decimals(e.lifetime_s / 0.04, 0));
  }
  if (instances) log.add(LogLevel::kInfo, 2, "instanced from: " + own.text("pr_inst.object", ""));
  const bool points = !hair && !instances && !lines;
  if (points && (e.material == kNone || !is_halo(scene.materials[e.material].material)))
    log.add(LogLevel::kWarning, 2, "material does not have halo");
  if (own.has("p_child.count")) log.add(LogLevel::kInfo, 2, "children: " + decimals(own.number("p_child.count", 0), 0));
  if (!has_uv) log.add(LogLevel::kWarning, 2, "emitter surface does not have UV");
  if (!chunks.is_seed()) return write_parts_last(chunks, e, own, material, hair);
  if (!points) log.add(LogLevel::kWarning, 2, "this generation has neither hair nor instances nor lines");
  write_part_seed(chunks, e, own, material);
}

}  // namespace vitrine::kri
