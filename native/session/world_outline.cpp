#include "session/world_outline.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "session/world_drawing.h"

namespace vitrine {
namespace {

nlohmann::ordered_json outline_events(const std::vector<world::Event>& events) {
  auto rows = nlohmann::ordered_json::array();
  for (const world::Event& event : events) {
    nlohmann::ordered_json row = {{"operator", event.op}, {"start", event.start}, {"end", nullptr}};
    if (std::isfinite(event.end)) row["end"] = event.end;
    if (!event.sub.empty()) row["sub"] = outline_events(event.sub);
    rows.push_back(std::move(row));
  }
  return rows;
}

nlohmann::ordered_json outline_cells(const std::vector<world::Cell>& cells) {
  constexpr const char* kModes[] = {"add", "sub", "zone"};
  auto rows = nlohmann::ordered_json::array();
  for (const world::Cell& cell : cells) {
    auto corners = nlohmann::ordered_json::array(), edges = nlohmann::ordered_json::array();
    for (const glm::dvec3& corner : cell.shape.corners) {
      for (int i = 0; i < 3; ++i) corners.push_back(corner[i]);
    }
    for (const auto& [from, to] : cell.shape.edges) edges.push_back(from), edges.push_back(to);
    rows.push_back({{"name", cell.name},
                    {"mode", kModes[static_cast<size_t>(cell.mode)]},
                    {"corners", std::move(corners)},
                    {"edges", std::move(edges)}});
  }
  return rows;
}

}  // namespace

nlohmann::ordered_json world_outline(const world::Document& document) {
  auto operators = nlohmann::ordered_json::array();
  for (const world::Operator& op : document.ops) {
    world::Issue place;
    document.place(place, op.node);
    operators.push_back({{"name", document.label(op)},
                         {"kind", op.row().name},
                         {"class", world::class_name(op.row().op_class)},
                         {"pointer", document.tree.pointer(op.node)},
                         {"line", place.line},
                         {"column", place.column}});
  }
  auto constraints = nlohmann::ordered_json::array();
  for (const world::Constraint& one : document.physics.constraints)
    constraints.push_back(one.a), constraints.push_back(one.b);
  return {{"operators", std::move(operators)},
          {"segments", document.segments},
          {"portals", document.portals},
          {"cells", outline_cells(document.cells)},
          {"constraints", std::move(constraints)},
          {"debug", document.physics.debug},
          {"bpm", document.bpm},
          {"events", outline_events(document.events)},
          {"images", world_images(document)}};
}

}  // namespace vitrine
