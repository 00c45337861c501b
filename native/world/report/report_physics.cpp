#include <nlohmann/json.hpp>

#include "world/report/report.h"
#include "world/report/report_values.h"

namespace vitrine::world {
namespace {

constexpr const char* kModes[] = {"add", "sub", "zone"};

Json contact_kind(const Contact& contact) { return contact.is_wall ? "wall" : "sub"; }

Json run_probe(const Document& document, const Simulation& simulation, const Probe& probe) {
  const CellSet& cells = simulation.cells();
  switch (probe.kind) {
    case Probe::Kind::kInside: {
      Json inside = Json::array();
      for (uint32_t i = 0; i < cells.size(); ++i) {
        if (cells.state(i).present && cells.contains(i, probe.at)) inside.push_back(i);
      }
      return {{"cells", std::move(inside)}};
    }
    case Probe::Kind::kRayOut:
    case Probe::Kind::kRayIn: {
      const PlacedCell cell = cells.placed(probe.cell);
      const bool is_out = probe.kind == Probe::Kind::kRayOut;
      std::optional<RayHit> hit;
      if (!is_out)
        hit = ray_in(cell, probe.at, probe.dir);
      else if (cell.contains(probe.at))
        hit = ray_out(cell, probe.at, probe.dir);
      if (!hit) return {{"hit", false}, {"t", nullptr}, {"plane", nullptr}, {"at", nullptr}};
      return {{"hit", true}, {"t", hit->t}, {"plane", hit->plane}, {"at", vec(probe.at + probe.dir * hit->t)}};
    }
    case Probe::Kind::kPath: {
      Path path;
      cells.follow(probe.at, probe.dir, probe.cell, {}, path);
      const double t = path.contact ? path.contact->t : 1;
      Json out = {{"hit", path.contact.has_value()}, {"t", t}, {"at", vec(probe.at + probe.dir * t)}};
      out["normal"] = path.contact ? vec(path.contact->normal) : Json();
      out["cell"] = path.contact ? Json(path.contact->cell) : Json();
      out["kind"] = path.contact ? contact_kind(*path.contact) : Json();
      out["visited"] = path.visited;
      out["end"] = index_or_null(path.end);
      return out;
    }
    case Probe::Kind::kOverlap:
      return {{"overlap", overlap(cells.placed(probe.cell), cells.placed(probe.other), probe.exact)}};
    case Probe::Kind::kSphere: {
      const SpherePush push = push_sphere(cells, document.cells, probe.at, probe.radius);
      return {{"at", vec(push.at)}, {"radius", push.radius}, {"faces", push.faces}};
    }
  }
  return {};
}

/// Lines to draw: edges of cells, three per particle, one per constraint.
Json count_lines(const Document& document, const Simulation& simulation) {
  size_t edges[3] = {};
  for (uint32_t i = 0; i < document.cells.size(); ++i) {
    if (simulation.cells().state(i).present)
      edges[static_cast<size_t>(document.cells[i].mode)] += document.cells[i].shape.edges.size();
  }
  size_t particles = 0, constraints = 0;
  for (uint32_t p = 0; p < simulation.particles().size(); ++p) particles += simulation.is_gone(p) ? 0 : 1;
  for (const Constraint& row : document.physics.constraints) constraints += simulation.is_gone(row) ? 0 : 1;
  return {{"add", edges[0]},
          {"sub", edges[1]},
          {"zone", edges[2]},
          {"particles", 3 * particles},
          {"constraints", constraints}};
}

}  // namespace

Json report_physics(const World& world) {
  const Document& document = world.document();
  const Simulation& simulation = world.simulation();
  simulation.cells().begin_work();
  const auto name = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json out = {{"slices", simulation.slices()}, {"dropped", simulation.dropped()}, {"slice", simulation.slice()}};
  Json particles = Json::array(), cells = Json::array(), contacts = Json::array(), blocked = Json::array(),
       zones = Json::array(), probes = Json::array();
  for (uint32_t p = 0; p < simulation.particles().size(); ++p) {
    const ParticleState& state = simulation.particles()[p];
    particles.push_back(
        {{"at", vec(state.at)}, {"velocity", vec(simulation.velocity(p))}, {"cell", index_or_null(state.cell)}});
    if (simulation.is_gone(p)) particles.back()["present"] = false;
  }
  for (uint32_t i = 0; i < document.cells.size(); ++i) {
    const Cell& cell = document.cells[i];
    const CellState& state = simulation.cells().state(i);
    cells.push_back(
        {{"name", name(cell.name)},
         {"segment", cell.segment == kNoNode ? Json() : Json(document.ops[document.segments[cell.segment]].name)},
         {"mode", kModes[static_cast<size_t>(cell.mode)]},
         {"offset", vec(state.place)},
         {"present", state.present}});
  }
  for (const ContactRecord& row : simulation.contacts()) {
    contacts.push_back({{"particle", row.particle},
                        {"t", row.contact.t},
                        {"at", vec(row.at)},
                        {"normal", vec(row.contact.normal)},
                        {"cell", row.contact.cell},
                        {"kind", contact_kind(row.contact)}});
  }
  for (const BlockedRecord& row : simulation.blocked())
    blocked.push_back({{"cell", row.cell}, {"allowed", row.allowed}});
  for (const ZoneRecord& zone : simulation.zones()) {
    zones.push_back({{"cell", zone.cell},
                     {"name", name(document.cells[zone.cell].name)},
                     {"particles", zone.particles},
                     {"camera", zone.camera},
                     {"entered", zone.entered},
                     {"left", zone.left}});
  }
  for (const Probe& probe : document.physics.probes) probes.push_back(run_probe(document, simulation, probe));
  out["particles"] = std::move(particles);
  out["cells"] = std::move(cells);
  out["contacts"] = std::move(contacts);
  out["contactCount"] = simulation.contact_count();
  out["blockedCount"] = simulation.blocked_count();
  out["blocked"] = std::move(blocked);
  out["zones"] = std::move(zones);
  out["probes"] = std::move(probes);
  if (document.physics.debug) out["debug"] = count_lines(document, simulation);
  return out;
}

}  // namespace vitrine::world
