#include "world/session/outline.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "world/graph/change.h"
#include "world/session/drawing.h"
#include "world/session/frame/model.h"

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

nlohmann::ordered_json outline_links(const std::vector<world::Link>& links) {
  auto ops = nlohmann::ordered_json::array();
  for (const world::Link& link : links) ops.push_back(link.op);
  return ops;
}

/// Children of an operator in the tree: slots, then inputs. A call goes on with the root of its subroutine, and
/// the input of that with an input of the call.
void outline_children(const world::Document& document, const world::Operator& op, nlohmann::ordered_json& row) {
  auto children = nlohmann::ordered_json(op.distinct);
  for (const world::Link& link : op.inputs) children.push_back(link.op);
  row["children"] = std::move(children);
  if (op.kind == world::OpKind::kCall) row["root"] = document.subroutines[op.target].root.op;
  if (op.kind == world::OpKind::kInput) row["input"] = document.fixed(op, world::input_op::kN);
}

nlohmann::ordered_json words_of(std::span<const char* const> words) {
  return std::vector<std::string>(words.begin(), words.end());
}

nlohmann::ordered_json outline_key(const world::Key& key) {
  constexpr const char* kKinds[] = {"number", "integer", "bool", "vec2",   "vec3", "vec4", "color", "scale",
                                    "four",   "text",    "text", "string", "word", "slot", "other"};
  constexpr size_t kComponents[] = {1, 1, 1, 2, 3, 4, 4, 3, 4};
  const auto kind = static_cast<size_t>(key.kind);
  nlohmann::ordered_json row = {{"name", key.name}, {"kind", kKinds[kind]}};
  if (kind < std::size(kComponents)) row["initial"] = std::vector<double>(key.initial, key.initial + kComponents[kind]);
  if (key.low > -world::kHuge) row["least"] = key.low;
  if (key.high < world::kHuge) row["most"] = key.high;
  if (!key.words.empty()) {
    row["words"] = words_of(key.words);
    row["initial"] = key.words[static_cast<size_t>(key.initial[0])];
  }
  return row;
}

/// Least and greatest corner; null without a box.
nlohmann::ordered_json outline_boxes(const world::Document& document) {
  auto rows = nlohmann::ordered_json::array();
  for (const uint32_t portal : document.portals) {
    const world::Operator& op = document.ops[portal];
    const world::Source* sources = document.sources_of(op);
    auto box = nlohmann::ordered_json::array();
    for (const int key : {world::portal_op::kMin, world::portal_op::kMax}) {
      for (int i = 0; i < 3; ++i) box.push_back(sources[key].literal[i]);
    }
    rows.push_back(op.has_range ? std::move(box) : nlohmann::ordered_json());
  }
  return rows;
}

/// Keys that can be changed from frame to frame, by kind of operator; the document's own settings under "".
nlohmann::ordered_json outline_live() {
  nlohmann::ordered_json rows;
  for (const world::OpRow& op : world::operator_rows()) {
    for (const std::string_view name : world::keys_read_each_frame(op.kind)) {
      const auto key =
          std::find_if(op.keys.begin(), op.keys.end(), [&](const world::Key& k) { return k.name == name; });
      if (key == op.keys.end()) continue;
      rows[op.name].push_back(outline_key(*key));
      if (name != "phases") continue;
      rows[op.name].back()["kind"] = "set";
      rows[op.name].back()["words"] = words_of(world::phase_words());
    }
  }
  for (const world::Key& key : world::kLightingKeys.keys) {
    if (key.name == std::string_view("samples")) continue;
    rows["lighting"].push_back(outline_key(key));
  }
  rows["document"].push_back(outline_key(world::kDocumentKeys.keys[world::document_key::kWireframe]));
  rows["physics"].push_back(outline_key(world::kPhysicsKeys.keys[world::physics_key::kDebug]));
  return rows;
}

nlohmann::ordered_json outline_models(const world::Document& document, const WorldMeshes::Models& models) {
  auto rows = nlohmann::ordered_json::array();
  for (size_t i = 0; i < document.models.size(); ++i) {
    const bool is_open = i < models.size() && models[i] != nullptr;
    rows.push_back({{"name", document.models[i].name},
                    {"actions", is_open ? models[i]->action_names() : std::vector<std::string>()}});
  }
  return rows;
}

}  // namespace

nlohmann::ordered_json world_outline(const world::Document& document, const WorldMeshes::Models& models) {
  auto operators = nlohmann::ordered_json::array();
  for (const world::Operator& op : document.ops) {
    world::Issue place;
    document.place(place, op.node);
    nlohmann::ordered_json row = {{"name", document.label(op)},
                                  {"kind", op.row().name},
                                  {"class", world::class_name(op.row().op_class)},
                                  {"pointer", document.tree.pointer(op.node)},
                                  {"line", place.line},
                                  {"column", place.column}};
    outline_children(document, op, row);
    if (const uint32_t effect = document.effect_of(op); effect != world::kNoNode) row["effect"] = effect;
    operators.push_back(std::move(row));
  }
  auto specials = nlohmann::ordered_json::array();
  for (const world::Special& special : document.specials)
    specials.push_back({{"name", special.name}, {"operator", special.link.op}});
  auto constraints = nlohmann::ordered_json::array();
  for (const world::Constraint& one : document.physics.constraints)
    constraints.push_back(one.a), constraints.push_back(one.b);
  return {{"operators", std::move(operators)},
          {"segments", document.segments},
          {"portals", document.portals},
          {"portalBoxes", outline_boxes(document)},
          {"entities", outline_links(document.entities)},
          {"post", outline_links(document.post)},
          {"models", outline_models(document, models)},
          {"specials", std::move(specials)},
          {"cells", outline_cells(document.cells)},
          {"constraints", std::move(constraints)},
          {"debug", document.physics.debug},
          {"bpm", document.bpm},
          {"events", outline_events(document.events)},
          {"images", world_images(document)},
          {"live", outline_live()}};
}

}  // namespace vitrine
